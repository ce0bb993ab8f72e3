// Group commit: decides when the records packed so far are written to the journal as one batch.
//
// It keeps the deciding thread and the disk busy at the same time:
// - thread-bound: commit as soon as half of the waiting callers are in the batch; the disk writes while the other half
//   is answered and sends its next requests. A commit that starts with fewer makes the next one larger by as many, so
//   unequal groups would stay unequal, and the thread would idle while the large one is written;
// - disk-bound: wait for nearly all callers that the last commit released, or two half-empty groups alternate, each
//   waiting for the other's commit.
// Figures: bench/README.md. Not promised: a bound on latency under overload; dispatch refuses calls then.
// Glossary (docs/internals/glossary.md): group commit.
import type { Stopwatch } from '../../kernel/clock.ts';
import { Histogram, SECONDS } from '../../kernel/histogram.ts';

/** A record is held back for at most DELAY_SHARE of a commit's mean duration, and at most DELAY_MS_MAX. */
const DELAY_SHARE = 0.5;
const DELAY_MS_MAX = 1;
/** Share of released callers to wait for while the disk is the limit: some callers never come back. */
const DISK_BOUND_SHARE = 0.9;
const THREAD_BOUND_SHARE = 0.5;
/** Weight of a new measurement in the exponential means. */
const WEIGHT = 1 / 8;
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

export class GroupCommit {
  readonly durations = new Histogram(SECONDS);
  /** Records of a commit. */
  readonly sizes = new Histogram(BATCH_SIZES);
  /** Records to wait for before committing; 0 until a first commit was measured. */
  private targetRecords = 0;
  /** Exponentially weighted mean duration of a commit, in milliseconds. */
  private meanCommitMs = 0;
  /** Exponentially weighted mean work of the thread per record, from request to reply, in milliseconds. */
  private meanRecordMs = 0;
  /** The thread's working time at the end of the last commit. */
  private activeMsAtEnd = 0;
  private commitStartedMs = 0;
  private commitEndedMs = 0;
  private readonly stopwatch: Stopwatch;

  constructor(stopwatch: Stopwatch) {
    this.stopwatch = stopwatch;
  }

  commitStarted(): void {
    this.commitStartedMs = this.stopwatch.nowMs();
  }

  /** `released`: records of the commit; `pending`: records that were packed meanwhile. */
  noteCommitEnd(released: number, pending: number): void {
    this.commitEndedMs = this.stopwatch.nowMs();
    const tookMs = this.commitEndedMs - this.commitStartedMs;
    this.durations.observe(tookMs / 1000);
    this.sizes.observe(released);
    this.meanCommitMs += (tookMs - this.meanCommitMs) * WEIGHT;
    const activeMs = this.stopwatch.activeMs();
    if (released > 0) this.meanRecordMs += ((activeMs - this.activeMsAtEnd) / released - this.meanRecordMs) * WEIGHT;
    this.activeMsAtEnd = activeMs;
    const callers = released + pending;
    this.targetRecords = Math.floor(
      callers * (this.meanCommitMs > this.meanRecordMs * callers ? DISK_BOUND_SHARE : THREAD_BOUND_SHARE),
    );
  }

  /** Whether the target is reached. */
  isComplete(pending: number): boolean {
    return this.targetRecords > 0 && pending >= this.targetRecords;
  }

  /** Whether waiting longer cannot pay off: the target is reached, or the last commit ended long enough ago. */
  isReady(pending: number): boolean {
    if (pending >= this.targetRecords) return true;
    const waitedMs = this.stopwatch.nowMs() - this.commitEndedMs;
    return waitedMs >= Math.min(this.meanCommitMs * DELAY_SHARE, DELAY_MS_MAX);
  }
}

/** Calls `tryFlush` when a batch may have become ready, without keeping the event loop turning only to wait. */
export class FlushTimer {
  private isScheduled = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly tryFlush: () => void;

  constructor(tryFlush: () => void) {
    this.tryFlush = tryFlush;
  }

  /** Flushes when all requests of this turn of the event loop are decided. */
  afterThisTurn(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.tryFlush();
    });
  }

  /** Flushes when the longest delay has passed. Requests that arrive in the meantime try to flush as well. */
  afterDelay(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tryFlush();
    }, DELAY_MS_MAX);
  }
}
