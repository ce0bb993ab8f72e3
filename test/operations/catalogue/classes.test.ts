// Catches classes and attributes that are accepted half, named twice, or shown wrongly.
import { describe, expect, test } from 'vitest';
import type { Json, Reply, TestShop } from '../shop.ts';
import { openShop } from '../shop.ts';

const TYPES = ['CHAR', 'TXT', 'HTML', 'FLOAT', 'INT', 'BOOL', 'DATE', 'IMG', 'PRODUCTS'] as const;

const define = (shop: TestShop, classId: number, attributes: Json): Promise<Reply> =>
  shop.admin('create_class_attributes', { id_class: classId, attributes });

test('create_class: every type; a name is given once; other types are refused', async () => {
  const shop = openShop();
  for (const [at, type] of ['product', 'content', 'warehouse_entity', 'user'].entries()) {
    expect(await shop.admin('create_class', { name: `c ${type}`, type })).toEqual({
      object: 'create_class',
      id: String(at + 1),
    });
  }
  await shop.adminRefused(
    'create_class',
    { name: 'c product', type: 'content' },
    'CLASS_NAME_ALREADY_IN_USE',
    'c product',
  );
  await shop.adminRefused('create_class', { name: 'x', type: 'thing' }, 'PARAMETER_INVALID', 'type');
  await shop.adminRefused('create_class', { name: 'x' }, 'PARAMETER_MISSING', 'type');
  await shop.adminRefused('create_class', { type: 'user' }, 'PARAMETER_MISSING', 'name');
  await shop.adminRefused('create_class', { name: '', type: 'user' }, 'CLASS_NAME_NOT_VALID', 'name');
  await shop.adminRefused('create_class', { name: 'x'.repeat(256), type: 'user' }, 'CLASS_NAME_NOT_VALID', 'name');
  await shop.refused('create_class', { name: 'x', type: 'user' }, 'PERMISSION_DENIED');
});

test('get_class_details: the class with its attributes keyed by name', async () => {
  const shop = openShop();
  const id = await shop.make('create_class', { name: 'product', type: 'product' });
  const reply = await define(shop, id, [
    { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 }, en_EN: { label: 'Price', value: 0 } },
    { name: '10', type: 'TXT' },
  ] as Json);
  expect(reply).toMatchObject({ object: 'error', message: 'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID' });
  expect(
    await define(shop, id, [
      { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 }, en_EN: { label: 'Price', value: 0 } },
      { name: 'text', type: 'TXT', de_DE: { label: 'Text', value: 'vorab' } },
    ]),
  ).toEqual({ object: 'create_class_attributes', status: 'success' });
  const shown = await shop.admin('get_class_details', { id_class: id, language: 'en_EN' });
  expect(shown).toEqual({
    object: 'class',
    id,
    name: 'product',
    type: 'product',
    creation_date: '2026-01-02 03:04:05',
    attributes: {
      price: { type: 'FLOAT', id: expect.any(Number), name: 'price', label: 'Price', value: 0 },
      text: { type: 'TXT', id: expect.any(Number), name: 'text', label: 'Text', value: 'vorab' },
    },
  });
  expect(await shop.call('get_class_details', { id_class: id }), 'P2 sends neither language nor key').toMatchObject({
    object: 'class',
  });
  await shop.refused('get_class_details', { id_class: 99, language: 'de_DE' }, 'CLASS_NOT_FOUND', 99);
  await shop.refused('get_class_details', {}, 'PARAMETER_MISSING', 'id_class');
});

