// Redeems the coupons of a cart for its order, frees those of a cancelled order, and redeems them again when the order
// is reopened (D97, D301, docs/sell/coupons.md). Coupons that are not unique are only counted and never spent.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkNotEnded, whyRefused } from './usable-coupon.ts';
import type { Transaction } from '../transaction.ts';
import type { CartCoupon } from './coupon.ts';

/** Applies a step to the items in order, up to the first refusal. */
const all = <T>(items: readonly T[], apply: (item: T) => Result<void>): Result<void> => {
  for (const item of items) {
    const done = apply(item);
    if (!done.ok) return done;
  }
  return DONE;
};

/**
 * Redeems all coupons of a cart for its order. Refuses, with the coupon's code: COUPON_NOT_VALID, COUPON_NOT_YET_VALID,
 * COUPON_EXPIRED, COUPON_USED, COUPON_NOT_COMBINEABLE.
 */
export const redeemCoupons = (tx: Transaction, orderId: number, coupons: readonly CartCoupon[]): Result<void> =>
  redeemAmong(tx, orderId, coupons, coupons);

/** Redeems some of the coupons of a cart. */
const redeemAmong = (
  tx: Transaction,
  orderId: number,
  coupons: readonly CartCoupon[],
  attached: readonly CartCoupon[],
): Result<void> =>
  all(
    coupons,
    (coupon) =>
      whyRefused(tx, coupon, attached) ??
      tx.ask('coupon', coupon.couponId, { type: 'redeem', unique: coupon.terms.unique, orderId }),
  );

/**
 * An edited order has other coupons: those that it had are free again, new ones are redeemed. `before`: what it had;
 * `ever`: with all of its carts, for one that is not unique is counted once.
 * Refuses: as `redeemCoupons` does, for new ones.
 */
export const changeCoupons = (
  tx: Transaction,
  orderId: number,
  before: readonly CartCoupon[],
  after: readonly CartCoupon[],
  ever: readonly CartCoupon[],
): Result<void> => {
  const lacks = (coupons: readonly CartCoupon[], { couponId }: CartCoupon): boolean =>
    coupons.every((one) => one.couponId !== couponId);
  const freed = all(
    before.filter((coupon) => coupon.terms.unique && lacks(after, coupon)),
    ({ couponId }) => tx.ask('coupon', couponId, { type: 'free', orderId }),
  );
  const added = after.filter((coupon) => lacks(coupon.terms.unique ? before : ever, coupon));
  return freed.ok ? redeemAmong(tx, orderId, added, after) : freed;
};

/** Those of an order's coupons that are redeemed once ever. */
const uniqueOf = (tx: Transaction, orderId: number): readonly CartCoupon[] =>
  tx.read('order', orderId)!.cart.coupons.filter(({ terms }) => terms.unique);

/** Frees the coupons of a cancelled order: the unique ones, for others are never spent. An ended one stays ended. */
export const freeCoupons = (tx: Transaction, orderId: number): Result<void> =>
  all(uniqueOf(tx, orderId), ({ couponId }) => tx.ask('coupon', couponId, { type: 'free', orderId }));

/**
 * Redeems a reopened order's unique coupons again, without regard to their dates. Refuses, with the coupon's code:
 * COUPON_NOT_VALID for one that was ended, COUPON_USED.
 */
export const redeemAgain = (tx: Transaction, orderId: number): Result<void> =>
  all(uniqueOf(tx, orderId), ({ couponId, code }) => {
    const going = checkNotEnded(tx, couponId, code);
    return going.ok ? tx.ask('coupon', couponId, { type: 'redeem', unique: true, orderId }) : going;
  });
