// What a buyer wants for what comes back. It would catch a wish that is lost, and one for products that are not there.
import { expect, test } from 'vitest';
import { announce, pieces, placed, set } from './returned-order.ts';
import type { Placed } from './returned-order.ts';
import type { Given, Reply } from '../shop.ts';

const byBuyer = ({ goods, orderId, session }: Placed, more: Given): Promise<Reply> =>
  goods.shop.call('announce_return', { session, id_order: orderId, lines: pieces([[1, 1]]), ...more });

test('says what its buyer wants for it: money, or other goods that the shop has', async () => {
  const order = await placed();
  await set(order, { order_delivery_state: 'CLOSED' });
  const exchange = { wish: 'exchange', wished: [order.bound, order.own, order.bound] };
  expect(await byBuyer(order, exchange)).toMatchObject({
    return: { wish: 'exchange', wished: [order.bound, order.own] },
  });
  expect(await announce(order, [[1, 1]], { wish: 'refund' })).toMatchObject({ return: { wish: 'refund' } });
  const { returns } = await order.goods.shop.admin<{ readonly returns: readonly Given[] }>('get_returns', {
    id_order: order.orderId,
  });
  expect(returns.map(({ wish, wished }) => [wish, wished])).toEqual([
    ['exchange', [order.bound, order.own]],
    ['refund', undefined],
  ]);
  const refused = (more: Given) => byBuyer(order, more);
  expect(await refused({ wish: 'refund', wished: [order.own] })).toMatchObject({ message: 'PARAMETER_INVALID' });
  expect(await refused({ wish: 'exchange', wished: [order.own, 999] })).toMatchObject({
    message: 'SHOPOBJECT_NOT_FOUND',
    param: '999',
  });
  expect(await refused({ wish: 'money' })).toMatchObject({ message: 'PARAMETER_INVALID', param: 'wish' });
  expect(await announce(order, [[2, 1]])).not.toHaveProperty('return.wish');
});

test('a buyer wishes what is on sale, and is told of nothing else; the shop may offer it', async () => {
  const order = await placed();
  await set(order, { order_delivery_state: 'CLOSED' });
  const hidden = await order.goods.product(10, { shop_active: 0 });
  const exchange = { wish: 'exchange', wished: [hidden] };
  expect(await byBuyer(order, exchange)).toMatchObject({ message: 'SHOPOBJECT_NOT_FOUND', param: String(hidden) });
  expect(await announce(order, [[1, 1]], exchange)).toMatchObject({ return: { wished: [hidden] } });
});
