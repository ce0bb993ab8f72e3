// Delivery methods as shoppers choose among them: price, tax and days of each, or why it is not to be had.
import { groupsOf } from '../domain/cart/line-price.ts';
import { cartRules, countryOf } from '../domain/cart/chosen.ts';
import { undeliveredText } from '../domain/cart/deliver-cart.ts';
import { quotesOfCart, quotesOfProduct, quotesOfWeight } from '../domain/cart/quote-delivery.ts';
import type { MethodQuote } from '../domain/cart/quote-delivery.ts';
import { fieldOf } from '../domain/cart/order-details.ts';
import { WHY_NOT } from '../domain/delivery/facts.ts';
import { inCurrency } from '../domain/currencies.ts';
import { dayText } from '../domain/date-time.ts';
import { decimal, taxWithin } from '../domain/money.ts';
import type { Milli, Minor } from '../domain/money.ts';
import { contextOf } from '../domain/prices/price-context.ts';
import { nameIn } from '../domain/rules.ts';
import type { ShopRules } from '../domain/rules.ts';
import { int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { QuoteAnswer } from '../kernel/extensions.ts';
import { quotesOf } from './asked-delivery.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { taxCountry } from './params/countries.ts';
import { weightParam } from './params/parcel-params.ts';
import { piecesAsked } from './params/price-params.ts';
import { minorOf } from './params/promotion-params.ts';
import { country, language } from './params/shop-params.ts';
import {
  bit,
  day,
  group,
  id,
  list,
  maybe,
  money,
  oneOf,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';

const WHY = [...WHY_NOT, 'method_gone', 'out_of_range', 'no_quote', 'no_rules'] as const;

const Method = record('OfferedDeliveryMethod', 'A delivery method for a cart or a product.', {
  id: id('delivery method id'),
  name: textMember('name'),
  available: bit('1: it may be chosen'),
  price: maybe(money('what it costs, tax included; absent: it may not be chosen, or has no rules')),
  tax: maybe(money('tax in the price')),
  position: maybe(textMember('name of the delivery position')),
  days: maybe(
    group('When it arrives; absent: nothing is said.', {
      min: whole('working days at least'),
      max: whole('working days at most'),
      from: day('first day'),
      to: day('last day'),
    }),
  ),
  storage: maybe(textMember('where the buyer fetches the goods; absent: they are sent')),
  why: maybe(oneOf('why it may not be chosen; no_rules: it may, and add_delivery_costs says what it costs', WHY)),
  message: maybe(textMember('the same in a sentence')),
});

const viewQuote = (
  { shop }: Context,
  { method, delivery: by, terms, days, storageId }: MethodQuote,
  quoted: QuoteAnswer,
  { currencyDigits: digits }: ShopRules,
  asked: string,
) => {
  const { language: own } = shop.rules;
  const named = { id: method.id, name: nameIn(method.name, asked || own, own) };
  const delivery = by(quoted);
  if (delivery === undefined) return { ...named, available: 1 as const, why: 'no_rules' as const };
  const { positions, undelivered } = delivery;
  if (undelivered !== null)
    return { ...named, available: 0 as const, why: undelivered[0], message: undeliveredText(undelivered, asked) };
  const tax = positions.reduce((sum, { priceMinor, rateE6 }) => sum + taxWithin(priceMinor, rateE6), 0);
  return {
    ...named,
    available: 1 as const,
    price: decimal(
      positions.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
      digits,
    ),
    tax: decimal(tax, digits),
    position: positions[0]!.name,
    ...(days &&
      terms && {
        days: { min: terms.daysMin, max: terms.daysMax, from: dayText(days.from), to: dayText(days.to) },
      }),
    ...(storageId !== 0 && { storage: shop.read('storage', storageId)?.name ?? '' }),
  };
};

interface Asked {
  readonly id_shopobject: number;
  readonly weight: number;
  readonly sum: string;
  readonly quantity: Milli;
  readonly country: string;
  readonly zip: string;
}

/** Refuses: what `quotesOfProduct` does; COUNTRY_NOT_FOUND, PARAMETER_INVALID. */
const quotesFor = (ctx: Context, asked: Asked): Result<readonly MethodQuote[]> => {
  const { shop, sessionId } = ctx;
  const named = taxCountry(ctx, asked.country);
  if (!named.ok) return named;
  const session = sessionId === 0 ? undefined : ctx.session;
  if (asked.weight === 0 && asked.sum !== '')
    return refuse('PARAMETER_INVALID', 'sum', 'sum: it is of goods that are not named; give their weight, too.');
  if (asked.weight > 0 && asked.id_shopobject !== 0)
    return refuse('PARAMETER_INVALID', 'weight', 'weight: a product has its own; leave id_shopobject out.');
  if (asked.id_shopobject === 0 && asked.weight === 0 && session !== undefined)
    return ok(quotesOfCart(shop, session, sessionId, { ...asked, country: asked.country === '' ? '' : named.value }));
  const there = asked.country === '' && session !== undefined ? countryOf(session) || named.value : named.value;
  const { currency } = session === undefined ? shop.rules : cartRules(shop.rules, session);
  const groups = session === undefined ? [] : groupsOf(shop, session);
  const context = contextOf(session?.channelId || ctx.channelId, groups, there, currency);
  const zip = asked.zip || (session === undefined ? '' : fieldOf(session.draft, 'delivery_zip'));
  if (asked.weight > 0) {
    const sum = minorOf(asked.sum || '0', inCurrency(shop.rules, currency).currencyDigits, 'sum');
    if (!sum.ok) return sum;
    const goods = { weightE6: asked.weight, sumMinor: sum.value as Minor, piecesMilli: asked.quantity };
    return ok(quotesOfWeight(shop, goods, context, zip));
  }
  return quotesOfProduct(shop, asked.id_shopobject, asked.quantity, context, zip);
};

export const get_delivery_methods = read({
  area: 'cart',
  isExtension: true,
  credential: 'licence',
  session: 'optional',
  summary: 'What each delivery method costs a cart, or pieces of a product, when it arrives, or why it is not offered.',
  params: {
    id_shopobject: optional(int('product or variation id'), 0, 'the cart of the session'),
    quantity: optional(piecesAsked, 1000 as Milli),
    weight: optional(
      weightParam('kilograms of goods that are not named, in the place of id_shopobject: 2.4'),
      0,
      'that of the product or the cart',
    ),
    sum: optional(text('with weight, what the goods come to: 49.90', { max: 40 }), '', '0'),
    country: { ...country, absent: { value: '', meaning: 'that of the draft, else the shop’s own' } },
    zip: optional(text('postal code', { max: 50 }), '', 'that of the draft'),
    language,
  },
  refusals: [
    'SHOPOBJECT_NOT_FOUND',
    'PRICE_FIELD_INVALID',
    'SHOPOBJECT_PRICE_MISSING',
    'AMOUNT_OUT_OF_RANGE',
    'COUNTRY_NOT_FOUND',
    'CART_CHANGED',
  ],
  reply: reply('delivery_methods', {
    currency: textMember('currency of the prices: ISO 4217'),
    methods: list(Method, 'in the order in which they are offered'),
  }),
  view: (args, ctx) => {
    const found = quotesFor(ctx, args);
    if (!found.ok) return found;
    const rules = ctx.sessionId === 0 ? ctx.shop.rules : cartRules(ctx.shop.rules, ctx.session);
    const quoted = quotesOf(
      ctx,
      found.value.map(({ asked }) => asked),
    );
    return ok({
      object: 'delivery_methods',
      currency: rules.currency,
      methods: found.value.map((quote, at) => viewQuote(ctx, quote, quoted[at], rules, args.language)),
    } as const);
  },
});
