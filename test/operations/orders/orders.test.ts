// Catches drafts and orders that lose a field, and states that change without being told to.
import { describe, expect, test } from 'vitest';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { ADDRESS_FIELDS, SHOWN_ADDRESS_FIELDS } from '../address-fields.ts';
import { Goods, line, openShop } from '../shop.ts';

const UNSET = { id: 0, name: 'not_specified' };

/** A placed order of two pieces out of five. */
const ordered = async (options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const productId = await goods.stocked(5);
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, productId, { quantity: 2 }));
  const { id_order } = await goods.shop.call<Checkout>('checkout', { session });
  const update = (given: Given): Promise<Reply> => goods.shop.admin('update_order_details', { id_order, ...given });
  const read = (): Promise<Reply> => goods.shop.call('get_order_by_id', { id_order, language: 'de_DE' });
  return { goods, productId, id_order, update, read, left: () => goods.left(productId) };
};

describe('draft orders', () => {
  test('a new session’s draft has every member, unset', async () => {
    const shop = openShop();
    const addresses = ['delivery', 'invoice'].flatMap((kind) =>
      SHOWN_ADDRESS_FIELDS.map((field) => [`${kind}_${field}`, '']),
    );
    expect(await shop.call('get_order_details', { session: await shop.session() })).toEqual({
      object: 'order_details',
      user: { id_user: 0, username: '' },
      order_payment_method: UNSET,
      order_delivery_method: UNSET,
      order_payment_state: UNSET,
      order_delivery_state: UNSET,
      order_state: UNSET,
      order_type: UNSET,
      order_number: '',
      username_creator: '',
      creation_date: '',
      username_modifier: '',
      modification_date: '',
      ...Object.fromEntries(addresses),
      note: '',
      email: '',
      phone: '',
      attributes: {},
    });
  });

  test('set_order_details answers with what it set, get_order_details with the same', async () => {
    const shop = openShop();
    const session = await shop.session();
    const texts = Object.fromEntries(
      ['delivery', 'invoice'].flatMap((kind) =>
        ADDRESS_FIELDS.map((field) => [`${kind}_${field}`, `${kind} ${field}`]),
      ),
    );
    const fields = { ...texts, delivery_country: 'CH', invoice_country: 'AT' };
    const set = await shop.call('set_order_details', {
      session,
      ...fields,
      id_payment_method: 2,
      id_delivery_method: 1,
      note: 'n\nm',
      email: 'e@x.example',
      phone: 'p',
      attributes: [
        { lang: 'de_DE', name: 'gift', value: 'yes' },
        { name: 'count', value: 3 },
      ],
    });
    expect(set).toMatchObject({
      ...fields,
      delivery_country_code: 'CH',
      invoice_country_code: 'AT',
      order_payment_method: { id: 2, name: 'PrePayment' },
      order_delivery_method: { id: 1, name: 'Standard' },
      note: 'n\nm',
      email: 'e@x.example',
      phone: 'p',
      attributes: { gift: { name: 'gift', value: 'yes' }, count: { name: 'count', value: '3' } },
    });
    expect(await shop.call('get_order_details', { session })).toEqual(set);
  });

  test('empty text and junk leave a field, JSON null clears it', async () => {
    const shop = openShop();
    const session = await shop.session();
    await shop.call('set_order_details', { session, email: 'e@x.example', note: 'n', id_payment_method: 3 });
    for (const empty of ['', 'undefined', 'NaN', '[object Object]', 'null']) {
      const set = await shop.call('set_order_details', {
        session,
        email: empty,
        note: empty,
        id_payment_method: empty,
        attributes: empty,
      });
      expect(set).toMatchObject({ email: 'e@x.example', note: 'n', order_payment_method: { id: 3, name: 'Cash' } });
    }
    const fields = {
      request: 'set_order_details',
      licence_username: 'shop_1',
      licence_password: 'password-1',
      session,
      email: null,
    };
    expect(JSON.parse((await shop.send(fields)).text)).toMatchObject({ email: '', note: 'n' });
  });

  test('methods that the shop does not have are refused', async () => {
    const shop = openShop();
    const session = await shop.session();
    await shop.refused('set_order_details', { session, id_payment_method: 99 }, 'PAYMENT_METHOD_NOT_FOUND', 99);
    await shop.refused('set_order_details', { session, id_delivery_method: 99 }, 'DELIVERY_METHOD_NOT_FOUND', 99);
    await shop.refused(
      'set_order_details',
      { session, id_payment_method: 'x' },
      'PARAMETER_INVALID',
      'id_payment_method',
    );
    await shop.refused(
      'set_order_details',
      { session, delivery_city: 'x'.repeat(256) },
      'PARAMETER_INVALID',
      'delivery_city',
    );
    await shop.refused('set_order_details', { email: 'x' }, 'PARAMETER_MISSING', 'session');
  });
});

