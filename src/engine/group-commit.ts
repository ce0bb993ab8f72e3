// When a batch is ripe. While the thread is the limit, as soon as half of the callers are in it: the disk then works
// while the replies of the other half go out and their next requests are decided. Begun with fewer, the next one has so
// many more: the groups keep their sizes, and while the large one is on its way to the disk the small one is no work
// for the thread. While the disk is the limit, it pays to wait for nearly all whose replies a commit has released: else
// two halves of them take turns, each waiting for the other's commit (figures: bench/README.md).

/** Of a commit's usual time; the most that a record is held back. */
const PATIENCE = 0.5;
const PATIENCE_MS_MAX = 1;
/** Callers that do not come back must not be waited for to the last one. */
const ENOUGH = 0.9;
const HALF = 0.5;
/** Of a new measurement in the running mean. */
const WEIGHT = 1 / 8;

export interface Stopwatch {
  nowMs(): number;
  /** How long the thread has worked. */
  activeMs(): number;
}

const STOPWATCH: Stopwatch = {
  nowMs: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
};

export class GroupCommit {
  private targetRecords = 0;
  private meanCommitMs = 0;
  /** What a record costs the thread, from request to reply. */
  private meanRecordMs = 0;
  private activeMsAtEnd = 0;
  private commitStartedMs = 0;
  private commitEndedMs = 0;
  private readonly stopwatch: Stopwatch;

  constructor(watch: Stopwatch = STOPWATCH) {
    this.stopwatch = watch;
  }

  commitStarted(): void {
    this.commitStartedMs = this.stopwatch.nowMs();
  }

  /** `released`: records of the commit; `pending`: records that arrived meanwhile. */
  commitEnded(released: number, pending: number): void {
    this.commitEndedMs = this.stopwatch.nowMs();
    this.meanCommitMs += (this.commitEndedMs - this.commitStartedMs - this.meanCommitMs) * WEIGHT;
    const activeMs = this.stopwatch.activeMs();
    if (released > 0) this.meanRecordMs += ((activeMs - this.activeMsAtEnd) / released - this.meanRecordMs) * WEIGHT;
    this.activeMsAtEnd = activeMs;
    const callers = released + pending;
    this.targetRecords = Math.floor(callers * (this.meanCommitMs > this.meanRecordMs * callers ? ENOUGH : HALF));
  }

  /** All that were waited for are there. */
  isComplete(pending: number): boolean {
    return this.targetRecords > 0 && pending >= this.targetRecords;
  }

  isReady(pending: number): boolean {
    if (pending >= this.targetRecords) return true;
    return this.stopwatch.nowMs() - this.commitEndedMs >= Math.min(this.meanCommitMs * PATIENCE, PATIENCE_MS_MAX);
  }
}

/** When to look whether a batch is ripe: nothing turns the loop only to wait. */
export class FlushTimer {
  private isScheduled = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly tryFlush: () => void;

  constructor(look: () => void) {
    this.tryFlush = look;
  }

  /** Once what has arrived in this turn of the loop is decided. */
  afterThisTurn(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.tryFlush();
    });
  }

  /** Whatever arrives in the meantime looks as well. */
  afterDelay(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tryFlush();
    }, PATIENCE_MS_MAX);
  }
}
