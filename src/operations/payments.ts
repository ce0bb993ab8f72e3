// Payment methods, and starting the payment of an order.
import { lastPaymentOf } from '../domain/orders/payment.ts';
import { checkNonePending, livePayment, startPayment, toPay } from '../domain/orders/start-payment.ts';
import type { Start, PaymentWanted } from '../domain/orders/start-payment.ts';
import { leastOrderId } from '../domain/shop/shop.ts';
import type { Reader } from '../domain/transaction.ts';
import { fieldOf, methodName } from '../domain/cart/order-details.ts';
import type { OrderDetails } from '../domain/cart/order-details.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import type { Order } from '../domain/orders/order.ts';
import { constantTimeEqual } from '../kernel/constant-time-equal.ts';
import { whyNoLink, withoutPassword } from '../kernel/http-url.ts';
import { Keyed } from '../kernel/json.ts';
import { whyNotPayable } from '../kernel/payment-provider.ts';
import type { PaymentProvider } from '../kernel/payment-provider.ts';
import { Type, int, json, map, optional, text as textParam } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { visibleOrder } from './access/visible-order.ts';
import { extra, maybe, reply, text } from './replies/members.ts';
import { PAYMENT_LINK } from './replies/payments.ts';
import { PaymentMethod } from './replies/shop.ts';
import { paymentLink } from './views/payment-link.ts';
import { viewPaymentMethods } from './views/shop.ts';

/** Methods stand beside `object`, each under its name. */
const PaymentMethods = Type.Unsafe<{ readonly [name: string]: 'payment_methods' | PaymentMethod }>(
  Type.Object({ object: Type.Literal('payment_methods') }, { additionalProperties: PaymentMethod }),
);

const PaymentBegun = reply('do_payment', {
  method: text('name of the payment method; empty: none was chosen'),
  status: Type.Literal('Success'),
  redirect: text('where the shopper is to be sent; empty: nothing is to be paid there'),
  token: text('the provider’s token of the payment; empty: none'),
  detail: maybe(extra(text('which addresses of the call were not used, and why; absent: all were'))),
});

export const get_payment_methods = read({
  area: 'payment',
  summary: 'The active payment methods, by name.',
  credential: 'licence',
  session: 'none',
  params: { language },
  reply: PaymentMethods,
  view: (args, ctx) =>
    ok(
      new Keyed<'payment_methods' | PaymentMethod>([
        ['object', 'payment_methods'],
        ...viewPaymentMethods(args.language, ctx).map((method) => [method.name, method] as const),
      ]),
    ),
});

const ARGS = optional(
  json(
    Type.Object(
      {
        success_url: Type.Optional(Type.Unknown({ description: 'http or https URL, after a payment' })),
        cancel_url: Type.Optional(Type.Unknown({ description: 'http or https URL, after none' })),
      },
      { description: 'where the shopper comes back to', maxProperties: 50 },
    ),
  ),
  {},
);

// A URL with a space, a line break or a backslash is refused: other readers would find another host in it.
/** As parsed: another parser might find another host in the text as it was sent. Refuses: PARAMETER_INVALID. */
const urlOf = (given: unknown, name: string): Result<string> => {
  if (given === undefined || given === null || given === '') return ok('');
  const why = typeof given === 'string' ? whyNoLink(given) : 'is no http or https URL';
  return typeof given === 'string' && why === ''
    ? ok(new URL(given).href)
    : refuse('PARAMETER_INVALID', name, `${withoutPassword(shown(given))} ${why}.`);
};

interface Target extends PaymentWanted {
  readonly name: string;
  /** Undefined if no provider is involved: a manual method, or nothing to pay. */
  readonly provider: PaymentProvider | undefined;
  readonly ignored: readonly string[];
}

type Args = { readonly [name: string]: unknown };

/**
 * Whether the call names no placed order: no number, or one that a draft shows; with strict ownership only the number
 * of the caller's own draft.
 */
const isDraft = (ctx: Context, orderId: number): boolean => {
  const { shop, service, backOffice, sessionId } = ctx;
  if (orderId === 0 || (sessionId !== 0 && ctx.session.reservedOrderId === orderId)) return true;
  const open = backOffice || service.accounts.ownership === 'open';
  return open && orderId >= leastOrderId(shop) && shop.isReserved('order', orderId);
};

/** Where shoppers return to, and the parameters that named a host which the settings do not list. */
interface ReturnUrls {
  readonly urls: Pick<PaymentWanted, 'successUrl' | 'cancelUrl'>;
  readonly ignored: readonly string[];
}

/**
 * The call's own addresses come first, then those of the order's draft, then the settings; an address on a host that
 * the settings do not list is passed over (D221). Refuses: PARAMETER_INVALID.
 */
