// Changes that the back office makes to a placed order.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { toPay } from './start-payment.ts';
import { revokeAttempts } from './take-payment.ts';
import { followOrder } from './unclaimed-money.ts';
import { checkReturned } from './delivered.ts';
import { checkExchanged } from './exchange.ts';
import { invoicesPart, isClosed } from './invoice-parcel.ts';
import { cancelsIssued } from './issue-documents.ts';
import { isIssued } from './issued-invoice.ts';
import { bookingDay } from '../time/closed-month.ts';
import { checkPromotionsAgain } from './promotions-again.ts';
import { moveOrder } from './move-order.ts';
import { clearRefunds } from './move-refund.ts';
import type { Order } from './order.ts';
import { movesTo } from '../lifecycles/order-lifecycles.ts';
import type { OrderStates } from '../lifecycles/order-lifecycles.ts';
import { checkZips } from '../cart/check-zips.ts';
import { namesChanged } from '../cart/order-details.ts';
import type { DetailsChange } from '../cart/order-details.ts';
import { decimal } from '../money.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';

/** Notes of one order. */
const NOTES_MAX = 200;

/** Notes something about an order for the staff. Refuses: ORDER_NOT_FOUND, ORDER_ERASED, NOTE_LIMIT_REACHED. */
export const noteOrder = (tx: Transaction, orderId: number, userId: number, text: string): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (tx.isErased(order.subject)) return refuse('ORDER_ERASED', orderId);
  if (order.notes.length >= NOTES_MAX) {
    const detail = `The order has ${order.notes.length} notes, of at most ${NOTES_MAX}.`;
    return refuse('NOTE_LIMIT_REACHED', NOTES_MAX, detail);
  }
  return tx.ask('order', orderId, { type: 'note', subject: order.subject || tx.newSubject(), userId, text });
};

interface OrderUpdate {
  readonly orderId: number;
  /** Record that the caller has seen; undefined: any. */
  readonly ifSeq?: number | undefined;
  readonly details: DetailsChange;
  readonly states: Partial<OrderStates>;
  /** Money that came beside all that is noted, in the minor unit; undefined: none. */
  readonly receivedMinor?: number | undefined;
  /** The channel that asks for it. */
  readonly by: number;
  /** What an invoice in this language shows of an order: what is issued is never changed. */
  readonly invoiceText: (order: Order, language: string) => string;
}

/** The language of an invoice of the order; undefined: none was issued, or its person is erased. */
const issuedLanguage = (tx: Transaction, orderId: number, { partials }: Order): string | undefined => {
  const issued = tx.read('issued_invoice', orderId);
  if (issued?.content === null) return undefined;
  return isIssued(tx, orderId) || partials.length > 0 ? (issued?.language ?? '') : undefined;
};

/**
 * Notes money that a person says has come: all that an unpaid order comes to; of a paid one what is outstanding, or a
 * part of it.
 *
 * Refuses: PAYMENT_AMOUNT_INVALID; as `toPay` does.
 */
const receiveByHand = (tx: Transaction, orderId: number, minor: number, by: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  const left = toPay(orderId, order);
  if (!left.ok) return left;
  const isPaid = order.states.payment === 'PAYMENT_RECEIVED';
  if (minor <= 0 || (isPaid ? minor > left.value : minor !== left.value)) {
    const most = `${decimal(left.value, order.currencyDigits)} ${order.currency}`;
    const why = isPaid ? `At most ${most} is outstanding.` : `It is not paid, and comes to ${most}.`;
    return refuse('PAYMENT_AMOUNT_INVALID', 'received_amount', why);
  }
  if (!isPaid) return moveOrder(tx, orderId, { lifecycle: 'payment', event: 'pay' }, { byHand: true, by });
  const { paymentMethodId: methodId } = order.details;
  return tx.ask('order', orderId, { type: 'receive', minor, day: bookingDay(tx), methodId });
};

