// The field `main.price`: what one piece of a product costs the one who asks, by price lists, else by its attribute. It
// is the `price` that products show, or where they show none the attribute's.
import { NONE, atOnce } from '../../kernel/many.ts';
import { hasPriceField, priceDefinition } from '../calculation/unit-price.ts';
import { priceUnder } from '../cart/line-price.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import { above } from '../catalogue/product-family.ts';
import { decimal } from '../money.ts';
import { guestOf } from '../prices/price-context.ts';
import type { PriceColumn } from '../prices/price-columns.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { listedPrice, quantityPrices } from '../prices/price-in-force.ts';
import type { ListedPrice, QuantityPrice } from '../prices/price-in-force.ts';
import { standardPriceField } from '../rules.ts';
import type { Reader } from '../transaction.ts';
import type { ComputedField } from './search-schema.ts';

const ONE_PIECE = 1000;

interface PriceAsked {
  readonly field: string;
  readonly context: PriceContext;
  /** In thousandths; one piece by default. */
  readonly pieces?: number;
}

/** Whether the class of a product has the attribute as a price: else nothing can be bought at what lists say. */
const isPrice = (shop: Reader, { classId }: ShopObject, field: string): boolean =>
  hasPriceField(shop.rules, shop.read('class', classId)?.attributes ?? [], field);

/**
 * The price of a list for a product that can be bought at it: its class has the attribute that the list answers for.
 * `product`: of any level, with or without what it inherits.
 */
export const sellingPrice = (
  shop: Reader,
  id: number,
  product: ShopObject,
  { field, context, pieces = ONE_PIECE }: PriceAsked,
): ListedPrice | undefined => {
  const found = listedPrice(shop, [id, ...above(shop, product)], field, context, pieces);
  return found !== undefined && isPrice(shop, product, field) ? found : undefined;
};

/** What more than one piece cost apiece, as `quantityPrices`. `found`: what one costs. */
export const furtherPrices = (
  shop: Reader,
  id: number,
  product: ShopObject,
  { field, context }: PriceAsked,
  found: ListedPrice | undefined,
): readonly QuantityPrice[] => {
  const all = quantityPrices(shop, [id, ...above(shop, product)], field, context, ONE_PIECE, found);
  return all.length === 0 || isPrice(shop, product, field) ? all : [];
};

/** Undefined for what is no product, and for one that has no price in the currency. */
const priceOf = (shop: Reader, id: number, language: string, context: PriceContext): number | undefined => {
  const { rules } = shop;
  const own = shop.read('shopobject', id);
  if (own?.type !== 'product') return undefined;
  const priceField = standardPriceField(rules);
  const definition = priceDefinition(rules, shop.read('class', own.classId)?.attributes ?? [], priceField);
  if (!definition.ok) return undefined;
  const asked = { productId: id, priceField, language, pieces: ONE_PIECE };
  const price = priceUnder(shop, context, resolved(shop, own), definition.value, asked);
  return price.ok ? decimal(price.value[0], 4) : undefined;
};

/** The last record that changed what the price of a product follows from, lists and settings aside. */
const changedAt = (shop: Reader, id: number, own: ShopObject): number => {
  const index = shop.index('product_prices');
  let last = shop.seqOf('class', own.classId);
  for (const one of [id, ...above(shop, own)]) {
    const prices = index.get(one);
    last = Math.max(
      last,
      shop.seqOf('shopobject', one),
      prices === undefined ? 0 : shop.seqOf('product_prices', prices),
    );
  }
  return last;
};

const columnOf = (shop: Reader, language: string, context: PriceContext): PriceColumn =>
  shop.index('price_list').columns.of(context, language, shop.rules, shop.seqOfKind('price_list'));

/** The last record that may have changed a price, lists and settings aside. */
const lastChange = (shop: Reader): number =>
  Math.max(shop.seqOfKind('shopobject'), shop.seqOfKind('product_prices'), shop.seqOfKind('class'));

/** As `priceOf`; what a search has found before is not found again. */
const knownPrice = (shop: Reader, id: number, language: string, context: PriceContext): number | undefined => {
  // Events that are pending have no number yet.
  if ('ask' in shop) return priceOf(shop, id, language, context);
  const column = columnOf(shop, language, context);
  const asOf = column.asOfId(id);
  const now = lastChange(shop);
  if (asOf === now) return column.priceOf(id);
  const own = shop.read('shopobject', id);
  if (own === undefined) return undefined;
  if (asOf > 0 && changedAt(shop, id, own) <= asOf) {
    column.confirm(id, now);
    return column.priceOf(id);
  }
  const price = priceOf(shop, id, language, context);
  column.set(id, price, now);
  return price;
};

const contextOf = (shop: Reader, prices: object | undefined): PriceContext =>
  (prices as PriceContext | undefined) ?? guestOf(shop.rules);

export const LISTED_PRICE: ComputedField = {
  kinds: ['price_list', 'product_prices'],
  changedBy: (shop, state) => {
    if (!('productId' in state)) return [];
    const { productId } = state as { readonly productId: number };
    return [
      productId,
      ...atOnce(shop.index('shopobject').variations.find(productId)?.ids ?? NONE, 'variations of one product'),
    ];
  },
  read: (shop, id, language, prices) => knownPrice(shop, id, language, contextOf(shop, prices)),
  reader: (shop, language, prices) => {
    if ('ask' in shop) return undefined;
    const context = contextOf(shop, prices);
    const [column, now] = [columnOf(shop, language, context), lastChange(shop)];
    return (id) => (column.asOfId(id) === now ? column.priceOf(id) : knownPrice(shop, id, language, context));
  },
  meant: {
    kinds: ['price_list'],
    attribute: ({ rules }) => standardPriceField(rules),
    read: (shop) => JSON.stringify(shop.index('price_list').runningFor(standardPriceField(shop.rules))),
  },
};
