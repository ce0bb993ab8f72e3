// Invoices over parts of an order, which is invoiced parcel by parcel: each is over the pieces of a parcel, and the
// last one over all that is left (D640).
//
// Guaranteed: an invoice fixes its amounts when it is numbered, from the worths of pieces. Those of an order add up to
// what it came to, by line and so by rate, less what was credited before any invoice had it; no piece is on two.
import type { InvoiceNumber } from './placed-order.ts';

/** A part of a line, with what it is worth. */
export interface LineAmount {
  readonly lineId: number;
  /** In 1/1,000; 0: money only. */
  readonly quantityMilli: number;
  readonly minor: number;
  /** The tax contained in it, at the line's rate. */
  readonly taxMinor: number;
}

export interface PartialInvoice {
  readonly invoice: InvoiceNumber;
  readonly atMs: number;
  /** Day of the shop's calendar, in days since 1970-01-01. */
  readonly day: number;
  /** The parcel that it is over, from 1; 0: it is over what was left when the order was closed. */
  readonly parcelId: number;
  readonly lines: readonly LineAmount[];
}

/** How a placed order is invoiced. */
export interface Invoiced {
  readonly isInvoicedByParcel: boolean;
  readonly invoice: InvoiceNumber;
  /** Oldest first. */
  readonly partials: readonly PartialInvoice[];
}

/** The partial invoice whose number the order has; undefined: it has none, or one invoice over all of it. */
export const presentPartial = ({ isInvoicedByParcel, invoice, partials }: Invoiced): PartialInvoice | undefined =>
  isInvoicedByParcel ? partials.find((one) => one.invoice.number === invoice.number) : undefined;

/** The order as one of its partial invoices has it. `partialId`: from 1; undefined: it has none of this number. */
export const withPartial = <O extends Invoiced>(order: O, partialId: number): O | undefined => {
  const partial = order.partials[partialId - 1];
  return partial && { ...order, invoice: partial.invoice };
};

/** The number of the last one that counts on a day or before it; undefined: there is none. */
export const partialOn = ({ partials }: Pick<Invoiced, 'partials'>, day: number): InvoiceNumber | undefined =>
  partials.findLast((one) => one.day <= day)?.invoice;

type MadePartial = Omit<PartialInvoice, 'atMs' | 'invoice'> & InvoiceNumber;

/** The partial invoice that an event made. */
export const partialMade = (atMs: number, { prefix, number, day, parcelId, lines }: MadePartial): PartialInvoice => ({
  invoice: { prefix, number },
  atMs,
  day,
  parcelId,
  lines,
});