/**
 * Changes details and states of a placed order, all or nothing. Setting the payment back to PAYMENT_NOT_RECEIVED also
 * ends an attempt that is still pending, so that another one may begin, and says that money which came went back.
 *
 * An issued invoice of an order that is cancelled is cancelled by a document, whose number is given here. Closing one
 * that is invoiced by parcel invoices what is left of it.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, ORDER_ERASED, INVOICE_ISSUED where its invoice would show something
 * else, or one with partial invoices is to be cancelled, INVOICE_CANCELED for an order that is to be opened again after
 * its invoice was cancelled, PARAMETER_INVALID for
 * too many attributes, ZIP_NOT_VALID,
 * ORDER_STATE_TRANSITION_INVALID, ORDER_HAS_RETURNS, SHOPOBJECT_NOT_AVAILABLE or AMOUNT_OUT_OF_RANGE when stock
 * cannot be taken again, COUPON_USED and PROMOTION_USED_UP when a coupon or a promotion cannot be had again.
 */
export const updateOrder = (
  tx: Transaction,
  { orderId, ifSeq, details, states, receivedMinor, by, invoiceText }: OrderUpdate,
): Result<void> => {
  const before = tx.read('order', orderId);
  if (before === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  const { subject, states: statesBefore, cancellation } = before;
  const isReopened = statesBefore.order === 'CANCELED' && (states.order ?? 'CANCELED') !== 'CANCELED';
  if (isReopened && cancellation.number !== 0) return refuse('INVOICE_CANCELED', orderId);
  if (states.order === 'CANCELED' && statesBefore.order !== 'CANCELED' && before.partials.length > 0) {
    const why = 'It has invoices of its parcels: cancel lines that have not left, and receive what comes back.';
    return refuse('INVOICE_ISSUED', orderId, why);
  }
  const again = isReopened ? checkPromotionsAgain(tx, orderId) : DONE;
  if (!again.ok) return again;
  const stays = states.payment === 'PAYMENT_NOT_RECEIVED' ? checkExchanged(tx, orderId, before) : DONE;
  if (!stays.ok) return stays;
  // Read before the order changes: a lookup of numbers sees none that is pending.
  const isCanceled = states.order === 'CANCELED' && statesBefore.order !== 'CANCELED';
  const numberDocument = isCanceled ? cancelsIssued(tx, orderId) : () => DONE;
  const invoicePart = invoicesPart(tx, orderId);
  const { fields, attributes, paymentMethodId, deliveryMethodId } = details;
  const anything = paymentMethodId !== undefined || deliveryMethodId !== undefined || attributes === null;
  if (anything || Object.keys(fields).length + Object.keys(attributes ?? {}).length > 0) {
    if (tx.isErased(subject)) return refuse('ORDER_ERASED', orderId);
    const zips = checkZips(before.details, fields, tx.rules);
    if (!zips.ok) return zips;
    const changed = tx.ask('order', orderId, {
      type: 'change_details',
      subject: subject || tx.newSubject(),
      by,
      names: namesChanged(before.details, details, tx.rules),
      ...details,
    });
    if (!changed.ok) return changed;
    const language = issuedLanguage(tx, orderId, before);
    if (language !== undefined) {
      const [shown, wanted] = [before, tx.read('order', orderId)!].map((order) => invoiceText(order, language));
      if (shown !== wanted) return refuse('INVOICE_ISSUED', orderId);
    }
  }
  for (const move of movesTo(states)) {
    const moved = moveOrder(tx, orderId, move, { byHand: true, by });
    if (!moved.ok) return moved;
  }
  const received = receivedMinor === undefined ? DONE : receiveByHand(tx, orderId, receivedMinor, by);
  if (!received.ok) return received;
  const invoiced = isClosed(tx.read('order', orderId)!) ? invoicePart({ parcelId: 0, isLast: true }) : DONE;
  if (!invoiced.ok) return invoiced;
  const returned = checkReturned(orderId, tx.read('order', orderId)!);
  if (!returned.ok) return returned;
  const numbered = numberDocument();
  if (!numbered.ok) return numbered;
  const followed = followOrder(tx, orderId, statesBefore);
  if (!followed.ok) return followed;
  if (states.payment !== 'PAYMENT_NOT_RECEIVED') return DONE;
  const cleared = clearRefunds(tx, orderId, by);
  return cleared.ok ? revokeAttempts(tx, orderId) : cleared;
};
