// When calls begin under load. It would catch a shop that answers its slowest callers first, one that lets reads hold
// up checkouts, a call that waits for ever or is answered twice, and a flood that fills the memory while it waits.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import { Admission } from '../../../src/operations/dispatch/admission.ts';
import type { IncomingCall } from '../../../src/operations/dispatch/incoming-call.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { runs } from '../../harness/effort.ts';

const [TURN_MS, WAIT_MS, CHECKOUT_MS] = [10, 1000, 5000];

/** Calls each of which takes some milliseconds of a clock that stands still otherwise. */
class Desk {
  nowMs = 0;
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  /** Calls that began while the shop was busy. */
  readonly busy: string[] = [];
  /** How often it was asked whose call one is. */
  asked = 0;
  readonly memory: MemoryAccount;
  readonly admission: Admission;
  private readonly turns: (() => void)[] = [];
  private readonly ms: number;

  constructor(ms: number, bytesMax = Infinity) {
    this.ms = ms;
    this.memory = new MemoryAccount({ ...NO_LIMITS, calls: bytesMax });
    this.admission = new Admission(
      {
        turnMs: TURN_MS,
        waitMsMax: WAIT_MS,
        checkoutWaitMsMax: CHECKOUT_MS,
        nowMs: () => this.nowMs,
        soon: (run) => void this.turns.push(run),
      },
      this.memory.calls,
      ({ idempotencyKey }) => {
        this.begun.push(idempotencyKey);
        if (this.admission.isBusy) this.busy.push(idempotencyKey);
        this.nowMs += this.ms;
      },
      ({ idempotencyKey }) => void this.refused.push(idempotencyKey),
      ({ name }) => {
        this.asked += 1;
        return name;
      },
    );
  }

  /** `name`: what the call is told apart by. `bodyBytes`: of JSON that it comes from. `caller`: who sends it. */
  arrive(request: string, name: string, bodyBytes = 0, caller = ''): void {
    const fields = { request, text: 'x'.repeat(100), ...(bodyBytes > 0 && { args: {} }) };
    const origin = { body: Buffer.alloc(bodyBytes) };
    const call = { idempotencyKey: name, name: caller, fields, arrivedMs: this.nowMs, origin };
    this.admission.admit(call as unknown as IncomingCall, () => OPERATIONS.get(request));
  }

  turn(): boolean {
    const run = this.turns.shift();
    run?.();
    return run !== undefined;
  }

  untilIdle(): void {
    while (this.turn());
  }
}

