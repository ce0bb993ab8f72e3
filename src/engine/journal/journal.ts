// The journal: batches of records, the row of every actor, tombstones, and the audit log, written in atomic commits.
//
// LMDB and memory implement it and pass one contract suite (test/engine/journal/journal.test.ts). A commit is fenced by
// its number: a second writer on the same store writes nothing. Not promised: iterators that survive a commit. Bytes
// from an iterator are valid only until it goes on.
// Glossary (docs/internals/glossary.md): journal, row.
import type { KindName } from '../../domain/kinds.ts';
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
   * The id that the next actor of each kind gets; `subject`: the number of the next data subject; `invoice`: the number
   * of the next invoice at least.
   */
  readonly nextIds: { readonly [kind: string]: number };
  /** Of all rows and tombstones, as `RowDigests.bytes` has them. */
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

/** What a node keeps of an entry of the log that its shop shares with others. */
export interface EntryMark {
  /** Its own number. */
  readonly at: number;
  /** Grows with every change of the leader. */
  readonly epoch: number;
  /** The last record in it, or before it where it has none. */
  readonly lastSeq: number;
  /** A hash of this entry and all before it, as hexadecimal digits. */
  readonly chain: string;
}

/** Entries of the audit log that a commit adds and removes. */
export interface AuditChange {
  readonly add: readonly AuditRow[];
  readonly remove: readonly Omit<AuditRow, 'bytes'>[];
}

const NO_AUDIT: AuditChange = { add: [], remove: [] };

/** Written as a whole or not at all. */
export interface Commit {
  /** The number of the commit that this one follows: where the journal has another one, nothing is written. */
  readonly follows: number;
  readonly batches: readonly Batch[];
  /** Of the log; none where the shop has no log. Marks of truncated records are removed. */
  readonly entries: readonly EntryMark[];
  readonly rows: readonly ActorRow[];
  /** Keys of batches to remove. */
  readonly truncatedBatches: readonly number[];
  /** Tombstones to remove. */
  readonly droppedTombstones: readonly { readonly kind: KindName; readonly id: number }[];
  readonly audit: AuditChange;
  readonly meta: Meta;
}

/** A commit that writes what is given, and else its meta row alone. `follows`: by default the number before its own. */
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
  /** Encrypts what is about persons in rows and batches; undefined where nothing is written down. */
  readonly cipher: SubjectCipher | undefined;
  /** As of the last commit; undefined for an empty store. */
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
  /** Marks of entries, in the order of their numbers, beginning with `at`. */
  entries(at: number): Iterable<EntryMark>;
  /** The mark of the last entry; undefined where the shop has no log. */
  lastEntry(): EntryMark | undefined;
  row(kind: KindName, id: number): Buffer | undefined;
  rows(kind: KindName): Iterable<readonly [id: number, bytes: Buffer]>;
  tombstone(kind: KindName, id: number): Buffer | undefined;
  /** In the order of ids, beginning with `fromId`. */
  tombstones(kind: KindName, fromId?: number): Iterable<readonly [id: number, bytes: Buffer]>;
  /** Entries from `seq` on, oldest first; of one object only where one is named. */
  audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [seq: number, bytes: Buffer]>;
  auditCount(): number;
  close(): Promise<void>;
}

/** An entry as the journal keeps it. */
export interface AuditRow {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly objects: readonly (readonly [kind: KindName, id: number])[];
}

/** Whether an entry is to be given to whoever asks for those of one object, or of all. */
export const isAbout = ({ objects }: AuditRow, object: AuditRow['objects'][number] | undefined): boolean =>
  object === undefined || objects.some(([kind, id]) => kind === object[0] && id === object[1]);
