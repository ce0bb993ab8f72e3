// A cart: lines, delivery positions and coupons of a session or a placed order. Every line carries its computed amounts,
// so that a change costs the changed line and not the whole cart.
//
// Totals are computed when they are asked for. Not promised: that a line says what the catalogue says now; its price is
// fixed when it is added (D78).
import { CART_COUPON } from '../coupons/coupon.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import { discounts } from '../coupons/discount.ts';
import type { CouponUse } from '../coupons/discount.ts';
import { LineIndex, isEqualLine } from './line-index.ts';
import type { LineKey } from './line-index.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import { AMOUNT_MINOR_MAX, NO_RATE, ZERO, taxWithin } from '../money.ts';
import { derived, list, nullable, schema } from '../schema.ts';
import type { Wanted } from '../stock/availability.ts';

export type ElementType = 'PRODUCT' | 'FREE_ELEMENT' | 'DELIVERY_COSTS';

export interface Line {
  readonly id: number;
  readonly type: ElementType;
  /** 0: a free element. */
  readonly productId: number;
  readonly elementNumber: string;
  quantityMilli: Milli;
  readonly priceE4: PriceE4;
  sumMinor: Minor;
  readonly rateE6: RateE6;
  /** The tax in one unit, rounded by itself (D75). */
  readonly taxMinor: Minor;
  sumTaxMinor: Minor;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The line that this one hangs below; 0: none. */
  readonly parentId: number;
  /** Weight, length, width, height of one piece, as the catalogue has them. */
  readonly measures: readonly number[];
  /** Which of its texts are HTML: the sum of NAME_IS_HTML and DESCRIPTION_IS_HTML that apply. */
  readonly markup: number;
  /** Whatever a view derives from the line and wants to find again; not part of the state. */
  memo: unknown;
}

export const NAME_IS_HTML = 1;
export const DESCRIPTION_IS_HTML = 2;

export interface DeliveryPosition {
  readonly name: string;
  readonly priceMinor: Minor;
  readonly rateE6: RateE6;
}

export interface Cart {
  createdMs: number;
  lines: Line[];
  /** How many lines were ever created: the id of the latest. */
  linesCreated: number;
  /** The line that was added or raised last; 0: none. */
  lastLineId: number;
  /** Goods only, without coupons and delivery costs (D77). */
  sumMinor: Minor;
  /** The absolute values of the lines' sums, added up; derived. */
  volumeMinor: Minor;
  /** Finds lines of a large cart; derived, and not part of the state. */
  index: LineIndex | undefined;
  deliveryPositions: readonly DeliveryPosition[];
  /** In the order attached, which is the order in which they apply. */
  coupons: readonly CartCoupon[];
  /** What each coupon takes off, fixed when the order is placed; null while the cart may change. */
  couponUses: readonly CouponUse[] | null;
}

const LINE = schema<Line>({
  id: 0,
  type: 'PRODUCT',
  productId: 0,
  elementNumber: '',
  quantityMilli: 0 as Milli,
  priceE4: 0 as PriceE4,
  sumMinor: ZERO,
  rateE6: NO_RATE,
  taxMinor: ZERO,
  sumTaxMinor: ZERO,
  name: '',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
  memo: derived(undefined),
});

const DELIVERY_POSITION = schema<DeliveryPosition>({ name: '', priceMinor: ZERO, rateE6: NO_RATE });

const COUPON_USE = schema<CouponUse>({ usedMinor: ZERO, taxMinor: ZERO, baseMinor: ZERO, parts: [] });

export const volumeOf = (lines: readonly Line[]): Minor =>
  lines.reduce((volume, { sumMinor }) => volume + Math.abs(sumMinor), 0) as Minor;

export const CART = schema<Cart>(
  {
    createdMs: 0,
    lines: list(LINE),
    linesCreated: 0,
    lastLineId: 0,
    sumMinor: ZERO,
    volumeMinor: derived(ZERO),
    index: derived(undefined),
    deliveryPositions: list(DELIVERY_POSITION),
    coupons: list(CART_COUPON),
    couponUses: nullable(list(COUPON_USE)),
  },
  (cart) => {
    cart.volumeMinor = volumeOf(cart.lines);
  },
);

export const emptyCart = (createdMs: number): Cart => {
  const cart = CART.initial();
  cart.createdMs = createdMs;
  return cart;
};

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
  /** By falling rate; their gross adds up to `total`, their tax to `sumTax`. */
  readonly taxPositions: readonly TaxPosition[];
}

type Growing = { -readonly [K in keyof TaxPosition]: TaxPosition[K] };

/** Rates are few, so that a scan beats a map. */
const addTo = (positions: Growing[], rate: RateE6, gross: number, tax: number): void => {
  let position = positions.find((one) => one.rateE6 === rate);
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

/** Units: minor. Delivery lines of a placed order are the positions once more and count once. */
export const totalsOf = (cart: Cart): Totals => {
  const taxPositions: Growing[] = [];
  let delivery = 0;
  let sumTax = 0;
  for (const line of cart.lines) {
    if (line.type === 'DELIVERY_COSTS') continue;
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
    for (const [at, discount, partTax] of parts) addTo(taxPositions, cart.lines[at]!.rateE6, -discount, -partTax);
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
export const staysExact = (volume: Minor, delivery: Cart['deliveryPositions'], more: number): boolean => {
  let amount = volume + more;
  for (const { priceMinor } of delivery) amount += Math.abs(priceMinor);
  return amount <= AMOUNT_MINOR_MAX;
};

/** Lines that are looked through faster than an index is kept. */
const SCAN_MAX = 32;

const indexOf = (cart: Cart): LineIndex | undefined =>
  cart.lines.length <= SCAN_MAX ? undefined : (cart.index ??= new LineIndex(cart.lines));

/** The first line that a `_GR` element would raise. */
export const equalLine = (cart: Cart, wanted: LineKey): Line | undefined => {
  const index = indexOf(cart);
  return index === undefined ? cart.lines.find((one) => isEqualLine(one, wanted)) : index.equal(wanted);
};

export const pieces = (cart: Cart, productId: number): number => {
  const index = indexOf(cart);
  if (index !== undefined) return index.pieces(productId);
  let sumMilli = 0;
  for (const line of cart.lines) if (line.productId === productId) sumMilli += line.quantityMilli;
  return sumMilli;
};

/** Lines stand in the order of their ids. */
export const lineOf = ({ lines }: Cart, id: number): Line | undefined => {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return lines[low]?.id === id ? lines[low] : undefined;
};

/** The line and those that hang below it. */
export const withChildren = ({ lines }: Cart, lineId: number): number[] =>
  lines.filter(({ id, parentId }) => id === lineId || parentId === lineId).map(({ id }) => id);

export const wantedOf = (cart: Cart): Wanted[] =>
  cart.lines
    .filter(({ type }) => type === 'PRODUCT')
    .map(({ productId, quantityMilli }) => ({ productId, quantityMilli }));
