// Drafts: orders that the shop prepares for customers, as on the phone. The cart and the order's details of a draft are
// filled, and its order is placed, by the operations of every session.
import { cartRules } from '../domain/cart/chosen.ts';
import { fieldOf } from '../domain/cart/order-details.ts';
import { continueDraft, discardDraft, draftNamed, prepareOrder } from '../domain/accounts/prepare-order.ts';
import { preparedName } from '../domain/cart/prepared-session.ts';
import type { Session } from '../domain/cart/session.ts';
import type { SessionRef } from '../domain/cart/session-commands.ts';
import { calculate } from '../domain/calculation/calculate.ts';
import { decimal } from '../domain/money.ts';
import { beginExchange } from '../domain/orders/exchange.ts';
import type { Order } from '../domain/orders/order.ts';
import { sendDraft } from '../domain/orders/send-draft.ts';
import type { Reader } from '../domain/transaction.ts';
import { flag, guard, int, optional, text as textParam } from '../kernel/params.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { bit, dateTime, id, list, maybe, money, record, reply, text, whole } from './replies/members.ts';
import { CHECKOUT_REFUSALS } from './params/checkout-refusals.ts';
import { dryRunParam } from './params/dry-run.ts';
import { moment } from './params/moment-params.ts';
import { amountGiven } from './params/price-params.ts';
import { PAYMENT_LINK } from './replies/payments.ts';
import { done } from './replies/plain.ts';
import { dateTime as shownTime } from './views/format.ts';
import { paymentLink } from './views/payment-link.ts';

const LIMIT_MAX = 100;
const START_MAX = 10_000;

const DRAFT = { id_draft: textParam('draft, as get_drafts names it', { max: 30 }) };

const OpenedDraft = reply('draft', {
  id_draft: text('names it in lists'),
  session: text('session of its cart and its order’s details, which checkout makes an order; nobody is logged in'),
  id_user: id('user whose order it will be; 0: a guest'),
  trial: bit('1: its order tries the shop out'),
});

const viewOpened = ({ shop, service }: Context, ref: SessionRef) => {
  const session = shop.read('session', ref.id)!;
  return {
    object: 'draft',
    id_draft: preparedName(ref.id, session),
    session: service.codes.code(ref),
    id_user: session.preparedFor,
    trial: session.isTrial ? 1 : 0,
  } as const;
};

/** A draft that a call opened is told again while it is there. */
const mayReplay = ({ id, generation }: SessionRef, { shop }: Context): Result<void> =>
  shop.read('session', id)?.generation === generation ? DONE : refuse('IDEMPOTENCY_RESULT_GONE');

export const create_draft = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  summary: 'Begins an order for a customer, a draft that is kept until it is placed or thrown away.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_user: optional(int('user whose order it will be; 0: a guest'), 0),
    trial: optional(
      flag('1 = its order tries the shop out: it is placed as every other one, and no figure counts it'),
      false,
    ),
  },
  refusals: ['USER_NOT_FOUND', 'SESSION_LIMIT_REACHED'],
  reply: OpenedDraft,
  handle: ({ id_user: userId, trial: isTrial }, { shop, service, channelId, person }) => {
    const full = service.sessionRefusal(channelId);
    return full ?? prepareOrder(shop, { by: person?.userId ?? 0, userId, isTrial });
  },
  view: (ref, ctx) => viewOpened(ctx, ref),
  mayReplay,
});

export const exchange_return = write({
  area: 'orders',
  // As continue_draft: the draft has the buyer's details.
  leaks: 'all',
  roles: ['support'],
  isExtension: true,
  summary:
    'Begins the order of what a buyer wants instead of what comes back: a draft with the buyer’s details. Once it is ' +
    'placed, return and order are bound, and what came back pays it.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: { id_return: int('number of the return') },
  refusals: [
    'RETURN_NOT_FOUND',
    'RETURN_ENDED',
    'ORDER_ERASED',
    'CURRENCY_NOT_FOUND',
    'USER_NOT_FOUND',
    'SESSION_LIMIT_REACHED',
    'SESSION_TOO_LARGE',
  ],
  reply: OpenedDraft,
  handle: ({ id_return: returnId }, { shop, service, channelId, person }) => {
    const full = service.sessionRefusal(channelId);
    const open = ({ userId, isTrial }: Pick<Order, 'userId' | 'isTrial'>) =>
      prepareOrder(shop, { by: person?.userId ?? 0, userId, isTrial });
    return full ?? beginExchange(shop, { returnId, by: channelId, open });
  },
  view: (ref, ctx) => viewOpened(ctx, ref),
  mayReplay,
});

export const continue_draft = write({
  area: 'orders',
  // Its session shows all of it in any storefront.
  leaks: 'all',
  roles: ['support'],
  isExtension: true,
  summary: 'The session of a draft, to go on with it; it lives `draftTtlMs` from now.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: DRAFT,
  refusals: ['DRAFT_NOT_FOUND'],
  reply: OpenedDraft,
  handle: ({ id_draft: name }, { shop }) => continueDraft(shop, name),
  view: (ref, ctx) => viewOpened(ctx, ref),
  mayReplay,
});

