// Orders that are not paid in time end by themselves: stock and coupons come back in the same record. Money that comes
// later opens such an order again where both can still be had (take-payment.ts); else it is money without a claim.
//
// Guaranteed: an order whose money is on its way ends `pendingPaymentMsMax` after its time at the earliest, and one
// that is paid, closed, partly sent or free never ends. Not promised: the moment, which is that of the next sweep.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { invoicesPart, isClosed } from './invoice-parcel.ts';
import { cancelsIssued } from './issue-documents.ts';
import { moveOrder } from './move-order.ts';
import { checkPromotionsAgain } from './promotions-again.ts';
import { awaitsMoney } from './awaits-payment.ts';

/** When an order ends that must be paid until `payUntilMs`: money on its way puts that off. Untracked. */
export const endMs = (shop: Reader, orderId: number, payUntilMs: number): number =>
  payUntilMs + (shop.index('payment').pendingFor.has(orderId) ? shop.rules.pendingPaymentMsMax : 0);

/** Whether it has had its time, and no money for it is on its way. */
const isOverdue = (shop: Reader, orderId: number): boolean => {
  const order = shop.read('order', orderId);
  if (order === undefined || order.payUntilMs === 0 || !awaitsMoney(order)) return false;
  return shop.atMs >= endMs(shop, orderId, order.payUntilMs);
};

/** Cancels an order whose time is over; else it does nothing. Refuses: as a cancellation by hand does. */
export const expireOrder = (tx: Transaction, orderId: number): Result<void> => {
  if (!isOverdue(tx, orderId)) return DONE;
  const numberDocument = cancelsIssued(tx, orderId);
  const ended = moveOrder(
    tx,
    orderId,
    { lifecycle: 'order', event: 'cancel' },
    { byHand: false, by: 0, expired: true },
  );
  if (!ended.ok) return ended;
  const numbered = numberDocument();
  return numbered.ok ? fire(tx, 'ORDER_EXPIRED', { id_order: orderId }) : numbered;
};

/** What `reopenExpired` refuses. */
export const REOPEN_REFUSALS: readonly string[] = [
  'INVOICE_CANCELED',
  'ORDER_ERASED',
  'ORDER_STATE_TRANSITION_INVALID',
  'SHOPOBJECT_NOT_AVAILABLE',
  'AMOUNT_OUT_OF_RANGE',
  'COUPON_NOT_VALID',
  'COUPON_USED',
  'PROMOTION_USED_UP',
];

/**
 * Opens an order again that ended unpaid, for money has come after all. Refuses: REOPEN_REFUSALS, where its goods,
 * coupons or promotions are gone, its invoice was taken back or its person is erased.
 */
export const reopenExpired = (tx: Transaction, orderId: number): Result<void> => {
  const { cancellation, subject } = tx.read('order', orderId)!;
  if (cancellation.number !== 0) return refuse('INVOICE_CANCELED', orderId);
  // Nobody knows any more where its goods are to go.
  if (tx.isErased(subject)) return refuse('ORDER_ERASED', orderId);
  const again = checkPromotionsAgain(tx, orderId);
  if (!again.ok) return again;
  const invoicePart = invoicesPart(tx, orderId);
  const opened = moveOrder(tx, orderId, { lifecycle: 'order', event: 'reopen' }, { byHand: false, by: 0 });
  if (!opened.ok) return opened;
  // Staff may have closed its delivery while it was cancelled.
  return isClosed(tx.read('order', orderId)!) ? invoicePart({ parcelId: 0, isLast: true }) : DONE;
};

/**
 * Sets until when an order must be paid; 0: it never ends by itself. Refuses: ORDER_NOT_FOUND; PARAMETER_INVALID for
 * one that waits for no money.
 */
export const setDeadline = (tx: Transaction, orderId: number, untilMs: number, by: number): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (untilMs !== 0 && !awaitsMoney(order))
    return refuse('PARAMETER_INVALID', 'until', 'It waits for no money: it is paid, cancelled, closed, sent or free.');
  return tx.ask('order', orderId, { type: 'set_deadline', untilMs, by });
};
