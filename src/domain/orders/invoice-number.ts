// Invoice numbers: prefix and running number, without gaps (D134). Only a placed order takes a number, or each
// of its partial invoices does (D640); none gives it back. Documents that cancel an invoice have numbers of their own,
// by the same rule.
import { dayIn } from '../date-time.ts';
import { bookingDay, isClosedDay } from '../time/closed-month.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { LastInvoice } from './last-invoice.ts';
import type { Cancellation, Order } from './order.ts';
import type { OrderIndex } from './order-index.ts';
import { creditOf } from './past-carts.ts';
import type { InvoiceNumber } from './placed-order.ts';

/** The invoice's number as everybody reads it: with the prefix of its day. '': no parcel has an invoice yet. */
export const invoiceNumberOf = ({ invoice: { prefix, number } }: Pick<Order, 'invoice'>): string =>
  number === 0 ? '' : `${prefix}${number}`;

/** The invoices that the order has and had: an edit takes an issued one back, and gives another number. */
export const invoicesOf = ({
  past,
  invoice,
  isInvoicedByParcel,
  partials,
}: Pick<Order, 'past' | 'isInvoicedByParcel' | 'invoice' | 'partials'>): readonly InvoiceNumber[] =>
  isInvoicedByParcel
    ? partials.map((one) => one.invoice)
    : past.length === 0
      ? [invoice]
      : [
          ...past.map((one) => one.invoice).filter(({ number }, at, all) => number !== (all[at + 1] ?? invoice).number),
          invoice,
        ];

/** '' where the invoice is not cancelled. */
export const cancellationNumberOf = ({ cancellation: { prefix, number } }: Pick<Order, 'cancellation'>): string =>
  number === 0 ? '' : `${prefix}${number}`;

/** `creditId`: from 1. '' where it has none, or there is no such credit. */
export const creditNoteNumberOf = (order: Pick<Order, 'past' | 'credits'>, creditId: number): string => {
  const { prefix = '', number = 0 } = creditOf(order, creditId)?.note ?? {};
  return number === 0 ? '' : `${prefix}${number}`;
};

/** One more than any document of the series has, or had that was lost. */
const nextNumberOf = ({ last, skippedTo }: LastInvoice): number => Math.max(last, skippedTo) + 1;

/** The next number of each series. */
export const nextDocuments = ({ invoices, cancellations }: OrderIndex): { invoice: number; cancellation: number } => ({
  invoice: nextNumberOf(invoices),
  cancellation: nextNumberOf(cancellations),
});

/** No number below `next` is given from here on: orders that had them were lost. */
export const skipNumbersOf = (series: LastInvoice, next: number): void => {
  series.skippedTo = Math.max(series.skippedTo, next - 1);
};

/** Without gaps: an order that is placed, or a partial invoice, takes the number, and none gives it back. */
export const nextInvoice = (tx: Transaction): InvoiceNumber => {
  const { invoices } = tx.index('order');
  tx.track(invoices);
  return {
    prefix: tx.rules.invoicePrefix,
    number: Math.max(nextNumberOf(invoices), tx.rules.invoiceNumberFirst),
  };
};

/** Whether an invoice has this number or a higher one, or had it and was lost. */
export const isInvoiceGiven = (shop: Reader, number: number): boolean => {
  const { invoices } = shop.index('order');
  shop.track(invoices);
  return number < nextNumberOf(invoices);
};

/** To be read before a transaction changes an order. */
export const nextCancellation = (shop: Reader): InvoiceNumber => {
  const { cancellations } = shop.index('order');
  shop.track(cancellations);
  return { prefix: shop.rules.cancellationPrefix, number: nextNumberOf(cancellations) };
};

/**
 * The cancellation of a cancelled order's invoice; the next number where an older version gave none, with the day of
 * the last change, or today where the month of that is closed.
 */
export const cancellationOf = (shop: Reader, { cancellation, modifiedMs }: Order): Cancellation => {
  if (cancellation.number !== 0) return cancellation;
  const day = dayIn(shop.rules.timeZone, modifiedMs);
  const dated = isClosedDay(shop, day)
    ? { canceledMs: shop.atMs, day: bookingDay(shop) }
    : { canceledMs: modifiedMs, day };
  return { ...nextCancellation(shop), ...dated };
};
