// What coupons take off the goods: in the order attached (D90), spread over the lines so that the parts add up to the
// whole (D91). Integers only.
import type { Minor, RateE6 } from '../money.ts';
import { mulDiv, taxWithin, wholeQuotient } from '../money.ts';

/** The part of a coupon's terms that decides its amount. */
export interface Discount {
  /** `amount` is a rate and not money. */
  readonly percentage: boolean;
  /** A rate in 1/1,000,000, or money in the currency's minor unit. */
  readonly amount: number;
}

/** What a discount is spread over. */
export interface Discountable {
  readonly sumMinor: Minor;
  readonly sumTaxMinor: Minor;
  readonly rateE6: RateE6;
}

/** What one line bears of one coupon: its place in the cart, money, and the tax in that money. */
type Part = readonly [at: number, discount: Minor, tax: Minor];

/** What one coupon came to. */
export interface CouponUse {
  readonly usedMinor: Minor;
  /** The tax contained in it. */
  readonly taxMinor: Minor;
  /** What it found: the goods less the coupons before it. Never below zero. */
  readonly baseMinor: Minor;
  readonly parts: readonly Part[];
}

const RATE_ONE = 1_000_000;

/** What a discount takes of a base: a share of it, rounded half up, or its face value as far as the base goes. */
export const discountOf = ({ percentage, amount }: Discount, base: Minor): Minor =>
  (percentage ? mulDiv(base, amount, RATE_ONE) : Math.min(amount, base)) as Minor;

/** Whole parts of discount · amount / positive go to `parts`, what they leave to `remainders`; the sum of the parts. */
const divide = (
  discount: number,
  amounts: readonly number[],
  positive: number,
  parts: number[],
  remainders: Float64Array,
): number => {
  let sum = 0;
  for (let index = 0; index < amounts.length; index += 1) {
    const amount = amounts[index]!;
    if (amount <= 0) continue;
    const product = discount * amount;
    if (product + positive <= Number.MAX_SAFE_INTEGER) {
      parts[index] = wholeQuotient(product, positive);
      remainders[index] = product - parts[index]! * positive;
    } else {
      const exact = BigInt(discount) * BigInt(amount);
      remainders[index] = Number(exact % BigInt(positive));
      parts[index] = Number(exact / BigInt(positive));
    }
    sum += parts[index]!;
  }
  return sum;
};

/**
 * A discount over the amounts above zero, in proportion to them, by largest remainder: what whole parts leave goes to
 * the largest fractions, one each, of equal ones to the earlier. The parts add up to the discount, and no part is more
 * than its amount.
 *
 * `discount`: from 0 to the sum of the amounts above zero.
 */
export const spread = (discount: number, amounts: readonly number[]): number[] => {
  const parts = amounts.map(() => 0);
  let positive = 0;
  for (const amount of amounts) positive += Math.max(0, amount);
  const remainders = new Float64Array(amounts.length);
  let missing = discount - divide(discount, amounts, positive, parts, remainders);
  if (missing === 0) return parts;
  // There are more fractions than pieces missing, so the smallest that gets one is above zero.
  const least = remainders.slice().sort()[remainders.length - missing]!;
  for (let index = 0; index < remainders.length; index += 1) {
    if (remainders[index]! <= least) continue;
    parts[index]! += 1;
    missing -= 1;
  }
  for (let index = 0; missing > 0; index += 1) {
    if (remainders[index] !== least) continue;
    parts[index]! += 1;
    missing -= 1;
  }
  return parts;
};

/** One coupon against what the ones before it left; changes `left` and `taxes` to what it leaves. */
const applied = (terms: Discount, lines: readonly Discountable[], left: number[], taxes: number[]): CouponUse => {
  let all = 0;
  for (const amount of left) all += amount;
  // Lines below zero lower what is to be paid for the goods, and no coupon may take more than that.
  const base = Math.max(0, all) as Minor;
  const used = discountOf(terms, base);
  const parts: Part[] = [];
  let tax = 0;
  const shares = spread(used, left);
  for (let index = 0; index < shares.length; index += 1) {
    const part = shares[index]!;
    if (part === 0) continue;
    left[index]! -= part;
    // What is left is taxed anew, so that a line that is paid for in full keeps no tax.
    const taxLeft = taxWithin(left[index]!, lines[index]!.rateE6);
    const partTax = taxes[index]! - taxLeft;
    taxes[index] = taxLeft;
    tax += partTax;
    parts.push([index, part as Minor, partTax as Minor]);
  }
  return { usedMinor: used, taxMinor: tax as Minor, baseMinor: base, parts };
};

/** What each coupon takes off the lines, in the order given. */
export const discounts = (lines: readonly Discountable[], coupons: readonly Discount[]): readonly CouponUse[] => {
  const left = lines.map(({ sumMinor }) => sumMinor as number);
  const taxes = lines.map(({ sumTaxMinor }) => sumTaxMinor as number);
  return coupons.map((terms) => applied(terms, lines, left, taxes));
};
