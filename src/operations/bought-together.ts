// What is bought together with a product.
import { objectSeen } from '../domain/catalogue/find-object.ts';
import { boughtWith } from '../domain/listing/bought-with.ts';
import { int, optional } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { neededAttributes } from './params/listing-params.ts';
import { country, language } from './params/shop-params.ts';
import { BoughtTogether } from './replies/catalogue.ts';
import { viewBoughtWith } from './views/listing.ts';
import { viewContext } from './views/view-context.ts';

export const get_bought_together = read({
  area: 'products',
  isExtension: true,
  summary: 'Products that orders have together with a product, those of most orders first.',
  credential: 'licence',
  session: 'none',
  params: {
    id_product: int('product id'),
    language,
    country,
    needed_attributes: neededAttributes,
    limit: optional(int('products at most', { min: 1, max: 50 }), 8),
    ...buyerParams,
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  reply: BoughtTogether,
  cacheable: true,
  buyer,
  view: ({ id_product: id, language: spoken, needed_attributes: needed, limit }, ctx) => {
    const product = objectSeen(ctx.shop, id, 'product', ctx.backOffice);
    if (!product.ok) return product;
    const view = viewContext(ctx, { language: spoken, needed });
    return ok(viewBoughtWith(id, boughtWith(ctx.shop, id, limit, ctx.backOffice), view));
  },
});
