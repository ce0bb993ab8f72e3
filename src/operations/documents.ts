// Order confirmations, and the countries that the shop delivers to.
import { int } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Json } from '../kernel/json.ts';
import { args, documentReply, formatOf, printedData } from './params/document-params.ts';
import type { Replacements } from './params/document-params.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';

type Shown = Result<Json> | Promise<Result<Json>>;

const confirmation = (ctx: Context, given: { id_order: number; args: Replacements; language: string }): Shown => {
  const wanted = formatOf(given.args);
  if (!wanted.ok) return wanted;
  const order = visibleOrder(ctx, given.id_order);
  if (!order.ok) return order;
  const { format, texts } = wanted.value;
  const { html, pdf } = ctx.service.documents;
  const data = printedData(ctx, 'order_confirmation', {
    orderId: given.id_order,
    order: order.value,
    language: given.language,
    texts,
  });
  const reply = (bytes: Uint8Array): Json => documentReply('order_confirmation', bytes);
  const made = format === 'pdf' ? pdf.make(data) : html.make('order_confirmation', data);
  return made instanceof Promise ? made.then((later) => mapOk(later, reply)) : mapOk(made, reply);
};

export const get_order_confirmation = read({
  area: 'orders',
  summary: 'What confirms an order to its buyer, as base64 of an HTML document, or of a PDF.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: { id_order: int('order id'), args, language },
  view: (given, ctx) => confirmation(ctx, given),
});

export const get_delivery_countries = read({
  area: 'orders',
  summary: 'The countries that the shop delivers to.',
  credential: 'licence',
  session: 'none',
  params: { language },
  cacheable: true,
  view: (given, { shop, service }) =>
    ok({
      object: 'get_delivery_countries',
      countries: service.documents.countries.list(given.language, shop.rules.language) as unknown as Json,
    }),
});
