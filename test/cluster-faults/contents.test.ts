// Catches a checker of contents that finds nothing: reads of a shop that does one thing after the other are right, and
// each kind of wrong read is reported.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { stateProblems, stockProblems } from './contents.ts';
import type { StateChange, StateRead, StockChange, StockRead } from './contents.ts';

const START = 1_000;
const FIRST = 'PROCESSING';

const made = (beginMs: number, endMs: number, pieces: number, own = 0): StockChange => ({
  beginMs,
  endMs,
  pieces,
  own,
});
const read = (beginMs: number, endMs: number, quantity: number, known = 0): StockRead => ({
  seen: { beginMs, endMs, known, node: 'b' },
  quantity,
});

interface Drawn {
  readonly changes: readonly (StockChange & StateChange)[];
  readonly stock: readonly StockRead[];
  readonly states: readonly StateRead[];
}

/** A shop in which each change takes effect at one moment, whose replies may be late, lost or without their record. */
const shop: fc.Arbitrary<Drawn> = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 1000 }),
      before: fc.integer({ min: 1, max: 50 }),
      after: fc.integer({ min: 1, max: 50 }),
      pieces: fc.integer({ min: -5, max: 5 }),
      isRead: fc.boolean(),
      fate: fc.constantFrom('told', 'told', 'no record', 'lost'),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((drawn) => {
    const changes: Drawn['changes'][number][] = [];
    const [stock, states]: [StockRead[], StateRead[]] = [[], []];
    let [seq, quantity, state, busyMs] = [100, START, FIRST, -Infinity];
    for (const [index, one] of drawn.toSorted((first, second) => first.at - second.at).entries()) {
      const moment = one.at + index / 1000;
      const [beginMs, endMs] = [moment - one.before, moment + one.after];
      if (one.isRead) {
        const seen = { beginMs, endMs, known: seq, node: 'b' };
        stock.push({ seen, quantity });
        states.push({ seen, order: 7, state });
        continue;
      }
      seq += 1;
      quantity += one.pieces;
      state = state === FIRST ? 'PARTIAL' : FIRST;
      const own = one.fate === 'told' ? seq : 0;
      // One caller makes them, one after the other.
      const begunMs = Math.max(beginMs, Math.min(busyMs, moment));
      busyMs = moment;
      const answeredMs = one.fate === 'lost' ? Infinity : endMs;
      changes.push({ beginMs: begunMs, endMs: answeredMs, own, pieces: one.pieces, order: 7, state });
    }
    return { changes, stock, states };
  });

describe('the checker of contents', () => {
  test('nothing is wrong with a shop that does one thing after the other', () => {
    fc.assert(
      fc.property(shop, ({ changes, stock, states }) => {
        expect(stockProblems(START, changes, stock)).toEqual([]);
        expect(stateProblems(FIRST, changes, states)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('a canary: one reply in a quiet shop that is not what was acknowledged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.boolean(), (by, isMore) => {
        const changes = [made(0, 10, 4, 7), made(20, 30, -3, 9)];
        const right = read(40, 50, START + 1, 9);
        const wrong = read(40, 50, START + 1 + (isMore ? by : -by), 9);
        expect(stockProblems(START, changes, [right, wrong])).toHaveLength(1);
      }),
      { numRuns: runs(100) },
    );
  });

  test('pieces that were sold and are shown again, and some that were never placed', () => {
    const sold = made(0, 10, -3, 7);
    expect(stockProblems(5, [sold], [read(11, 12, 5, 7)])).toEqual([
      'a read at b (11.0 to 12.0 ms, known 7) shows 5 pieces, acknowledged are 2 to 2',
    ]);
    // It began while the sale was under way, at a node that did not know of it yet, and at one that did.
    expect(stockProblems(5, [sold], [read(9, 12, 5, 6), read(9, 12, 2, 6)])).toEqual([]);
    expect(stockProblems(5, [sold], [read(9, 12, 5, 7)])).toHaveLength(1);
    expect(stockProblems(5, [], [read(0, 1, 6)])).toHaveLength(1);
    // Nobody can have begun it yet.
    expect(stockProblems(5, [made(20, 30, 4)], [read(11, 12, 9)])).toHaveLength(1);
  });

  test('a change without an answer may be there or not, and for good; below nothing there is nothing', () => {
    const lost = made(0, Infinity, -3);
    expect(stockProblems(5, [lost], [read(500, 501, 5), read(500, 501, 2)])).toEqual([]);
    expect(stockProblems(5, [lost], [read(500, 501, 1)])).toHaveLength(1);
    expect(stockProblems(2, [lost], [read(500, 501, -1)])).toHaveLength(1);
  });

  test('an order whose state goes back, or is that of another order', () => {
    const change = (order: number, state: string, beginMs: number, own: number): StateChange => {
      return { order, state, beginMs, endMs: beginMs + 10, own };
    };
    const shown = (order: number, state: string, beginMs: number, known: number): StateRead => {
      return { order, state, seen: { beginMs, endMs: beginMs + 5, known, node: 'c' } };
    };
    const changes = [change(1, 'PARTIAL', 0, 7), change(2, 'PARTIAL', 20, 8), change(1, FIRST, 40, 9)];
    const right = [shown(1, 'PARTIAL', 12, 7), shown(2, FIRST, 12, 7), shown(1, FIRST, 41, 9), shown(3, FIRST, 60, 9)];
    expect(stateProblems(FIRST, changes, right)).toEqual([]);
    const wrong = [
      shown(1, FIRST, 12, 7),
      shown(1, 'PARTIAL', 60, 9),
      shown(2, FIRST, 60, 9),
      shown(3, 'PARTIAL', 60, 9),
    ];
    expect(stateProblems(FIRST, changes, wrong)).toHaveLength(4);
    expect(stateProblems(FIRST, changes, wrong)[0]).toBe(
      'a read at c (12.0 to 17.0 ms, known 7) shows order 1 as PROCESSING, acknowledged is PARTIAL',
    );
  });
});
