// Orders of another shop system that were brought in as history (docs/start/past-orders.md).
import { findPastOrders } from '../domain/history/find-past-orders.ts';
import { manyIds } from '../kernel/many.ts';
import { int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { mayAskFor } from './access/hidden-fields.ts';
import { read } from './context/operation.ts';
import { PastOrder } from './replies/past-orders.ts';
import { id, list, reply } from './replies/members.ts';
import { viewPastOrder } from './views/past-order.ts';
import { plainRecords } from './views/view-context.ts';

const LIMIT_MAX = 500;

export const search_past_orders = read({
  area: 'orders',
  isExtension: true,
  summary:
    'Orders of another shop system, brought in as history: by number, address or account, or all of them, in the order ' +
    'in which they came, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    number: optional(text('its number there, in any case, with or without a # before it'), '', 'any'),
    email: optional(text('e-mail address, in any case'), '', 'any'),
    id_user: optional(int('of one account'), 0, 'any'),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`orders at most, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100),
  },
  reply: reply('past_orders', {
    next: id('`after` of the next page; 0: there is none'),
    orders: list(PastOrder, 'the orders, in the order in which they came'),
  }),
  view: ({ id_user: userId, limit, ...asked }, { shop, rights }) => {
    const seen = mayAskFor(rights, 'order', asked.email === '' ? [] : ['email']);
    if (!seen.ok) return seen;
    const ids = findPastOrders(shop, { ...asked, userId, limit: limit + 1 });
    const shown = ids.slice(0, limit);
    return ok({
      object: 'past_orders',
      next: ids.length > limit ? shown.at(-1)! : 0,
      orders: plainRecords(shop, 'past_order', manyIds(shown), (one) => viewPastOrder(shop, one)),
    } as const);
  },
});

export const get_past_order = read({
  area: 'orders',
  isExtension: true,
  summary: 'An order of another shop system.',
  credential: 'secret',
  session: 'none',
  params: { id_past_order: int('past order id') },
  refusals: ['ORDER_NOT_FOUND'],
  reply: PastOrder,
  view: ({ id_past_order: pastOrderId }, { shop }) =>
    shop.read('past_order', pastOrderId) === undefined
      ? refuse('ORDER_NOT_FOUND', pastOrderId)
      : ok(viewPastOrder(shop, pastOrderId)),
});
