// Catches a checkout that happens twice, half or with another cart than was shown, and gaps in order numbers.
import { expect, test } from 'vitest';
import type { Cart, Checkout } from '../cart-reply.ts';
import { SHOWN_ADDRESS_FIELDS } from '../address-fields.ts';
import { Goods, freeLine, line } from '../shop.ts';
import { ADDRESS, failed, open } from './checkout-shop.ts';

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
    ['delivery', 'invoice'].flatMap((kind) => SHOWN_ADDRESS_FIELDS.map((field) => [`order_${kind}_${field}`, ''])),
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
    awaits_payment: 1,
    attributes: { sys_success_url: { name: 'sys_success_url', value: 'https://shop/ok' } },
    cart: expect.objectContaining({ sum: 10, currency: 'EUR' }),
    currency: 'EUR',
    currency_digits: 2,
    parcels: [],
    to_send: [{ id_element: 1, quantity: 1 }],
    worth: [{ id_element: 1, amount: 10, tax: 1.6 }],
    balance: { total: 10, received: 0, outstanding: 10, refunded: 0 },
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
