// Would catch parts of whole pieces that are cancelled, sent, paid back for or returned, and a rest off the step that
// nobody could name any more.
import { describe, expect, test } from 'vitest';
import type { Goods, Reply } from '../shop.ts';
import { freeLine } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { announce, pieces, placed, placedBy, receive, setStep, ship } from './returned-order.ts';

const half = pieces([[1, 0.5]]);

const cancel = (goods: Goods, orderId: number, quantity: number): Promise<Reply> =>
  goods.shop.admin('cancel_lines', { id_order: orderId, lines: pieces([[1, quantity]]) });

describe('parts of a piece', () => {
  test.each(['cancel_lines', 'add_parcel', 'refund', 'announce_return', 'receive_return'])(
    'are refused by %s, also in two entries',
    async (request) => {
      const order = await placed();
      const { shop } = order.goods;
      const id = { id_order: order.orderId };
      if (request.endsWith('return')) await ship(order, [[1, 3]]);
      if (request === 'refund')
        await shop.admin('update_order_details', { ...id, order_payment_state: 'PAYMENT_RECEIVED' });
      const to = request === 'refund' ? { to: 'manual' } : {};
      for (const lines of [half, [...half, ...half], pieces([[1, 1]]).concat(half), pieces([[1, 0.001]])])
        await shop.adminRefused(request, { ...id, ...to, lines }, 'QUANTITY_INVALID', 1);
      expect(await shop.admin(request, { ...id, ...to, lines: pieces([[1, 1]]) })).toMatchObject({ status: 'success' });
    },
  );

  test('are refused to the buyer', async () => {
    const order = await placed();
    await ship(order, [[1, 3]]);
    const given = { session: order.session, id_order: order.orderId, lines: half };
    await order.goods.shop.refused('announce_return', given, 'QUANTITY_INVALID', 1);
  });

  test('of a free element, and of what is sold by them, are accepted', async () => {
    const order = await placedBy(0.5);
    const { shop } = order.goods;
    expect(await cancel(order.goods, order.orderId, 0.5)).toMatchObject({ status: 'success' });
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 80, { quantity: 2 }));
    const { id_order: free } = await shop.call<Checkout>('checkout', { session });
    expect(await cancel(order.goods, free, 0.25)).toMatchObject({ status: 'success' });
  });
});

describe('what is left of a line off the step', () => {
  test('can be sent and come back as a whole', async () => {
    const order = await placedBy(0.5);
    await cancel(order.goods, order.orderId, 0.5);
    await setStep(order, 1);
    await order.goods.shop.adminRefused(
      'add_parcel',
      { id_order: order.orderId, lines: pieces([[1, 0.25]]) },
      'QUANTITY_INVALID',
      1,
    );
    expect(await ship(order, [[1, 2.5]])).toMatchObject({ status: 'success' });
    expect(await receive(order, [[1, 2]])).toMatchObject({ status: 'success' });
    expect(await receive(order, [[1, 0.5]])).toMatchObject({ status: 'success' });
  });

  test('can be cancelled as a whole, whatever the step is now', async () => {
    const order = await placed();
    await setStep(order, 2);
    await order.goods.shop.adminRefused(
      'cancel_lines',
      { id_order: order.orderId, lines: pieces([[1, 1.5]]) },
      'QUANTITY_INVALID',
      1,
    );
    expect(await cancel(order.goods, order.orderId, 3)).toMatchObject({ status: 'success' });
  });

  test('comes back as it was announced', async () => {
    const order = await placedBy(0.5);
    await ship(order, [[1, 3]]);
    await announce(order, [[1, 0.5]]);
    await setStep(order, 1);
    await order.goods.shop.adminRefused(
      'receive_return',
      { id_return: 1, lines: pieces([[1, 1.5]]) },
      'QUANTITY_INVALID',
      1,
    );
    expect(await receive(order, [[1, 0.5]], {}, { id_return: 1 })).toMatchObject({ status: 'success' });
  });
});
