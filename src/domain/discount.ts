// What coupons take off the goods: in the order attached, spread over the lines so that the parts make the whole, always
// (Decision 27). Integers only.
import type { Minor, RateE6 } from './money.ts';
import { mulDiv, taxWithin } from './money.ts';

/** The part of a coupon's terms that decides its amount. */
export interface Discount {
  /** `amount` is a rate and not money. */
  readonly percentage: boolean;
  /** A rate in 1/1,000,000, or money in the currency's minor unit. */
  readonly amount: number;
}

/** What a discount is spread over. */
export interface Discountable {
  readonly sum: Minor;
  readonly sumTax: Minor;
  readonly rate: RateE6;
}

/** What one line bears of one coupon: its place in the cart, money, and the tax in that money. */
export type Part = readonly [at: number, discount: Minor, tax: Minor];

/** What one coupon came to. */
export interface CouponUse {
  readonly used: Minor;
  /** The tax contained in it. */
  readonly tax: Minor;
  /** What it found: the goods less the coupons before it. Never below zero. */
  readonly base: Minor;
  readonly parts: readonly Part[];
}

const RATE_ONE = 1_000_000;

/** What a discount takes of a base: a share of it, rounded half up, or its face value as far as the base goes. */
export const discountOf = ({ percentage, amount }: Discount, base: Minor): Minor =>
  (percentage ? mulDiv(base, amount, RATE_ONE) : Math.min(amount, base)) as Minor;

/** The whole part and the remainder of a · b / d, exact for any safe integers that are not negative. */
const divided = (a: number, b: number, d: number): readonly [whole: number, remainder: number] => {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const remainder = product % d;
    return [(product - remainder) / d, remainder];
  }
  const exact = BigInt(a) * BigInt(b);
  return [Number(exact / BigInt(d)), Number(exact % BigInt(d))];
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
  if (discount === 0) return parts;
  let positive = 0;
  for (const amount of amounts) if (amount > 0) positive += amount;
  const remainders = new Float64Array(amounts.length);
  let missing = discount;
  for (let at = 0; at < amounts.length; at += 1) {
    if (amounts[at]! <= 0) continue;
    const [whole, remainder] = divided(discount, amounts[at]!, positive);
    parts[at] = whole;
    remainders[at] = remainder;
    missing -= whole;
  }
  if (missing === 0) return parts;
  // There are more fractions than pieces missing, so the smallest that gets one is above zero.
  const least = remainders.slice().sort()[remainders.length - missing]!;
  for (const remainder of remainders) if (remainder > least) missing -= 1;
  for (let at = 0; at < amounts.length; at += 1) {
    if (remainders[at]! > least) parts[at]! += 1;
    else if (remainders[at] === least && missing > 0) {
      parts[at]! += 1;
      missing -= 1;
    }
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
  for (const [at, part] of spread(used, left).entries()) {
    if (part === 0) continue;
    left[at]! -= part;
    // What is left is taxed anew, so that a line that is paid for in full keeps no tax.
    const taxLeft = taxWithin(left[at]!, lines[at]!.rate);
    const partTax = taxes[at]! - taxLeft;
    taxes[at] = taxLeft;
    tax += partTax;
    parts.push([at, part as Minor, partTax as Minor]);
  }
  return { used, tax: tax as Minor, base, parts };
};

/** What each coupon takes off the lines, in the order given. */
export const discounts = (lines: readonly Discountable[], coupons: readonly Discount[]): readonly CouponUse[] => {
  const left = lines.map(({ sum }) => sum as number);
  const taxes = lines.map(({ sumTax }) => sumTax as number);
  return coupons.map((terms) => applied(terms, lines, left, taxes));
};
