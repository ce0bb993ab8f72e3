// What the back office asks about a placed order: catches an explanation that is not of the order's own amounts, an
// attempt to pay that is forgotten, a dry run that changes something, and an order not found by parcel or coupon.
import { expect, test } from 'vitest';
import { Goods, line } from '../shop.ts';
import type { Given } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { begun, notify, open, place, received } from './paying.ts';

interface Attempts {
  readonly attempts: readonly { readonly id: number; readonly state: string; readonly amount: number }[];
}

test('get_payment_attempts: all of an order, oldest first, also after a restart', async () => {
  const paying = open();
  const { shop } = paying;
  const order = await place(shop, 8);
  expect(await shop.admin('get_payment_attempts', { id_order: order })).toMatchObject({ attempts: [] });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await shop.call('do_payment', { id_order: order });
    shop.nowMs += 3_600_001;
  }
  const other = await place(shop, 8);
  await shop.call('do_payment', { id_order: other });
  const { attempts } = await shop.admin<Attempts>('get_payment_attempts', { id_order: order });
  expect(attempts.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(attempts[0]).toMatchObject({ amount: 12.5, currency: 'EUR', payment_method: 'Card', state: 'started' });
  await shop.restart();
  expect((await shop.admin<Attempts>('get_payment_attempts', { id_order: order })).attempts).toEqual(attempts);
  expect((await shop.admin<Attempts>('get_payment_attempts', { id_order: other })).attempts).toHaveLength(1);
  await shop.adminRefused('get_payment_attempts', { id_order: 99 }, 'ORDER_NOT_FOUND', 99);
  await shop.refused('get_payment_attempts', { id_order: order }, 'PERMISSION_DENIED', 'licence_secret_key');
});

test('get_payment_attempts shows where an attempt has come', async () => {
  const at = await begun();
  await notify(at, received(at.payment));
  const { attempts } = await at.shop.admin<Attempts>('get_payment_attempts', { id_order: at.id });
  expect(attempts.map(({ state }) => state)).toEqual(['received']);
});

test('explain_order: what the cart said before it was placed, whatever becomes of the catalogue', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  const product = await goods.product(119.9);
  await shop.call('add_to_cart', line(session, product, { quantity: 2 }));
  await shop.admin('create_coupons', { count: 1, name: 'C', amount: 10, code: 'TEN' });
  await shop.call('add_coupons', { session, coupons: [['TEN']] });
  await shop.call('add_delivery_costs', { session, delivery_costs: [['Parcel', 4.9, 0.19]] });
  const { explain } = await shop.call<{ explain: { total: string } }>('get_cart', { session, explain: 1 });
  const { id_order: order } = await shop.call<Checkout>('checkout', { session });
  await shop.admin('delete_product', { id_product: product });
  await shop.admin('end_coupons', { id_batch: 1 });
  expect(await shop.admin('explain_order', { id_order: order })).toEqual({
    object: 'order_explanation',
    id_order: order,
    currency: 'EUR',
    explain: {
      ...explain,
      worth: [
        'Line 1 is worth 239.80 - 10.00 taken off = 229.80, tax contained 36.69.',
        'Line 2 is worth 4.90 - 0.00 taken off = 4.90, tax contained 0.78.',
      ],
    },
  });
  expect(await shop.call('get_order_by_id', { id_order: order })).toMatchObject({
    cart: { total: 234.7 },
    worth: [
      { id_element: 1, amount: 229.8, tax: 36.69 },
      { id_element: 2, amount: 4.9, tax: 0.78 },
    ],
  });
  await shop.adminRefused('explain_order', { id_order: 99 }, 'ORDER_NOT_FOUND', 99);
});

test('update_order_details with dry_run says what would be refused, and changes nothing', async () => {
  const { shop } = open();
  const order = await place(shop, 2);
  const head = shop.engine.headSeq;
  const states = { id_order: order, order_payment_state: 'PAYMENT_RECEIVED', dry_run: 1 };
  expect(await shop.admin('update_order_details', states)).toEqual({
    object: 'update_order_details',
    status: 'success',
  });
  expect(await shop.call('get_order_by_id', { id_order: order })).toMatchObject({
    payment_state: { name: 'PAYMENT_NOT_RECEIVED' },
  });
  expect(shop.engine.headSeq).toBe(head);
  await shop.adminRefused('update_order_details', { id_order: 99, dry_run: 1 }, 'ORDER_NOT_FOUND', 99);
});

