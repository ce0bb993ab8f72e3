// S 4.7: draft orders, checkout, placed orders.
import { isGivenAgain, checkout as placeOrder } from '../domain/checkout.ts';
import { DELIVERY_STATES, ORDER_STATES, PAYMENT_STATES } from '../domain/lifecycles.ts';
import { updateOrder } from '../domain/order.ts';
import { endPending } from '../domain/payments.ts';
import type { DetailsChange } from '../domain/order-details.ts';
import { DETAIL_FIELDS } from '../domain/order-details.ts';
import { enteringSubject } from '../domain/users.ts';
import { Raw } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { flag, int, oneOf, optional, text } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { countryCode } from './countries.ts';
import { read, write } from './operation.ts';
import type { Context } from './operation.ts';
import { language, pairs } from './params.ts';
import { seenOrder } from './seen-order.ts';
import { viewCart } from './views/cart.ts';
import { viewDraft, viewOrder } from './views/order.ts';

// Empty text leaves a field as it is; JSON null clears it (Decision 5).
const detail = (name: string): Param<string | undefined> => ({
  ...optional(text(`order field ${name}${name.endsWith('_country') ? ': a code of ISO 3166, or the name of a country' : ''}`, { max: name === 'note' ? 10_000 : 255 }), undefined),
  cleared: { value: '' },
});

const DETAILS = {
  id_payment_method: optional(int('payment method id; 0 = not sent'), 0, 'stays as it is'),
  id_delivery_method: optional(int('delivery method id; 0 = not sent'), 0, 'stays as it is'),
  ...(Object.fromEntries(DETAIL_FIELDS.map((name) => [name, detail(name)])) as { [name: string]: Param<string | undefined> }),
  attributes: pairs,
};

interface DetailArgs {
  readonly id_payment_method: unknown;
  readonly id_delivery_method: unknown;
  readonly attributes: unknown;
}

type Fields = { readonly [field: string]: string };

/** The fields that were sent, with the codes of the countries among them. Refuses: COUNTRY_NOT_FOUND, COUNTRY_NOT_DELIVERED_TO. */
const fieldsSent = (args: { readonly [field: string]: unknown }, { service, backOffice }: Context): Result<Fields> => {
  const { countries } = service.printing;
  const fields: { [field: string]: string } = {};
  for (const name of DETAIL_FIELDS) if (args[name] !== undefined) fields[name] = args[name] as string;
  for (const kind of ['delivery', 'invoice']) {
    const param = `${kind}_country`;
    const given = fields[param];
    if (given === undefined) continue;
    const code = countryCode(countries, given, param);
    if (!code.ok) return code;
    if (kind === 'delivery' && !backOffice && given !== '' && !countries.delivers(code.value)) return refuse('COUNTRY_NOT_DELIVERED_TO', param);
    fields[`${param}_code`] = code.value;
  }
  return ok(fields);
};

/** Refuses: PAYMENT_METHOD_NOT_FOUND, DELIVERY_METHOD_NOT_FOUND, COUNTRY_NOT_FOUND, COUNTRY_NOT_DELIVERED_TO. */
const detailsChange = (args: DetailArgs & { readonly [field: string]: unknown }, ctx: Context): Result<DetailsChange> => {
  const { rules } = ctx.shop;
  const payment = args.id_payment_method as number;
  const delivery = args.id_delivery_method as number;
  if (payment !== 0 && !rules.paymentMethods.some(({ id }) => id === payment)) return refuse('PAYMENT_METHOD_NOT_FOUND', payment);
  if (delivery !== 0 && !rules.deliveryMethods.some(({ id }) => id === delivery)) return refuse('DELIVERY_METHOD_NOT_FOUND', delivery);
  const fields = fieldsSent(args, ctx);
  if (!fields.ok) return fields;
  return ok({
    ...(payment !== 0 && { paymentMethodId: payment }),
    ...(delivery !== 0 && { deliveryMethodId: delivery }),
    fields: fields.value,
    attributes: Object.fromEntries(args.attributes as readonly (readonly [string, string])[]),
  });
};

const draft = ({ session, shop }: Context): Json => {
  const order = session.showsPlaced ? shop.read('order', session.placedOrderId) : undefined;
  const placed = order === undefined ? undefined : { id: session.placedOrderId, order };
  return viewDraft({ session, placed, rules: shop.rules });
};

export const set_order_details = write({
  spec: '4.7',
  summary: 'Sets addresses, methods and attributes of the draft order.',
  credential: 'licence',
  session: 'required',
  params: DETAILS,
  handle: (args, ctx) => {
    const { shop, sessionId, session } = ctx;
    const change = detailsChange(args, ctx);
    if (!change.ok) return change;
    return shop.ask('session', sessionId, { type: 'set_details', subject: enteringSubject(shop, session), ...change.value });
  },
  view: (_done, ctx) => draft(ctx),
});

export const get_order_details = read({
  spec: '4.7',
  summary: 'The draft order of a session, or the order it placed last.',
  credential: 'licence',
  session: 'required',
  params: {},
  view: (_args, ctx) => ok(draft(ctx)),
});

const failedCheckout = ({ code, param }: Refusal): Json => ({
  object: 'checkout',
  status: 'error',
  id_order: 0,
  session: '',
  message: code,
  param,
});

export const checkout = write({
  spec: '4.7',
  summary: 'Makes the cart an order: all of it or nothing, once.',
  credential: 'licence',
  session: 'required',
  params: { dry_run: optional(flag('1 = say what would happen, and change nothing'), false) },
  handle: (_args, { shop, sessionId }) => placeOrder(shop, sessionId),
  rehearse: ({ sessionActor, shop }) => ({
    object: 'checkout',
    status: 'success',
    id_order: 0,
    session: '',
    message: '',
    param: '',
    cart: new Raw(viewCart(sessionActor, shop.rules.currencyDigits).bytes.toString()),
  }),
  view: ({ orderId, next }, { service }) => ({
    object: 'checkout',
    status: 'success',
    id_order: orderId,
    session: service.codes.code(next),
    message: '',
    param: '',
  }),
  stands: ({ orderId }, { shop, session }) => (isGivenAgain(shop, orderId, session.userId) ? DONE : refuse('IDEMPOTENCY_RESULT_GONE')),
  failure: failedCheckout,
});

export const get_order_by_id = read({
  spec: '4.7',
  summary: 'A placed order.',
  credential: 'licence',
  session: 'optional',
  params: { id_order: int('order id'), language },
  view: (args, ctx) => {
    const { rules } = ctx.shop;
    return mapOk(seenOrder(ctx, args.id_order), (order) => viewOrder(args.id_order, order, rules, args.language || rules.language));
  },
});

export const update_order_details = write({
  spec: '4.7',
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
      states: { ...(order && { order }), ...(payment && { payment }), ...(delivery && { delivery }) },
    });
    return updated.ok && payment === 'PAYMENT_NOT_RECEIVED' ? endPending(ctx.shop, args.id_order) : updated;
  },
  view: () => ({ object: 'update_order_details', status: 'success' }),
});
