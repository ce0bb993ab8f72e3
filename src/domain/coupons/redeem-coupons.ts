// Redeems the coupons of a cart for its order, frees those of a cancelled order, and redeems them again when the order
// is reopened (D97, D98). Coupons that are not unique are only counted and never spent.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkDay } from './coupon-terms.ts';
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
 * Redeems all coupons of a cart for its order. Refuses, with the coupon's code: COUPON_NOT_YET_VALID, COUPON_EXPIRED,
 * COUPON_USED.
 */
export const redeemCoupons = (tx: Transaction, orderId: number, coupons: readonly CartCoupon[]): Result<void> =>
  all(coupons, (coupon) => {
    const usable = checkDay(tx, coupon.terms, coupon.code);
    return usable.ok
      ? tx.ask('coupon', coupon.couponId, { type: 'redeem', unique: coupon.terms.unique, orderId })
      : usable;
  });

/** Frees the coupons of a cancelled order: the unique ones, for others are never spent. */
export const freeCoupons = (tx: Transaction, orderId: number): Result<void> =>
  all(tx.read('order', orderId)!.cart.coupons, ({ couponId }) => tx.ask('coupon', couponId, { type: 'free', orderId }));

/** Redeems a reopened order's unique coupons again, without regard to their dates. Refuses: COUPON_USED. */
export const redeemAgain = (tx: Transaction, orderId: number): Result<void> =>
  all(
    tx.read('order', orderId)!.cart.coupons.filter(({ terms }) => terms.unique),
    ({ couponId }) => tx.ask('coupon', couponId, { type: 'redeem', unique: true, orderId }),
  );
