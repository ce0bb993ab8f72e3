// What holds for every operation: credentials, names of operations, tolerance.
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { CREDENTIALS, Goods, SECRET, openShop } from '../shop.ts';

const parsed = async (sent: Promise<{ status: number; text: string }>): Promise<unknown> => {
  const { status, text } = await sent;
  expect(status).toBe(200);
  return JSON.parse(text);
};

const DENIED = {
  object: 'error',
  status: 'error',
  message: 'PERMISSION_DENIED',
  param: '',
  detail: expect.any(String),
};

describe('credentials', () => {
  test.each([
    ['no credentials', {}],
    ['no password', { licence_username: CREDENTIALS.licence_username }],
    ['no username', { licence_password: CREDENTIALS.licence_password }],
    ['a wrong password', { ...CREDENTIALS, licence_password: 'password-2' }],
    ['a wrong username', { ...CREDENTIALS, licence_username: 'shop_2' }],
    ['empty ones', { licence_username: '', licence_password: '' }],
    ['lists', { licence_username: ['shop_1'], licence_password: ['password-1'] }],
    ['another case', { ...CREDENTIALS, licence_username: 'SHOP_1' }],
    ['a wrong key where none is needed', { ...CREDENTIALS, licence_secret_key: 'x' }],
    ['the credentials of a closed channel', { licence_username: 'shut', licence_password: 'p' }],
    ['the password of another channel', { ...CREDENTIALS, licence_password: 'p' }],
  ])('%s', async (_what, fields) => {
    const shop = openShop();
    shop.openChannel({ licence_username: 'shut', licence_password: 'p' }, 's', false);
    for (const request of ['get_new_session', 'get_status', 'create_class', 'login_user', 'nonsense']) {
      const before = shop.engine.headSeq;
      expect(await parsed(shop.send({ request, ...fields }))).toEqual(DENIED);
      expect(shop.engine.headSeq).toBe(before);
    }
  });

  test('a right key is accepted everywhere; an empty or undefined one counts as none', async () => {
    const shop = openShop();
    for (const key of [SECRET, '', 'undefined', 'null']) {
      const reply = await parsed(shop.send({ request: 'get_status', ...CREDENTIALS, licence_secret_key: key }));
      expect(reply).toMatchObject({ object: 'status' });
    }
  });

  test('another channel’s key is wrong', async () => {
    const shop = openShop();
    shop.openChannel({ licence_username: 'two', licence_password: 'p' }, 's2');
    const fields = { request: 'get_status', licence_username: 'two', licence_password: 'p' };
    expect(await parsed(shop.send({ ...fields, licence_secret_key: 's2' }))).toMatchObject({ object: 'status' });
    expect(await parsed(shop.send({ ...fields, licence_secret_key: SECRET }))).toEqual(DENIED);
  });

  test('every operation that S marks [SK] needs the key, all others do without', async () => {
    const shop = openShop();
    const needs = [
      'create_category',
      'update_category',
      'delete_category',
      'create_product',
      'update_product',
      'create_variation',
      'delete_product',
      'create_content',
      'update_content',
      'delete_content',
      'create_class',
      'delete_class',
      'create_class_attributes',
      'delete_class_attributes',
      'update_order_details',
      'create_warehouse_entity',
      'update_warehouse_entity',
      'delete_warehouse_entity',
      'delete_binding',
      'create_coupons',
      'inventory_place',
      'inventory_take',
      'add_binding',
      'create_webhook',
      'update_webhook',
      'update_user_data',
      'create_channel',
      'get_report',
    ];
    // What Kontor adds is for the back office, what storefronts ask for aside.
    const added = [...OPERATIONS].flatMap(([name, { isExtension }]) => (isExtension ? [name] : []));
    const ofStorefronts = [
      'set_quantity',
      'set_context',
      'suggest_products',
      'search_clicked',
      'get_bought_together',
      'get_delivery_methods',
      'get_shop',
      'get_address_form',
      'get_rights',
      'get_cancellation_invoice',
      'get_credit_note',
      'announce_return',
      'withdraw_return',
      'get_returns',
      'add_return_picture',
      'get_return_picture',
      'begin_second_factor',
      'confirm_second_factor',
      'end_second_factor',
      'get_invitation',
      'accept_invitation',
      'make_first_owner',
      'get_record_details',
      'search_records',
    ];
    expect(added).toEqual(expect.arrayContaining(ofStorefronts));
    const extras = added.filter((name) => !ofStorefronts.includes(name));
    for (const request of OPERATIONS.keys()) {
      const reply = await shop.call<{ message?: string }>(request);
      expect([request, reply.message === 'PERMISSION_DENIED']).toEqual([
        request,
        [...needs, ...extras].includes(request),
      ]);
    }
  });

  test('no reply holds a credential', async () => {
    const shop = openShop();
    for (const request of [...OPERATIONS.keys(), 'nonsense']) {
      const text = await shop.text(request, { session: 'x' }, { secret: true });
      for (const secret of [SECRET, ...Object.values(CREDENTIALS)]) expect(text).not.toContain(secret);
    }
  });
});

