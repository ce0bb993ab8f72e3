// Catches products that lose what was written, or show the wrong language.
import { describe, expect, test } from 'vitest';
import type { Given, Json, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';

const details = (goods: Goods, id: number, more: Given = {}): Promise<Reply> =>
  goods.shop.call('get_product_details', { id_product: id, language: 'de_DE', country: 'DE', ...more });

test('a product with everything, written and read back', async () => {
  const goods = await Goods.open();
  const sale = await goods.shop.make('create_category', {
    id_parent: goods.categoryId,
    name: 'sale',
    labels: { de_DE: 'Angebote' },
  });
  const reply = await goods.shop.admin('create_product', {
    class: 'product',
    name: 'Polar Jacket',
    shop_active: 1,
    attributes: { de_DE: { name: 'Jacke', price: 119.9 }, en_EN: { name: 'Jacket' } },
    seo: { de_DE: { permalink: 'polar-jacke', title: 'T', description: 'D', keywords: 'K' } },
    metadata: {
      element_number: 'E-1',
      ean: '4006381333931',
      taxclass: 'default',
      length: 1.5,
      width: '2',
      height: 3,
      weight: 0.25,
      notes: 'n',
    },
    availability: { quantity: 5, quantity_warning: 2, active: 1, allow_override: 0 },
    categories: [goods.categoryId, sale],
  });
  expect(reply).toEqual({ object: 'create_product', id: '1' });
  expect(await details(goods, 1)).toEqual({
    object: 'product',
    id: 1,
    name: 'Polar Jacket',
    creation_date: '2026-01-02 03:04:05',
    class: 'product',
    seo: { permalink: 'polar-jacke', title: 'T', description: 'D', keywords: 'K' },
    availability: { quantity: 5, quantity_warning: 2, allow_override: 0, active: 1 },
    metadata: {
      element_number: 'E-1',
      ean: '4006381333931',
      taxclass: { name: 'default', calculation: 'included', value: 0.19 },
      length: 1.5,
      width: 2,
      height: 3,
      weight: 0.25,
      notes: 'n',
    },
    categories: [
      expect.objectContaining({ id: goods.categoryId, name: 'goods', id_parent: 0 }),
      expect.objectContaining({
        id: sale,
        name: 'sale',
        id_parent: goods.categoryId,
        label: 'Angebote',
        attributes: {},
      }),
    ],
    attributes: {
      name: { type: 'CHAR', id: expect.any(Number), name: 'name', label: 'Name', value: 'Jacke' },
      short_description: { type: 'TXT', id: expect.any(Number), name: 'short_description', label: 'Kurz', value: '' },
      price: { type: 'FLOAT', id: expect.any(Number), name: 'price', label: 'Preis', value: 119.9 },
    },
    variations: [],
  });
  expect(await details(goods, 1, { language: 'en_EN' })).toMatchObject({
    attributes: { name: { value: 'Jacket' }, price: { value: 119.9 } },
  });
});

test('get_product_details without country, language or with junk for them means the shop’s own', async () => {
  const goods = await Goods.open();
  const id = await goods.product();
  const whole = await details(goods, id);
  for (const junk of [undefined, '', 'undefined', 'null', 'NaN', '[object Object]']) {
    expect(await details(goods, id, { language: junk, country: junk, needed_attributes: junk })).toEqual(whole);
  }
  expect(await details(goods, id, { country: 'de' })).toEqual(whole);
  expect(
    await details(goods, id, { unknown_field: 'x', order_columns: '["price"]' }),
    'unknown fields are ignored',
  ).toEqual(whole);
});

test('what is no product is refused', async () => {
  const goods = await Goods.open();
  await goods.shop.refused(
    'get_product_details',
    { id_product: 99, language: 'de_DE', country: 'DE' },
    'SHOPOBJECT_NOT_FOUND',
    99,
  );
  await goods.shop.refused('get_product_details', { id_product: 0 }, 'SHOPOBJECT_NOT_FOUND', 0);
  await goods.shop.refused('get_product_details', {}, 'PARAMETER_MISSING', 'id_product');
  for (const id_product of ['x', '-1', '1.5', 'undefined', '[]']) {
    await goods.shop.refused('get_product_details', { id_product }, 'PARAMETER_INVALID', 'id_product');
  }
});

describe('languages', () => {
  test('asked for, the shop’s own, any that has it, the class’s value, empty', async () => {
    const goods = await Goods.open();
    const id = await goods.product(1, {
      attributes: { fr_FR: { name: 'nom', short_description: 'court' }, de_DE: { name: 'Name' }, en_EN: { price: 3 } },
      seo: { fr_FR: { permalink: 'nom' } },
    });
    const shown = async (language: string): Promise<Json[]> => {
      const { attributes, seo } = await goods.shop.call<{
        attributes: { [name: string]: { value: Json } };
        seo: { permalink: string };
      }>('get_product_details', { id_product: id, language });
      return ['name', 'short_description', 'price'].map((name) => attributes[name]!.value).concat(seo.permalink);
    };
    expect(await shown('fr_FR')).toEqual(['nom', 'court', 3, 'nom']);
    expect(await shown('de_DE')).toEqual(['Name', 'court', 3, 'nom']);
    expect(await shown('xx')).toEqual(['Name', 'court', 3, 'nom']);
  });

  test('permalinks are unique per language among products', async () => {
    const goods = await Goods.open();
    await goods.product(1, { seo: { de_DE: { permalink: 'p' }, en_EN: { permalink: 'p' } } });
    await goods.product(1, { seo: { fr_FR: { permalink: 'p' } } });
    await goods.shop.adminRefused(
      'create_product',
      { class: 'product', name: 'x', shop_active: 1, seo: { en_EN: { permalink: 'p' } } },
      'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
      'p',
    );
    await goods.shop.make('create_category', { id_parent: 0, name: 'c', seo: { de_DE: { permalink: 'p' } } });
  });
});

describe('create_product refuses', () => {
  const base = { class: 'product', name: 'x', shop_active: 1 };
  test.each<[string, Given, string, string]>([
    ['an empty name', { name: '' }, 'SHOPOBJECT_NAME_NOT_VALID', 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'SHOPOBJECT_NAME_NOT_VALID', 'name'],
    ['a name in use', { name: 'product 1' }, 'SHOPOBJECT_NAME_ALREADY_IN_USE', 'product 1'],
    ['a missing name', { name: undefined }, 'PARAMETER_MISSING', 'name'],
    ['a missing class', { class: undefined }, 'PARAMETER_MISSING', 'class'],
    ['an unknown class', { class: 'nothing' }, 'CLASS_NOT_FOUND', 'nothing'],
    ['a class of another type', { class: 'pages' }, 'CLASS_TYPE_NOT_VALID', 'pages'],
    [
      'a permalink with a byte-order mark',
      { seo: { de_DE: { permalink: '\uFEFFx' } } },
      'SEO_ENTRY_PERMALINK_INVALID',
      '\uFEFFx',
    ],
    ['shop_active 2', { shop_active: 2 }, 'PARAMETER_INVALID', 'shop_active'],
    ['attributes without language', { attributes: { price: 1 } }, 'PARAMETER_INVALID', 'attributes'],
    ['attributes that are no JSON', { attributes: 'price' }, 'PARAMETER_INVALID', 'attributes'],
    ['a weight in words', { metadata: { weight: 'heavy' } }, 'PARAMETER_INVALID', 'metadata'],
    ['a quantity in words', { availability: { quantity: 'many' } }, 'PARAMETER_INVALID', 'availability'],
    ['a quantity below zero', { availability: { quantity: -1 } }, 'PARAMETER_INVALID', 'availability'],
    ['an unknown category', { categories: [99] }, 'CATEGORY_NOT_FOUND', '99'],
    ['an unknown category name', { categories: 'nothing' }, 'CATEGORY_NOT_FOUND', 'nothing'],
    ['a binding to nothing', { add_binding: 1, metadata: { element_number: 'E' } }, 'WAREHOUSE_ENTITY_NOT_FOUND', 'E'],
    ['control characters in a name', { name: 'a\u0000b' }, 'PARAMETER_INVALID', 'name'],
    [
      'control characters in an attribute',
      { attributes: { de_DE: { name: 'a\u0008b' } } },
      'PARAMETER_INVALID',
      'attributes',
    ],
    [
      'control characters in a member name',
      { attributes: { de_DE: { 'n\u0001': 'b' } } },
      'PARAMETER_INVALID',
      'attributes',
    ],
    ['a lone surrogate', { attributes: '{"de_DE":{"name":"\\ud800"}}' }, 'PARAMETER_INVALID', 'attributes'],
  ])('%s', async (_what, given, code, param) => {
    const goods = await Goods.open();
    await goods.product();
    await goods.shop.make('create_class', { name: 'pages', type: 'content' });
    await goods.shop.adminRefused('create_product', { ...base, ...given }, code, param);
    expect(await goods.shop.call('get_status')).toMatchObject({ products_count: 1 });
  });

  test('the name before the permalink', async () => {
    const goods = await Goods.open();
    const both = { name: '', seo: { de_DE: { permalink: 'ä' } } };
    await goods.shop.adminRefused('create_product', { ...base, ...both }, 'SHOPOBJECT_NAME_NOT_VALID', 'name');
  });

  test('a call without the secret key', async () => {
    const goods = await Goods.open();
    await goods.shop.refused('create_product', base, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

describe('create_product takes', () => {
  test('nothing but class and name: inactive, not managed, in no category', async () => {
    const goods = await Goods.open();
    const id = await goods.shop.make('create_product', { class: 'product', name: 'bare' });
    await goods.shop.refused('get_product_details', { id_product: id }, 'SHOPOBJECT_NOT_FOUND', id);
    expect(await goods.shop.admin('get_product_details', { id_product: id })).toMatchObject({
      availability: { quantity: 0, quantity_warning: 0, allow_override: 0, active: 0 },
      categories: [],
      metadata: { element_number: '', taxclass: { name: 'default' }, weight: 0 },
    });
  });

  test.each(['[]', '', 'undefined', 'null', '[object Object]'])('%j for every object', async (empty) => {
    const goods = await Goods.open();
    const given = {
      attributes: empty,
      seo: empty,
      metadata: empty,
      availability: empty,
      categories: empty,
      add_binding: empty === '[]' ? '' : empty,
    };
    const id = await goods.product(1, given);
    expect(await details(goods, id)).toMatchObject({ object: 'product', availability: { active: 0 }, categories: [] });
  });

  test('texts and booleans for availability, shown as JSON numbers', async () => {
    const goods = await Goods.open();
    const id = await goods.product(1, {
      availability: { quantity: '7', quantity_warning: '', active: true, allow_override: '1' },
    });
    expect(await details(goods, id)).toMatchObject({
      availability: { quantity: 7, quantity_warning: 0, active: 1, allow_override: 1 },
    });
  });

  test('weight as kg, a tax class as record or name; an unknown class is the first', async () => {
    const goods = await Goods.open();
    const id = await goods.product(1, { metadata: { kg: '1.25', taxclass: { name: 'default' } } });
    expect(await details(goods, id)).toMatchObject({
      metadata: { weight: 1.25, taxclass: { name: 'default', value: 0.19 } },
    });
  });

  test('names with blanks, umlauts and digits', async () => {
    const goods = await Goods.open();
    for (const name of ['Mütze orange', '4711', 'x'.repeat(255), '  ', '"\\/']) {
      const id = await goods.product(1, { name });
      expect(await details(goods, id)).toMatchObject({ name });
    }
  });

  test.each<[string, unknown, string[]]>([
    ['ids', [1, 2], ['goods', 'Music']],
    ['ids as text', ['2', '1'], ['Music', 'goods']],
    ['names', ['Music', 'goods'], ['Music', 'goods']],
    ['objects with id', [{ id: 2 }, { id: '1' }], ['Music', 'goods']],
    ['objects with name', [{ name: 'Music' }], ['Music']],
    ['a bare id', 2, ['Music']],
    ['a bare name', 'Music', ['Music']],
    ['a bare name that looks like JSON', 'M "1"', ['M "1"']],
    ['the importer’s object', { categories: 'Music' }, ['Music']],
    ['the importer’s object with a list', { categories: ['Music', 1] }, ['Music', 'goods']],
    ['the same one twice', [2, 'Music', '2'], ['Music']],
    ['a name of digits', ['2024'], ['2024']],
    ['nothing', [], []],
    ['an empty text in a list', [''], []],
  ])('categories as %s', async (_what, categories, shown) => {
    const goods = await Goods.open();
    for (const name of ['Music', 'M "1"', '2024']) await goods.shop.make('create_category', { id_parent: 0, name });
    const id = await goods.product(1, { categories });
    const product = await goods.shop.call<{ categories: { name: string }[] }>('get_product_details', {
      id_product: id,
    });
    expect(product.categories.map(({ name }) => name)).toEqual(shown);
  });
});

test('ids of products count up, and products survive a restart unchanged', async () => {
  const goods = await Goods.open();
  expect([await goods.product(), await goods.product(), await goods.product()]).toEqual([1, 2, 3]);
  const before = await goods.shop.text('get_product_details', { id_product: 2 });
  const list = await goods.shop.text('get_products_in_category', { id_category: 1 });
  await goods.shop.restart();
  expect(await goods.shop.text('get_product_details', { id_product: 2 })).toBe(before);
  expect(await goods.shop.text('get_products_in_category', { id_category: 1 })).toBe(list);
  expect(await goods.product(1, { name: 'after' })).toBe(4);
});
