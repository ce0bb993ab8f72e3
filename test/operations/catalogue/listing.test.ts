// Catches lists of products that show inactive ones, cut at the wrong place, or have another order.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

interface Listing {
  readonly object: string;
  readonly count: number;
  readonly products_count: number;
  readonly products: { readonly [name: string]: { readonly id: number; readonly attributes: Reply } };
}

const names = async (goods: Goods, more: Given = {}): Promise<string[]> => {
  const listing = await goods.shop.call<Listing>('get_products_in_category', {
    id_category: goods.categoryId,
    ...more,
  });
  expect(listing.object, JSON.stringify(listing)).toBe('products_in_category');
  return Object.keys(listing.products);
};

const priced = async (...prices: number[]): Promise<Goods> => {
  const goods = await Goods.open();
  for (const price of prices) await goods.product(price);
  return goods;
};

test('get_products_in_category: the category, totals, and products keyed by name without metadata and categories', async () => {
  const goods = await Goods.open();
  const id = await goods.product(9.5, { seo: { de_DE: { permalink: 'eins', title: 'Eins' } } });
  const reply = await goods.shop.call('get_products_in_category', {
    id_category: goods.categoryId,
    language: 'de_DE',
    country: 'DE',
  });
  expect(reply).toEqual({
    object: 'products_in_category',
    category: {
      id: goods.categoryId,
      name: 'goods',
      prio: 1,
      id_parent: 0,
      label: '',
      seo: { permalink: '', title: '', description: '', keywords: '' },
      attributes: {},
    },
    count: 1,
    products_count: 1,
    products: {
      'product 1': {
        object: 'product',
        id,
        name: 'product 1',
        creation_date: '2026-01-02 03:04:05',
        class: 'product',
        seo: { permalink: 'eins', title: 'Eins', description: '', keywords: '' },
        availability: { quantity: 0, quantity_warning: 0, allow_override: 0, active: 0 },
        attributes: {
          name: { type: 'CHAR', id: expect.any(Number), name: 'name', label: 'Name', value: 'Ware 1' },
          short_description: {
            type: 'TXT',
            id: expect.any(Number),
            name: 'short_description',
            label: 'Kurz',
            value: 'kurz',
          },
          price: { type: 'FLOAT', id: expect.any(Number), name: 'price', label: 'Preis', value: 9.5 },
        },
        variations: [],
      },
    },
  });
});

test('an unknown category is refused, an empty one is empty', async () => {
  const shop = openShop();
  await shop.refused(
    'get_products_in_category',
    { id_category: 9, language: 'de_DE', country: 'DE' },
    'CATEGORY_NOT_FOUND',
    9,
  );
  await shop.refused('get_products_in_category', {}, 'PARAMETER_MISSING', 'id_category');
  const id = await shop.make('create_category', { id_parent: 0, name: 'empty' });
  expect(await shop.text('get_products_in_category', { id_category: id })).toContain(
    '"count":0,"products_count":0,"products":{}}',
  );
});

test('inactive products are hidden without and shown with the secret key', async () => {
  const goods = await Goods.open();
  await goods.product(1);
  const hidden = await goods.product(2, { shop_active: 0 });
  const params = { id_category: goods.categoryId };
  expect(await goods.shop.call('get_products_in_category', params)).toMatchObject({ count: 1 });
  expect(await goods.shop.admin('get_products_in_category', params)).toMatchObject({ count: 2, products_count: 2 });
  expect(await goods.shop.call('get_products_in_category', params)).toMatchObject({ count: 1 });
  await goods.shop.refused('get_product_details', { id_product: hidden }, 'SHOPOBJECT_NOT_FOUND', hidden);
  expect(await goods.shop.admin('get_product_details', { id_product: hidden })).toMatchObject({
    object: 'product',
    id: hidden,
  });
});

describe('limits', () => {
  test.each([
    [0, 0, [1, 2, 3, 4, 5]],
    [0, 2, [1, 2]],
    [2, 2, [3, 4]],
    [3, 0, [4, 5]],
    [4, 9, [5]],
    [9, 9, []],
    [9, 0, []],
  ])('left %i, right %i', async (left, right, shown) => {
    const goods = await priced(1, 1, 1, 1, 1);
    expect(await names(goods, { left_limit: left, right_limit: right })).toEqual(shown.map((one) => `product ${one}`));
    const listing = await goods.shop.call('get_products_in_category', {
      id_category: goods.categoryId,
      left_limit: left,
      right_limit: right,
    });
    expect(listing).toMatchObject({ count: 5, products_count: 5 });
  });

  test('negative ones and fractions are refused, junk is absent', async () => {
    const goods = await priced(1, 1);
    for (const [param, value] of [
      ['left_limit', -1],
      ['right_limit', -1],
      ['right_limit', '1.5'],
    ] as const) {
      await goods.shop.refused(
        'get_products_in_category',
        { id_category: 1, [param]: value },
        'PARAMETER_INVALID',
        param,
      );
    }
    expect(await names(goods, { left_limit: 'undefined', right_limit: 'NaN' })).toHaveLength(2);
    expect(await names(goods, { left_limit: '', right_limit: 'null' })).toHaveLength(2);
  });
});

