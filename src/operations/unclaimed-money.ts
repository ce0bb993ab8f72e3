// Money that payment providers reported and that no order has a claim to.
import { settleMoney, unclaimedMoney } from '../domain/orders/unclaimed-money.ts';
import { flag, int, optional, text as textParam } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { done } from './replies/plain.ts';
import { id, list, reply, whole } from './replies/members.ts';
import { UnclaimedMoney } from './replies/payments.ts';
import { viewMoney } from './views/payments.ts';

const LIMIT_MAX = 500;

export const get_unclaimed_money = read({
  area: 'payment',
  isExtension: true,
  summary:
    'Money that came and that no order has a claim to: for an order that is paid or cancelled, in another amount, or ' +
    'for a payment that the shop does not know; newest first.',
  credential: 'secret',
  session: 'none',
  params: {
    id_order: optional(int('of one order only'), 0, 'all of it'),
    settled: optional(flag('1: also what settle_unclaimed_money was called for'), false),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100),
  },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('unclaimed_money', {
    open: whole('how many of the whole shop nobody has settled'),
    next: id('`after` of the next page; 0: there is none'),
    money: list(UnclaimedMoney, 'newest first'),
  }),
  view: ({ id_order: orderId, settled: isSettledToo, after, limit }, { shop }) => {
    if (orderId !== 0 && shop.read('order', orderId) === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    const ids = unclaimedMoney(shop, { orderId, isSettledToo, after, limit: limit + 1 });
    const shown = ids.slice(0, limit);
    return ok({
      object: 'unclaimed_money',
      open: shop.index('payment_notice').open.size,
      next: ids.length > limit ? shown.at(-1)! : 0,
      money: shown.map((moneyId) => viewMoney(shop, moneyId)),
    } as const);
  },
});

export const settle_unclaimed_money = write({
  area: 'payment',
  roles: ['support'],
  isExtension: true,
  summary: 'Notes what became of money without a claim: that it was sent back, say.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_money: int('id in get_unclaimed_money'),
    note: optional(textParam('what became of it', { max: 1000 }), ''),
  },
  handle: ({ id_money: moneyId, note }, { shop, channelId }) => settleMoney(shop, moneyId, note, channelId),
  refusals: ['MONEY_NOT_FOUND', 'MONEY_SETTLED'],
  ...done('settle_unclaimed_money'),
});
