// Delivery that follows the cart by rules. It would catch a price that another place shows or the order charges
// otherwise, one that stays when the cart, the method or the address changes, and a method that a checkout takes though
// no rule is for the cart.
import { describe, expect, test } from 'vitest';
import { openDelivery } from './delivery-shop.ts';

const positionsOf = (cart: { readonly delivery_costs: { readonly positions: readonly unknown[] } }) =>
  cart.delivery_costs.positions;

test('a method that is chosen has its price in the cart, in each reply, in the order and its documents', async () => {
  const { goods, rule, add, choose, cart, order, orderCart, offered, shop } = await openDelivery();
  const product = await goods.product('20');
  await rule({ name: 'Parcel', price: '4.90', free_from: '50' });
  expect((await add(product)).delivery_costs).toEqual({ sum: 0, positions: [] });
  await choose();
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 }, total: 24.9 });
  expect(await offered()).toMatchObject([{ id: 1, price: 4.9, tax: 0.78 }, { why: 'no_rules' }, { why: 'no_rules' }]);
  const shown = await add(product);
  expect(shown.delivery_costs).toEqual({ sum: 4.9, positions: [{ name: 'Parcel', price: 4.9, tax: 0.19 }] });
  const placed = await order({ expected_total: '44.90' });
  const ordered = await orderCart(placed.id_order);
  expect(ordered).toMatchObject({ total: 44.9, sum_tax: shown.sum_tax, delivery_costs: shown.delivery_costs });
  const explained = await shop.admin<{ readonly explain: { readonly delivery_costs: readonly string[] } }>(
    'explain_order',
    { id_order: placed.id_order },
  );
  expect(explained.explain.delivery_costs[0]).toContain('4.90');
});

describe('what others get wrong', () => {
  test('a rule says whether its threshold counts before or after discounts, and does what it says', async () => {
    const { goods, rule, add, choose, cart, change, shop, session } = await openDelivery();
    await shop.admin('create_coupons', {
      count: 1,
      name: 'ten',
      amount: '10',
      type: 'MULTIPLE_PERCENTAGE',
      code: 'TEN',
    });
    const id = await rule({ price: '4.90', free_from: '50', basis: 'after' });
    const product = await goods.product('50');
    await add(product);
    await choose();
    expect((await cart()).delivery_costs.sum).toBe(0);
    await shop.call('add_coupons', { session: session(), coupons: [['TEN', '']] });
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 }, total: 49.9 });
    await change(id, { basis: 'before' });
    await choose({ note: 'again' });
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 0 }, total: 45 });
  });

  test('the cost of delivery never lifts a cart over a threshold, however often it is looked at', async () => {
    const { goods, rule, add, choose, cart, shop, session } = await openDelivery();
    await rule({ price: '5', sum: [null, 50] });
    await rule({ price: '0', sum: [50, null] });
    await shop.admin('create_promotion', {
      name: 'from 50',
      when: { min_sum: 50 },
      gives: { kind: 'percent', value: 50, per: 'order' },
    });
    await add(await goods.product('46'));
    await choose();
    for (let time = 0; time < 3; time += 1) {
      await choose({ note: `${time}` });
      await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 1 });
      expect(await cart()).toMatchObject({ delivery_costs: { sum: 5 }, total: 51 });
    }
  });

  test('another method, another address and another line bring another price', async () => {
    const { goods, rule, add, choose, chooseNone, cart, shop, session } = await openDelivery();
    await rule({ price: '4.90', countries: ['DE'] });
    await rule({ price: '9.90', countries: ['AT'] });
    await rule({ price: '3.50', countries: ['DE'], zips: ['10000-19999'], priority: 1 });
    await rule({ id_delivery_method: 3, name: 'Express', price: '12', per_piece: '1' });
    await add(await goods.product('20'));
    const sum = async (): Promise<number> => (await cart()).delivery_costs.sum;
    await choose();
    expect(await sum()).toBe(4.9);
    await choose({ delivery_zip: '10115' });
    expect(await sum()).toBe(3.5);
    await choose({ delivery_country: 'AT' });
    expect(await sum()).toBe(9.9);
    await choose({ id_delivery_method: 3 });
    expect(await sum()).toBe(13);
    await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 3 });
    expect(await sum()).toBe(15);
    await chooseNone();
    expect(await sum()).toBe(0);
    await choose({ id_delivery_method: 3 });
    await shop.call('clear_cart', { session: session() });
    expect(await sum()).toBe(0);
  });

  test('free delivery is of the position that stands there, and no surcharge after a change', async () => {
    const { goods, rule, add, choose, cart, shop, session, change, order } = await openDelivery();
    const id = await rule({ price: '9' });
    await shop.admin('create_promotion', { name: 'free', when: { min_sum: 50 }, gives: { kind: 'free_delivery' } });
    await add(await goods.product('25'), 2);
    await choose();
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 9 }, coupons: { sum: 9 }, total: 50 });
    await change(id, { price: '4' });
    await shop.call('sub_from_cart', { session: session(), id_element: 1 });
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 4 }, coupons: { sum: 0 }, total: 29 });
    await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 2 });
    expect(await cart()).toMatchObject({ delivery_costs: { sum: 4 }, coupons: { sum: 4 }, total: 50 });
    await order({ expected_total: '50' });
  });
});

