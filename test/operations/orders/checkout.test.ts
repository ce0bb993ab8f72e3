// Catches a checkout that happens twice, half or with another cart than was shown, and gaps in order numbers.
import { describe, expect, test } from 'vitest';
import type { Cart, Checkout, Given, Reply } from '../shop.ts';
import { Goods, freeLine, line } from '../shop.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';

const ADDRESS = {
  delivery_firstname: 'Ada',
  delivery_lastname: 'Lovelace',
  delivery_street: 'St. James’s Square',
  delivery_number: '12',
  delivery_zip: 'SW1Y',
  delivery_city: 'London',
  delivery_country: 'GB',
  invoice_companyname: 'Analytical Ltd',
  email: 'ada@example.org',
  phone: '+44 20',
  note: 'ring twice',
};

const open = async () => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  const call = <T = Reply>(request: string, params: Given = {}): Promise<T> =>
    goods.shop.call<T>(request, { session, ...params });
  const add = (given: Given): Promise<Cart> => goods.shop.call<Cart>('add_to_cart', given);
  const checkout = (): Promise<Checkout> => call<Checkout>('checkout');
  return { goods, session, call, add, checkout };
};

const failed = (message: string, param: string | number) => ({
  object: 'error',
  status: 'error',
  id_order: 0,
  session: '',
  message,
  param: String(param),
});

test('checkout: the order’s id, a new session usable at once, nothing to say', async () => {
  const { goods, add, session, checkout } = await open();
  await add(line(session, await goods.product(10)));
  const placed = await checkout();
  expect(placed).toEqual({
    object: 'checkout',
    status: 'success',
    id_order: 10_001,
    session: expect.stringMatching(/^\d{10}[A-Za-z0-9]{32}$/),
    message: '',
    param: '',
  });
  expect(placed.session).not.toBe(session);
  expect(await goods.shop.call('get_cart', { session: placed.session })).toMatchObject({
    object: 'cart',
    contents: [],
  });
  expect(await goods.shop.call('get_cart', { session })).toMatchObject({ object: 'cart', contents: [], sum: 0 });
});

test('an empty cart, an unknown session, none at all: refused in the shape of checkout', async () => {
  const { goods, call, checkout } = await open();
  expect(await checkout()).toEqual(failed('CART_EMPTY', 'session'));
  expect(await goods.shop.call('checkout', { session: 'x' })).toEqual(failed('SESSION_INVALID', 'session'));
  expect(await goods.shop.call('checkout')).toEqual(failed('PARAMETER_MISSING', 'session'));
  await call('add_delivery_costs', { delivery_costs: [['D', 4.9, 0.19]] });
  expect(await checkout()).toEqual(failed('CART_EMPTY', 'session'));
});

test('the order’s cart is the last get_cart plus a line for every delivery position', async () => {
  const { goods, session, call, add, checkout } = await open();
  await add(line(session, await goods.product(119.9), { quantity: 2, attributes: [['Farbe', 'rot']] }));
  await add(freeLine(session, 1.5, { id_parent_element: 1 }));
  await call('add_delivery_costs', {
    delivery_costs: [
      ['Post', 4.9, 0.19],
      ['Island', 10, 0.19],
    ],
  });
  const { object: _object, ...cart } = await call<Cart>('get_cart');
  const { id_order } = await checkout();
  const order = await goods.shop.call<{ cart: Cart }>('get_order_by_id', { id_order, language: 'de_DE' });
  const delivery = {
    type: 'DELIVERY_COSTS',
    id_product: 0,
    quantity: 1,
    attributes: { sys_tax: { name: 'sys_tax', value: 0.19 } },
  };
  expect(order.cart).toEqual({
    ...cart,
    contents: [
      ...cart.contents,
      expect.objectContaining({ ...delivery, name: 'Post', price: 4.9, sum_price: 4.9, tax: 0.78, sum_tax: 0.78 }),
      expect.objectContaining({ ...delivery, name: 'Island', price: 10, sum_price: 10, tax: 1.6, sum_tax: 1.6 }),
    ],
  });
  expect(order.cart).toMatchObject({ sum: 241.3, total: 256.2, delivery_costs: { sum: 14.9 } });
});

