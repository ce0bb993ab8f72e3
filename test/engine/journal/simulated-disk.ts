// A disk whose commits become durable later, in order, when the simulation says so, and which loses at a power cut
// the commits under way: all of them or, when the power went after the last write, none.
import type { AuditRow, Batch, Commit, Journal, Meta } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { KindName } from '../../../src/domain/kinds.ts';
import type { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';
import { must } from '../../../src/kernel/result.ts';
import { CIPHER } from '../privacy/test-cipher.ts';

interface UnderWay {
  readonly commit: Commit;
  readonly done: (written: boolean) => void;
  readonly lost: (error: Error) => void;
}

export class SimulatedDisk {
  durable: MemoryJournal;
  private readonly queue: UnderWay[] = [];
  private boot = 0;

  constructor(durable = new MemoryJournal(CIPHER)) {
    this.durable = durable;
  }

  get head(): number {
    return this.durable.meta?.headSeq ?? 0;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** The disk as a process sees it, until the power goes. */
  plugIn(): Journal {
    this.boot += 1;
    return new Plugged(this, this.boot);
  }

  enqueue(commit: Commit): Promise<boolean> {
    return new Promise((done, lost) => this.queue.push({ commit, done, lost }));
  }

  /** Makes the oldest commit durable. */
  async completeNext(): Promise<void> {
    const next = this.queue.shift();
    if (next !== undefined) next.done(await this.durable.commit(next.commit));
  }

  /** The oldest commit is refused, and all that were to follow it. */
  failNext(reason: string): void {
    for (const { lost } of this.queue.splice(0)) lost(new Error(reason));
  }

  /** What was under way is lost, but for the first `kept` of it, which were written and never acknowledged. */
  async cutPower(kept: number): Promise<void> {
    this.boot += 1;
    const underWay = this.queue.splice(0);
    for (const { commit } of underWay.slice(0, kept)) await this.durable.commit(commit);
    // The process that lost its power notices, so that nothing of it turns round for ever.
    for (const { lost } of underWay) lost(new Error('the power is off'));
  }

  isOn(boot: number): boolean {
    return boot === this.boot;
  }
}

class Plugged implements Journal {
  private readonly disk: SimulatedDisk;
  private readonly boot: number;

  constructor(disk: SimulatedDisk, boot: number) {
    this.disk = disk;
    this.boot = boot;
  }

  private get device(): MemoryJournal {
    must(this.disk.isOn(this.boot), 'the power is off');
    return this.disk.durable;
  }

  get cipher(): SubjectCipher | undefined {
    return this.disk.durable.cipher;
  }

  // A process without power may still turn round once: it must find nothing to do.
  get meta(): Meta | undefined {
    return this.disk.isOn(this.boot) ? this.disk.durable.meta : undefined;
  }

  commit(commit: Commit): Promise<boolean> {
    return this.disk.isOn(this.boot) ? this.disk.enqueue(commit) : Promise.reject(new Error('the power is off'));
  }

  batches(seq: number): Iterable<Batch> {
    return this.device.batches(seq);
  }

  oldestBatches(limit: number): number[] {
    return this.disk.isOn(this.boot) ? this.disk.durable.oldestBatches(limit) : [];
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

  async close(): Promise<void> {}
}