// Catches a dry run that leaves out an effect of the move: stock that cannot be taken again, a coupon that was ended, a
// webhook that is called.
test('update_order_details with dry_run gives the reply of the call itself, with every effect in mind', async () => {
  const goods = await Goods.open({ rules: { orderTransitions: 'strict' } });
  const { shop } = goods;
  await shop.admin('create_webhook', { name: 'PAID', event: 'ORDER_PAYMENT_CHANGE' });
  await shop.admin('update_webhook', { name: 'PAID', url: 'https://hooks.example/', parameter: '' });
  const product = await goods.stocked(1);
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, product));
  await shop.admin('create_coupons', { count: 1, name: 'C', amount: 1, code: 'ONE' });
  await shop.call('add_coupons', { session, coupons: [['ONE']] });
  const { id_order: order } = await shop.call<Checkout>('checkout', { session });
  const stockOf = (quantity: number) =>
    shop.admin('update_product', { id_product: product, availability: { quantity } });
  const steps: readonly (readonly [Given, (() => Promise<unknown>)?])[] = [
    [{ order_payment_state: 'PAYMENT_RECEIVED' }],
    [{ order_state: 'CANCELED' }],
    [{ order_state: 'CLOSED' }],
    [{ order_state: 'OPEN' }, () => stockOf(0)],
    [{ order_state: 'OPEN' }, () => Promise.all([stockOf(1), shop.admin('end_coupons', { id_batch: 1 })])],
    [{ email: 'no address' }],
    [{ note: 'by the door' }],
  ];
  const said: unknown[] = [];
  for (const [details, before] of steps) {
    await before?.();
    const head = shop.engine.headSeq;
    const tried = await shop.admin('update_order_details', { id_order: order, ...details, dry_run: 1 });
    expect(shop.engine.headSeq).toBe(head);
    expect(tried).toEqual(await shop.admin('update_order_details', { id_order: order, ...details }));
    said.push(tried['message'] ?? tried['status']);
  }
  expect(said).toEqual([
    'success',
    'success',
    'ORDER_STATE_TRANSITION_INVALID',
    'SHOPOBJECT_NOT_AVAILABLE',
    'COUPON_NOT_VALID',
    'EMAIL_IS_INVALID',
    'success',
  ]);
});

test('orders are found by code and address as persons write them', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const given = { count: 1, name: 'C', amount: 1, type: 'MULTIPLE_NOMINAL', code: 'straße-é' };
  await shop.admin('create_coupons', given);
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, await goods.product(10), { quantity: 2 }));
  await shop.call('add_coupons', { session, coupons: [['STRASSE-E\u0301']] });
  await shop.call('set_order_details', { session, email: 'Ada@Shop.example' });
  await shop.call('checkout', { session });
  for (const constraint of [
    { coupon_code: 'STRASSE-É' },
    { coupon_code: ' straße-é\t' },
    { order_coupon_code: ['IN', ['x', ' STRASSE-É']] },
    { coupon_code: 'straße-e\u0301' },
    { email: 'ada@shop.example' },
    { order_email: 'ADA@SHOP.EXAMPLE' },
  ]) {
    const { result } = await shop.admin<{ result: unknown[] }>('search_orders', { constraint });
    expect(result.length, JSON.stringify(constraint)).toBe(1);
  }
});

test('orders are found by the number of any parcel, and by the code of a coupon', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.admin('create_coupons', { count: 1, name: 'C', amount: 1, type: 'MULTIPLE_NOMINAL', code: 'MANY' });
  const product = await goods.product(10);
  const orders: number[] = [];
  for (const code of ['MANY', '', 'MANY']) {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, product, { quantity: 2 }));
    if (code !== '') await shop.call('add_coupons', { session, coupons: [[code]] });
    orders.push((await shop.call<Checkout>('checkout', { session })).id_order);
  }
  for (const tracking_number of ['T-1', 'T-2'])
    await shop.admin('add_parcel', { id_order: orders[1], lines: [{ id_element: 1, quantity: 1 }], tracking_number });
  const found = async (constraint: object): Promise<number[]> => {
    const { result } = await shop.admin<{ result: { id: number }[] }>('search_orders', { constraint });
    return result.map(({ id }) => id);
  };
  expect(await found({ tracking_number: 'T-1' })).toEqual([orders[1]]);
  expect(await found({ tracking_number: 'T-2' })).toEqual([orders[1]]);
  expect(await found({ tracking_number: 'T-3' })).toEqual([]);
  // In any case, as a cart takes them (D95).
  for (const field of ['main.coupon_code', 'coupon_code', 'order_coupon_code'])
    for (const code of ['MANY', 'many', ['IN', ['x', 'maNY']], ['LIKE', 'an']])
      expect((await found({ [field]: code })).sort(), JSON.stringify(code)).toEqual([orders[0], orders[2]]);
  expect(await found({ coupon_code: 'man' })).toEqual([]);
});
