// Applies what a payment provider reports. Notices may be repeated, late, or out of order: each changes a payment once.
import type { Notice } from '../../kernel/payment-provider.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { EVENT_OF_NOTICE, paymentAttemptLifecycle } from '../lifecycles/payment-attempt.ts';
import { moveOrder } from './move-order.ts';

/**
 * Ends the pending attempts of an order on the back office's word, so that another may begin. Money that comes for them
 * later still counts.
 */
export const endPending = (tx: Transaction, orderId: number): Result<void> => {
  for (const id of tx.index('payment').pendingFor.get(orderId) ?? []) {
    const ended = tx.ask('payment', id, { type: 'expire', transaction: tx.read('payment', id)!.transaction });
    if (!ended.ok) return ended;
  }
  return DONE;
};

/** Another payment brought the money, and nobody has sent it back. */
const isPaidOtherwise = (tx: Transaction, orderId: number): boolean =>
  tx.index('payment').received.has(orderId) && tx.read('order', orderId)!.states.payment === 'PAYMENT_RECEIVED';

/**
 * Applies a provider's notice: the payment attempt moves and, where the money came, the order's payment does. A notice
 * that is no news changes nothing.
 *
 * Refuses: PAYMENT_NOT_FOUND, but for an end without money; PAYMENT_AMOUNT_INVALID; PAYMENT_ALREADY_RECEIVED for a
 * second transaction.
 */
export const takePayment = (tx: Transaction, methodId: number, notice: Notice): Result<void> => {
  const id = tx.index('payment').named(methodId, notice.reference);
  const payment = id === undefined ? undefined : tx.read('payment', id);
  if (id === undefined || payment === undefined) {
    tx.trackAbsence('payment');
    // What was begun too late is shown to nobody, so its end is no news either.
    return notice.outcome === 'expired' ? DONE : refuse('PAYMENT_NOT_FOUND', notice.reference);
  }
  const { outcome, transaction, amountMinor, currency } = notice;
  const isSecond =
    payment.state === 'received' ? payment.transaction !== transaction : isPaidOtherwise(tx, payment.orderId);
  if (outcome === 'received' && isSecond) return refuse('PAYMENT_ALREADY_RECEIVED', notice.reference);
  const event = EVENT_OF_NOTICE[outcome];
  const isNews = paymentAttemptLifecycle.allows(payment.state, event);
  if ((isNews || outcome === 'received') && (amountMinor !== payment.amountMinor || currency !== payment.currency)) {
    return refuse(
      'PAYMENT_AMOUNT_INVALID',
      notice.reference,
      `${amountMinor} ${currency} is not ${payment.amountMinor} ${payment.currency}.`,
    );
  }
  if (!isNews) return DONE;
  const told = tx.ask('payment', id, { type: event, transaction });
  if (!told.ok || outcome !== 'received') return told;
  return moveOrder(tx, payment.orderId, { lifecycle: 'payment', event: 'pay' }, { byHand: false, by: 0 });
};
