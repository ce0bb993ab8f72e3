// Would catch pieces that are offered to be sent although the order is cancelled, done, or closed by hand; and credits
// of a cart that was edited away taken off the cart of now.
import { expect, test } from 'vitest';
import type { Order } from '../../src/client/operations.ts';
import { goneOf, goodsOf, openLines } from '../../back-office/order-lines.ts';
import { placed } from '../operations/orders/returned-order.ts';

type Lines = Parameters<typeof openLines>[0];

const orderWith = (to_send: Order['to_send']): Lines => {
  const line = (id: number, type: string, quantity: number, below: readonly object[] = []) => ({
    id,
    type,
    id_product: id + 100,
    name: `Ware ${id}`,
    quantity,
    sub_elements: { contents: below },
  });
  return {
    cart: { contents: [line(1, 'PRODUCT', 3, [line(2, 'PRODUCT', 1)]), line(3, 'PLAIN', 1)] },
    ...(to_send !== undefined && { to_send }),
  } as unknown as Lines;
};

const open = (order: Lines): unknown => openLines(order).map(({ id, quantity }) => [id, quantity]);

test('what is open are the products that the shop says are to be sent, and nothing of an order that is over', () => {
  expect(open(orderWith(undefined))).toEqual([]);
  const all = [1, 2, 3].map((id) => ({ id_element: id, quantity: 1 }));
  expect(open(orderWith(all))).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(openLines(orderWith([{ id_element: 1, quantity: 0.5 }]))).toEqual([
    { id: 1, product: 101, name: 'Ware 1', quantity: 0.5 },
  ]);
});

test('what is gone of a line is what the present cart lost, whatever edits took back before', async () => {
  const { goods, orderId: id } = await placed();
  const { shop } = goods;
  const cancel = (line: number) =>
    shop.admin('cancel_lines', { id_order: id, lines: [{ id_element: line, quantity: 1 }] });
  const left = async (): Promise<unknown> => {
    const order = await shop.admin<Order>('get_order_by_id', { id_order: id });
    const shown = goodsOf(order.cart.contents).map(({ line }) => [line.id, line.quantity - goneOf(order, line.id)]);
    expect(shown).toEqual(order.to_send!.map((line) => [line.id_element, line.quantity]));
    return shown;
  };
  const edit = (quantity: number) => shop.admin('edit_order', { id_order: id, set: [{ id_element: 1, quantity }] });
  await cancel(1);
  const before = await left();
  await edit(4);
  await edit(5);
  expect(await left()).not.toEqual(before);
  await cancel(1);
  expect(await left()).toContainEqual([1, 4]);
});
