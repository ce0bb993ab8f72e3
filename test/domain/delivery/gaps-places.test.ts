// Which rules of a table are of one place, and which fill a hole of another. It would catch a hole that is said to be
// filled by a rule for other carts, one that is told although a rule for more carts fills it, and a check that is slow
// because it names everything.
import { describe, expect, test } from 'vitest';
import { checkTable } from '../../../src/domain/delivery/gaps.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { indexOf } from './delivery-laws.ts';

type Terms = Partial<DeliveryTerms>;
const tableOf = (rules: readonly Terms[]) =>
  indexOf(rules.map((rule) => ({ ...NEW_RULE, methodId: 1, currency: 'EUR', ...rule }))).tableOf(1)!;
const gapsOf = (...rules: readonly Terms[]) =>
  runToEnd(checkTable(tableOf(rules))).gaps.map(({ range, from, to, below, above }) => [
    range,
    from,
    to,
    below.id,
    above.id,
  ]);
const overlapsOf = (...rules: readonly Terms[]) =>
  runToEnd(checkTable(tableOf(rules))).overlaps.map(({ rule, beats }) => [rule.id, beats.id]);

const LOW: Terms = { weightToG: 10 };
const HIGH: Terms = { weightFromG: 20 };
const FILLS: Terms = { weightFromG: 10, weightToG: 20 };
const GOODS = '{"main.id":["=",1]}';
/** A place of its own by each term, and another one. */
const PLACES: readonly (readonly [Terms, Terms])[] = [
  [{ countries: ['DE'] }, { countries: ['AT'] }],
  [{ zips: ['1*'] }, { zips: ['2*'] }],
  [{ channels: [1] }, { channels: [2] }],
  [{ groups: [1] }, { groups: [2] }],
  [{ goods: GOODS }, { goods: '{"main.id":["=",2]}' }],
  [{ unless: GOODS }, { unless: '{"main.id":["=",2]}' }],
  [{ storageId: 1 }, { storageId: 2 }],
];

test.each(PLACES)('%j is another place than %j, and all carts are more than both', (one, other) => {
  const hole = [['weight', 10, 20, 1, 2]];
  expect(gapsOf({ ...LOW, ...one }, { ...HIGH, ...other })).toEqual([]);
  expect(overlapsOf(one, other)).toEqual([]);
  expect(overlapsOf(one, one)).toEqual([[1, 2]]);
  const [low, high] = [
    { ...LOW, ...one },
    { ...HIGH, ...one },
  ];
  expect(gapsOf(low, high)).toEqual(hole);
  expect(gapsOf(low, high, { ...FILLS, ...one })).toEqual([]);
  expect(gapsOf(low, high, FILLS)).toEqual([]);
  expect(gapsOf(low, high, { ...FILLS, ...other })).toEqual(hole);
  // A rule for fewer carts leaves the hole to the others.
  expect(gapsOf(LOW, HIGH, { ...FILLS, ...one })).toEqual(hole);
});

test('currencies are places, and which sum counts is one where it lies in the same range', () => {
  expect(gapsOf({ ...LOW, currency: 'USD' }, HIGH)).toEqual([]);
  expect(gapsOf(LOW, HIGH, { ...FILLS, currency: 'USD' })).toHaveLength(1);
  expect(gapsOf({ ...LOW, basis: 'before' }, HIGH)).toEqual([]);
  expect(overlapsOf({ currency: 'USD' }, {})).toEqual([]);
});

test('countries are a place in any order, and more of them hold fewer', () => {
  const both = { countries: ['DE', 'AT'] };
  expect(gapsOf({ ...LOW, ...both }, { ...HIGH, countries: ['AT', 'DE'] })).toHaveLength(1);
  expect(gapsOf({ ...LOW, countries: ['AT'] }, { ...HIGH, countries: ['AT'] }, { ...FILLS, ...both })).toEqual([]);
  expect(gapsOf({ ...LOW, ...both }, { ...HIGH, ...both }, { ...FILLS, countries: ['AT'] })).toHaveLength(1);
});

