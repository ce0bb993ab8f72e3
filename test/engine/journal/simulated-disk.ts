// A disk whose commits become durable later, in order, when the simulation says so, and which loses at a power cut
// the commits under way: all of them or, when the power went after the last write, none.
//
// A late disk stands behind a log: commits are promised before they are stored, and a power cut takes the rows of what
// is not stored, and no record. What the log has is put behind what the disk has, as a start would do.
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { AuditRow, Batch, Commit, EntryMark, Journal, Meta } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import type { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';
import { RowDigests } from '../../../src/engine/journal/row-digests.ts';
import { must } from '../../../src/kernel/result.ts';
import { CIPHER } from '../privacy/test-cipher.ts';

interface UnderWay {
  readonly commit: Commit;
  readonly promised: (() => void) | undefined;
  isPromised: boolean;
  readonly done: (written: boolean) => void;
  readonly lost: (error: Error) => void;
}

export class SimulatedDisk {
  durable: MemoryJournal;
  private readonly queue: UnderWay[] = [];
  private boot = 0;
  private readonly lateMax: number;

  /** `lateMax`: how many promised commits may wait to be stored; 0: both is one. */
  constructor(durable = new MemoryJournal(CIPHER), lateMax = 0) {
    this.durable = durable;
    this.lateMax = lateMax;
  }

  /** The last record that a power cut does not take. */
  get head(): number {
    const last = this.queue.findLast(({ isPromised }) => isPromised);
    return (last?.commit.meta ?? this.durable.meta)?.headSeq ?? 0;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** The disk as a process sees it, until the power goes. `cipher`: of that process. */
  plugIn(cipher = this.durable.cipher): Journal {
    this.boot += 1;
    return new Plugged(this, this.boot, cipher);
  }

  enqueue(commit: Commit, promised?: () => void): Promise<boolean> {
    return new Promise((done, lost) => this.queue.push({ commit, promised, isPromised: false, done, lost }));
  }

  /** Makes the oldest commit durable: promises it where the disk may be late, and stores the oldest one where not. */
  async completeNext(): Promise<void> {
    const late = this.queue.findIndex(({ isPromised }) => !isPromised);
    if (late >= 0 && late < this.lateMax) {
      const promising = this.queue[late]!;
      promising.isPromised = true;
      promising.promised?.();
      return;
    }
    await this.storeNext();
  }

  /** One step of the disk. `stores`: a late one stores, whatever could be promised. */
  async step(stores: boolean): Promise<void> {
    await (stores && this.lateMax > 0 ? this.storeNext() : this.completeNext());
  }

  /** Stores the oldest commit. */
  private async storeNext(): Promise<void> {
    if (this.lateMax > 0 && this.queue[0]?.isPromised !== true) return;
    const next = this.queue.shift();
    if (next !== undefined) next.done(await this.durable.commit(next.commit));
  }

  /** The oldest commit is refused, and all that were to follow it. */
  failNext(reason: string): void {
    for (const { commit, isPromised, lost } of this.queue.splice(0)) {
      if (isPromised) void this.durable.commit(this.fromLog(commit));
      lost(new Error(reason));
    }
  }

  /** What was under way is lost, but for the first `kept` of it, which were written and never acknowledged. */
  async cutPower(kept: number): Promise<void> {
    this.boot += 1;
    const underWay = this.queue.splice(0);
    let unpromised = 0;
    for (const { commit, isPromised } of underWay) {
      if (!isPromised && (unpromised += 1) > kept) break;
      await this.durable.commit(this.lateMax === 0 ? commit : this.fromLog(commit));
    }
    // The process that lost its power notices, so that nothing of it turns round for ever.
    for (const { lost } of underWay) lost(new Error('the power is off'));
  }

  /** What a start folds of a commit that is in the log: its records, and no row. */
  private fromLog({ batches, audit: { add }, meta }: Commit): Commit {
    const empty = { checkpointSeq: 0, truncatedSeq: 0, nextIds: {}, digests: new RowDigests().bytes() };
    const stored = this.durable.meta ?? { ...meta, ...empty, commitNumber: 0 };
    const { headSeq, lastMs } = meta;
    const next = { ...stored, commitNumber: stored.commitNumber + 1, headSeq, lastMs };
    return commitWith(next, { batches, audit: { add, remove: [] } });
  }

  isOn(boot: number): boolean {
    return boot === this.boot;
  }
}

class Plugged implements Journal {
  readonly cipher: SubjectCipher | undefined;
  private readonly disk: SimulatedDisk;
  private readonly boot: number;

  constructor(disk: SimulatedDisk, boot: number, cipher: SubjectCipher | undefined) {
    this.disk = disk;
    this.boot = boot;
    this.cipher = cipher;
  }

  private get device(): MemoryJournal {
    must(this.disk.isOn(this.boot), 'the power is off');
    return this.disk.durable;
  }

  // A process without power may still turn round once: it must find nothing to do.
  get meta(): Meta | undefined {
    return this.disk.isOn(this.boot) ? this.disk.durable.meta : undefined;
  }

  commit(commit: Commit, promised?: () => void): Promise<boolean> {
    return this.disk.isOn(this.boot)
      ? this.disk.enqueue(commit, promised)
      : Promise.reject(new Error('the power is off'));
  }

  batches(seq: number): Iterable<Batch> {
    return this.device.batches(seq);
  }

  oldestBatches(limit: number, fromSeq?: number): number[] {
    return this.disk.isOn(this.boot) ? this.disk.durable.oldestBatches(limit, fromSeq) : [];
  }

  entries(at: number): Iterable<EntryMark> {
    return this.device.entries(at);
  }

  lastEntry(): EntryMark | undefined {
    return this.device.lastEntry();
  }

  row(kind: KindName, id: number): Buffer | undefined {
    return this.device.row(kind, id);
  }

  rows(kind: KindName): Iterable<readonly [number, Buffer]> {
    return this.device.rows(kind);
  }

  tombstone(kind: KindName, id: number): Buffer | undefined {
    return this.device.tombstone(kind, id);
  }

  tombstones(kind: KindName, fromId?: number): Iterable<readonly [number, Buffer]> {
    return this.device.tombstones(kind, fromId);
  }

  audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [number, Buffer]> {
    return this.disk.isOn(this.boot) ? this.disk.durable.audit(seq, object) : [];
  }

  auditCount(): number {
    return this.device.auditCount();
  }

  keepMoment(): () => void {
    return this.device.keepMoment();
  }

  async close(): Promise<void> {}
}
