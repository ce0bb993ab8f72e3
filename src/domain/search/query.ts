// What a search asks of the engine and what it gets, and the kinds of records that can be searched.
import type { Many, ManyIds } from '../../kernel/many.ts';
import type { Constraint, Leaf, Scalar } from './constraint.ts';
import type { ExplainedMatch } from './explain-match.ts';

const SEARCH_KINDS = ['shopobject', 'warehouse_entity', 'class', 'order', 'user', 'typed_record'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A list of record ids, and the value of `prio` in it: the position from 1, 0 for a record that is not in it. */
export interface Within {
  readonly ids: Many<number>;
  position(id: number): number;
}

/** A place in the list of all records by the time of their making, and what a page from there shows. */
export interface Keyset {
  /** The record that the page begins behind, which is not shown itself. */
  readonly id: number;
  /** When it was made, in milliseconds; undefined: it is gone, and its place is found by the ids of the others. */
  readonly ms: number | undefined;
  /** Towards older records; false: towards newer ones, those nearest to `id`, which are shown newest first, too. */
  readonly older: boolean;
  /** Whether all records that match are counted, which looks at every one of them. */
  readonly counts: boolean;
}

/** `count` of a result whose records were not counted. */
export const NOT_COUNTED = -1;

/** A field whose values a search counts. */
export interface FacetField {
  readonly field: string;
  /** Conditions on this field alone, which its own counts leave out; undefined: there are none. */
  readonly own: Constraint | undefined;
  /** Numbers are counted in ranges between these, which are in order. */
  readonly bounds?: readonly number[];
  /** Numbers are counted in about as many ranges, whose bounds the engine chooses. */
  readonly ranges?: number;
}

/** Fields that are counted over the same records. */
export interface FacetsPart {
  /** The constraint without the own conditions of these fields. */
  readonly base: Constraint;
  /** Whether it is met by the very records that the query finds. */
  readonly isQuery: boolean;
  readonly fields: readonly FacetField[];
}

/** What a search counts besides its page. */
export interface FacetsQuery {
  /** Names of all fields, in their order. */
  readonly order: readonly string[];
  readonly parts: readonly FacetsPart[];
  /** Values shown of a field, those of most records; what the constraint names is shown besides. */
  readonly valuesMax: number;
}

/** A value, or a range of numbers: from a bound, included, to another, excluded; undefined: without end. */
export interface FacetValue {
  readonly value: Scalar | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Records that the query finds with this in place of the field's own conditions. */
  readonly count: number;
  /** Whether it meets the own conditions, where there are any. */
  readonly selected: boolean;
}

export interface FacetCounts {
  readonly field: string;
  /** By count, the highest first, then by value; ranges in their order. */
  readonly values: readonly FacetValue[];
  /** Values that are not shown. */
  readonly more: number;
}

/** A search over one kind of record. */
export interface SearchQuery {
  readonly constraint: Constraint;
  readonly language: string;
  /** For whom prices are (src/domain/prices/price-context.ts); absent: for a guest of no channel. */
  readonly prices?: object;
  readonly order: readonly string[];
  readonly descending: boolean;
  /** A field of numbers: of records that words rank alike, those with the highest come first, in both directions. */
  readonly boost?: string;
  /** Conditions of every record that the caller may find: only such records decide what is a typo in MATCH. */
  readonly scope?: readonly Leaf[];
  /** Records to skip, and to show; 0 shows all. */
  readonly skip: number;
  readonly limit: number;
  /** Only records of this list. */
  readonly within?: Within;
  /** Without `within`: where `prio` comes from; a record without a position is behind all others. */
  readonly places?: Pick<Within, 'position'>;
  /**
   * A found variation is replaced by its product, the top of its family, which is counted, sorted and returned once.
   * Its rank, and its `prio` where it is not in `within` itself, is the best of its family's records that meet the
   * constraint. Ignored for distinct values.
   */
  readonly collapseToRoots?: boolean;
  /** Newest first from a place on, whatever `order`, `descending` and `skip` say; only for kinds with a timeline. */
  readonly keyset?: Keyset;
  /** Whether the order is explained. */
  readonly explains?: boolean;
  /** Not beside a keyset. */
  readonly facets?: FacetsQuery;
}

/** The fields whose values decide the order. */
export const orderFields = ({ order, boost }: SearchQuery): readonly string[] =>
  boost === undefined ? order : [...order, boost];

export const facetFields = ({ facets }: SearchQuery): readonly string[] => (facets === undefined ? [] : facets.order);

/** Why a record stands where it does among those that words have found. */
export interface ExplainedHit {
  readonly id: number;
  /** The record that ranks it: itself, or of its variations the one that ranks best, the oldest of those alike. */
  readonly rowId: number;
  readonly rank: number;
  /** By MATCH of the constraint. */
  readonly matches: readonly ExplainedMatch[];
  /** What the field of `boost` has of it, where that is a number. */
  readonly boost?: number;
}

/** One page of a search. */
export interface SearchResult {
  /** Record ids of the page, in the order asked for: all that match, where the query has no limit. */
  readonly ids: ManyIds;
  /** All records that match, before `skip` and `limit`; NOT_COUNTED where a keyset does without. */
  readonly count: number;
  /** The record behind which a keyset's next page in its direction begins; 0: there is none. */
  readonly next?: number;
  /** In the order of the query's. */
  readonly facets?: readonly FacetCounts[];
  /** By record, of a constraint with the group `variation`: the variation that meets it; 0: the product does itself. */
  readonly variations?: readonly number[];
  /** The first records of the page, where they were to be explained and words decide the order. */
  readonly explained?: readonly ExplainedHit[];
}
