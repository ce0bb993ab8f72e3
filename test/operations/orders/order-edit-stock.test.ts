// Edits that give one product back and take another that needs the same pieces of the stock. It would catch an edit
// that is refused though it frees what it takes, one that takes what nobody gives back, and pieces that a cart of an
// edit holds besides those that its order gives back.
import { expect, test } from 'vitest';
import { boundProduct, open, place } from '../catalogue/warehouse-shop.ts';
import type { Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import type { Goods } from '../shop.ts';
import { line } from '../shop.ts';

const HOLD_MS = 600_000;

interface Made {
  readonly goods: Goods;
  /** Two products of one bolt each, the first of which is ordered, and one of two bolts. */
  readonly products: readonly [number, number, number];
  readonly orderId: number;
}

const ordered = async (bolts: number, cartHoldMs = 0): Promise<Made> => {
  const goods = await open('bolt');
  if (cartHoldMs > 0) await goods.shop.restart({ rules: { cartHoldMs } });
  await place(goods, 'hall', 'bolt', bolts);
  const strict = { allow_override: 0 };
  const [one, other] = [
    await boundProduct(goods, [['bolt', 1]], strict),
    await boundProduct(goods, [['bolt', 1]], strict),
  ];
  const pair = await boundProduct(goods, [['bolt', 2]], strict);
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, one));
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, products: [one, other, pair], orderId };
};

interface Edit extends Reply {
  readonly id_edit: string;
  readonly session: string;
}

const begin = ({ goods, orderId }: Made): Promise<Edit> =>
  goods.shop.admin<Edit>('begin_order_edit', { id_order: orderId });

const shown = ({ goods }: Made, { id_edit }: Edit): Promise<Reply> => goods.shop.admin('get_order_edit', { id_edit });

const add = ({ goods, products }: Made, { session }: Edit, at: 0 | 1 | 2, more: Given = {}): Promise<Reply> =>
  goods.shop.call('add_to_cart', line(session, products[at], more));

const drop = ({ goods }: Made, { session }: Edit, id_element: number): Promise<Reply> =>
  goods.shop.call('del_from_cart', { session, id_element });

const commit = ({ goods }: Made, { id_edit }: Edit): Promise<Reply> =>
  goods.shop.admin('commit_order_edit', { id_edit });

/** What the order comes to, and what is left of each product. */
const outcome = async ({ goods, products, orderId }: Made): Promise<unknown> => {
  const { balance } = await goods.shop.admin('get_order_by_id', { id_order: orderId });
  return { balance, left: await Promise.all(products.map((product) => goods.left(product))) };
};

test.each([0, HOLD_MS])(
  'swaps two products that share the last piece, and back; carts hold for %i ms',
  async (hold) => {
    const made = await ordered(1, hold);
    const before = await outcome(made);
    expect(before).toMatchObject({ left: [0, 0, 0] });
    const edit = await begin(made);
    const early = await add(made, edit, 1);
    expect(early).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE', param: String(made.products[1]) });
    await drop(made, edit, 1);
    expect(await add(made, edit, 1)).not.toHaveProperty('message');
    expect(await shown(made, edit)).toMatchObject({ total: 10, lacking: [] });
    const more = await add(made, edit, 1);
    expect(more).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
    expect(await commit(made, edit)).toMatchObject({ status: 'success', balance: { total: 10 } });
    expect(await outcome(made)).toEqual(before);
    const back = await made.goods.shop.admin('edit_order', {
      id_order: made.orderId,
      set: [{ id_element: 2, quantity: 0 }],
      add: [{ id_shopobject: made.products[0], quantity: 1, price_field: 'price', name_field: 'name' }],
    });
    expect(back).toMatchObject({ status: 'success' });
    expect(await outcome(made)).toEqual(before);
    await made.goods.shop.admin('update_order_details', { id_order: made.orderId, order_state: 'CANCELED' });
    expect(await outcome(made)).toMatchObject({ left: [1, 1, 0] });
  },
);

test('counts a piece that is given back once', async () => {
  const made = await ordered(1);
  const edit = await begin(made);
  await drop(made, edit, 1);
  expect(await add(made, edit, 2)).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
  await add(made, edit, 1);
  // What the order has may be had again: one of the two lacks its piece then, and the edit says so and is not made.
  expect(await add(made, edit, 0)).not.toHaveProperty('message');
  expect(await shown(made, edit)).toMatchObject({ lacking: [{ id_shopobject: made.products[1], quantity: 1 }] });
  const refused = { message: 'SHOPOBJECT_NOT_AVAILABLE', param: String(made.products[1]) };
  expect(await commit(made, edit)).toMatchObject(refused);
  expect(await outcome(made)).toMatchObject({ balance: { total: 10 }, left: [0, 0, 0] });
});

test('holds what the order does not give back, and no more', async () => {
  const made = await ordered(3, HOLD_MS);
  const edit = await begin(made);
  await drop(made, edit, 1);
  await add(made, edit, 2);
  // Two of the three bolts are in no order: the pair has the one that is given back, and holds one.
  const other = await made.goods.shop.session();
  expect(await made.goods.shop.call('add_to_cart', line(other, made.products[1]))).not.toHaveProperty('message');
  const late = await made.goods.shop.session();
  const refused = await made.goods.shop.call('add_to_cart', line(late, made.products[1]));
  expect(refused).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
  expect(await commit(made, edit)).toMatchObject({ status: 'success' });
  expect(await made.goods.shop.call('checkout', { session: other })).toHaveProperty('id_order');
  expect(await outcome(made)).toMatchObject({ left: [0, 0, 0] });
});
