// Returns: pieces of orders that their buyers send back.
import { announceReturn, receiveReturn, withdrawReturn } from '../domain/orders/change-returns.ts';
import { dayText } from '../domain/date-time.ts';
import { lastReturnDay, returnableOf } from '../domain/orders/delivered.ts';
import { RETURN_WISHES, returnsOf } from '../domain/orders/order-return.ts';
import type { Reader } from '../domain/transaction.ts';
import { RETURN_STATES } from '../domain/lifecycles/return.ts';
import { guard, int, oneOf as oneOfParam, optional, text as textParam } from '../kernel/params.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { doer, ownReturn, seqOfReturn } from './access/own-return.ts';
import { ownOrder } from './access/visible-order.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { dryRunParam } from './params/dry-run.ts';
import { announcedLines, receivedLines, wishedProducts } from './params/return-lines.ts';
import { ifSeq } from './params/seen-param.ts';
import { Credit, MadeCredits, Order } from './replies/orders.ts';
import { SUCCESS, day, group, id, list, maybe, quantity, reply, whole } from './replies/members.ts';
import { Return } from './replies/returns.ts';
import { quantity as shownQuantity } from './views/format.ts';
import { viewBalance, viewMadeCredits } from './views/order.ts';
import { viewReturn } from './views/returns.ts';

const LIMIT_MAX = 200;

const viewAnnounced = (ctx: Context, returnId: number, seq?: number) =>
  ({ object: 'announce_return', status: 'success', return: viewReturn(ctx.shop, returnId, seq) }) as const;

export const announce_return = write({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary:
    'Announces that pieces of an order come back: by a session of its buyer, in time, or by the shop. Nothing is ' +
    'credited before the shop has them.',
  credential: 'licence',
  session: 'optional',
  params: {
    id_order: int('order id'),
    lines: announcedLines,
    note: optional(textParam('what the buyer writes about it', { max: 2000, empty: true }), ''),
    wish: optional(
      oneOfParam('what the buyer wants for it: the money, or other goods', RETURN_WISHES),
      '' as const,
      'nothing is said',
    ),
    wished: optional(wishedProducts, [], 'none is named'),
    dry_run: dryRunParam,
  },
  handle: ({ id_order: orderId, lines, note, wish, wished }, ctx) => {
    const order = ownOrder(ctx, orderId);
    return order.ok ? announceReturn(ctx.shop, { orderId, lines, note, wish, wished, by: doer(ctx) }) : order;
  },
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'ORDER_CANCELED',
    'ORDER_ERASED',
    'ORDER_LINE_NOT_FOUND',
    'RETURN_TOO_LATE',
    'RETURN_QUANTITY_EXCEEDED',
    'QUANTITY_INVALID',
    'RETURN_LIMIT_REACHED',
    'SHOPOBJECT_NOT_FOUND',
  ],
  reply: reply('announce_return', { status: SUCCESS, return: Return }),
  dryRun: (ctx, returnId) => viewAnnounced(ctx, returnId),
  view: (returnId, ctx) => viewAnnounced(ctx, returnId, seqOfReturn(ctx, returnId)),
});

const viewWithdrawn = (ctx: Context, returnId: number, seq?: number) =>
  ({ object: 'withdraw_return', status: 'success', return: viewReturn(ctx.shop, returnId, seq) }) as const;

export const withdraw_return = write({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary: 'Withdraws a return that was announced: nothing of it comes.',
  credential: 'licence',
  session: 'optional',
  params: {
    id_return: int('number of the return'),
    dry_run: dryRunParam,
    if_seq: ifSeq('return', 'get_returns'),
  },
  handle: ({ id_return: returnId, if_seq: seen }, ctx) => {
    const own = ownReturn(ctx, returnId);
    if (!own.ok) return own;
    const done = withdrawReturn(ctx.shop, { returnId, ifSeq: seen, by: doer(ctx) });
    return done.ok ? ok(returnId) : done;
  },
  refusals: ['ORDER_NOT_FOUND', 'RETURN_NOT_FOUND', 'CHANGED_MEANWHILE', 'RETURN_ENDED'],
  reply: reply('withdraw_return', { status: SUCCESS, return: Return }),
  dryRun: (ctx, returnId) => viewWithdrawn(ctx, returnId),
  view: (returnId, ctx) => viewWithdrawn(ctx, returnId, seqOfReturn(ctx, returnId)),
});

const viewReceived = (shop: Reader, returnId: number, seq?: number) => {
  const { orderId, creditId } = shop.read('order_return', returnId)!;
  const order = shop.read('order', orderId)!;
  return {
    object: 'receive_return',
    status: 'success',
    return: viewReturn(shop, returnId, seq),
    ...viewMadeCredits(order, creditId),
    balance: viewBalance(order),
  } as const;
};