const returnUrls = (ctx: Context, given: Args, { attributes }: OrderDetails): Result<ReturnUrls> => {
  const { payments } = ctx.service;
  const ignored: string[] = [];
  const urlFor = (name: string, otherwise: string): Result<string> => {
    const sources = [
      [name, given[name]],
      [`sys_${name}`, attributes[`sys_${name}`]],
    ] as const;
    for (const [param, value] of sources) {
      const url = urlOf(value, param);
      if (!url.ok) return url;
      if (url.value === '') continue;
      if (payments.allows(url.value)) return url;
      ignored.push(param);
    }
    return ok(otherwise);
  };
  const success = urlFor('success_url', payments.successUrl);
  if (!success.ok) return success;
  return mapOk(urlFor('cancel_url', payments.cancelUrl), (cancelUrl) => ({
    urls: { successUrl: success.value, cancelUrl },
    ignored,
  }));
};

const checkUrls = (given: Args): Result<unknown> => {
  const success = urlOf(given['success_url'], 'success_url');
  return success.ok ? urlOf(given['cancel_url'], 'cancel_url') : success;
};

/**
 * Refuses: as `seenOrder` and `toPay` do; PARAMETER_INVALID for an address; PAYMENT_METHOD_NOT_FOUND where there is
 * something to pay.
 */
const targetOf = (ctx: Context, orderId: number, args: Args, code: string): Result<Target> => {
  const order = code === '' ? visibleOrder(ctx, orderId) : orderOfCode(ctx, orderId, code);
  if (!order.ok) return order;
  const { details } = order.value;
  const { paymentMethodId: methodId } = details;
  const amount = toPay(orderId, order.value);
  if (!amount.ok) return amount;
  const amountMinor = amount.value;
  const method = methodOf(ctx.shop, methodId);
  if (method === undefined && amountMinor !== 0) return refuse('PAYMENT_METHOD_NOT_FOUND', methodId);
  const rules = rulesOf(ctx.shop, order.value);
  const target = { orderId, methodId, name: methodName(details, 'payment', rules, rules.language), amountMinor };
  const provider = amountMinor === 0 ? undefined : ctx.service.payments.provider(methodId);
  if (provider === undefined) return ok({ ...target, provider, successUrl: '', cancelUrl: '', ignored: [] });
  return mapOk(returnUrls(ctx, args, details), ({ urls, ignored }) => ({ ...target, provider, ignored, ...urls }));
};

const methodOf = (shop: Reader, id: number) => shop.rules.paymentMethods.find((method) => method.id === id);

/** Opens an order to the one who has the code of its payment. Refuses: ORDER_NOT_FOUND, also for another code. */
const orderOfCode = ({ shop, service }: Context, orderId: number, code: string): Result<Order> => {
  const order = shop.read('order', orderId);
  const isIts = order !== undefined && constantTimeEqual(code, service.codes.paymentCode(orderId, order.createdMs));
  return isIts ? ok(order) : refuse('ORDER_NOT_FOUND', orderId);
};

/** What the provider started; undefined if none is involved, or a payment that was started before is still open. */
type Prepared = Start | undefined;

interface Given {
  readonly id_order: number;
  readonly args: Args;
  /** Code of the payment of this order; '': the call may see it by itself. */
  readonly code: string;
}

const prepare = (
  { id_order: orderId, args, code }: Given,
  ctx: Context,
): Result<Prepared> | Promise<Result<Prepared>> => {
  const { shop } = ctx;
  if (code === '' && isDraft(ctx, orderId)) return ok(undefined);
  const urls = checkUrls(args);
  if (!urls.ok) return urls;
  const target = targetOf(ctx, orderId, args, code);
  if (!target.ok) return target;
  const { provider, name: _name, ignored: _ignored, ...wanted } = target.value;
  if (provider === undefined) return ok(undefined);
  const free = checkNonePending(shop, orderId);
  if (!free.ok) return free;
  if (livePayment(shop, wanted) !== 0) return ok(undefined);
  const { currency, currencyDigits, details } = shop.read('order', orderId)!;
  const { amountMinor, successUrl, cancelUrl } = wanted;
  // The settings may have changed since the order.
  const why = whyNotPayable(provider.capabilities, { amountMinor, currency, currencyDigits });
  if (why !== undefined) return refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, `The payment provider ${why}.`);
  const request = {
    orderId,
    // With the moment in it, no call is answered with what a provider remembers of an earlier one: it may have failed.
    key: `order-${orderId}-${lastPaymentOf(shop, orderId)}-${shop.atMs}`,
    amountMinor,
    currency,
    email: fieldOf(details, 'email'),
    successUrl,
    cancelUrl,
  };
  return provider.start(request, shop.atMs).then((started) => mapOk(started, (begun) => ({ ...begun, ...wanted })));
};