describe('update_order_details', () => {
  test('changes fields and states, leaves what is not sent, and tells nothing but success', async () => {
    const { update, read, goods } = await ordered();
    goods.shop.nowMs += 60_000;
    expect(
      await update({
        delivery_city: 'Rom',
        order_state: 'PROCESSING',
        order_payment_state: 'PAYMENT_RECEIVED',
        id_payment_method: 3,
      }),
    ).toEqual({
      object: 'update_order_details',
      status: 'success',
    });
    expect(await update({ email: 'x@y.example', note: '', delivery_city: '' })).toMatchObject({ status: 'success' });
    expect(await read()).toMatchObject({
      order_delivery_city: 'Rom',
      order_email: 'x@y.example',
      order_state: 'PROCESSING',
      payment_state: { name: 'PAYMENT_RECEIVED', label: 'Zahlung erhalten' },
      delivery_state: { name: 'PROCESSING' },
      payment_method: 'Cash',
      creation_date: '2026-01-02 03:04:05',
      modification_date: '2026-01-02 03:05:05',
    });
  });

  test.each([
    ['order_state', ['OPEN', 'PROCESSING', 'CLOSED', 'CANCELED'], (order: Reply) => order['order_state']],
    [
      'order_payment_state',
      ['PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED'],
      (order: Reply) => (order['payment_state'] as Reply)['name'],
    ],
    [
      'order_delivery_state',
      ['PROCESSING', 'PARTIAL', 'CLOSED'],
      (order: Reply) => (order['delivery_state'] as Reply)['name'],
    ],
  ] as const)('%s goes from any listed value to any other', async (param, states, shown) => {
    const { update, read } = await ordered();
    for (const from of states) {
      for (const to of states) {
        for (const state of [from, to]) {
          expect(await update({ [param]: state })).toMatchObject({ status: 'success' });
          expect(shown(await read())).toBe(state);
        }
      }
    }
  });

  test('the same value again is no event', async () => {
    const { update, goods } = await ordered();
    const { headSeq } = goods.shop.engine;
    await update({
      order_state: 'OPEN',
      order_payment_state: 'PAYMENT_NOT_RECEIVED',
      order_delivery_state: 'PROCESSING',
    });
    expect(goods.shop.engine.headSeq).toBe(headSeq);
  });

  test('an order has at most 200 attributes, as a draft has', async () => {
    const { goods, id_order, update, read } = await ordered();
    const named = (from: number, to: number, value: string) =>
      Array.from({ length: to - from }, (_, at) => ({ lang: 'de_DE', name: `a${from + at}`, value }));
    expect(await update({ attributes: named(0, 150, 'x') })).toMatchObject({ status: 'success' });
    await goods.shop.adminRefused(
      'update_order_details',
      { id_order, attributes: named(100, 201, 'y') },
      'PARAMETER_INVALID',
      'attributes',
    );
    expect(await update({ attributes: named(100, 200, 'y') })).toMatchObject({ status: 'success' });
    expect(await update({ attributes: named(0, 100, 'z') })).toMatchObject({ status: 'success' });
    await goods.shop.adminRefused(
      'update_order_details',
      { id_order, note: 'n', attributes: named(200, 201, 'y') },
      'PARAMETER_INVALID',
      'attributes',
    );
    expect(await update({ note: 'kept' })).toMatchObject({ status: 'success' });
    const { attributes, order_note } = (await read()) as {
      attributes: { [name: string]: { value: string } };
      order_note: string;
    };
    expect([Object.keys(attributes).length, attributes['a0']!.value, attributes['a199']!.value, order_note]).toEqual([
      200,
      'z',
      'y',
      'kept',
    ]);
  });

  test('refusals', async () => {
    const { goods, id_order, read } = await ordered();
    const before = await read();
    const refused = (given: Given, code: string, param?: string | number) =>
      goods.shop.adminRefused('update_order_details', { id_order, delivery_city: 'x', ...given }, code, param);
    await refused({ id_order: 9 }, 'ORDER_NOT_FOUND', 9);
    await refused({ id_order: undefined }, 'PARAMETER_MISSING', 'id_order');
    for (const state of ['OPENED', 'SENT', '1'])
      await refused({ order_state: state }, 'PARAMETER_INVALID', 'order_state');
    await refused({ order_payment_state: 'OPEN' }, 'PARAMETER_INVALID', 'order_payment_state');
    await refused({ order_delivery_state: 'OPEN' }, 'PARAMETER_INVALID', 'order_delivery_state');
    await refused({ id_payment_method: 99 }, 'PAYMENT_METHOD_NOT_FOUND', 99);
    await refused({ id_delivery_method: 99 }, 'DELIVERY_METHOD_NOT_FOUND', 99);
    await goods.shop.refused('update_order_details', { id_order, order_state: 'CLOSED' }, 'PERMISSION_DENIED');
    expect(await read()).toEqual(before);
  });
});