describe('a hole', () => {
  test.each([
    ['sum', { sumToMinor: 10 }, { sumFromMinor: 20 }],
    ['pieces', { piecesToMilli: 10 }, { piecesFromMilli: 20 }],
    ['volume', { volumeToMm3: 10 }, { volumeFromMm3: 20 }],
  ] as const)('of %s', (range, low, high) => {
    expect(gapsOf(low, high)).toEqual([[range, 10, 20, 1, 2]]);
    expect(overlapsOf(low, high)).toEqual([]);
  });

  test('is filled by several that meet, and not by some that do not', () => {
    expect(gapsOf(LOW, HIGH, { weightFromG: 8, weightToG: 15 }, { weightFromG: 15, weightToG: 25 })).toEqual([]);
    const wide: Terms = { countries: ['DE'] };
    const [low, high] = [
      { ...LOW, ...wide },
      { ...HIGH, ...wide },
    ];
    expect(gapsOf(low, high, { weightFromG: 15, weightToG: 25 }, { weightFromG: 8, weightToG: 15 })).toEqual([]);
    const [first] = gapsOf(low, high, { weightFromG: 8, weightToG: 14 }, { weightFromG: 15, weightToG: 25 });
    expect(first).toEqual(['weight', 10, 20, 1, 2]);
    expect(gapsOf(low, high, { weightFromG: 11, weightToG: 20 })).toHaveLength(1);
    expect(gapsOf(low, high, { weightFromG: 10, weightToG: 19 })).toHaveLength(1);
  });

  test('is left by a rule that takes fewer sums', () => {
    const sums = { sumFromMinor: 100, sumToMinor: 200 };
    const [low, high] = [
      { ...LOW, ...sums },
      { ...HIGH, ...sums },
    ];
    const withSums = (sumFromMinor: number, sumToMinor: number) =>
      gapsOf(low, high, { ...FILLS, sumFromMinor, sumToMinor }).filter(([range]) => range === 'weight');
    expect([withSums(100, 200), withSums(50, 0)]).toEqual([[], []]);
    expect([withSums(101, 200), withSums(100, 199)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('begins where the one that reaches farthest ends', () => {
    expect(gapsOf({ weightToG: 30 }, { weightFromG: 5, weightToG: 10 }, { weightFromG: 20, weightToG: 40 })).toEqual(
      [],
    );
    const nested = [{ weightToG: 10 }, { weightFromG: 2, weightToG: 5 }, { weightFromG: 12, weightToG: 20 }];
    expect(gapsOf(...nested)).toEqual([['weight', 10, 12, 1, 3]]);
    expect(gapsOf(...nested.toReversed())).toEqual([['weight', 10, 12, 3, 1]]);
  });
});

describe('of two rules for the same carts', () => {
  test('the older one decides, whichever is lighter', () => {
    expect(overlapsOf({ weightFromG: 10 }, { weightToG: 20 })).toEqual([[1, 2]]);
    expect(overlapsOf({ weightFromG: 10 }, { weightToG: 20, priority: -1 })).toEqual([[1, 2]]);
    expect(overlapsOf({ weightFromG: 10, priority: -1 }, { weightToG: 20 })).toEqual([[2, 1]]);
  });

  test('every range must have carts in common', () => {
    expect(overlapsOf({ sumToMinor: 10 }, { sumFromMinor: 9 })).toEqual([[1, 2]]);
    expect(overlapsOf({ sumToMinor: 10 }, { sumFromMinor: 10 })).toEqual([]);
    expect(overlapsOf({ sumFromMinor: 10 }, { sumToMinor: 10 })).toEqual([]);
    expect(overlapsOf({ weightToG: 5 }, { weightFromG: 5 }, { weightFromG: 4, weightToG: 6 })).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });
});

test('a hundred of each are named, and a table is looked through once', () => {
  const holes = Array.from({ length: 150 }, (_, at) => ({ weightFromG: at * 10, weightToG: at * 10 + 5 }));
  expect(gapsOf(...holes)).toHaveLength(100);
  expect(overlapsOf(...Array.from({ length: 20 }, () => ({})))).toHaveLength(100);
  const table = tableOf(holes);
  const check = () => runToEnd(checkTable(table));
  expect(check()).toBe(check());
  expect(gapsOf({})).toEqual([]);
});