test('a call that names delivery costs wins, be it none, until it takes them back', async () => {
  const { goods, rule, add, choose, cart, shop, session } = await openDelivery();
  await rule({ price: '4.90' });
  const product = await goods.product('20');
  await add(product);
  await choose();
  const name = (costs: unknown) => shop.call('add_delivery_costs', { session: session(), delivery_costs: costs });
  await name([['Courier', 7, 0.19]]);
  await add(product);
  expect(positionsOf(await cart())).toEqual([{ name: 'Courier', price: 7, tax: 0.19 }]);
  await name([]);
  expect(positionsOf(await add(product))).toEqual([]);
  await name('null');
  expect(positionsOf(await cart())).toEqual([{ name: 'Parcel', price: 4.9, tax: 0.19 }]);
});

test('a method without rules costs what calls say, and rules of others change nothing of it', async () => {
  const { goods, rule, add, choose, cart, order } = await openDelivery();
  await rule({ price: '4.90' });
  await add(await goods.product('20'));
  await choose({ id_delivery_method: 3 });
  expect(positionsOf(await cart())).toEqual([]);
  await order();
});

test('a cart that no rule is for says why, and its checkout is refused', async () => {
  const { goods, rule, add, choose, cart, refusedOrder, change, order } = await openDelivery();
  const id = await rule({ price: '4.90', weight: [null, 2] });
  const light = await goods.product('20', { metadata: { weight: 1.5 } });
  await add(light);
  await choose();
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 } });
  expect((await cart()).delivery_not_available).toBeUndefined();
  await add(light);
  expect(await cart()).toMatchObject({
    delivery_costs: { sum: 0, positions: [] },
    delivery_not_available: { why: 'above_weight', message: 'It is for less than 2 kg.' },
  });
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'above_weight');
  await change(id, { weight: [null, 31.5] });
  // Its total has changed since the cart was shown: that is said once.
  await refusedOrder('TOTAL_CHANGED', 'expected_total');
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 4.9 }, total: 44.9 });
  await order();
});

test('the checkout asks again: a rule that changed, and one that is gone', async () => {
  const { goods, rule, add, choose, cart, refusedOrder, change, shop, session } = await openDelivery();
  const id = await rule({ price: '4.90' });
  await add(await goods.product('20'));
  await choose();
  await change(id, { price: '5.90' });
  expect((await cart()).delivery_costs.sum).toBe(4.9);
  await refusedOrder('TOTAL_CHANGED', 'expected_total');
  expect((await cart()).delivery_costs.sum).toBe(5.9);
  const other = await rule({ price: '1', countries: ['AT'] });
  await shop.admin('delete_delivery_rule', { id_delivery_rule: id });
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'other_country');
  expect((await cart()).delivery_not_available).toMatchObject({ why: 'other_country' });
  await shop.admin('delete_delivery_rule', { id_delivery_rule: other });
  await choose({ note: 'no rule is left' });
  expect((await cart()).delivery_not_available).toBeUndefined();
  await shop.call('checkout', { session: session() });
});