test('get_order_by_id: an order with every member', async () => {
  const { goods, session, call, add, checkout } = await open();
  await add(line(session, await goods.product(10)));
  const attributes = [{ lang: 'de_DE', name: 'sys_success_url', value: 'https://shop/ok' }];
  await call('set_order_details', { ...ADDRESS, id_payment_method: 2, id_delivery_method: 1, attributes });
  const { id_order } = await checkout();
  const order = await goods.shop.call('get_order_by_id', { id_order, language: 'de_DE' });
  const empty = Object.fromEntries(
    ['delivery', 'invoice'].flatMap((kind) =>
      [
        'companyname',
        'department',
        'salutation',
        'firstname',
        'lastname',
        'street',
        'number',
        'zip',
        'state',
        'city',
        'country',
        'country_code',
      ].map((field) => [`order_${kind}_${field}`, '']),
    ),
  );
  expect(order).toEqual({
    object: 'order',
    id: 10_001,
    order_number: 10_001,
    invoice_number: 'R-1',
    creation_date: '2026-01-02 03:04:05',
    modification_date: '2026-01-02 03:04:05',
    username: '',
    ...empty,
    order_delivery_firstname: 'Ada',
    order_delivery_lastname: 'Lovelace',
    order_delivery_street: 'St. James’s Square',
    order_delivery_number: '12',
    order_delivery_zip: 'SW1Y',
    order_delivery_city: 'London',
    order_delivery_country: 'GB',
    order_delivery_country_code: 'GB',
    order_invoice_companyname: 'Analytical Ltd',
    order_email: 'ada@example.org',
    order_phone: '+44 20',
    order_note: 'ring twice',
    payment_method: 'PrePayment',
    payment_state: { name: 'PAYMENT_NOT_RECEIVED', label: 'Zahlung nicht erhalten' },
    delivery_method: 'Standard',
    delivery_state: { name: 'PROCESSING', label: 'In Bearbeitung' },
    order_state: 'OPEN',
    attributes: { sys_success_url: { name: 'sys_success_url', value: 'https://shop/ok' } },
    cart: expect.objectContaining({ sum: 10 }),
    parcels: [],
  });
  expect(await goods.shop.call('get_order_by_id', { id_order }), 'the language may be missing').toEqual(order);
  expect(await goods.shop.call('get_order_by_id', { id_order, language: 'en_GB' })).toMatchObject({
    payment_state: { label: 'Payment not received' },
  });
  for (const [language, label] of [
    ['en_US', 'Payment not received'],
    ['en', 'Payment not received'],
    ['de_AT', 'Zahlung nicht erhalten'],
    ['fr_FR', 'Zahlung nicht erhalten'],
    ['constructor', 'Zahlung nicht erhalten'],
  ]) {
    expect(await goods.shop.call('get_order_by_id', { id_order, language }), language).toMatchObject({
      payment_state: { label },
    });
  }
  await goods.shop.refused('get_order_by_id', { id_order: 9, language: 'de_DE' }, 'ORDER_NOT_FOUND', 9);
  await goods.shop.refused('get_order_by_id', {}, 'PARAMETER_MISSING', 'id_order');
});

test('orders are numbered without gaps, failed checkouts use none up', async () => {
  const { goods, checkout } = await open();
  const id = await goods.stocked(2);
  const ids: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    expect(await checkout()).toMatchObject({ message: 'CART_EMPTY' });
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, id, { quantity: 2 }));
    ids.push((await goods.shop.call<Checkout>('checkout', { session })).id_order);
    if (round === 0) await goods.shop.admin('update_order_details', { id_order: ids[0], order_state: 'CANCELED' });
  }
  expect(ids).toEqual([10_001, 10_002, 0]);
});

test('the first id is the shop’s to choose', async () => {
  const goods = await Goods.open({ config: { orderIdFirst: 500 } });
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, await goods.product(1)));
  expect(await goods.shop.call('checkout', { session })).toMatchObject({ id_order: 500 });
});

describe('exactly once', () => {
  test('repeated on the same session it gives the same order and session, also after a restart', async () => {
    const { goods, session, add, checkout } = await open();
    const id = await goods.stocked(5);
    await add(line(session, id, { quantity: 2 }));
    const first = await checkout();
    const { headSeq } = goods.shop.engine;
    expect(await checkout()).toEqual(first);
    expect(await checkout()).toEqual(first);
    expect(goods.shop.engine.headSeq).toBe(headSeq);
    await goods.shop.restart();
    expect(await checkout()).toEqual(first);
    expect(await goods.left(id)).toBe(3);
  });

  test('once the old session holds new lines, a checkout is a new order', async () => {
    const { goods, session, add, checkout } = await open();
    const id = await goods.product(1);
    await add(line(session, id));
    const first = await checkout();
    await add(line(session, id));
    const second = await checkout();
    expect(second).toMatchObject({ status: 'success', id_order: first.id_order + 1 });
    expect(second.session).not.toBe(first.session);
    expect(await checkout()).toEqual(second);
  });

  test('a line that came and went leaves the order to repeat', async () => {
    const { goods, session, call, add, checkout } = await open();
    const id = await goods.product(1);
    await add(line(session, id));
    const placed = await checkout();
    await add(line(session, id));
    await call('clear_cart');
    expect(await checkout()).toEqual(placed);
  });
});

