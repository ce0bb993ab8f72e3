// Decisions over payments: what may be paid, and what a provider's notice brings about (Decision 34).
import type { Notice, StartedPayment } from '../../kernel/payment-provider.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { totalsOf } from '../cart/cart.ts';
import { setState } from './order.ts';
import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** What is left to pay, in the minor unit. Refuses: ORDER_CANCELED, PAYMENT_ALREADY_RECEIVED. */
export const toPay = (orderId: number, { states, cart }: Order): Result<number> => {
  if (states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (states.payment === 'PAYMENT_RECEIVED') return refuse('PAYMENT_ALREADY_RECEIVED', orderId);
  return ok(totalsOf(cart).total);
};

/** What a payment is begun for; another one is begun where something of it differs. */
export interface Wanted {
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
  { orderId, methodId, amountMinor, successUrl, cancelUrl }: Wanted,
): number => {
  const id = lastPaymentOf(shop, orderId);
  const payment = id === 0 ? undefined : shop.read('payment', id);
  if (payment === undefined) {
    shop.missed('payment');
    return 0;
  }
  const isLive = payment.state === 'started' && payment.expiresMs > shop.atMs;
  const isFor = payment.methodId === methodId && payment.amountMinor === amountMinor;
  return isLive && isFor && payment.successUrl === successUrl && payment.cancelUrl === cancelUrl ? id : 0;
};

/** Refuses: PAYMENT_PENDING, for two pages that take money for one order end with a refund. */
export const checkNonePending = (shop: Reader, orderId: number): Result<void> => {
  const [id] = shop.index('payment').pendingFor.get(orderId) ?? [];
  if (id === undefined) shop.missed('payment');
  return id !== undefined && shop.read('payment', id) !== undefined ? refuse('PAYMENT_PENDING', orderId) : DONE;
};

/**
 * The back office knows that no money is on its way: another payment may be begun. Should it come all the same, it
 * counts.
 */
export const endPending = (tx: Transaction, orderId: number): Result<void> => {
  for (const id of tx.index('payment').pendingFor.get(orderId) ?? []) {
    const ended = tx.ask('payment', id, {
      type: 'settle_payment',
      outcome: 'expired',
      transaction: tx.read('payment', id)!.transaction,
    });
    if (!ended.ok) return ended;
  }
  return DONE;
};

/** The payment of this order that was started last; 0 for none. */
export const lastPaymentOf = (shop: Reader, orderId: number): number => shop.index('payment').ofOrder.get(orderId) ?? 0;

export interface Start extends StartedPayment, Wanted {}

/**
 * Its id; that of a payment which somebody else started meanwhile, where there is one.
 *
 * Refuses: as `toPay` does; PAYMENT_PENDING; PAYMENT_PROVIDER_UNAVAILABLE where what the provider began is not what is
 * wanted by now.
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
  const { currency } = order;
  return tx.create('payment', { type: 'start_payment', ...start, currency });
};

/** A notice says nothing new: receivers may be told twice, and in another order than it happened. */
const isKnown = ({ state }: Payment, { outcome }: Notice): boolean =>
  state === outcome || state === 'received' || (outcome === 'pending' && state !== 'started');

/** Another payment brought the money, and nobody has sent it back. */
const isPaidOtherwise = (tx: Transaction, orderId: number): boolean =>
  tx.index('payment').received.has(orderId) && tx.read('order', orderId)!.states.payment === 'PAYMENT_RECEIVED';

/**
 * What a provider says, once: the payment is settled and, where the money came, the order's payment state moves.
 *
 * Refuses: PAYMENT_NOT_FOUND, but for an end without money; PAYMENT_AMOUNT_INVALID; PAYMENT_ALREADY_RECEIVED for a
 * second transaction.
 */
export const settlePayment = (tx: Transaction, methodId: number, notice: Notice): Result<void> => {
  const id = tx.index('payment').named(methodId, notice.reference);
  const payment = id === undefined ? undefined : tx.read('payment', id);
  if (id === undefined || payment === undefined) {
    tx.missed('payment');
    // What was begun too late is shown to nobody, so its end is no news either.
    return notice.outcome === 'expired' ? DONE : refuse('PAYMENT_NOT_FOUND', notice.reference);
  }
  const { outcome, transaction, amountMinor, currency } = notice;
  const isSecond =
    payment.state === 'received' ? payment.transaction !== transaction : isPaidOtherwise(tx, payment.orderId);
  if (outcome === 'received' && isSecond) return refuse('PAYMENT_ALREADY_RECEIVED', notice.reference);
  const isNews = !isKnown(payment, notice);
  if ((isNews || outcome === 'received') && (amountMinor !== payment.amountMinor || currency !== payment.currency)) {
    return refuse(
      'PAYMENT_AMOUNT_INVALID',
      notice.reference,
      `${amountMinor} ${currency} is not ${payment.amountMinor} ${payment.currency}.`,
    );
  }
  if (!isNews) return DONE;
  const settled = tx.ask('payment', id, { type: 'settle_payment', outcome, transaction });
  if (!settled.ok || outcome !== 'received') return settled;
  return setState(tx, payment.orderId, 'payment', { to: 'PAYMENT_RECEIVED', byHand: false, by: 0 });
};