describe('CANCELED', () => {
  test('returns exactly the stock that the order took, once; leaving takes it again', async () => {
    const { update, left } = await ordered();
    expect(await left()).toBe(3);
    for (const [state, stock] of [
      ['CANCELED', 5],
      ['CANCELED', 5],
      ['OPEN', 3],
      ['CLOSED', 3],
      ['CANCELED', 5],
      ['PROCESSING', 3],
    ] as const) {
      expect(await update({ order_state: state })).toMatchObject({ status: 'success' });
      expect(await left()).toBe(stock);
    }
  });

  test('leaving it fails as long as the stock is gone, and then nothing has changed', async () => {
    const { goods, update, left, read, productId, id_order } = await ordered();
    await update({ order_state: 'CANCELED' });
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, productId, { quantity: 4 }));
    const other = await goods.shop.call<Checkout>('checkout', { session });
    const params = { id_order, order_state: 'OPEN', delivery_city: 'Rom' };
    await goods.shop.adminRefused('update_order_details', params, 'SHOPOBJECT_NOT_AVAILABLE', productId);
    expect(await read()).toMatchObject({ order_state: 'CANCELED', order_delivery_city: '' });
    expect(await left()).toBe(1);
    await goods.shop.admin('update_order_details', { id_order: other.id_order, order_state: 'CANCELED' });
    expect(await update({ order_state: 'OPEN' })).toMatchObject({ status: 'success' });
    expect(await left()).toBe(3);
  });

  test('survives a restart: what was returned is not returned again', async () => {
    const { goods, update, left } = await ordered();
    await update({ order_state: 'CANCELED' });
    await goods.shop.restart();
    await update({ order_state: 'CANCELED' });
    expect(await left()).toBe(5);
    await update({ order_state: 'OPEN' });
    expect(await left()).toBe(3);
  });
});

describe('orderTransitions: strict', () => {
  const strict = { rules: { orderTransitions: 'strict' } } as const;

  test('regular arrows are allowed', async () => {
    const { update } = await ordered(strict);
    for (const state of ['PROCESSING', 'CLOSED', 'PROCESSING', 'OPEN', 'CANCELED', 'OPEN']) {
      expect(await update({ order_state: state })).toMatchObject({ status: 'success' });
    }
    for (const state of ['PARTIAL', 'CLOSED'])
      expect(await update({ order_delivery_state: state })).toMatchObject({ status: 'success' });
  });

  test.each([
    [{ order_state: 'CLOSED' }, { order_state: 'CANCELED' }, ['PROCESSING']],
    [{ order_state: 'CLOSED' }, { order_state: 'OPEN' }, ['PROCESSING']],
    [{ order_state: 'CANCELED' }, { order_state: 'CLOSED' }, ['OPEN']],
    [{ order_delivery_state: 'CLOSED' }, { order_delivery_state: 'PROCESSING' }, ['PARTIAL']],
  ])('from %j not to %j', async (from, to, allowed) => {
    const { goods, update, id_order, left } = await ordered(strict);
    await update(from);
    const stock = await left();
    const params = { id_order, order_payment_state: 'PAYMENT_RECEIVED', ...to };
    const reply = await goods.shop.adminRefused(
      'update_order_details',
      params,
      'ORDER_STATE_TRANSITION_INVALID',
      Object.values(to)[0],
    );
    for (const state of allowed) expect(reply['detail']).toContain(state);
    expect(await left()).toBe(stock);
    expect(await goods.shop.call('get_order_by_id', { id_order })).toMatchObject({
      payment_state: { name: 'PAYMENT_NOT_RECEIVED' },
    });
  });
});
