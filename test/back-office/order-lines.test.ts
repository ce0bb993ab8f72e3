// Would catch pieces that are offered to be sent although the order is cancelled, done, or closed by hand.
import { expect, test } from 'vitest';
import type { Order } from '../../src/client/operations.ts';
import { openLines } from '../../back-office/order-lines.ts';

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
