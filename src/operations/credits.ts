// What of a placed order no longer counts.
import { cancelLines } from '../domain/orders/cancel-lines.ts';
import type { Reader } from '../domain/transaction.ts';
import { int } from '../kernel/params.ts';
import { write } from './context/operation.ts';
import { dryRunParam } from './params/dry-run.ts';
import { orderLines, reasonCode } from './params/order-lines.ts';
import { ifSeq } from './params/seen-param.ts';
import { DELIVERY_STATES } from '../domain/lifecycles/delivery.ts';
import { Credit, MadeCredits, Order } from './replies/orders.ts';
import { SUCCESS, maybe, oneOf, reply } from './replies/members.ts';
import { viewBalance, viewMadeCredits } from './views/order.ts';

const viewCanceled = (shop: Reader, orderId: number, creditId: number) => {
  const order = shop.read('order', orderId)!;
  return {
    object: 'cancel_lines',
    status: 'success',
    ...viewMadeCredits(order, creditId),
    order_delivery_state: order.states.delivery,
    balance: viewBalance(order),
  } as const;
};

export const cancel_lines = write({
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  summary:
    'Cancels pieces of an order that have not left: it comes to less by what they are worth; stock is free again.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_order: int('order id'),
    lines: orderLines('what is cancelled'),
    reason: reasonCode,
    dry_run: dryRunParam,
    if_seq: ifSeq('order', 'get_order_by_id'),
  },
  handle: ({ id_order: orderId, lines, reason, if_seq: seen }, { shop, channelId }) =>
    cancelLines(shop, { orderId, lines, reason, ifSeq: seen, by: channelId }),
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'ORDER_CANCELED',
    'ORDER_COMPLETED',
    'ORDER_EMPTIED',
    'ORDER_LINE_NOT_FOUND',
    'CREDIT_QUANTITY_EXCEEDED',
    'CREDIT_AMOUNT_EXCEEDED',
    'CREDIT_LIMIT_REACHED',
    'LINE_SENT',
    'QUANTITY_INVALID',
  ],
  reply: reply('cancel_lines', {
    status: SUCCESS,
    credit: Credit,
    credits: maybe(MadeCredits),
    order_delivery_state: oneOf('the state of the delivery', DELIVERY_STATES),
    balance: Order.properties.balance,
  }),
  dryRun: ({ shop }, creditId, { id_order: orderId }) => viewCanceled(shop, orderId, creditId),
  view: (creditId, { shop }, { id_order: orderId }) => viewCanceled(shop, orderId, creditId),
});
