// Catches a group commit that leaves the thread or the disk idle: callers in a closed loop, a thread and a disk, in
// virtual time.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GroupCommit } from '../../../src/engine/commit/group-commit.ts';

interface Shop {
  readonly callers: number;
  /** Of the thread: to decide a request, and to send a reply. */
  readonly decideMs: number;
  readonly replyMs: number;
  readonly commitMs: number;
  /** From a reply to the same caller's next request. */
  readonly thinkMs: number;
  /** Every so many commits, one takes ten times as long. */
  readonly hiccup: number;
  /** The collector takes the thread for so long, every thirty times so long. */
  readonly pauseMs: number;
}

/** Replies per millisecond, and the sizes of the batches. */
const run = (
  { callers, decideMs, replyMs, commitMs, thinkMs, hiccup, pauseMs }: Shop,
  commits: number,
  complete = true,
) => {
  let [now, active, paused] = [0, 0, 0];
  const groupCommit = new GroupCommit({ nowMs: () => now, activeMs: () => active });
  const work = (ms: number): void => {
    const pause = now - paused > pauseMs * 30 ? pauseMs : 0;
    now += ms + pause;
    active += ms + pause;
    if (pause > 0) paused = now;
  };
  /** When each caller's request arrives, in order. */
  let arrivals = Array.from({ length: callers }, () => 0);
  let pending = 0;
  let flight: { readonly size: number; readonly doneMs: number } | undefined;
  const sizes: number[] = [];
  let replies = 0;
  const start = (): void => {
    groupCommit.commitStarted();
    // From half to one and a half of the usual time.
    const usual = 0.5 + ((sizes.length * 0.618) % 1);
    const tookMs = commitMs * (sizes.length % hiccup === hiccup - 1 ? 10 : usual);
    flight = { size: pending, doneMs: now + tookMs };
    sizes.push(pending);
    pending = 0;
  };
  while (sizes.length < commits) {
    // A turn of the loop: all that has arrived, what the disk says, and then the look that setImmediate takes.
    const due = arrivals.filter((at) => at <= now).length;
    arrivals = arrivals.slice(due);
    for (let at = 0; at < due; at += 1) {
      work(decideMs);
      pending += 1;
      if (complete && flight === undefined && groupCommit.isComplete(pending)) start();
    }
    if (flight !== undefined && flight.doneMs <= now) {
      const { size } = flight;
      flight = undefined;
      groupCommit.noteCommitEnd(size, pending);
      if (pending > 0 && groupCommit.isReady(pending)) start();
      for (let at = 0; at < size; at += 1) {
        work(replyMs);
        arrivals.push(now + thinkMs);
      }
      replies += size;
    } else if (flight === undefined && pending > 0 && groupCommit.isReady(pending)) start();
    else if (due === 0) {
      if (flight === undefined && pending > 0) work(0.02);
      else now = Math.max(now, Math.min(arrivals[0] ?? Infinity, flight?.doneMs ?? Infinity));
    }
  }
  return { rate: replies / now, sizes };
};

const shops = fc.record({
  callers: fc.integer({ min: 64, max: 256 }),
  decideMs: fc.double({ min: 0.01, max: 0.05, noNaN: true }),
  replyMs: fc.double({ min: 0.002, max: 0.01, noNaN: true }),
  thinkMs: fc.double({ min: 0.01, max: 0.05, noNaN: true }),
  hiccup: fc.integer({ min: 30, max: 200 }),
  pauseMs: fc.double({ min: 0.1, max: 3, noNaN: true }),
});

// Would catch: a batch that waits for the end of a turn and takes the other group with it, which leaves the thread
// nothing to do.
test('thread-bound: the thread hardly ever waits for the disk', () => {
  fc.assert(
    fc.property(shops, fc.double({ min: 0.2, max: 0.75, noNaN: true }), (shop, share) => {
      const workMs = shop.callers * (shop.decideMs + shop.replyMs);
      // The disk has half of the thread's time for each of the two groups.
      const commitMs = (workMs / 2) * share;
      const { rate } = run({ ...shop, commitMs }, 1000);
      const slow = (10 * commitMs) / (shop.hiccup * (workMs / 2));
      expect(rate).toBeGreaterThan((0.8 / (1 + slow)) * (shop.callers / workMs));
    }),
    { numRuns: runs(50) },
  );
});

// Would catch: halves that take turns at the disk, each waiting for the other's commit.
test('disk-bound: nearly all callers are in one batch', () => {
  fc.assert(
    fc.property(shops, fc.double({ min: 2, max: 6, noNaN: true }), (shop, share) => {
      const commitMs = shop.callers * (shop.decideMs + shop.replyMs) * share;
      const { sizes } = run({ ...shop, thinkMs: shop.thinkMs / 2, commitMs }, 300);
      const steady = sizes.slice(100);
      const mean = steady.reduce((sum, size) => sum + size, 0) / steady.length;
      expect(mean).toBeGreaterThan(shop.callers * 0.6);
    }),
    { numRuns: runs(50) },
  );
});

test('a single caller is committed at once', () => {
  const { sizes, rate } = run(
    { callers: 1, decideMs: 0.03, replyMs: 0.005, commitMs: 1, thinkMs: 0.1, hiccup: 1000, pauseMs: 2 },
    100,
  );
  expect(sizes.every((size) => size === 1)).toBe(true);
  expect(rate).toBeGreaterThan(0.85);
});
