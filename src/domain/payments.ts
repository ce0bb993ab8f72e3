// Decisions over payments: what may be paid, and what a provider's notice brings about (Decision 34).
import type { Notice, StartedPayment } from '../kernel/payment-provider.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { totalsOf } from './cart.ts';
import { setState } from './order.ts';
import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import type { Reader, Transaction } from './transaction.ts';

/** What is left to pay, in the minor unit. Refuses: ORDER_CANCELED, PAYMENT_ALREADY_RECEIVED. */
export const toPay = (orderId: number, { states, cart }: Order): Result<number> => {
  if (states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (states.payment === 'PAYMENT_RECEIVED') return refuse('PAYMENT_ALREADY_RECEIVED', orderId);
  return ok(totalsOf(cart).total);
};

/** The payment that was started for this order and can still be made; a further call then gives it again. */
export const livePayment = (shop: Reader, orderId: number, methodId: number, amountMinor: number): number => {
  const id = shop.index('payment').ofOrder.get(orderId) ?? 0;
  const payment = id === 0 ? undefined : shop.read('payment', id);
  if (payment === undefined) {
    shop.missed('payment');
    return 0;
  }
  const isLive = payment.state === 'started' && payment.expiresMs > shop.atMs;
  return isLive && payment.methodId === methodId && payment.amountMinor === amountMinor ? id : 0;
};

/** How often payments of this order were started: the next one's key. */
export const attemptsOf = (shop: Reader, orderId: number): number => shop.index('payment').ofOrder.get(orderId) ?? 0;

export interface Start extends StartedPayment {
  readonly orderId: number;
  readonly methodId: number;
  readonly amountMinor: number;
}

/** Its id; that of a payment which somebody else started meanwhile, where there is one. Refuses as `toPay` does. */
export const startPayment = (tx: Transaction, { orderId, methodId, amountMinor, reference, redirect, token, expiresMs }: Start): Result<number> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const amount = toPay(orderId, order);
  if (!amount.ok) return amount;
  const live = livePayment(tx, orderId, methodId, amountMinor);
  if (live !== 0) return ok(live);
  const { currency } = order;
  return tx.create('payment', { type: 'start_payment', orderId, methodId, reference, redirect, token, amountMinor, currency, expiresMs });
};

/** A notice repeats what is known: receivers may be told twice. */
const isKnown = ({ state, transaction }: Payment, notice: Notice): boolean =>
  state === notice.outcome && (notice.outcome === 'expired' || transaction === notice.transaction);

/**
 * What a provider says, once: the payment is settled and, where the money came, the order's payment state moves.
 *
 * Refuses: PAYMENT_NOT_FOUND, PAYMENT_AMOUNT_INVALID, PAYMENT_ALREADY_RECEIVED for a second transaction.
 */
export const settlePayment = (tx: Transaction, methodId: number, notice: Notice): Result<void> => {
  const id = tx.index('payment').named(methodId, notice.reference);
  const payment = id === undefined ? undefined : tx.read('payment', id);
  if (id === undefined || payment === undefined) {
    tx.missed('payment');
    return refuse('PAYMENT_NOT_FOUND', notice.reference);
  }
  if (isKnown(payment, notice)) return DONE;
  const { outcome, transaction, amountMinor, currency } = notice;
  if (payment.state === 'received') return refuse('PAYMENT_ALREADY_RECEIVED', notice.reference);
  if (outcome === 'received' && (amountMinor !== payment.amountMinor || currency !== payment.currency)) {
    return refuse('PAYMENT_AMOUNT_INVALID', notice.reference, `${amountMinor} ${currency} is not ${payment.amountMinor} ${payment.currency}.`);
  }
  const settled = tx.ask('payment', id, { type: 'settle_payment', outcome, transaction });
  if (!settled.ok || outcome === 'expired') return settled;
  return setState(tx, payment.orderId, 'payment', 'PAYMENT_RECEIVED', false);
};
