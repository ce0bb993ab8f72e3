import type { Json, LazyList } from '../kernel/json.ts';
import type { Result } from '../kernel/result.ts';
import type { CommandOf, IndexOf, KindName, StateOf } from './kinds.ts';
import type { Scalar } from './search/constraint.ts';
import type { ShopRules } from './rules.ts';
import type { SearchResult, SearchQuery, SearchKind } from './search/query.ts';

/** Whatever carries the number of the last record that changed it: a reply waits for all that it consulted. */
export interface Versioned {
  seq: number;
}

/**
 * The shop as one request sees it. Every look is noted, so that the reply waits for it and cached bytes depend on it.
 */
export interface Reader {
  readonly atMs: number;
  readonly rules: ShopRules;
  /** Undefined when there is no such actor. */
  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined;
  /** The id was given out and no actor has it: it is reserved, was abandoned, or its actor has ended. */
  isReserved(kind: KindName, id: number): boolean;
  /** For look-ups; pass the node that was consulted to `see`, or call `missed` when nothing was found. */
  index<K extends KindName>(kind: K): IndexOf<K>;
  track(node: Versioned): void;
  trackAbsence(kind: KindName): void;
  /**
   * What a kept reply shows of something that changes more often than the rest of it: made anew by itself.
   * `show` may use its reader and the id; it is kept as long as the reply, and what it closes over, too.
   */
  fragment(show: (shop: Reader, id: number) => Json, id: number): Json;
  /**
   * A list whose records are looked at when they are written, which may be much later. It is the same list then: a
   * record that ends until then, or loses the name that it stands under, is shown as it was.
   */
  lazyList(records: LazyList): LazyList;
  /** Looks at actors whose every change also changes a node that was seen already: a list's members, say. */
  untracked<T>(look: () => T): T;
  /** Refuses: SEARCH_WARMING_UP. */
  search(kind: SearchKind, query: SearchQuery): Result<SearchResult>;
  /** The different values of a field over all that a query finds. Refuses: SEARCH_WARMING_UP. */
  distinct(kind: SearchKind, query: SearchQuery, field: string): Result<readonly Scalar[]>;
}

/** One decision over several actors: all of it becomes one record, or none of it ever was. */
export interface Transaction extends Reader {
  /** Decides against the state including this transaction's own drafts. */
  ask<K extends KindName>(kind: K, id: number, command: CommandOf<K>): Result<void>;
  /**
   * A new actor; its id. `id`: one that no actor of the kind has and that no later `create` will give, such as a
   * reserved one. Refuses what its `decide` refuses, and when the kind has no id left.
   */
  create<K extends KindName>(kind: K, command: CommandOf<K>, id?: number): Result<number>;
  /**
   * The id that the next `create` of this kind will give, unless an event of this transaction reserves it
   * (`ActorKind.reserves`).
   */
  nextId(kind: KindName): number;
  /** A number for the keys of a person the shop did not know before. */
  newSubject(): number;
  /** The contact key of this person is destroyed: nothing more can be kept under it. */
  isErased(subject: number): boolean;
  /** Random bytes as base64url text of `bytes` bytes, to be written into an event. */
  random(bytes: number): string;
}
