// The invoice of an order, and the document that cancels it. The first call issues a document; every later one shows
// what was issued, byte for byte.
import { cancellationNumberOf, cancellationOf } from '../domain/orders/invoice-number.ts';
import { issueInvoice, keepCancellation } from '../domain/orders/issued-invoice.ts';
import type { InvoiceContent, InvoiceFormat, MadeInvoice } from '../domain/orders/issued-invoice.ts';
import type { Order } from '../domain/orders/order.ts';
import { shopTemplates } from '../domain/shop/document-template.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { int } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { args, base64Of, formatOf, printedData } from './params/document-params.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';
import { reply, text } from './replies/members.ts';

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
  readonly args: { readonly [name: string]: string };
  readonly language: string;
}

/** A document that is issued once. */
interface Issuing {
  readonly name: 'invoice' | 'cancellation_invoice';
  /** Why it cannot be issued. */
  readonly check: (shop: Reader, orderId: number, order: Order) => Result<void>;
  /** Undefined if it is not issued, or its person is erased. */
  readonly contentOf: (shop: Reader, orderId: number) => InvoiceContent | undefined;
  /** What it is rendered from. */
  readonly dataOf: (ctx: Context, given: Given, order: Order, texts: Given['args']) => object;
  readonly keep: (tx: Transaction, orderId: number, made: MadeInvoice) => Result<void>;
}

const filled = (content: InvoiceContent | null | undefined): InvoiceContent | undefined =>
  content === null || content === undefined || content.data === '' ? undefined : content;

const unpackedData = ({ service: { documents } }: Context, { data }: InvoiceContent): object =>
  JSON.parse(Buffer.from(documents.packing.unpackNow(data)).toString()) as object;

const invoiceContent = (shop: Reader, orderId: number): InvoiceContent | undefined =>
  filled(shop.read('issued_invoice', orderId)?.content);

const INVOICE: Issuing = {
  name: 'invoice',
  check: (shop, orderId, order) =>
    order.states.order === 'CANCELED' && shop.read('issued_invoice', orderId) === undefined
      ? refuse('ORDER_CANCELED', orderId)
      : DONE,
  contentOf: invoiceContent,
  dataOf: (ctx, { id_order: orderId, language: spoken }, order, texts) =>
    printedData(ctx, 'invoice', { orderId, order, language: spoken, texts }),
  keep: issueInvoice,
};

/** What stands on the invoice of the buyer, which the order may no longer say: its person may be erased. */
const BUYER = ['invoice_address', 'delivery_address', 'email', 'phone', 'note_lines'] as const;

const CANCELLATION: Issuing = {
  name: 'cancellation_invoice',
  check: (shop, orderId, order) =>
    order.states.order === 'CANCELED' && shop.read('issued_invoice', orderId) !== undefined
      ? DONE
      : refuse('INVOICE_NOT_CANCELED', orderId),
  contentOf: (shop, orderId) => filled(shop.read('issued_invoice', orderId)?.cancellation),
  dataOf(ctx, { id_order: orderId, language: spoken }, placed, texts) {
    const order = { ...placed, cancellation: cancellationOf(ctx.shop, placed) };
    const issued = ctx.shop.read('issued_invoice', orderId);
    const invoice = invoiceContent(ctx.shop, orderId);
    const shown = invoice === undefined ? {} : (unpackedData(ctx, invoice) as { readonly [name: string]: unknown });
    const buyer = BUYER.filter((name) => name in shown).map((name) => [name, shown[name]] as const);
    const inLanguage = spoken === '' ? (issued?.language ?? '') : spoken;
    const data = printedData(ctx, 'cancellation_invoice', { orderId, order, language: inLanguage, texts });
    return { ...data, ...Object.fromEntries(buyer) };
  },
  keep: keepCancellation,
};

const made = (
  issuing: Issuing,
  ctx: Context,
  given: Given,
  order: Order,
  issued: InvoiceContent | undefined,
): Result<Prepared> | Promise<Result<Prepared>> => {
  const wanted = formatOf(given.args);
  if (!wanted.ok) return wanted;
  const { format, texts } = wanted.value;
  const { packing, html, pdf } = ctx.service.documents;
  const data = issued === undefined ? issuing.dataOf(ctx, given, order, texts) : unpackedData(ctx, issued);
  const { id_order: orderId } = given;
  const document =
    format === 'pdf' ? pdf.make(orderId, data) : html.make(orderId, issuing.name, data, shopTemplates(ctx.shop));
  return Promise.resolve(document).then((result) => {
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
    const wanted = formatOf(given.args);
    if (!wanted.ok) return wanted;
    const { id_order: orderId } = given;
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    const may = issuing.check(ctx.shop, orderId, order.value);
    if (!may.ok) return may;
    const { format } = wanted.value;
    const issued = issuing.contentOf(ctx.shop, orderId);
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
    const { id_order: orderId } = given;
    const issued = issuing.contentOf(ctx.shop, orderId);
    if (issued !== undefined) return issued[format] === '' && issued.data !== data;
    const order = ctx.shop.read('order', orderId);
    const wanted = formatOf(given.args);
    if (order === undefined || !wanted.ok) return false;
    return rendered !== JSON.stringify(issuing.dataOf(ctx, given, order, wanted.value.texts));
  };

interface Shown {
  readonly orderId: number;
  readonly format: InvoiceFormat;
}

const handling =
  (issuing: Issuing) =>
  (
    { id_order: orderId, language: spoken }: Given,
    ctx: Context<Transaction>,
    { format, data, packed }: Prepared,
  ): Result<Shown> => {
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    const may = issuing.check(ctx.shop, orderId, order.value);
    if (!may.ok) return may;
    const kept = issuing.keep(ctx.shop, orderId, { language: spoken, format, data, bytes: packed });
    return mapOk(kept, () => ({ orderId, format }));
  };

const base64Shown = (issuing: Issuing, { orderId, format }: Shown, ctx: Context, prepared?: Prepared): string => {
  const packed = issuing.contentOf(ctx.shop, orderId)?.[format];
  const isPrepared = prepared !== undefined && (packed === undefined || packed === prepared.packed);
  return base64Of(isPrepared ? prepared.bytes : ctx.service.documents.packing.unpackNow(packed!));
};

const replaying =
  (issuing: Issuing) =>
  ({ orderId, format }: Shown, ctx: Context): Result<void> => {
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    return issuing.contentOf(ctx.shop, orderId)?.[format] ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');
  };

const PARAMS = { id_order: int('order id'), args, language };
const BUSY = ['DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_INVALID'] as const;

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
  params: PARAMS,
  prepare: preparing(INVOICE),
  isStale: staleness(INVOICE),
  handle: handling(INVOICE),
  refusals: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', ...BUSY],
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