describe('the old session', () => {
  test('shows the placed order until a new draft begins, which keeps the addresses', async () => {
    const { goods, session, call, add, checkout } = await open();
    const id = await goods.product(1);
    await add(line(session, id));
    await call('set_order_details', { ...ADDRESS, id_payment_method: 3, id_delivery_method: 1 });
    const draft = await call('get_order_details');
    const { id_order } = await checkout();
    expect(await call('get_order_details')).toEqual({
      ...draft,
      order_number: String(id_order),
      order_state: { id: expect.any(Number), name: 'OPEN' },
      order_payment_state: { id: expect.any(Number), name: 'PAYMENT_NOT_RECEIVED' },
      order_delivery_state: { id: expect.any(Number), name: 'PROCESSING' },
      order_type: { id: 1, name: 'GUEST_ORDER' },
      creation_date: '2026-01-02 03:04:05',
      modification_date: expect.any(String),
    });
    await call('add_delivery_costs', { delivery_costs: [] });
    expect(await call('get_order_details')).toMatchObject({ order_number: String(id_order) });
    await add(line(session, id));
    const unset = { id: 0, name: 'not_specified' };
    expect(await call('get_order_details')).toMatchObject({
      order_number: '',
      creation_date: '',
      order_state: unset,
      order_payment_state: unset,
      order_delivery_state: unset,
      order_type: unset,
      delivery_firstname: 'Ada',
      invoice_companyname: 'Analytical Ltd',
      email: 'ada@example.org',
    });
  });

  test('set_order_details on it starts a new draft as well, and without new lines a checkout is still a repeat', async () => {
    const { goods, session, call, add, checkout } = await open();
    const id = await goods.product(1);
    await add(line(session, id));
    await call('set_order_details', ADDRESS);
    const first = await checkout();
    const draft = await call('set_order_details', { delivery_city: 'Paris' });
    expect(draft).toMatchObject({
      object: 'order_details',
      order_number: '10002',
      delivery_firstname: 'Ada',
      delivery_city: 'Paris',
    });
    expect(await checkout()).toEqual(first);
    expect(await call('get_order_details'), 'the repeat leaves the draft').toEqual(draft);
    expect(await goods.shop.call('get_order_by_id', { id_order: first.id_order })).toMatchObject({
      order_delivery_city: 'London',
    });
    await add(line(session, id));
    const second = await checkout();
    expect(second.id_order).toBe(first.id_order + 1);
    expect(await goods.shop.call('get_order_by_id', { id_order: second.id_order })).toMatchObject({
      order_delivery_city: 'Paris',
    });
  });

  test('what was said about one order alone is not said about the next, whatever begins it', async () => {
    const { shop } = await Goods.open();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 5));
    const attributes = Array.from({ length: 200 }, (_, at) => [`a${at}`, 'x']);
    await shop.call('set_order_details', { session, delivery_lastname: 'Muster', note: 'ring twice', attributes });
    await shop.call('checkout', { session });
    expect(await shop.call('set_order_details', { session, phone: '1', attributes: [['gift', 'y']] })).toMatchObject({
      delivery_lastname: 'Muster',
      phone: '1',
      note: '',
      attributes: { gift: { name: 'gift', value: 'y' } },
    });
  });

  test('shows the next user nothing of the one before', async () => {
    const { shop } = await Goods.open();
    await verified(shop, 'anna');
    await verified(shop, 'bert');
    const session = await loggedIn(shop, 'anna', await shop.session());
    await shop.call('add_to_cart', freeLine(session, 5));
    await shop.call('set_order_details', { session, delivery_lastname: 'Muster' });
    await shop.call('checkout', { session });
    await shop.call('logout_user', { session });
    expect(await shop.call('get_order_details', { session })).toMatchObject({ delivery_lastname: 'Muster' });
    await loggedIn(shop, 'bert', session);
    expect(await shop.call('get_order_details', { session })).toMatchObject({ delivery_lastname: '' });
  });

  test('repeats a user’s checkout to him alone: the next session is logged in', async () => {
    const { shop } = await Goods.open();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna', await shop.session());
    await shop.call('add_to_cart', freeLine(session, 5));
    const first = await shop.call('checkout', { session });
    expect(await shop.call('checkout', { session })).toEqual(first);
    await shop.call('logout_user', { session });
    expect(await shop.call('checkout', { session })).toMatchObject({ message: 'CART_EMPTY' });
    await loggedIn(shop, 'anna', session);
    expect(await shop.call('checkout', { session })).toEqual(first);
  });

  test('repeats a guest’s checkout also after he has logged in', async () => {
    const { shop } = await Goods.open();
    await verified(shop, 'anna');
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 5));
    const first = await shop.call('checkout', { session });
    await loggedIn(shop, 'anna', session);
    expect(await shop.call('checkout', { session })).toEqual(first);
  });

  test('a change of the order by the back office shows there', async () => {
    const { goods, session, call, add, checkout } = await open();
    await add(line(session, await goods.product(1)));
    const { id_order } = await checkout();
    await goods.shop.admin('update_order_details', { id_order, order_state: 'PROCESSING', delivery_city: 'Rom' });
    expect(await call('get_order_details')).toMatchObject({
      order_state: { name: 'PROCESSING' },
      delivery_city: 'Rom',
    });
  });
});

