// The invoice of an order, and documents that take it back. The first call issues a document; every later one shows
// what was issued, byte for byte.
import {
  cancellationNumberOf,
  cancellationOf,
  creditNoteNumberOf,
  invoiceNumberOf,
} from '../domain/orders/invoice-number.ts';
import type { EInvoice } from '../domain/orders/e-invoice.ts';
import { checkEInvoice } from '../domain/orders/e-invoice-needs.ts';
import {
  INVOICE_FORMATS,
  isIssued,
  issueInvoice,
  issuedAs,
  keepCancellation,
  keepCreditNote,
} from '../domain/orders/issued-invoice.ts';
import type { InvoiceContent, InvoiceFormat, MadeInvoice } from '../domain/orders/issued-invoice.ts';
import type { Order } from '../domain/orders/order.ts';
import { asCredited, cartsOf, creditOf } from '../domain/orders/past-carts.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { shopTemplates } from '../domain/shop/document-template.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { args, base64Of, creditRecord, eInvoiceRecord, formatOf, printedData } from './params/document-params.ts';
import type { Subject } from './params/document-params.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';
import { reply, text } from './replies/members.ts';
import { creditsBefore } from './views/document.ts';
import { asIssued, completed, takenBack } from './views/e-invoice.ts';

interface Prepared {
  readonly format: InvoiceFormat;
  readonly bytes: Uint8Array;
  /** `bytes`, packed for the journal. */
  readonly packed: string;
  /** The data that the document was rendered from, packed for the journal. */
  readonly data: string;
  /** The same data as JSON; '' if the document had been issued before and nothing was rendered. */
  readonly text: string;
}