test('get_class_details needs the secret key in a shop that insists', async () => {
  const shop = openShop({ config: { strictSecretKey: true } });
  const id = await shop.make('create_class', { name: 'c', type: 'product' });
  await shop.refused('get_class_details', { id_class: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  expect(await shop.admin('get_class_details', { id_class: id })).toMatchObject({ object: 'class' });
});

test('create_class_attributes is all or nothing', async () => {
  const shop = openShop();
  const id = await shop.make('create_class', { name: 'c', type: 'product' });
  const refused = (attributes: Json, code: string, param?: string): Promise<Reply> =>
    shop.adminRefused('create_class_attributes', { id_class: id, attributes }, code, param);
  await define(shop, id, [{ name: 'a', type: 'TXT' }]);
  await refused(
    [
      { name: 'b', type: 'TXT' },
      { name: 'a', type: 'TXT' },
    ],
    'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE',
    'a',
  );
  await refused(
    [
      { name: 'b', type: 'TXT' },
      { name: 'b', type: 'INT' },
    ],
    'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE',
    'b',
  );
  await refused(
    [
      { name: 'b', type: 'TXT' },
      { name: 'a b', type: 'TXT' },
    ],
    'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID',
    'a b',
  );
  await refused([{ name: 'b', type: 'FLOAT', de_DE: { label: 'B', value: 'x' } }], 'SHOPOBJECT_ATTRIBUTE_INVALID', 'b');
  await refused([{ name: 'b', type: 'SHAPE' }], 'PARAMETER_INVALID', 'attributes');
  await refused([{ name: 'b' }], 'PARAMETER_INVALID', 'attributes');
  await refused({ name: 'b', type: 'TXT' }, 'PARAMETER_INVALID', 'attributes');
  await shop.adminRefused('create_class_attributes', { id_class: 9, attributes: [] }, 'CLASS_NOT_FOUND', 9);
  await shop.adminRefused('create_class_attributes', { id_class: id }, 'PARAMETER_MISSING', 'attributes');
  const shown = await shop.admin<{ attributes: Reply }>('get_class_details', { id_class: id });
  expect(Object.keys(shown.attributes)).toEqual(['a']);
});

test('attribute ids differ over all classes', async () => {
  const shop = openShop();
  const ids = new Set<unknown>();
  for (const name of ['a', 'b', 'c']) {
    const id = await shop.make('create_class', { name, type: 'content' });
    await define(
      shop,
      id,
      TYPES.map((type) => ({ name: `x${type}`, type })),
    );
    const shown = await shop.admin<{ attributes: { [name: string]: { id: number } } }>('get_class_details', {
      id_class: id,
    });
    for (const one of Object.values(shown.attributes)) ids.add(one.id);
  }
  expect(ids.size).toBe(3 * TYPES.length);
});

describe('attribute types', () => {
  const withTypes = async (): Promise<TestShop> => {
    const shop = openShop();
    const id = await shop.make('create_class', { name: 'all', type: 'product' });
    await define(
      shop,
      id,
      TYPES.map((type) => ({ name: type, type, de_DE: { label: `L ${type}` } })),
    );
    return shop;
  };
  const make = (shop: TestShop, values: { readonly [name: string]: Json }): Promise<Reply> =>
    shop.admin('create_product', { class: 'all', name: 'p', shop_active: 1, attributes: { de_DE: values } });
  const shown = async (shop: TestShop, type: string): Promise<unknown> => {
    const product = await shop.call<{ attributes: { [name: string]: unknown } }>('get_product_details', {
      id_product: 1,
    });
    return product.attributes[type];
  };

  test.each([
    ['CHAR', ''],
    ['TXT', ''],
    ['HTML', ''],
    ['FLOAT', 0],
    ['INT', 0],
    ['BOOL', 0],
    ['DATE', ''],
    ['PRODUCTS', []],
  ])('%s without a value shows %j', async (type, value) => {
    const shop = await withTypes();
    await make(shop, {});
    expect(await shown(shop, type)).toEqual({ type, id: expect.any(Number), name: type, label: `L ${type}`, value });
  });

  test.each([
    ['CHAR', 'ä "<>&'],
    ['TXT', 'two\nlines'],
    ['HTML', '<b onclick="x()">&amp;</b>'],
    ['FLOAT', 12.5],
    ['INT', -3],
    ['BOOL', 1],
    ['DATE', '2026-12-31'],
    ['DATE', '2026-12-31 23:59:59'],
  ])('%s gives back %j as it came', async (type, value) => {
    const shop = await withTypes();
    expect(await make(shop, { [type]: value })).toMatchObject({ object: 'create_product' });
    expect(await shown(shop, type)).toMatchObject({ value });
  });

  test.each([
    ['FLOAT', '123', 123],
    ['FLOAT', '', 0],
    ['INT', '7', 7],
    ['BOOL', 'true', 1],
    ['BOOL', false, 0],
    ['CHAR', 5, '5'],
    ['CHAR', null, ''],
    ['PRODUCTS', '', []],
  ])('%s takes %j as %j', async (type, given, value) => {
    const shop = await withTypes();
    expect(await make(shop, { [type]: given as Json })).toMatchObject({ object: 'create_product' });
    expect(await shown(shop, type)).toMatchObject({ value });
  });

  test.each([
    ['CHAR', 'x'.repeat(256)],
    ['CHAR', ['x']],
    ['TXT', { a: 1 }],
    ['FLOAT', 'ten'],
    ['FLOAT', '1,5'],
    ['INT', 1.5],
    ['INT', '1e400'],
    ['BOOL', 'maybe'],
    ['BOOL', 2],
    ['DATE', '31.12.2026'],
    ['DATE', '2026-13-01'],
    ['DATE', 5],
    ['IMG', { url: 'x' }],
    ['IMG', 'x'.repeat(2049)],
    ['PRODUCTS', ['x']],
    ['PRODUCTS', [0]],
    ['PRODUCTS', 'x'],
  ])('%s refuses %j', async (type, given) => {
    const shop = await withTypes();
    const params = { class: 'all', name: 'p', shop_active: 1, attributes: { de_DE: { [type]: given } } };
    await shop.adminRefused('create_product', params, 'SHOPOBJECT_ATTRIBUTE_INVALID', type);
  });

  test('IMG is a URL with width and height, as texts; without pixels they are empty', async () => {
    const shop = await withTypes();
    await make(shop, { IMG: { value: 'https://x/y.png', width: 30, height: '40' } });
    expect(await shown(shop, 'IMG')).toEqual({
      type: 'IMG',
      id: expect.any(Number),
      name: 'IMG',
      label: 'L IMG',
      value: 'https://x/y.png',
      width: '30',
      height: '40',
    });
    await shop.make('create_product', {
      class: 'all',
      name: 'q',
      shop_active: 1,
      attributes: { de_DE: { IMG: 'https://x/z.png' } },
    });
    const product = await shop.call<{ attributes: Reply }>('get_product_details', { id_product: 2 });
    expect(product.attributes['IMG']).toMatchObject({ value: 'https://x/z.png', width: '', height: '' });
  });

  test('PRODUCTS shows whole products, of which the active and existing ones', async () => {
    const shop = await withTypes();
    await make(shop, {});
    await shop.make('create_product', { class: 'all', name: 'hidden', shop_active: 0 });
    const gone = await shop.make('create_product', { class: 'all', name: 'gone' });
    const id = await shop.make('create_product', {
      class: 'all',
      name: 'r',
      shop_active: 1,
      attributes: { de_DE: { PRODUCTS: [1, 2, '1', gone] } },
    });
    await shop.admin('delete_product', { id_product: gone });
    const product = await shop.call<{
      attributes: { PRODUCTS: { value: { id: number; object: string; metadata?: unknown }[] } };
    }>('get_product_details', { id_product: id });
    expect(product.attributes.PRODUCTS.value.map(({ id, object }) => [object, id])).toEqual([
      ['product', 1],
      ['product', 1],
    ]);
  });

  test('an attribute that the class lacks is refused by name', async () => {
    const shop = await withTypes();
    const params = { class: 'all', name: 'p', shop_active: 1, attributes: { de_DE: { colour: 'red' } } };
    await shop.adminRefused('create_product', params, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'colour');
  });
});
