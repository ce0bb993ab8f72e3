// Invoice numbers: prefix and running number, without gaps (D134). Only a placed order takes a number; none gives it
// back.
import type { Transaction } from '../transaction.ts';
import type { InvoiceNumber, Order } from './order.ts';

/** The invoice's number as everybody reads it: with the prefix of its day. */
export const invoiceNumberOf = ({ invoice: { prefix, number } }: Pick<Order, 'invoice'>): string =>
  `${prefix}${number}`;

/** Without gaps: only an order that is placed takes the number, and none gives it back. */
export const nextInvoice = (tx: Transaction): InvoiceNumber => {
  const { invoices } = tx.index('order');
  tx.track(invoices);
  return { prefix: tx.rules.invoicePrefix, number: Math.max(invoices.last + 1, tx.rules.invoiceNumberFirst) };
};
