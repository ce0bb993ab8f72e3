// Would catch: a body that uWebSockets.js closes before our own limit has passed, one that may take longer than its
// limit or is refused before it, and a list of bodies that loses one.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyTimeouts } from '../../../src/http/transport/body-timeouts.ts';
import type { TimedBody } from '../../../src/http/transport/body-timeouts.ts';

/** The shortest time that uWebSockets.js gives a body, or the rest of one that was renewed. */
const UWS_TIMEOUT_MS = 8000;

class Body implements TimedBody {
  startTick = 0;
  older: TimedBody | undefined = undefined;
  newer: TimedBody | undefined = undefined;
  isOver = false;
  timedOutMs = 0;
  lastRenewedMs: number;
  longestMs = 0;
  private readonly timeouts: BodyTimeouts;
  readonly beganMs: number;
  private readonly now: () => number;

  constructor(timeouts: BodyTimeouts, beganMs: number, now: () => number) {
    this.timeouts = timeouts;
    this.now = now;
    this.beganMs = beganMs;
    this.lastRenewedMs = beganMs;
    timeouts.add(this);
  }

  renewTimeout(): void {
    expect(this.isOver).toBe(false);
    this.longestMs = Math.max(this.longestMs, this.now() - this.lastRenewedMs);
    this.lastRenewedMs = this.now();
  }

  bodyTimedOut(): void {
    this.timedOutMs = this.now();
    this.end();
  }

  end(): void {
    expect(this.isOver).toBe(false);
    this.isOver = true;
    this.longestMs = Math.max(this.longestMs, this.now() - this.lastRenewedMs);
    this.timeouts.remove(this);
  }
}

test('a body ends at its limit, one tick later at most, and uWebSockets.js never ends it before', () => {
  const step = fc.oneof(
    // At this share of the time between two ticks.
    fc.record({ begin: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
    fc.constant('tick' as const),
    fc.record({ end: fc.nat() }),
  );
  const limit = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 5000, max: 40_000 }));
  fc.assert(
    fc.property(limit, fc.array(step, { maxLength: 300, size: 'max' }), (limitMs, steps) => {
      const timeouts = new BodyTimeouts(limitMs);
      let nowMs = 0;
      const all: Body[] = [];
      const tick = (): void => {
        nowMs += timeouts.tickMs;
        timeouts.tick();
      };
      for (const each of steps) {
        if (each === 'tick') tick();
        else if ('begin' in each) all.push(new Body(timeouts, nowMs + each.begin * timeouts.tickMs, () => nowMs));
        else {
          const open = all.filter(({ isOver }) => !isOver);
          open[each.end % Math.max(1, open.length)]?.end();
        }
      }
      for (let ticks = 0; ticks <= limitMs / timeouts.tickMs + 2; ticks += 1) tick();
      for (const { isOver, timedOutMs, beganMs, longestMs } of all) {
        expect(isOver).toBe(true);
        expect(longestMs).toBeLessThanOrEqual(UWS_TIMEOUT_MS / 2);
        if (timedOutMs === 0) continue;
        expect(timedOutMs - beganMs).toBeGreaterThanOrEqual(limitMs);
        expect(timedOutMs - beganMs).toBeLessThanOrEqual(limitMs + 2 * timeouts.tickMs);
      }
    }),
  );
});
