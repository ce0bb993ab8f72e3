// Products as a file for other programs, page by page (docs/sell/import.md).
import { productsAfter } from '../domain/listing/listing.ts';
import { flag, int, oneOf, optional, text } from '../kernel/params.ts';
import { mapOk } from '../kernel/result.ts';
import { PRODUCT_FORMATS } from './context/export-services.ts';
import { read } from './context/operation.ts';
import { checkedExport } from './params/export-params.ts';
import { language } from './params/shop-params.ts';
import { CAP } from './replies/catalogue.ts';
import { id, list, reply, text as textMember, whole } from './replies/members.ts';
import { capMember, plainRecords } from './views/view-context.ts';

export const export_products = read({
  area: 'products',
  isExtension: true,
  summary:
    'Products as the text of a file that other programs read: a table of Kontor’s own, one for Shopify, or a feed for ' +
    'the Google Merchant Center.',
  credential: 'secret',
  session: 'none',
  params: {
    format: oneOf('which file', PRODUCT_FORMATS),
    language,
    link: optional(
      text('address of a product’s page, such as https://shop.example/{permalink}; a feed wants one', { max: 1000 }),
      '',
      'none',
    ),
    price_field: optional(
      text('attribute that holds the price', { max: 100 }),
      '',
      'the first of the setting priceFields, else price',
    ),
    channel: optional(
      text('name of the channel whose name and description a feed has', { max: 1000 }),
      '',
      'those of the shop',
    ),
    after: optional(int('shows products made after the one of this id, which may be gone; 0: from the first one'), 0),
    limit: optional(int('products to show; 0 = all'), 0),
    count: optional(flag('0: nothing is counted, and `count` is -1'), true),
  },
  refusals: ['TOO_EXPENSIVE', 'SHOPOBJECT_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'PARAMETER_MISSING'],
  reply: reply('product_export', {
    count: whole('products that there are, without their variations; with count=0: -1'),
    ...CAP,
    head: textMember('what the file begins with'),
    lines: list(
      textMember('all that the file has of one product and its variations; empty: it is left out'),
      'products in the order in which they were made',
    ),
    foot: textMember('what the file ends with'),
    next: id('`after` for the next page; 0: there is none'),
  }),
  view: (args, { shop, service }) => {
    const { format, language: spoken, channel, price_field: priceField, link } = args;
    const { after, limit, count: counts } = args;
    const request = checkedExport(shop, { format, language: spoken, channel, priceField, link });
    if (!request.ok) return request;
    const file = service.exports.open(shop, request.value);
    if (!file.ok) return file;
    const { head, foot } = file.value;
    const show = (productId: number): string => file.value.of(productId, shop.read('shopobject', productId)!);
    return mapOk(productsAfter(shop, { after, limit, counts }), (page) => ({
      object: 'product_export' as const,
      count: page.count,
      ...capMember(page),
      head,
      // One product may have a thousand variations: no number of them is few.
      lines: plainRecords(shop, 'shopobject', page.ids, show, 0),
      foot,
      next: page.next ?? 0,
    }));
  },
});
