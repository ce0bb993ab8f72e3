// Would catch reads that wait for ever for what a dead leader has announced, or that are answered before it is there.
import { expect, test } from 'vitest';
import { ReadIndex } from '../../../src/server/cluster/read-index.ts';
import { Follower } from '../../../src/server/following/follower.ts';
import type { Fresh } from '../../../src/server/cluster/leader-peer.ts';
import { VirtualTime } from '../../engine/replication/virtual-time.ts';

const CONFIG = { passOnMsMax: 10_000, pendingRepliesMax: 100, readStaleMsMax: 0 };

/** A follower of a log whose questions go to `ask`. */
const followerOf = (engine: object, ask: (id: number) => void, nowMs: () => number): Follower =>
  new Follower(
    { engine, usage: {}, config: CONFIG, nowMs } as unknown as ConstructorParameters<typeof Follower>[0],
    { ask, mayDecide: () => false } as unknown as ConstructorParameters<typeof Follower>[1],
  );

/** A node that has folded up to record 4, and what it is told. */
class Case {
  headSeq = 4;
  /** Of the leader, one after the other; the last one again and again. */
  told: (Fresh | undefined)[] = [];
  /** Of the log. */
  confirmed: number | undefined;
  asked = 0;
  hasEnded = false;
  readonly time = new VirtualTime();
  private recorded = (): void => {};
  readonly follower: Follower;

  constructor() {
    const engine = {
      time: { lastMs: 0 },
      observe: ({ recorded }: { readonly recorded: () => void }) => void (this.recorded = recorded),
    };
    Object.defineProperty(engine, 'headSeq', { get: () => this.headSeq });
    const index = new ReadIndex({
      node: Object.defineProperty(
        {
          head: { leader: 'a', url: 'http://a' },
          state: 'FOLLOWING',
          confirmed: () => Promise.resolve(this.confirmed),
          hasFolded: (seq: number) => !this.hasEnded && this.headSeq >= seq,
        },
        'hasEnded',
        { get: () => this.hasEnded },
      ),
      name: 'b',
      engine,
      leader: {
        fresh: () => {
          this.asked += 1;
          return Promise.resolve(this.told.length > 1 ? this.told.shift() : this.told[0]);
        },
      },
      nowMs: () => this.time.nowMs,
      timers: this.time,
      follower: () => this.follower,
    } as unknown as ConstructorParameters<typeof ReadIndex>[0]);
    this.follower = followerOf(
      engine,
      (id) => void index.ask(id),
      () => this.time.nowMs,
    );
  }

  fold(seq: number): void {
    this.headSeq = seq;
    this.recorded();
  }

  read(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.follower.whenFresh(
        false,
        () => resolve(this.headSeq),
        () => reject(new Error('refused')),
      ),
    );
  }
}

test('a read waits until what the leader has promised is folded', async () => {
  const one = new Case();
  one.told = [{ seq: 6, nowMs: 1 }];
  let answer = 0;
  void one.read().then((seq) => (answer = seq));
  await one.time.runFor(20);
  one.fold(5);
  await one.time.runFor(20);
  expect(answer).toBe(0);
  one.fold(6);
  await one.time.runFor(0);
  expect(answer).toBe(6);
  expect(one.asked).toBe(1);
});

test('what a leader announced and never gave to the log is waited for no longer than the next answer', async () => {
  const one = new Case();
  one.told = [
    { seq: 5, nowMs: 1 },
    { seq: 4, nowMs: 1 },
  ];
  const read = one.read();
  await one.time.runFor(2_000);
  expect(await read).toBe(4);
  expect(one.asked).toBe(2);
});

test('the log is asked where the leader does not answer, and both again where neither does', async () => {
  const one = new Case();
  one.told = [undefined];
  const read = one.read();
  await one.time.runFor(150);
  one.confirmed = 4;
  await one.time.runFor(100);
  expect(await read).toBe(4);
  expect(one.asked).toBeGreaterThan(1);
});

// Its process goes on for a moment, and what it decided in vain has numbers that others have since.
test.each(['before it is asked', 'while the leader is asked', 'while records are folded'])(
  'a node that ends %s answers nothing',
  async (moment) => {
    const one = new Case();
    one.told = [{ seq: moment === 'while records are folded' ? 5 : 4, nowMs: 1 }];
    one.confirmed = 4;
    one.hasEnded = moment === 'before it is asked';
    let answered = false;
    void one.read().then(() => (answered = true));
    if (moment === 'while records are folded') await one.time.runFor(20);
    one.hasEnded = true;
    one.fold(6);
    await one.time.runFor(10_000);
    expect([answered, one.asked]).toEqual([false, moment === 'before it is asked' ? 0 : 1]);
  },
);
