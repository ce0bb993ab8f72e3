// Differences from the specification that were found once and must not come back.
import { describe, expect, test } from 'vitest';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { CREDENTIALS, Goods, SECRET, line, makePart, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
};

const answer = async (
  shop: TestShop,
  fields: { readonly [name: string]: unknown },
  key = '',
): Promise<{ message?: string; object: string }> => {
  const { text } = await shop.send({ ...CREDENTIALS, ...fields }, key);
  // A fault is part of what is reported here.
  shop.faults.length = 0;
  return JSON.parse(text) as { message?: string; object: string };
};

describe('dispatch', () => {
  test.each([[{ toString: 1, valueOf: 1 }], [nested(20_000)]])(
    'a JSON body whose request is no text is answered (it ended the process)',
    async (request) => {
      const shop = openShop();
      expect(() => shop.dispatch.call({ ...CREDENTIALS, request }, '', () => {})).not.toThrow();
    },
  );

  test.each(['constructor', 'toString', '__proto__'])(
    'request %s names no operation (it was taken for a planned one)',
    async (request) => {
      expect(await answer(openShop(), { request })).toMatchObject({ message: 'REQUEST_NOT_VALID' });
    },
  );

  test('an idempotency key beside a field nested deep is no fault', async () => {
    const reply = await answer(openShop(), { request: 'get_new_session', x: nested(20_000) }, 'k');
    expect(reply.message).not.toBe('INTERNAL_ERROR');
  });

  test('an idempotency key that cannot be a text is no fault', async () => {
    const reply = await answer(openShop(), {
      request: 'get_new_session',
      idempotency_key: { toString: 1, valueOf: 1 },
    });
    expect(reply.message).not.toBe('INTERNAL_ERROR');
  });

  test('a secret key of JSON null is none (it was a wrong one)', async () => {
    expect(await answer(openShop(), { request: 'get_status', licence_secret_key: null })).toMatchObject({
      object: 'status',
    });
  });

  test('checkout with dry_run=1 places no order', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, await goods.product(10)));
    expect(await goods.shop.call('checkout', { session, dry_run: 1 })).toMatchObject({
      id_order: 0,
      session: '',
      cart: { sum: 10 },
    });
  });
});

describe('domain: names that every JavaScript object has', () => {
  test.each(['constructor', 'toString', 'valueOf'])(
    'language %s falls back like any other (it showed a function)',
    async (language) => {
      const goods = await Goods.open();
      await goods.shop.make('create_category', { id_parent: 0, name: 'c', labels: { de_DE: 'Deutsch' } });
      const reply = await goods.shop.call<{ categories: { label: unknown }[] }>('get_categories', {
        id_parent: 0,
        language,
      });
      expect(reply.categories.at(-1)!.label).toBe('Deutsch');
    },
  );

  test('name_field=constructor does not name the line after a function', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    const cart = await goods.shop.call<{ contents: { name: string }[] }>(
      'add_to_cart',
      line(session, await goods.product(1), { name_field: 'constructor' }),
    );
    expect(cart.contents[0]!.name).toBe('product 1');
  });

  test('an attribute named constructor is empty where nobody gave it a value (it showed {})', async () => {
    const goods = await Goods.open();
    await goods.shop.admin('create_class_attributes', {
      id_class: 1,
      attributes: [{ name: 'constructor', type: 'CHAR' }],
    });
    const product = await goods.shop.call<{ attributes: { [name: string]: { value: unknown } } }>(
      'get_product_details',
      {
        id_product: await goods.product(),
      },
    );
    expect(product.attributes['constructor']!.value).toBe('');
  });
});

describe('domain', () => {
  test('what is backordered of a bound product is counted in pieces of the product, not of the part', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    await makePart(shop, 'S', 'screw');
    const id = await goods.product(1, { availability: { active: 1, allow_override: 1 } });
    await shop.admin('add_binding', { id_product: id, element_number: 'S', quantity: 4 });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id, { quantity: 2 }));
    const { id_order } = await shop.call('checkout', { session });
    const order = await shop.call('get_order_by_id', { id_order });
    expect(order['backordered']).toEqual([{ id_product: id, quantity: 2 }]);
  });

  const odd = { id: { toString: 1 } };
  test.each([
    [{ categories: null }],
    [[null]],
    [[1, null]],
    [{ categories: [null] }],
    [[odd]],
    [{ categories: [odd] }],
    [{ categories: odd }],
    [[[1]]],
    [[true]],
  ])('categories %j are refused (it was a fault)', async (categories) => {
    const goods = await Goods.open();
    const id_product = await goods.product();
    await goods.shop.adminRefused('update_product', { id_product, categories }, 'PARAMETER_INVALID', 'categories');
  });

  test('a DATE that no calendar has is refused', async () => {
    const goods = await Goods.open();
    await goods.shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name: 'day', type: 'DATE' }] });
    const params = { class: 'product', name: 'x', attributes: { de_DE: { day: '2026-02-30' } } };
    await goods.shop.adminRefused('create_product', params, 'SHOPOBJECT_ATTRIBUTE_INVALID', 'day');
  });
});

describe('engine', () => {
  test('verify finds no fault with a sound shop that has no order yet (the first id is set beside the journal)', async () => {
    const shop = openShop();
    await shop.engine.close();
    const { findings } = await verifyStore(shop.journal, undefined);
    await shop.restart();
    expect(findings).toEqual([]);
  });
});

test('the secret of the harness is the right one', async () => {
  expect(await answer(openShop(), { request: 'get_status', licence_secret_key: SECRET })).toMatchObject({
    object: 'status',
  });
});
