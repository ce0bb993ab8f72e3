// Numbers the partial invoices of an order that is invoiced by parcel (D640). A parcel's has the pieces that have left
// and were on none, and the first one all else that is no product: deliveries, wrapping. What staff took off as a line
// below zero goes as far as goods of its rate bear it, so that no invoice comes to less than nothing. The last parcel,
// or closing the order, invoices all that is left.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { amountOf, leftsOf, nextPieces, partOf, sumOf } from './credits.ts';
import type { Left } from './credits.ts';
import { invoiceNumberOf, nextInvoice } from './invoice-number.ts';
import { retainDocumentKeys } from './issue-documents.ts';
import type { Order } from './order.ts';
import { piecesByLine, sentOf } from './order-parts.ts';
import type { LineAmount } from './partial-invoice.ts';

const isSomething = ({ quantityMilli, minor }: LineAmount): boolean => quantityMilli !== 0 || minor !== 0;

/**
 * Line id → what of lines below zero is on an invoice over these goods: so much as goods of their rate bear, and more
 * where what stays without an invoice would come to less than nothing.
 */
const discountsOn = (
  { cart }: Pick<Order, 'cart'>,
  lefts: readonly Left[],
  goods: readonly LineAmount[],
  isLast: boolean,
): ReadonlyMap<number, LineAmount> => {
  const rates = new Map(cart.lines.map(({ id, rateE6 }) => [id, rateE6]));
  const ofRate = new Map<number, number>();
  const count = (lineId: number, minor: number): void =>
    void ofRate.set(rates.get(lineId)!, (ofRate.get(rates.get(lineId)!) ?? 0) + minor);
  for (const { lineId, minor } of goods) count(lineId, minor);
  let restMinor = sumOf(lefts) - sumOf(goods);
  const offs = lefts.flatMap((left): readonly (readonly [Left, number])[] => {
    if (left.minor >= 0) return [];
    const { id } = left.worth.line;
    const minor = isLast ? left.minor : Math.max(left.minor, Math.min(0, -(ofRate.get(rates.get(id)!) ?? 0)));
    count(id, minor);
    restMinor -= minor;
    return [[left, minor]];
  });
  const lines = new Map<number, LineAmount>();
  for (const [left, ownMinor] of offs) {
    const { id, quantityMilli } = left.worth.line;
    const minor = ownMinor + Math.max(left.minor - ownMinor, Math.min(0, restMinor));
    restMinor -= minor - ownMinor;
    if (minor !== 0) lines.set(id, { ...partOf(left, minor), quantityMilli: quantityMilli - left.goneMilli });
  }
  return lines;
};

/** Whether what an order has left is to have an invoice, whatever has left. */
export const isClosed = ({ states: { order, delivery } }: Pick<Order, 'states'>): boolean =>
  order !== 'CANCELED' && (order === 'CLOSED' || delivery === 'CLOSED');

/** What the next invoice of an order is over. `isLast`: all that is left; else what has left, as its parcels say. */
export const nextPart = (order: Order, isLast: boolean): readonly LineAmount[] => {
  const [sent, invoiced] = [sentOf(order), piecesByLine(order.partials)];
  const types = new Map(order.cart.lines.map(({ id, type }) => [id, type]));
  const lefts = leftsOf(order).filter(({ partialId }) => partialId === 0);
  const goods = new Map<number, LineAmount>();
  for (const left of lefts) {
    const { id, quantityMilli } = left.worth.line;
    const restMilli = quantityMilli - left.goneMilli;
    const newMilli = (sent.get(id) ?? 0) - (invoiced.get(id) ?? 0);
    const isWhole = isLast || types.get(id) !== 'PRODUCT';
    const milli = isWhole ? restMilli : Math.min(restMilli, Math.max(0, newMilli));
    if (left.minor < 0 || (milli === 0 && !isWhole)) continue;
    goods.set(id, nextPieces(left, milli));
  }
  const discounts = discountsOn(order, lefts, [...goods.values()], isLast);
  return lefts.flatMap(({ worth }): readonly LineAmount[] => {
    const line = goods.get(worth.line.id) ?? discounts.get(worth.line.id);
    if (line === undefined || !isSomething(line)) return [];
    const { lineId, quantityMilli, minor, taxMinor } = line;
    return [{ lineId, quantityMilli, minor, taxMinor }];
  });
};

/**
 * Looks up the number of an order's next partial invoice, before `tx` changes an order. Returns what gives it to the
 * order once that has changed, and calls the webhooks of ORDER_PART_INVOICED; nothing where the order has one
 * invoice over all of it, or nothing is to be invoiced.
 */
export const invoicesPart = (
  tx: Transaction,
  orderId: number,
): ((part: { readonly parcelId: number; readonly isLast: boolean }) => Result<void>) => {
  if (!tx.read('order', orderId)!.isInvoicedByParcel) return () => DONE;
  const invoice = nextInvoice(tx);
  return ({ parcelId, isLast }) => {
    const order = tx.read('order', orderId)!;
    const lines = nextPart(order, isLast);
    if (lines.length === 0) return DONE;
    const day = bookingDay(tx);
    const given = tx.ask('order', orderId, { type: 'invoice_part', invoice, day, parcelId, lines });
    const kept = given.ok ? retainDocumentKeys(tx, orderId, tx.atMs) : given;
    if (!kept.ok) return kept;
    return fire(tx, 'ORDER_PART_INVOICED', {
      id_order: orderId,
      invoice_number: invoiceNumberOf({ invoice }),
      id_parcel: parcelId,
      amount: decimalText(amountOf({ lines }), order.currencyDigits),
      currency: order.currency,
    });
  };
};
