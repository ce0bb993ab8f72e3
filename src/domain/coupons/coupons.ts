// Decisions over coupons: making them, attaching them to a cart, redeeming and freeing them (Decision 27, 28; S 4.6,
// 4.12).
import { DONE, must, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CartCoupon, CouponTerms } from './coupon.ts';
import { foldedCode } from './coupon.ts';
import { dayIn } from '../date-time.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Of one cart. */
export const CART_COUPONS_MAX = 20;

/** Random codes in four groups of four: `x7k2-0ab9-mm41-q8zd`. */
class NewCodes {
  private readonly tx: Transaction;
  private readonly made = new Set<string>();
  private letters = '';

  constructor(tx: Transaction) {
    this.tx = tx;
  }

  private draw(): string {
    for (let draws = 0; this.letters.length < 16; draws += 1) {
      must(draws < 100, 'the source of chance gives lower-case letters and digits');
      // Every character of base64url is equally likely, and so is each of the 36 that are kept.
      this.letters += this.tx.random(48).replace(/[^a-z0-9]/g, '');
    }
    const code = this.letters.slice(0, 16).replace(/(.{4})(?!$)/g, '$1-');
    this.letters = this.letters.slice(16);
    return code;
  }

  /** One that no coupon has. */
  next(taken: (code: string) => boolean): string {
    for (let tries = 0; ; tries += 1) {
      must(tries < 100, 'new codes are found');
      const code = this.draw();
      if (this.made.has(code) || taken(code)) continue;
      this.made.add(code);
      return code;
    }
  }
}

export interface NewCoupons {
  readonly terms: CouponTerms;
  readonly count: number;
  /** Undefined: generated. */
  readonly code: string | undefined;
}

/** One batch with its coupons; the batch's id. Refuses: COUPON_CODE_ALREADY_IN_USE. */
export const createCoupons = (tx: Transaction, { terms, count, code }: NewCoupons): Result<number> => {
  // No coupon is a draft yet, and an index does not know drafts.
  const { byCode } = tx.index('coupon');
  tx.missed('coupon');
  const taken = (one: string): boolean => byCode.get(foldedCode(one)) !== undefined;
  if (code !== undefined && taken(code)) return refuse('COUPON_CODE_ALREADY_IN_USE', code);
  const codes = new NewCodes(tx);
  const batch = tx.create('coupon_batch', { type: 'create_batch', terms, firstCouponId: tx.nextId('coupon'), count });
  if (!batch.ok) return batch;
  for (let made = 0; made < count; made += 1) {
    const created = tx.create('coupon', {
      type: 'create_coupon',
      batchId: batch.value,
      code: code ?? codes.next(taken),
    });
    if (!created.ok) return created;
  }
  return batch;
};

/** The codes of a batch, in the order in which they were made. */
export const codesOf = (shop: Reader, batchId: number): readonly string[] => {
  const { firstCouponId, count } = shop.read('coupon_batch', batchId)!;
  return Array.from({ length: count }, (_, at) => shop.read('coupon', firstCouponId + at)!.code);
};

/** A coupon as a call names it. */
export interface GivenCoupon {
  readonly code: string;
  /** '' for the coupon's own. */
  readonly name: string;
}

/** Whether today is one of a coupon's days. Refuses: COUPON_NOT_YET_VALID, COUPON_EXPIRED, with its code. */
const checkDay = ({ rules, atMs }: Reader, { startDay, endDay }: CouponTerms, code: string): Result<void> => {
  const today = dayIn(rules.timeZone, atMs);
  if (today < (startDay ?? today)) return refuse('COUPON_NOT_YET_VALID', code);
  return today > (endDay ?? today) ? refuse('COUPON_EXPIRED', code) : DONE;
};

/** The coupon of a code in any case; of several that differ in case only, the very one. */
const couponWith = (tx: Transaction, code: string): number | undefined => {
  const ids = tx.index('coupon').byCode.holders(foldedCode(code));
  return ids.length < 2 ? ids[0] : (ids.find((id) => tx.read('coupon', id)?.code === code) ?? ids[0]);
};

/**
 * One that may be used now, with its code as it was made.
 *
 * Refuses, with the code as it was sent: COUPON_ALREADY_ADDED, COUPON_NOT_VALID and what `checkDay` does, COUPON_USED.
 */
const usableCoupon = (
  tx: Transaction,
  { code: sent, name }: GivenCoupon,
  attached: readonly CartCoupon[],
): Result<CartCoupon> => {
  const couponId = couponWith(tx, sent);
  if (couponId === undefined) {
    tx.missed('coupon');
    return refuse('COUPON_NOT_VALID', sent);
  }
  if (attached.some((one) => one.couponId === couponId)) return refuse('COUPON_ALREADY_ADDED', sent);
  const { batchId, code, state } = tx.read('coupon', couponId)!;
  const { terms } = tx.read('coupon_batch', batchId)!;
  const usable = checkDay(tx, terms, sent);
  if (!usable.ok) return usable;
  return state === 'REDEEMED' ? refuse('COUPON_USED', sent) : ok({ couponId, code, name: name || terms.name, terms });
};

/**
 * Attaches coupons to those of the cart, all or none; none given removes all.
 *
 * Refuses, with the code: COUPON_ALREADY_ADDED, COUPON_NOT_VALID, COUPON_NOT_YET_VALID, COUPON_EXPIRED, COUPON_USED,
 * COUPON_NOT_COMBINEABLE, COUPON_LIMIT_REACHED.
 */
export const addCoupons = (tx: Transaction, sessionId: number, given: readonly GivenCoupon[]): Result<void> => {
  const { cart } = tx.read('session', sessionId)!;
  const coupons = given.length === 0 ? [] : [...cart.coupons];
  for (const one of given) {
    const { code } = one;
    const usable = usableCoupon(tx, one, coupons);
    if (!usable.ok) return usable;
    coupons.push(usable.value);
    if (coupons.length > 1 && coupons.some(({ terms }) => !terms.combineable))
      return refuse('COUPON_NOT_COMBINEABLE', code);
    if (coupons.length > CART_COUPONS_MAX) return refuse('COUPON_LIMIT_REACHED', code);
  }
  // Without the room that a grown array has for more: the cart keeps it.
  return tx.ask('session', sessionId, { type: 'set_coupons', coupons: coupons.slice() });
};

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
