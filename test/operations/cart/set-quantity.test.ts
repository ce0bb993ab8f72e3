// set_quantity on the wire. Its arithmetic and its stock rule are in the model of carts
// (test/domain/cart/line-steps.ts).
import { describe, expect, test } from 'vitest';
import type { Cart } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';

const opened = async (config: { cartHoldMs?: number } = {}) => {
  const goods = await Goods.open({ config });
  const { shop } = goods;
  const session = await shop.session();
  const cart = (): Promise<Cart> => shop.call<Cart>('get_cart', { session });
  const set = (id_element: number, quantity: number | string) =>
    shop.call<Cart>('set_quantity', { session, id_element, quantity });
  return { goods, shop, session, cart, set };
};

test('the line has the quantity, the price it was added at, and the sums of both', async () => {
  const { goods, shop, session, cart, set } = await opened();
  const id = await goods.product(9.99, { metadata: { quantity_step: 0.001 } });
  await shop.call('add_to_cart', line(session, id, { quantity: 2 }));
  await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 5 } } });
  for (const [quantity, sum] of [
    [7, 69.93],
    ['2.5', 24.98],
    ['0.001', 0.01],
    [1, 9.99],
  ] as const) {
    const shown = await set(1, quantity);
    expect(shown).toMatchObject({
      object: 'cart',
      sum,
      contents: [{ id: 1, quantity: Number(quantity), price: 9.99, sum_price: sum }],
    });
    expect(shown).toEqual(await cart());
  }
});

test('what hangs below a line stays, and so do other lines of the product', async () => {
  const { goods, shop, session, set } = await opened();
  const id = await goods.product(10);
  await shop.call('add_to_cart', line(session, id));
  await shop.call('add_to_cart', freeLine(session, 2, { id_parent_element: 1 }));
  await shop.call('add_to_cart', line(session, id, { element_type: 'PRODUCT', quantity: 4 }));
  const { contents, sum } = await set(1, 3);
  expect(contents).toMatchObject([
    { id: 1, quantity: 3, sub_elements: { contents: [{ id: 2, quantity: 1 }] } },
    { id: 3, quantity: 4 },
  ]);
  expect(sum).toBe(72);
  expect((await set(2, 5)).sum).toBe(80);
});

describe('stock, over all lines of the product', () => {
  test.each([0, 60_000])('carts hold stock for %d ms', async (cartHoldMs) => {
    const { goods, shop, session, cart, set } = await opened({ cartHoldMs });
    const id = await goods.stocked(5);
    await shop.call('add_to_cart', line(session, id, { element_type: 'PRODUCT', quantity: 2 }));
    await shop.call('add_to_cart', line(session, id, { element_type: 'PRODUCT', quantity: 2 }));
    const before = await cart();
    await shop.refused('set_quantity', { session, id_element: 1, quantity: 4 }, 'SHOPOBJECT_NOT_AVAILABLE', id);
    expect(await cart()).toEqual(before);
    expect((await set(1, 3)).contents).toMatchObject([{ quantity: 3 }, { quantity: 2 }]);
    // Fewer are always there, whatever became of the stock.
    await shop.admin('update_product', { id_product: id, shop_active: 0 });
    expect((await set(1, 1)).contents).toMatchObject([{ quantity: 1 }, { quantity: 2 }]);
    await shop.refused('set_quantity', { session, id_element: 1, quantity: 2 }, 'SHOPOBJECT_NOT_AVAILABLE', id);
  });

  test('what a cart holds more is held, and what it holds less is free for others', async () => {
    const { goods, shop, session, set } = await opened({ cartHoldMs: 60_000 });
    const id = await goods.stocked(5);
    const other = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    await set(1, 5);
    await shop.refused('add_to_cart', line(other, id), 'SHOPOBJECT_NOT_AVAILABLE', id);
    await set(1, 2);
    expect(await shop.call('add_to_cart', line(other, id, { quantity: 3 }))).toMatchObject({ object: 'cart' });
  });
});

test('what is refused changes nothing', async () => {
  const { goods, shop, session, cart } = await opened();
  await shop.call('add_to_cart', line(session, await goods.product(99_999)));
  const before = await cart();
  for (const quantity of [0, -1, '0.0001', 'many', '1,5'])
    await shop.refused('set_quantity', { session, id_element: 1, quantity }, 'PARAMETER_INVALID', 'quantity');
  for (const quantity of [1_000_001, '1e9'])
    await shop.refused('set_quantity', { session, id_element: 1, quantity }, 'AMOUNT_OUT_OF_RANGE', 'quantity');
  await shop.refused('set_quantity', { session, id_element: 2, quantity: 1 }, 'CART_LINE_NOT_FOUND', 2);
  await shop.refused('set_quantity', { session, id_element: 1 }, 'PARAMETER_MISSING', 'quantity');
  await shop.refused('set_quantity', { session: 'x', id_element: 1, quantity: 1 }, 'SESSION_INVALID');
  expect(await cart()).toEqual(before);
});
