// Changes a batch of coupons, and ends it or one coupon of it. What a coupon takes off and how often it is redeemed
// never change: a cart, an order and its documents show them as they were promised (D301).
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import type { ChangeableTerms } from './coupon.ts';
import { daysInOrder } from './coupon-terms.ts';
import { couponsWithCode } from './find-coupons.ts';

/** Undefined: it stays. */
export type TermChanges = { readonly [K in keyof ChangeableTerms]: ChangeableTerms[K] | undefined };

/**
 * Refuses: COUPON_NOT_VALID for a batch that is not there or was ended, CHANGED_MEANWHILE, PARAMETER_INVALID for days
 * in wrong order.
 */
export const updateCoupons = (tx: Transaction, batchId: number, changes: TermChanges, ifSeq?: number): Result<void> => {
  const batch = tx.read('coupon_batch', batchId);
  if (batch === undefined) return refuse('COUPON_NOT_VALID', batchId);
  if (batch.endedMs !== 0) return refuse('COUPON_NOT_VALID', batchId, 'The batch was ended.');
  const seen = checkSeen(tx, 'coupon_batch', batchId, ifSeq);
  if (!seen.ok) return seen;
  const { terms } = batch;
  const { startDay = terms.startDay, endDay = terms.endDay } = changes;
  const inOrder = daysInOrder(startDay, endDay, 'end_date');
  if (!inOrder.ok) return inOrder;
  const { name = terms.name, combineable = terms.combineable } = changes;
  return tx.ask('coupon_batch', batchId, { type: 'change_terms', name, startDay, endDay, combineable });
};

/** The coupon of a batch with a code in any case; of several that differ in case only, the very one. */
const couponOf = (tx: Transaction, batchId: number, code: string): number | undefined => {
  const ids = couponsWithCode(tx, batchId, code);
  return ids.find((id) => tx.read('coupon', id)!.code === code) ?? ids[0];
};

/**
 * Ends all coupons of a batch for good, or the one with the code; what was ended already stays as it is.
 *
 * Refuses: COUPON_NOT_VALID with the batch, or with a code that the batch does not have.
 */
export const endCoupons = (tx: Transaction, batchId: number, code: string | undefined): Result<void> => {
  const batch = tx.read('coupon_batch', batchId);
  if (batch === undefined) return refuse('COUPON_NOT_VALID', batchId);
  if (code === undefined) return tx.ask('coupon_batch', batchId, { type: 'end_batch' });
  const couponId = couponOf(tx, batchId, code);
  if (couponId === undefined) {
    tx.trackAbsence('coupon');
    return refuse('COUPON_NOT_VALID', code, `The batch ${batchId} has no such coupon.`);
  }
  return tx.ask('coupon', couponId, { type: 'end_coupon' });
};
