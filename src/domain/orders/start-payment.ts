// What is left to pay of an order, and starting a payment for it. The provider was asked before the transaction begins;
// here its answer is accepted only if it still fits the order (D123).
import type { StartedPayment } from '../../kernel/payment-provider.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { moneyReceivedOf, outstandingOf } from './credits.ts';
import type { Order } from './order.ts';
import { broughtMinor, lastPaymentOf } from './payment.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { takeEarly } from './take-payment.ts';

/**
 * What is left to pay, in the minor unit: also what went back of an order that was paid and is still owed, such as a
 * lost dispute. Refuses: ORDER_CANCELED, PAYMENT_ALREADY_RECEIVED.
 */
export const toPay = (orderId: number, order: Order): Result<number> => {
  const { states } = order;
  if (states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  const left = outstandingOf(order);
  return states.payment === 'PAYMENT_RECEIVED' && left <= 0
    ? refuse('PAYMENT_ALREADY_RECEIVED', orderId)
    : ok(Math.max(0, left));
};

/** What a payment is begun for; another one is begun where something of it differs. */
export interface PaymentWanted {
  readonly orderId: number;
  readonly methodId: number;
  readonly amountMinor: number;
  /** Where the shopper comes back to. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** The payment that was started for just this and can still be made; a further call then gives it again. 0 for none. */
export const livePayment = (
  shop: Reader,
  { orderId, methodId, amountMinor, successUrl, cancelUrl }: PaymentWanted,
): number => {
  const id = lastPaymentOf(shop, orderId);
  const payment = id === 0 ? undefined : shop.read('payment', id);
  if (payment === undefined) {
    shop.trackAbsence('payment');
    return 0;
  }
  // The provider no longer shows an attempt that was started ahead of the present time.
  const isCurrent = payment.startedMs <= shop.atMs && shop.atMs < payment.expiresMs;
  const isLive = payment.state === 'started' && isCurrent;
  const isFor = payment.methodId === methodId && payment.amountMinor === amountMinor;
  return isLive && isFor && payment.successUrl === successUrl && payment.cancelUrl === cancelUrl ? id : 0;
};

/** Refuses: PAYMENT_PENDING, for two pages that take money for one order end with a refund. */
export const checkNonePending = (shop: Reader, orderId: number): Result<void> => {
  const [id] = shop.index('payment').pendingFor.get(orderId) ?? [];
  if (id === undefined) shop.trackAbsence('payment');
  return id !== undefined && shop.read('payment', id) !== undefined ? refuse('PAYMENT_PENDING', orderId) : DONE;
};

export interface Start extends StartedPayment, PaymentWanted {}

/**
 * Returns its id, or the id of a payment that somebody else started meanwhile.
 *
 * Refuses: as `toPay` does; PAYMENT_PENDING; PAYMENT_PROVIDER_UNAVAILABLE where what the provider began is not what is
 * wanted by now, or has ended already.
 */
export const startPayment = (tx: Transaction, start: Start): Result<number> => {
  const { orderId, methodId, amountMinor, reference } = start;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const amount = toPay(orderId, order);
  if (!amount.ok) return amount;
  const free = checkNonePending(tx, orderId);
  if (!free.ok) return free;
  const live = livePayment(tx, start);
  if (live !== 0) return ok(live);
  // Notices name payments by their reference: a second one of that name would be paid in place of the first.
  const isOther =
    order.details.paymentMethodId !== methodId ||
    amount.value !== amountMinor ||
    tx.index('payment').named(methodId, reference) !== undefined;
  if (isOther)
    return refuse(
      'PAYMENT_PROVIDER_UNAVAILABLE',
      orderId,
      'What the provider began is not what is wanted by now; try again.',
    );
  const notices = tx.index('payment_notice');
  tx.trackAbsence('payment_notice');
  const early = notices.early(methodId, reference);
  if (early.some((id) => notices.ends.has(id)))
    return refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, 'The provider ended the payment as it began; try again.');
  const { currency } = order;
  // Read before the payment begins: a lookup of payments sees none that is pending.
  const before = broughtMinor(tx, orderId);
  const begun = tx.create('payment', {
    type: 'start_payment',
    ...start,
    currency,
    beforeMinor: moneyReceivedOf(order),
  });
  if (!begun.ok || early.length === 0) return begun;
  const taken = takeEarly(tx, early, { orderId, paymentId: begun.value }, before);
  return taken.ok ? begun : taken;
};
