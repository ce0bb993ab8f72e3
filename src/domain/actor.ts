import type { Result } from '../kernel/result.ts';

/**
 * The declared events of a kind: name → fields in journal order, each with its value where an older journal lacks it.
 */
export type EventShapes = { readonly [type: string]: { readonly [field: string]: unknown } };

/** The union of event objects that an EventShapes declares. */
export type EventOf<T extends EventShapes> = {
  [K in keyof T & string]: { readonly type: K } & { readonly [F in keyof T[K]]: T[K][F] };
}[keyof T & string];

/** An id → state index that decisions look things up in; derived from states and nothing else. */
export interface ActorIndex<S, I, T extends EventShapes> {
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
 * Which of a person's two keys seals a value: `invoice` outlives an erasure until the law lets it go, `contact` does
 * not.
 */
export type Purpose = 'contact' | 'invoice';

export interface Sealed {
  readonly purpose: Purpose;
  /** What the value reads as once its key is destroyed. */
  readonly erased: unknown;
}

/**
 * What an actor holds about a person: ciphertext wherever it is written down, under the keys of its *subject*, a number
 * that says whose keys they are (0: nobody's; then these values are empty).
 */
export interface Personal {
  /** Event → sealed fields; each such event has a field `subject`. */
  readonly events: { readonly [type: string]: { readonly [field: string]: Sealed } };
  /** Positions in the row. */
  readonly row: { readonly subject: number; readonly sealed: { readonly [position: number]: Sealed } };
}

/** A value that events carry as it lives in memory, and journals as plain lists. */
export interface Codec {
  toRow(value: never): unknown;
  fromRow(row: never): unknown;
}

/**
 * A kind of actor: how it starts, decides and changes. The engine owns the states, the mailbox and the disk.
 *
 * `decide` may refuse and changes nothing; `apply` changes and never refuses.
 */
export interface ActorKind<S, C, T extends EventShapes, I = undefined> {
  /** Also the name of its table on disk and of its section in a snapshot file: never renamed. */
  readonly kind: string;
  readonly events: T;
  /** Event → fields that are not plain values. */
  readonly codecs?: { readonly [type: string]: { readonly [field: string]: Codec } };
  /** The event that ends an actor's life; absent for kinds that live for ever. */
  readonly ends?: keyof T & string;
  /**
   * The event that reserves an id of another kind: no other actor is ever given it, whatever becomes of the one that
   * reserved it.
   */
  readonly reserves?: { readonly event: keyof T & string; readonly field: string; readonly kind: string };
  /** The event that changes the name by which lists of the kind are keyed. */
  readonly renames?: keyof T & string;
  /** Ids are slots, used again under the next generation after the journal is cut behind their deletion. */
  readonly slots?: true;
  /** `generation` tells how often the slot was used before; 0 where ids are not slots. */
  initial(generation: number): S;
  decide(state: S, command: C, atMs: number): Result<readonly EventOf<T>[]>;
  /** `seq`: of the record; absent for a draft, which has none yet. */
  apply(state: S, event: EventOf<T>, atMs: number, seq?: number): void;
  /** Shape on disk: fields are only ever appended. */
  toRow(state: S): unknown[];
  fromRow(row: readonly unknown[]): S;
  readonly index?: ActorIndex<S, I, T>;
  /**
   * Those that hardly anybody asks for again leave memory as soon as their rows are written. `true`: all of the kind,
   * of which a start leaves the rows on the disk, too.
   */
  readonly rests?: true | ((state: S) => boolean);
  /** Actors kept in memory at most, for kinds whose states are large; absent: what the settings say. */
  readonly residentMax?: number;
  readonly personal?: Personal;
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
