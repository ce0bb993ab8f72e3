// Money that goes back to buyers.
import { refundOrder, REFUND_TARGETS } from '../domain/orders/refund-order.ts';
import type { Refunded } from '../domain/orders/refund-order.ts';
import { settleRefund } from '../domain/orders/move-refund.ts';
import { REFUND_STATES } from '../domain/lifecycles/refund.ts';
import { refundPage } from '../domain/orders/refund.ts';
import { decimal, toMinor } from '../domain/money.ts';
import type { Reader } from '../domain/transaction.ts';
import { guard, int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { dryRunParam } from './params/dry-run.ts';
import { orderLines, reasonCode } from './params/order-lines.ts';
import { returnsBy } from './params/refund-ways.ts';
import { ifSeq } from './params/seen-param.ts';
import { Credit, MadeCredits, Order } from './replies/orders.ts';
import { done } from './replies/plain.ts';
import { SUCCESS, id, list, maybe, money, reply } from './replies/members.ts';
import { Refund } from './replies/payments.ts';
import { viewBalance, viewMadeCredits } from './views/order.ts';
import { viewRefund } from './views/payments.ts';

const LIMIT_MAX = 500;

const viewRefunded = (shop: Reader, orderId: number, { creditId, refundIds, moneyMinor }: Refunded) => {
  const order = shop.read('order', orderId)!;
  const refunds = refundIds.map((refundId) => viewRefund(shop, refundId));
  return {
    object: 'refund',
    status: 'success',
    ...(creditId !== 0 && viewMadeCredits(order, creditId)),
    ...(refunds.length > 0 && { refund: refunds[0]! }),
    ...(refunds.length > 1 && { refunds, sum: decimal(moneyMinor, order.currencyDigits) }),
    balance: viewBalance(order),
  } as const;
};

export const refund = write({
  area: 'payment',
  roles: ['support'],
  isExtension: true,
  summary:
    'Gives money of an order back: what is owed, what pieces are worth, or an amount. What is above the debt, the ' +
    'order comes to less by.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_order: int('order id'),
    amount: guard(textParam('money; what is owed already is taken first', { max: 40 }), '', 'what is owed'),
    lines: guard(orderLines('in place of an amount: pieces whose worth is given back'), undefined, 'none'),
    to: oneOf('by the payment that brought it, by hand as noted here, or no money: a credit alone', REFUND_TARGETS),
    reason: reasonCode,
    note: optional(textParam('for the staff: by which transfer, say', { max: 1000 }), ''),
    dry_run: dryRunParam,
    if_seq: ifSeq('order', 'get_order_by_id'),
  },
  handle: ({ id_order: orderId, amount, lines, to, reason, note, if_seq: seen }, { shop, service, channelId }) => {
    const order = shop.read('order', orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    if (amount !== '' && lines !== undefined)
      return refuse('PARAMETER_INVALID', 'amount', 'Either an amount or lines are given back.');
    const given = amount === '' ? ok(undefined) : toMinor(amount, order.currencyDigits, 'amount');
    if (!given.ok) return given;
    if (given.value !== undefined && given.value <= 0)
      return refuse('PARAMETER_INVALID', 'amount', `amount ${amount} is not above 0.`);
    return refundOrder(shop, {
      orderId,
      ifSeq: seen,
      amountMinor: given.value,
      lines,
      to,
      reason,
      note,
      by: channelId,
      returns: returnsBy(service),
    });
  },
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'ORDER_CANCELED',
    'ORDER_LINE_NOT_FOUND',
    'CREDIT_QUANTITY_EXCEEDED',
    'CREDIT_AMOUNT_EXCEEDED',
    'CREDIT_LIMIT_REACHED',
    'QUANTITY_INVALID',
    'REFUND_EXCEEDED',
    'REFUND_PENDING',
    'NOTHING_TO_REFUND',
    'PAYMENT_NOT_FOUND',
  ],
  reply: reply('refund', {
    status: SUCCESS,
    credit: maybe(Credit),
    credits: maybe(MadeCredits),
    refund: maybe(Refund),
    refunds: maybe(
      list(Refund, 'where several payments take a part back: each of them, `refund` the first; or absent'),
    ),
    sum: maybe(money('what these come to; absent without `refunds`')),
    balance: Order.properties.balance,
  }),
  dryRun: ({ shop }, refunded, { id_order: orderId }) => viewRefunded(shop, orderId, refunded),
  view: (refunded, { shop }, { id_order: orderId }) => viewRefunded(shop, orderId, refunded),
});

export const get_refunds = read({
  area: 'payment',
  isExtension: true,
  summary: 'Money that went back, or goes, newest first: of an order, or of the whole shop.',
  credential: 'secret',
  session: 'none',
  params: {
    id_order: optional(int('of one order only'), 0, 'all of them'),
    state: optional(oneOf('only those in this state', REFUND_STATES), undefined, 'in any'),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100),
  },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('refunds', {
    next: id('`after` of the next page; 0: there is none'),
    refunds: list(Refund, 'newest first'),
  }),
  view: ({ id_order: orderId, state, after, limit }, { shop }) => {
    if (orderId !== 0 && shop.read('order', orderId) === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    const ids = refundPage(shop, { orderId, state, after, limit: limit + 1 });
    const shown = ids.slice(0, limit);
    return ok({
      object: 'refunds',
      next: ids.length > limit ? shown.at(-1)! : 0,
      refunds: shown.map((refundId) => viewRefund(shop, refundId)),
    } as const);
  },
});

export const settle_refund = write({
  area: 'payment',
  roles: ['support'],
  isExtension: true,
  summary: 'Says what became of a refund that the provider says no more about: the money went back, or did not.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_refund: int('id in get_refunds'),
    state: oneOf('what became of it', ['done', 'failed']),
  },
  handle: ({ id_refund: refundId, state }, { shop, channelId }) => settleRefund(shop, refundId, state, channelId),
  refusals: ['REFUND_NOT_FOUND', 'REFUND_ENDED', 'REFUND_PENDING'],
  ...done('settle_refund'),
});
