// S 4.7: draft orders, checkout, placed orders.
import { isGivenAgain, checkout as placeOrder } from '../domain/orders/checkout.ts';
import { DELIVERY_STATES, ORDER_STATES, PAYMENT_STATES } from '../domain/lifecycles/lifecycles.ts';
import { updateOrder } from '../domain/orders/update-order.ts';
import { endPending } from '../domain/orders/payments.ts';
import type { Method } from '../domain/rules.ts';
import type { DetailsChange } from '../domain/cart/order-details.ts';
import { DETAIL_FIELDS } from '../domain/cart/order-details.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { enteringSubject } from '../domain/accounts/users.ts';
import { RawJson } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { flag, int, oneOf, optional, text } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { countryCode } from './params/countries.ts';
import { invoiceText } from './params/document-params.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language, pairChanges } from './params/parameters.ts';
import { visibleOrder } from './access/visible-order.ts';
import { viewCart } from './views/cart.ts';
import { viewDraft, viewOrder } from './views/order.ts';

// Empty text leaves a field as it is; JSON null clears it (Decision 5).
const detail = (name: string): Param<string | undefined> => ({
  ...optional(
    text(`order field ${name}${name.endsWith('_country') ? ': a code of ISO 3166, or the name of a country' : ''}`, {
      max: name === 'note' ? 10_000 : 255,
    }),
    undefined,
  ),
  cleared: { value: '' },
});

/** 0 and what is absent leave the method as it is, JSON null unsets it. */
const method = (description: string): Param<number | null> => ({
  ...optional(int(`${description}; 0 = not sent, null = none`), 0, 'stays as it is'),
  cleared: { value: null },
});

const DETAILS = {
  id_payment_method: method('payment method id'),
  id_delivery_method: method('delivery method id'),
  ...(Object.fromEntries(DETAIL_FIELDS.map((name) => [name, detail(name)])) as {
    [name: string]: Param<string | undefined>;
  }),
  attributes: pairChanges,
};

interface DetailArgs {
  readonly id_payment_method: unknown;
  readonly id_delivery_method: unknown;
  readonly attributes: unknown;
}

type Fields = { readonly [field: string]: string };

/**
 * The fields that were sent, with the codes of the countries among them. Refuses: COUNTRY_NOT_FOUND,
 * COUNTRY_NOT_DELIVERED_TO.
 */
const fieldsSent = (args: { readonly [field: string]: unknown }, { service, backOffice }: Context): Result<Fields> => {
  const { countries } = service.documents;
  const fields: { [field: string]: string } = {};
  for (const name of DETAIL_FIELDS) if (args[name] !== undefined) fields[name] = args[name] as string;
  for (const kind of ['delivery', 'invoice']) {
    const param = `${kind}_country`;
    const given = fields[param];
    if (given === undefined) continue;
    const code = countryCode(countries, given, param);
    if (!code.ok) return code;
    if (kind === 'delivery' && !backOffice && given !== '' && !countries.delivers(code.value))
      return refuse('COUNTRY_NOT_DELIVERED_TO', param);
    fields[`${param}_code`] = code.value;
  }
  return ok(fields);
};

type MethodRefusal = 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND';

/** Undefined where it stays as it is; 0 unsets it. */
const methodSent = (methods: readonly Method[], sent: unknown, code: MethodRefusal): Result<number | undefined> => {
  if (sent === 0) return ok(undefined);
  if (sent === null) return ok(0);
  return methods.some(({ id }) => id === sent) ? ok(sent as number) : refuse(code, sent as number);
};

/** Refuses: PAYMENT_METHOD_NOT_FOUND, DELIVERY_METHOD_NOT_FOUND, COUNTRY_NOT_FOUND, COUNTRY_NOT_DELIVERED_TO. */
const detailsChange = (
  args: DetailArgs & { readonly [field: string]: unknown },
  ctx: Context,
): Result<DetailsChange> => {
  const { paymentMethods, deliveryMethods } = ctx.shop.rules;
  const payment = methodSent(paymentMethods, args.id_payment_method, 'PAYMENT_METHOD_NOT_FOUND');
  if (!payment.ok) return payment;
  const delivery = methodSent(deliveryMethods, args.id_delivery_method, 'DELIVERY_METHOD_NOT_FOUND');
  if (!delivery.ok) return delivery;
  const fields = fieldsSent(args, ctx);
  if (!fields.ok) return fields;
  const attributes = args.attributes as readonly (readonly [string, string | null])[] | null;
  return ok({
    ...(payment.value !== undefined && { paymentMethodId: payment.value }),
    ...(delivery.value !== undefined && { deliveryMethodId: delivery.value }),
    fields: fields.value,
    attributes: attributes && Object.fromEntries(attributes),
  });
};

