// The part of a search index that holds the records of one class, as documents numbered from 0.
//
// A record's values are in columns by field, and for attributes by language; its doc id is its position in every
// column. Doc ids of removed records are used again. Kinds without classes have one partition, of class 0.
import type { AttributeDefinition, AttributeType, Texts } from '../../domain/attributes/attributes.ts';
import { attributeValue, plainValue } from '../../domain/attributes/attributes.ts';
import { own } from '../../domain/by-language.ts';
import { composedValue } from '../../domain/search/conditions.ts';
import type { SearchSchema } from '../../domain/listing/search-schema.ts';
import type { FallbackChain } from './column.ts';
import { Column } from './column.ts';
import { InvertedIndex, wordsOfText } from './inverted-index.ts';
import type { DocIds } from './scratch.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import type { Vocabulary } from './vocabulary.ts';

const TEXT_TYPES: ReadonlySet<AttributeType> = new Set(['CHAR', 'TXT', 'HTML']);
export const isTextType = (type: AttributeType): boolean => TEXT_TYPES.has(type);

/** Columns and doc ids of the records of one class. */
export class ClassPartition<S = object> {
  readonly classId: number;
  /** Record id by doc id; 0 where the doc id is free. */
  readonly ids: number[] = [];
  /** Documents whose record has a parent. */
  nestedCount = 0;
  private readonly freeDocIds: number[] = [];
  private readonly searchable: SearchSchema<S>;
  readonly vocabulary: Vocabulary;
  private readonly stored = new Map<string, Column>();
  /** The columns of `stored` with what reads their values, as every write goes through them. */
  private readonly writes: { readonly column: Column; readonly read: SearchSchema<S>['stored'][string]['read'] }[] = [];
  private readonly attributes = new Map<number, Map<string, Column>>();
  private readonly definitionsOf: (classId: number) => readonly AttributeDefinition[];
  private knownDefinitions: readonly AttributeDefinition[] = [];

  constructor(
    classId: number,
    searchable: SearchSchema<S>,
    vocabulary: Vocabulary,
    definitionsOf: ClassPartition['definitionsOf'],
  ) {
    this.classId = classId;
    this.searchable = searchable;
    this.vocabulary = vocabulary;
    this.definitionsOf = definitionsOf;
    for (const [field, { words, read }] of Object.entries(searchable.stored)) {
      const index = words && new InvertedIndex(vocabulary, false);
      const column = new Column(index, words !== undefined, searchable.wholeFields?.[field]);
      this.stored.set(field, column);
      this.writes.push({ column, read });
    }
  }

  get liveCount(): number {
    return this.ids.length - this.freeDocIds.length;
  }

  *allDocIds(): Steps<DocIds> {
    const { scratch } = this.vocabulary;
    // Documents added between two steps are not among them.
    const { length } = this.ids;
    const docIds = scratch.allocate(length);
    let count = 0;
    for (let from = 0; from < length; from += STEPS.docsMax) {
      if (from > 0) yield '';
      count = listLive(this.ids, docIds, count, from, Math.min(from + STEPS.docsMax, length));
    }
    return scratch.shrink(docIds, count);
  }

  /** Present attributes of the class; columns are brought in line with them first. */
  definitions(): readonly AttributeDefinition[] {
    const definitions = this.definitionsOf(this.classId);
    if (definitions !== this.knownDefinitions) this.syncColumns(definitions);
    return definitions;
  }

  /** Drops the columns of removed attributes, and indexes the words of attributes that turn out to be texts. */
  private syncColumns(definitions: readonly AttributeDefinition[]): void {
    this.knownDefinitions = definitions;
    for (const [number, columns] of this.attributes) {
      const type = definitions.find((definition) => definition.number === number)?.type;
      if (type === undefined) {
        for (const { words } of columns.values()) words?.clear();
        this.attributes.delete(number);
      } else if (isTextType(type)) {
        // After a crash an object's row may be newer than its class's row, so only now is the attribute known to be
        // text.
        for (const column of columns.values()) {
          if (column.words !== undefined) continue;
          column.words = new InvertedIndex(this.vocabulary, type === 'HTML');
          column.indexedUpTo = 0;
        }
      }
    }
  }

