// The one calculation behind carts, orders, documents, payments and reports: which amounts a cart comes to.
//
//   line prices → goods → promotions → coupons → delivery
//
// A line has its price and its own amounts from the change that made them (unit-price.ts, tax.ts, line-sums.ts), so
// that a change costs the changed line and not the whole cart; what promotions take off is found by the change as well
// (promote.ts). Each later step is a file, and its place in STEPS.
// Guaranteed: integers only; the same cart comes to the same amounts; sums stay exact, or the change is refused.
// `sum` is goods, `total` is what is to be paid (D77).
import type { Minor } from '../money.ts';
import { AMOUNT_MINOR_MAX } from '../money.ts';
import type { Amounts, Calculable, Step, TaxPosition } from './amounts.ts';
import { coupons, couponsTaken } from './coupons.ts';
import { delivery } from './delivery.ts';
import type { CouponUse } from './discount.ts';
import { goods } from './goods.ts';
import { promotions, promotionsTaken } from './promotions.ts';

export interface Totals {
  /** What promotions take off together, free delivery included. */
  readonly promotionsMinor: Minor;
  /** What the coupons take off together. */
  readonly couponsMinor: Minor;
  /** What each of them takes off. */
  readonly couponUses: readonly CouponUse[];
  readonly deliveryMinor: Minor;
  /** What is to be paid. */
  readonly totalMinor: Minor;
  readonly sumTaxMinor: Minor;
  /** Sorted by falling rate; their gross adds up to `total`, their tax to `sumTax`. */
  readonly taxPositions: readonly TaxPosition[];
}

const STEPS: readonly Step[] = [goods, promotions, coupons, delivery];

/** Returns the amounts of a cart or an order, in the minor unit of its currency. */
export const calculate = (cart: Calculable): Totals => {
  const amounts: Amounts = { couponUses: [], promotions: 0, coupons: 0, delivery: 0, sumTax: 0, taxPositions: [] };
  for (const step of STEPS) step(amounts, cart);
  const { taxPositions } = amounts;
  if (taxPositions.length > 1) taxPositions.sort((a, b) => b.rateE6 - a.rateE6);
  return {
    promotionsMinor: amounts.promotions as Minor,
    couponsMinor: amounts.coupons as Minor,
    couponUses: amounts.couponUses,
    deliveryMinor: amounts.delivery as Minor,
    totalMinor: (cart.sumMinor - amounts.promotions - amounts.coupons + amounts.delivery) as Minor,
    sumTaxMinor: amounts.sumTax as Minor,
    taxPositions,
  };
};

/** The total alone, for those who read it of every order. */
export const payableMinor = (cart: Calculable): Minor => {
  let payable: number = cart.sumMinor - promotionsTaken(cart) - couponsTaken(cart);
  for (const { priceMinor } of cart.deliveryPositions) payable += priceMinor;
  return payable as Minor;
};

/**
 * Whether a cart with these amounts stays exact, whatever of it is removed later: the sum of the amounts without their
 * signs is within the limit, so that every sum over some of the lines is.
 */
export const staysExact = (
  volume: Minor,
  positions: readonly { readonly priceMinor: Minor }[],
  more: number,
): boolean => {
  let amount = volume + more;
  for (const { priceMinor } of positions) amount += Math.abs(priceMinor);
  return amount <= AMOUNT_MINOR_MAX;
};
