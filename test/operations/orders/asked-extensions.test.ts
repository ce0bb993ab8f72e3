// Extensions that are asked about carts and orders. Catches an answer that counts for another cart than it was asked
// about, one that is asked while the shop itself refuses, a change that is recorded without its answer, and a replay
// that needs an extension.
import { expect, test } from 'vitest';
import { order as orderKind } from '../../../src/domain/orders/order.ts';
import { pack } from '../../../src/engine/disk/codec.ts';
import type { Cart } from '../cart-reply.ts';
import { FakeExtensions } from '../fake-extensions.ts';
import { Goods, TestShop, line } from '../shop.ts';
import type { Given } from '../shop.ts';

const UNAVAILABLE = { message: 'EXTENSION_UNAVAILABLE', param: 'fake' };

const open = async (extensions: FakeExtensions) => {
  const goods = await Goods.open({ extensions });
  const { shop } = goods;
  const session = await shop.session();
  const product = await goods.product(10);
  const call = <T = Given>(request: string, params: Given = {}): Promise<T> =>
    shop.call<T>(request, { session, ...params });
  const add = (quantity = 1): Promise<Given> => call('add_to_cart', line(session, product, { quantity }));
  return { shop, goods, session, product, call, add, checkout: () => call('checkout') };
};

test('an extension that is against it has its own code, and nothing changes', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => ({ refuse: 'TOO_YOUNG', detail: 'Say your age.' }) });
  const { shop, call, add, checkout } = await open(extensions);
  await add();
  const { headSeq } = shop.engine;
  const refused = {
    object: 'error',
    status: 'error',
    id_order: 0,
    session: '',
    message: 'EXTENSION_REFUSED',
    param: 'TOO_YOUNG',
    detail: 'Say your age.',
  };
  expect(await checkout()).toEqual(refused);
  expect(await call('checkout', { dry_run: 1 })).toEqual(refused);
  expect(shop.engine.headSeq).toBe(headSeq);
});

test('it is asked about the cart, the details and the shopper as they are ordered', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => undefined });
  const { call, add, checkout, shop } = await open(extensions);
  await add(3);
  await call('set_order_details', { email: 'ada@shop.example', delivery_country: 'AT', attributes: { born: '1990' } });
  const [cart, details] = [await call<Cart>('get_cart'), await call('get_order_details')];
  const { id_order } = (await checkout()) as { readonly id_order: number };
  expect(extensions.asked).toEqual([
    {
      point: 'checkout_check',
      question: {
        cart,
        details,
        shopper: { id_user: 0, groups: [], currency: 'EUR', currency_digits: 2, country: 'AT', channel: 1 },
      },
    },
  ]);
  const { answers } = shop.engine.readContext().read('order', id_order)!;
  expect(answers).toEqual([['checkout_check', 'fake', '1']]);
});

test('an order that the shop itself refuses is asked about by nobody', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => undefined, cart_check: () => undefined });
  const { call, session, checkout } = await open(extensions);
  expect(await checkout()).toMatchObject({ message: 'CART_EMPTY' });
  const unknown = line(session, 4711);
  expect(await call('add_to_cart', unknown)).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
  expect(extensions.asked).toEqual([]);
});

const FAULTY: readonly (readonly [what: string, handler: () => unknown])[] = [
  ['throws', () => JSON.parse('{')],
  ['answers a number', () => 7],
  ['answers a code that is none', () => ({ refuse: 'so what' })],
  ['answers no code', () => ({ detail: 'no' })],
  ['answers a list', () => []],
];

test.each(FAULTY)(
  'one that %s stops the checkout, or is passed over where the operator says so',
  async (_what, handler) => {
    const extensions = new FakeExtensions({ checkout_check: handler });
    const { shop, add, checkout } = await open(extensions);
    await add();
    expect(await checkout()).toMatchObject(UNAVAILABLE);
    extensions.onFailure = 'skip';
    const { id_order } = (await checkout()) as { readonly id_order: number };
    expect(shop.engine.readContext().read('order', id_order)!.answers).toEqual([]);
  },
);

