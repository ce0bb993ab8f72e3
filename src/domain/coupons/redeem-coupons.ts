// Redeems the coupons of a cart for its order, frees those of a cancelled order, and redeems them again when the order
// is reopened (D97, D98). Coupons that are not unique are only counted and never spent.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkDay } from './coupon-terms.ts';
import type { Transaction } from '../transaction.ts';
import type { CartCoupon } from './coupon.ts';

/** One after the other, up to the first refusal. */
const all = <T>(items: readonly T[], one: (item: T) => Result<void>): Result<void> => {
  for (const item of items) {
    const done = one(item);
    if (!done.ok) return done;
  }
  return DONE;
};

/** All coupons of a cart, for its order. Refuses what became of them since they were attached, with the code. */
export const redeemCoupons = (tx: Transaction, orderId: number, coupons: readonly CartCoupon[]): Result<void> =>
  all(coupons, (coupon) => {
    const usable = checkDay(tx, coupon.terms, coupon.code);
    return usable.ok
      ? tx.ask('coupon', coupon.couponId, { type: 'redeem', unique: coupon.terms.unique, orderId })
      : usable;
  });

/** The coupons that a canceled order gives back: the unique ones, for others are never spent. */
export const freeCoupons = (tx: Transaction, orderId: number): Result<void> =>
  all(tx.read('order', orderId)!.cart.coupons, ({ couponId }) => tx.ask('coupon', couponId, { type: 'free', orderId }));

/** The same the other way: the promise was made when the order was placed, so no date matters. Refuses: COUPON_USED. */
export const redeemAgain = (tx: Transaction, orderId: number): Result<void> =>
  all(
    tx.read('order', orderId)!.cart.coupons.filter(({ terms }) => terms.unique),
    ({ couponId }) => tx.ask('coupon', couponId, { type: 'redeem', unique: true, orderId }),
  );
