// What coupons take off a cart, written with rationals and lists that are sorted. Slow on purpose.
import type { Rational } from '../cart/rational.ts';
import {
  ONE,
  ZERO,
  compare,
  fromScaled,
  minus,
  over,
  plus,
  rational,
  round,
  scaled,
  sumOf,
  times,
} from '../cart/rational.ts';

export interface ModelTerms {
  readonly code: string;
  readonly name: string;
  readonly unique: boolean;
  readonly percentage: boolean;
  /** Percent, or money. */
  readonly amount: Rational;
  readonly startDay: number | null;
  readonly endDay: number | null;
  readonly combineable: boolean;
}

export interface ModelLineSum {
  readonly sum: Rational;
  readonly rate: Rational;
}

export interface ModelUse {
  readonly used: Rational;
  readonly tax: Rational;
  readonly base: Rational;
  readonly parts: readonly { readonly at: number; readonly part: Rational; readonly tax: Rational }[];
}

export const taxIn = (gross: Rational, rate: Rational): Rational => round(times(gross, over(rate, plus(ONE, rate))), 2);

const CENT = fromScaled(1, 2);
const isPositive = (value: Rational): boolean => compare(value, ZERO) > 0;
const floorCents = (value: Rational): Rational => rational((value.n * 100n) / value.d, 100n);

/** In proportion, whole cents, by largest remainder; ties to the earlier. */
export const modelSpread = (discount: Rational, amounts: readonly Rational[]): Rational[] => {
  const positive = sumOf(amounts.filter(isPositive));
  const exact = amounts.map((amount) => (isPositive(amount) ? over(times(discount, amount), positive) : ZERO));
  const parts = exact.map(floorCents);
  const missing = Number(scaled(minus(discount, sumOf(parts)), 2));
  const byFraction = exact
    .map((value, at) => ({ at, fraction: minus(value, parts[at]!) }))
    .sort((a, b) => compare(b.fraction, a.fraction) || a.at - b.at);
  for (const { at } of byFraction.slice(0, missing)) parts[at] = plus(parts[at]!, CENT);
  return parts;
};

/** Each coupon's use, and what it all leaves of the lines. */
export const modelDiscounts = (
  lines: readonly ModelLineSum[],
  coupons: readonly Pick<ModelTerms, 'percentage' | 'amount'>[],
): { readonly uses: readonly ModelUse[]; readonly left: readonly Rational[] } => {
  let left = lines.map(({ sum }) => sum);
  const uses = coupons.map(({ percentage, amount }): ModelUse => {
    const all = sumOf(left);
    const base = isPositive(all) ? all : ZERO;
    const used = percentage
      ? round(times(base, over(amount, rational(100))), 2)
      : compare(amount, base) < 0
        ? amount
        : base;
    const shares = modelSpread(used, left);
    const after = left.map((amount, at) => minus(amount, shares[at]!));
    const parts = shares.map((part, at) => {
      const { rate } = lines[at]!;
      return { at, part, tax: minus(taxIn(left[at]!, rate), taxIn(after[at]!, rate)) };
    });
    left = after;
    const borne = parts.filter(({ part }) => isPositive(part));
    return { used, tax: sumOf(borne.map(({ tax }) => tax)), base, parts: borne };
  });
  return { uses, left };
};