test('calls begin as they come while the turn has time left, and wait in order after it', () => {
  const desk = new Desk(4);
  for (const name of ['a', 'b', 'c', 'd', 'e']) desk.arrive('get_cart', name);
  expect(desk.begun).toEqual(['a', 'b', 'c']);
  expect(desk.admission.isBusy).toBe(true);
  desk.untilIdle();
  expect(desk.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(desk.busy, 'those that have waited, the last one as well').toEqual(['d', 'e']);
  expect([desk.refused, desk.admission.isBusy, desk.memory.calls.bytes]).toEqual([[], false, 0]);
});

test('a call from JSON weighs what its body becomes', () => {
  const desk = new Desk(TURN_MS, 100_000);
  desk.arrive('get_cart', 'first');
  for (const name of ['a', 'b']) desk.arrive('get_cart', name, 5_000);
  expect(desk.memory.calls.bytes).toBeGreaterThan(80_000);
  desk.arrive('get_cart', 'c', 5_000);
  expect(desk.refused).toEqual(['a']);
  desk.untilIdle();
  expect([desk.begun, desk.memory.calls.bytes]).toEqual([['first', 'b', 'c'], 0]);
});

test('a call whose body is not read weighs the body, and keeps it once it waits', () => {
  const desk = new Desk(TURN_MS, 100_000);
  const kept: string[] = [];
  const arrive = (name: string, bytes: number): void => {
    const unread = { bytes, keep: () => void kept.push(name) };
    const call = { idempotencyKey: name, name, fields: {}, arrivedMs: desk.nowMs, origin: {}, unread };
    desk.admission.admit(call as unknown as IncomingCall, () => OPERATIONS.get('get_cart'));
  };
  arrive('first', 90_000);
  expect([kept, desk.memory.calls.bytes]).toEqual([[], 0]);
  arrive('a', 60_000);
  expect([kept, desk.memory.calls.bytes > 60_000]).toEqual([['a'], true]);
  arrive('b', 60_000);
  expect(desk.refused).toEqual(['a']);
  desk.untilIdle();
  expect([desk.begun, desk.memory.calls.bytes]).toEqual([['first', 'b'], 0]);
});

test('checkouts go first, then other writes, then reads, and aggregates last', () => {
  const desk = new Desk(TURN_MS);
  desk.arrive('get_cart', 'first');
  desk.arrive('aggregate', 'aggregate');
  desk.arrive('search_products', 'read');
  desk.arrive('add_to_cart', 'write');
  desk.arrive('checkout', 'checkout');
  desk.arrive('do_payment', 'payment');
  desk.untilIdle();
  expect(desk.begun).toEqual(['first', 'checkout', 'payment', 'write', 'read', 'aggregate']);
});

test('callers take turns, each with its oldest call first, and nobody is asked for while nobody waits', () => {
  const desk = new Desk(TURN_MS);
  desk.arrive('get_cart', 'first');
  expect(desk.asked).toBe(0);
  for (const name of ['a', 'b', 'c', 'd']) desk.arrive('get_cart', name, 0, 'flood');
  for (const name of ['1', '2']) desk.arrive('get_cart', name, 0, 'shop');
  desk.arrive('get_cart', 'x', 0, 'another');
  desk.arrive('add_to_cart', 'write', 0, 'flood');
  desk.untilIdle();
  expect(desk.begun).toEqual(['first', 'write', 'a', '1', 'x', 'b', '2', 'c', 'd']);
  expect(desk.asked).toBe(8);
});

test('a flood of short calls leaves another caller half of the turns, and none of its calls is refused', () => {
  const desk = new Desk(1);
  for (let turn = 0; turn < 500; turn += 1) {
    // A hundred arrive in the time of ten.
    for (let each = 0; each < 100; each += 1) desk.arrive('get_cart', `flood ${turn} ${each}`, 0, 'flood');
    for (let each = 0; each < 4; each += 1) desk.arrive('get_cart', `shop ${turn} ${each}`, 0, 'shop');
    desk.turn();
  }
  expect(desk.refused.filter((name) => name.startsWith('shop'))).toEqual([]);
  expect(desk.begun.filter((name) => name.startsWith('shop')).length).toBeGreaterThan(1900);
  expect(desk.refused.length).toBeGreaterThan(30_000);
});

test('with more calls than can be answered the newest goes first, and what has waited too long is refused', () => {
  const desk = new Desk(100);
  desk.arrive('get_cart', 'first');
  for (let number = 1; number <= 30; number += 1) desk.arrive('get_cart', `${number}`);
  desk.arrive('checkout', 'checkout');
  desk.untilIdle();
  // The newest once the oldest has waited for a quarter of its time.
  expect(desk.begun.slice(0, 6)).toEqual(['first', 'checkout', '1', '2', '30', '29']);
  expect(desk.begun.length + desk.refused.length).toBe(32);
  expect(desk.refused.slice(0, 3)).toEqual(['3', '4', '5']);
  expect(desk.nowMs).toBeLessThanOrEqual(WAIT_MS + 2 * 100);
});

test('where there is no end to the calls, those that are answered are answered soon, and checkouts still wait', () => {
  const desk = new Desk(TURN_MS);
  const waited: number[] = [];
  const since = new Map<string, number>();
  for (let number = 0; number < 1000; number += 1) {
    // Three arrive for each that can be answered.
    for (let each = 0; each < 3; each += 1) {
      const name = `${number} ${each}`;
      since.set(name, desk.nowMs);
      desk.arrive('get_cart', name);
    }
    const { length } = desk.begun;
    const nowMs = desk.nowMs;
    if (number === 900) {
      for (let checkout = 0; checkout < 30; checkout += 1) desk.arrive('checkout', 'checkout');
      while (desk.begun.filter((name) => name === 'checkout').length < 30) desk.turn();
      continue;
    }
    desk.turn();
    if (nowMs > 2 * WAIT_MS && number < 900)
      waited.push(...desk.begun.slice(length).map((name) => nowMs - since.get(name)!));
  }
  expect(Math.max(...waited)).toBeLessThanOrEqual(WAIT_MS / 10 + 2 * TURN_MS);
  expect(desk.begun.filter((name) => name === 'checkout').length).toBe(30);
  expect(desk.refused).not.toContain('checkout');
});

test('what waits is bounded in bytes: the oldest of the last line gives way', () => {
  const desk = new Desk(TURN_MS, 4000);
  desk.arrive('get_cart', 'first');
  desk.arrive('checkout', 'checkout');
  for (const name of ['a', 'b', 'c', 'd']) desk.arrive('get_cart', name);
  desk.arrive('add_to_cart', 'write');
  expect(desk.refused).toEqual(['a', 'b', 'c']);
  desk.untilIdle();
  expect(desk.begun).toEqual(['first', 'checkout', 'write', 'd']);
  expect(desk.memory.calls.bytes).toBe(0);
});

describe('whatever arrives when', () => {
  test('between two calls of one who waits, no other caller begins two in that line', () => {
    const arrival = fc.record({ caller: fc.nat(3), turns: fc.nat({ max: 1 }) });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
        const desk = new Desk(TURN_MS);
        const waiting = new Map<string, number>();
        const since = new Map<string, Map<string, number>>();
        let seen = 1;
        desk.arrive('get_cart', 'first');
        const take = (): void => {
          desk.turn();
          for (; seen < desk.begun.length; seen += 1) {
            const caller = desk.begun[seen]!.split(' ')[0]!;
            for (const [other, begun] of since) {
              if (other === caller || waiting.get(other) === 0) continue;
              const count = (begun.get(caller) ?? 0) + 1;
              expect(count, `${caller} while ${other} waits`).toBeLessThanOrEqual(1);
              begun.set(caller, count);
            }
            waiting.set(caller, waiting.get(caller)! - 1);
            since.set(caller, new Map());
          }
        };
        for (const [index, { caller, turns }] of arrivals.entries()) {
          if (waiting.get(`${caller}`) === undefined || waiting.get(`${caller}`) === 0)
            since.set(`${caller}`, new Map());
          waiting.set(`${caller}`, (waiting.get(`${caller}`) ?? 0) + 1);
          desk.arrive('get_cart', `${caller} ${index}`, 0, `${caller}`);
          for (let turn = 0; turn < turns; turn += 1) take();
        }
        while (desk.admission.waitingCalls > 0) take();
        expect(desk.begun.length).toBe(arrivals.length + 1);
      }),
      { numRuns: runs(200) },
    );
  });

  const REQUESTS = ['checkout', 'add_to_cart', 'get_cart', 'aggregate'];
  test('each call begins once or is refused once, and never after its time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.record({ request: fc.nat(3), caller: fc.nat(2), waitMs: fc.nat(400), turns: fc.nat(2) }), {
          maxLength: 60,
        }),
        (ms, steps) => {
          const desk = new Desk(ms);
          const [since, late] = [new Map<string, number>(), new Map<string, number>()];
          for (const [index, { request, caller, waitMs, turns }] of steps.entries()) {
            since.set(`${index}`, desk.nowMs);
            late.set(`${index}`, request === 0 ? CHECKOUT_MS : WAIT_MS);
            const { length } = desk.begun;
            desk.arrive(REQUESTS[request]!, `${index}`, 0, `${caller}`);
            expect(desk.begun.length - length).toBeLessThanOrEqual(1);
            desk.nowMs += waitMs;
            for (let turn = 0; turn < turns; turn += 1) desk.turn();
          }
          desk.untilIdle();
          expect([...desk.begun, ...desk.refused].sort()).toEqual([...since.keys()].sort());
          expect(desk.memory.calls.bytes).toBe(0);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
