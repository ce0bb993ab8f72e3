// Actors: what every kind of them declares. A kind's state changes by its own events only, so that the shop is a
// function of its journal: `decide` turns a command into events or a refusal and changes nothing, `apply` changes the
// state and never refuses. The engine owns the states, their order and the disk.
//
// Not promised: that a decision runs once. A transaction that is given up, or a dry run, decides and changes nothing.
// Glossary (docs/internals/glossary.md): actor, decide and apply, event.
import type { Result } from '../kernel/result.ts';
import type { ShopRules } from './rules.ts';
import type { Schema, ValueOf } from './schema.ts';

/** The declared events of a kind: name → fields in journal order, declared like those of a state. */
export type EventShapes = { readonly [type: string]: { readonly [field: string]: unknown } };

/** The union of event objects that an EventShapes declares. */
export type EventOf<T extends EventShapes> = {
  [K in keyof T & string]: { readonly type: K } & { readonly [F in keyof T[K]]: ValueOf<T[K][F]> };
}[keyof T & string];

/** An id → state index that decisions look things up in; derived from states and nothing else. */
interface ActorIndex<S, I, T extends EventShapes> {
  /** Events that change what the index holds, besides the first and the last of an actor; absent: all. */
  readonly watches?: readonly (keyof T & string)[];
  /**
   * The index may be read in a transaction after that changed actors of the kind; it then answers as of before the
   * transaction. Without this, such a read is a fault.
   */
  readonly ignoresPending?: true;
  /** `remove` does not take back all that `add` has put in, so that the index cannot be changed on trial. */
  readonly isOneWay?: true;
  create(): I;
  add(index: I, id: number, state: S, seq: number): void;
  remove(index: I, id: number, state: S, seq: number): void;
}

/** A kind of actor: `S` its state, `C` its commands, `T` its events, `I` its index. */
export interface ActorKind<S, C, T extends EventShapes, I = undefined> {
  /** Also the name of its rows on disk and of its section in snapshot files: never renamed once released. */
  readonly kind: string;
  /** Fields of the state: its initial value, its row on disk, and what of it is encrypted. */
  readonly state: Schema<S>;
  /** Events and states with personal fields have a field `subject`, whose keys encrypt these; 0: nobody's. */
  readonly events: T;
  /** The event that ends an actor; absent: actors of the kind never end. */
  readonly ends?: keyof T & string;
  /** The event that reserves an id of another kind for good: no new actor gets it unless it is named. */
  readonly reserves?: { readonly event: keyof T & string; readonly field: string; readonly kind: string };
  /** The event that changes the name by which lists of the kind are keyed. */
  readonly renames?: keyof T & string;
  /**
   * Ids are slots, used again under the next generation once the journal is truncated past their end. The engine sets
   * the field `generation` of an initial state: how often the slot was used before.
   */
  readonly slots?: true;
  /** Lowest id that a new actor gets by these rules; absent: 1. */
  readonly firstId?: (rules: ShopRules) => number;
  /** Member of the first command that, if true, guarantees the new actor a slot even when all are taken. */
  readonly slotGuarantee?: string;
  decide(state: S, command: C, atMs: number): Result<readonly EventOf<T>[]>;
  /** `seq`: of the record; absent while the event is pending: it has no record yet. */
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
  /** Actors whose personal values an event makes unreadable; the audit log has that as a change of each. */
  readonly erases?: (event: EventOf<T>) => readonly (readonly [kind: 'user' | 'order', id: number])[];
  /** The kind's changes go to the audit log, derived from the states before and after a record; absent: they do not. */
  readonly audit?: {
    /** Members of the state, or of what `view` makes of it, whose values are shown to nobody. */
    readonly hidden: readonly string[];
    /** Members whose changes are left out, because they change without anybody's doing. */
    readonly ignored?: readonly (keyof S & string)[];
    /** Members that every change sets: two changes are not at odds by them. */
    readonly stamps?: readonly (keyof S & string)[];
    /** Members of a kind about persons whose changes stay readable after the person is erased. */
    readonly unencrypted?: readonly string[];
    /** The events that are worth an entry; absent: all. */
    readonly events?: readonly string[];
    /**
     * The state as the audit log compares it; absent: the state itself. A list that grows is best an object by id, so
     * that an entry shows the item that was added and not the whole list twice.
     */
    readonly view?: (state: S) => object;
    /** The state that `view` shows so; `now`: the present one, for what that leaves out. There where `view` is. */
    readonly restored?: (seen: object, now: S) => S;
  };
}

/** The result of a decision: these events, or none if nothing changes. */
export const decided = <E>(...events: E[]): Result<readonly E[]> => ({ ok: true, value: events });
