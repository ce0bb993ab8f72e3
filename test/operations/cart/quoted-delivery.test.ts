// Prices of delivery that an extension says. Catches a quote of another cart than it is asked about, one that breaks a
// law of the engine, one that is asked where it cannot count, and a replay that needs an extension.
import { expect, test } from 'vitest';
import { order as orderKind } from '../../../src/domain/orders/order.ts';
import { pack } from '../../../src/engine/disk/codec.ts';
import type { DeliveryPriceQuestion } from '../../../src/extension/extension.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Cart } from '../cart-reply.ts';
import { FakeExtensions } from '../fake-extensions.ts';
import { TestShop, line } from '../shop.ts';
import type { Given } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

/** 1.00 and 0.50 for each kilogram, by the method 1. */
const byWeight = ({ method, goods }: DeliveryPriceQuestion): unknown => {
  const kilograms = goods.reduce((sum, { quantity, kilograms: one }) => sum + quantity * one, 0);
  return method.id === 1 ? { minor: 100 + Math.round(50 * kilograms), name: 'DHL' } : undefined;
};

const open = async (handler: (question: never) => unknown = byWeight) => {
  const extensions = new FakeExtensions({ delivery_price: handler });
  const at = await openDelivery({}, extensions);
  const product = await at.goods.product('20', { metadata: { weight: 2 } });
  const costs = async (): Promise<number> => (await at.cart()).delivery_costs.sum;
  const questions = (): readonly DeliveryPriceQuestion[] => extensions.asked.map(({ question }) => question);
  const stateOf = (id: number) => at.shop.engine.readContext().read('order', id)!;
  return { ...at, extensions, product, costs, questions, stateOf };
};

test('the delivery follows the cart at the price that is said, and the order has it, with who said it', async () => {
  const { rule, add, choose, costs, order, product, questions, shop, session, stateOf } = await open();
  await rule({ price: '4.90' });
  await add(product);
  expect(questions()).toEqual([]);
  await choose({ id_delivery_method: 1, delivery_country: 'AT', delivery_zip: '10-10' });
  expect(await costs()).toBe(2);
  expect(questions()).toEqual([
    {
      method: { id: 1, name: 'Standard' },
      country: 'AT',
      zip: '1010',
      goods: [{ id_product: product, quantity: 1, kilograms: 2, centimetres: [0, 0, 0], minor: 2000 }],
      sum_minor: 2000,
      minor: 490,
      shopper: { id_user: 0, groups: [], currency: 'EUR', currency_digits: 2, country: 'AT', channel: 1 },
    },
  ]);
  await add(product, 3);
  expect(await costs()).toBe(5);
  const explained = await shop.call<{ explain: { delivery_costs: readonly string[] } }>('get_cart', {
    session: session(),
    explain: 1,
  });
  expect(explained.explain.delivery_costs[0]).toMatch(/^Delivery .*DHL.* The extension fake 1 has said this price\.$/);
  const asked = questions().length;
  const { id_order } = await order();
  expect(questions().length).toBe(asked + 1);
  expect(stateOf(id_order).cart).toMatchObject({
    deliveryPositions: [{ name: 'DHL', priceMinor: 500 }],
    answered: [[0, 'fake', '1', 49_000]],
  });
});

test('every method that may be had is asked about at once, and the others are not', async () => {
  const { rule, offered, product, questions } = await open();
  await rule({ price: '4.90' });
  await rule({ id_delivery_method: 3, price: '9', countries: ['AT'] });
  expect(await offered({ id_shopobject: product, quantity: 2, country: 'DE' })).toMatchObject([
    { id: 1, available: 1, price: 3, tax: 0.48, position: 'DHL' },
    { id: 2, available: 1, why: 'no_rules' },
    { id: 3, available: 0, why: 'other_country' },
  ]);
  expect(questions().map(({ method, minor }) => [method.id, minor])).toEqual([
    [1, 490],
    [2, undefined],
  ]);
  expect((await offered({ weight: '10', country: 'DE' }))[0]).toMatchObject({ price: 6 });
});

test('where it fails the method is not to be had, and nothing else is refused; or the rules say the price', async () => {
  const { rule, add, choose, cart, refusedOrder, offered, product, extensions, order } = await open(() =>
    JSON.parse('{'),
  );
  await rule({ price: '4.90' });
  await add(product);
  expect(await choose()).toMatchObject({ object: 'order_details' });
  const message = 'Who says its price does not answer.';
  expect(await cart()).toMatchObject({
    delivery_costs: { sum: 0 },
    delivery_not_available: { why: 'no_quote', message },
  });
  expect((await offered())[0]).toMatchObject({ id: 1, available: 0, why: 'no_quote' });
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'no_quote');
  extensions.onFailure = 'skip';
  await add(product);
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 } });
  expect((await offered())[0]).toMatchObject({ price: 4.9 });
  expect((await order()).id_order).toBeGreaterThan(0);
});