test('a cart that changes between question and answer is asked about again, and at last refused', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => undefined });
  const { shop, add, checkout } = await open(extensions);
  await add();
  let changes = 1;
  extensions.meanwhile = () => (changes-- > 0 ? add() : undefined);
  const { id_order } = (await checkout()) as { readonly id_order: number };
  expect(extensions.asked.map(({ question }) => (question as { readonly cart: Cart }).cart.sum)).toEqual([10, 20]);
  expect(shop.engine.readContext().read('order', id_order)!.cart.sumMinor).toBe(2000);
  extensions.asked.length = 0;
  changes = 99;
  await add();
  expect(await checkout()).toMatchObject({ message: 'CART_CHANGED', param: 'checkout_check' });
  expect(extensions.asked).toHaveLength(3);
});

test('the version that answered is recorded, whatever is loaded by then', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => undefined });
  const { shop, add, checkout } = await open(extensions);
  await add();
  extensions.meanwhile = () => void queueMicrotask(() => (extensions.version = '2'));
  const { id_order } = (await checkout()) as { readonly id_order: number };
  expect(shop.engine.readContext().read('order', id_order)!.answers).toEqual([['checkout_check', 'fake', '1']]);
});

test('attributes are written with the order; those that it has stay', async () => {
  const extensions = new FakeExtensions({ order_attributes: () => ({ route: 'north', gift: 'no' }) });
  const { shop, call, add, checkout } = await open(extensions);
  await add();
  await call('set_order_details', { attributes: { gift: 'yes' } });
  const { headSeq } = shop.engine;
  const { id_order } = (await checkout()) as { readonly id_order: number };
  expect(shop.engine.headSeq).toBe(headSeq + 1);
  const order = shop.engine.readContext().read('order', id_order)!;
  expect(order.details.attributes).toEqual({ gift: 'yes', route: 'north' });
  expect(order.answers).toEqual([['order_attributes', 'fake', '1']]);
});

test('attributes that are none are a failure', async () => {
  const extensions = new FakeExtensions({ order_attributes: () => ({ route: { deep: 1 } }) });
  const { add, checkout } = await open(extensions);
  await add();
  expect(await checkout()).toMatchObject(UNAVAILABLE);
});

test('a cart is checked as the change would leave it, by each operation', async () => {
  const extensions = new FakeExtensions({
    cart_check: ({ cart }: { readonly cart: Cart }) => (cart.sum > 50 ? { refuse: 'TOO_MUCH' } : undefined),
  });
  const { call, add } = await open(extensions);
  await add(5);
  const refused = { object: 'error', message: 'EXTENSION_REFUSED', param: 'TOO_MUCH', detail: 'By fake.' };
  expect(await add(1)).toMatchObject(refused);
  expect(await call('set_quantity', { id_element: 1, quantity: 6 })).toMatchObject(refused);
  await call('sub_from_cart', { id_element: 1 });
  await call('del_from_cart', { id_element: 1 });
  const changes = extensions.asked.map(({ question }) => (question as { readonly change: string }).change);
  expect(changes).toEqual(['add_to_cart', 'add_to_cart', 'set_quantity', 'sub_from_cart', 'del_from_cart']);
  expect(await call('get_cart')).toMatchObject({ contents: [] });
});

test('a repeated checkout under its key asks once, and gives the same order', async () => {
  const extensions = new FakeExtensions({ checkout_check: () => undefined });
  const { shop, session, add } = await open(extensions);
  await add();
  const again = (): Promise<Given> => shop.call('checkout', { session }, { key: 'one' });
  const placed = await Promise.all([again(), again()]);
  expect(placed[0]).toEqual(placed[1]);
  const asked = extensions.asked.length;
  expect(await again()).toEqual(placed[0]);
  expect(extensions.asked).toHaveLength(asked);
});

test('without its extension a journal gives the same state', async () => {
  const extensions = new FakeExtensions({
    checkout_check: () => undefined,
    order_attributes: () => ({ route: 'north' }),
  });
  const { shop, add, checkout } = await open(extensions);
  await add();
  const { id_order } = (await checkout()) as { readonly id_order: number };
  const bytesIn = ({ engine }: TestShop): Buffer =>
    Buffer.from(pack(orderKind.state.encode(engine.readContext().read('order', id_order)!)));
  const before = bytesIn(shop);
  const without = new TestShop({ journal: shop.journal });
  expect(bytesIn(without).equals(before)).toBe(true);
  expect(extensions.asked).toHaveLength(2);
});

