// S 4.8: payment methods, and beginning a payment (W §9, Decision 34).
import { checkNonePending, lastPaymentOf, livePayment, startPayment, toPay } from '../domain/payments.ts';
import type { Start } from '../domain/payments.ts';
import type { Reader } from '../domain/transaction.ts';
import { fieldOf } from '../domain/order-details.ts';
import { isHttpUrl } from '../kernel/http-url.ts';
import { Keyed } from '../kernel/json.ts';
import { notPayable } from '../kernel/payment-provider.ts';
import type { PaymentProvider } from '../kernel/payment-provider.ts';
import { Type, int, json, map, optional } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './operation.ts';
import type { Context } from './operation.ts';
import { seenOrder } from './seen-order.ts';

/** The shop's side of payment providers. */
export interface Payments {
  /** Undefined for a method by hand: nobody is asked. */
  provider(methodId: number): PaymentProvider | undefined;
  /** What clients need to know of a method, such as a public key. */
  attributes(methodId: number): { readonly [name: string]: string };
  /** The settings let shoppers be sent there. */
  allows(url: string): boolean;
  /** Where shoppers come back to when the call does not say. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export const get_payment_methods = read({
  spec: '4.8',
  summary: 'The active payment methods, by name.',
  credential: 'licence',
  session: 'none',
  params: {},
  view: (_args, { shop, service }) =>
    ok(
      new Keyed([
        ['object', 'payment_methods'],
        ...shop.rules.paymentMethods.map(({ id, name }) => [name, { id, name, attributes: service.payments.attributes(id) }] as const),
      ]),
    ),
});

const ARGS = optional(
  json(Type.Record(Type.String(), Type.Unknown(), { description: 'success_url, cancel_url: where the shopper comes back to', maxProperties: 50 })),
  {},
);

// A blank, a line's end or a stroke is read by some as this server reads it and by others as the end of a host.
const urlOf = (given: unknown, name: string, otherwise: string, { allows }: Payments): Result<string> => {
  if (given === undefined || given === null || given === '') return ok(otherwise);
  const isAllowed = typeof given === 'string' && isHttpUrl(given) && allows(given);
  // As it was read: another reader might find another host in what was written.
  return isAllowed ? ok(new URL(given).href) : refuse('PARAMETER_INVALID', name, `${shown(given)} is no http or https URL that the settings allow.`);
};

interface Target {
  readonly methodId: number;
  readonly name: string;
  readonly amountMinor: number;
}

const targetOf = (ctx: Context, orderId: number): Result<Target> => {
  const order = seenOrder(ctx, orderId);
  if (!order.ok) return order;
  const { paymentMethodId } = order.value.details;
  const method = methodOf(ctx.shop, paymentMethodId);
  if (method === undefined) return refuse('PAYMENT_METHOD_NOT_FOUND', paymentMethodId);
  return mapOk(toPay(orderId, order.value), (amountMinor) => ({ methodId: method.id, name: method.name, amountMinor }));
};

const methodOf = (shop: Reader, id: number) => shop.rules.paymentMethods.find((one) => one.id === id);

/** What the provider began; undefined where none is asked, or where a payment that was begun before still waits. */
type Prepared = Start | undefined;

const prepare = (orderId: number, args: { readonly [name: string]: unknown }, ctx: Context): Result<Prepared> | Promise<Result<Prepared>> => {
  if (orderId === 0) return ctx.sessionId === 0 ? refuse('PARAMETER_MISSING', 'id_order') : ok(undefined);
  const { payments } = ctx.service;
  const success = urlOf(args['success_url'], 'success_url', '', payments);
  if (!success.ok) return success;
  const cancel = urlOf(args['cancel_url'], 'cancel_url', '', payments);
  if (!cancel.ok) return cancel;
  const target = targetOf(ctx, orderId);
  if (!target.ok) return target;
  const { methodId, amountMinor } = target.value;
  const provider = payments.provider(methodId);
  if (provider === undefined || amountMinor === 0) return ok(undefined);
  const free = checkNonePending(ctx.shop, orderId);
  if (!free.ok) return free;
  if (livePayment(ctx.shop, orderId, methodId, amountMinor) !== 0) return ok(undefined);
  const { currency, currencyDigits, details } = ctx.shop.read('order', orderId)!;
  // The settings may have changed since the order.
  const why = notPayable(provider.capabilities, { amountMinor, currency, currencyDigits });
  if (why !== undefined) return refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, `The payment provider ${why}.`);
  // What the draft was given for this order comes before the settings (S 2.8), and is not looked at where the call says.
  const { sys_success_url: ownSuccess, sys_cancel_url: ownCancel } = details.attributes;
  const successUrl = success.value === '' ? urlOf(ownSuccess, 'sys_success_url', payments.successUrl, payments) : success;
  if (!successUrl.ok) return successUrl;
  const cancelUrl = cancel.value === '' ? urlOf(ownCancel, 'sys_cancel_url', payments.cancelUrl, payments) : cancel;
  if (!cancelUrl.ok) return cancelUrl;
  const request = {
    orderId,
    // With the moment in it, no call is answered with what a provider remembers of an earlier one: it may have failed.
    key: `order-${orderId}-${lastPaymentOf(ctx.shop, orderId)}-${ctx.shop.atMs}`,
    amountMinor,
    currency,
    email: fieldOf(details, 'email'),
    successUrl: successUrl.value,
    cancelUrl: cancelUrl.value,
  };
  return provider.start(request, ctx.shop.atMs).then((started) => mapOk(started, (begun) => ({ ...begun, orderId, methodId, amountMinor })));
};

export const do_payment = write({
  spec: '4.8',
  summary: 'Begins the payment of a placed order: where the shopper is to be sent.',
  credential: 'licence',
  session: 'optional',
  params: {
    id_order: optional(map(int('order id; empty with a session: nothing to do yet'), (id) => ok(id)), 0),
    args: ARGS,
  },
  prepare: ({ id_order: orderId, args }, ctx) => prepare(orderId, args, ctx),
  handle: ({ id_order: orderId }, ctx, prepared: Prepared) => {
    if (orderId === 0) return ok({ paymentId: 0, method: methodOf(ctx.shop, ctx.session.draft.paymentMethodId)?.name ?? '' });
    const target = targetOf(ctx, orderId);
    if (!target.ok) return target;
    const { methodId, name, amountMinor } = target.value;
    if (prepared !== undefined) return mapOk(startPayment(ctx.shop, prepared), (paymentId) => ({ paymentId, method: name }));
    const paymentId = livePayment(ctx.shop, orderId, methodId, amountMinor);
    // What `prepare` found has ended just now. An empty redirect would say that there is nothing to pay.
    const isOver = paymentId === 0 && amountMinor !== 0 && ctx.service.payments.provider(methodId) !== undefined;
    return isOver ? refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, 'The order or its payment changed meanwhile; try again.') : ok({ paymentId, method: name });
  },
  view: ({ paymentId, method }, { shop }) => {
    const { redirect = '', token = '' } = paymentId === 0 ? {} : (shop.read('payment', paymentId) ?? {});
    return { object: 'do_payment', method, status: 'Success', redirect, token };
  },
  // Nobody is sent to a page where nothing is to be paid any more.
  stands: ({ paymentId }, ctx, { id_order: orderId }) => {
    if (paymentId === 0) return DONE;
    const target = targetOf(ctx, orderId);
    if (!target.ok) return target;
    const free = checkNonePending(ctx.shop, orderId);
    if (!free.ok) return free;
    const { methodId, amountMinor } = target.value;
    return livePayment(ctx.shop, orderId, methodId, amountMinor) === paymentId ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');
  },
});