test.each([
  [{ minor: -1 }],
  [{ minor: 1.5 }],
  [{ minor: '100' }],
  [{ minor: 1e15 }],
  [{ price: 1 }],
  [{ minor: 1, taxclass: 'none of the shop' }],
  [{ minor: 1, name: 7 }],
  [7],
])('%j is no price of a delivery', async (answer) => {
  const { rule, add, choose, cart, product } = await open(() => answer);
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  expect(await cart()).toMatchObject({ total: 20, delivery_not_available: { why: 'no_quote' } });
});

test('it is taxed by the class that is said, or at the rates of the goods', async () => {
  let taxclass: string | undefined = 'books';
  const { add, choose, offered, product } = await open(() => ({ minor: 1070, taxclass }));
  await add(product);
  await choose({ id_delivery_method: 1 });
  expect((await offered())[0]).toMatchObject({ price: 10.7, tax: 0.7, position: 'Standard' });
  taxclass = undefined;
  expect((await offered())[0]).toMatchObject({ price: 10.7, tax: 1.71 });
});

const NO_QUOTE = { delivery_costs: { sum: 0 }, delivery_not_available: { why: 'no_quote' } };

test('a method without rules costs what is said, and is not to be had once nobody says it any more', async () => {
  const { add, choose, costs, product, extensions, cart, refusedOrder } = await open();
  const { handlers } = extensions;
  await choose({ id_delivery_method: 3 });
  await add(product);
  expect(await cart()).not.toHaveProperty('delivery_not_available');
  await choose();
  expect(await costs()).toBe(2);
  for (const delivery_price of [undefined, () => undefined, () => JSON.parse('{'), () => undefined]) {
    extensions.handlers = delivery_price === undefined ? {} : { delivery_price };
    await add(product);
    expect(await cart()).toMatchObject(NO_QUOTE);
    await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'no_quote');
  }
  extensions.handlers = handlers;
  await add(product);
  expect(await costs()).toBe(7);
  extensions.handlers = {};
  await choose({ id_delivery_method: 3 });
  expect(await cart()).not.toHaveProperty('delivery_not_available');
});

test('a failure that is passed over makes no delivery free: without rules the method is not to be had', async () => {
  const { rule, add, choose, costs, cart, offered, product, extensions, refusedOrder } = await open();
  const { handlers } = extensions;
  extensions.onFailure = 'skip';
  extensions.handlers = { delivery_price: () => JSON.parse('{') };
  await add(product);
  await choose({ id_delivery_method: 2 });
  expect(await cart()).toMatchObject(NO_QUOTE);
  expect((await offered())[1]).toMatchObject({ id: 2, available: 0, why: 'no_quote' });
  extensions.handlers = handlers;
  await add(product);
  expect(await cart()).not.toHaveProperty('delivery_not_available');
  await choose();
  expect(await costs()).toBe(3);
  extensions.handlers = { delivery_price: () => JSON.parse('{') };
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'no_quote');
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'no_quote');
  await rule({ price: '4.90' });
  await add(product);
  expect(await costs()).toBe(4.9);
});

test('an edit of an order whose carrier is gone does not drop its delivery', async () => {
  const { add, choose, order, product, extensions, shop, orderCart } = await open();
  await add(product);
  await choose();
  const { id_order } = await order();
  extensions.handlers = {};
  const { id_edit, session } = await shop.admin<{ id_edit: string; session: string }>('begin_order_edit', { id_order });
  expect(await shop.admin('commit_order_edit', { id_edit })).toMatchObject({
    message: 'DELIVERY_METHOD_NOT_AVAILABLE',
    param: 'no_quote',
  });
  expect(await orderCart(id_order)).toMatchObject({ delivery_costs: { sum: 2 } });
  await shop.admin('add_delivery_costs', { session, delivery_costs: [['DHL', 2, 0.19]] });
  expect(await shop.admin('commit_order_edit', { id_edit })).toMatchObject({ status: 'success' });
  expect(await orderCart(id_order)).toMatchObject({ delivery_costs: { sum: 2 } });
});

test('an edit by one call asks once, about the cart as it leaves it', async () => {
  const { rule, add, choose, order, product, goods, questions, shop, orderCart } = await open();
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  const { id_order } = await order();
  const other = await goods.product('5', { metadata: { weight: 1 } });
  const asked = questions().length;
  const added = { id_shopobject: other, quantity: 2, price_field: 'price', name_field: 'name' };
  const more = { set: [{ id_element: 1, quantity: 3 }], add: [added, added], id_delivery_method: 1 };
  expect(await shop.admin('edit_order', { id_order, ...more })).toMatchObject({ status: 'success' });
  expect(questions().length).toBe(asked + 1);
  expect(await orderCart(id_order)).toMatchObject({ sum: 80, delivery_costs: { sum: 6 } });
});

