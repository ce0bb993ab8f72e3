// Random orders as a checkout leaves them: lines of several rates, some below zero, coupons, promotions and deliveries.
import * as fc from 'fast-check';
import { ONE_OFF } from '../coupons/one-off.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import { promote } from '../../../src/domain/calculation/promote.ts';
import type { Candidate } from '../../../src/domain/calculation/promote.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import { LINE } from '../../../src/domain/cart/line.ts';
import { frozen } from '../../../src/domain/orders/checkout.ts';
import { taxWithin } from '../../../src/domain/money.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';

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

/** The cart of an order. */
export const placedCart = fc
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
