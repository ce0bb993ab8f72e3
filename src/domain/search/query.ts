// What a search asks of the engine and what it gets, and the kinds of records that can be searched.
import type { Ids } from '../../kernel/json.ts';
import type { Many } from '../../kernel/many.ts';
import type { Constraint, Leaf } from './constraint.ts';

const SEARCH_KINDS = ['shopobject', 'warehouse_entity', 'class', 'order', 'user'] as const;
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

/** A search over one kind of record. */
export interface SearchQuery {
  readonly constraint: Constraint;
  readonly language: string;
  /** For whom prices are (src/domain/prices/price-context.ts); absent: for a guest of no channel. */
  readonly prices?: object;
  readonly order: readonly string[];
  readonly descending: boolean;
  /** Conditions of every record that the caller may find: only such records decide what is a typo in MATCH. */
  readonly scope?: readonly Leaf[];
  /** Records to skip, and to show; 0 shows all. */
  readonly skip: number;
  readonly limit: number;
  /** Only records of this list. */
  readonly within?: Within;
  /**
   * A found variation is replaced by its product, the top of its family, which is counted, sorted and returned once.
   * Its rank, and its `prio` where it is not in `within` itself, is the best of its family's records that meet the
   * constraint. Ignored for distinct values.
   */
  readonly collapseToRoots?: boolean;
  /** Newest first from a place on, whatever `order`, `descending` and `skip` say; only for kinds with a timeline. */
  readonly keyset?: Keyset;
}

/** One page of a search. */
export interface SearchResult {
  /** Record ids of the page, in the order asked for. */
  readonly ids: Ids;
  /** All records that match, before `skip` and `limit`; NOT_COUNTED where a keyset does without. */
  readonly count: number;
  /** The record behind which a keyset's next page in its direction begins; 0: there is none. */
  readonly next?: number;
}
