// A cart: lines, delivery positions and coupons of a session or a placed order. Every line carries its computed
// amounts, so that a change costs the changed line and not the whole cart.
//
// Totals are computed when they are asked for. Not promised: that a line says what the catalogue says now; its price is
// fixed when it is added (D78).
import { CART_COUPON } from '../coupons/coupon.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import type { CouponUse } from '../calculation/discount.ts';
import type { PromotionUse } from '../calculation/promote.ts';
import type { Labels } from '../promotions/promotion.ts';
import { LineIndex, isEqualLine } from './line-index.ts';
import type { LineKey } from './line-index.ts';
import type { Minor } from '../money.ts';
import { NO_RATE, ZERO } from '../money.ts';
import { derived, list, nullable, schema } from '../schema.ts';
import { LINE, volumeOf } from './line.ts';
import type { AnsweredPrice, Line, Repriced } from './line.ts';
import type { PositionPrice } from '../calculation/position-price.ts';
import type { WhyNot } from '../delivery/facts.ts';

export interface DeliveryPosition extends PositionPrice {
  readonly name: string;
  /** The delivery rule that it is by; 0: a call named it; below 0: an extension, of that method without rules. */
  readonly ruleId: number;
}

/** As it is set; one of an older journal has no basis, or no rule. */
export type NewDeliveryPosition = Omit<DeliveryPosition, 'basis' | 'ruleId'> &
  Partial<Pick<DeliveryPosition, 'basis' | 'ruleId'>>;

export const heldPosition = (given: NewDeliveryPosition): DeliveryPosition => {
  const { name, priceMinor, rateE6, basis = null, ruleId = 0 } = given;
  return { name, priceMinor, rateE6, basis, ruleId };
};

/**
 * Why no rule of the chosen delivery method is for a cart, and what that is about (delivery/facts.ts). `method_gone`:
 * the shop has the method no more; `out_of_range`: the cart's delivery costs more than a price may be; `no_quote`: an
 * extension says what it costs, and has not answered; below 0: it was quoted before.
 */
export type Undelivered = readonly [why: WhyNot | 'method_gone' | 'out_of_range' | 'no_quote', about: number];

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
  /** Coupons attached, in the order in which they apply. */
  coupons: readonly CartCoupon[];
  /** What each coupon takes off, fixed when the order is placed; null while the cart may change. */
  couponUses: readonly CouponUse[] | null;
  /** Lines that the last change gave another price. */
  repriced: readonly Repriced[];
  /** What promotions take off, in the order in which they are taken. */
  promotions: readonly CartPromotion[];
  /** Promotions that more goods would bring. */
  nearly: readonly Nearly[];
  /** A call has named the delivery positions, be it none: no rule does. */
  isDeliveryGiven: boolean;
  /** null: nothing stands against the delivery method. */
  undelivered: Undelivered | null;
  /** Lines whose price an extension has said, and the delivery. */
  answered: readonly AnsweredPrice[];
}

/** A promotion in a cart, as it was named when the cart changed last. */
export interface CartPromotion extends PromotionUse {
  readonly name: string;
  readonly labels: Labels;
}

/** A promotion, and what goods it lacks: `missing` is money, or thousandths of a piece. */
export type Nearly = readonly [
  promotionId: number,
  name: string,
  what: 'sum' | 'pieces',
  missing: number,
  labels: Labels,
];

const CART_PROMOTION = schema<CartPromotion>({
  id: 0,
  usedMinor: ZERO,
  taxMinor: ZERO,
  parts: [],
  delivery: [],
  kept: [],
  name: '',
  labels: {},
});

const DELIVERY_POSITION = schema<DeliveryPosition>({
  name: '',
  priceMinor: ZERO,
  rateE6: NO_RATE,
  basis: null,
  ruleId: 0,
});

const COUPON_USE = schema<CouponUse>({ usedMinor: ZERO, taxMinor: ZERO, baseMinor: ZERO, parts: [] });

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
    repriced: [],
    promotions: list(CART_PROMOTION),
    nearly: [],
    isDeliveryGiven: false,
    undelivered: null as Undelivered | null,
    answered: [],
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

/** Lines that are looked through faster than an index is kept. */
const SCAN_MAX = 32;

const indexOf = (cart: Cart): LineIndex | undefined =>
  cart.lines.length <= SCAN_MAX ? undefined : (cart.index ??= new LineIndex(cart.lines));

/** The first line that an element which raises an equal line (`PRODUCT_GR`, D84) would raise. */
export const equalLine = (cart: Cart, wanted: LineKey): Line | undefined => {
  const index = indexOf(cart);
  return index === undefined ? cart.lines.find((line) => isEqualLine(line, wanted)) : index.equal(wanted);
};

/** Quantity of a product over all lines, in 1/1,000. */
export const quantityMilliOf = (cart: Cart, productId: number): number => {
  const index = indexOf(cart);
  if (index !== undefined) return index.quantityMilliOf(productId);
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