test('a product without a weight is named where a rule asks for it', async () => {
  const { goods, rule, add, choose, cart } = await openDelivery();
  await rule({ price: '1', per_kg: '2' });
  const known = await goods.product('20', { metadata: { weight: 2.25 } });
  const unknown = await goods.product('20');
  await add(known, 2);
  await choose();
  expect((await cart()).delivery_costs.sum).toBe(10);
  await add(unknown);
  expect((await cart()).delivery_not_available).toEqual({
    why: 'weight_unknown',
    message: `The product ${unknown} does not say what it weighs.`,
  });
});

test('a price at the rates of the goods is spread over them by value, exactly', async () => {
  const { goods, rule, add, choose, cart, order, orderCart } = await openDelivery();
  await rule({ price: '5', taxclass: 'goods' });
  await add(await goods.product('20'));
  await add(await goods.product('10', { metadata: { taxclass: 'books' } }));
  await choose();
  const shown = await cart();
  expect(shown.delivery_costs).toEqual({
    sum: 5,
    positions: [
      { name: 'Parcel', price: 3.33, tax: 0.19 },
      { name: 'Parcel', price: 1.67, tax: 0.07 },
    ],
  });
  const gross = shown.tax_positions.reduce((sum, position) => sum + Math.round(position.gross * 100), 0);
  expect(gross).toBe(3500);
  expect(shown.tax_positions.map((position) => position.gross)).toEqual([23.33, 11.67]);
  const placed = await order();
  expect(await orderCart(placed.id_order)).toMatchObject({ tax_positions: shown.tax_positions, total: 35 });
  await choose({ delivery_country: 'AT' });
});

test('goods, groups and currencies decide as well', async () => {
  const { goods, rule, add, choose, cart, shop, session } = await openDelivery({
    currencies: [{ code: 'USD', digits: 2 }],
  });
  const shoe = await goods.product('50', { metadata: { element_number: 'SHOE-1' } });
  const sofa = await goods.product('500', { metadata: { element_number: 'SOFA-1' } });
  await rule({ price: '4', unless: { 'metadata.element_number': ['LIKE', 'SOFA-%'] } });
  await rule({ price: '79', goods: { 'metadata.element_number': ['LIKE', 'SOFA-%'] } });
  await add(shoe);
  await choose();
  expect((await cart()).delivery_costs.sum).toBe(4);
  await add(sofa);
  expect((await cart()).delivery_not_available?.why).toBe('other_goods');
  await shop.call('del_from_cart', { session: session(), id_element: 1 });
  expect((await cart()).delivery_costs.sum).toBe(79);
  await shop.admin('create_price_list', { name: 'dollars', currency: 'USD' });
  await shop.admin('set_prices', { id_price_list: 1, prices: [{ id_shopobject: sofa, price: 600 }] });
  await shop.call('set_context', { session: session(), currency: 'USD' });
  expect((await cart()).delivery_not_available?.why).toBe('other_currency');
  await rule({ price: '99', currency: 'USD' });
  await choose({ note: 'dollars' });
  expect(await cart()).toMatchObject({ delivery_costs: { sum: 99 }, total: 699 });
});

test('a line more and the same line in parts cost the same delivery', async () => {
  const { goods, rule, choose, shop, session, cart, fresh } = await openDelivery();
  await rule({ price: '1', per_piece: '0.335', per_kg: '0.1' });
  const product = await goods.product('20', { metadata: { weight: 0.333 } });
  const totals: number[] = [];
  for (const parts of [[4], [1, 3], [3, 1], [1, 1, 1, 1]]) {
    await fresh();
    for (const quantity of parts) {
      const given = { session: session(), id_shopobject: product, element_type: 'PRODUCT', quantity };
      await shop.call('add_to_cart', { ...given, price_field: 'price', name_field: 'name' });
    }
    await choose();
    totals.push((await cart()).delivery_costs.sum);
  }
  expect(totals).toEqual([2.47, 2.47, 2.47, 2.47]);
});
