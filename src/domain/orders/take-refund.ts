// Applies what a provider says of money that goes back: its answer to the shop, and its notices, which may be repeated,
// late, or about what nobody here asked for. Each changes a refund once.
import type { RefundAnswer, RefundNotice } from '../../kernel/payment-provider.ts';
import { DONE, mapOk, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { RefundEvent } from '../lifecycles/refund.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { moveRefund, recordRefund } from './move-refund.ts';
import { isInFlight, refundStep, refundsOf } from './refund.ts';
import type { Refund } from './refund.ts';

const EVENT_OF: { readonly [State in RefundAnswer['state']]: RefundEvent } = {
  pending: 'accept',
  done: 'complete',
  failed: 'fail',
};

/** Key of a refund at its provider. With the moment in it, no store that was restored asks with the key of another. */
export const refundKey = (id: number, { orderId, askedMs }: Pick<Refund, 'orderId' | 'askedMs'>): string =>
  `refund-${orderId}-${id}-${askedMs}`;

/** The refund that was asked for with the key; undefined: none was. */
const askedWith = (shop: Reader, key: string): number | undefined => {
  const id = Number(key.split('-')[2]);
  const refund = Number.isSafeInteger(id) && id > 0 ? shop.read('refund', id) : undefined;
  return refund !== undefined && refundKey(id, refund) === key ? id : undefined;
};

/** A refund of the provider's own pages, of the same payment and amount as one of the shop. */
const recordAnother = (tx: Transaction, refund: Refund, transaction: string): Result<void> => {
  const { orderId, paymentId, amountMinor, currency, currencyDigits, isApart } = refund;
  const made = recordRefund(tx, {
    orderId,
    paymentId,
    creditId: 0,
    amountMinor,
    currency,
    currencyDigits,
    to: 'payment',
    origin: 'provider',
    reason: '',
    note: '',
    transaction,
    state: 'done',
    by: 0,
    isApart,
  });
  return mapOk(made, () => undefined);
};

/**
 * What a provider answered. One that is done already under another number, or failed after it, was taken for that of a
 * notice without key (`askedLike`): what is done by this answer has gone back as well (D590).
 */
export const takeAnswer = (
  tx: Transaction,
  id: number,
  { state, transaction, failure }: RefundAnswer,
): Result<void> => {
  const refund = tx.read('refund', id)!;
  const isOther = transaction !== '' && refund.transaction !== '' && refund.transaction !== transaction;
  if (state !== 'done' || refundStep(refund, 'complete') !== undefined || !isOther)
    return moveRefund(tx, id, { event: EVENT_OF[state], transaction, failure });
  tx.trackAbsence('refund');
  const known = tx.index('refund').named(refund.paymentId, transaction) ?? id;
  return known === id ? recordAnother(tx, refund, transaction) : DONE;
};

/**
 * The refund of the shop that a notice without key, and under a number that nobody knows yet, is of: one that is on its
 * way, for the same money. The answer that has its number may come later than the notice. One that failed is none: no
 * money would count twice, and the shop's own may go through.
 */
const askedLike = (
  shop: Reader,
  paymentId: number,
  { key, origin, state, amountMinor, currency }: RefundNotice,
): number | undefined => {
  if (key !== '' || origin !== 'refund' || state === 'failed') return undefined;
  const { orderId } = shop.read('payment', paymentId)!;
  return refundsOf(shop, orderId).find(
    ([, refund]) =>
      isInFlight(refund) &&
      refund.origin === 'shop' &&
      refund.paymentId === paymentId &&
      refund.transaction === '' &&
      refund.amountMinor === amountMinor &&
      refund.currency === currency,
  )?.[0];
};

/** Nobody knows what became of it. `nextMs`: when it is asked for again; −1: never. */
export const deferRefund = (tx: Transaction, id: number, failure: string, nextMs: number): Result<void> =>
  tx.ask('refund', id, { type: 'defer_refund', failure, nextMs });

/**
 * Applies a notice. What the provider's own pages gave back, and what a buyer disputes, is recorded.
 *
 * `digits`: decimals of a currency that is not the order's. Refuses: PAYMENT_NOT_FOUND, but for a payment that may be
 * another shop's.
 */
export const takeRefund = (tx: Transaction, methodId: number, notice: RefundNotice, digits: number): Result<void> => {
  const { key, reference, payment, transaction, amountMinor, currency, state, failure, origin, isForeign } = notice;
  const payments = tx.index('payment');
  tx.trackAbsence('payment');
  const paymentId = payments.named(methodId, reference) ?? payments.paidBy(methodId, payment);
  tx.trackAbsence('refund');
  const id = askedWith(tx, key) ?? tx.index('refund').named(paymentId ?? 0, transaction);
  if (id !== undefined) return takeAnswer(tx, id, notice);
  if (paymentId === undefined) return isForeign ? DONE : refuse('PAYMENT_NOT_FOUND', reference || payment);
  const asked = askedLike(tx, paymentId, notice);
  if (asked !== undefined) return takeAnswer(tx, asked, notice);
  const { orderId, state: paymentState, isReturned } = tx.read('payment', paymentId)!;
  const order = tx.read('order', orderId)!;
  const made = recordRefund(tx, {
    orderId,
    paymentId,
    creditId: 0,
    amountMinor,
    currency,
    currencyDigits: currency === order.currency ? order.currencyDigits : digits,
    to: 'payment',
    origin: origin === 'dispute' ? 'dispute' : 'provider',
    reason: '',
    note: failure,
    transaction,
    state,
    by: 0,
    // Money without a claim, or of a payment that was said to have gone back, is not what the order has.
    isApart: paymentState !== 'received' || isReturned,
  });
  return mapOk(made, () => undefined);
};
