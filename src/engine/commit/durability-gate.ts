// The durability gate: holds every reply back until the records that it read are durable.
//
// A reply may show a record that another caller's decision made and that is not on the disk yet. It therefore waits for
// the highest record that it read, not only for the record that it made. Guaranteed: replies of one record are released
// in the order in which they came. Not promised: any order between replies of different records.
// Glossary (docs/internals/glossary.md): durability gate.

import { Fault } from '../../kernel/result.ts';

/** A reply that is ready but for the disk. */
export interface Waiter {
  release(): void;
  /** Called when the journal failed: whether the change is durable is known only after the restart. */
  fail(): void;
}

export class DurabilityGate {
  durableSeq = 0;
  private failed = false;
  private readonly seqs: number[] = [];
  private readonly waiters: Waiter[] = [];

  /** Releases the waiter when record `seq` is durable: at once, or by a later `advance`. */
  wait(seq: number, waiter: Waiter): void {
    if (this.failed) waiter.fail();
    else if (seq <= this.durableSeq) waiter.release();
    else {
      this.seqs.push(seq);
      this.waiters.push(waiter);
    }
  }

  /** Resolves when record `seq` is durable. Rejects when the journal fails. */
  passed(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.wait(seq, { release: resolve, fail: () => reject(new Fault('the journal has failed')) });
    });
  }

  /** Number of waiting replies. */
  get waiting(): number {
    return this.waiters.length;
  }

  /** Releases the replies that read records up to `seq`, which are durable. */
  advance(seq: number): void {
    this.durableSeq = seq;
    // The queue is not ordered: a reply may wait for an older record than the reply before it. One commit releases
    // nearly all, so that a pass over all of them is cheap.
    let kept = 0;
    const { length } = this.seqs;
    const released: Waiter[] = [];
    for (let index = 0; index < length; index += 1) {
      if (this.seqs[index]! <= seq) released.push(this.waiters[index]!);
      else {
        this.seqs[kept] = this.seqs[index]!;
        this.waiters[kept] = this.waiters[index]!;
        kept += 1;
      }
    }
    this.seqs.length = kept;
    this.waiters.length = kept;
    for (const waiter of released) waiter.release();
  }

  /** Fails all waiting and all later replies. */
  fail(): void {
    this.failed = true;
    this.failWaiting();
  }

  /** Fails all waiting replies; whether what they read is durable is known later. */
  failWaiting(): void {
    const waiters = this.waiters.splice(0);
    this.seqs.length = 0;
    for (const waiter of waiters) waiter.fail();
  }
}
