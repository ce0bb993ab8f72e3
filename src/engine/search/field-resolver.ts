// Resolves field names for one query: where the value of a field comes from, for the documents of one partition.
//
// System fields win over attributes of the same name, because some of them decide who may see what.
import { attributeNamed } from '../../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import { composed } from '../../kernel/text.ts';
import { composedValue } from '../../domain/search/conditions.ts';
import { holds, leavesOf, withoutLanguage } from '../../domain/search/constraint.ts';
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import type { ComputedField, FilledLink, LinkedField } from '../../domain/listing/search-schema.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { WholeKind } from '../../domain/search/word-match.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Column, FallbackChain } from './column.ts';
import { chainValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { SearchedField } from './match.ts';
import { isTextType } from './class-partition.ts';
import type { SearchIndex } from './search-index.ts';
import { countTested } from './steps.ts';
import type { Many } from '../../kernel/many.ts';

/** Source of the values of a field. */
export interface FieldSource {
  value(docId: number): FieldValue;
  /** `value` for many documents, until the next step; absent where there is no quicker way. */
  reader?(): ((docId: number) => FieldValue) | undefined;
  /** Columns of a stored field. */
  readonly chain?: FallbackChain;
  /** How a query may equal its text as a whole. */
  readonly whole?: WholeKind;
  /** Set where every document has the same value. */
  readonly constant?: true;
  /** Set where the value is the record's own id. */
  readonly isId?: true;
  readonly narrowedBy?: NonNullable<ComputedField['narrowedBy']>;
  /** Ids of the records that may have a value, where an index of the domain knows them. */
  idsByKey?(value: string): readonly number[] | undefined;
  /** Ids of the records that have a value, where an index of the domain knows them. */
  holders?(): Many<number>;
  readonly link?: {
    readonly field: LinkedField;
    readonly member: string;
    any(docId: number, passes: (id: number) => boolean): boolean;
    /** The ids of the linked actors, by document. */
    readonly ids: Column;
    /** What the actors of these ids have. */
    valueOf(ids: FieldValue): FieldValue;
    /** Linked actors that documents are in by a constraint as well; `ids` and `any` leave them out. */
    readonly filled: readonly FilledLink[];
  };
}

const PRIO = 'prio';
const NONE_FILLED: readonly FilledLink[] = [];

const listed = <T extends Scalar>(value: T | readonly T[] | undefined): readonly T[] =>
  typeof value === 'object' ? value : value === undefined ? [] : [value];

/** Resolves fields for one query; a source is built once per partition and field. */
export class FieldResolver {
  readonly shop: Reader;
  readonly query: SearchQuery;
  /** Value of `prio` by record id; undefined where the search is not over a list. */
  private readonly position: ((id: number) => number) | undefined;
  private readonly index: SearchIndex;
  private readonly known = new Map<ClassPartition, Map<string, FieldSource | undefined>>();

  constructor(index: SearchIndex, shop: Reader, query: SearchQuery, position?: (id: number) => number) {
    this.index = index;
    this.shop = shop;
    this.query = query;
    this.position = position;
  }

  /** Undefined where the partition has no such field. */
  resolve(partition: ClassPartition, field: string): FieldSource | undefined {
    let fields = this.known.get(partition);
    if (fields === undefined) this.known.set(partition, (fields = new Map()));
    if (!fields.has(field)) fields.set(field, this.build(partition, ...withoutLanguage(field)));
    return fields.get(field);
  }

  /** As `resolve`, for sorting: also `prio`, which no constraint can name, and system fields without their prefix. */
  resolveForSort(partition: ClassPartition, field: string): FieldSource | undefined {
    const { position } = this;
    if (field === PRIO && position !== undefined) return { value: (docId) => position(partition.ids[docId]!) };
    return this.resolve(partition, field) ?? this.resolve(partition, `main.${field}`);
  }

  /** The fields that the pseudo field `search` stands for, with their weights. */
  searchFields(partition: ClassPartition): readonly SearchedField[] {
    const { nameFields, wholeFields } = this.index.searchable;
    const names = nameFields.map((field) => ({
      field,
      chain: partition.storedChain(field)!,
      weight: 2,
      whole: wholeFields?.[field],
    }));
    const texts = partition.definitions().filter(({ type }) => isTextType(type));
    const attributes = texts.map((one) => ({
      field: composed(one.name),
      chain: this.attribute(partition, one, this.query.language).chain!,
      weight: 1,
    }));
    return [...names, ...attributes];
  }

  /** `language`: in which attributes are read. */
  private build(partition: ClassPartition, name: string, language = this.query.language): FieldSource | undefined {
    const { searchable } = this.index;
    const { aliases = {} } = searchable;
    const field = Object.hasOwn(aliases, name) ? aliases[name]! : name;
    // System fields come first, because an attribute may have the same name.
    const chain = partition.storedChain(field);
    if (chain !== undefined) {
      const column = chain.columns[0]!;
      const map = searchable.idsByKey?.[field];
      const keyed = map && ((value: string) => map(this.shop, value));
      return {
        value: (docId) => column.valueAt(docId),
        chain,
        ...(searchable.idFields.includes(field) && { isId: true }),
        ...(keyed && { idsByKey: keyed }),
        ...(searchable.wholeFields?.[field] && { whole: searchable.wholeFields[field] }),
      };
    }
    if (partition.classId !== 0 && (field === 'main.class' || field === 'main.type')) {
      const shopClass = this.shop.read('class', partition.classId);
      const value = composedValue(field === 'main.class' ? shopClass?.name : shopClass?.type);
      return { value: () => value, constant: true };
    }
    const computed = Object.hasOwn(searchable.computed, field) ? searchable.computed[field] : undefined;
    if (computed !== undefined) {
      for (const kind of computed.kinds) this.shop.trackAbsence(kind);
      return this.computed(partition, computed);
    }
    for (const [prefix, link] of Object.entries(searchable.linked)) {
      if (field.startsWith(prefix)) return this.linked(partition, link, field.slice(prefix.length));
    }
    const definition = attributeNamed(partition.definitions(), field);
    if (definition !== undefined) return this.attribute(partition, definition, language);
    const main =
      searchable.bareNames && !field.startsWith('main.') ? this.build(partition, `main.${field}`, language) : undefined;
    const named = main === undefined ? searchable.named?.(this.shop, field) : undefined;
    return named === undefined ? main : this.computed(partition, named);
  }

  private computed(
    partition: ClassPartition,
    { read, reader, narrowedBy: narrowed, holders }: ComputedField,
  ): FieldSource {
    const { language, prices } = this.query;
    const manyReader = (): ((docId: number) => FieldValue) | undefined => {
      const readId = this.shop.untracked(() => reader!(this.shop, language, prices));
      return readId && ((docId) => readId(partition.ids[docId]!));
    };
    const value = (docId: number): FieldValue =>
      composedValue(this.shop.untracked(() => read(this.shop, partition.ids[docId]!, language, prices)));
    return {
      value,
      ...(reader !== undefined && { reader: manyReader }),
      ...(narrowed !== undefined && { narrowedBy: narrowed }),
      ...(holders !== undefined && { holders: () => holders(this.shop) }),
    };
  }

  private attribute(partition: ClassPartition, definition: AttributeDefinition, language: string): FieldSource {
    const chain = partition.attributeChain(definition, language, this.shop.rules.language);
    return { value: (docId) => chainValue(chain, docId), chain };
  }

  private linked(partition: ClassPartition, field: LinkedField, member: string): FieldSource {
    const column = partition.storedChain(field.through)!.columns[0]!;
    const idsAt = (docId: number): number | readonly number[] | undefined =>
      column.valueAt(docId) as number | readonly number[] | undefined;
    const any = (docId: number, passes: (id: number) => boolean): boolean => {
      const ids = idsAt(docId);
      return typeof ids === 'object' ? ids.some(passes) : ids !== undefined && passes(ids);
    };
    const valueOf = (ids: FieldValue): FieldValue => {
      const all = listed(ids as ReturnType<typeof idsAt>).flatMap((id) =>
        listed(this.shop.untracked(() => field.read(this.shop, id, member, this.query.language))),
      );
      return all.length === 0 ? undefined : composedValue(all);
    };
    const filled = this.shop.untracked(() => field.filled?.(this.shop) ?? NONE_FILLED);
    // One value is as much work as all of them, so that a step reads fewer.
    const conditions = filled.reduce((sum, { constraint }) => sum + leavesOf(constraint).length, 0);
    const value = (docId: number): FieldValue => {
      if (filled.length === 0) return valueOf(idsAt(docId));
      countTested(conditions);
      return valueOf([...listed(idsAt(docId)), ...this.filledAt(partition, docId, filled)]);
    };
    return { value, link: { field, member, any, ids: column, valueOf, filled } };
  }

  /** Ids of the linked actors whose constraint a document meets. */
  private filledAt(partition: ClassPartition, docId: number, filled: readonly FilledLink[]): readonly number[] {
    const valueOf = (field: string): FieldValue => {
      const source = this.resolve(partition, field);
      return source?.link === undefined ? source?.value(docId) : source.link.valueOf(source.link.ids.valueAt(docId));
    };
    return filled.filter(({ constraint }) => holds(constraint, valueOf, () => false)).map(({ id }) => id);
  }
}
