// What a table leaves open. It would catch a hole that nobody is told of, one that another rule fills and that is told
// all the same, and an overlap of which the wrong rule is said to decide.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTable } from '../../../src/domain/delivery/gaps.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { runs } from '../../harness/effort.ts';
import { indexOf } from './delivery-laws.ts';

const tableOf = (rules: readonly Partial<DeliveryTerms>[]) =>
  indexOf(rules.map((rule) => ({ ...NEW_RULE, methodId: 1, currency: 'EUR', ...rule }))).tableOf(1)!;

const check = (...rules: readonly Partial<DeliveryTerms>[]) => {
  const table = tableOf(rules);
  const { gaps, overlaps } = runToEnd(checkTable(table));
  return {
    gaps: gaps.map(({ range, from, to, below, above }) => [range, from, to, below.id, above.id]),
    overlaps: overlaps.map(({ rule, beats }) => [rule.id, beats.id]),
  };
};

test('a hole between two weights is named, ends are not', () => {
  expect(check({ weightFromG: 0, weightToG: 10_000 }, { weightFromG: 10_010, weightToG: 31_500 })).toEqual({
    gaps: [['weight', 10_000, 10_010, 1, 2]],
    overlaps: [],
  });
  expect(check({ weightToG: 10_000 }, { weightFromG: 10_000, weightToG: 31_500 }).gaps).toEqual([]);
  expect(check({ sumToMinor: 2000 }, { sumFromMinor: 2500 }).gaps).toEqual([['sum', 2000, 2500, 1, 2]]);
});

test('three thousand holes that one rule fills are looked through in steps, each rule once', () => {
  const narrow = Array.from({ length: 3000 }, (_, at) => ({
    countries: ['DE'],
    weightFromG: at * 20 + 1,
    weightToG: at * 20 + 10,
  }));
  const table = tableOf([...narrow, { weightToG: 60_000 }, { countries: ['DE'], weightFromG: 60_010 }]);
  const steps = checkTable(table);
  let taken = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) taken += 1;
  expect(taken).toBeGreaterThan(150);
  expect(step.value.gaps.map(({ from, to }) => [from, to])).toEqual([[59_990, 60_010]]);
  expect(step.value.overlaps).toEqual([]);
});

test('another rule for the same place, or for all places, fills a hole', () => {
  const [low, high] = [
    { countries: ['DE'], weightToG: 10 },
    { countries: ['DE'], weightFromG: 20 },
  ];
  expect(check(low, high).gaps).toHaveLength(1);
  expect(check(low, high, { weightFromG: 5, weightToG: 25 }).gaps).toEqual([]);
  expect(check(low, high, { countries: ['AT'], weightFromG: 5, weightToG: 25 }).gaps).toHaveLength(1);
  expect(check(low, high, { weightFromG: 5, weightToG: 15 }).gaps).toHaveLength(1);
  expect(check(low, high, { sumFromMinor: 1 }).gaps).toHaveLength(1);
});

test('of an overlap the higher priority decides, then the older rule', () => {
  expect(check({ weightToG: 20 }, { weightFromG: 10 }).overlaps).toEqual([[1, 2]]);
  expect(check({ weightToG: 20 }, { weightFromG: 10, priority: 1 }).overlaps).toEqual([[2, 1]]);
  expect(check({ weightToG: 20 }, { weightFromG: 20 }).overlaps).toEqual([]);
  expect(check({ countries: ['DE'] }, { countries: ['AT'] }).overlaps).toEqual([]);
});

test('every weight that no rule has lies in a gap, or beyond the ends', () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (ranges) => {
      const rules = ranges.map(([from, length]) => ({ weightFromG: from, weightToG: from + length }));
      const { gaps } = check(...rules);
      const [first, last] = [
        Math.min(...ranges.map(([from]) => from)),
        Math.max(...rules.map((rule) => rule.weightToG)),
      ];
      for (let grams = first; grams < last; grams += 1) {
        const isPriced = rules.some(({ weightFromG, weightToG }) => weightFromG <= grams && grams < weightToG);
        expect(gaps.filter(([, from, to]) => (from as number) <= grams && grams < (to as number))).toHaveLength(
          isPriced ? 0 : 1,
        );
      }
    }),
    { numRuns: runs(500) },
  );
});
