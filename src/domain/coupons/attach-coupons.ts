// Attaches coupons to a cart. Attaching redeems nothing: checkout does (D97), and refuses what became of a coupon
// meanwhile.
import { caseless } from '../../kernel/text.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CartCoupon } from './coupon.ts';
import type { Transaction } from '../transaction.ts';
import { presentTerms, usableTerms } from './usable-coupon.ts';

/** Coupons that one cart may have. */
export const CART_COUPONS_MAX = 20;

/** A coupon as a call names it. */
export interface GivenCoupon {
  readonly code: string;
  /** Display name; '': the coupon's own name is shown. */
  readonly name: string;
}

/** The coupon of a code in any case; of several that differ in case only, the very one. */
const couponWith = (tx: Transaction, code: string): number | undefined => {
  const ids = tx.index('coupon').byCode.holders(caseless(code));
  return ids.length < 2 ? ids[0] : (ids.find((id) => tx.read('coupon', id)?.code === code) ?? ids[0]);
};

/**
 * The coupon of a given code, if it may be used now, with its code as it was made.
 *
 * Refuses, with the code as it was sent: COUPON_ALREADY_ADDED, COUPON_OTHER_CURRENCY, and what `usableTerms` does.
 */
const usableCoupon = (
  tx: Transaction,
  { code: sent, name }: GivenCoupon,
  attached: readonly CartCoupon[],
  currency: string,
  ordered: readonly CartCoupon[],
): Result<CartCoupon> => {
  const couponId = couponWith(tx, sent);
  if (couponId === undefined) {
    tx.trackAbsence('coupon');
    return refuse('COUPON_NOT_VALID', sent);
  }
  if (attached.some((coupon) => coupon.couponId === couponId)) return refuse('COUPON_ALREADY_ADDED', sent);
  const own = ordered.find((coupon) => coupon.couponId === couponId);
  if (own !== undefined) return ok(own);
  const usable = usableTerms(tx, couponId, sent);
  if (!usable.ok) return usable;
  const terms = usable.value;
  if (!terms.percentage && (terms.currency || tx.rules.currency) !== currency)
    return refuse(
      'COUPON_OTHER_CURRENCY',
      sent,
      `It takes off ${terms.currency || tx.rules.currency}, the cart is in ${currency}.`,
    );
  return ok({ couponId, code: tx.read('coupon', couponId)!.code, name: name || terms.name, terms });
};

/**
 * Attaches coupons to those of the cart, all or none; none given removes all. `currency`: of the cart.
 *
 * Refuses, with the code: COUPON_ALREADY_ADDED, COUPON_NOT_VALID, COUPON_NOT_YET_VALID, COUPON_EXPIRED, COUPON_USED,
 * COUPON_NOT_COMBINEABLE, COUPON_OTHER_CURRENCY, COUPON_LIMIT_REACHED.
 */
export const addCoupons = (
  tx: Transaction,
  sessionId: number,
  given: readonly GivenCoupon[],
  currency = tx.rules.currency,
): Result<void> => {
  const { cart, edits } = tx.read('session', sessionId)!;
  // An order that is edited has redeemed its own.
  const ordered = edits === null ? [] : (tx.read('order', edits.orderId)?.cart.coupons ?? []);
  const coupons = given.length === 0 ? [] : [...cart.coupons];
  for (const coupon of given) {
    const { code } = coupon;
    const usable = usableCoupon(tx, coupon, coupons, currency, ordered);
    if (!usable.ok) return usable;
    coupons.push(usable.value);
    if (coupons.length > 1 && coupons.some(({ couponId }) => !presentTerms(tx, couponId).combineable))
      return refuse('COUPON_NOT_COMBINEABLE', code);
    if (coupons.length > CART_COUPONS_MAX) {
      const detail = `The cart would hold ${coupons.length} coupons, of at most ${CART_COUPONS_MAX}.`;
      return refuse('COUPON_LIMIT_REACHED', code, detail);
    }
  }
  return tx.ask('session', sessionId, { type: 'set_coupons', coupons });
};
