// Several operations in one call.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeForm } from '../../../src/http/form/form.ts';
import { must } from '../../../src/kernel/result.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { PASSWORD, registration } from '../accounts/accounts.ts';
import { failed } from '../orders/checkout-shop.ts';
import { CREDENTIALS, Goods, freeLine, line, openShop, warmPrinting } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

let shop: ReturnType<typeof openShop>;
beforeAll(() => warmPrinting());
beforeEach(() => {
  shop = openShop();
});

const call = (request: string, args?: unknown): object => ({ request, ...(args !== undefined && { args }) });

describe('aggregate', () => {
  test('parts run in order, each reply under its key', async () => {
    const session = await shop.session();
    const reply = await shop.call('aggregate', {
      pipe: {
        first: call('get_status'),
        cart: call('get_cart', { session }),
        list: call('get_categories', { id_parent: '0' }),
      },
    });
    expect(Object.keys(reply)).toEqual(['object', 'aggregate_first', 'aggregate_cart', 'aggregate_list']);
    expect(reply.object).toBe('aggregate');
    expect(reply.aggregate_first).toEqual(await shop.call('get_status'));
    expect(reply.aggregate_cart).toEqual(await shop.call('get_cart', { session }));
  });

  test('the order is the one sent, also where keys are digits and in a JSON body', async () => {
    const text =
      '{ "b": {"request":"get_categories","args":{"id_parent":0}},\n "10":{"request":"get_status"} ,"2":{"request":"get_payment_methods","args":"[]"}, "\\u0031":{"request":"get_status"}}';
    const order = ['object', 'aggregate_b', 'aggregate_10', 'aggregate_2', 'aggregate_1'];
    expect(Object.keys(await shop.call('aggregate', { pipe: text }))).toEqual(order);
    expect(await shop.call('aggregate', { pipe: text.replace('get_payment_methods', 'none') })).toMatchObject({
      object: 'error',
      param: '2',
      aggregate_10: { object: 'status' },
    });
    for (const [contentType, body] of [
      ['application/json', JSON.stringify({ ...CREDENTIALS, request: 'aggregate' }).replace(/}$/, `,"pipe":${text}}`)],
      ['application/json', JSON.stringify({ ...CREDENTIALS, pipe: text, request: 'aggregate' })],
      [
        'application/x-www-form-urlencoded',
        `pipe=${encodeURIComponent(text)}&${new URLSearchParams({ ...CREDENTIALS, request: 'aggregate' }).toString()}`,
      ],
      [
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="pipe"\r\n\r\n${text}\r\n${Object.entries({
          ...CREDENTIALS,
          request: 'aggregate',
        })
          .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join('')}--b--\r\n`,
      ],
    ] as const) {
      const fields = decodeForm(contentType, Buffer.from(body), { bodyFieldsMax: 200, fieldNameBytesMax: 256 });
      must(fields.ok, 'a form is decoded');
      expect(Object.keys(JSON.parse((await shop.send(fields.value)).text) as object), contentType).toEqual(order);
    }
  });

  test('args in both styles: JSON values and their text, one by one and as a whole; nothing in every form', async () => {
    const session = await shop.session();
    const attributes = [{ lang: 'de_DE', name: 'gift', value: 'yes' }];
    const lines = [
      freeLine(session, 1.5, { quantity: 2, attributes }),
      freeLine(session, '1.50', { quantity: '2', attributes: JSON.stringify(attributes) }),
      JSON.stringify(freeLine(session, 1.5, { quantity: '2', attributes: JSON.stringify(attributes) })),
    ];
    for (const [at, args] of lines.entries()) {
      const { aggregate_a: cart } = await shop.call<{ aggregate_a: { contents: object[] } }>('aggregate', {
        pipe: { a: call('add_to_cart', args) },
      });
      expect(cart.contents[at], JSON.stringify(cart)).toMatchObject({
        quantity: 2,
        sum_price: 3,
        attributes: { gift: { value: 'yes' } },
      });
    }
    for (const args of [undefined, null, '', 'undefined', {}, [], '[]', '{}']) {
      expect(
        await shop.call('aggregate', { pipe: { a: call('get_status', args) } }),
        JSON.stringify(args),
      ).toMatchObject({ aggregate_a: { object: 'status' } });
    }
    for (const args of [5, true, 'x', '[1]', [1], '{"a":', '{"a":"\\u0000"}']) {
      expect(
        await shop.call('aggregate', { pipe: { a: call('get_status'), b: call('get_status', args) } }),
        JSON.stringify(args),
      ).toMatchObject({ message: 'PARAMETER_INVALID', param: 'b' });
    }
  });

  /** A third of them at a time. */
  test.each([0, 1, 2])('every operation may be a part, and says what it says alone (%d of 3)', async (third) => {
    const goods = await Goods.open();
    const [id, session] = [await goods.stocked(5), await goods.shop.session()];
    await goods.shop.call('add_to_cart', line(session, id));
    const { id_order } = await goods.shop.call<Checkout>('checkout', { session });
    const args: { readonly [request: string]: Given } = {
      get_product_details: { id_product: id },
      get_cart: { session },
      get_order_by_id: { id_order },
      get_invoice: { id_order, args: { format: 'pdf' } },
      search_products: { constraint: { price: ['>', 1] } },
    };
    for (const request of [...OPERATIONS.keys()].filter((name, at) => name !== 'aggregate' && at % 3 === third)) {
      const part = { request, args: args[request] ?? {} };
      const alone = await goods.shop.admin(request, part.args);
      const { aggregate_a: inside, ...rest } = await goods.shop.admin('aggregate', { pipe: { a: part } });
      if (alone.object === 'error')
        expect([rest.message, rest.param, inside], request).toEqual([alone.message, 'a', alone]);
      else expect((inside as Reply).object, request).toBe(alone.object);
    }
    for (const request of Object.keys(args).filter((_, at) => at % 3 === third)) {
      const reply = await goods.shop.admin('aggregate', { pipe: { a: { request, args: args[request] } } });
      if (request !== 'get_invoice')
        expect(reply.aggregate_a, request).toEqual(await goods.shop.admin(request, args[request]));
      else
        expect(Buffer.from(String((reply.aggregate_a as Reply)['invoice']), 'base64').toString('latin1', 0, 5)).toBe(
          '%PDF-',
        );
    }
  });

  test('what takes its time keeps its place: a registration, its login, its logout', async () => {
    const account = registration('anna');
    const { aggregate_r: made } = await shop.call<{ aggregate_r: Reply }>('aggregate', {
      pipe: { r: call('register_user', account) },
    });
    expect(made).toMatchObject({ object: 'register_user', status: 'SUCCESS' });
    const session = await shop.session();
    const pipe = {
      verify: call('verify_user', { id_user: made['id_user'], session_id: made['session_id'] }),
      login: call('login_user', { session, username: 'anna', password: PASSWORD }),
      who: call('get_user_data', { session }),
      logout: call('logout_user', { session }),
      nobody: call('get_user_data', { session }),
    };
    const reply = await shop.call('aggregate', { pipe });
    expect(reply).toMatchObject({
      object: 'error',
      param: 'nobody',
      aggregate_login: { status: 'SUCCESS' },
      aggregate_who: { username: 'anna' },
      aggregate_logout: { status: 'SUCCESS' },
    });
  });

  test('a later part sees what an earlier one wrote', async () => {
    const session = await shop.session();
    const line = freeLine(session, '1.50', { quantity: '2' });
    const reply = await shop.call<{ aggregate_b: { sum: number } }>('aggregate', {
      pipe: { a: call('add_to_cart', line), b: call('get_cart', { session }) },
    });
    expect(reply.aggregate_b.sum).toBe(3);
  });

  test('what runs after the failing part does not run, what ran before is shown', async () => {
    const before = await shop.call<{ changelog_count: number }>('get_status');
    const reply = await shop.call('aggregate', {
      pipe: {
        one: call('get_new_session'),
        two: call('get_cart', { session: 'nobody' }),
        three: call('get_new_session'),
      },
    });
    expect(reply).toMatchObject({
      object: 'error',
      status: 'error',
      message: 'SESSION_INVALID',
      param: 'two',
      aggregate_one: { object: 'session' },
    });
    expect(reply['aggregate_two']).toEqual(await shop.call('get_cart', { session: 'nobody' }));
    expect(reply).not.toHaveProperty('aggregate_three');
    expect((await shop.call('get_status')).changelog_count).toBe(before.changelog_count + 1);
  });

  test('a verdict of no is a failure too', async () => {
    const session = await shop.session();
    expect(
      await shop.call('aggregate', { pipe: { a: call('checkout', { session }), b: call('get_status') } }),
    ).toMatchObject({
      object: 'error',
      message: 'CART_EMPTY',
      param: 'a',
      aggregate_a: failed('CART_EMPTY', 'session'),
    });
  });

  test('keys of the bundle and of its parts are not taken for one another', async () => {
    const open = async (key: string, part: string): Promise<unknown> =>
      (await shop.call('aggregate', { pipe: { [part]: call('get_new_session') } }, { key }))[`aggregate_${part}`];
    const first = await open('a b', 'c');
    expect(await open('a', 'b c')).not.toEqual(first);
    expect(await open('a b', 'c')).toEqual(first);
  });

  test('the secret key is inherited, and never gained', async () => {
    const pipe = {
      a: call('get_status', { licence_secret_key: 'wrong' }),
      b: call('create_category', { id_parent: 0, name: 'Hats', labels: {}, seo: {}, attributes: {} }),
    };
    expect(await shop.call('aggregate', { pipe })).toMatchObject({ message: 'PERMISSION_DENIED', param: 'b' });
    expect(await shop.call('aggregate', { pipe }, { secret: true })).toMatchObject({ object: 'aggregate' });
  });

  test('repeated with its key it has the outcome of the first', async () => {
    const pipe = {
      a: call('get_new_session'),
      b: call('create_category', { id_parent: 0, name: 'Hats', labels: {}, seo: {}, attributes: {} }),
    };
    const first = await shop.call('aggregate', { pipe }, { secret: true, key: 'k1' });
    expect(first.object).toBe('aggregate');
    expect(await shop.call('aggregate', { pipe }, { secret: true, key: 'k1' })).toEqual(first);
  });

  test('a pipe in bracketed fields, which no client of today sends, is none', async () => {
    const fields = { ...CREDENTIALS, request: 'aggregate', 'pipe[a][request]': 'get_status', 'pipe[a][args][x]': '1' };
    expect(JSON.parse((await shop.send(fields)).text)).toMatchObject({ message: 'PARAMETER_MISSING', param: 'pipe' });
  });

  test.each([
    ['no pipe', undefined, 'PARAMETER_MISSING', 'pipe'],
    ['no JSON', '{"a":', 'PARAMETER_INVALID', 'pipe'],
    ['a part without a request', { a: { args: {} } }, 'PARAMETER_INVALID', 'pipe'],
    [
      '101 parts',
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, call('get_status')])),
      'PARAMETER_INVALID',
      'pipe',
    ],
    ['an aggregate inside', { a: call('get_status'), b: call('aggregate', { pipe: {} }) }, 'PARAMETER_INVALID', 'b'],
    ['a part that is none', { a: null }, 'PARAMETER_INVALID', 'pipe'],
    ['a part that is none, by a name of two lines', { 'a\nb': null }, 'PARAMETER_INVALID', 'pipe'],
    ['a key without a letter', { '': call('get_status') }, 'PARAMETER_INVALID', 'pipe'],
    ['a key of 256 letters', { ['k'.repeat(256)]: call('get_status') }, 'PARAMETER_INVALID', 'pipe'],
    ['a list', [call('get_status')], 'PARAMETER_INVALID', 'pipe'],
    ['an unknown request', { a: call('get_nothing') }, 'REQUEST_NOT_VALID', 'a'],
  ])('refuses %s', async (_what, pipe, message, param) => {
    expect(await shop.call('aggregate', { pipe })).toMatchObject({ object: 'error', message, param });
  });

  test('100 parts are allowed, an empty pipe answers nothing', async () => {
    const pipe = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, call('get_status')]));
    expect(Object.keys(await shop.call('aggregate', { pipe }))).toHaveLength(101);
    expect(await shop.call('aggregate', { pipe: {} })).toEqual({ object: 'aggregate' });
  });
});
