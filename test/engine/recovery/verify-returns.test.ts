// Catches a verification that passes where returns and the credits of their orders say different things.
import { expect, test } from 'vitest';
import type { IndexOf, StateOf } from '../../../src/domain/kind-types.ts';
import { returnsAgree } from '../../../src/engine/recovery/verify-returns.ts';
import { announce, placed, receive, set } from '../../operations/orders/returned-order.ts';

test('it finds a return whose credit is another one, that a list has elsewhere, or that has no order', async () => {
  const order = await placed();
  const { tables } = order.goods.shop.engine;
  await set(order, { order_delivery_state: 'CLOSED' });
  await receive(order, [[1, 1]]);
  await announce(order, [[1, 1]]);
  const found = (): readonly string[] => [...returnsAgree(tables)];
  expect(found()).toEqual([]);
  const [first, second] = [1, 2].map((id) => tables.order_return.get(id)!.state as StateOf<'order_return'>);
  const { received } = first!;
  first!.received = [{ ...received[0]!, quantityMilli: 2000 }];
  expect(found()).toEqual([
    `return 1 is not what credit 1 of order ${order.orderId} says`,
    `order ${order.orderId} credits other pieces as returned than its returns received`,
  ]);
  first!.received = received;
  const { byOrder, byState } = tables.order_return.index as IndexOf<'order_return'>;
  byState.withdrawn.add(2, 0, 1);
  expect(found()).toEqual(['return 2 is announced, lists have it as announced and withdrawn']);
  byState.withdrawn.remove(2, 1);
  byState.announced.remove(2, 1);
  expect(found()).toEqual(['return 2 is announced, lists have it as ']);
  byState.announced.add(2, 0, 1);
  second!.orderId = 7;
  expect(found()).toEqual(['the returns of order 7 lack return 2', 'return 2 is of order 7, which there is not']);
  second!.orderId = order.orderId;
  byOrder.set(order.orderId, [1]);
  expect(found()).toEqual([`the returns of order ${order.orderId} lack return 2`]);
  byOrder.set(order.orderId, [1, 2]);
  first!.pictures = [{ id: 1, bytes: 5 }];
  expect(found()).toEqual(['return 1 lacks its picture 1']);
  first!.pictures = [];
});
