import type { Ids } from '../../kernel/json.ts';
import type { Constraint, Leaf } from './constraint.ts';

const SEARCH_KINDS = ['shopobject', 'warehouse_entity', 'class', 'order', 'user'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A list, and what `prio` means in it: above 0, and 0 for a stranger. */
export interface Within {
  readonly ids: readonly number[];
  position(id: number): number;
}

export interface SearchQuery {
  readonly constraint: Constraint;
  readonly language: string;
  readonly order: readonly string[];
  readonly descending: boolean;
  /** What every record meets that its caller may find: only these tell whether a word of MATCH is a typo. */
  readonly scope?: readonly Leaf[];
  /** Records to skip, and to show; 0 shows all. */
  readonly skip: number;
  readonly limit: number;
  /** Only these. */
  readonly within?: Within;
  /**
   * Every record stands for the one at the top of its family, a variation for its product: that is what is found,
   * counted, ordered and given, once. What ranks it and, where it is not among `within` itself, what `prio` is of it,
   * is the best of all of its family that meet the constraint. Means nothing for distinct values.
   */
  readonly collapseToRoots?: boolean;
}

export interface SearchResult {
  /** In the order asked for, after skipping, up to the limit. */
  readonly ids: Ids;
  /** Before both. */
  readonly count: number;
}
