// A journal behind a log: a batch is promised once the log has it, and stored on the disk of this process some commits
// later.
//
// A leader's batch is appended to the log before it counts; a follower's batch comes with its mark from the log. So no
// disk holds a record that the log could lose, and a deposed leader has nothing to take back. Not promised: that the
// disk keeps up; batches wait while it is too far behind.
import type { AuditRow, Batch, Commit, EntryMark, Journal, Meta } from '../journal/journal.ts';
import { batchCount } from '../journal/record.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';
import { CommitQueue } from './commit-queue.ts';
import { markOf } from './entry.ts';
import type { LogWriter } from './log-writer.ts';

const WAITING_BYTES_MAX = 67_108_864;

/** The log did not accept an append of this node, which leads no more. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

export class ReplicatedJournal implements Journal {
  private readonly disk: Journal;
  private readonly queue: CommitQueue;
  private writer: LogWriter | undefined;
  /** The last record sent to the log, whose answer may be on its way. */
  sentSeq = 0;
  /** Bytes of all batches since the start, of any leader. */
  batchBytes = 0;

  constructor(disk: Journal, waitingBytesMax = WAITING_BYTES_MAX) {
    this.disk = disk;
    this.queue = new CommitQueue(disk, waitingBytesMax);
  }

  /** Accepts new batches from now on, which the writer appends. */
  lead(writer: LogWriter): void {
    this.writer = writer;
  }

  /** As `Journal.commit`. Rejects with Deposed where this node leads no more. */
  async commit(commit: Commit, promised: () => void = () => {}): Promise<boolean> {
    const entries = [...commit.entries];
    // A batch with a mark is already in the log, even if this node has taken the lead since.
    const loggedSeq = entries.at(-1)?.lastSeq ?? 0;
    for (const { firstSeq, bytes } of commit.batches) {
      await this.queue.room();
      this.batchBytes += bytes.length;
      if (firstSeq <= loggedSeq) continue;
      const count = batchCount(bytes);
      this.sentSeq = firstSeq + count - 1;
      const entry = await this.writer!.append(bytes, count);
      if (entry === undefined) throw new Deposed('this node leads no more');
      entries.push(markOf(entry));
    }
    const stored = this.queue.store({ ...commit, entries });
    promised();
    return stored;
  }

  get cipher(): SubjectCipher | undefined {
    return this.disk.cipher;
  }

  get meta(): Meta | undefined {
    return this.disk.meta;
  }

  batches(seq: number): Iterable<Batch> {
    return this.disk.batches(seq);
  }

  oldestBatches(limit: number, fromSeq?: number): number[] {
    return this.disk.oldestBatches(limit, fromSeq);
  }

  entries(at: number): Iterable<EntryMark> {
    return this.disk.entries(at);
  }

  lastEntry(): EntryMark | undefined {
    return this.disk.lastEntry();
  }

  row(kind: KindName, id: number): Buffer | undefined {
    return this.disk.row(kind, id);
  }

  rows(kind: KindName): Iterable<readonly [id: number, bytes: Buffer]> {
    return this.disk.rows(kind);
  }

  tombstone(kind: KindName, id: number): Buffer | undefined {
    return this.disk.tombstone(kind, id);
  }

  tombstones(kind: KindName, fromId?: number): Iterable<readonly [id: number, bytes: Buffer]> {
    return this.disk.tombstones(kind, fromId);
  }

  audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [seq: number, bytes: Buffer]> {
    return this.disk.audit(seq, object);
  }

  auditCount(): number {
    return this.disk.auditCount();
  }

  keepMoment(): () => void {
    return this.disk.keepMoment();
  }

  close(): Promise<void> {
    return this.disk.close();
  }
}