describe('order', () => {
  const ascending = ['product 2', 'product 4', 'product 1', 'product 3'];
  const prices = [3, 1, 4, 1] as const;

  test.each([
    { order_columns: ['price'], order: 'ASC' },
    { order_columns: ['price'] },
    { order_columns: ['price'], order: '' },
    { order_columns: 'price', order: 'asc' },
    { order_column: 'price', order: 'ASC' },
    { order_column: ['price'], order_type: 'Asc' },
    { order_columns: ['nonsense', 'price', 'prio'], order_type: '' },
    { order_columns: [['price']], order: 'undefined' },
  ])('ascending by price: %j', async (params) => {
    expect(await names(await priced(...prices), params)).toEqual(ascending);
  });

  test.each([
    { order_columns: ['price'], order: 'DESC' },
    { order_column: 'price', order: 'desc' },
    { order_columns: 'price', order_type: 'DESC' },
  ])('descending by price, equal ones by falling id: %j', async (params) => {
    expect(await names(await priced(...prices), params)).toEqual(ascending.toReversed());
  });

  test('by position without columns or for columns of nobody', async () => {
    const goods = await priced(...prices);
    for (const order_columns of [[], '[]', '{}', '', 'undefined', ['color'], ['main.nothing']]) {
      expect(await names(goods, { order_columns })).toEqual([1, 2, 3, 4].map((one) => `product ${one}`));
      expect(await names(goods, { order_columns, order_type: 'DESC' })).toEqual(
        [4, 3, 2, 1].map((one) => `product ${one}`),
      );
    }
    expect(await names(goods, { order_columns: ['prio'], order: 'DESC' })).toEqual(
      [4, 3, 2, 1].map((one) => `product ${one}`),
    );
  });

  test('names of digits keep the sorted order in the bytes sent', async () => {
    const goods = await Goods.open();
    for (const [name, price] of [
      ['10', 3],
      ['alpha', 1],
      ['2', 2],
      ['1', 4],
    ] as const)
      await goods.product(price, { name });
    const text = await goods.shop.text('get_products_in_category', {
      id_category: goods.categoryId,
      order_columns: ['price'],
    });
    const at = ['alpha', '2', '10', '1'].map((name) => text.indexOf(`"${name}":{"object":"product"`));
    expect(at.every((one) => one > 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  });
});

describe('needed_attributes', () => {
  test.each([
    [['price'], ['price']],
    [
      ['price', 'name'],
      ['name', 'price'],
    ],
    [
      [['price'], ['name']],
      ['name', 'price'],
    ],
    [['price', 'nothing'], ['price']],
    [['nothing'], []],
    [[], ['name', 'short_description', 'price']],
    ['[]', ['name', 'short_description', 'price']],
    ['"[]"', ['name', 'short_description', 'price']],
    ['{}', ['name', 'short_description', 'price']],
    ['undefined', ['name', 'short_description', 'price']],
    ['', ['name', 'short_description', 'price']],
    ['price', ['price']],
  ])('%j shows %j', async (needed, shown) => {
    const goods = await Goods.open();
    const id = await goods.product();
    const params = { id_category: goods.categoryId, needed_attributes: needed };
    const listing = await goods.shop.call<Listing>('get_products_in_category', params);
    expect(Object.keys(listing.products['product 1']!.attributes)).toEqual(shown);
    const product = await goods.shop.call<{ attributes: Reply }>('get_product_details', {
      id_product: id,
      needed_attributes: needed,
    });
    expect(Object.keys(product.attributes)).toEqual(shown);
  });

  test('a list of what is no name is refused', async () => {
    const goods = await priced(1);
    for (const needed of ['[1]', '[{"a":1}]', '{"a":1}x[']) {
      const reply = await goods.shop.call('get_products_in_category', {
        id_category: goods.categoryId,
        needed_attributes: needed,
      });
      expect(['error', 'products_in_category']).toContain(reply['object']);
    }
  });
});
