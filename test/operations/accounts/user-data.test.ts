// What an account holds, its orders, and who may see it.
import { describe, expect, test } from 'vitest';
import { loggedIn, register, verified } from './accounts.ts';
import { ADDRESS_FIELDS } from '../address-fields.ts';
import { Goods, line, openShop } from '../shop.ts';
import type { Given, Json } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

const records = (values: { readonly [name: string]: string }): Json =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, { name, value: values[name] ?? '' }]));

const member = async (shop = openShop()) => {
  const account = await verified(shop, 'anna');
  return { shop, ...account, session: await loggedIn(shop, 'anna') };
};

describe('an account', () => {
  test('always shows the eleven standard attributes', async () => {
    const { shop, id, session } = await member();
    const shown = {
      object: 'get_user_data',
      id_user: id,
      username: 'anna',
      email: 'anna@example.org',
      default_language: 'de_DE',
      reg_date: '2026-01-02 03:04:05',
      first_login: '2026-01-02 03:04:05',
      last_login: '2026-01-02 03:04:05',
      status: 'active',
      session_id: session,
      security_level: 0,
      attributes: records({}),
      additional_attributes: {},
      addresses: [],
    };
    expect(await shop.call('get_user_data', { session })).toEqual(shown);
    expect(await shop.call('get_user_by_id', { id_user: id })).toEqual({ ...shown, session_id: '' });
  });

  test('takes what is sent and keeps the rest: empty text leaves, null clears', async () => {
    const { shop, session } = await member();
    const set = async (attributes: Given): Promise<void> =>
      expect(await shop.call('set_user_data', { session, attributes })).toEqual({
        object: 'set_user_data',
        status: 'SUCCESS',
      });
    const shown = async () => (await shop.call('get_user_data', { session }))['attributes'];
    await set({ firstname: 'Anna', lastname: 'Groß', number: 7, zip: '01067', email: 'Anna.Gross@example.org' });
    await set({ lastname: '', city: 'Köln', zip: null, country: undefined });
    expect(await shown()).toEqual(records({ firstname: 'Anna', lastname: 'Groß', number: '7', city: 'Köln' }));
    expect(await shop.call('get_user_data', { session })).toMatchObject({ email: 'Anna.Gross@example.org' });
    const sent = await shown();
    const { headSeq } = shop.engine;
    await set(sent as unknown as Given);
    expect(await shown(), 'what was shown may be sent back').toEqual(sent);
    expect(shop.engine.headSeq, 'and is no change').toBe(headSeq);
    await shop.restart();
    expect(await shown()).toEqual(sent);
  });

  test.each([
    ['an address that is none', { email: 'anna' }, 'EMAIL_IS_INVALID', 'email'],
    ['a cleared address', { email: null }, 'EMAIL_IS_INVALID', 'email'],
    ['the address of another', { email: 'BERT@example.org' }, 'EMAIL_IS_IN_USE', 'email'],
    ['256 characters', { city: 'x'.repeat(256) }, 'PARAMETER_INVALID', 'city'],
    ['a line end', { firstname: 'A', lastname: 'x\r\nBcc: y' }, 'PARAMETER_INVALID', 'lastname'],
    ['a tab', { street: 'a\tb' }, 'PARAMETER_INVALID', 'street'],
    ['a line end of Unicode', { zip: '1\u2028' }, 'PARAMETER_INVALID', 'zip'],
    ['a line end in an address', { email: 'a@example.org\r\nBcc: b@example.org' }, 'EMAIL_IS_INVALID', 'email'],
    ['a list for a text', { city: ['x'] }, 'PARAMETER_INVALID', 'city'],
    ['an attribute that nobody has', { shoe_size: 42 }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'shoe_size'],
    ['one that every object inherits', { constructor: 'x' }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'constructor'],
    ['a name of the account itself', { username: 'other' }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'username'],
  ])('%s is refused, and with it all that was sent', async (_name, attributes, code, param) => {
    const { shop, id, session } = await member();
    await verified(shop, 'bert');
    await shop.refused('set_user_data', { session, attributes: { firstname: 'A', ...attributes } }, code, param);
    await shop.adminRefused(
      'update_user_data',
      { id_user: id, attributes: { firstname: 'A', ...attributes } },
      code,
      param,
    );
  });

  test('the back office changes it by id', async () => {
    const { shop, id } = await member();
    expect(await shop.admin('update_user_data', { id_user: id, attributes: { firstname: 'Anna' } })).toEqual({
      object: 'update_user_data',
      status: 'success',
    });
    expect(await shop.call('get_user_by_id', { id_user: id })).toMatchObject({
      attributes: { firstname: { value: 'Anna' } },
    });
    await shop.refused('update_user_data', { id_user: id, attributes: {} }, 'PERMISSION_DENIED', 'licence_secret_key');
    await shop.adminRefused('update_user_data', { id_user: 99, attributes: {} }, 'USER_NOT_FOUND', 99);
    await shop.refused('get_user_by_id', { id_user: 99 }, 'USER_NOT_FOUND', 99);
  });

  test('nobody is logged in: refused', async () => {
    const shop = openShop();
    const session = await shop.session();
    for (const request of ['get_user_data', 'get_user_orders'])
      await shop.refused(request, { session }, 'USER_NOT_LOGGED_IN', 'session');
    await shop.refused('set_user_data', { session, attributes: {} }, 'USER_NOT_LOGGED_IN', 'session');
    for (const request of ['get_user_data', 'get_user_orders', 'set_user_data'])
      await shop.refused(request, { session: 'x', attributes: {} }, 'SESSION_INVALID', 'session');
  });
});

