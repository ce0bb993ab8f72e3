// What a calculation adds up: sums and tax positions, as its steps find them.
import type { Minor, RateE6 } from '../money.ts';
import { ZERO } from '../money.ts';
import type { CouponUse, Discount, Discountable } from './discount.ts';
import type { PromotionUse } from './promote.ts';

export interface TaxPosition {
  readonly rateE6: RateE6;
  readonly netMinor: Minor;
  readonly taxMinor: Minor;
  readonly grossMinor: Minor;
}

/** What a calculation needs of a cart or an order. */
export interface Calculable {
  /** With the amounts of their own (line-sums.ts). Those of a placed order include its delivery positions. */
  readonly lines: readonly (Discountable & { readonly id: number; readonly type: string })[];
  /** Goods only. */
  readonly sumMinor: Minor;
  /** What promotions take off, as the last change found it. */
  readonly promotions: readonly PromotionUse[];
  readonly coupons: readonly { readonly terms: Discount }[];
  /** What each coupon takes off as an order fixed it; null: as of now. */
  readonly couponUses: readonly CouponUse[] | null;
  readonly deliveryPositions: readonly { readonly priceMinor: Minor; readonly rateE6: RateE6 }[];
}

type Growing = { -readonly [K in keyof TaxPosition]: TaxPosition[K] };

/** The amounts that the steps of one calculation change. */
export interface Amounts {
  couponUses: readonly CouponUse[];
  promotions: number;
  coupons: number;
  delivery: number;
  sumTax: number;
  readonly taxPositions: Growing[];
}

/** One step of a calculation: adds its part to the amounts. */
export type Step = (amounts: Amounts, cart: Calculable) => void;

/** Adds an amount and the tax in it. Rates are few, so that a scan beats a map. */
export const addTaxed = (amounts: Amounts, rate: RateE6, gross: number, tax: number): void => {
  const { taxPositions } = amounts;
  let position = taxPositions.find((entry) => entry.rateE6 === rate);
  if (position === undefined)
    taxPositions.push((position = { rateE6: rate, netMinor: ZERO, taxMinor: ZERO, grossMinor: ZERO }));
  position.netMinor = (position.netMinor + gross - tax) as Minor;
  position.taxMinor = (position.taxMinor + tax) as Minor;
  position.grossMinor = (position.grossMinor + gross) as Minor;
};
