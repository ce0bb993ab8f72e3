// What a search asks of the engine and what it gets, and the kinds of records that can be searched.
import type { Ids } from '../../kernel/json.ts';
import type { Constraint, Leaf } from './constraint.ts';

const SEARCH_KINDS = ['shopobject', 'warehouse_entity', 'class', 'order', 'user'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A list of record ids, and the value of `prio` in it: the position from 1, 0 for a record that is not in it. */
export interface Within {
  readonly ids: readonly number[];
  position(id: number): number;
}

/** A search over one kind of record. */
export interface SearchQuery {
  readonly constraint: Constraint;
  readonly language: string;
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
}

/** One page of a search. */
export interface SearchResult {
  /** Record ids of the page, in the order asked for. */
  readonly ids: Ids;
  /** All records that match, before `skip` and `limit`. */
  readonly count: number;
}
