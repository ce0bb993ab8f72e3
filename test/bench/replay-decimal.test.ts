// Catches decimals of the replay that are not exact, or round otherwise than the shop: it would find a sum right or
// wrong by mistake.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../bench/replay/compare.ts';
import { divideHalfUp, formatDecimal, lineSumMinor, parseDecimal } from '../../bench/replay/decimal.ts';

const scaled = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const priceE4 = fc.bigInt({ min: 1n, max: 10n ** 9n });
const quantityMilli = fc.bigInt({ min: 1n, max: 10n ** 9n });

describe('exact decimals', () => {
  // Catches a wrong divisor, a float on the way, and banker's rounding: the sum is the one cent figure s with
  // s - 1/2 ≤ p·q < s + 1/2, as a rational over 10^7.
  test('a line sum is the product rounded half up', () => {
    fc.assert(
      fc.property(priceE4, quantityMilli, (price, quantity) => {
        const productE7 = price * quantity;
        const sumE7 = lineSumMinor(price, quantity) * 100_000n;
        expect(sumE7 - 50_000n <= productE7 && productE7 < sumE7 + 50_000n).toBe(true);
      }),
    );
  });

  test.each([
    [10_050n, 100n, 10n], // 1.005 × 0.1 = 0.1005
    [50n, 1_000n, 1n], // 0.005: half goes up
    [49n, 1_000n, 0n],
    [10n, 1_000n, 0n], // 0.001, which the file has
    [25_500n, 6_000n, 1_530n],
    [135_413_300n, 1_000n, 1_354_133n],
  ])('price %d × quantity %d = %d', (price, quantity, sum) => {
    expect(lineSumMinor(price, quantity)).toBe(sum);
  });

  // Catches rounding towards zero or plus infinity for refunds.
  test('negative amounts are the mirror image', () => {
    fc.assert(
      fc.property(scaled, fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
        expect(divideHalfUp(-n, d)).toBe(-divideHalfUp(n, d));
      }),
    );
  });

  // Catches lost signs, lost leading zeros and trimmed digits.
  test('text and scaled integer are the same number', () => {
    fc.assert(
      fc.property(
        scaled,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        (value, decimals, decimalsMin) => {
          expect(parseDecimal(formatDecimal(value, decimals, decimalsMin), decimals)).toBe(value);
        },
      ),
    );
  });

  test('digits beyond the decimals are refused, zeros are not', () => {
    expect(parseDecimal('1.23450', 4)).toBe(12_345n);
    expect(parseDecimal('1.23456', 4)).toBe('too_fine');
    expect(parseDecimal('7.', 4)).toBe(70_000n);
    for (const text of ['', '.', '.5', '1e3', '1,5', 'NaN', '--1', '1 ', '0x1', '١'])
      expect(parseDecimal(text, 4)).toBe('malformed');
  });

  // Catches a reply's double being compared other than by the decimal that was sent.
  test('a JSON number of at most 15 digits prints as what was sent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (minor) => {
        expect(parseDecimal(String(JSON.parse(money(minor))), 2)).toBe(minor);
      }),
    );
  });
});
