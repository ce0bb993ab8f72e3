// No reply before the disk: what saw a record waits for its commit (DESIGN §1, corollary 2).

/** A reply that is ready but for the disk. */
export interface Waiter {
  release(): void;
  /** The journal failed: whether the change was kept shows after the restart. */
  fail(): void;
}

export class DurabilityGate {
  durableSeq = 0;
  private failed = false;
  private readonly seqs: number[] = [];
  private readonly waiters: Waiter[] = [];

  /** Releases at once when record `seq` is durable. Waiters of one seq are released in the order they came. */
  wait(seq: number, waiter: Waiter): void {
    if (this.failed) waiter.fail();
    else if (seq <= this.durableSeq) waiter.release();
    else {
      this.seqs.push(seq);
      this.waiters.push(waiter);
    }
  }

  get waiting(): number {
    return this.waiters.length;
  }

  advance(seq: number): void {
    this.durableSeq = seq;
    // A reply may wait for an older record than the one before it in the queue, so all of them are looked at;
    // one commit releases nearly all.
    let kept = 0;
    const { length } = this.seqs;
    const released: Waiter[] = [];
    for (let at = 0; at < length; at += 1) {
      if (this.seqs[at]! <= seq) released.push(this.waiters[at]!);
      else {
        this.seqs[kept] = this.seqs[at]!;
        this.waiters[kept] = this.waiters[at]!;
        kept += 1;
      }
    }
    this.seqs.length = kept;
    this.waiters.length = kept;
    for (const waiter of released) waiter.release();
  }

  fail(): void {
    this.failed = true;
    const waiters = this.waiters.splice(0);
    this.seqs.length = 0;
    for (const waiter of waiters) waiter.fail();
  }
}