export const receive_return = write({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary:
    'Receives pieces that came back, announced or not: they are credited, and stock again where that is said. No ' +
    'money goes back by it.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_return: optional(int('number of the return'), 0, 'nobody announced it'),
    id_order: optional(int('order id, where nobody announced it'), 0, 'that of the return'),
    lines: receivedLines,
    dry_run: dryRunParam,
    if_seq: guard(
      int(
        'extra: seq that the caller has seen, of the return from get_returns, else of the order from get_order_by_id',
      ),
      undefined,
      'it is changed whatever it is',
    ),
  },
  handle: ({ id_return: returnId, id_order: orderId, lines, if_seq: seen }, { shop, channelId }) =>
    (returnId === 0) === (orderId === 0)
      ? refuse('PARAMETER_INVALID', 'id_return', 'Name either id_return or id_order.')
      : receiveReturn(shop, { returnId, orderId, lines, ifSeq: seen, by: channelId }),
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'RETURN_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'RETURN_ENDED',
    'ORDER_CANCELED',
    'ORDER_LINE_NOT_FOUND',
    'RETURN_QUANTITY_EXCEEDED',
    'QUANTITY_INVALID',
    'CREDIT_QUANTITY_EXCEEDED',
    'CREDIT_AMOUNT_EXCEEDED',
    'CREDIT_LIMIT_REACHED',
    'RETURN_LIMIT_REACHED',
    'STORAGE_NOT_FOUND',
  ],
  reply: reply('receive_return', {
    status: SUCCESS,
    return: Return,
    credit: Credit,
    credits: maybe(MadeCredits),
    balance: Order.properties.balance,
  }),
  dryRun: ({ shop }, returnId) => viewReceived(shop, returnId),
  view: (returnId, ctx) => viewReceived(ctx.shop, returnId, seqOfReturn(ctx, returnId)),
});

/** What of an order may still be announced, and until when. */
const viewReturnable = (shop: Reader, orderId: number) => {
  const order = shop.read('order', orderId)!;
  const until = lastReturnDay(shop, order);
  const left = order.states.order === 'CANCELED' ? new Map<number, number>() : returnableOf(shop, orderId, order);
  return {
    returnable: [...left]
      .filter(([, quantityMilli]) => quantityMilli > 0)
      .map(([lineId, quantityMilli]) => ({ id_element: lineId, quantity: shownQuantity(quantityMilli) })),
    ...(until !== undefined && { until: dayText(until) }),
  };
};

/** Ids of the returns asked for, with one more where there are more. */
const found = (ctx: Context, orderId: number, state: (typeof RETURN_STATES)[number], after: number, limit: number) => {
  if (orderId !== 0)
    return returnsOf(ctx.shop, orderId)
      .map(([returnId]) => returnId)
      .filter((returnId) => returnId > after)
      .slice(0, limit + 1);
  const list = ctx.shop.index('order_return').byState[state];
  ctx.shop.track(list);
  return list.behind(after, limit + 1);
};

export const get_returns = read({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary:
    'Returns in the order in which they began: those of one order, for its buyer as well, with what may still come ' +
    'back of it; one by its number; or those of the whole shop in one state.',
  credential: 'licence',
  session: 'optional',
  params: {
    id_order: optional(int('of one order, in whatever state'), 0, 'of the shop'),
    id_return: optional(int('this one alone'), 0, 'all of them'),
    state: optional(oneOfParam('of the shop: their state', RETURN_STATES), 'announced'),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 50),
  },
  refusals: ['ORDER_NOT_FOUND', 'RETURN_NOT_FOUND'],
  reply: reply('returns', {
    announced: maybe(whole('how many of the whole shop are still to come; absent for shoppers')),
    next: id('`after` of the next page; 0: there is none'),
    returns: list(Return, 'in the order in which they began'),
    returnable: maybe(
      list(
        group('Pieces of a line.', { id_element: id('cart element id'), quantity: quantity('pieces') }),
        'of an order: what may still be announced; absent where no order is asked for',
      ),
    ),
    until: maybe(day('of an order: the last day on which its buyer may; absent: not all of it has left')),
  }),
  view: ({ id_order: orderId, id_return: returnId, state, after, limit }, ctx) => {
    const { shop, backOffice } = ctx;
    const may: Result<unknown> =
      returnId !== 0
        ? ownReturn(ctx, returnId)
        : orderId !== 0
          ? ownOrder(ctx, orderId)
          : backOffice
            ? DONE
            : refuse('PARAMETER_INVALID', 'id_order', 'A buyer names an order or a return.');
    if (!may.ok) return may;
    const ids = returnId === 0 ? found(ctx, orderId, state, after, limit) : [returnId];
    const shown = ids.slice(0, limit);
    const { announced } = shop.index('order_return').byState;
    if (backOffice) shop.track(announced);
    return ok({
      object: 'returns',
      ...(backOffice && { announced: announced.ids.length }),
      next: ids.length > limit ? shown.at(-1)! : 0,
      returns: shown.map((one) => viewReturn(shop, one, seqOfReturn(ctx, one))),
      ...(orderId !== 0 && returnId === 0 && viewReturnable(shop, orderId)),
    } as const);
  },
});
