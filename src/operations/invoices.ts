// The invoice of an order, and documents that take it back. The first call issues a document; every later one shows
// what was issued, byte for byte.
import { cancellationNumberOf, creditNoteNumberOf, invoiceNumberOf } from '../domain/orders/invoice-number.ts';
import { checkEInvoice } from '../domain/orders/e-invoice-needs.ts';
import { INVOICE_FORMATS } from '../domain/orders/issued-invoice.ts';
import type { InvoiceContent, InvoiceFormat } from '../domain/orders/issued-invoice.ts';
import type { Order } from '../domain/orders/order.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { shopTemplates } from '../domain/shop/document-template.ts';
import type { Transaction } from '../domain/transaction.ts';
import { int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { args, base64Of } from './params/document-params.ts';
import { CANCELLATION, CREDIT_NOTE, INVOICE, recorded, unpackedData, wantedOf } from './params/issued-documents.ts';
import type { DocumentData, Given, Issuing } from './params/issued-documents.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';
import { reply, text } from './replies/members.ts';
import { completed } from './views/e-invoice.ts';

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
    const which =
      issuing.name === 'invoice'
        ? { number: number || invoiceNumberOf(order.value) }
        : creditId !== undefined && { creditId };
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
