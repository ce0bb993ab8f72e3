// Time limits of bodies that are arriving over uWebSockets.js, which has a limit of its own and lets nobody set it: a
// body slower than 16 KB/s is closed after 8 to 12 s. Each body is therefore renewed at short intervals, and this clock
// decides when its time is over.
//
// Time is counted in ticks of one timer, so that a request costs a few assignments and no timer of its own. A body may
// take one tick longer than its limit.

const TICKS_PER_TIMEOUT = 16;
const TICK_MS_MAX = 500;
const RENEWAL_TICKS = 6;

/** A body under way, as a member of the list that the clock walks. */
export interface TimedBody {
  /** Written by the clock only, like `older` and `newer`. */
  startTick: number;
  older: TimedBody | undefined;
  newer: TimedBody | undefined;
  /** Restarts the time that uWebSockets.js gives the body. Called every 3 s at most. */
  renewTimeout(): void;
  /** Called when the time is over; must remove the body from the clock. */
  bodyTimedOut(): void;
}

export class BodyTimeouts {
  /** Milliseconds between two calls of `tick`. */
  readonly tickMs: number;
  private readonly ticksMax: number;
  private ticks = 0;
  private oldest: TimedBody | undefined;
  private newest: TimedBody | undefined;

  constructor(timeoutMs: number) {
    this.tickMs = Math.max(1, Math.min(TICK_MS_MAX, Math.ceil(timeoutMs / TICKS_PER_TIMEOUT)));
    this.ticksMax = Math.ceil(timeoutMs / this.tickMs);
  }

  add(body: TimedBody): void {
    body.startTick = this.ticks;
    body.older = this.newest;
    if (this.newest === undefined) this.oldest = body;
    else this.newest.newer = body;
    this.newest = body;
  }

  /** Must be called once per body that was added. */
  remove(body: TimedBody): void {
    const { older, newer } = body;
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
    body.older = undefined;
    body.newer = undefined;
  }

  tick(): void {
    this.ticks++;
    const age = ({ startTick }: TimedBody): number => this.ticks - startTick;
    while (this.oldest !== undefined && age(this.oldest) > this.ticksMax) this.oldest.bodyTimedOut();
    for (let body = this.oldest; body !== undefined && age(body) >= RENEWAL_TICKS; body = body.newer) {
      if (age(body) % RENEWAL_TICKS === 0) body.renewTimeout();
    }
  }
}