/** The name of the method that the draft of the session has; '' for none. */
const draftMethod = (ctx: Context): string => {
  const { shop, sessionId } = ctx;
  return sessionId === 0 ? '' : methodName(ctx.session.draft, 'payment', shop.rules, shop.rules.language);
};

/** Kept under an idempotency key. */
interface Outcome {
  /** 0: nothing is to be paid by a provider. */
  readonly paymentId: number;
  readonly method: string;
  /** Parameters whose address was passed over; absent: none was. */
  readonly ignored?: readonly string[];
}

const ignoredDetail = (ignored: readonly string[]): string =>
  `${ignored.join(' and ')} not used: paymentReturnHosts does not list the host, so the next address that counts is.`;

export const do_payment = write({
  area: 'payment',
  roles: ['support'],
  // The address of a hosted page has a token that says what is to be paid, and the page may know the customer.
  leaks: ['amounts', 'contacts'],
  summary: 'Begins the payment of a placed order: where the shopper is to be sent.',
  credential: 'licence',
  session: 'optional',
  urgent: true,
  slow: 'payments',
  params: {
    id_order: optional(
      map(int('order id; empty, or a number that a draft shows: nothing to do yet'), (id) => ok(id)),
      0,
    ),
    args: ARGS,
    code: optional(
      textParam('of get_payment_link: opens the payment of this order to the one who has the link', { max: 100 }),
      '',
    ),
  },
  prepare,
  handle: ({ id_order: orderId, args, code }, ctx, prepared: Prepared): Result<Outcome> => {
    if (code === '' && isDraft(ctx, orderId)) return ok({ paymentId: 0, method: draftMethod(ctx) });
    const target = targetOf(ctx, orderId, args, code);
    if (!target.ok) return target;
    const { name: method, provider, ignored } = target.value;
    const outcomeOf = (paymentId: number): Outcome => ({
      paymentId,
      method,
      ...(ignored.length === 0 ? {} : { ignored }),
    });
    if (prepared !== undefined) return mapOk(startPayment(ctx.shop, prepared), outcomeOf);
    if (provider === undefined) return ok({ paymentId: 0, method });
    const paymentId = livePayment(ctx.shop, target.value);
    // The payment that `prepare` found has just ended. An empty redirect would mean that there is nothing to pay.
    return paymentId !== 0
      ? ok(outcomeOf(paymentId))
      : refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, 'The order or its payment changed meanwhile; try again.');
  },
  refusals: [
    'ORDER_NOT_FOUND',
    'ORDER_CANCELED',
    'PAYMENT_ALREADY_RECEIVED',
    'PAYMENT_PENDING',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'PAYMENT_METHOD_NOT_FOUND',
  ],
  reply: PaymentBegun,
  view: ({ paymentId, method, ignored }, { shop }) => {
    const payment = paymentId === 0 ? undefined : shop.read('payment', paymentId);
    // Its money may have come before its provider answered: then nothing is to be paid there any more.
    const isPaid = payment?.state === 'received';
    const { redirect = '', token = '' } = isPaid ? {} : (payment ?? {});
    const detail = ignored === undefined ? {} : { detail: ignoredDetail(ignored) };
    return { object: 'do_payment', method, status: 'Success', redirect, token, ...detail } as const;
  },
  // A replayed reply must not send a shopper to a page where nothing is to be paid any more.
  mayReplay: ({ paymentId }, ctx, { id_order: orderId, args, code }) => {
    if (paymentId === 0) return DONE;
    const target = targetOf(ctx, orderId, args, code);
    if (!target.ok) return target;
    const free = checkNonePending(ctx.shop, orderId);
    if (!free.ok) return free;
    return livePayment(ctx.shop, target.value) === paymentId ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');
  },
});

export const get_payment_link = read({
  area: 'payment',
  // Who has the link begins the payment in a storefront.
  leaks: ['amounts', 'contacts'],
  isExtension: true,
  summary:
    'The link by which the customer pays an order without a login, as long as it can be paid: the page of the setting ' +
    'paymentPage, which begins the payment by do_payment and the code.',
  credential: 'secret',
  session: 'none',
  params: { id_order: int('order id') },
  refusals: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'PAYMENT_ALREADY_RECEIVED'],
  reply: reply('payment_link', PAYMENT_LINK),
  view: ({ id_order: orderId }, ctx) => {
    const order = visibleOrder(ctx, orderId);
    if (!order.ok) return order;
    return mapOk(toPay(orderId, order.value), () => ({
      object: 'payment_link' as const,
      ...paymentLink(ctx, orderId, order.value),
    }));
  },
});
