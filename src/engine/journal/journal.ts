// The journal: batches of records, the row of every actor, tombstones, and the audit log, written in atomic commits.
//
// LMDB and memory implement it and pass one contract suite (test/engine/journal/journal.test.ts). A commit is fenced by
// its number: a second writer on the same store writes nothing. Not promised: iterators that survive a commit. Bytes
// from an iterator are valid only until it goes on.
// Glossary (docs/internals/glossary.md): journal, row.
import type { KindName } from '../../domain/kind-types.ts';
import type { FormatRange } from '../disk/format.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

/** What the store knows about itself, written with every commit. */
export interface Meta extends FormatRange {
  /** Grows with every commit: the fence against a second writer. */
  readonly commitNumber: number;
  /** The last record in the journal. */
  readonly headSeq: number;
  /** Rows hold every change up to this record; recovery replays what follows. */
  readonly checkpointSeq: number;
  /** Records up to this one were truncated. */
  readonly truncatedSeq: number;
  readonly lastMs: number;
  /**
   * Id of the next actor of each kind; `subject`: number of the next data subject; `invoice`: least number of the next
   * invoice.
   */
  readonly nextIds: { readonly [kind: string]: number };
  /** Digests of all rows and tombstones (`RowDigests.bytes`). */
  readonly digests: Uint8Array;
}

export interface ActorRow {
  readonly kind: KindName;
  readonly id: number;
  /** [seq, encoded state] with a checksum (`checksummed.ts`); undefined where the actor has ended. */
  readonly bytes: Buffer | undefined;
  /** For an actor that has ended: [seq, generation] with a checksum. */
  readonly tombstone: Buffer | undefined;
}

export interface Batch {
  readonly firstSeq: number;
  readonly bytes: Buffer;
}

/** Mark of an entry of the shared log, kept by each node. */
export interface EntryMark {
  /** Number of the entry. */
  readonly at: number;
  /** Number of the leadership; grows with every change of the leader. */
  readonly epoch: number;
  /** The last record in the entry, or before it if it has none. */
  readonly lastSeq: number;
  /** Hash of this entry and all before it, in hexadecimal digits. */
  readonly chain: string;
}

/** Entries of the audit log that a commit adds and removes. */
export interface AuditChange {
  readonly add: readonly AuditRow[];
  readonly remove: readonly Omit<AuditRow, 'bytes'>[];
}

const NO_AUDIT: AuditChange = { add: [], remove: [] };

/** One transaction on disk: written as a whole or not at all. */
export interface Commit {
  /** The number of the commit that this one follows: where the journal has another one, nothing is written. */
  readonly follows: number;
  readonly batches: readonly Batch[];
  /** Marks of entries of the log; empty without a log. Marks of truncated records are removed. */
  readonly entries: readonly EntryMark[];
  readonly rows: readonly ActorRow[];
  /** Keys of batches to remove. */
  readonly truncatedBatches: readonly number[];
  /** Tombstones to remove. */
  readonly droppedTombstones: readonly { readonly kind: KindName; readonly id: number }[];
  readonly audit: AuditChange;
  readonly meta: Meta;
}

/** A commit that writes the given parts and its meta row. `follows`: by default the number before its own. */
export const commitWith = (meta: Meta, given: Partial<Commit> = {}): Commit => ({
  follows: meta.commitNumber - 1,
  batches: [],
  entries: [],
  rows: [],
  truncatedBatches: [],
  droppedTombstones: [],
  audit: NO_AUDIT,
  meta,
  ...given,
});

export interface Journal {
  /** Cipher of personal values in rows and batches; undefined for a journal in memory. */
  readonly cipher: SubjectCipher | undefined;
  /** Meta row of the last commit; undefined for an empty store. */
  readonly meta: Meta | undefined;
  /**
   * Resolves once the commit is on the disk, as durable as the mode says; false when another writer came first and
   * nothing was written. A journal whose records are safe earlier calls `promised` then.
   */
  commit(commit: Commit, promised?: () => void): Promise<boolean>;
  /** Batches in order, beginning with the one that holds or follows `seq`. */
  batches(seq: number): Iterable<Batch>;
  /** Keys of the oldest batches that begin with record `fromSeq` or later, at most `limit`. */
  oldestBatches(limit: number, fromSeq?: number): number[];
  /** Marks of entries in the order of their numbers, from `at` on. */
  entries(at: number): Iterable<EntryMark>;
  /** The mark of the last entry; undefined where the shop has no log. */
  lastEntry(): EntryMark | undefined;
  row(kind: KindName, id: number): Buffer | undefined;
  rows(kind: KindName): Iterable<readonly [id: number, bytes: Buffer]>;
  tombstone(kind: KindName, id: number): Buffer | undefined;
  /** Tombstones in the order of ids, from `fromId` on. */
  tombstones(kind: KindName, fromId?: number): Iterable<readonly [id: number, bytes: Buffer]>;
  /** Audit entries from `seq` on, oldest first; of one object, if one is named. */
  audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [seq: number, bytes: Buffer]>;
  auditCount(): number;
  /** Keeps what the file has now for another process that reads it, until the result is called. */
  keepMoment(): () => void;
  close(): Promise<void>;
}

/** An audit entry as the journal keeps it. */
export interface AuditRow {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly objects: readonly (readonly [kind: KindName, id: number])[];
}

/** Whether an audit entry is about `object`; true where it is undefined. */
export const isAbout = ({ objects }: AuditRow, object: AuditRow['objects'][number] | undefined): boolean =>
  object === undefined || objects.some(([kind, id]) => kind === object[0] && id === object[1]);
