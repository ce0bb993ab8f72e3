// Pools of equal pieces. It would catch pools whose order follows that of lines, pieces of two rates or prices in one
// pool, what is free among them, and a cut that makes pieces of nothing.
import { expect, test } from 'vitest';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { cut, openTo, poolsOf, take } from '../../../src/domain/calculation/pieces.ts';
import type { PromotedLine, Segment } from '../../../src/domain/calculation/pieces.ts';

const line = (productId: number, priceE4: number, rateE6: number, sumMinor = 500): PromotedLine => ({
  id: 1,
  productId,
  priceE4: priceE4 as PriceE4,
  quantityMilli: 2000 as Milli,
  sumMinor: sumMinor as Minor,
  sumTaxMinor: 0 as Minor,
  rateE6: rateE6 as RateE6,
});

test('they stand by falling price, then by product and rate, whatever the order of lines', () => {
  const lines = [line(1, 100, 70), line(3, 300, 190), line(2, 300, 190), line(2, 300, 70), line(2, 100, 70)];
  for (const given of [lines, lines.toReversed()])
    expect(
      poolsOf(given).pools.map(({ productId, priceE4, rateE6, place }) => [place, productId, priceE4, rateE6]),
    ).toEqual([
      [0, 2, 300, 70],
      [1, 2, 300, 190],
      [2, 3, 300, 190],
      [3, 1, 100, 70],
      [4, 2, 100, 70],
    ]);
});

test('equal pieces of several lines are one pool; free elements and what costs nothing are in none', () => {
  const given = [line(1, 100, 70), line(0, 100, 70), line(1, 100, 70, 0), line(1, 100, 70, -5), line(1, 100, 70)];
  const { pools, byProduct } = poolsOf(given);
  expect(pools.map(({ segments }) => segments.map(({ at }) => at))).toEqual([[0, 4]]);
  expect([...byProduct]).toEqual([[1, pools]]);
});

const segment = (more: Partial<Segment>): Segment => ({
  at: 0,
  milli: 2000,
  minor: 500,
  stacks: [],
  isKept: false,
  ...more,
});
const poolOf = (...segments: readonly Segment[]) => ({
  ...poolsOf([line(1, 100, 70)]).pools[0]!,
  segments: [...segments],
});

test('a promotion may take what has a price left and what its stack has not taken', () => {
  const [free, kept, a, both, none] = [
    segment({ minor: 0 }),
    segment({ isKept: true }),
    segment({ stacks: ['a'] }),
    segment({ stacks: ['b', 'a'] }),
    segment({}),
  ];
  const pool = poolOf(free, kept, a, both, none);
  expect(openTo(pool, { stack: 'a', isExclusive: false })).toEqual([none]);
  expect(openTo(pool, { stack: 'b', isExclusive: false })).toEqual([a, none]);
  expect(openTo(pool, { stack: 'c', isExclusive: true })).toEqual([none]);
  take(none, { stack: 'c', isExclusive: true }, 20);
  expect(none).toEqual(segment({ minor: 480, stacks: ['c'], isKept: true }));
});

test('whole segments are cut off as they are, and one at most is divided', () => {
  const [first, second] = [segment({}), segment({ at: 1, minor: 501 })];
  const pool = poolOf(first, second);
  expect(cut(pool, pool.segments, 2000)).toEqual([first]);
  expect(pool.segments).toEqual([first, second]);
  expect(cut(pool, pool.segments, 0)).toEqual([]);
  const [whole, part, ...none] = cut(pool, [...pool.segments], 3000);
  expect([whole, part, none]).toEqual([first, segment({ at: 1, milli: 1000, minor: 251 }), []]);
  expect(pool.segments).toEqual([first, part, segment({ at: 1, milli: 1000, minor: 250 })]);
  expect(pool.segments[2]).toBe(second);
});
