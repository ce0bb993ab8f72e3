// What the actors of one class hold under their fields, by field and row.
import type { AttributeDefinition, AttributeType, Texts } from '../../domain/attributes/attributes.ts';
import { attributeValue, plainValue } from '../../domain/attributes/attributes.ts';
import { own } from '../../domain/by-language.ts';
import type { SearchSchema } from '../../domain/listing/search-schema.ts';
import type { FallbackChain } from './column.ts';
import { Column } from './column.ts';
import { InvertedIndex, wordsOfText } from './inverted-index.ts';
import type { DocIds } from './scratch.ts';
import type { Vocabulary } from './vocabulary.ts';

const TEXT_TYPES: ReadonlySet<AttributeType> = new Set(['CHAR', 'TXT', 'HTML']);
export const isTextType = (type: AttributeType): boolean => TEXT_TYPES.has(type);

/** The actors of one class. Rows are used again. */
export class ClassPartition<S = object> {
  readonly classId: number;
  /** By row; 0 where the row is free. */
  readonly ids: number[] = [];
  /** Rows of records that hang below another one. */
  nestedCount = 0;
  private readonly freeDocIds: number[] = [];
  private readonly searchable: SearchSchema<S>;
  readonly vocabulary: Vocabulary;
  private readonly stored = new Map<string, Column>();
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
    for (const [field, { words }] of Object.entries(searchable.stored)) {
      this.stored.set(field, new Column(words && new InvertedIndex(vocabulary, false), words !== undefined));
    }
  }

  get liveCount(): number {
    return this.ids.length - this.freeDocIds.length;
  }

  allDocIds(): DocIds {
    const docIds = this.vocabulary.scratch.allocate(this.liveCount);
    let count = 0;
    for (let docId = 0; docId < this.ids.length; docId += 1) if (this.ids[docId] !== 0) docIds[count++] = docId;
    return docIds;
  }

  /** The class's attributes as they are now. */
  definitions(): readonly AttributeDefinition[] {
    const definitions = this.definitionsOf(this.classId);
    if (definitions !== this.knownDefinitions) this.syncColumns(definitions);
    return definitions;
  }

  /** Columns of removed attributes go. */
  private syncColumns(definitions: readonly AttributeDefinition[]): void {
    this.knownDefinitions = definitions;
    for (const [number, columns] of this.attributes) {
      const type = definitions.find((one) => one.number === number)?.type;
      if (type === undefined) {
        for (const { words } of columns.values()) words?.clear();
        this.attributes.delete(number);
      } else if (isTextType(type)) {
        // After a crash an actor's row may be newer than its class's: what it holds is known to be a text only now.
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

  /** The states before and after a change; `before` is undefined for a new actor, `state` for one that has ended. */
  update(docId: number, before: S | undefined, state: S | undefined): void {
    const { searchable } = this;
    const id = this.ids[docId]!;
    for (const [field, column] of this.stored) {
      column.set(docId, state === undefined ? undefined : searchable.stored[field]!.read(state, id), this.ids.length);
    }
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

  /** Every column that there is. */
  *columns(): Iterable<Column> {
    yield* this.stored.values();
    for (const columns of this.attributes.values()) yield* columns.values();
  }

  /** A field of the states themselves. */
  storedChain(field: string): FallbackChain | undefined {
    const column = this.stored.get(field);
    return column && { columns: [column], defaultValue: undefined, defaultWords: [] };
  }

  /** The values of an attribute in the order in which lookUp and attributeValue have them. */
  attributeChain(definition: AttributeDefinition, language: string, fallback: string): FallbackChain {
    const { number, type } = definition;
    const defaultValue = plainValue(attributeValue(definition, NO_TEXTS, language, fallback));
    const defaultWords = isTextType(type) ? wordsOfText(String(defaultValue), type === 'HTML') : [];
    const columns = this.attributes.get(number);
    if (columns === undefined) return { columns: [], defaultValue, defaultWords };
    const asked = columns.get(language);
    if (asked !== undefined && asked.valueCount === this.liveCount)
      return { columns: [asked], defaultValue, defaultWords };
    const others = [...columns.keys()].filter((one) => one !== language && one !== fallback).sort();
    return {
      columns: [...new Set([language, fallback, ...others])].flatMap((one) => columns.get(one) ?? []),
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
      const type = this.definitionsOf(this.classId).find((one) => one.number === number)?.type;
      const words =
        type !== undefined && isTextType(type) ? new InvertedIndex(this.vocabulary, type === 'HTML') : undefined;
      columns.set(language, (column = new Column(words, type === 'CHAR')));
    }
    return column;
  }
}

type Values = Texts[string];
const NO_TEXTS: Texts = {};
const NO_VALUES: Values = {};