interface PriceAsked {
  readonly product: { readonly id: number };
  readonly minor: number;
  readonly quantity: number;
}

/** From ten pieces on half of the shop's own price. */
const tiered = ({ minor, quantity }: PriceAsked): unknown =>
  quantity >= 10 ? { minor: Math.floor(minor / 2) } : undefined;

test('a price that is said stays with the line, follows its quantity, and is explained', async () => {
  const extensions = new FakeExtensions({ line_price: tiered });
  const { shop, call, add, checkout } = await open(extensions);
  expect(await add(1)).toMatchObject({ sum: 10 });
  await call('set_quantity', { id_element: 1, quantity: 20 });
  expect(await call('get_cart')).toMatchObject({ sum: 100, contents: [{ price: 5, quantity: 20 }] });
  const explained = (await call('get_cart', { explain: 1 })) as { readonly explain: { readonly lines: string[] } };
  expect(explained.explain.lines[0]).toMatch(/ The extension fake 1 has said this price\.$/);
  await call('set_quantity', { id_element: 1, quantity: 9 });
  expect(await call('get_cart')).toMatchObject({ sum: 90, contents: [{ price: 10, quantity: 9 }] });
  await call('set_quantity', { id_element: 1, quantity: 11 });
  const { id_order } = (await checkout()) as { readonly id_order: number };
  const order = shop.engine.readContext().read('order', id_order)!;
  expect(order.cart).toMatchObject({ sumMinor: 5500, answered: [[1, 'fake', '1', 100_000]] });
  expect(extensions.asked[0]!.question).toEqual({
    product: {
      id: expect.any(Number),
      element_number: '',
      name: 'product 1',
      class: 'product',
      attributes: { name: 'Ware 1', short_description: 'kurz', price: 10 },
    },
    minor: 1000,
    quantity: 1,
    attributes: {},
    shopper: { id_user: 0, groups: [], currency: 'EUR', currency_digits: 2, country: 'DE', channel: 1 },
  });
});

test('a line is added with the price that is said, and goes with it', async () => {
  const extensions = new FakeExtensions({ line_price: ({ minor }: PriceAsked) => ({ minor: minor - 1 }) });
  const { call, add } = await open(extensions);
  expect(await add(3)).toMatchObject({ sum: 29.97 });
  await call('del_from_cart', { id_element: 1 });
  expect(await call('get_cart')).toMatchObject({ sum: 0, contents: [] });
});

test.each([[{ minor: -1 }], [{ minor: 1.5 }], [{ minor: '100' }], [{ minor: 1e15 }], [{ price: 1 }], [7]])(
  '%j is no price: the line is not added, or has the shop’s own where the operator says so',
  async (answer) => {
    const extensions = new FakeExtensions({ line_price: () => answer });
    const { call, add } = await open(extensions);
    expect(await add()).toMatchObject(UNAVAILABLE);
    expect(await call('get_cart')).toMatchObject({ contents: [] });
    extensions.onFailure = 'skip';
    expect(await add()).toMatchObject({ sum: 10 });
  },
);

test('a price of nothing is a price', async () => {
  const extensions = new FakeExtensions({ line_price: () => ({ minor: 0 }) });
  const { add } = await open(extensions);
  expect(await add()).toMatchObject({ object: 'cart', sum: 0, total: 0 });
});

const prices = async (call: (request: string) => Promise<Given>): Promise<readonly number[]> =>
  ((await call('get_cart')) as { contents: readonly { price: number }[] }).contents.map(({ price }) => price);

