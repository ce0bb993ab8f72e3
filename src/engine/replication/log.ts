// The log that all nodes of a shop share: one ordered sequence of entries, with one writer at a time.
//
// Guaranteed by every implementation (contract suite: test/engine/replication/log-contract.ts):
// - A write names the head that it stands behind, by version and by value, and changes nothing where another one is
//   there. Versions are never used again. This is the only fence between leaders: no clock, no lock.
// - What was answered with `written: true` is durable and is seen by every `head()` that begins afterwards.
// - Followers get whole entries, each once and in order.
// Methods are single attempts within a time limit of the implementation. An attempt that rejects may have been written,
// or may be written later, even more than once; only LogRefused for good excludes both. LogWriter makes appends of
// these attempts that happen once.
// Not promised: that entries are kept. The log is a short tail; nodes keep the history.
import type { ChainEnd, Entry, Part } from './entry.ts';

/** Where the log stands. */
export interface Head extends ChainEnd {
  /** The log's own version of this head, opaque; every write changes it, even if nothing else changes. */
  readonly version: string;
  /** Random id, drawn when the log was begun; a log begun again is another one. */
  readonly logId: string;
  /** The node that leads. */
  readonly leader: string;
  /**
   * Random text of each campaigning process. Two candidates behind the same head leave the same epoch, number and
   * chain; the claim distinguishes them.
   */
  readonly claim: string;
  /** URL at which the leader answers other nodes. */
  readonly url: string;
  /** Epoch of the change feed (`StoreIdentity.feedEpoch`). */
  readonly feedEpoch: string;
  /** The leader's time when it first sent what put this head, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The node that is handed the lead; absent otherwise. */
  readonly to?: string;
}

/** A head to be written; the log gives it a version. */
export type NewHead = Omit<Head, 'version'>;

/** Members that a beat changes. Without `to`, the lead is handed to no node. */
export type Beat = Pick<Head, 'nowMs' | 'url' | 'to'>;

/** Outcome of a write. `head`: head of the log; undefined for a log that has lost everything. */
export type Outcome =
  | { readonly written: true; readonly head: Head }
  | { readonly written: false; readonly head: Head | undefined };

/** The log gave no readable answer, so it is unknown whether anything was written. */
export class LogSilent extends Error {
  override readonly name = 'LogSilent';
}

/** The log itself refuses a request, for a reason other than its head. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
  /**
   * True: because of the request, such as its size; no copy of it was or will be written. False: because of the log's
   * state, such as out of space; it may take a later copy, and may even have written this one.
   */
  readonly isForGood: boolean;

  constructor(message: string, isForGood = false) {
    super(message);
    this.isForGood = isForGood;
  }
}

/** The log no longer holds entries after the requested number; a node has them. */
export class LogCut extends Error {
  override readonly name = 'LogCut';
}

/** Note of a node about itself, which stays valid while the node is away. */
export interface NodeNote {
  readonly name: string;
  /** Random id, drawn when its data directory became a node's. */
  readonly id: string;
  readonly url: string;
  /** The last entry on its disk. */
  readonly storedAt: number;
  /** Record up to which destroyed keys are destroyed on its disk. */
  readonly puncturedSeq: number;
  /** Version of the program. */
  readonly version: string;
  /** Format that it reads and writes (disk/format.ts); 0: unknown. */
  readonly format: number;
  /** Digest of the settings that a leader decides with. */
  readonly settings: string;
}

export interface KnownNode extends NodeNote {
  /** Whether its last sign of life is still valid; for display and for the choice at a hand-over. */
  readonly isAlive: boolean;
}

/**
 * Outcome of a note. `note`: note of the node with the same name or id that prevents it; undefined for an unknown node.
 */
export type NoteOutcome = { readonly written: true } | { readonly written: false; readonly note: NodeNote | undefined };

/** A node is known from `join` until `forget`, however long it is away. */
export interface LogNodes {
  /**
   * Makes a node known. Refused where the name belongs to another id, or the id to another name, as in a copied
   * directory.
   */
  join(note: NodeNote): Promise<NoteOutcome>;
  /** Updates a note. Refused where this name is unknown, or has another id. */
  announce(note: NodeNote): Promise<NoteOutcome>;
  /**
   * Counts the node as alive at this URL for `ttlMs` and resolves with ''. While it is alive at another URL, changes
   * nothing and resolves with that one, so that of two processes starting at once only one is the node.
   */
  keepAlive(name: string, url: string, ttlMs: number): Promise<string>;
  /** Stops counting the node as alive, if it was at this URL. */
  signOff(name: string, url: string): Promise<void>;
  /** Makes a node unknown; an unknown name changes nothing. */
  forget(name: string): Promise<void>;
  /** Lists the known nodes in the order of names. */
  list(): Promise<readonly KnownNode[]>;
}

export interface Follower {
  /** Receives the next entry; the log waits for it. An error ends `follow`. */
  entry(entry: Entry): Promise<void>;
  /** Receives the head, after all entries up to it. Heads may be skipped. */
  head(head: Head): void;
}

export interface Log {
  readonly nodes: LogNodes;
  /** Reads the head, linearizably; undefined for a log that was not begun. */
  head(): Promise<Head | undefined>;
  /** Begins a log that has no head. */
  begin(head: NewHead): Promise<Outcome>;
  /**
   * Appends one part of an entry, behind `after` or not at all. Every part but the last puts `after` again, under a new
   * version; the last one puts `head`. Parts are written in order, each behind the head that the one before it left.
   */
  append(after: Head, entry: Entry, head: NewHead, part: Part): Promise<Outcome>;
  /** Writes the same head again with the members of a beat, behind `after` or not at all. */
  beat(after: Head, beat: Beat): Promise<Outcome>;
  /**
   * Gives entries after number `afterAt`, existing and new ones, across lost connections, until `stop`; then it
   * resolves. It ignores parts that another leader left unfinished. Rejects with LogCut, or with an error of
   * `follower.entry`. Gives nothing while the log ends before `afterAt`.
   */
  follow(afterAt: number, follower: Follower, stop: AbortSignal): Promise<void>;
  /** Allows the log to remove entries up to this number, never beyond the head. */
  trim(upToAt: number): Promise<void>;
  close(): Promise<void>;
}
