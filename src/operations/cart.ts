// The cart.
import { changeCart } from '../domain/cart/change-cart.ts';
import { deliveryPositions } from '../domain/cart/delivery-costs.ts';
import { cartRules, countryOf } from '../domain/cart/chosen.ts';
import { cartExplanation } from '../domain/cart/explanation.ts';
import type { Explanation } from '../domain/cart/explanation.ts';
import { removeLine, setQuantity, takeOff } from '../domain/cart/line-quantity.ts';
import { addToCart } from '../domain/cart/add-to-cart.ts';
import { chooseContext } from '../domain/cart/choose-context.ts';
import { settleCart } from '../domain/cart/settle-cart.ts';
import { addCoupons } from '../domain/coupons/attach-coupons.ts';
import { Type, flag, int, json, optional, text } from '../kernel/params.ts';
import type { EncodedReply } from '../kernel/json.ts';
import type { Param } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import {
  checkCart,
  letPricesFollow,
  priceAddedProduct,
  priceByExtensions,
  priceChangedLine,
} from './asked-extensions.ts';
import { countryCode, taxCountry } from './params/countries.ts';
import { mayTakeOff } from './access/levels.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { pairs } from './params/attribute-pairs.ts';
import { ASKED_REFUSALS } from './params/checkout-refusals.ts';
import { couponPairs } from './params/coupon-params.ts';
import { elementType, quantity } from './params/line-params.ts';
import { country, language } from './params/shop-params.ts';
import { Cart } from './replies/cart.ts';
import { viewCart, viewExplainedCart, viewCartWithLine } from './views/cart.ts';
import { doneInCapitals } from './replies/plain.ts';

const ELEMENT = { id_element: int('cart element id') };

const changedCart = (_done: unknown, { sessionActor, session, shop }: Context): EncodedReply<Cart> =>
  viewCart(sessionActor, cartRules(shop.rules, session));

/** How the amounts of the cart came about, as it is once the work has ended. Refuses: TOO_EXPENSIVE. */
const explained = ({ shop, sessionId, session: given }: Context, language: string): Result<Explanation> =>
  shop.inSteps('explanation', () => {
    let asOf = 0;
    return {
      doing: 'the explanation of the cart',
      *steps() {
        asOf = shop.seqOf('session', sessionId);
        const session = shop.read('session', sessionId) ?? given;
        return ok(yield* cartExplanation(shop, session, sessionId, cartRules(shop.rules, session), language));
      },
      isCurrent: () => shop.seqOf('session', sessionId) === asOf,
    };
  });

export const get_cart = read({
  area: 'cart',
  summary: 'The cart of a session.',
  credential: 'licence',
  session: 'required',
  params: {
    explain: optional(flag('1 = say in sentences how every amount came about'), false),
    language: optional(
      text('extra: language of these sentences, German for de_DE, English for others', { max: 20 }),
      '',
      'English',
    ),
  },
  refusals: ['TOO_EXPENSIVE'],
  reply: Cart,
  view: ({ explain, language: spoken }, ctx) => {
    const { sessionActor, session, shop } = ctx;
    const rules = cartRules(shop.rules, session);
    return explain
      ? mapOk(explained(ctx, spoken), (sentences) => viewExplainedCart(session.cart, sentences, rules))
      : ok(viewCart(sessionActor, rules));
  },
});

