// The field `main.price`: what one piece of a product costs the one who asks, by price lists, else by its attribute. It
// is the `price` that products show, or where they show none the attribute's.
import { attributePrice, priceDefinition } from '../calculation/unit-price.ts';
import { resolved } from '../catalogue/inheritance.ts';
import { above } from '../catalogue/product-family.ts';
import { decimal } from '../money.ts';
import { guestOf } from '../prices/price-context.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { listedPrice } from '../prices/price-in-force.ts';
import { standardPriceField } from '../rules.ts';
import type { Reader } from '../transaction.ts';
import type { ComputedField } from './search-schema.ts';

const ONE_PIECE = 1000;

/** Undefined for what is no product, and for one that has no price in the currency. */
const priceOf = (shop: Reader, id: number, language: string, context: PriceContext): number | undefined => {
  const { rules } = shop;
  const own = shop.read('shopobject', id);
  if (own?.type !== 'product') return undefined;
  const field = standardPriceField(rules);
  const found = listedPrice(shop, [id, ...above(shop, own)], field, context, ONE_PIECE);
  if (found !== undefined) return decimal(found.priceE4, 4);
  if (context.currency !== rules.currency) return undefined;
  const definition = priceDefinition(rules, shop.read('class', own.classId)?.attributes ?? [], field);
  if (!definition.ok) return undefined;
  const asked = { productId: id, priceField: field, language };
  const price = attributePrice(rules, definition.value, resolved(shop, own).attributes, asked);
  return price.ok ? decimal(price.value, 4) : undefined;
};

export const LISTED_PRICE: ComputedField = {
  kinds: ['price_list', 'product_prices'],
  changedBy: (shop, state) => {
    if (!('productId' in state)) return [];
    const { productId } = state as { readonly productId: number };
    return [productId, ...(shop.index('shopobject').variations.find(productId)?.ids ?? [])];
  },
  read: (shop, id, language, prices) =>
    priceOf(shop, id, language, (prices as PriceContext | undefined) ?? guestOf(shop.rules)),
  meant: {
    kinds: ['price_list'],
    attribute: ({ rules }) => standardPriceField(rules),
    read: (shop) => JSON.stringify(shop.index('price_list').runningFor(standardPriceField(shop.rules))),
  },
};