describe('all or nothing', () => {
  test('two lines of one product cannot both have its last piece', async () => {
    const { goods, session, call, add, checkout } = await open();
    const id = await goods.stocked(2);
    const other = await goods.shop.session();
    await add(line(session, id, { element_type: 'PRODUCT' }));
    await add(line(session, id, { element_type: 'PRODUCT', attributes: [['Farbe', 'rot']] }));
    await add(line(other, id));
    expect(await goods.shop.call('checkout', { session: other })).toMatchObject({ status: 'success' });
    const cart = await goods.shop.text('get_cart', { session });
    expect(await checkout()).toEqual(failed('SHOPOBJECT_NOT_AVAILABLE', id));
    expect(await goods.left(id)).toBe(1);
    expect(await goods.shop.text('get_cart', { session })).toBe(cart);
    await call('del_from_cart', { id_element: 2 });
    expect(await checkout()).toMatchObject({ status: 'success' });
    expect(await goods.left(id)).toBe(0);
  });

  test('what lacks names its product and takes nothing of the others', async () => {
    const { goods, session, add, checkout } = await open();
    const [plenty, scarce] = [await goods.stocked(9), await goods.stocked(1)];
    await add(line(session, plenty, { quantity: 3 }));
    await add(line(session, scarce));
    const other = await goods.shop.session();
    await add(line(other, scarce));
    await goods.shop.call('checkout', { session: other });
    expect(await checkout()).toEqual(failed('SHOPOBJECT_NOT_AVAILABLE', scarce));
    expect(await goods.left(plenty)).toBe(9);
  });

  test('nested lines are sold too', async () => {
    const { goods, session, add, checkout } = await open();
    const [outer, inner] = [await goods.stocked(5), await goods.stocked(5)];
    await add(line(session, outer));
    await add(line(session, inner, { quantity: 2, id_parent_element: 1 }));
    await checkout();
    expect([await goods.left(outer), await goods.left(inner)]).toEqual([4, 3]);
  });

  test('a total below zero is refused', async () => {
    const { goods, session, call, add, checkout } = await open();
    await add(line(session, await goods.product(10)));
    await goods.shop.admin('add_delivery_costs', { session, delivery_costs: [['Discount', -10.01, 0.19]] });
    expect(await checkout()).toEqual(failed('CART_TOTAL_NEGATIVE', 'session'));
    await goods.shop.admin('add_delivery_costs', { session, delivery_costs: [['Discount', -10, 0.19]] });
    expect(await call('checkout')).toMatchObject({ status: 'success' });
  });

  test('simultaneous checkouts sell the last piece once', async () => {
    const { goods, add } = await open();
    const id = await goods.stocked(3);
    const sessions: string[] = [];
    for (let at = 0; at < 8; at += 1) sessions.push(await goods.shop.session());
    for (const session of sessions) await add(line(session, id));
    const replies = await Promise.all(sessions.map((session) => goods.shop.call<Checkout>('checkout', { session })));
    expect(replies.filter(({ status }) => status === 'success')).toHaveLength(3);
    expect(replies.filter(({ message }) => message === 'SHOPOBJECT_NOT_AVAILABLE')).toHaveLength(5);
    expect(await goods.left(id)).toBe(0);
  });
});
