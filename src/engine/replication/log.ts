// The log that all nodes of a shop share: one ordered sequence of entries, with one writer at a time.
//
// Guaranteed by every implementation (contract suite: test/engine/replication/log-contract.ts):
// - A write names the head that it stands behind, by version and by value, and changes nothing where another one is
//   there. Versions are never used again. This is the only fence between leaders: no clock, no lock.
// - What was answered with `written: true` is durable and is seen by every `head()` that begins afterwards.
// - Followers get whole entries, each once and in order.
// Methods are single attempts within a time limit of the implementation. An attempt that rejects may have been written,
// may be written later, and more than once; only LogRefused for good says that none was, and that none ever will be.
// LogWriter makes of that an append which happens once.
// Not promised: that entries are kept. The log is a short tail; nodes keep the history.
import type { ChainEnd, Entry, Part } from './entry.ts';

/** Where the log stands. */
export interface Head extends ChainEnd {
  /** The log's own version of this head: another one after every write, also where nothing else has changed. Opaque. */
  readonly version: string;
  /** Drawn when the log was begun: a log that was begun again is another one. */
  readonly logId: string;
  /** The node that leads. */
  readonly leader: string;
  /**
   * Drawn by each process that campaigns. Two candidates behind the same head leave the same epoch, number and chain:
   * this says whose they are.
   */
  readonly claim: string;
  /** Where the leader answers other nodes. */
  readonly url: string;
  /** Of the change feed (`StoreIdentity.feedEpoch`). */
  readonly feedEpoch: string;
  /** The leader's time when it first sent what put this head, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The node that is handed the lead; absent otherwise. */
  readonly to?: string;
}

/** A head that is to be written: the log gives it its version. */
export type NewHead = Omit<Head, 'version'>;

/** What a beat changes. Without `to`, nobody is handed the lead. */
export type Beat = Pick<Head, 'nowMs' | 'url' | 'to'>;

/** `head`: what the log holds then; undefined for a log that has lost everything. */
export type Outcome =
  | { readonly written: true; readonly head: Head }
  | { readonly written: false; readonly head: Head | undefined };

/** The log gave no answer, or none that can be read. Whether anything was written is unknown. */
export class LogSilent extends Error {
  override readonly name = 'LogSilent';
}

/** The log itself refuses a request, for a reason other than its head. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
  /**
   * True: for what the request is, such as too large. No other copy of it was written, or will be. False: for how the
   * log is, such as out of space; it may take a later copy, and may even have written this one.
   */
  readonly isForGood: boolean;

  constructor(message: string, isForGood = false) {
    super(message);
    this.isForGood = isForGood;
  }
}

/** Entries behind the number asked for are no longer held: they are to be had from a node. */
export class LogCut extends Error {
  override readonly name = 'LogCut';
}

/** What a node says of itself, and what stays true of it while it is away. */
export interface NodeNote {
  readonly name: string;
  /** Drawn when its data directory became a node's. */
  readonly id: string;
  readonly url: string;
  /** The last entry on its disk. */
  readonly storedAt: number;
  /** Keys that records up to this one destroy are destroyed on its disk. */
  readonly puncturedSeq: number;
  /** Of the program. */
  readonly version: string;
  /** Of what it reads and writes (disk/format.ts); 0: it does not say. */
  readonly format: number;
  /** Digest of the settings that a leader decides with. */
  readonly settings: string;
}

export interface KnownNode extends NodeNote {
  /** It said so within the time that it gave. For display and for the choice at a hand-over. */
  readonly isAlive: boolean;
}

/** `note`: of the node that stands in the way, by its name or its id; undefined where the node is not known. */
export type NoteOutcome = { readonly written: true } | { readonly written: false; readonly note: NodeNote | undefined };

/** A node is known from `join` until `forget`, however long it is away. */
export interface LogNodes {
  /** Refused where the name belongs to another id, or the id to another name: a copied data directory. */
  join(note: NodeNote): Promise<NoteOutcome>;
  /** Refused where this name is not known, or not under this id. */
  announce(note: NodeNote): Promise<NoteOutcome>;
  /**
   * The node counts as alive for `ttlMs` from now on, at this URL, and resolves with ''. While it counts as alive at
   * another one, nothing changes, and this resolves with that one: of two processes that begin at the same moment one
   * is the node.
   */
  keepAlive(name: string, url: string, ttlMs: number): Promise<string>;
  /** The node counts as alive no more, if it was at this URL. */
  signOff(name: string, url: string): Promise<void>;
  /** It is not known any more; a name that is not known changes nothing. */
  forget(name: string): Promise<void>;
  /** In the order of names. */
  list(): Promise<readonly KnownNode[]>;
}

export interface Follower {
  /** The next entry; the log waits for it. What it throws ends `follow`. */
  entry(entry: Entry): Promise<void>;
  /** The log stands here, and all entries up to it were given before. May leave heads out. */
  head(head: Head): void;
}

export interface Log {
  readonly nodes: LogNodes;
  /** Linearizable; undefined for a log that was not begun. */
  head(): Promise<Head | undefined>;
  /** Only where the log has no head. */
  begin(head: NewHead): Promise<Outcome>;
  /**
   * One part of an entry, behind `after` or not at all. Every part but the last puts `after` again, under a new
   * version; the last one puts `head`. Parts are written in order, each behind the head that the one before it left.
   */
  append(after: Head, entry: Entry, head: NewHead, part: Part): Promise<Outcome>;
  /** The same head again, but for what a beat changes, behind `after` or not at all. */
  beat(after: Head, beat: Beat): Promise<Outcome>;
  /**
   * Entries behind number `afterAt`, then those that come, across lost connections, until `stop`: resolves then. Of an
   * entry, it takes the parts that the write which moved the head has counted, and none that another leader left.
   * Rejects with LogCut, or with what `follower.entry` throws. Gives nothing while the log ends before `afterAt`.
   */
  follow(afterAt: number, follower: Follower, stop: AbortSignal): Promise<void>;
  /** Entries up to this number may go. Never beyond the head. */
  trim(upToAt: number): Promise<void>;
  close(): Promise<void>;
}
