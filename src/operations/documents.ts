// Order confirmations, and the countries that the shop delivers to.
import { shopTemplates } from '../domain/shop/document-template.ts';
import { int } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { DOCUMENT_FORMATS, args, base64Of, formatOf, printedData } from './params/document-params.ts';
import type { Replacements } from './params/document-params.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';
import type { Static } from '../kernel/params.ts';
import { list, reply, text } from './replies/members.ts';
import { Country } from './replies/shop.ts';

const Confirmation = reply('order_confirmation', { order_confirmation: text('base64 of the document') });
type Confirmation = Static<typeof Confirmation>;
type Made = Result<Confirmation> | Promise<Result<Confirmation>>;

const Countries = reply('get_delivery_countries', { countries: list(Country, 'the countries, in the shop’s order') });

const confirmation = (ctx: Context, given: { id_order: number; args: Replacements; language: string }): Made => {
  const wanted = formatOf(given.args, DOCUMENT_FORMATS);
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
  const shown = (bytes: Uint8Array): Confirmation => ({
    object: 'order_confirmation',
    order_confirmation: base64Of(bytes),
  });
  const made =
    format === 'pdf'
      ? pdf.make(given.id_order, data)
      : html.make(given.id_order, 'order_confirmation', data, shopTemplates(ctx.shop));
  return made instanceof Promise ? made.then((later) => mapOk(later, shown)) : mapOk(made, shown);
};

export const get_order_confirmation = read({
  area: 'orders',
  leaks: 'all',
  summary: 'What confirms an order to its buyer, as base64 of an HTML document, or of a PDF.',
  credential: 'licence',
  session: 'optional',
  slow: 'documents',
  params: { id_order: int('order id'), args, language },
  refusals: ['ORDER_NOT_FOUND', 'DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_INVALID'],
  reply: Confirmation,
  view: (given, ctx) => confirmation(ctx, given),
});

export const get_delivery_countries = read({
  area: 'orders',
  summary: 'The countries that the shop delivers to.',
  credential: 'licence',
  session: 'none',
  params: { language },
  reply: Countries,
  cacheable: true,
  view: (given, { shop, service }) =>
    ok({
      object: 'get_delivery_countries',
      countries: service.documents.countries
        .among(shop.rules.deliveryCountries)
        .list(given.language, shop.rules.language),
    }),
});