  add(id: number, state: S): number {
    const docId = this.freeDocIds.pop() ?? this.ids.length;
    this.ids[docId] = id;
    this.update(docId, undefined, state);
    return docId;
  }

  /** Writes a change. `before` is undefined for a new record, `state` for a removed one. */
  update(docId: number, before: S | undefined, state: S | undefined): void {
    const { searchable } = this;
    const id = this.ids[docId]!;
    const docCount = this.ids.length;
    for (const { column, read } of this.writes)
      column.set(docId, state === undefined ? undefined : read(state, id), docCount);
    if (searchable.texts === undefined) return;
    const was = before === undefined ? NO_TEXTS : searchable.texts(before);
    const is = state === undefined ? NO_TEXTS : searchable.texts(state);
    if (was === is) return;
    for (const language in was)
      this.updateLanguage(docId, language, own(was, language)!, own(is, language) ?? NO_VALUES);
    for (const language in is)
      if (!Object.hasOwn(was, language)) this.updateLanguage(docId, language, NO_VALUES, own(is, language)!);
  }

  remove(docId: number, before: S): void {
    this.update(docId, before, undefined);
    this.ids[docId] = 0;
    this.freeDocIds.push(docId);
  }

  /** All columns, of stored fields and of attributes. */
  *columns(): Iterable<Column> {
    yield* this.stored.values();
    for (const columns of this.attributes.values()) yield* columns.values();
  }

  /** Indexes the words of all documents that are not indexed yet. */
  indexWords(): void {
    const { length } = this.ids;
    for (const { column } of this.writes) column.indexUpTo(length, length);
    for (const columns of this.attributes.values())
      for (const column of columns.values()) column.indexUpTo(length, length);
  }

  /** Column of a stored field, without any fallback. */
  storedChain(field: string): FallbackChain | undefined {
    const column = this.stored.get(field);
    return column && { columns: [column], defaultValue: undefined, defaultWords: [] };
  }

  /** Columns of an attribute in the order in which its value is looked up: language, fallback, others by code. */
  attributeChain(definition: AttributeDefinition, language: string, fallback: string): FallbackChain {
    const { number, type } = definition;
    const defaultValue = composedValue(plainValue(attributeValue(definition, NO_TEXTS, language, fallback)));
    const defaultWords = isTextType(type) ? wordsOfText(String(defaultValue), type === 'HTML') : [];
    const columns = this.attributes.get(number);
    if (columns === undefined) return { columns: [], defaultValue, defaultWords };
    const asked = columns.get(language);
    if (asked !== undefined && asked.valueCount === this.liveCount)
      return { columns: [asked], defaultValue, defaultWords };
    const others = [...columns.keys()].filter((code) => code !== language && code !== fallback).sort();
    return {
      columns: [...new Set([language, fallback, ...others])].flatMap((code) => columns.get(code) ?? []),
      defaultValue,
      defaultWords,
    };
  }

  private updateLanguage(docId: number, language: string, was: Values, is: Values): void {
    for (const number in was)
      if (!(number in is)) this.attributeColumn(Number(number), language).set(docId, undefined, this.ids.length);
    for (const number in is)
      this.attributeColumn(Number(number), language).set(docId, plainValue(is[number]!), this.ids.length);
  }

  private attributeColumn(number: number, language: string): Column {
    let columns = this.attributes.get(number);
    if (columns === undefined) this.attributes.set(number, (columns = new Map()));
    let column = columns.get(language);
    if (column === undefined) {
      const type = this.definitionsOf(this.classId).find((definition) => definition.number === number)?.type;
      const words =
        type !== undefined && isTextType(type) ? new InvertedIndex(this.vocabulary, type === 'HTML') : undefined;
      columns.set(language, (column = new Column(words, type === 'CHAR')));
    }
    return column;
  }
}

/** Appends the doc ids that have a record to the first `count` of `into`. Returns the new count. */
const listLive = (ids: readonly number[], into: DocIds, count: number, from: number, to: number): number => {
  let end = count;
  for (let docId = from; docId < to; docId += 1) if (ids[docId] !== 0) into[end++] = docId;
  return end;
};

type Values = Texts[string];
const NO_TEXTS: Texts = {};
const NO_VALUES: Values = {};