describe('the user class', () => {
  const attributes = [
    { name: 'shoe_size', type: 'INT', de_DE: { label: 'Schuhgröße', value: 40 } },
    { name: 'motto', type: 'CHAR' },
    { name: 'portrait', type: 'IMG' },
  ];

  test('gives additional attributes, checked against their type, with the class’s own values', async () => {
    const shop = openShop();
    const id_class = await shop.make('create_class', { name: 'user', type: 'user' });
    await shop.admin('create_class_attributes', { id_class, attributes });
    const { session } = await member(shop);
    const shown = async () => (await shop.call('get_user_data', { session }))['additional_attributes'];
    expect(await shown()).toEqual({
      shoe_size: { type: 'INT', name: 'shoe_size', value: 40 },
      motto: { type: 'CHAR', name: 'motto', value: '' },
      portrait: { type: 'IMG', name: 'portrait', value: '' },
    });
    await shop.call('set_user_data', {
      session,
      attributes: {
        shoe_size: '42',
        motto: 'Los!',
        portrait: { value: 'https://example.org/a.png', width: 3, height: '4' },
      },
    });
    expect(await shown()).toMatchObject({
      shoe_size: { value: 42 },
      motto: { value: 'Los!' },
      portrait: { value: 'https://example.org/a.png', width: 3, height: 4 },
    });
    await shop.refused(
      'set_user_data',
      { session, attributes: { shoe_size: 'big' } },
      'SHOPOBJECT_ATTRIBUTE_INVALID',
      'shoe_size',
    );
    await shop.call('set_user_data', { session, attributes: { shoe_size: null } });
    expect(await shown()).toMatchObject({ shoe_size: { value: 40 }, motto: { value: 'Los!' } });
    await shop.admin('delete_class_attributes', { id_class, attributes: ['motto'] });
    await shop.restart();
    expect(Object.keys((await shown()) as object)).toEqual(['shoe_size', 'portrait']);
  });

  test('made later, it holds for those who registered before', async () => {
    const { shop, session } = await member();
    const id_class = await shop.make('create_class', { name: 'user', type: 'user' });
    await shop.admin('create_class_attributes', { id_class, attributes });
    await shop.call('set_user_data', { session, attributes: { motto: 'Los!' } });
    expect(await shop.call('get_user_data', { session })).toMatchObject({
      additional_attributes: { motto: { value: 'Los!' } },
    });
    await shop.adminRefused('delete_class', { id_class }, 'CLASS_IN_USE', id_class);
  });
});

