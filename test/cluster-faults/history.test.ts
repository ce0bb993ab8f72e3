// Catches a checker that finds nothing: each kind of violation, in a history that is right otherwise, must be reported.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { numbersOf, problemsOf } from './history.ts';
import type { Seen } from './history.ts';
import { longestGap, pauseTable } from './pauses.ts';

const call = (beginMs: number, endMs: number, more: Partial<Seen> = {}): Seen => ({
  beginMs,
  endMs,
  kind: 'get_cart',
  node: 'a',
  epoch: 1,
  read: 0,
  known: 0,
  own: 0,
  ...more,
});

/** A shop in which each change takes effect at one moment, and each read shows what was there at one. */
const history = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 1000 }),
      before: fc.integer({ min: 1, max: 50 }),
      after: fc.integer({ min: 1, max: 50 }),
      isWrite: fc.boolean(),
      behind: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((drawn) => {
    let seq = 100;
    return drawn
      .toSorted((first, second) => first.at - second.at)
      .map(({ at, before, after, isWrite, behind }, index): Seen => {
        const known = seq;
        if (isWrite) seq += 1;
        const read = isWrite ? seq : Math.max(0, known - behind);
        const moment = at + index / 1000;
        return call(moment - before, moment + after, { read, known, own: isWrite ? seq : 0 });
      });
  });

describe('the checker of histories', () => {
  test('nothing is wrong with a shop that does one thing after the other', () => {
    fc.assert(
      fc.property(history, (calls) => {
        expect(problemsOf(calls)).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('a read that lacks what was acknowledged before it began', () => {
    const made = call(0, 10, { kind: 'checkout', read: 7, known: 6, own: 7 });
    expect(problemsOf([made, call(11, 12, { node: 'b', known: 6 })])).toEqual([
      expect.stringMatching(/^stale: .* at b/),
    ]);
    // It began while the change was under way.
    expect(problemsOf([made, call(9, 12, { node: 'b', known: 6 })])).toEqual([]);
    expect(problemsOf([made, call(11, 12, { node: 'b', known: 7 })])).toEqual([]);
  });

  test('a read that lacks what another read has shown', () => {
    const shown = call(0, 10, { node: 'b', read: 7, known: 9 });
    expect(problemsOf([call(11, 12, { known: 6 }), shown])).toHaveLength(1);
    // Nobody was shown records 8 and 9.
    expect(problemsOf([call(11, 12, { known: 7 }), shown])).toEqual([]);
  });

  test('one record for two changes', () => {
    const [one, two] = [call(0, 10, { own: 7, read: 7 }), call(0, 10, { own: 7, read: 7 })];
    expect(problemsOf([one, two])).toEqual([expect.stringMatching(/^one record for two changes/)]);
  });

  test('a change that was acknowledged behind a later one', () => {
    const [one, two] = [call(0, 10, { own: 9, read: 9, known: 8 }), call(11, 20, { own: 8, read: 8, known: 7 })];
    const problems = problemsOf([one, two]);
    expect(problems).toEqual([expect.stringMatching(/^stale/), expect.stringMatching(/^a change behind/)]);
  });

  test('a change under a leader that was deposed before it began', () => {
    const first = call(0, 10, { own: 8, read: 8, known: 7, epoch: 3 });
    const second = call(11, 20, { own: 9, read: 9, known: 8, epoch: 2 });
    expect(problemsOf([first, second])).toEqual([expect.stringMatching(/^a change under a leader of before/)]);
  });

  test('a read that knows other records under the numbers of those of the next leader', () => {
    const made = call(0, 10, { kind: 'add_to_cart', node: 'b', own: 9, read: 9, known: 8, epoch: 3 });
    const deposed = { node: 'c', read: 7, known: 12, epoch: 2 };
    expect(problemsOf([made, call(11, 20, deposed)])).toEqual([expect.stringMatching(/^stale: .* at c .* new leader/)]);
    // It began while the change was under way, or the change was of its own leader.
    expect(problemsOf([made, call(9, 20, deposed)])).toEqual([]);
    expect(problemsOf([{ ...made, epoch: 2 }, call(11, 20, deposed)])).toEqual([]);
    // The new leader has changed nothing yet: who follows may answer before it has heard of it.
    expect(problemsOf([{ ...made, own: 0 }, call(11, 20, deposed)])).toEqual([]);
  });

  test('a record that was known before it was made', () => {
    expect(problemsOf([call(0, 10, { own: 7, known: 7, read: 7 })])).toEqual([expect.stringMatching(/^impossible/)]);
  });

  test('a header as it is sent', () => {
    expect(numbersOf('3.12.15')).toEqual({ epoch: 3, read: 12, known: 15, own: 0 });
    expect(numbersOf('3.16.15.16')).toEqual({ epoch: 3, read: 16, known: 15, own: 16 });
    for (const text of ['', '3.12', '3.12.15.16.17', '3.-1.4']) expect(numbersOf(text)).toBeUndefined();
  });
});

describe('pauses', () => {
  test('are the longest time without a change, the ends of the time included', () => {
    expect(longestGap([1, 5, 6, 20, 21], 4, 22)).toEqual([14, 6]);
    expect(longestGap([1, 30], 4, 22)).toEqual([18, 4]);
    expect(longestGap([], 4, 22)).toEqual([18, 4]);
  });

  test('are shown by kind', () => {
    const pauses = [3000, 1000, 2000].map((ms) => ({ fault: 'kill', ms }));
    expect(pauseTable(pauses)).toEqual([
      '| fault | times | p50, s | max, s |',
      '| ----- | ----- | ------ | ------ |',
      '| kill  | 3     | 2.00   | 3.00   |',
    ]);
  });
});
