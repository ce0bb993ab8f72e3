// A cart: lines with every amount already computed, so that a change costs the changed line.
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
  /** 0 for a free element. */
  readonly productId: number;
  readonly elementNumber: string;
  quantity: Milli;
  readonly price: PriceE4;
  sum: Minor;
  readonly rate: RateE6;
  /** Per unit; a rounding of its own (Decision 22). */
  readonly tax: Minor;
  sumTax: Minor;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The line that this one hangs below; 0 for none. */
  readonly parentId: number;
  /** Weight, length, width, height of one piece, as the catalogue has them. */
  readonly measures: readonly number[];
  /** Which of its texts are HTML: NAME_IS_HTML, DESCRIPTION_IS_HTML or both, as a sum. */
  readonly markup: number;
  /** Whatever a view derives from the line and wants to find again; not part of the state. */
  memo: unknown;
}

export const NAME_IS_HTML = 1;
export const DESCRIPTION_IS_HTML = 2;

export interface DeliveryPosition {
  readonly name: string;
  readonly price: Minor;
  readonly rate: RateE6;
}

export interface Cart {
  createdMs: number;
  lines: Line[];
  /** Line ids given so far. */
  linesMade: number;
  /** The line that was added or raised last; 0 for none. */
  lastLineId: number;
  /** Goods only: no coupon, no delivery cost is in it (Decision 23). */
  sum: Minor;
  /** The lines' sums without their signs, added up; derived. */
  volume: Minor;
  /** Of a large cart; derived, and not part of the state. */
  index: LineIndex | undefined;
  delivery: readonly DeliveryPosition[];
  /** In the order attached, which is the order in which they apply. */
  coupons: readonly CartCoupon[];
  /** What each of them takes off, once the cart is an order's; null while it still changes. */
  uses: readonly CouponUse[] | null;
}

const LINE = schema<Line>({
  id: 0,
  type: 'PRODUCT',
  productId: 0,
  elementNumber: '',
  quantity: 0 as Milli,
  price: 0 as PriceE4,
  sum: ZERO,
  rate: NO_RATE,
  tax: ZERO,
  sumTax: ZERO,
  name: '',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
  memo: derived(undefined),
});

const DELIVERY_POSITION = schema<DeliveryPosition>({ name: '', price: ZERO, rate: NO_RATE });

const COUPON_USE = schema<CouponUse>({ used: ZERO, tax: ZERO, base: ZERO, parts: [] });

export const volumeOf = (lines: readonly Line[]): Minor =>
  lines.reduce((volume, { sum }) => volume + Math.abs(sum), 0) as Minor;

export const CART = schema<Cart>(
  {
    createdMs: 0,
    lines: list(LINE),
    linesMade: 0,
    lastLineId: 0,
    sum: ZERO,
    volume: derived(ZERO),
    index: derived(undefined),
    delivery: list(DELIVERY_POSITION),
    coupons: list(CART_COUPON),
    uses: nullable(list(COUPON_USE)),
  },
  (cart) => {
    cart.volume = volumeOf(cart.lines);
  },
);

export const emptyCart = (createdMs: number): Cart => {
  const cart = CART.initial();
  cart.createdMs = createdMs;
  return cart;
};

export interface TaxPosition {
  readonly rate: RateE6;
  readonly net: Minor;
  readonly tax: Minor;
  readonly gross: Minor;
}

export interface Totals {
  /** What the coupons take off together. */
  readonly coupons: Minor;
  /** What each of them takes off. */
  readonly uses: readonly CouponUse[];
  readonly delivery: Minor;
  /** What is to be paid. */
  readonly total: Minor;
  readonly sumTax: Minor;
  /** By falling rate; their gross adds up to `total`, their tax to `sumTax`. */
  readonly taxPositions: readonly TaxPosition[];
}

type Growing = { -readonly [K in keyof TaxPosition]: TaxPosition[K] };

/** Rates are few, so that a scan beats a map. */
const addTo = (positions: Growing[], rate: RateE6, gross: number, tax: number): void => {
  let position = positions.find((one) => one.rate === rate);
  if (position === undefined) positions.push((position = { rate, net: ZERO, tax: ZERO, gross: ZERO }));
  position.net = (position.net + gross - tax) as Minor;
  position.tax = (position.tax + tax) as Minor;
  position.gross = (position.gross + gross) as Minor;
};

const NO_USES: readonly CouponUse[] = [];

/**
 * What each coupon takes off: as the order keeps it, or as it would be now. Delivery costs are no goods (Decision 27).
 */
export const usesOf = ({ lines, coupons, uses }: Cart): readonly CouponUse[] => {
  if (coupons.length === 0) return NO_USES;
  return (
    uses ??
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
    addTo(taxPositions, line.rate, line.sum, line.sumTax);
    sumTax += line.sumTax;
  }
  for (const { price, rate } of cart.delivery) {
    const tax = taxWithin(price, rate);
    addTo(taxPositions, rate, price, tax);
    delivery += price;
    sumTax += tax;
  }
  const uses = usesOf(cart);
  let coupons = 0;
  for (const { used, tax, parts } of uses) {
    for (const [at, discount, partTax] of parts) addTo(taxPositions, cart.lines[at]!.rate, -discount, -partTax);
    coupons += used;
    sumTax -= tax;
  }
  if (taxPositions.length > 1) taxPositions.sort((a, b) => b.rate - a.rate);
  return {
    coupons: coupons as Minor,
    uses,
    delivery: delivery as Minor,
    total: (cart.sum - coupons + delivery) as Minor,
    sumTax: sumTax as Minor,
    taxPositions,
  };
};

/**
 * Whether a cart with these amounts stays exact, whatever of it is removed later: the sum of the amounts without their
 * signs is within the limit, so that every sum over some of the lines is.
 */
export const staysExact = (volume: Minor, delivery: Cart['delivery'], more: number): boolean => {
  let amount = volume + more;
  for (const { price } of delivery) amount += Math.abs(price);
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
  for (const line of cart.lines) if (line.productId === productId) sumMilli += line.quantity;
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
    .map(({ productId, quantity }) => ({ productId, quantityMilli: quantity }));