interface Given {
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
interface Issuing {
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
interface DocumentData {
  readonly closing?: string;
  readonly e_invoice?: EInvoice;
  readonly [name: string]: unknown;
}

const unpackedData = ({ service: { documents } }: Context, { data }: InvoiceContent): DocumentData =>
  JSON.parse(Buffer.from(documents.packing.unpackNow(data)).toString()) as DocumentData;

/** Refuses: PARAMETER_INVALID. */
const wantedOf = ({ format, args: given }: Given): ReturnType<typeof formatOf<InvoiceFormat>> =>
  formatOf(format === '' ? given : { ...given, format }, INVOICE_FORMATS);

/** The data with the record of its amounts, and why it says no tax, wherever the shop makes electronic invoices. */
const recorded = (issuing: Issuing, ctx: Context, given: Given, order: Order, texts: Given['args']): DocumentData => {
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

/** The order as it was with the cart that the wanted invoice is of; undefined: it has none of this number. */
const invoicedAs = (order: Order, { invoice_number: number = '' }: Given): Order | undefined =>
  number === '' ? order : cartsOf(order).findLast((one) => invoiceNumberOf(one) === number);

const INVOICE: Issuing = {
  name: 'invoice',
  check(shop, given, present) {
    const { id_order: orderId, invoice_number: number = '' } = given;
    const order = invoicedAs(present, given);
    if (order === undefined) return refuse('INVOICE_NOT_FOUND', number);
    return order.states.order === 'CANCELED' && invoiceContent(shop, orderId, order) === undefined
      ? refuse('ORDER_CANCELED', orderId)
      : DONE;
  },
  contentOf(shop, given) {
    const order = shop.read('order', given.id_order);
    const wanted = order === undefined ? undefined : invoicedAs(order, given);
    return wanted === undefined ? undefined : invoiceContent(shop, given.id_order, wanted);
  },
  dataOf: (ctx, { id_order: orderId, language: spoken }, order, texts) =>
    printedData(ctx, 'invoice', { orderId, order, language: spoken, texts }) as DocumentData,
  recordOf: (ctx, { id_order: orderId, language: spoken }, order) =>
    eInvoiceRecord(ctx, { orderId, order, language: spoken }, creditsBefore(order)),
  keep(tx, given, made) {
    const order = tx.read('order', given.id_order);
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

const CANCELLATION: Issuing = {
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

const CREDIT_NOTE: Issuing = {
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

type Rendered = Result<Uint8Array> | Promise<Result<Uint8Array>>;

const rendered = (
  issuing: Issuing,
  ctx: Context,
  given: Given,
  order: Order,
  { format, data }: { readonly format: InvoiceFormat; readonly data: DocumentData },
): Rendered => {
  const { html, pdf } = ctx.service.documents;
  const { id_order: orderId } = given;
  if (format === 'html') return html.make(orderId, issuing.name, data, shopTemplates(ctx.shop));
  if (format === 'pdf') return pdf.make(orderId, data);
  const record = data.e_invoice === undefined ? issuing.recordOf(ctx, given, order) : ok(data.e_invoice);
  if (!record.ok) return record;
  const invoice = completed(record.value, order, rulesOf(ctx.shop, order));
  const complete = checkEInvoice(invoice, format);
  return complete.ok ? pdf.make(orderId, { ...data, e_invoice: invoice }, format) : complete;
};

const made = (
  issuing: Issuing,
  ctx: Context,
  given: Given,
  order: Order,
  issued: InvoiceContent | undefined,
): Result<Prepared> | Promise<Result<Prepared>> => {
  const wanted = wantedOf(given);
  if (!wanted.ok) return wanted;
  const { format, texts } = wanted.value;
  const { packing } = ctx.service.documents;
  const data = issued === undefined ? recorded(issuing, ctx, given, order, texts) : unpackedData(ctx, issued);
  return Promise.resolve(rendered(issuing, ctx, given, order, { format, data })).then((result) => {
    if (!result.ok) return result;
    const json = JSON.stringify(data);
    const kept = issued === undefined ? packing.pack(Buffer.from(json)) : issued.data;
    return Promise.all([packing.pack(result.value), kept]).then(([packed, packedData]) =>
      ok({ format, bytes: result.value, packed, data: packedData, text: json }),
    );
  });
};

const preparing =
  (issuing: Issuing) =>
  (given: Given, ctx: Context): Result<Prepared> | Promise<Result<Prepared>> => {
    const wanted = wantedOf(given);
    if (!wanted.ok) return wanted;
    const order = visibleOrder(ctx, given.id_order);
    if (!order.ok) return order;
    const may = issuing.check(ctx.shop, given, order.value);
    if (!may.ok) return may;
    const { format } = wanted.value;
    const issued = issuing.contentOf(ctx.shop, given);
    const packed = issued?.[format] ?? '';
    if (issued === undefined || packed === '') return made(issuing, ctx, given, order.value, issued);
    return ctx.service.documents.packing
      .unpack(packed)
      .then((bytes) => ok({ format, bytes, packed, data: issued.data, text: '' }));
  };

/**
 * Whether the document was rendered from an order that has changed since, or another call has issued it in the
 * meantime, in another format and from other data.
 */
const staleness =
  (issuing: Issuing) =>
  (given: Given, ctx: Context, { format, data, text: rendered }: Prepared): boolean => {
    const issued = issuing.contentOf(ctx.shop, given);
    if (issued !== undefined) return !issued[format] && issued.data !== data;
    const order = ctx.shop.read('order', given.id_order);
    const wanted = wantedOf(given);
    if (order === undefined || !wanted.ok) return false;
    return rendered !== JSON.stringify(recorded(issuing, ctx, given, order, wanted.value.texts));
  };

interface Shown {
  readonly orderId: number;
  readonly format: InvoiceFormat;
  /** For a credit note alone. */
  readonly creditId?: number;
  /** For an invoice alone. */
  readonly number?: string;
}

/** What a call asked for, as far as it says which document. */
const givenOf = ({ orderId, creditId, number }: Shown): Given => ({
  id_order: orderId,
  ...(creditId !== undefined && { id_credit: creditId }),
  ...(number !== undefined && { invoice_number: number }),
  format: '',
  args: {},
  language: '',
});

const handling =
  (issuing: Issuing) =>
  (given: Given, ctx: Context<Transaction>, { format, data, packed }: Prepared): Result<Shown> => {
    const { id_order: orderId, id_credit: creditId, invoice_number: number, language: spoken } = given;
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    const may = issuing.check(ctx.shop, given, order.value);
    if (!may.ok) return may;
    const kept = issuing.keep(ctx.shop, given, { language: spoken, format, data, bytes: packed });
    const which = { ...(creditId !== undefined && { creditId }), ...(number !== undefined && { number }) };
    return mapOk(kept, () => ({ orderId, format, ...which }));
  };

const base64Shown = (issuing: Issuing, shown: Shown, ctx: Context, prepared?: Prepared): string => {
  const packed = issuing.contentOf(ctx.shop, givenOf(shown))?.[shown.format];
  const isPrepared = prepared !== undefined && (packed === undefined || packed === prepared.packed);
  return base64Of(isPrepared ? prepared.bytes : ctx.service.documents.packing.unpackNow(packed!));
};

const replaying =
  (issuing: Issuing) =>
  (shown: Shown, ctx: Context): Result<void> => {
    const order = visibleOrder(ctx, shown.orderId);
    if (!order.ok) return order;
    return issuing.contentOf(ctx.shop, givenOf(shown))?.[shown.format] ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');
  };

const PARAMS = {
  id_order: int('order id'),
  format: optional(
    oneOf('for people `html` or `pdf`, for programs `zugferd`, `xrechnung` or `ubl`', INVOICE_FORMATS),
    '' as const,
    'as `args` say, else HTML',
  ),
  args,
  language,
};
const BUSY = [
  'E_INVOICE_INCOMPLETE',
  'DOCUMENT_BUSY',
  'DOCUMENT_TOO_SLOW',
  'DOCUMENT_TOO_LARGE',
  'TEMPLATE_INVALID',
] as const;

export const get_invoice = write({
  area: 'orders',
  roles: ['support'],
  leaks: 'all',
  summary:
    'The invoice of an order as base64 of an HTML document, or of a PDF. The first call issues it, ' +
    'and none changes it.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: {
    ...PARAMS,
    invoice_number: optional(
      textParam('its number, also of an invoice that an edit has taken back', { max: 60 }),
      '',
      'the present one',
    ),
  },
  prepare: preparing(INVOICE),
  isStale: staleness(INVOICE),
  handle: handling(INVOICE),
  refusals: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'INVOICE_NOT_FOUND', ...BUSY],
  reply: reply('invoice', { invoice: text('base64 of the document') }),
  view: (shown, ctx, _given, prepared) =>
    ({ object: 'invoice', invoice: base64Shown(INVOICE, shown, ctx, prepared) }) as const,
  mayReplay: replaying(INVOICE),
});

export const get_cancellation_invoice = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  leaks: 'all',
  summary:
    'The document that cancels the issued invoice of a cancelled order, with a number of its own, as base64 of an ' +
    'HTML document, or of a PDF. The first call issues it, and none changes it.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: PARAMS,
  prepare: preparing(CANCELLATION),
  isStale: staleness(CANCELLATION),
  handle: handling(CANCELLATION),
  refusals: ['ORDER_NOT_FOUND', 'INVOICE_NOT_CANCELED', ...BUSY],
  reply: reply('cancellation_invoice', {
    number: text('its number'),
    cancellation_invoice: text('base64 of the document'),
  }),
  view: (shown, ctx, _given, prepared) =>
    ({
      object: 'cancellation_invoice',
      number: cancellationNumberOf(ctx.shop.read('order', shown.orderId)!),
      cancellation_invoice: base64Shown(CANCELLATION, shown, ctx, prepared),
    }) as const,
  mayReplay: replaying(CANCELLATION),
});

export const get_credit_note = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  leaks: 'all',
  summary:
    'The credit note of a credit that an order with an issued invoice got, as base64 of an HTML document, or of a ' +
    'PDF. The first call makes it, and none changes it.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: { ...PARAMS, id_credit: int('number of the credit within the order', { min: 1 }) },
  prepare: preparing(CREDIT_NOTE),
  isStale: staleness(CREDIT_NOTE),
  handle: handling(CREDIT_NOTE),
  refusals: ['ORDER_NOT_FOUND', 'CREDIT_NOTE_NOT_FOUND', ...BUSY],
  reply: reply('credit_note', { number: text('its number'), credit_note: text('base64 of the document') }),
  view: (shown, ctx, _given, prepared) =>
    ({
      object: 'credit_note',
      number: creditNoteNumberOf(ctx.shop.read('order', shown.orderId)!, shown.creditId!),
      credit_note: base64Shown(CREDIT_NOTE, shown, ctx, prepared),
    }) as const,
  mayReplay: replaying(CREDIT_NOTE),
});