const draft = ({ session, shop }: Context): Json => {
  const order = session.showsPlaced ? shop.read('order', session.placedOrderId) : undefined;
  if (order === undefined) return viewDraft({ session, placed: undefined, rules: shop.rules });
  const modifier =
    order.modifierChannelId === 0 ? order.username : (shop.read('channel', order.modifierChannelId)?.name ?? '');
  return viewDraft({ session, placed: { id: session.placedOrderId, order, modifier }, rules: rulesOf(shop, order) });
};

export const set_order_details = write({
  area: 'orders',
  summary: 'Sets addresses, methods and attributes of the draft order.',
  credential: 'licence',
  session: 'required',
  params: DETAILS,
  handle: (args, ctx) => {
    const { shop, sessionId, session } = ctx;
    const change = detailsChange(args, ctx);
    if (!change.ok) return change;
    return shop.ask('session', sessionId, {
      type: 'set_details',
      subject: enteringSubject(shop, session),
      orderNumber: shop.nextId('order'),
      ...change.value,
    });
  },
  view: (_done, ctx) => draft(ctx),
});

export const get_order_details = read({
  area: 'orders',
  summary: 'The draft order of a session, or the order it placed last.',
  credential: 'licence',
  session: 'required',
  params: {},
  view: (_args, ctx) => ok(draft(ctx)),
});

const failedCheckout = ({ code, param }: Refusal): Json => ({
  object: 'error',
  status: 'error',
  id_order: 0,
  session: '',
  message: code,
  param,
});

export const checkout = write({
  area: 'orders',
  summary: 'Makes the cart an order: all of it or nothing, once.',
  credential: 'licence',
  session: 'required',
  params: { dry_run: optional(flag('1 = say what would happen, and change nothing'), false) },
  handle: (_args, { shop, sessionId }) => placeOrder(shop, sessionId),
  dryRun: ({ sessionActor, shop }) => ({
    object: 'checkout',
    status: 'success',
    id_order: 0,
    session: '',
    message: '',
    param: '',
    cart: new RawJson(viewCart(sessionActor, shop.rules.currencyDigits).bytes.toString()),
  }),
  view: ({ orderId, next }, { service }) => ({
    object: 'checkout',
    status: 'success',
    id_order: orderId,
    session: service.codes.code(next),
    message: '',
    param: '',
  }),
  mayReplay: ({ orderId }, { shop, session }) =>
    isGivenAgain(shop, orderId, session.userId) ? DONE : refuse('IDEMPOTENCY_RESULT_GONE'),
  failure: failedCheckout,
});

export const get_order_by_id = read({
  area: 'orders',
  summary: 'A placed order.',
  credential: 'licence',
  session: 'optional',
  params: { id_order: int('order id'), language },
  view: (args, ctx) => {
    return mapOk(visibleOrder(ctx, args.id_order), (order) => {
      const rules = rulesOf(ctx.shop, order);
      return viewOrder(args.id_order, order, rules, args.language || rules.language);
    });
  },
});

export const update_order_details = write({
  area: 'orders',
  summary: 'Changes details and states of a placed order, all or none.',
  credential: 'secret',
  session: 'none',
  params: {
    id_order: int('order id'),
    ...DETAILS,
    order_state: optional(oneOf('state of the order', ORDER_STATES), undefined),
    order_payment_state: optional(oneOf('state of its payment', PAYMENT_STATES), undefined),
    order_delivery_state: optional(oneOf('state of its delivery', DELIVERY_STATES), undefined),
  },
  handle: (args, ctx) => {
    const change = detailsChange(args, ctx);
    if (!change.ok) return change;
    const { order_state: order, order_payment_state: payment, order_delivery_state: delivery } = args;
    const updated = updateOrder(ctx.shop, {
      orderId: args.id_order,
      details: change.value,
      by: ctx.channelId,
      invoiceText: invoiceText(ctx, args.id_order),
      states: { ...(order && { order }), ...(payment && { payment }), ...(delivery && { delivery }) },
    });
    return updated.ok && payment === 'PAYMENT_NOT_RECEIVED' ? endPending(ctx.shop, args.id_order) : updated;
  },
  view: () => ({ object: 'update_order_details', status: 'success' }),
});