test('all lines of a product are asked about again where its pieces change, at once', async () => {
  const extensions = new FakeExtensions({ line_price: tiered });
  const { call, add, session, product } = await open(extensions);
  await add(4);
  await call('add_to_cart', { ...line(session, product, { quantity: 6 }), attributes: { engraved: 'Ada' } });
  expect(await prices(call)).toEqual([5, 5]);
  await call('sub_from_cart', { id_element: 2 });
  expect(await prices(call)).toEqual([10, 10]);
  await call('set_quantity', { id_element: 2, quantity: 6 });
  expect(await prices(call)).toEqual([5, 5]);
  extensions.asked.length = 0;
  await call('del_from_cart', { id_element: 1 });
  expect(await prices(call)).toEqual([10]);
  expect(extensions.asked.map(({ question }) => (question as PriceAsked).quantity)).toEqual([6]);
});

/** A list has the product at 8 from five pieces on. */
const listed = async (extensions: FakeExtensions) => {
  const at = await open(extensions);
  const { id_price_list } = await at.shop.admin<{ id_price_list: number }>('create_price_list', { name: 'many' });
  const given = { id_shopobject: at.product, price: 8, from_quantity: 5 };
  await at.shop.admin('set_prices', { id_price_list, prices: [given] });
  return at;
};

test('it is asked with the price that the shop has by now, which counts again where it says none', async () => {
  const extensions = new FakeExtensions({
    line_price: ({ minor, quantity }: PriceAsked) => (quantity === 7 ? undefined : { minor: minor - 1 }),
  });
  const { call, add } = await listed(extensions);
  await add(1);
  const to = async (quantity: number): Promise<unknown> => {
    await call('set_quantity', { id_element: 1, quantity });
    return [(extensions.asked.at(-1)!.question as PriceAsked).minor, ...(await prices(call))];
  };
  expect(await prices(call)).toEqual([9.99]);
  expect(await to(5)).toEqual([800, 7.99]);
  expect(await to(7)).toEqual([800, 8]);
  extensions.handlers = {};
  await call('set_quantity', { id_element: 1, quantity: 2 });
  expect(await prices(call)).toEqual([10]);
});

test('a price that is said is frozen, also where the shop has the same', async () => {
  const extensions = new FakeExtensions({ line_price: ({ minor }: PriceAsked) => ({ minor }) });
  const { call, add, shop } = await listed(extensions);
  await add(1);
  await call('set_quantity', { id_element: 1, quantity: 2 });
  const { cart } = shop.engine.readContext().read('session', 1)!;
  expect(cart.lines.map((one) => one.listed)).toEqual([null]);
  expect(cart.answered).toMatchObject([[1, 'fake', '1', 100_000, expect.arrayContaining(['price'])]]);
});

test('many lines are asked about in one go, and no more at a time than a thread takes', async () => {
  let [now, most] = [0, 0];
  const extensions = new FakeExtensions({
    line_price: async () => {
      most = Math.max(most, (now += 1));
      await Promise.resolve();
      now -= 1;
    },
  });
  const { call, session, product } = await open(extensions);
  for (let at = 0; at < 45; at += 1)
    await call('add_to_cart', { ...line(session, product), attributes: { at: String(at) } });
  expect(await call('del_from_cart', { id_element: 1 })).toMatchObject({ object: 'cart' });
  expect(most).toBeLessThanOrEqual(20);
});

test('an edit asks about what it adds; lines of the order keep their prices, whatever their quantity', async () => {
  let minor = 1000;
  const extensions = new FakeExtensions({ line_price: () => ({ minor }) });
  const { call, add, checkout, shop, product } = await open(extensions);
  await add(1);
  const { id_order } = (await checkout()) as { readonly id_order: number };
  minor = 1200;
  const { session } = await shop.admin<{ readonly session: string }>('begin_order_edit', { id_order });
  extensions.asked.length = 0;
  await call('add_to_cart', line(session, product, { quantity: 2 }));
  await call('set_quantity', { session, id_element: 1, quantity: 4 });
  expect(await call<Cart>('get_cart', { session })).toMatchObject({ contents: [{ price: 10 }, { price: 12 }] });
  minor = 1300;
  await call('set_quantity', { session, id_element: 2, quantity: 1 });
  expect(await call<Cart>('get_cart', { session })).toMatchObject({ contents: [{ price: 10 }, { price: 13 }] });
});
