import type { Result } from '../kernel/result.ts';
import type { Schema, ValueOf } from './schema.ts';

/** The declared events of a kind: name → fields in journal order, declared like those of a state. */
export type EventShapes = { readonly [type: string]: { readonly [field: string]: unknown } };

/** The union of event objects that an EventShapes declares. */
export type EventOf<T extends EventShapes> = {
  [K in keyof T & string]: { readonly type: K } & { readonly [F in keyof T[K]]: ValueOf<T[K][F]> };
}[keyof T & string];

/** An id → state index that decisions look things up in; derived from states and nothing else. */
interface ActorIndex<S, I, T extends EventShapes> {
  /** The events that change what the index is made from, the first and the last of a life apart; absent: all. */
  readonly watches?: readonly (keyof T & string)[];
  /**
   * Answers as of before the transaction, also while that drafts actors of the kind; otherwise such a look is a fault.
   */
  readonly steady?: true;
  create(): I;
  add(index: I, id: number, state: S, seq: number): void;
  remove(index: I, id: number, state: S, seq: number): void;
}

/**
 * A kind of actor: how it starts, decides and changes. The engine owns the states, the mailbox and the disk.
 *
 * `decide` may refuse and changes nothing; `apply` changes and never refuses.
 */
export interface ActorKind<S, C, T extends EventShapes, I = undefined> {
  /** Also the name of its table on disk and of its section in a snapshot file: never renamed. */
  readonly kind: string;
  /** Fields of the state: its initial value, its row on disk, and what of it is encrypted. */
  readonly state: Schema<S>;
  /** Events and states with personal fields have a field `subject`, whose keys encrypt these; 0: nobody's. */
  readonly events: T;
  /** The event that ends an actor's life; absent for kinds that live for ever. */
  readonly ends?: keyof T & string;
  /**
   * The event that reserves an id of another kind: no other actor is ever given it, whatever becomes of the one that
   * reserved it.
   */
  readonly reserves?: { readonly event: keyof T & string; readonly field: string; readonly kind: string };
  /** The event that changes the name by which lists of the kind are keyed. */
  readonly renames?: keyof T & string;
  /**
   * Ids are slots, used again under the next generation after the journal is cut behind their deletion. The engine sets
   * the field `generation` of an initial state: how often the slot was used before.
   */
  readonly slots?: true;
  decide(state: S, command: C, atMs: number): Result<readonly EventOf<T>[]>;
  /** `seq`: of the record; absent for a draft, which has none yet. */
  apply(state: S, event: EventOf<T>, atMs: number, seq?: number): void;
  readonly index?: ActorIndex<S, I, T>;
  /**
   * Whether an actor in this state leaves memory as soon as its row is written, because hardly anyone will read it
   * again. A start leaves the rows of such actors on the disk.
   */
  readonly evictable?: (state: S) => boolean;
  /** Capacity in memory as a share of the setting `residentActorsMax`; absent: 1. */
  readonly residentShare?: number;
  /** Capacity in memory in actors, whatever the setting says: for kinds with large states. */
  readonly residentMax?: number;
  /**
   * Every change is kept with what was before; `hidden` members of the state are shown to nobody, `running` ones are
   * not kept, because they change all the time without anybody's doing. Of a kind that is about persons all is sealed
   * but the members that are `open`: what was done with them is known after the person is erased, too.
   */
  readonly audit?: {
    readonly hidden: readonly string[];
    readonly running?: readonly string[];
    readonly open?: readonly string[];
    /** The events that are worth an entry; absent: all. */
    readonly events?: readonly string[];
    /**
     * The state by the names that people know; absent: as it is. A list that grows call by call is shown as an object,
     * or every entry would hold all of it: its members are the same ones before and after, so only what came differs.
     */
    readonly shown?: (state: S) => object;
  };
}

/** One event as a Result, the way most decisions end. */
export const decided = <E>(...events: E[]): Result<readonly E[]> => ({ ok: true, value: events });
