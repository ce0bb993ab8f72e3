// Resolves field names for one query: where the value of a field comes from, for the documents of one partition.
//
// System fields win over attributes of the same name, because some of them decide who may see what.
import { attributeNamed } from '../../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import { composedValue } from '../../domain/search/conditions.ts';
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import type { ComputedField, LinkedField } from '../../domain/listing/search-schema.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { WholeKind } from '../../domain/search/word-match.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { FallbackChain } from './column.ts';
import { chainValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { SearchedField } from './match.ts';
import { isTextType } from './class-partition.ts';
import type { SearchIndex } from './search-index.ts';
import type { Many } from '../../kernel/many.ts';

/** Source of the values of a field. */
export interface FieldSource {
  value(docId: number): FieldValue;
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
  };
}

const PRIO = 'prio';

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
    if (!fields.has(field)) fields.set(field, this.build(partition, field));
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
      chain: partition.storedChain(field)!,
      weight: 2,
      whole: wholeFields?.[field],
    }));
    const texts = partition.definitions().filter(({ type }) => isTextType(type));
    return [...names, ...texts.map((text) => ({ chain: this.attribute(partition, text).chain!, weight: 1 }))];
  }

  private build(partition: ClassPartition, name: string): FieldSource | undefined {
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
    if (definition !== undefined) return this.attribute(partition, definition);
    const main =
      searchable.bareNames && !field.startsWith('main.') ? this.build(partition, `main.${field}`) : undefined;
    const named = main === undefined ? searchable.named?.(this.shop, field) : undefined;
    return named === undefined ? main : this.computed(partition, named);
  }

  private computed(partition: ClassPartition, { read, narrowedBy: narrowed, holders }: ComputedField): FieldSource {
    const { language, prices } = this.query;
    const value = (docId: number): FieldValue =>
      composedValue(this.shop.untracked(() => read(this.shop, partition.ids[docId]!, language, prices)));
    return {
      value,
      ...(narrowed !== undefined && { narrowedBy: narrowed }),
      ...(holders !== undefined && { holders: () => holders(this.shop) }),
    };
  }

  private attribute(partition: ClassPartition, definition: AttributeDefinition): FieldSource {
    const chain = partition.attributeChain(definition, this.query.language, this.shop.rules.language);
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
    const value = (docId: number): FieldValue => {
      const all = listed(idsAt(docId)).flatMap((id) =>
        listed(this.shop.untracked(() => field.read(this.shop, id, member, this.query.language))),
      );
      return all.length === 0 ? undefined : composedValue(all);
    };
    return { value, link: { field, member, any } };
  }
}
