// Catches an update of a product that changes what was not sent, or is recorded though nothing changed.
import { describe, expect, test } from 'vitest';
import type { Given, Json, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Product {
  readonly name: string;
  readonly seo: Reply;
  readonly availability: Reply;
  readonly metadata: Reply;
  readonly categories: readonly { readonly id: number }[];
  readonly attributes: { readonly [name: string]: { readonly value: Json } };
}

const shown = (goods: Goods, id: number, more: Given = {}): Promise<Product> =>
  goods.shop.admin<Product>('get_product_details', { id_product: id, language: 'de_DE', country: 'DE', ...more });

const update = (goods: Goods, id: number, change: Given): Promise<Reply> =>
  goods.shop.admin('update_product', { id_product: id, ...change });

const done = { object: 'update_product', status: 'success' };

const full = async (): Promise<[goods: Goods, id: number]> => {
  const goods = await Goods.open();
  const id = await goods.product(119.9, {
    name: 'Jacket',
    attributes: { de_DE: { name: 'Jacke', price: 119.9 }, en_EN: { name: 'Jacket' } },
    seo: { de_DE: { permalink: 'jacke', title: 'T', description: 'D', keywords: 'K' }, en_EN: { permalink: 'jacket' } },
    metadata: {
      element_number: 'E',
      ean: '4',
      taxclass: 'default',
      length: 1,
      width: 2,
      height: 3,
      weight: 4,
      notes: 'n',
    },
    availability: { quantity: 5, quantity_warning: 2, active: 1, allow_override: 0 },
  });
  return [goods, id];
};

/** Expects the call to succeed without any record. */
const noEvent = async (goods: Goods, id: number, change: Given): Promise<void> => {
  const before = goods.shop.engine.headSeq;
  expect(await update(goods, id, change)).toEqual(done);
  expect(goods.shop.engine.headSeq, JSON.stringify(change)).toBe(before);
};

describe('update_product', () => {
  test('changes what is sent and leaves the rest, also over a restart', async () => {
    const [goods, id] = await full();
    const before = await shown(goods, id);
    const changes: [Given, Partial<Product> | object][] = [
      [{ name: 'Polar Jacket' }, { name: 'Polar Jacket' }],
      [
        { attributes: { de_DE: { price: '99.5' } } },
        { attributes: { ...before.attributes, price: { ...before.attributes['price'], value: 99.5 } } },
      ],
      [{ seo: { de_DE: { title: 'Neu' } } }, { seo: { ...before.seo, title: 'Neu' } }],
      [{ metadata: { kg: '0.5' } }, { metadata: { ...before.metadata, weight: 0.5 } }],
      [
        { metadata: { notes: '', length: null } },
        { metadata: { ...before.metadata, weight: 0.5, notes: '', length: 0 } },
      ],
      [{ availability: { quantity_warning: 3 } }, { availability: { ...before.availability, quantity_warning: 3 } }],
      [
        { availability: { quantity: 7, allow_override: 1 } },
        { availability: { quantity: 7, quantity_warning: 3, allow_override: 1, active: 1 } },
      ],
      [
        { availability: { active: 0 } },
        { availability: { quantity: 7, quantity_warning: 3, allow_override: 1, active: 0 } },
      ],
    ];
    let expected: object = before;
    for (const [change, shows] of changes) {
      expect(await update(goods, id, change)).toEqual(done);
      expected = { ...expected, ...shows };
      expect(await shown(goods, id), JSON.stringify(change)).toEqual(expected);
    }
    await goods.shop.restart();
    expect(await shown(goods, id)).toEqual(expected);
  });

  test('with everything as S lists it', async () => {
    const [goods, id] = await full();
    const other = await goods.shop.make('create_category', { id_parent: 0, name: 'other' });
    const change = {
      name: 'All new',
      shop_active: 0,
      attributes: { de_DE: { name: 'Neu', price: 1 } },
      seo: { de_DE: { permalink: 'neu', title: 't', description: 'd', keywords: 'k' } },
      metadata: { element_number: 'F', ean: '5', length: 9, width: 8, height: 7, kg: 6, taxclass: { name: 'default' } },
      availability: { quantity: 1, quantity_warning: 1, active: 1, allow_override: 1 },
      categories: [other],
    };
    expect(await update(goods, id, change)).toEqual(done);
    await goods.shop.refused('get_product_details', { id_product: id }, 'SHOPOBJECT_NOT_FOUND', id);
    expect(await shown(goods, id)).toMatchObject({
      name: 'All new',
      attributes: { name: { value: 'Neu' }, price: { value: 1 } },
      seo: { permalink: 'neu', title: 't', description: 'd', keywords: 'k' },
      metadata: { element_number: 'F', ean: '5', length: 9, width: 8, height: 7, weight: 6, notes: 'n' },
      availability: { quantity: 1, quantity_warning: 1, active: 1, allow_override: 1 },
      categories: [{ id: other }],
    });
    await noEvent(goods, id, change);
  });

  test('nothing, junk and the same again are no event', async () => {
    const [goods, id] = await full();
    await noEvent(goods, id, {});
    for (const junk of ['', 'undefined', 'null', 'NaN', '[object Object]']) {
      await noEvent(goods, id, {
        name: junk,
        shop_active: junk,
        attributes: junk,
        seo: junk,
        metadata: junk,
        availability: junk,
        categories: junk,
      });
    }
    await noEvent(goods, id, { attributes: '[]', seo: '[]', metadata: '[]', availability: '[]' });
    await noEvent(goods, id, {
      name: 'Jacket',
      shop_active: 1,
      attributes: { de_DE: { name: 'Jacke' } },
      seo: { de_DE: { permalink: 'jacke' } },
    });
    await noEvent(goods, id, {
      metadata: { weight: '4.0' },
      availability: { quantity: '5', active: 1 },
      categories: [goods.categoryId],
    });
    await noEvent(goods, id, {
      availability: { quantity: '', quantity_warning: null, active: '', allow_override: '' },
    });
    await noEvent(goods, id, { attributes: { en_EN: { price: null } } });
  });

  test('null takes a value away, and the class’s shows again', async () => {
    const [goods, id] = await full();
    const values = async (language: string): Promise<Json[]> => {
      const { attributes } = await shown(goods, id, { language });
      return ['name', 'price'].map((one) => attributes[one]!.value);
    };
    expect(await values('en_EN')).toEqual(['Jacket', 119.9]);
    await update(goods, id, { attributes: { en_EN: { name: null } } });
    expect(await values('en_EN')).toEqual(['Jacke', 119.9]);
    await update(goods, id, { attributes: { de_DE: { name: null, price: null } } });
    expect(await values('en_EN')).toEqual(['', 0]);
    await update(goods, id, { attributes: { de_DE: { name: '' } } });
    expect(await values('de_DE')).toEqual(['', 0]);
  });

  test('a cart line made after it has the new price and name, one made before keeps its own', async () => {
    const [goods, id] = await full();
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, id));
    await update(goods, id, { attributes: { de_DE: { price: 50, name: 'Billiger' } } });
    const cart = await goods.shop.call('add_to_cart', line(session, id, { element_type: 'PRODUCT' }));
    expect(cart).toMatchObject({
      contents: [
        { name: 'Jacke', price: 119.9 },
        { name: 'Billiger', price: 50 },
      ],
    });
  });

  test('permalinks: one’s own again, one that is free again, none; a name that is free again', async () => {
    const [goods, id] = await full();
    const other = await goods.product(1, { name: 'Other', seo: { de_DE: { permalink: 'other' } } });
    const taken: [Given, string, string][] = [
      [{ seo: { de_DE: { permalink: 'jacke' } } }, 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE', 'jacke'],
      [{ seo: { de_DE: { permalink: '\uFEFFx' } } }, 'SEO_ENTRY_PERMALINK_INVALID', '\uFEFFx'],
      [{ name: 'Jacket' }, 'SHOPOBJECT_NAME_ALREADY_IN_USE', 'Jacket'],
    ];
    for (const [change, code, param] of taken)
      await goods.shop.adminRefused('update_product', { id_product: other, ...change }, code, param);
    expect(await update(goods, other, { seo: { fr_FR: { permalink: 'jacke' } } }), 'another language').toEqual(done);
    expect(await update(goods, id, { name: 'Former', seo: { de_DE: { permalink: '' } } })).toEqual(done);
    expect((await shown(goods, id)).seo, 'the one of another language').toEqual({
      permalink: 'jacket',
      title: 'T',
      description: 'D',
      keywords: 'K',
    });
    expect(await update(goods, other, { name: 'Jacket', seo: { de_DE: { permalink: 'jacke' } } })).toEqual(done);
    await goods.shop.restart();
    expect(await goods.shop.call('seo_get_product_details', { permalink: 'jacke' })).toMatchObject({
      id: other,
      name: 'Jacket',
    });
    await goods.shop.adminRefused(
      'update_product',
      { id_product: id, name: 'Jacket' },
      'SHOPOBJECT_NAME_ALREADY_IN_USE',
      'Jacket',
    );
    expect(await update(goods, id, { name: 'Other' })).toEqual(done);
  });

  test.each<[string, Given, string, string]>([
    ['an unknown product', { id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', '99'],
    ['a missing id', { id_product: undefined }, 'PARAMETER_MISSING', 'id_product'],
    ['an unknown attribute', { attributes: { de_DE: { colour: 'red' } } }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'colour'],
    [
      'null for an unknown attribute',
      { attributes: { de_DE: { colour: null } } },
      'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      'colour',
    ],
    ['a price in words', { attributes: { de_DE: { price: 'dear' } } }, 'SHOPOBJECT_ATTRIBUTE_INVALID', 'price'],
    ['a long name', { name: 'x'.repeat(256) }, 'SHOPOBJECT_NAME_NOT_VALID', 'name'],
    ['a control character in a name', { name: 'a\u0000' }, 'PARAMETER_INVALID', 'name'],
    ['a lone surrogate', { attributes: '{"de_DE":{"name":"\\ud800"}}' }, 'PARAMETER_INVALID', 'attributes'],
    ['shop_active 2', { shop_active: 2 }, 'PARAMETER_INVALID', 'shop_active'],
    ['a quantity in words', { availability: { quantity: 'many' } }, 'PARAMETER_INVALID', 'availability'],
    ['a quantity below zero', { availability: { quantity: -1 } }, 'PARAMETER_INVALID', 'availability'],
    ['a weight in words', { metadata: { weight: 'heavy' } }, 'PARAMETER_INVALID', 'metadata'],
    ['an unknown category', { categories: [99] }, 'CATEGORY_NOT_FOUND', '99'],
  ])('refuses %s and changes nothing', async (_what, change, code, param) => {
    const [goods, id] = await full();
    await goods.shop.adminRefused('update_product', { id_product: id, name: 'New', ...change }, code, param);
    expect((await shown(goods, id)).name).toBe('Jacket');
    await goods.shop.refused(
      'update_product',
      { id_product: id, name: 'New' },
      'PERMISSION_DENIED',
      'licence_secret_key',
    );
  });

  test('names made of digits, with blanks or a byte-order mark', async () => {
    const [goods, id] = await full();
    for (const name of ['4711', ' ', '\uFEFFMütze', 'x'.repeat(255)]) {
      await update(goods, id, { name });
      expect((await shown(goods, id)).name).toBe(name);
    }
  });
});

describe('the stock of an updated product', () => {
  test('its own is set by a movement; a quantity opens one where there is none', async () => {
    const goods = await Goods.open();
    const id = await goods.product();
    expect((await shown(goods, id)).availability).toEqual({
      quantity: 0,
      quantity_warning: 0,
      allow_override: 0,
      active: 0,
    });
    await update(goods, id, { availability: { active: 1 } });
    const session = await goods.shop.session();
    await goods.shop.refused('add_to_cart', line(session, id), 'SHOPOBJECT_NOT_AVAILABLE', id);
    await update(goods, id, { availability: { quantity: 2.5 } });
    await goods.shop.call('add_to_cart', line(session, id, { quantity: 2 }));
    expect(await goods.shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    expect(await goods.left(id)).toBe(0.5);
    await update(goods, id, { availability: { quantity: '10' } });
    await update(goods, id, { availability: { quantity: 4 } });
    expect(await goods.left(id)).toBe(4);
    expect(goods.shop.engine.tables.stock.peek(1)).toMatchObject({
      placedMilli: 12_000,
      takenMilli: 6000,
      soldMilli: 2000,
    });
  });

  test('of a bound product is computed: a quantity sent is ignored, the rule is not', async () => {
    const goods = await Goods.open();
    await goods.shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await goods.shop.make('create_warehouse_entity', {
      class: 'part',
      name: 'part',
      metadata: { element_number: 'E' },
    });
    await goods.shop.admin('inventory_place', { storage: 'north', element_number: 'E', quantity: 5 });
    const id = await goods.product(1, {
      metadata: { element_number: 'E' },
      add_binding: 1,
      availability: { active: 1 },
    });
    await update(goods, id, { availability: { quantity: 100, quantity_warning: 1 } });
    expect((await shown(goods, id)).availability).toEqual({
      quantity: 5,
      quantity_warning: 1,
      allow_override: 0,
      active: 1,
    });
  });
});

describe('the categories of an updated object', () => {
  test('replace the set: those kept keep their place, new ones go behind the last, [] takes all away', async () => {
    const goods = await Goods.open();
    const { shop, categoryId: first } = goods;
    const second = await shop.make('create_category', { id_parent: 0, name: 'second' });
    const ids = [await goods.product(), await goods.product(), await goods.product(1, { categories: [second] })];
    const listed = async (category: number): Promise<number[]> => {
      const { products } = await shop.call<{ products: { [name: string]: { id: number } } }>(
        'get_products_in_category',
        { id_category: category },
      );
      return Object.values(products).map(({ id }) => id);
    };
    expect([await listed(first), await listed(second)]).toEqual([[ids[0], ids[1]], [ids[2]]]);
    await update(goods, ids[0]!, { categories: ['second', first] });
    expect([await listed(first), await listed(second)]).toEqual([
      [ids[0], ids[1]],
      [ids[2], ids[0]],
    ]);
    await update(goods, ids[0]!, { categories: [second] });
    await update(goods, ids[0]!, { categories: [first, second] });
    expect([await listed(first), await listed(second)]).toEqual([
      [ids[1], ids[0]],
      [ids[2], ids[0]],
    ]);
    await update(goods, ids[0]!, { categories: [] });
    expect([await listed(first), await listed(second)]).toEqual([[ids[1]], [ids[2]]]);
    await shop.restart();
    expect([await listed(first), await listed(second)]).toEqual([[ids[1]], [ids[2]]]);
  });
});

test('replies kept from before an update are not served after it', async () => {
  const [goods, id] = await full();
  const reads: [string, Given][] = [
    ['get_product_details', { id_product: id }],
    ['seo_get_product_details', { permalink: 'jacket' }],
    ['get_products_in_category', { id_category: goods.categoryId }],
  ];
  const all = (): Promise<string[]> => Promise.all(reads.map(([request, params]) => goods.shop.text(request, params)));
  const changes: [Given, number[]][] = [
    [{ name: 'New' }, [0, 1, 2]],
    [{ attributes: { de_DE: { price: 1 } } }, [0, 1, 2]],
    [{ seo: { en_EN: { title: 'x' } } }, [1]],
    [{ availability: { quantity: 9 } }, [0, 1, 2]],
  ];
  for (const [change, changed] of changes) {
    const before = await all();
    expect(await all()).toEqual(before);
    await update(goods, id, change);
    const after = await all();
    expect(reads.map((_read, at) => at).filter((at) => after[at] !== before[at])).toEqual(changed);
  }
});

test('a repeated update under an idempotency key changes nothing again', async () => {
  const [goods, id] = await full();
  const once = (): Promise<Reply> =>
    goods.shop.admin('update_product', { id_product: id, availability: { quantity: 9 } }, { key: 'k' });
  expect(await once()).toEqual(done);
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, id));
  await goods.shop.call('checkout', { session });
  expect(await once()).toEqual(done);
  expect(await goods.left(id)).toBe(8);
});
