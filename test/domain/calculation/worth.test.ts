// What pieces of an order are worth. It would catch a cent that is lost or given twice when pieces go back one by one,
// an amount that goes to another rate, and delivery that is worth what a promotion has taken off it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import { LINE } from '../../../src/domain/cart/line.ts';
import { lineWorths, worthBetween } from '../../../src/domain/calculation/worth.ts';
import type { Worth } from '../../../src/domain/calculation/worth.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';
import { placedCart } from './placed-carts.ts';
import { runs } from '../../harness/effort.ts';

const sum = (worths: readonly Worth[]) => ({
  minor: worths.reduce((all, { minor }) => all + minor, 0),
  taxMinor: worths.reduce((all, { taxMinor }) => all + taxMinor, 0),
});

test('the lines together are worth what the order came to, by rate', () => {
  fc.assert(
    fc.property(placedCart, (cart) => {
      const worths = lineWorths(cart);
      expect(sum(worths).minor).toBe(payableMinor(cart));
      for (const { rateE6, grossMinor, taxMinor } of calculate(cart).taxPositions)
        expect(sum(worths.filter((worth) => worth.line.rateE6 === rateE6))).toEqual({ minor: grossMinor, taxMinor });
    }),
    { numRuns: runs(1000) },
  );
});

test('pieces are worth what the line is, however they are taken', () => {
  fc.assert(
    fc.property(placedCart, fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 5 }), (cart, cuts) => {
      for (const worth of lineWorths(cart)) {
        const all = worth.line.quantityMilli;
        const places = [0, ...cuts.map((cut) => Math.ceil((cut * all) / 1000)), all].sort((a, b) => a - b);
        const parts = places.slice(1).map((to, at) => worthBetween(worth, places[at] as Milli, to as Milli));
        expect(sum(parts)).toEqual({ minor: worth.minor + 0, taxMinor: worth.taxMinor + 0 });
        for (const [at, { minor, taxMinor }] of parts.entries()) {
          // No more than a minor unit from its share.
          const share = (worth.minor * (places[at + 1]! - places[at]!)) / all;
          expect(Math.abs(minor - share)).toBeLessThanOrEqual(1);
          if (worth.minor >= 0) expect(Math.min(minor, taxMinor)).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('10.00 for three pieces goes back as 3.33, 3.34 and 3.33', () => {
  const cart = emptyCart(0);
  const goods = { quantityMilli: 3000 as Milli, sumMinor: 1000 as Minor, sumTaxMinor: 160 as Minor };
  cart.lines = [{ ...LINE.initial(), ...goods, id: 1, rateE6: 190_000 as RateE6 }];
  cart.sumMinor = goods.sumMinor;
  const [worth] = lineWorths(cart);
  const pieces = [0, 1000, 2000].map((from) => worthBetween(worth!, from as Milli, (from + 1000) as Milli));
  expect(pieces).toEqual([
    { minor: 333, taxMinor: 53 },
    { minor: 334, taxMinor: 54 },
    { minor: 333, taxMinor: 53 },
  ]);
});
