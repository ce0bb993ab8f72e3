// Whether a coupon may be used now, by what its batch says now: a cart's copy of the terms decides what the coupon
// takes off, which never changes, and nothing else (D301).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { Reader } from '../transaction.ts';
import { checkDay } from './coupon-terms.ts';
import { ENDED_DETAIL } from './coupon.ts';
import type { CartCoupon, CouponTerms } from './coupon.ts';
import type { CouponState } from '../lifecycles/coupon.ts';

/** The terms of a coupon's batch as they are now. */
export const presentTerms = (shop: Reader, couponId: number): CouponTerms =>
  shop.read('coupon_batch', shop.read('coupon', couponId)!.batchId)!.terms;

/** A coupon's state; ENDED also where its whole batch was ended. */
export const presentState = (shop: Reader, couponId: number): CouponState => {
  const { batchId, state } = shop.read('coupon', couponId)!;
  return shop.read('coupon_batch', batchId)!.endedMs === 0 ? state : 'ENDED';
};

/** The present terms of a coupon, if neither it nor its batch was ended. Refuses, with the code: COUPON_NOT_VALID. */
export const checkNotEnded = (shop: Reader, couponId: number, code: string): Result<void> =>
  presentState(shop, couponId) === 'ENDED' ? refuse('COUPON_NOT_VALID', code, ENDED_DETAIL) : DONE;

/**
 * The present terms of a coupon that may be used today.
 *
 * Refuses, with `code`: COUPON_NOT_VALID, COUPON_NOT_YET_VALID, COUPON_EXPIRED, COUPON_USED.
 */
export const usableTerms = (shop: Reader, couponId: number, code: string): Result<CouponTerms> => {
  const going = checkNotEnded(shop, couponId, code);
  if (!going.ok) return going;
  const terms = presentTerms(shop, couponId);
  const today = checkDay(shop, terms, code);
  if (!today.ok) return today;
  return presentState(shop, couponId) === 'REDEEMED' ? refuse('COUPON_USED', code) : ok(terms);
};

/**
 * Why a checkout refuses one of the coupons of a cart now; undefined where it does not. One that stands beside others
 * must be combineable by its present terms: COUPON_NOT_COMBINEABLE, besides what `usableTerms` refuses.
 */
export const whyRefused = (
  shop: Reader,
  { couponId, code }: CartCoupon,
  attached: readonly CartCoupon[],
): Refusal | undefined => {
  const usable = usableTerms(shop, couponId, code);
  if (!usable.ok) return usable;
  return attached.length > 1 && !usable.value.combineable ? refuse('COUPON_NOT_COMBINEABLE', code) : undefined;
};