export const discard_draft = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  summary: 'Throws a draft away, with its cart.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: DRAFT,
  refusals: ['DRAFT_NOT_FOUND'],
  handle: ({ id_draft: name }, { shop }) => discardDraft(shop, name),
  ...done('discard_draft'),
});

const TOTAL = textParam('the total that the customer was told; another one is refused with TOTAL_CHANGED', { max: 40 });

const viewSent = (orderId: number, ctx: Context) => {
  const order = ctx.shop.read('order', orderId)!;
  const { cart, currencyDigits, payUntilMs, details } = order;
  return {
    object: 'send_draft',
    id_order: orderId,
    total: decimal(calculate(cart).totalMinor, currencyDigits),
    ...(payUntilMs !== 0 && { pay_until: shownTime(payUntilMs) }),
    email: fieldOf(details, 'email'),
    ...paymentLink(ctx, orderId, order),
  } as const;
};

export const send_draft = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  // As checkout; and the reply has the link that pays it.
  leaks: ['amounts', 'contacts'],
  summary:
    'Places the order of a draft for its customer to pay: prices, stock and coupons are fixed; it ends at a given ' +
    'time without its money. The reply has the link that pays it; the webhook DRAFT_SENT asks for the mail.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    ...DRAFT,
    valid_until: optional(moment, undefined, 'the time of its payment method'),
    expected_total: guard(TOTAL, ''),
    dry_run: dryRunParam,
  },
  refusals: ['DRAFT_NOT_FOUND', 'CART_CHANGED', ...CHECKOUT_REFUSALS],
  handle: ({ id_draft: name, valid_until: untilMs, expected_total: given }, { shop, channelId }) => {
    const found = draftNamed(shop, name);
    if (!found.ok) return found;
    const { currencyDigits } = cartRules(shop.rules, shop.read('session', found.value.id)!);
    const expected = amountGiven(given, currencyDigits, 'expected_total');
    return expected.ok
      ? sendDraft(shop, found.value.id, { untilMs, expectedMinor: expected.value, by: channelId })
      : expected;
  },
  reply: reply('send_draft', {
    id_order: id('the order that it is; 0 in a dry run'),
    total: money('what the customer is asked to pay'),
    pay_until: maybe(dateTime('when it ends unless it is paid; absent: it waits for ever')),
    email: text('e-mail of the order; empty: none'),
    ...PAYMENT_LINK,
  }),
  view: (orderId, ctx) => viewSent(orderId, ctx),
  dryRun: (ctx, orderId) => ({ ...viewSent(orderId, ctx), id_order: 0, code: '', link: '' }),
});

const Draft = record('Draft', 'An order that the shop prepares. No list shows the code of its session.', {
  id_draft: text('for continue_draft and discard_draft'),
  id_user: id('user whose order it will be; 0: a guest'),
  username: text('their name; empty: a guest'),
  name: text('company, or first and last name, of the delivery address; empty: none yet'),
  email: text('e-mail of the order, or else of the user; empty: none yet'),
  lines: whole('lines'),
  total: money('to be paid, with coupons and delivery costs'),
  currency: text('of the total: ISO 4217'),
  made_by: text('username of the person who began it; empty: a channel did'),
  creation_date: dateTime('when it was begun'),
  end_date: dateTime('when it is thrown away, unless it is used'),
});

const viewDraft = (shop: Reader, sessionId: number, session: Session) => {
  const { cart, draft, preparedBy, preparedFor, createdMs, expiresMs } = session;
  const user = preparedFor === 0 ? undefined : shop.read('user', preparedFor);
  const { currency, currencyDigits } = cartRules(shop.rules, session);
  const person = `${fieldOf(draft, 'delivery_firstname')} ${fieldOf(draft, 'delivery_lastname')}`.trim();
  return {
    id_draft: preparedName(sessionId, session),
    id_user: preparedFor,
    username: user?.username ?? '',
    name: fieldOf(draft, 'delivery_companyname') || person,
    email: fieldOf(draft, 'email') || (user?.email ?? ''),
    lines: cart.lines.length,
    total: decimal(calculate(cart).totalMinor, currencyDigits),
    currency,
    made_by: shop.read('user', preparedBy)?.username ?? '',
    creation_date: shownTime(createdMs),
    end_date: shownTime(expiresMs),
  };
};

export const get_drafts = read({
  area: 'orders',
  isExtension: true,
  summary: 'Orders that the shop prepares for customers, the newest first.',
  credential: 'secret',
  session: 'none',
  params: {
    start: optional(int(`drafts that are passed over, at most ${START_MAX}`, { max: START_MAX }), 0),
    limit: optional(int(`drafts that are shown, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 20),
  },
  reply: reply('drafts', {
    complete: bit('0: sessions of before the start are still being counted'),
    count: whole('drafts'),
    drafts: list(Draft, 'the page'),
  }),
  view: ({ start, limit }, { shop, service: { openCarts } }) => {
    shop.trackAbsence('session');
    const ids = openCarts.drafts();
    const drafts = ids.slice(start, start + limit).flatMap((sessionId) => {
      const session = shop.read('session', sessionId);
      return session === undefined || shop.atMs >= session.expiresMs ? [] : [viewDraft(shop, sessionId, session)];
    });
    return ok({ object: 'drafts', complete: openCarts.isComplete ? 1 : 0, count: ids.length, drafts } as const);
  },
});
