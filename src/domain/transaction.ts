import type { Json, LazyList, LazyText, Shown } from '../kernel/json.ts';
import type { QuoteBy } from '../kernel/extensions.ts';
import type { Result } from '../kernel/result.ts';
import type { Steps, Work } from '../kernel/steps.ts';
import type { CommandOf, IndexOf, KindName, StateOf } from './kind-types.ts';
import type { Constraint, Scalar } from './search/constraint.ts';
import type { GoodsTable } from './search/goods-table.ts';
import type { ShopRules } from './rules.ts';
import type { Versioned } from '../kernel/versioned.ts';
import type { SearchResult, SearchQuery, SearchKind } from './search/query.ts';

/** A part of longer work, and what it was made from. */
export interface Recorded<T> {
  readonly value: T;
  /** Whether nothing has changed since that it was made from. */
  readonly isCurrent: boolean;
  /** Tracks what it was made from, for the request that shows it. */
  track(shop: Reader): void;
}

/** A record of a list, as a reply shows it. */
export interface ListRecord<V> {
  readonly shown: V;
  /** Records that it is made of, itself included, and how many of them stand in values of attributes. */
  readonly size: number;
  readonly nested: number;
  /** Whether every reply of its shape shows the same, so that it is made once for all of them. */
  readonly isAlike: boolean;
}

/** A product, as constraints on goods ask of it. */
export interface ProductGoods {
  isAmong(goods: Constraint): boolean;
  /** Those of a table that it may be among, without those that are asked of all. */
  mayMeet(table: GoodsTable): ReadonlySet<Constraint>;
}

/**
 * The shop as one request reads it. Every read is tracked: the reply waits until the records that it read are durable,
 * and a cached response is valid as long as nothing in its read set has changed.
 */
export interface Reader {
  readonly atMs: number;
  readonly rules: ShopRules;
  /** Who says what a delivery costs beside the rules; undefined: nobody does. */
  readonly quoteBy?: QuoteBy | undefined;
  /** Undefined when there is no such actor. */
  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined;
  /** Number of the last record that changed the actor, as it was before this transaction; 0: there is no such actor. */
  seqOf(kind: KindName, id: number): number;
  /** Whether the id was given out and no actor has it: it is reserved, was abandoned, or its actor has ended. */
  isReserved(kind: KindName, id: number): boolean;
  /** The kind's index, untracked: the caller passes what it consulted to `track`, or calls `trackAbsence`. */
  index<K extends KindName>(kind: K): IndexOf<K>;
  /** Adds what was consulted to the read set. */
  track(node: Versioned): void;
  /** Number of the last record that changed an actor of the kind, as it was before this transaction. */
  seqOfKind(kind: KindName): number;
  /** Adds the whole kind to the read set: nothing was found, and any new actor could change that. */
  trackAbsence(kind: KindName): void;
  /**
   * A part of a cached response that changes more often than the rest: it has a read set of its own and is rendered
   * anew alone. `render` may use only its arguments; it lives as long as the response, with all that it closes over.
   */
  fragment<T>(render: (shop: Reader, id: number) => Shown<T>, id: number): Shown<T>;
  /**
   * A record that other replies show as well. `shape`: all that it depends on beside the shop and `id`; `make` may use
   * nothing else.
   */
  record<T>(make: () => ListRecord<Shown<T>>, shape: string, id: number): ListRecord<Shown<T>>;
  /**
   * A list whose records are read when they are written, which may be much later. Its members are fixed now: a record
   * that ends until then, or loses the name under which it is listed, is shown as it was.
   */
  lazyList<V extends Json>(records: LazyList<V>): LazyList<V>;
  /** A text that is written piece by piece. */
  lazyText(text: LazyText): LazyText;
  /** Reads without tracking: for actors whose every change also changes a node that is tracked already. */
  untracked<T>(read: () => T): T;
  /**
   * Tells whether a product is among the goods of constraints: judged by its state as it is now, also while searches
   * warm up. What it is made of is read once.
   */
  amongGoods(productId: number): ProductGoods;
  /** Refuses: SEARCH_WARMING_UP. */
  search(kind: SearchKind, query: SearchQuery): Result<SearchResult>;
  /** The distinct values of a field over all matches of a query. Refuses: SEARCH_WARMING_UP. */
  distinct(kind: SearchKind, query: SearchQuery, field: string): Result<readonly Scalar[]>;
  /**
   * The result of work that is as long as the shop is large. It may take several turns of the event loop: the request
   * is then handled again from the top, and is given the result here. `name`: one of the request's own. The reply waits
   * for what the work has read; the caller tracks, each time, what a cached reply depends on. Refuses:
   * TOO_EXPENSIVE, OVERLOADED, and what the work refuses.
   */
  inSteps<T>(name: string, begin: () => Work<T>): Result<T>;
  /** A search without words that is a part of such work, as of its last step. Refuses: TOO_EXPENSIVE, OVERLOADED. */
  searching(kind: SearchKind, query: SearchQuery): Steps<Result<SearchResult>>;
  /** A part of such work, with what it was made from. `make` reads all of it in its last step, or in one search. */
  recorded<T>(make: (shop: Reader) => Steps<T>): Steps<Recorded<T>>;
}

/** One decision over any number of actors: all its events become one record, or none of them does. */
export interface Transaction extends Reader {
  /** Set by who begins the decision. */
  quoteBy?: QuoteBy | undefined;
  /** Carts are settled once several changes are made (cart/settle-cart.ts). */
  settlesLater?: boolean;
  /** Lets an actor decide, on its state with this transaction's own pending events applied. */
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
  /**
   * Makes a record even if nothing changes, so that the reply waits for the disk like one after a change: its duration
   * then does not show which of the two happened.
   */
  recordAnyway(): void;
  /**
   * Does the work of a decision about an actor that is not there, made by `command`, and keeps nothing of it: its
   * events are packed and encrypted as those of a record are, and dropped. The duration of a call then does not show
   * whether the actor is there.
   */
  imitate<K extends KindName>(
    kind: K,
    command: CommandOf<K>,
    decide: (tx: Transaction, id: number) => Result<unknown>,
  ): void;
  /** Random bytes as base64url text of `bytes` bytes, to be written into an event. */
  random(bytes: number): string;
}
