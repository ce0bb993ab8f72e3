// Would catch a read that is answered from a state older than what anybody had been shown before it began, a call that
// is answered twice or never, and more than one question under way.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FreshReads } from '../../../src/server/following/fresh-reads.ts';

const WAIT_MS = 100;
const STALE_MS = 30;

/** The leader promises records, the link loses or answers questions; calls are what the model is about. */
class Model {
  nowMs = 0;
  promised = 0;
  folded = 0;
  /** The question under way on the present connection. */
  private question: { readonly id: number; readonly promised: number } | undefined;
  private isConnected = true;
  readonly calls: { readonly floor: number; readonly sinceMs: number; stale: boolean; ended: string }[] = [];
  readonly reads = new FreshReads({
    ask: (id) => {
      if (!this.isConnected) return;
      expect(this.question, 'one question at a time').toBeUndefined();
      this.question = { id, promised: this.promised };
    },
    nowMs: () => this.nowMs,
    waitMsMax: WAIT_MS,
    waitingMax: 1000,
    staleMsMax: STALE_MS,
  });
  /** When each record was promised: what a stale read may lack. */
  private readonly promisedMs: number[] = [0];

  promise(): void {
    this.promised += 1;
    this.promisedMs[this.promised] = this.nowMs;
  }

  call(stale: boolean): void {
    const call = { floor: this.promised, sinceMs: this.nowMs, stale, ended: '' };
    this.calls.push(call);
    this.reads.whenFresh(
      stale,
      () => {
        expect(call.ended).toBe('');
        call.ended = 'run';
        const lacks = this.promisedMs[this.folded + 1] ?? Infinity;
        if (!stale) expect(this.folded).toBeGreaterThanOrEqual(call.floor);
        else if (this.folded < call.floor) expect(call.sinceMs - lacks).toBeLessThanOrEqual(STALE_MS);
      },
      () => {
        expect(call.ended).toBe('');
        call.ended = 'refused';
        expect(this.nowMs - call.sinceMs).toBeGreaterThan(WAIT_MS);
      },
    );
  }

  answer(): void {
    const { question } = this;
    if (question === undefined) return;
    this.question = undefined;
    this.folded = Math.max(this.folded, question.promised);
    this.reads.answered(question.id);
  }

  lose(): void {
    this.question = undefined;
    this.isConnected = false;
  }

  connect(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    this.reads.askAgain();
  }

  pass(ms: number): void {
    this.nowMs += ms;
    this.reads.tick();
    for (const { ended, sinceMs } of this.calls)
      if (ended === '') expect(this.nowMs - sinceMs).toBeLessThanOrEqual(WAIT_MS);
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('call' as const), stale: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('promise' as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('connect' as const) }) },
  ),
  { maxLength: 60 },
);

test('a call sees what was promised before it began, once, or is refused in time', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const model = new Model();
      for (const step of taken) {
        if (step.do === 'call') model.call(step.stale);
        else if (step.do === 'pass') model.pass(step.ms);
        else model[step.do]();
      }
      // Whoever still waits is answered once the leader is there and answers.
      model.connect();
      for (let round = 0; round < 3; round += 1) model.answer();
      expect(model.calls.filter(({ ended }) => ended === '')).toEqual([]);
      expect(model.reads.waiting).toBe(0);
    }),
  );
});

describe('questions', () => {
  const asked: number[] = [];
  const clock = { nowMs: 0 };
  const newReads = (staleMsMax = 0): FreshReads => {
    asked.length = 0;
    return new FreshReads({
      ask: (id) => asked.push(id),
      nowMs: () => clock.nowMs,
      waitMsMax: WAIT_MS,
      waitingMax: 4,
      staleMsMax,
    });
  };
  const ended: string[] = [];
  const call = (reads: FreshReads, name: string, stale = false): void =>
    reads.whenFresh(
      stale,
      () => ended.push(name),
      () => ended.push(`${name} refused`),
    );

  test('of calls that wait there are so many at most', () => {
    ended.length = 0;
    const reads = newReads();
    for (const name of ['a', 'b', 'c', 'd', 'e']) call(reads, name);
    expect(ended).toEqual(['e refused']);
    reads.answered(1);
    call(reads, 'f');
    expect([ended, reads.waiting]).toEqual([['e refused', 'a'], 4]);
  });

  test('calls that come while one is under way share the next one', () => {
    const reads = newReads();
    ended.length = 0;
    for (const name of ['a', 'b', 'c']) call(reads, name);
    expect(asked).toEqual([1]);
    reads.answered(1);
    expect([ended, asked]).toEqual([['a'], [1, 2]]);
    reads.answered(2);
    expect([ended, asked, reads.questions]).toEqual([['a', 'b', 'c'], [1, 2], 2]);
  });

  test('an answer to an earlier question answers nothing', () => {
    const reads = newReads();
    ended.length = 0;
    call(reads, 'a');
    reads.askAgain();
    expect(asked).toEqual([1, 2]);
    reads.answered(1);
    expect(ended).toEqual([]);
    reads.answered(2);
    expect(ended).toEqual(['a']);
  });

  test('an answer serves calls that may be stale for so long, counted from its question', () => {
    const reads = newReads(STALE_MS);
    ended.length = 0;
    call(reads, 'a', true);
    expect(asked).toEqual([1]);
    clock.nowMs += 20;
    reads.answered(1);
    clock.nowMs += STALE_MS - 20;
    call(reads, 'b', true);
    call(reads, 'exact');
    expect([ended, asked]).toEqual([
      ['a', 'b'],
      [1, 2],
    ]);
    clock.nowMs += 1;
    call(reads, 'c', true);
    expect(ended).toEqual(['a', 'b']);
    reads.release();
    expect(ended).toEqual(['a', 'b', 'exact', 'c']);
    // What was under way when this process began to lead.
    reads.answered(2);
    expect(ended).toHaveLength(4);
  });
});

test('a question that was given up is answered late; whoever asks again is answered then', () => {
  const asked: number[] = [];
  let nowMs = 0;
  let ready = 0;
  const reads = new FreshReads({
    ask: (id) => asked.push(id),
    nowMs: () => nowMs,
    waitMsMax: 100,
    waitingMax: 4,
    staleMsMax: 0,
  });
  const join = (): void => reads.whenFresh(false, () => (ready += 1), join);
  join();
  nowMs = 101;
  reads.tick();
  reads.answered(asked[0]!);
  expect([ready, asked.length]).toEqual([0, 2]);
  reads.answered(asked[1]!);
  expect([ready, reads.waiting]).toEqual([1, 0]);
});

test('who waits when nothing is answered any more is refused, once, and not answered later', () => {
  const told: string[] = [];
  const asked: number[] = [];
  const options = { nowMs: () => 0, waitMsMax: 100, waitingMax: 10, staleMsMax: 0 };
  const reads = new FreshReads({ ...options, ask: (id) => asked.push(id) });
  const call = (name: string): void =>
    reads.whenFresh(
      false,
      () => told.push(`${name} answered`),
      () => told.push(`${name} refused`),
    );
  call('asked for');
  call('next');
  reads.refuseAll();
  reads.answered(asked[0]!);
  reads.refuseAll();
  expect([told, reads.waiting]).toEqual([['asked for refused', 'next refused'], 0]);
});
