// Prices of price lists, and what counts for whom (docs/sell/prices.md).
import { decimal } from '../domain/money.ts';
import type { Milli } from '../domain/money.ts';
import { lowestPrice } from '../domain/listing/lowest-price.ts';
import { setPrices } from '../domain/prices/change-lists.ts';
import type { Inverted, PricesGiven } from '../domain/prices/change-lists.ts';
import { tierOf } from '../domain/prices/given-tier.ts';
import { sellingPrice } from '../domain/listing/listed-price.ts';
import { unpacked } from '../domain/prices/packed-prices.ts';
import type { TierChange } from '../domain/prices/product-prices.ts';
import { objectSeen } from '../domain/catalogue/find-object.ts';
import { standardPriceField } from '../domain/rules.ts';
import { Type, int, json, map, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { dryRunParam } from './params/dry-run.ts';
import { piecesAsked } from './params/price-params.ts';
import { country } from './params/shop-params.ts';
import {
  SUCCESS,
  cataloguePrice,
  group,
  id,
  list,
  maybe,
  oneOf,
  quantity,
  reply,
  text as textMember,
} from './replies/members.ts';
import { LOWEST_30D } from './replies/catalogue.ts';
import { Tier, tiersShown } from './views/price-tiers.ts';

const OF_PRICES = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
/** Prices of one call. */
const PRICES_MAX = 1000;

const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);
const GivenPrice = Type.Object(
  {
    id_shopobject: Type.Integer(),
    from_quantity: Type.Optional(Amount),
    price: Type.Union([Amount, Type.Null()]),
    compare_at: Type.Optional(Type.Union([Amount, Type.Null()])),
  },
  { additionalProperties: false },
);

/** By product, each tier once. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
const sentPrices = map(
  json(
    Type.Array(GivenPrice, {
      maxItems: PRICES_MAX,
      description:
        'id_shopobject; from_quantity: the least quantity, any by default; price of one piece, null takes it away; ' +
        'compare_at: the price that it is shown beside',
    }),
  ),
  (sent) => {
    const byProduct = new Map<number, TierChange[]>();
    for (const [index, one] of sent.entries()) {
      const tier = tierOf(one, `prices[${index}].`);
      if (!tier.ok) return tier;
      const known = byProduct.get(one.id_shopobject) ?? [];
      byProduct.set(one.id_shopobject, known);
      if (known.some(([fromMilli]) => fromMilli === tier.value[0]))
        return refuse('PARAMETER_INVALID', 'prices', `prices[${index}]: there is another price for this quantity.`);
      known.push(tier.value);
    }
    return ok([...byProduct].map(([productId, changes]): PricesGiven => ({ productId, changes })));
  },
);

const Warning = group('A price that is set and may be a mistake.', {
  code: oneOf('what may be wrong: more pieces come to less money than fewer', ['TIER_INVERTED']),
  id_shopobject: id('product or variation id'),
  from_quantity: quantity('the quantity from which it is so'),
});

const viewSet = (inverted: readonly Inverted[]) =>
  ({
    object: 'set_prices',
    status: 'success',
    warnings: inverted.map(({ productId, fromMilli }) => ({
      code: 'TIER_INVERTED' as const,
      id_shopobject: productId,
      from_quantity: decimal(fromMilli, 3),
    })),
  }) as const;

export const set_prices = write({
  ...OF_PRICES,
  summary: 'Sets prices of a price list, all or none; what is not named stays.',
  params: { id_price_list: int('price list id'), prices: sentPrices, dry_run: dryRunParam },
  handle: ({ id_price_list: listId, prices: given }, { shop }) => setPrices(shop, listId, given),
  refusals: ['PRICE_LIST_NOT_FOUND', 'PRICE_LIST_ENDED', 'SHOPOBJECT_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
  dryRun: (_ctx, inverted) => viewSet(inverted),
  reply: reply('set_prices', { status: SUCCESS, warnings: list(Warning, 'prices that may be mistakes') }),
  view: viewSet,
});

export const get_prices = read({
  ...OF_PRICES,
  roles: ['support'],
  summary: 'What price lists say of a product or variation: all tiers, and the price that counts for somebody.',
  params: {
    id_shopobject: int('product or variation id'),
    field: optional(text('FLOAT attribute of the price', { max: 100 }), '', 'that of create_price_list'),
    quantity: optional(piecesAsked, 1000 as Milli),
    country,
    ...buyerParams,
  },
  refusals: ['SHOPOBJECT_NOT_FOUND', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  buyer,
  reply: reply('prices', {
    id_shopobject: id('product or variation id'),
    field: textMember('FLOAT attribute of the price'),
    currency: textMember('currency of the price that counts: ISO 4217; lists have their own'),
    price_list: maybe(id('the list whose price counts; absent: the attribute is the price')),
    price: maybe(cataloguePrice('the price of that list for one piece')),
    lowest_30d: maybe(LOWEST_30D),
    lists: list(
      group('What one list says.', {
        id_price_list: id('price list id'),
        tiers: list(Tier, 'by rising quantity'),
      }),
      'every list with a price of it, ended ones included',
    ),
  }),
  view: ({ id_shopobject: productId, field: given, quantity: milli }, ctx) => {
    const { shop } = ctx;
    const product = objectSeen(shop, productId, 'product', true);
    if (!product.ok) return product;
    const field = given || standardPriceField(shop.rules);
    const context = ctx.prices;
    const lowest = lowestPrice(shop, productId, product.value, { field, language: shop.rules.language, context });
    const found = sellingPrice(shop, productId, product.value, { field, context, pieces: milli });
    return ok({
      object: 'prices',
      id_shopobject: productId,
      field,
      currency: context.currency,
      ...(found !== undefined && { price_list: found.listId, price: decimal(found.priceE4, 4) }),
      ...(lowest !== undefined && { lowest_30d: decimal(lowest, 4) }),
      lists: listsOf(ctx, productId),
    } as const);
  },
});

const listsOf = ({ shop }: Context, productId: number) => {
  const known = shop.index('product_prices').get(productId);
  shop.trackAbsence('product_prices');
  if (known === undefined) return [];
  return unpacked(shop.read('product_prices', known)!.lists).map(([listId, tiers]) => ({
    id_price_list: listId,
    tiers: tiersShown(tiers),
  }));
};