describe('orders', () => {
  const buy = async (goods: Goods, session: string, productId: number, details: Given): Promise<Checkout> => {
    await goods.shop.call('add_to_cart', line(session, productId));
    await goods.shop.call('set_order_details', { session, ...details });
    const placed = await goods.shop.call<Checkout>('checkout', { session });
    expect(placed.status).toBe('success');
    return placed;
  };

  test('a login on a session with a cart, checkout, and the history, newest first; the next session is logged in as well', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(10);
    await verified(shop, 'anna');
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    await loggedIn(shop, 'anna', session);
    const first = await buy(goods, session, id, {
      delivery_city: 'Köln',
      delivery_country: 'DE',
      invoice_city: 'Bonn',
    });
    expect(await shop.call('get_order_details', { session })).toMatchObject({
      order_type: { name: 'MEMBER_ORDER' },
      username_creator: 'anna',
    });
    const second = await buy(goods, first.session, id, { delivery_city: 'Köln', delivery_country: 'DE' });
    const guest = await shop.session();
    await buy(goods, guest, id, { delivery_city: 'Rom' });
    const history = async (): Promise<unknown> => shop.call('get_user_orders', { session });
    expect(await history()).toMatchObject({
      object: 'get_user_orders',
      orders: [
        {
          object: 'order',
          id: second.id_order,
          username: 'anna',
          payment_state: { label: 'Zahlung nicht erhalten' },
          cart: { sum: 10 },
        },
        { object: 'order', id: first.id_order, username: 'anna', cart: { sum: 20 } },
      ],
    });
    expect(await shop.call('get_user_data', { session })).toMatchObject({
      addresses: [
        { city: 'Köln', country: 'DE' },
        { city: 'Bonn', country: '' },
      ],
    });
    await shop.admin('update_order_details', { id_order: first.id_order, order_state: 'CLOSED' });
    const before = await history();
    expect(before).toMatchObject({ orders: [{ order_state: 'OPEN' }, { order_state: 'CLOSED' }] });
    await shop.restart();
    expect(shop.engine.tables.order.resident.size, 'orders rest on the disk until somebody asks').toBeLessThanOrEqual(
      3,
    );
    expect(await history()).toEqual(before);
    await shop.call('logout_user', { session });
    await shop.refused('get_user_orders', { session }, 'USER_NOT_LOGGED_IN');
  });

  test('without orders the list is empty', async () => {
    const { shop, session } = await member();
    expect(await shop.call('get_user_orders', { session })).toEqual({ object: 'get_user_orders', orders: [] });
  });

  test('more than the shop’s cap are cut, the newest first', async () => {
    const goods = await Goods.open({ config: { recordsMax: 1 } });
    const { shop } = goods;
    const id = await goods.product(10);
    const { session } = await member(shop);
    const { session: next } = await buy(goods, session, id, {});
    expect(await shop.call('get_user_orders', { session })).toMatchObject({ orders: [{}] });
    await buy(goods, next, id, {});
    const { orders, records_max } = await shop.call<{ orders: { id: number }[]; records_max: number }>(
      'get_user_orders',
      { session },
    );
    expect([orders.map((order) => order.id), records_max]).toEqual([[10_002], 1]);
  });
});

test('with strict ownership users by id are shown to the back office and to themselves', async () => {
  const shop = openShop({ config: { ownership: 'strict' } });
  const { id, session } = await member(shop);
  const { id: other } = await register(shop, 'bert');
  expect(await shop.call('get_user_by_id', { id_user: id, session })).toMatchObject({ id_user: id });
  expect(await shop.admin('get_user_by_id', { id_user: other })).toMatchObject({ id_user: other });
  await shop.refused('get_user_by_id', { id_user: other, session }, 'PERMISSION_DENIED', other);
  await shop.refused('get_user_by_id', { id_user: other }, 'PERMISSION_DENIED', other);
  await shop.refused('get_user_by_id', { id_user: 99 }, 'PERMISSION_DENIED', 99);
});

test('with strict ownership orders by id are shown to the back office, to their user and to the session that placed them', async () => {
  const goods = await Goods.open({ config: { ownership: 'strict' } });
  const { shop } = goods;
  const id = await goods.product(10);
  const { session } = await member(shop);
  await shop.call('add_to_cart', line(session, id));
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  const guest = await shop.session();
  await shop.call('add_to_cart', line(guest, id));
  const { id_order: guests } = await shop.call<Checkout>('checkout', { session: guest });
  expect(await shop.call('get_order_by_id', { id_order, session: await loggedIn(shop, 'anna') })).toMatchObject({
    id: id_order,
  });
  expect(await shop.call('get_order_by_id', { id_order: guests, session: guest })).toMatchObject({ id: guests });
  expect(await shop.admin('get_order_by_id', { id_order })).toMatchObject({ id: id_order });
  for (const stranger of [guest, await shop.session(), ''])
    await shop.refused('get_order_by_id', { id_order, session: stranger }, 'PERMISSION_DENIED', id_order);
  await shop.refused('get_order_by_id', { id_order: guests, session }, 'PERMISSION_DENIED', guests);
  await shop.refused('get_order_by_id', { id_order: 99 }, 'PERMISSION_DENIED', 99);
});
