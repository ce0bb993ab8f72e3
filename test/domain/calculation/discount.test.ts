// Catches a discount that loses or makes a cent, shares it out otherwise than exact fractions do, or takes more than a
// look at each line.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { discountOf, discounts, spread } from '../../../src/domain/calculation/discount.ts';
import type { Discountable } from '../../../src/domain/calculation/discount.ts';
import { AMOUNT_MINOR_MAX, taxWithin } from '../../../src/domain/money.ts';
import type { Minor, RateE6 } from '../../../src/domain/money.ts';
import { modelDiscounts, modelSpread } from '../coupons/coupon-model.ts';
import { fromScaled, over, rational, round, scaled, times } from '../cart/rational.ts';
import { runs } from '../../harness/effort.ts';

const KERNEL = { numRuns: runs(2000) };
const CART = { numRuns: runs(200) };

/** Cents: mostly small change, where remainders tie; now and then what only BigInt can multiply. */
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -20, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: -100_000, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000_000_000_000 }) },
);
const amounts = fc.array(amount, { maxLength: 20 });
const positiveOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + Math.max(0, one), 0);
/** Amounts, and a discount that they can bear. */
const bearable = fc
  .record({
    amounts,
    share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    few: fc.option(fc.nat({ max: 9 })),
  })
  .map(({ amounts: all, share, few }) => ({
    all,
    discount: Math.min(positiveOf(all), few ?? Math.floor(positiveOf(all) * share)),
  }));

const cents = (value: number) => fromScaled(value, 2);
const rate = fc.oneof(fc.constantFrom(190_000, 70_000, 0, 55_000, 1_000_000), fc.integer({ min: 0, max: 1_000_000 }));
const lineOf = (sum: number, rateE6: number): Discountable => ({
  sumMinor: sum as Minor,
  rateE6: rateE6 as RateE6,
  sumTaxMinor: taxWithin(sum, rateE6 as RateE6),
});
const lines = fc.array(
  fc.tuple(amount, rate).map(([sum, rateE6]) => lineOf(sum, rateE6)),
  { maxLength: 12 },
);
const coupon = fc.oneof(
  fc.record({
    percentage: fc.constant(true),
    amount: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(1_000_000, 500_000, 100_000)),
  }),
  fc.record({
    percentage: fc.constant(false),
    amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1_000_000_000 })),
  }),
);

describe('spread', () => {
  // Catches a cent that is lost or made, and a line that pays more than it costs.
  it('gives parts that make the whole, none below zero and none above its amount', () => {
    fc.assert(
      fc.property(bearable, ({ all, discount }) => {
        const parts = spread(discount, all);
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(discount));
        expect(
          parts.every(
            (part, at) =>
              Number.isSafeInteger(part) && !Object.is(part, -0) && part >= 0 && part <= Math.max(0, all[at]!),
          ),
        ).toBe(true);
      }),
      KERNEL,
    );
  });

  // Catches a float in the shares, another rounding, remainders in another order, and ties that go to the later line.
  it('is what exact fractions and a sorted list give', () => {
    fc.assert(
      fc.property(bearable, ({ all, discount }) => {
        expect(spread(discount, all).map(BigInt)).toEqual(
          modelSpread(cents(discount), all.map(cents)).map((part) => scaled(part, 2)),
        );
      }),
      KERNEL,
    );
  });

  // Catches an order of lines that decides over more than one odd cent.
  it('gives every line its exact share but for less than a cent, whatever the order of the lines', () => {
    fc.assert(
      fc.property(bearable, ({ all, discount }) => {
        const positive = BigInt(positiveOf(all));
        for (const order of [all, all.toReversed()]) {
          for (const [at, part] of spread(discount, order).entries()) {
            const off = BigInt(part) * positive - BigInt(discount) * BigInt(Math.max(0, order[at]!));
            if (positive > 0n) expect(off < positive && off > -positive).toBe(true);
          }
        }
      }),
      KERNEL,
    );
  });

  it('gives ties to the earlier line, and odd cents to the largest remainders', () => {
    expect(spread(10, [10, 10, 10])).toEqual([4, 3, 3]);
    expect(spread(2, [10, 10, 10])).toEqual([1, 1, 0]);
    expect(spread(1, [100, 300])).toEqual([0, 1]);
    expect(spread(7, [100, 200, 300, 400])).toEqual([1, 1, 2, 3]);
    expect(spread(5, [0, -3, 5, -0])).toEqual([0, 0, 5, 0]);
    expect(spread(0, [1, 2])).toEqual([0, 0]);
    expect(spread(0, [])).toEqual([]);
    expect(spread(AMOUNT_MINOR_MAX, [AMOUNT_MINOR_MAX - 1, 1])).toEqual([AMOUNT_MINOR_MAX - 1, 1]);
    // 321 × the first is 2^53 + 1, which no double is: one less, and its fraction would not tie with the second's.
    expect(spread(321, [28_059_810_762_433, 30_012_191_714_813, 568_642_283_236_734])).toEqual([15, 15, 291]);
  });

  afterEach(() => vi.unstubAllGlobals());

  // Catches everyday carts that go by way of what only the largest need.
  it('needs no BigInt for everyday amounts', () => {
    vi.stubGlobal('BigInt', () => expect.unreachable('a detour over BigInt'));
    expect(spread(5000, [23_980, 1070, 299])).toEqual([4730, 211, 59]);
  });
});

