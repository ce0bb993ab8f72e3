// The totals of a cart: goods, coupons, delivery costs and taxes. `sum` is goods, `total` is what is to be paid (D77).
// Sums stay exact, or the change is refused.
import { discounts } from '../coupons/discount.ts';
import type { CouponUse } from '../coupons/discount.ts';
import type { Minor, RateE6 } from '../money.ts';
import { AMOUNT_MINOR_MAX, ZERO, taxWithin } from '../money.ts';
import type { Cart } from './cart.ts';
import { isGoods } from './line.ts';

export interface TaxPosition {
  readonly rateE6: RateE6;
  readonly netMinor: Minor;
  readonly taxMinor: Minor;
  readonly grossMinor: Minor;
}

export interface Totals {
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

type Growing = { -readonly [K in keyof TaxPosition]: TaxPosition[K] };

/** Rates are few, so that a scan beats a map. */
const addTo = (positions: Growing[], rate: RateE6, gross: number, tax: number): void => {
  let position = positions.find((entry) => entry.rateE6 === rate);
  if (position === undefined)
    positions.push((position = { rateE6: rate, netMinor: ZERO, taxMinor: ZERO, grossMinor: ZERO }));
  position.netMinor = (position.netMinor + gross - tax) as Minor;
  position.taxMinor = (position.taxMinor + tax) as Minor;
  position.grossMinor = (position.grossMinor + gross) as Minor;
};

const NO_USES: readonly CouponUse[] = [];

/**
 * What each coupon takes off: as fixed in the order, or as of now. Coupons take off goods and no delivery costs (D90).
 */
const usesOf = ({ lines, coupons, couponUses }: Cart): readonly CouponUse[] => {
  if (coupons.length === 0) return NO_USES;
  return (
    couponUses ??
    discounts(
      lines,
      coupons.map(({ terms }) => terms),
    )
  );
};

/** What coupons take off together. */
export const couponsTaken = (cart: Cart): number => {
  let taken = 0;
  for (const { usedMinor } of usesOf(cart)) taken += usedMinor;
  return taken;
};

/** What is to be paid: goods less coupons, and delivery. */
export const payableMinor = (cart: Cart): Minor => {
  let payable: number = cart.sumMinor - couponsTaken(cart);
  for (const { priceMinor } of cart.deliveryPositions) payable += priceMinor;
  return payable as Minor;
};

/** Returns totals in the minor unit. The delivery positions that a placed order has as lines are skipped. */
export const totalsOf = (cart: Cart): Totals => {
  const taxPositions: Growing[] = [];
  let delivery = 0;
  let sumTax = 0;
  for (const line of cart.lines) {
    if (!isGoods(line)) continue;
    addTo(taxPositions, line.rateE6, line.sumMinor, line.sumTaxMinor);
    sumTax += line.sumTaxMinor;
  }
  for (const { priceMinor, rateE6 } of cart.deliveryPositions) {
    const tax = taxWithin(priceMinor, rateE6);
    addTo(taxPositions, rateE6, priceMinor, tax);
    delivery += priceMinor;
    sumTax += tax;
  }
  const uses = usesOf(cart);
  let coupons = 0;
  for (const { usedMinor, taxMinor, parts } of uses) {
    for (const [lineIndex, discount, partTax] of parts)
      addTo(taxPositions, cart.lines[lineIndex]!.rateE6, -discount, -partTax);
    coupons += usedMinor;
    sumTax -= taxMinor;
  }
  if (taxPositions.length > 1) taxPositions.sort((a, b) => b.rateE6 - a.rateE6);
  return {
    couponsMinor: coupons as Minor,
    couponUses: uses,
    deliveryMinor: delivery as Minor,
    totalMinor: (cart.sumMinor - coupons + delivery) as Minor,
    sumTaxMinor: sumTax as Minor,
    taxPositions,
  };
};

/**
 * Whether a cart with these amounts stays exact, whatever of it is removed later: the sum of the amounts without their
 * signs is within the limit, so that every sum over some of the lines is.
 */
export const staysExact = (
  volume: Minor,
  delivery: readonly { readonly priceMinor: Minor }[],
  more: number,
): boolean => {
  let amount = volume + more;
  for (const { priceMinor } of delivery) amount += Math.abs(priceMinor);
  return amount <= AMOUNT_MINOR_MAX;
};
