// Invoice numbers: prefix and running number, without gaps (D134). Only a placed order takes a number; none gives it
// back.
import type { Transaction } from '../transaction.ts';
import type { InvoiceNumber, Order, OrderIndex } from './order.ts';

/** The invoice's number as everybody reads it: with the prefix of its day. */
export const invoiceNumberOf = ({ invoice: { prefix, number } }: Pick<Order, 'invoice'>): string =>
  `${prefix}${number}`;

/** One more than any invoice has, or had that was lost. */
export const nextInvoiceNumber = ({ invoices }: OrderIndex): number => Math.max(invoices.last, invoices.skippedTo) + 1;

/** No number below `next` is given from here on: orders that had them were lost. */
export const skipInvoiceNumbers = ({ invoices }: OrderIndex, next: number): void => {
  invoices.skippedTo = Math.max(invoices.skippedTo, next - 1);
};

/** Without gaps: only an order that is placed takes the number, and none gives it back. */
export const nextInvoice = (tx: Transaction): InvoiceNumber => {
  const index = tx.index('order');
  tx.track(index.invoices);
  return {
    prefix: tx.rules.invoicePrefix,
    number: Math.max(nextInvoiceNumber(index), tx.rules.invoiceNumberFirst),
  };
};