describe('request', () => {
  test.each(['', 'nonsense', 'GET_CART', 'get_cart ', 'constructors', 'get-cart', '1'])(
    '%j names no operation',
    async (request) => {
      await openShop().refused(request, {}, 'REQUEST_NOT_VALID', 'request');
    },
  );

  test('without request', async () => {
    const shop = openShop();
    expect(await parsed(shop.send({ ...CREDENTIALS }))).toMatchObject({
      message: 'REQUEST_NOT_VALID',
      param: 'request',
    });
  });

  test('a long name is cut in the reply', async () => {
    const reply = await openShop().refused('x'.repeat(10_000), {}, 'REQUEST_NOT_VALID');
    expect(String(reply['detail']).length).toBeLessThan(200);
  });
});

describe('a JSON body', () => {
  test('values may be JSON themselves, and numbers numbers', async () => {
    const { shop } = await Goods.open();
    const fields = { request: 'create_product', ...CREDENTIALS, licence_secret_key: SECRET };
    const made = await parsed(
      shop.send({
        ...fields,
        class: 'product',
        name: 'n',
        shop_active: true,
        attributes: { de_DE: { price: 5 } },
        categories: ['goods'],
        seo: [],
      }),
    );
    expect(made).toEqual({ object: 'create_product', id: '1' });
    const reply = await parsed(
      shop.send({
        request: 'get_product_details',
        ...CREDENTIALS,
        id_product: 1,
        needed_attributes: ['price'],
        language: null,
      }),
    );
    expect(reply).toMatchObject({ attributes: { price: { value: 5 } } });
    const list = {
      request: 'get_products_in_category',
      ...CREDENTIALS,
      id_category: 1,
      right_limit: 0,
      order: null,
      order_columns: ['price'],
    };
    expect(await parsed(shop.send(list))).toMatchObject({ count: 1 });
  });

  test('values of the wrong kind are refused', async () => {
    const { shop } = await Goods.open();
    for (const id_product of [{}, [], [1], true, 1.5, -1, 1e300, null, { toString: 1 }]) {
      const reply = await parsed(shop.send({ request: 'get_product_details', ...CREDENTIALS, id_product }));
      expect(['PARAMETER_INVALID', 'PARAMETER_MISSING']).toContain((reply as { message: string }).message);
    }
  });
});

test('a reply waits for the disk and names object first', async () => {
  const shop = openShop();
  let answered = false;
  const reply = shop.text('get_new_session').then((text) => {
    answered = true;
    expect(shop.engine.durableSeq).toBe(shop.engine.headSeq);
    return text;
  });
  await Promise.resolve();
  expect(answered).toBe(false);
  expect(await reply).toMatch(/^\{"object":"session",/);
});
