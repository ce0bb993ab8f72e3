// What pieces of an order are worth. It would catch a cent that is lost or given twice when pieces go back one by one,
// an amount that goes to another rate, and delivery that is worth what a promotion has taken off it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ONE_OFF } from '../coupons/one-off.ts';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import { promote } from '../../../src/domain/calculation/promote.ts';
import type { Candidate } from '../../../src/domain/calculation/promote.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import { LINE } from '../../../src/domain/cart/line.ts';
import { frozen } from '../../../src/domain/orders/checkout.ts';
import { lineWorths, worthBetween } from '../../../src/domain/calculation/worth.ts';
import type { Worth } from '../../../src/domain/calculation/worth.ts';
import { taxWithin } from '../../../src/domain/money.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';
import { runs } from '../../harness/effort.ts';

const rate = fc.constantFrom(190_000, 190_000, 70_000, 0) as fc.Arbitrary<RateE6>;
const line = fc.record({
  productId: fc.nat({ max: 3 }),
  quantityMilli: fc.constantFrom(1000, 2000, 3000, 7000, 1500, 333) as fc.Arbitrary<Milli>,
  sumMinor: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -500, max: -1 }) },
  ) as fc.Arbitrary<Minor>,
  rateE6: rate,
});
const coupon = fc.record({ percentage: fc.boolean(), amount: fc.constantFrom(1, 333, 5000, 100_000, 1_000_000) });
const position = fc.record({ priceMinor: fc.integer({ min: 0, max: 900 }) as fc.Arbitrary<Minor>, rateE6: rate });
const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    kind: fc.constantFrom('percent' as const, 'amount' as const, 'buy_get' as const, 'free_delivery' as const),
    per: fc.constantFrom('piece' as const, 'order' as const),
    value: fc.constantFrom(100_000, 333_333, 1_000_000),
    money: fc.constantFrom(1, 250, 5000),
    isExclusive: fc.boolean(),
    only: fc.nat({ max: 3 }),
  })
  .map(({ kind, per, value, money, isExclusive, only }) => ({
    id: 0,
    priority: 0,
    stack: `${only}`,
    isExclusive,
    gift: { kind, value: kind === 'amount' ? money : value, per, buy: 1, get: 1, timesMax: 0 },
    minSumMinor: 0,
    minMilli: 0,
    leftMinor: Infinity,
    ...(only > 0 && { takesOff: (product: number) => product === only }),
  }));

/** As a checkout leaves it. */
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    coupons: fc.array(coupon, { maxLength: 2 }),
    positions: fc.array(position, { maxLength: 2 }),
    candidates: fc.array(candidate, { maxLength: 3 }),
  })
  .map(({ lines, coupons, positions, candidates }): Cart => {
    const cart = emptyCart(0);
    cart.lines = lines.map((one, at) => {
      const { sumMinor, rateE6 } = one;
      return { ...LINE.initial(), ...one, id: at + 1, sumTaxMinor: taxWithin(sumMinor, rateE6) };
    });
    cart.linesCreated = lines.length;
    cart.sumMinor = lines.reduce((sum, { sumMinor }) => sum + sumMinor, 0) as Minor;
    cart.coupons = coupons.map((terms, at) => {
      return { couponId: at, code: '', name: '', terms: { ...ONE_OFF, name: '', unique: false, ...terms } };
    });
    cart.deliveryPositions = positions.map((one) => ({ name: '', basis: null, ruleId: 0, ...one }));
    const given = candidates.map((one, at) => ({ ...one, id: at + 1 }));
    cart.promotions = promote(cart, given).uses.map((use) => ({ ...use, name: '', labels: {} }));
    return frozen(cart, 2, calculate(cart).couponUses);
  });

const sum = (worths: readonly Worth[]) => ({
  minor: worths.reduce((all, { minor }) => all + minor, 0),
  taxMinor: worths.reduce((all, { taxMinor }) => all + taxMinor, 0),
});

test('the lines together are worth what the order came to, by rate', () => {
  fc.assert(
    fc.property(order, (cart) => {
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
    fc.property(order, fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 5 }), (cart, cuts) => {
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
