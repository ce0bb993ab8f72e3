// Catches a checkout that happens twice or half, and a session that shows another order than it placed.
import { describe, expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';
import { ADDRESS, failed, open } from './checkout-shop.ts';

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
    expect(await shop.call('get_order_details', { session }), 'nor whoever comes to the session').toMatchObject({
      order_type: { id: 0, name: 'not_specified' },
      delivery_lastname: '',
    });
    await loggedIn(shop, 'bert', session);
    expect(await shop.call('get_order_details', { session })).toMatchObject({ delivery_lastname: '' });
  });

  test('repeats a user’s checkout to that user alone: the next session is logged in', async () => {
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

  test('repeats a guest’s checkout also after the guest has logged in', async () => {
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