test('a change that gives lines other prices asks once what the delivery of all of them costs', async () => {
  const { rule, add, choose, product, extensions, questions, shop, session, costs } = await open();
  await rule({ price: '4.90' });
  await choose();
  await add(product);
  for (const engraved of ['Ada', 'Bea', 'Cleo'])
    await shop.call('add_to_cart', { ...line(session(), product), attributes: { engraved } });
  extensions.handlers = { ...extensions.handlers, line_price: () => ({ minor: 1500 }) };
  extensions.asked.length = 0;
  await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 2 });
  const delivered = (): readonly number[] =>
    questions().flatMap(({ sum_minor }, at) => (extensions.asked[at]!.point === 'delivery_price' ? [sum_minor] : []));
  expect(delivered()).toEqual([7500]);
  expect(await costs()).toBe(6);
  await shop.call('sub_from_cart', { session: session(), id_element: 1 });
  await shop.call('del_from_cart', { session: session(), id_element: 2 });
  await add(product);
  expect(delivered()).toEqual([7500, 6000, 4500, 6000]);
});

test('costs that a call names win, and nobody is asked', async () => {
  const { rule, add, choose, costs, product, questions, shop, session } = await open();
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  const asked = questions().length;
  const name = (delivery_costs: string): Promise<Given> =>
    shop.admin('add_delivery_costs', { session: session(), delivery_costs });
  await name('[["By hand",3,0.19]]');
  await add(product);
  expect([await costs(), questions().length]).toEqual([3, asked]);
  expect(shop.engine.readContext().read('session', 1)?.cart.answered ?? []).toEqual([]);
  await name('null');
  expect(await costs()).toBe(3);
  expect(questions().length).toBe(asked + 1);
});

test('a price that has changed by the checkout is shown before it is ordered', async () => {
  const { rule, add, choose, costs, product, extensions, order, refusedOrder, stateOf } = await open();
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  extensions.handlers = { delivery_price: () => ({ minor: 777 }) };
  await refusedOrder('TOTAL_CHANGED', 'expected_total');
  expect(await costs()).toBe(7.77);
  expect(stateOf((await order()).id_order).cart.deliveryPositions).toMatchObject([{ priceMinor: 777 }]);
});

test('a cart that changes between question and answer is asked about again', async () => {
  const { rule, add, choose, costs, product, extensions, questions } = await open();
  await rule({ price: '4.90' });
  await choose();
  let changes = 1;
  extensions.meanwhile = () => (changes-- > 0 ? add(product) : undefined);
  await add(product, 3);
  expect(await costs()).toBe(5);
  expect(questions().map(({ goods }) => goods.reduce((sum, { quantity }) => sum + quantity, 0))).toEqual([3, 1, 4]);
});

test('without its extension a journal gives the same state', async () => {
  const { rule, add, choose, order, product, questions, shop } = await open();
  await rule({ price: '4.90' });
  await add(product, 2);
  await choose();
  const { id_order } = await order();
  const bytesIn = ({ engine }: TestShop): Buffer =>
    Buffer.from(pack(orderKind.state.encode(engine.readContext().read('order', id_order)!)));
  const asked = questions().length;
  expect(bytesIn(new TestShop({ journal: shop.journal })).equals(bytesIn(shop))).toBe(true);
  expect(questions().length).toBe(asked);
});

test('a login waits for no extension: the delivery stays until the cart changes', async () => {
  const { rule, add, choose, product, questions, shop, session } = await open();
  const { id } = await verified(shop, 'lovelace');
  await rule({ price: '4.90' });
  await add(product);
  await choose();
  const asked = questions().length;
  const code = await loggedIn(shop, 'lovelace', session());
  const costs = async (): Promise<number> => (await shop.call<Cart>('get_cart', { session: code })).delivery_costs.sum;
  expect([await costs(), questions().length]).toEqual([2, asked]);
  await shop.call('add_to_cart', line(code, product));
  expect(questions().at(-1)!.shopper.id_user).toBe(id);
  expect(await costs()).toBe(3);
});

test('a logout takes a delivery that the guest may not have, whoever would say its price', async () => {
  const { rule, add, choose, cart, product, questions, shop, session } = await open();
  await shop.admin('create_group', { name: 'Dealers' });
  const { id } = await verified(shop, 'lovelace');
  await shop.admin('set_user_groups', { id_user: id, groups: [1] });
  await rule({ price: '4.90', groups: [1] });
  await loggedIn(shop, 'lovelace', session());
  await add(product);
  await choose();
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 2 } });
  const asked = questions().length;
  await shop.call('logout_user', { session: session() });
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 0 }, delivery_not_available: { why: 'other_groups' } });
  expect(questions().length).toBe(asked);
});
