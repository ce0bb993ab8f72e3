// Would catch a follower that answers from memory after its end, passes calls on that it may decide itself, is ready
// before it has asked, joins again and again while the server stops, or loses what it has counted.
import { expect, test, vi } from 'vitest';
import type { CountedUsage } from '../../../src/engine/maintenance/usage-counter.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { Follower } from '../../../src/server/following/follower.ts';
import { FreshReads } from '../../../src/server/following/fresh-reads.ts';

const CONFIG = { passOnMsMax: 1_000, pendingRepliesMax: 10, readStaleMsMax: 1_000_000 };

class Case {
  readonly asked: number[] = [];
  readonly counts: CountedUsage[] = [];
  mayDecide = false;
  isStopping = false;
  nowMs = 0;
  engine = { isLeading: false, time: { lastMs: 5 } };
  readonly follower: Follower;

  constructor() {
    const usage = { isDue: true, take: () => ({ calls: [], texts: [] }) as unknown as CountedUsage };
    const own = { nowMs: () => this.nowMs, isStopping: () => this.isStopping };
    this.follower = new Follower({ engine: this.engine, usage, config: CONFIG, ...own } as never, {
      ask: (id) => void this.asked.push(id),
      requestsToLeader: () => undefined,
      callsBroke: () => {},
      sendUsage: (take) => void this.counts.push(take()),
      mayDecide: () => this.mayDecide,
      isLeaving: () => false,
    });
  }

  answer(): void {
    this.follower.answered(this.asked.at(-1)!);
  }

  read(mayBeStale = false): string[] {
    const outcome: string[] = [];
    this.follower.whenFresh(
      mayBeStale,
      () => outcome.push('run'),
      () => outcome.push('refused'),
    );
    return outcome;
  }
}

test('a follower that has ended refuses reads that wait and reads that come, stale ones as well', () => {
  const one = new Case();
  one.read();
  one.answer();
  expect(one.read(true)).toEqual(['run']);
  const waiting = one.read();
  expect(waiting).toEqual([]);
  one.follower.end();
  expect([waiting, one.read(), one.read(true)]).toEqual([['refused'], ['refused'], ['refused']]);
});

test('a call waits for a leader, and is answered here once this process may decide', () => {
  const one = new Case();
  const answered: unknown[] = [];
  one.follower.begin((request) => void answered.push(request));
  const request = { body: Buffer.alloc(0) } as unknown as IncomingRequest;
  one.follower.pass(request, {} as Reply, false);
  expect([one.follower.isFollowing, answered, one.follower.figures.waiting]).toEqual([true, [], 1]);
  one.mayDecide = true;
  one.follower.lead();
  expect([one.follower.isFollowing, answered, one.follower.figures.waiting]).toEqual([false, [request], 0]);
  one.follower.close();
});

test('it is ready when a question is answered that it asked to join, however long that takes', async () => {
  const one = new Case();
  let isReady = false;
  void one.follower.ready.then(() => (isReady = true));
  one.follower.join();
  one.nowMs = 2_000;
  one.follower.tick();
  await new Promise((resolve) => setImmediate(resolve));
  expect([isReady, one.asked.length]).toEqual([false, 1]);
  one.follower.askAgain();
  one.answer();
  await one.follower.ready;
});

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('where as many wait as may, it tries to join once per tick, and not in every turn of the event loop', async () => {
  const one = new Case();
  for (let reads = 0; reads < CONFIG.pendingRepliesMax; reads += 1) one.read();
  let tries = 0;
  const { whenFresh } = FreshReads.prototype;
  const counted = vi.spyOn(FreshReads.prototype, 'whenFresh').mockImplementation(function (this: FreshReads, ...given) {
    tries += 1;
    return whenFresh.apply(this, given);
  });
  one.follower.join();
  await turns(5);
  expect(tries).toBe(1);
  one.follower.tick();
  await turns(5);
  expect(tries).toBe(2);
  counted.mockRestore();
});

test('in a stop it asks no more to join, and does so again where the server goes on after all', async () => {
  const one = new Case();
  one.follower.join();
  one.isStopping = true;
  one.nowMs = 2_000;
  one.follower.tick();
  await turns(2);
  expect(one.follower.figures.waiting).toBe(0);
  one.follower.tick();
  expect(one.follower.figures.waiting).toBe(0);
  one.isStopping = false;
  one.follower.tick();
  expect(one.follower.figures.waiting).toBe(1);
  one.follower.askAgain();
  one.answer();
  await one.follower.ready;
});

test('a follower sends what it has counted, a leader keeps it; the time of the leader only moves on', () => {
  const one = new Case();
  one.follower.tick();
  one.engine.isLeading = true;
  one.follower.tick();
  expect(one.counts).toHaveLength(1);
  for (const [ms, lastMs] of [
    [9, 9],
    [7, 9],
  ] as const) {
    one.follower.noteLeaderTime(ms);
    expect(one.engine.time.lastMs).toBe(lastMs);
  }
});
