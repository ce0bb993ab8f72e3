// Catches arithmetic of money that is not exact, or rounds otherwise than half away from zero.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Milli, PriceE4, RateE6, Whole } from '../../src/domain/money.ts';
import {
  AMOUNT_MINOR_MAX,
  PRICE_E4_MAX,
  addTax,
  lineSum,
  mulDiv,
  parseDecimal,
  subtractTax,
  sumOf,
  taxWithin,
} from '../../src/domain/money.ts';
import { ONE, fromScaled, over, plus, rational, round, scaled, times } from './cart/rational.ts';
import { runs } from '../harness/effort.ts';
import { KERNEL, digits, price, quantity, rate, amount, safe, isPlain } from './money-values.ts';

describe('mulDiv', () => {
  // Catches a product that left 2^53 before it was divided, and half rounded to even or towards zero.
  it('is the exact quotient, rounded half away from zero, for any safe integers', () => {
    fc.assert(
      fc.property(
        safe,
        safe,
        fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
        (a, b, d) => {
          const exact = scaled(round(rational(BigInt(a) * BigInt(b), d), 0), 0);
          fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER));
          const result = mulDiv(a, b, d);
          expect(BigInt(result)).toBe(exact);
          expect(isPlain(result)).toBe(true);
        },
      ),
      KERNEL,
    );
  });

  // Catches rounding that looks right until a credit note: −0.5 must be −1 where 0.5 is 1.
  it('is its own mirror image for negative numbers', () => {
    fc.assert(
      fc.property(safe, safe, fc.integer({ min: 1, max: 2_000_000 }), (a, b, d) => {
        expect(mulDiv(-a, b, d) + mulDiv(a, b, d)).toBe(0);
        expect(mulDiv(a, -b, d) + mulDiv(a, b, d)).toBe(0);
      }),
      KERNEL,
    );
    expect(mulDiv(-1, 1, 2)).toBe(-1);
    expect(mulDiv(-1, 1, 3)).toBe(0);
    expect(Object.is(mulDiv(-1, 1, 3), 0)).toBe(true);
    expect(Object.is(mulDiv(0, -5, 7), 0)).toBe(true);
    // 2^53 + 1, which no double is: half of it ends in a half.
    expect(mulDiv(3, 3_002_399_751_580_331, 2)).toBe(4_503_599_627_370_497);
  });
});

describe('everyday amounts', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // Catches a price list that takes five times as long to read, because every price goes by way of what only the
  // largest need.
  it('need no BigInt', () => {
    vi.stubGlobal('BigInt', () => expect.unreachable('a detour over BigInt'));
    expect([
      mulDiv(1_199_000, 2000, 100_000),
      mulDiv(-23_980, 190_000, 1_190_000),
      mulDiv(94_906_265, 94_906_265, 7),
    ]).toEqual([23_980, -3829, 1_286_742_733_750_032]);
    expect(['119.90', '1.2345', '-.5', '12345678901.2345', '1e3'].map((text) => parseDecimal(text, 4))).toEqual([
      1_199_000, 12_345, -5000, 123_456_789_012_345, 10_000_000,
    ]);
  });

  // Catches a number of a JSON body that is turned into text first.
  it('need no text where they are numbers', () => {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    const read = [119.9, 0, -0.25, 9_999_999_999_999.99, -9_999_999_999_999.99, 0.07].map((value) =>
      parseDecimal(value, 2),
    );
    const looks = exec.mock.calls.length;
    exec.mockRestore();
    expect([read, looks]).toEqual([[11_990, 0, -25, AMOUNT_MINOR_MAX, -AMOUNT_MINOR_MAX, 7], 0]);
  });
});

describe('amounts of a line', () => {
  // Catches price × quantity beyond 2^53, and rounding at the unit instead of the line.
  it('lineSum is round(price × quantity), and outside the limit it is seen to be outside', () => {
    fc.assert(
      fc.property(price, quantity, digits, (one, many, places) => {
        const exact = scaled(round(times(fromScaled(one, 4), fromScaled(many, 3)), places), places);
        const result = lineSum(one, many, places);
        if (Math.abs(result) <= AMOUNT_MINOR_MAX) expect(BigInt(result)).toBe(exact);
        else expect(exact > AMOUNT_MINOR_MAX || exact < -AMOUNT_MINOR_MAX).toBe(true);
        expect(isPlain(result)).toBe(true);
      }),
      KERNEL,
    );
  });

  // Catches tax computed as p·t, or from a net that was rounded first.
  it('taxWithin is round(p·t/(1+t)), lies between 0 and p, and net + tax = gross', () => {
    fc.assert(
      fc.property(amount, rate, (gross, one) => {
        const share = over(fromScaled(one, 6), plus(ONE, fromScaled(one, 6)));
        const tax = taxWithin(gross, one);
        expect(BigInt(tax)).toBe(scaled(round(times(rational(gross), share), 0), 0));
        expect(isPlain(tax)).toBe(true);
        expect(Math.abs(tax) <= Math.abs(gross) && tax * Math.sign(gross) >= 0).toBe(true);
        expect(gross - tax + tax).toBe(gross);
        expect(tax + taxWithin(-gross, one)).toBe(0);
      }),
      KERNEL,
    );
  });

  // Catches a conversion that rounds to cents before the quantity multiplies the error.
  it('addTax and subtractTax convert at 4 decimals, and undo each other to within one unit of them', () => {
    fc.assert(
      fc.property(price, rate, (one, share) => {
        const factor = plus(ONE, fromScaled(share, 6));
        const gross = addTax(one, share);
        const net = subtractTax(one, share);
        expect(BigInt(gross)).toBe(scaled(round(times(fromScaled(one, 4), factor), 4), 4));
        expect(BigInt(net)).toBe(scaled(round(over(fromScaled(one, 4), factor), 4), 4));
        expect(isPlain(gross) && isPlain(net)).toBe(true);
        if (Math.abs(gross) <= PRICE_E4_MAX) expect(Math.abs(subtractTax(gross, share) - one)).toBeLessThanOrEqual(1);
      }),
      KERNEL,
    );
  });

  // Catches the tax of a unit and of a line (D71) becoming one: twice the unit's tax is not the line's.
  it('has the numbers of the documented example', () => {
    const sum = lineSum(1_199_000 as PriceE4, 2000 as Milli, 2);
    expect([sum, taxWithin(11_990, 190_000 as RateE6), taxWithin(sum, 190_000 as RateE6)]).toEqual([
      23_980, 1914, 3829,
    ]);
  });
});

describe('sumOf', () => {
  // Catches a sum over all orders of a day that loses a cent beyond 2^53, and one that does not come back from there.
  it('is exact for any number of amounts, forth and back, and equal sums are the same value', () => {
    const term = fc.oneof(safe, amount);
    fc.assert(
      fc.property(fc.array(term, { maxLength: 40 }), (terms) => {
        const total = terms.reduce<Whole>(sumOf, 0);
        const exact = terms.reduce((sum, one) => sum + BigInt(one), 0n);
        expect(BigInt(total)).toBe(exact);
        expect(typeof total).toBe(Number.isSafeInteger(Number(exact)) ? 'number' : 'bigint');
        expect(terms.reduceRight<Whole>((right, one) => sumOf(one, right), 0)).toBe(total);
        expect(terms.reduce<Whole>((left, one) => sumOf(left, -one), total)).toBe(0);
      }),
      { numRuns: runs(200) },
    );
    expect([sumOf(5, 2n ** 60n), sumOf(2n ** 60n, 5)]).toEqual([2n ** 60n + 5n, 2n ** 60n + 5n]);
  });
});