describe('discountOf', () => {
  // Catches a share that rounds down or to even, one of more than all, and a face value beyond what is left.
  it('is the rounded share, or the face value as far as the base goes', () => {
    fc.assert(
      fc.property(
        coupon,
        fc.oneof(fc.integer({ min: 0, max: AMOUNT_MINOR_MAX }), fc.nat({ max: 1000 })),
        (terms, base) => {
          const share = round(times(cents(base), over(fromScaled(terms.amount, 4), rational(100))), 2);
          const expected = terms.percentage ? scaled(share, 2) : BigInt(Math.min(base, terms.amount));
          expect(BigInt(discountOf(terms, base as Minor))).toBe(expected);
          expect(discountOf(terms, base as Minor)).toBeLessThanOrEqual(base);
        },
      ),
      KERNEL,
    );
    expect(discountOf({ percentage: true, amount: 500_000 }, 1 as Minor)).toBe(1);
    expect(discountOf({ percentage: true, amount: 499_999 }, 1 as Minor)).toBe(0);
  });
});

describe('discounts', () => {
  // Catches coupons that apply in another order or to the first sum, another base, and tax that is not that of what is
  // left.
  it('are what the slow model says, of every coupon on every line, with the tax in it', () => {
    fc.assert(
      fc.property(lines, fc.array(coupon, { maxLength: 4 }), (given, coupons) => {
        const model = modelDiscounts(
          given.map(({ sumMinor: sum, rateE6 }) => ({ sum: cents(sum), rate: fromScaled(rateE6, 6) })),
          coupons.map(({ percentage, amount: face }) => ({ percentage, amount: fromScaled(face, percentage ? 4 : 2) })),
        );
        expect(discounts(given, coupons)).toEqual(
          model.uses.map(({ used, tax, base, parts }) => ({
            usedMinor: Number(scaled(used, 2)),
            taxMinor: Number(scaled(tax, 2)),
            baseMinor: Number(scaled(base, 2)),
            parts: parts.map((one) => [one.at, Number(scaled(one.part, 2)), Number(scaled(one.tax, 2))]),
          })),
        );
      }),
      CART,
    );
  });

  // Catches a line that a coupon pushes below zero, one below zero that bears something, and tax that stays on what is
  // free.
  it('leave no line below zero that was above it, touch none that was below, and no tax on nothing', () => {
    fc.assert(
      fc.property(lines, fc.array(coupon, { minLength: 1, maxLength: 6 }), (given, coupons) => {
        const left = given.map(({ sumMinor: sum }) => sum as number);
        const taxes = given.map(({ sumTaxMinor: sumTax }) => sumTax as number);
        const before = left.reduce((sum, one) => sum + one, 0);
        let off = 0;
        for (const { usedMinor: used, taxMinor: tax, parts } of discounts(given, coupons)) {
          expect(parts.reduce((sum, [, part]) => sum + part, 0)).toBe(used);
          expect(parts.reduce((sum, [, , partTax]) => sum + partTax, 0)).toBe(tax);
          for (const [at, part, partTax] of parts) {
            expect(part > 0 && partTax >= 0 && partTax <= part).toBe(true);
            left[at]! -= part;
            taxes[at]! -= partTax;
          }
          off += used;
        }
        for (const [at, { sumMinor: sum, rateE6 }] of given.entries()) {
          expect(left[at]! >= Math.min(0, sum)).toBe(true);
          expect(taxes[at]).toBe(taxWithin(left[at]!, rateE6));
        }
        expect(off).toBeLessThanOrEqual(Math.max(0, before));
      }),
      CART,
    );
  });

  // Catches a share that is taken of anything but what the coupons before it left.
  it('of shares alone come to the same total in every order but for a cent each', () => {
    const share = coupon.filter(({ percentage }) => percentage);
    fc.assert(
      fc.property(lines, share, share, (given, one, other) => {
        const off = (...coupons: (typeof one)[]): number =>
          discounts(given, coupons).reduce((sum, { usedMinor: used }) => sum + used, 0);
        expect(Math.abs(off(one, other) - off(other, one))).toBeLessThanOrEqual(2);
      }),
      CART,
    );
  });

  // Catches money coupons whose caps depend on their order.
  it('of money alone come to the same total in every order', () => {
    const money = coupon.filter(({ percentage }) => !percentage);
    fc.assert(
      fc.property(lines, fc.array(money, { maxLength: 4 }), (given, coupons) => {
        const off = (list: typeof coupons): number =>
          discounts(given, list).reduce((sum, { usedMinor: used }) => sum + used, 0);
        expect(off(coupons)).toBe(off(coupons.toReversed()));
      }),
      CART,
    );
  });

  // Catches a percentage that is taken before the money where the money came first, and the other way round.
  it('of a share and money differ by the share of the money, as far as there are goods enough', () => {
    const enough = fc.array(
      fc.tuple(fc.integer({ min: 1000, max: 100_000 }), rate).map(([sum, rateE6]) => lineOf(sum, rateE6)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(enough, fc.integer({ min: 1, max: 900_000 }), fc.nat({ max: 100 }), (given, share, face) => {
        const [percentage, money] = [
          { percentage: true, amount: share },
          { percentage: false, amount: face + 1 },
        ];
        const off = (...coupons: (typeof money)[]): number =>
          discounts(given, coupons).reduce((sum, { usedMinor: used }) => sum + used, 0);
        const exact = ((face + 1) * share) / 1e6;
        expect(Math.abs(off(percentage, money) - off(money, percentage) - exact)).toBeLessThanOrEqual(1);
      }),
      CART,
    );
  });

  const permutations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
    list.length === 0
      ? [[]]
      : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));

  // Catches a coupon that is taken of anything but what the ones before it left, in some order of shares and money but
  // not in another; and goods that come to less than nothing in one order alone.
  it('of shares and money, in every order: each takes its due of what the ones before it left, and all of them no more than there is', () => {
    fc.assert(
      fc.property(lines, fc.array(coupon, { minLength: 2, maxLength: 4 }), (given, coupons) => {
        const goods = Math.max(
          0,
          given.reduce((sum, { sumMinor: one }) => sum + one, 0),
        );
        for (const order of permutations(coupons)) {
          let left = goods;
          for (const [at, { usedMinor: used, baseMinor: base }] of discounts(given, order).entries()) {
            expect([base, used]).toEqual([left, discountOf(order[at]!, left as Minor)]);
            left -= used;
          }
          expect(left).toBeGreaterThanOrEqual(0);
        }
      }),
      CART,
    );
  });

  // Ten coupons on a thousand lines are the dearest cart there is (bench/notes/cart-writes.md).
  it('cost a look at each line for each of them, and no more: a large cart is dearer by its lines alone', () => {
    let looks = 0;
    const counting = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name, self) => {
          looks += 1;
          return Reflect.get(target, name, self) as unknown;
        },
      });
    const given = Array.from({ length: 1000 }, (_, at) => lineOf(999 + at, 190_000));
    const watched = given.map(counting);
    const tenth = { percentage: true, amount: 100_000 };
    const coupons = Array.from({ length: 10 }, () => tenth);
    expect(discounts(watched, coupons).at(-1)!.baseMinor).toBe(discounts(given, coupons).at(-1)!.baseMinor);
    const [amountAndTax, rateOfEach] = [2, coupons.length];
    expect(looks / given.length).toBeLessThanOrEqual(amountAndTax + rateOfEach);
    looks = 0;
    const sums = given.map(({ sumMinor }) => sumMinor as number);
    expect(spread(77_777, counting(sums)).at(-1)).toBe(spread(77_777, sums).at(-1));
    // To be copied, which asks whether it is there, to be added up, and to be divided; and their number each time.
    expect(looks / sums.length).toBeLessThan(8);
  });
});
