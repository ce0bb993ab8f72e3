// Draft orders, checkout, placed orders.
import { cartRules } from '../domain/cart/chosen.ts';
import { enteringSubject } from '../domain/accounts/log-in.ts';
import { keepsTax, taxByDelivery } from '../domain/cart/delivery-tax.ts';
import type { TaxedAgain } from '../domain/cart/delivery-tax.ts';
import { channelName } from '../domain/channels/back-office.ts';
import { DELIVERY_STATES } from '../domain/lifecycles/delivery.ts';
import { ORDER_STATES } from '../domain/lifecycles/order.ts';
import { PAYMENT_STATES } from '../domain/lifecycles/payment.ts';
import { maySettle, settleCart } from '../domain/cart/settle-cart.ts';
import { bringUpToDate, mayRepeatCheckout, checkout as placeOrder } from '../domain/orders/checkout.ts';
import { decimal } from '../domain/money.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { updateOrder } from '../domain/orders/update-order.ts';
import { RawJson } from '../kernel/json.ts';
import { Type, flag, guard, int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { DONE, errorRecord, mapOk, ok, refuse } from '../kernel/result.ts';
import { placeAsked } from './asked-extensions.ts';
import { mayCompare } from './access/hidden-fields.ts';
import { visibleOrder } from './access/visible-order.ts';
import type { Context, Failure } from './context/operation.ts';
import { read, write } from './context/operation.ts';
import { invoiceText } from './params/document-params.ts';
import { ASKED_REFUSALS, CHECKOUT_REFUSALS } from './params/checkout-refusals.ts';
import { checkZips } from '../domain/cart/check-zips.ts';
import { detailsChange, orderDetails } from './params/order-details-params.ts';
import { amountGiven } from './params/price-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { language } from './params/shop-params.ts';
import { Cart } from './replies/cart.ts';
import { REFUSAL_DETAIL } from './replies/failures.ts';
import { SUCCESS, extra, id, maybe, reply, saying, text } from './replies/members.ts';
import { OrderDetails } from './replies/order-details.ts';
import type { ShownDetails } from './replies/order-details.ts';
import { Order } from './replies/orders.ts';
import { viewCart } from './views/cart.ts';
import { viewWholeOrder } from './views/whole-order.ts';
import { done } from './replies/plain.ts';

/** Details of the session's draft, or of the order that it placed last. */
const draft = ({ session, shop }: Context, taxedAgain?: ShownDetails['taxedAgain']): RawJson<OrderDetails> => {
  const order = session.showsPlacedOrder ? shop.read('order', session.placedOrderId) : undefined;
  if (order === undefined) {
    const { draft: details } = session;
    return OrderDetails.json({ session, placed: undefined, rules: shop.rules, details, taxedAgain });
  }
  const modifier = order.modifierChannelId === 0 ? order.username : channelName(shop, order.modifierChannelId);
  const placed = { id: session.placedOrderId, order, modifier };
  return OrderDetails.json({ session, placed, rules: rulesOf(shop, order), details: order.details, taxedAgain });
};

const viewTaxedAgain = ({ country, beforeMinor, totalMinor }: TaxedAgain, { session, shop }: Context) => {
  const { currency, currencyDigits } = cartRules(shop.rules, session);
  return {
    country,
    total_before: decimal(beforeMinor, currencyDigits),
    total: decimal(totalMinor, currencyDigits),
    currency,
  };
};

export const set_order_details = write({
  area: 'orders',
  roles: ['support'],
  summary: 'Sets addresses, methods and attributes of the draft order.',
  credential: 'licence',
  session: 'required',
  params: orderDetails,
  handle: (args, ctx) => {
    const { shop, sessionId, session } = ctx;
    const change = detailsChange(args, ctx);
    if (!change.ok) return change;
    const zips = checkZips(session.draft, change.value.fields, shop.rules);
    if (!zips.ok) return zips;
    const isTaxed = keepsTax(session, change.value);
    const settles = maySettle(shop, session.cart);
    const set = shop.ask('session', sessionId, {
      type: 'set_details',
      subject: enteringSubject(shop, session),
      reservedOrderId: shop.nextId('order'),
      bytesMax: shop.rules.sessionBytesMax,
      ...change.value,
    });
    if (!set.ok) return set;
    const taxed = isTaxed ? ok(undefined) : taxByDelivery(shop, sessionId);
    const settled = settles && taxed.ok ? settleCart(shop, sessionId) : DONE;
    return settled.ok ? taxed : settled;
  },
  refusals: [
    'SESSION_IS_EDIT',
    'CART_CHANGED',
    'AMOUNT_OUT_OF_RANGE',
    'SESSION_TOO_LARGE',
    'PAYMENT_METHOD_NOT_FOUND',
    'DELIVERY_METHOD_NOT_FOUND',
    'COUNTRY_NOT_FOUND',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'COUNTRY_NOT_DELIVERED_TO',
    'ZIP_NOT_VALID',
    'EMAIL_IS_INVALID',
  ],
  reply: OrderDetails.schema,
  view: (again, ctx) => draft(ctx, again ? viewTaxedAgain(again, ctx) : undefined),
});

export const get_order_details = read({
  area: 'orders',
  summary: 'The draft order of a session, or the order it placed last.',
  credential: 'licence',
  session: 'required',
  params: {},
  reply: OrderDetails.schema,
  view: (_args, ctx) => ok(draft(ctx)),
});

const CheckedOut = reply('checkout', {
  status: SUCCESS,
  id_order: id('order id; 0 in a dry run'),
  session: text('session id that the client sends from now on; empty in a dry run'),
  message: text('always empty'),
  param: text('always empty'),
  cart: maybe(extra(saying(Cart, 'of a dry run: the cart as the order would have it'))),
});

const NOT_CHECKED_OUT: Failure = {
  reply: reply('error', {
    status: Type.Literal('error'),
    id_order: Type.Literal(0),
    session: Type.Literal(''),
    message: text('the code of the refusal'),
    param: text('parameter or id that it is about; empty: none'),
    detail: REFUSAL_DETAIL,
  }),
  view: (refusal) => {
    const { message, param, detail } = errorRecord(refusal);
    return { object: 'error', status: 'error', id_order: 0, session: '', message, param, detail };
  },
};

export const checkout = write({
  area: 'orders',
  roles: ['support'],
  // It names the right total where another one is expected.
  leaks: ['amounts'],
  summary: 'Makes the cart an order: all of it or nothing, once.',
  credential: 'licence',
  session: 'required',
  urgent: true,
  params: {
    dry_run: optional(flag('1 = say what would happen, and change nothing'), false),
    expected_total: guard(
      textParam('extra: the total that the shopper was shown; another one is refused with TOTAL_CHANGED', { max: 40 }),
      '',
    ),
    language: optional(
      textParam('extra: language code in which the buyer is written to; that of the account or the shop by default', {
        max: 35,
      }),
      '',
    ),
  },
  refusals: [...CHECKOUT_REFUSALS, ...ASKED_REFUSALS, 'SESSION_TOO_LARGE'],
  reply: CheckedOut,
  handle: ({ expected_total: given, language: spoken }, ctx) => {
    const { shop, session, sessionId, backOffice: isFree, channelId } = ctx;
    const { currencyDigits } = cartRules(shop.rules, session);
    const expected = amountGiven(given, currencyDigits, 'expected_total');
    if (!expected.ok) return expected;
    const expectedMinor = expected.value;
    const wishes = { expectedMinor, isFree, channelId, language: spoken };
    return placeAsked(ctx, expectedMinor, () => placeOrder(shop, sessionId, wishes));
  },
  recordRefusal: ({ code }, { shop, sessionId }) =>
    code === 'TOTAL_CHANGED' || code === 'DELIVERY_METHOD_NOT_AVAILABLE' ? bringUpToDate(shop, sessionId) : DONE,
  dryRun: ({ sessionActor, session, shop }) =>
    ({
      object: 'checkout',
      status: 'success',
      id_order: 0,
      session: '',
      message: '',
      param: '',
      cart: new RawJson<Cart>(viewCart(sessionActor, cartRules(shop.rules, session)).bytes.toString()),
    }) as const,
  view: ({ orderId, next }, { service }) =>
    ({
      object: 'checkout',
      status: 'success',
      id_order: orderId,
      session: service.codes.code(next),
      message: '',
      param: '',
    }) as const,
  mayReplay: ({ orderId }, { shop, session }) =>
    mayRepeatCheckout(shop, orderId, session) ? DONE : refuse('IDEMPOTENCY_RESULT_GONE'),
  failure: NOT_CHECKED_OUT,
});

export const get_order_by_id = read({
  area: 'orders',
  summary: 'A placed order.',
  credential: 'licence',
  session: 'optional',
  params: { id_order: int('order id'), language },
  refusals: ['ORDER_NOT_FOUND'],
  reply: Order,
  view: ({ id_order: id, language: spoken }, ctx) =>
    mapOk(visibleOrder(ctx, id), (order) => viewWholeOrder(ctx.shop, id, order, spoken, ctx.backOffice)),
});

export const update_order_details = write({
  area: 'orders',
  roles: ['support'],
  summary: 'Changes details and states of a placed order, all or none.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_order: int('order id'),
    ...orderDetails,
    order_state: optional(oneOf('state of the order', ORDER_STATES), undefined),
    order_payment_state: optional(oneOf('state of its payment', PAYMENT_STATES), undefined),
    order_delivery_state: optional(oneOf('state of its delivery', DELIVERY_STATES), undefined),
    received_amount: guard(
      textParam('money that came by hand, of what is outstanding', { max: 40 }),
      undefined,
      'none',
    ),
    dry_run: optional(flag('1 = say whether it would be refused, and change nothing'), false),
    if_seq: ifSeq('order', 'get_order_by_id'),
  },
  handle: (args, ctx) => {
    const may = mayCompare(ctx.rights, args);
    const change = may.ok ? detailsChange(args, ctx) : may;
    if (!change.ok) return change;
    const { order_state: order, order_payment_state: payment, order_delivery_state: delivery } = args;
    const digits = ctx.shop.read('order', args.id_order)?.currencyDigits ?? 0;
    const received = amountGiven(args.received_amount, digits, 'received_amount');
    if (!received.ok) return received;
    return updateOrder(ctx.shop, {
      orderId: args.id_order,
      ifSeq: args.if_seq,
      details: change.value,
      receivedMinor: received.value,
      by: ctx.channelId,
      invoiceText: invoiceText(ctx, args.id_order),
      states: { ...(order && { order }), ...(payment && { payment }), ...(delivery && { delivery }) },
    });
  },
  refusals: [
    'SHOPOBJECT_NOT_AVAILABLE',
    'COUPON_NOT_VALID',
    'COUPON_USED',
    'PROMOTION_USED_UP',
    'ORDER_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'ORDER_ERASED',
    'INVOICE_ISSUED',
    'INVOICE_CANCELED',
    'ORDER_STATE_TRANSITION_INVALID',
    'ORDER_HAS_RETURNS',
    'ORDER_CANCELED',
    'PAYMENT_ALREADY_RECEIVED',
    'PAYMENT_AMOUNT_INVALID',
    'PAYMENT_METHOD_NOT_FOUND',
    'DELIVERY_METHOD_NOT_FOUND',
    'COUNTRY_NOT_FOUND',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'COUNTRY_NOT_DELIVERED_TO',
    'ZIP_NOT_VALID',
    'EMAIL_IS_INVALID',
  ],
  dryRun: () => ({ object: 'update_order_details', status: 'success' }) as const,
  ...done('update_order_details'),
});
