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

export class Gathering {
  private expected = 0;
  private commitMs = 0;
  /** What a record costs the thread, from request to reply. */
  private recordMs = 0;
  private activeMs = 0;
  private startedMs = 0;
  private endedMs = 0;
  private readonly watch: Stopwatch;

  constructor(watch: Stopwatch = STOPWATCH) {
    this.watch = watch;
  }

  started(): void {
    this.startedMs = this.watch.nowMs();
  }

  /** `released`: records of the commit; `pending`: records that arrived meanwhile. */
  ended(released: number, pending: number): void {
    this.endedMs = this.watch.nowMs();
    this.commitMs += (this.endedMs - this.startedMs - this.commitMs) * WEIGHT;
    const activeMs = this.watch.activeMs();
    if (released > 0) this.recordMs += ((activeMs - this.activeMs) / released - this.recordMs) * WEIGHT;
    this.activeMs = activeMs;
    const callers = released + pending;
    this.expected = Math.floor(callers * (this.commitMs > this.recordMs * callers ? ENOUGH : HALF));
  }

  /** All that were waited for are there. */
  complete(pending: number): boolean {
    return this.expected > 0 && pending >= this.expected;
  }

  ripe(pending: number): boolean {
    if (pending >= this.expected) return true;
    return this.watch.nowMs() - this.endedMs >= Math.min(this.commitMs * PATIENCE, PATIENCE_MS_MAX);
  }
}

/** When to look whether a batch is ripe: nothing turns the loop only to wait. */
export class Lookout {
  private ahead = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly look: () => void;

  constructor(look: () => void) {
    this.look = look;
  }

  /** Once what has arrived in this turn of the loop is decided. */
  soon(): void {
    if (this.ahead) return;
    this.ahead = true;
    setImmediate(() => {
      this.ahead = false;
      this.look();
    });
  }

  /** Whatever arrives in the meantime looks as well. */
  later(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.look();
    }, PATIENCE_MS_MAX);
  }
}
