// Until when an unpaid order waits for its money.
import { setDeadline } from '../domain/orders/unpaid-order.ts';
import { int } from '../kernel/params.ts';
import { moment } from './params/moment-params.ts';
import { writeSeen } from './params/seen-write.ts';
import { done } from './replies/plain.ts';

export const set_order_deadline = writeSeen(
  { kind: 'order', id: (args) => args.id_order, called: 'order', shownBy: 'get_order_by_id' },
  {
    area: 'orders',
    roles: ['support'],
    isExtension: true,
    summary: 'Sets until when an order must be paid; then it is cancelled, and its stock and coupons are free again.',
    credential: 'secret',
    level: 'manager',
    session: 'none',
    params: {
      id_order: int('order id'),
      until: moment,
    },
    refusals: ['ORDER_NOT_FOUND'],
    handle: ({ id_order: orderId, until }, { shop, channelId }) => setDeadline(shop, orderId, until, channelId),
    ...done('set_order_deadline'),
  },
);
