// The invoice of an order. The first call issues it; every later one shows what was issued, byte for byte.
import { issueInvoice } from '../domain/orders/issued-invoice.ts';
import type { InvoiceContent, InvoiceFormat } from '../domain/orders/issued-invoice.ts';
import type { Order } from '../domain/orders/order.ts';
import type { Reader } from '../domain/transaction.ts';
import { int } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { args, base64Of, formatOf, printedData } from './params/document-params.ts';
import type { DocumentArgs } from './params/document-params.ts';
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
  /** The same data as JSON; '' if the invoice had been issued before and nothing was rendered. */
  readonly text: string;
}

/** Undefined if no invoice is issued, or its person is erased. */
const contentOf = (shop: Reader, orderId: number): InvoiceContent | undefined =>
  shop.read('issued_invoice', orderId)?.content ?? undefined;

const made = (
  ctx: Context,
  { format, texts }: DocumentArgs,
  given: Given,
  order: Order,
  issued: InvoiceContent | undefined,
): Promise<Result<Prepared>> => {
  const { packing, html, pdf } = ctx.service.documents;
  const data =
    issued === undefined
      ? printedData(ctx, 'invoice', { orderId: given.id_order, order, language: given.language, texts })
      : (JSON.parse(Buffer.from(packing.unpackNow(issued.data)).toString()) as object);
  const { id_order: orderId } = given;
  const document = format === 'pdf' ? pdf.make(orderId, data) : html.make(orderId, 'invoice', data);
  return Promise.resolve(document).then((result) => {
    if (!result.ok) return result;
    const text = JSON.stringify(data);
    const kept = issued === undefined ? packing.pack(Buffer.from(text)) : issued.data;
    return Promise.all([packing.pack(result.value), kept]).then(([packed, packedData]) =>
      ok({ format, bytes: result.value, packed, data: packedData, text }),
    );
  });
};

interface Given {
  readonly id_order: number;
  readonly args: { readonly [name: string]: string };
  readonly language: string;
}

const prepare = (given: Given, ctx: Context): Result<Prepared> | Promise<Result<Prepared>> => {
  const wanted = formatOf(given.args);
  if (!wanted.ok) return wanted;
  const order = visibleOrder(ctx, given.id_order);
  if (!order.ok) return order;
  const { format } = wanted.value;
  const issued = contentOf(ctx.shop, given.id_order);
  const packed = issued?.[format] ?? '';
  if (issued === undefined || packed === '') return made(ctx, wanted.value, given, order.value, issued);
  return ctx.service.documents.packing
    .unpack(packed)
    .then((bytes) => ok({ format, bytes, packed, data: issued.data, text: '' }));
};

/**
 * Whether the document was rendered from an order that has changed since, or another call has issued the invoice in the
 * meantime, in another format and from other data.
 */
const isStale = (
  { id_order: orderId, language: spoken, args: given }: Given,
  ctx: Context,
  { format, data, text }: Prepared,
): boolean => {
  const issued = contentOf(ctx.shop, orderId);
  if (issued !== undefined) return issued[format] === '' && issued.data !== data;
  const order = ctx.shop.read('order', orderId);
  const wanted = formatOf(given);
  if (order === undefined || !wanted.ok) return false;
  return (
    text !==
    JSON.stringify(printedData(ctx, 'invoice', { orderId, order, language: spoken, texts: wanted.value.texts }))
  );
};

const Invoice = reply('invoice', { invoice: text('base64 of the document') });

export const get_invoice = write({
  area: 'orders',
  summary:
    'The invoice of an order as base64 of an HTML document, or of a PDF. The first call issues it, ' +
    'and none changes it.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: { id_order: int('order id'), args, language },
  prepare,
  isStale,
  handle: ({ id_order: orderId, language: spoken }, ctx, { format, data, packed }: Prepared) => {
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    return mapOk(issueInvoice(ctx.shop, orderId, { language: spoken, format, data, bytes: packed }), () => ({
      orderId,
      format,
    }));
  },
  refusals: ['ORDER_NOT_FOUND', 'DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE'],
  reply: Invoice,
  view: ({ orderId, format }, { shop, service }, _given, prepared) => {
    const packed = contentOf(shop, orderId)?.[format];
    const isPrepared = prepared !== undefined && (packed === undefined || packed === prepared.packed);
    const bytes = isPrepared ? prepared.bytes : service.documents.packing.unpackNow(packed!);
    return { object: 'invoice', invoice: base64Of(bytes) } as const;
  },
  mayReplay: ({ orderId, format }, ctx) => {
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    return contentOf(ctx.shop, orderId)?.[format] ? ok(undefined) : refuse('IDEMPOTENCY_RESULT_GONE');
  },
});
