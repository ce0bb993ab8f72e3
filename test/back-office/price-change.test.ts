// Would catch a price that is off by a coin because floats were multiplied, or that is rounded otherwise downwards.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceAfter } from '../../back-office/price-change.ts';
import { runs } from '../harness/effort.ts';

test('a price changes by a share of it, to the smallest coin, half of it upwards', () => {
  expect(priceAfter(489, -10, 2)).toBe(440.1);
  expect(priceAfter(1.005, 0, 2)).toBe(1.01);
  expect(priceAfter(0.15, 10, 2)).toBe(0.17);
  expect(priceAfter(19.99, 2.5, 2)).toBe(20.49);
  expect(priceAfter(1234, 5, 0)).toBe(1296);
  expect(priceAfter(10, -100, 2)).toBe(0);
});

test('it is the exact rational, rounded once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: -10_000, max: 100_000 }),
      fc.integer({ min: 0, max: 4 }),
      (units, bp, digits) => {
        const after = priceAfter(units / 10_000, bp / 100, digits);
        const coin = 10 ** (4 - digits);
        const exact = (units * (10_000 + bp)) / (10_000 * coin);
        expect(Math.abs(after * 10 ** digits - exact)).toBeLessThanOrEqual(0.5001);
      },
    ),
    { numRuns: runs(200) },
  );
});
