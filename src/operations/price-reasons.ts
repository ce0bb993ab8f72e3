// What a product costs somebody, and why (docs/sell/prices.md).
import { contextOf } from '../domain/prices/price-context.ts';
import { decimal } from '../domain/money.ts';
import type { Milli, PriceE4 } from '../domain/money.ts';
import { userOf } from '../domain/accounts/find-user.ts';
import { attributePrice, priceDefinition } from '../domain/calculation/unit-price.ts';
import { objectSeen } from '../domain/catalogue/find-object.ts';
import { resolved } from '../domain/catalogue/inheritance.ts';
import { above } from '../domain/catalogue/product-family.ts';
import { LIST_VERDICTS, explainPrice } from '../domain/prices/explain-price.ts';
import { lowestPrice } from '../domain/listing/lowest-price.ts';
import { groupOf } from '../domain/prices/change-groups.ts';
import { PRICE_LIST_STATES } from '../domain/lifecycles/price-list.ts';
import { standardPriceField } from '../domain/rules.ts';
import { int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { taxCountry } from './params/countries.ts';
import { groupIds, piecesAsked } from './params/price-params.ts';
import { currencyNamed } from '../domain/currencies.ts';
import { country } from './params/shop-params.ts';
import {
  cataloguePrice,
  id,
  list,
  maybe,
  oneOf,
  quantity,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { LOWEST_30D } from './replies/catalogue.ts';
import { Tier, tiersShown } from './views/price-tiers.ts';

const SENT_NONE: readonly number[] = [];

/** The groups that are asked for: those of an account, or those that were named. */
const groupsAsked = ({ shop }: Context, userId: number, named: readonly number[]): Result<readonly number[]> => {
  if (userId !== 0) {
    if (named.length > 0) return refuse('PARAMETER_INVALID', 'groups', 'groups: id_user says which ones.');
    const user = userOf(shop, userId);
    return user.ok ? ok(user.value.groups) : user;
  }
  for (const one of named) {
    const known = groupOf(shop, one);
    if (!known.ok) return known;
  }
  return ok(named);
};

const Reason = record('PriceReason', 'What a price list says of a product, and whether that counts.', {
  id_price_list: id('price list id'),
  name: textMember('name of the list'),
  currency: textMember('currency of its prices: ISO 4217'),
  state: oneOf('whether its days are to come, have come, or are over', PRICE_LIST_STATES),
  priority: whole('of several lists that fit, the highest counts'),
  why: oneOf('whether it counts, or else the first reason why not', LIST_VERDICTS),
  id_shopobject: id('the product or variation whose prices the list has'),
  price: maybe(cataloguePrice('what it says for the quantity; absent: that reaches none of its prices')),
  from_quantity: maybe(quantity('the quantity from which this price counts; 0: any')),
  tiers: list(Tier, 'all that it says, by rising quantity'),
});

/** Undefined: the product has no such price, or the class no such attribute. */
const attributeOf = ({ shop }: Context, productId: number, field: string): PriceE4 | undefined => {
  const own = shop.read('shopobject', productId)!;
  const definitions = shop.read('class', own.classId)?.attributes ?? [];
  const definition = priceDefinition(shop.rules, definitions, field);
  if (!definition.ok) return undefined;
  const asked = { productId, priceField: field, language: shop.rules.language };
  const price = attributePrice(shop.rules, definition.value, resolved(shop, own).attributes, asked);
  return price.ok ? price.value : undefined;
};

export const explain_price = read({
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  roles: ['support'],
  session: 'none',
  summary: 'What a product costs a guest, an account or members of groups, and why: what each price list says.',
  params: {
    id_shopobject: int('product or variation id'),
    field: optional(text('FLOAT attribute of the price', { max: 100 }), '', 'that of create_price_list'),
    quantity: optional(piecesAsked, 1000 as Milli),
    id_user: optional(int('account whose groups count'), 0, 'a guest'),
    groups: optional(groupIds('groups instead of an account'), SENT_NONE, 'none'),
    id_channel: optional(int('channel at which it is bought'), 0, 'that of the call'),
    currency: optional(text('currency of the price: ISO 4217', { max: 3 }), '', 'that of the shop'),
    country,
  },
  refusals: [
    'SHOPOBJECT_NOT_FOUND',
    'USER_NOT_FOUND',
    'GROUP_NOT_FOUND',
    'CHANNEL_NOT_FOUND',
    'COUNTRY_NOT_FOUND',
    'CURRENCY_NOT_FOUND',
  ],
  reply: reply('price_explained', {
    id_shopobject: id('product or variation id'),
    field: textMember('FLOAT attribute of the price'),
    currency: textMember('currency of the price: ISO 4217'),
    groups: list(whole('group id'), 'groups that were asked for'),
    price: maybe(cataloguePrice('price of one piece; absent: it has none')),
    compare_at: maybe(cataloguePrice('the price that it is shown beside')),
    lowest_30d: maybe(LOWEST_30D),
    price_list: maybe(id('the list whose price counts; absent: the attribute is the price')),
    attribute: maybe(cataloguePrice('what the attribute says in the language of the shop')),
    lists: list(Reason, 'every list with a price of it or of a product above it, in the order of their making'),
  }),
  view: ({ id_shopobject: productId, field: given, quantity: pieces, country: named, ...whom }, ctx) => {
    const { shop } = ctx;
    const product = objectSeen(shop, productId, 'product', true);
    if (!product.ok) return product;
    const code = taxCountry(ctx, named);
    if (!code.ok) return code;
    const groups = groupsAsked(ctx, whom.id_user, whom.groups);
    if (!groups.ok) return groups;
    const channelId = whom.id_channel || ctx.channelId;
    if (whom.id_channel !== 0 && shop.read('channel', channelId) === undefined)
      return refuse('CHANNEL_NOT_FOUND', channelId);
    const field = given || standardPriceField(shop.rules);
    const inIt = currencyNamed(shop.rules, whom.currency);
    if (!inIt.ok) return inIt;
    const currency = inIt.value;
    const context = contextOf(channelId, groups.value, code.value, currency);
    const { found, lists } = explainPrice(shop, [productId, ...above(shop, product.value)], field, context, pieces);
    const attribute = attributeOf(ctx, productId, field);
    const lowest = lowestPrice(shop, productId, product.value, { field, language: shop.rules.language, context });
    const price = found?.priceE4 ?? (currency === shop.rules.currency ? attribute : undefined);
    return ok({
      object: 'price_explained',
      id_shopobject: productId,
      field,
      currency,
      groups: groups.value,
      ...(price !== undefined && { price: decimal(price, 4) }),
      ...(found !== undefined && found.compareE4 !== 0 && { compare_at: decimal(found.compareE4, 4) }),
      ...(lowest !== undefined && { lowest_30d: decimal(lowest, 4) }),
      ...(found !== undefined && { price_list: found.listId }),
      ...(attribute !== undefined && { attribute: decimal(attribute, 4) }),
      lists: lists.map(({ listId, verdict, productId: ofId, tiers, tier }) => {
        const { terms, state } = shop.read('price_list', listId)!;
        return {
          id_price_list: listId,
          name: terms.name,
          currency: terms.currency,
          state,
          priority: terms.priority,
          why: verdict,
          id_shopobject: ofId,
          ...(tier !== undefined && { price: decimal(tier[1], 4), from_quantity: decimal(tier[0], 3) }),
          tiers: tiersShown(tiers),
        };
      }),
    } as const);
  },
});