export const add_to_cart = write({
  area: 'cart',
  roles: ['support'],
  summary: 'Adds a line, or raises the quantity of an equal one.',
  credential: 'licence',
  session: 'required',
  params: {
    id_shopobject: int('product id; 0 for a free element'),
    element_type: elementType,
    quantity,
    price_field: text('attribute that holds the price; for a free element the price itself', { max: 100 }),
    name_field: optional(text('attribute that holds the name; for a free element the name itself', { max: 1000 }), ''),
    description_field: optional(text('attribute that holds the description, or the description', { max: 10_000 }), ''),
    language,
    country,
    id_parent_element: optional(int('cart element that the new one hangs below; 0 = none'), 0),
    attributes: pairs,
    taxclass: optional(text('extra: tax class of a free element; the first one by default'), ''),
  },
  handle: (args, ctx) => {
    const { shop, sessionId, backOffice } = ctx;
    const taxedIn = taxCountry(ctx, args.country);
    if (!taxedIn.ok) return taxedIn;
    letPricesFollow(ctx);
    const added = addToCart(shop, {
      sessionId,
      productId: args.id_shopobject,
      free: args.element_type.startsWith('FREE'),
      grouped: args.element_type.endsWith('_GR'),
      quantityMilli: args.quantity,
      priceField: args.price_field,
      nameField: args.name_field,
      descriptionField: args.description_field,
      language: args.language || shop.rules.language,
      country: taxedIn.value,
      taxClass: args.taxclass,
      parentId: args.id_parent_element,
      attributes: args.attributes,
      backOffice,
      channelId: ctx.channelId,
      negativeAllowed: mayTakeOff(ctx),
      ...(ctx.answers !== undefined && { priceBy: priceByExtensions(ctx) }),
    });
    const priced = added.ok ? priceAddedProduct(ctx, args.id_shopobject) : added;
    return priced.ok ? checkCart(ctx, 'add_to_cart') : priced;
  },
  refusals: [
    ...ASKED_REFUSALS,
    'SHOPOBJECT_NOT_AVAILABLE',
    'QUANTITY_INVALID',
    'SHOPOBJECT_PRICE_MISSING',
    'CART_LINE_NOT_FOUND',
    'CART_LINE_PARENT_NOT_VALID',
    'SESSION_TOO_LARGE',
    'CART_LINE_LIMIT_REACHED',
    'AMOUNT_OUT_OF_RANGE',
    'PRICE_FIELD_INVALID',
    'COUNTRY_NOT_FOUND',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
  ],
  reply: Cart,
  view: (_done, { session, shop }) => viewCartWithLine(session.cart, cartRules(shop.rules, session)),
});

