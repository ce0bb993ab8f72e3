// The prices of one list, a page of products at a time (docs/sell/prices.md).
import { tiersOf } from '../domain/prices/product-prices.ts';
import { int, optional } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { groupIds as ids } from './params/price-params.ts';
import { group, id, list, reply, whole } from './replies/members.ts';
import { Tier, tiersShown } from './views/price-tiers.ts';

/** Products of one reply. */
const PAGE_MAX = 1000;

export const get_list_prices = read({
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  roles: ['support'],
  session: 'none',
  summary: 'The prices of one list, by product: a page of those that have one, or of the products that are named.',
  params: {
    id_price_list: int('price list id'),
    products: optional(ids('products or variations whose prices are wanted'), undefined, 'those that have one'),
    skip: optional(int('products to skip', { min: 0 }), 0),
    limit: optional(int(`products to show, 1 to ${PAGE_MAX}`, { min: 1, max: PAGE_MAX }), 100),
  },
  refusals: ['PRICE_LIST_NOT_FOUND'],
  reply: reply('list_prices', {
    id_price_list: id('price list id'),
    count: whole('products and variations that have a price in it'),
    result: list(
      group('What the list says of a product.', {
        id_shopobject: id('product or variation id'),
        tiers: list(Tier, 'by rising quantity; none: the list has no price of it'),
      }),
      'by rising id',
    ),
  }),
  view: ({ id_price_list: listId, products, skip, limit }, { shop }) => {
    if (shop.read('price_list', listId) === undefined) return refuse('PRICE_LIST_NOT_FOUND', listId);
    shop.trackAbsence('product_prices');
    const index = shop.index('product_prices');
    const priced = index.inList(listId);
    const wanted = products === undefined ? (priced?.page(skip, limit) ?? []) : products.slice(skip, skip + limit);
    const result = wanted.map((productId) => {
      const known = priced?.has(productId) === true ? index.get(productId) : undefined;
      const tiers = known === undefined ? [] : tiersOf(shop.read('product_prices', known)!, listId);
      return { id_shopobject: productId, tiers: tiersShown(tiers) };
    });
    return ok({ object: 'list_prices', id_price_list: listId, count: priced?.size ?? 0, result } as const);
  },
});
