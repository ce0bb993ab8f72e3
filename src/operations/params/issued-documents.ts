// Documents that are issued once: what an invoice, its cancellation and a credit note are made from, and where they are
// kept.
import { cancellationOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { EInvoice } from '../../domain/orders/e-invoice.ts';
import { issueInvoice, issuePart, keepCancellation, keepCreditNote } from '../../domain/orders/issue-documents.ts';
import { INVOICE_FORMATS, isIssued, issuedAs } from '../../domain/orders/issued-invoice.ts';
import type { InvoiceContent, InvoiceFormat, MadeInvoice } from '../../domain/orders/issued-invoice.ts';
import type { Order } from '../../domain/orders/order.ts';
import { withPartial } from '../../domain/orders/partial-invoice.ts';
import { asCredited, cartsOf, creditOf } from '../../domain/orders/past-carts.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import type { Reader, Transaction } from '../../domain/transaction.ts';
import { DONE, mapOk, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { creditsBefore } from '../views/document.ts';
import { asIssued, takenBack } from '../views/e-invoice.ts';
import { creditRecord, eInvoiceRecord, formatOf, printedData } from './document-params.ts';
import type { Printing, Subject } from './document-params.ts';

export interface Given {
  readonly id_order: number;
  /** For a credit note alone. */
  readonly id_credit?: number;
  /** For an invoice alone: its number, of one that an edit took back as well; '': the present one. */
  readonly invoice_number?: string;
  readonly format: InvoiceFormat | '';
  readonly args: { readonly [name: string]: string };
  readonly language: string;
}

/** A document that is issued once. */
export interface Issuing {
  readonly name: 'invoice' | 'cancellation_invoice' | 'credit_note';
  /** Why it cannot be issued. */
  readonly check: (shop: Reader, given: Given, order: Order) => Result<void>;
  /** Undefined if it is not issued, or its person is erased. */
  readonly contentOf: (shop: Reader, given: Given) => InvoiceContent | undefined;
  /** What it is rendered from, but for the record of an electronic one. */
  readonly dataOf: (ctx: Context, given: Given, order: Order, texts: Given['args']) => DocumentData;
  /** That record. Refuses: E_INVOICE_INCOMPLETE. */
  readonly recordOf: (ctx: Context, given: Given, order: Order) => Result<EInvoice>;
  readonly keep: (tx: Transaction, given: Given, made: MadeInvoice) => Result<void>;
}

const filled = (content: InvoiceContent | null | undefined): InvoiceContent | undefined =>
  content === null || content === undefined || content.data === '' ? undefined : content;

/** As `documentData` gives it, which documents issued before may have otherwise. */
export interface DocumentData {
  readonly closing?: string;
  readonly e_invoice?: EInvoice;
  readonly [name: string]: unknown;
}

export const unpackedData = (
  { service: { documents } }: Pick<Printing, 'service'>,
  { data }: InvoiceContent,
): DocumentData => JSON.parse(Buffer.from(documents.packing.unpackNow(data)).toString()) as DocumentData;

/** Refuses: PARAMETER_INVALID. */
export const wantedOf = ({ format, args: given }: Given): ReturnType<typeof formatOf<InvoiceFormat>> =>
  formatOf(format === '' ? given : { ...given, format }, INVOICE_FORMATS);

/** The data with the record of its amounts, and why it says no tax, wherever the shop makes electronic invoices. */
export const recorded = (
  issuing: Issuing,
  ctx: Context,
  given: Given,
  order: Order,
  texts: Given['args'],
): DocumentData => {
  const data = issuing.dataOf(ctx, given, order, texts);
  if (rulesOf(ctx.shop, order).seller.name === '') return data;
  const record = issuing.recordOf(ctx, given, order);
  if (!record.ok) return data;
  const reasons = record.value.taxes.map(({ reason }) => reason).filter((reason) => reason !== '');
  const closing = [...reasons.map((reason) => `${reason}.`), data.closing ?? ''].join(' ').trim();
  return { ...data, closing, e_invoice: record.value };
};

/** `order`: as it was with the cart that the invoice is of. */
const invoiceContent = (shop: Reader, orderId: number, { invoice }: Order): InvoiceContent | undefined =>
  filled(issuedAs(shop, orderId, invoice)?.content);

/** The language of a document that takes an invoice back: that of the invoice unless the call names one. */
const spokenAs = (shop: Reader, { id_order: orderId, language }: Given, { invoice }: Order): string =>
  language || (issuedAs(shop, orderId, invoice)?.language ?? '');

/** The record of what takes an invoice back, by whom and to whom the invoice was, in its language. */
const asRecorded = (
  ctx: Context,
  given: Given,
  order: Order,
  record: (subject: Omit<Subject, 'texts'>) => Result<EInvoice>,
): Result<EInvoice> => {
  const { id_order: orderId } = given;
  const invoice = invoiceContent(ctx.shop, orderId, order);
  const issued = invoice === undefined ? undefined : unpackedData(ctx, invoice).e_invoice;
  const made = record({ orderId, order, language: spokenAs(ctx.shop, given, order), issued });
  return issued === undefined ? made : mapOk(made, (own) => asIssued(own, issued));
};

/**
 * The order as it was with the cart, or as it is with the partial invoice, that is wanted; undefined: it has no invoice
 * of this number.
 */
const invoicedAs = (order: Order, { invoice_number: number = '' }: Given): Order | undefined => {
  if (!order.isInvoicedByParcel)
    return number === '' ? order : cartsOf(order).findLast((one) => invoiceNumberOf(one) === number);
  const wanted = number || invoiceNumberOf(order);
  return withPartial(order, order.partials.findIndex((one) => invoiceNumberOf(one) === wanted) + 1);
};

/** The order with its partial invoice that is wanted; an order that has one invoice over all of it as it is. */
const asPart = (order: Order, given: Given): Order =>
  order.isInvoicedByParcel ? (invoicedAs(order, given) ?? order) : order;

export const INVOICE: Issuing = {
  name: 'invoice',
  check(shop, given, present) {
    const { id_order: orderId, invoice_number: number = '' } = given;
    const order = invoicedAs(present, given);
    if (order === undefined)
      return refuse('INVOICE_NOT_FOUND', number, number === '' ? 'No parcel of it has left yet.' : undefined);
    return order.states.order === 'CANCELED' && invoiceContent(shop, orderId, order) === undefined
      ? refuse('ORDER_CANCELED', orderId)
      : DONE;
  },
  contentOf(shop, given) {
    const order = shop.read('order', given.id_order);
    const wanted = order === undefined ? undefined : invoicedAs(order, given);
    return wanted === undefined ? undefined : invoiceContent(shop, given.id_order, wanted);
  },
  dataOf(ctx, given, present, texts) {
    const { id_order: orderId, language } = given;
    return printedData(ctx, 'invoice', { orderId, order: asPart(present, given), language, texts }) as DocumentData;
  },
  recordOf(ctx, given, present) {
    const order = asPart(present, given);
    const { id_order: orderId, language } = given;
    return eInvoiceRecord(ctx, { orderId, order, language }, creditsBefore(order));
  },
  keep(tx, given, made) {
    const order = tx.read('order', given.id_order);
    const part = order?.isInvoicedByParcel ? invoicedAs(order, given) : undefined;
    if (part !== undefined) return issuePart(tx, given.id_order, { ...made, number: part.invoice });
    return issueInvoice(tx, given.id_order, { ...made, number: order && invoicedAs(order, given)?.invoice.number });
  },
};

/** What stands on the invoice of the buyer, which the order may no longer say: its person may be erased. */
const BUYER = ['invoice_address', 'delivery_address', 'email', 'phone', 'note_lines'] as const;

/** Data of a document that takes the invoice back, or a part of it: to whom the invoice went, in its language. */
const asInvoiced = (
  ctx: Context,
  name: 'cancellation_invoice' | 'credit_note',
  given: Given,
  { order, texts }: { readonly order: Order; readonly texts: Given['args'] },
): DocumentData => {
  const { id_order: orderId, id_credit: creditId = 0 } = given;
  const invoice = invoiceContent(ctx.shop, orderId, order);
  const shown = invoice === undefined ? {} : (unpackedData(ctx, invoice) as { readonly [name: string]: unknown });
  const buyer = BUYER.filter((name) => name in shown).map((name) => [name, shown[name]] as const);
  const language = spokenAs(ctx.shop, given, order);
  return { ...printedData(ctx, name, { orderId, order, language, texts, creditId }), ...Object.fromEntries(buyer) };
};
const canceled = (shop: Reader, order: Order): Order => ({ ...order, cancellation: cancellationOf(shop, order) });

export const CANCELLATION: Issuing = {
  name: 'cancellation_invoice',
  check: (shop, { id_order: orderId }, order) =>
    order.states.order === 'CANCELED' && isIssued(shop, orderId) ? DONE : refuse('INVOICE_NOT_CANCELED', orderId),
  contentOf: (shop, { id_order: orderId }) => filled(shop.read('issued_invoice', orderId)?.cancellation),
  dataOf: (ctx, given, placed, texts) =>
    asInvoiced(ctx, 'cancellation_invoice', given, { order: canceled(ctx.shop, placed), texts }),
  recordOf(ctx, given, placed) {
    const order = canceled(ctx.shop, placed);
    const record = asRecorded(ctx, given, placed, (subject) => eInvoiceRecord(ctx, subject, placed.credits));
    return mapOk(record, (taken) => takenBack(taken, order, rulesOf(ctx.shop, order)));
  },
  keep: (tx, { id_order: orderId }, made) => keepCancellation(tx, orderId, made),
};

export const CREDIT_NOTE: Issuing = {
  name: 'credit_note',
  check: (_shop, { id_credit: creditId = 0 }, order) =>
    (creditOf(order, creditId)?.note.number ?? 0) === 0 ? refuse('CREDIT_NOTE_NOT_FOUND', creditId) : DONE,
  contentOf: (shop, { id_order: orderId, id_credit: creditId = 0 }) =>
    filled(shop.read('issued_invoice', orderId)?.creditNotes?.[creditId]),
  dataOf: (ctx, given, present, texts) =>
    asInvoiced(ctx, 'credit_note', given, { order: asCredited(present, given.id_credit ?? 0)!, texts }),
  recordOf(ctx, given, present) {
    const { id_credit: creditId = 0 } = given;
    const order = asCredited(present, creditId)!;
    return asRecorded(ctx, given, order, (subject) => creditRecord(ctx, subject, creditId));
  },
  keep: (tx, { id_order: orderId, id_credit: creditId = 0 }, made) =>
    keepCreditNote(tx, orderId, { ...made, creditId }),
};