export const sub_from_cart = write({
  area: 'cart',
  summary: 'Takes one piece, or one quantity step, off a line; the last one takes the line.',
  credential: 'licence',
  session: 'required',
  params: ELEMENT,
  handle: ({ id_element: lineId }, ctx) => {
    letPricesFollow(ctx);
    const taken = takeOff(ctx.shop, ctx.sessionId, lineId);
    const priced = taken.ok ? priceChangedLine(ctx, lineId) : taken;
    return priced.ok ? checkCart(ctx, 'sub_from_cart') : priced;
  },
  refusals: [...ASKED_REFUSALS, 'CART_LINE_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
  reply: Cart,
  view: changedCart,
});

export const set_quantity = write({
  area: 'cart',
  roles: ['support'],
  isExtension: true,
  summary: 'Sets the quantity of a line; its price and what hangs below it stay. del_from_cart removes a line.',
  credential: 'licence',
  session: 'required',
  params: { ...ELEMENT, quantity },
  handle: ({ id_element: lineId, quantity: wanted }, ctx) => {
    letPricesFollow(ctx);
    const set = setQuantity(ctx.shop, { sessionId: ctx.sessionId, lineId, quantityMilli: wanted });
    const priced = set.ok ? priceChangedLine(ctx, lineId) : set;
    return priced.ok ? checkCart(ctx, 'set_quantity') : priced;
  },
  refusals: [
    ...ASKED_REFUSALS,
    'SHOPOBJECT_NOT_AVAILABLE',
    'QUANTITY_INVALID',
    'CART_LINE_NOT_FOUND',
    'AMOUNT_OUT_OF_RANGE',
  ],
  reply: Cart,
  view: changedCart,
});

export const del_from_cart = write({
  area: 'cart',
  roles: ['support'],
  summary: 'Removes a line and what hangs below it.',
  credential: 'licence',
  session: 'required',
  params: ELEMENT,
  handle: ({ id_element: lineId }, ctx) => {
    letPricesFollow(ctx);
    const removed = removeLine(ctx.shop, ctx.sessionId, lineId);
    const priced = removed.ok ? priceChangedLine(ctx, lineId) : removed;
    return priced.ok ? checkCart(ctx, 'del_from_cart') : priced;
  },
  refusals: [...ASKED_REFUSALS, 'CART_LINE_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
  reply: Cart,
  view: changedCart,
});

export const clear_cart = write({
  area: 'cart',
  summary: 'Removes lines, coupons and delivery costs.',
  credential: 'licence',
  session: 'required',
  params: {},
  handle: (_args, { shop, sessionId }) => changeCart(shop, sessionId, { type: 'clear_cart' }),
  reply: Cart,
  view: changedCart,
});

export const add_coupons = write({
  area: 'cart',
  roles: ['support'],
  summary: 'Attaches coupons to the cart, all or none; an empty list removes them.',
  credential: 'licence',
  session: 'required',
  params: { coupons: couponPairs },
  handle: ({ coupons }, { shop, session, sessionId }) => {
    const added = addCoupons(shop, sessionId, coupons, cartRules(shop.rules, session).currency);
    return added.ok ? settleCart(shop, sessionId) : added;
  },
  refusals: [
    'COUPON_NOT_VALID',
    'COUPON_EXPIRED',
    'COUPON_NOT_YET_VALID',
    'COUPON_USED',
    'COUPON_NOT_COMBINEABLE',
    'COUPON_OTHER_CURRENCY',
    'COUPON_ALREADY_ADDED',
    'COUPON_LIMIT_REACHED',
    'CART_CHANGED',
  ],
  ...doneInCapitals('add_coupons'),
});

const Amount = Type.Union([Type.Number(), Type.String()]);

const costs = json(
  Type.Array(Type.Tuple([Type.String({ maxLength: 255 }), Amount, Amount]), {
    description:
      'positions [name, amount, tax]: the rate as a fraction, or (extra) the name of a tax class; null (extra) = the ' +
      'delivery rules of the method say them again',
    maxItems: 50,
  }),
);
type Costs = typeof costs extends Param<infer T> ? T : never;

/** null gives the cart back to the delivery rules, in a form the text null does. */
const costsOrNull: Param<Costs | null> = {
  ...costs,
  cleared: { value: null },
  read: (raw, name) => (raw === 'null' ? ok(null) : costs.read(raw, name)),
};

export const add_delivery_costs = write({
  area: 'cart',
  roles: ['support'],
  summary: 'Sets the delivery positions of the cart.',
  credential: 'licence',
  session: 'required',
  params: {
    delivery_costs: costsOrNull,
    country: optional(
      text(
        'extra: country whose rate of a tax class counts while the draft names no delivery country, as in addresses; ' +
          'the shop’s own by default',
      ),
      '',
    ),
  },
  handle: ({ delivery_costs: given, country: named }, ctx) => {
    const taxedIn = taxCountry(ctx, named);
    if (!taxedIn.ok) return taxedIn;
    const sent = (given ?? []).map(([name, amount, tax]) => ({ name, amount, tax }));
    const positions = deliveryPositions(cartRules(ctx.shop.rules, ctx.session), sent, {
      country: countryOf(ctx.session) || taxedIn.value,
      negativeAllowed: mayTakeOff(ctx),
    });
    if (!positions.ok) return positions;
    const { shop, sessionId } = ctx;
    const set = shop.ask('session', sessionId, {
      type: 'set_delivery_costs',
      positions: positions.value,
      isGiven: given !== null,
    });
    return set.ok ? settleCart(shop, sessionId) : set;
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'COUNTRY_NOT_FOUND', 'CART_CHANGED'],
  ...doneInCapitals('add_delivery_costs'),
});

/** JSON null takes a choice back: an empty text is one that was not sent. */
const chosen = (description: string) => ({
  ...optional(text(description), undefined, 'it stays'),
  cleared: { value: '' },
});

export const set_context = write({
  area: 'cart',
  roles: ['support'],
  isExtension: true,
  summary: 'Chooses the currency and the country of a session; its cart is priced and taxed by them, all or nothing.',
  credential: 'licence',
  session: 'required',
  params: {
    currency: chosen('a currency of the shop, ISO 4217; null = its own'),
    country: chosen(
      'country whose prices and taxes count until the draft names one, in any form; null = none, and the cart is taxed as in the shop’s own',
    ),
  },
  handle: ({ currency, country: named }, { shop, service, sessionId }) => {
    const country = countryCode(service.documents.countries, named ?? '', 'country');
    if (!country.ok) return country;
    return chooseContext(shop, sessionId, { currency, ...(named !== undefined && { country: country.value }) });
  },
  refusals: [
    'CURRENCY_NOT_FOUND',
    'CART_CHANGED',
    'CART_KEEPS_CURRENCY',
    'SHOPOBJECT_PRICE_MISSING',
    'PRICE_FIELD_INVALID',
    'COUNTRY_NOT_FOUND',
    'AMOUNT_OUT_OF_RANGE',
  ],
  reply: Cart,
  view: changedCart,
});
