// Catches lists of a category with missing or foreign objects, wrong totals, or another order.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';

interface Listing {
  readonly object: string;
  readonly count: number;
  readonly products_count: number;
  readonly contents_count: number;
  readonly products: { readonly [name: string]: { readonly id: number; readonly attributes: Reply } };
  readonly contents: { readonly [name: string]: { readonly id: number; readonly attributes: Reply } };
}

/** Two products and two contents in one category. */
const open = async (options = {}) => {
  const goods = await Goods.open(options);
  const { shop, categoryId } = goods;
  await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.admin('create_class_attributes', {
    id_class: 2,
    attributes: [
      { name: 'headline', type: 'CHAR' },
      { name: 'price', type: 'FLOAT' },
    ],
  });
  const page = (name: string, headline: string, more: Given = {}): Promise<number> =>
    shop.make('create_content', {
      class: 'page',
      name,
      shop_active: 1,
      attributes: { de_DE: { headline } },
      categories: [categoryId],
      ...more,
    });
  await goods.product(3, { name: 'lamp' });
  await goods.product(1, { name: 'chair' });
  await page('imprint', 'Impressum');
  await page('agb', 'AGB');
  const list = (request: string, more: Given = {}): Promise<Listing> =>
    shop.call<Listing>(request, { id_category: categoryId, ...more });
  return { goods, shop, categoryId, page, list };
};

const products = async (list: Promise<Listing>): Promise<string[]> => Object.keys((await list).products);
const contents = async (list: Promise<Listing>): Promise<string[]> => Object.keys((await list).contents);

describe('get_contents_in_category', () => {
  test('the category, totals, and contents keyed by name', async () => {
    const { list, categoryId } = await open();
    const reply = await list('get_contents_in_category', { language: 'de_DE' });
    expect(reply).toMatchObject({
      object: 'contents_in_category',
      category: { id: categoryId, name: 'goods' },
      count: 2,
      contents_count: 2,
    });
    expect(reply.products).toBeUndefined();
    expect(reply.contents['agb']).toMatchObject({
      object: 'content',
      name: 'agb',
      class: 'page',
      attributes: { headline: { value: 'AGB' } },
      variations: [],
    });
    expect(Object.keys(reply.contents)).toEqual(['imprint', 'agb']);
  });

  test('is ordered, cut and trimmed like products are', async () => {
    const { list } = await open();
    expect(await contents(list('get_contents_in_category', { order_columns: ['headline'] }))).toEqual([
      'agb',
      'imprint',
    ]);
    expect(
      await contents(list('get_contents_in_category', { order_column: 'headline', order: 'DESC', right_limit: 1 })),
    ).toEqual(['imprint']);
    expect(
      (await list('get_contents_in_category', { needed_attributes: ['price'] })).contents['agb']!.attributes,
    ).toMatchObject({ price: { value: 0 } });
  });
});

describe('get_shopobjects_in_category', () => {
  test('both kinds, each with its total', async () => {
    const { list, categoryId } = await open();
    const reply = await list('get_shopobjects_in_category', { language: 'de_DE', country: 'DE' });
    expect(reply).toMatchObject({
      object: 'shopobjects_in_category',
      category: { id: categoryId },
      count: 4,
      products_count: 2,
      contents_count: 2,
    });
    expect(Object.keys(reply.products)).toEqual(['lamp', 'chair']);
    expect(Object.keys(reply.contents)).toEqual(['imprint', 'agb']);
  });

  test('needed_attributes are the products’ only: contents keep theirs', async () => {
    const { list } = await open();
    const reply = await list('get_shopobjects_in_category', { needed_attributes: ['price'] });
    expect(Object.keys(reply.products['lamp']!.attributes)).toEqual(['price']);
    expect(Object.keys(reply.contents['agb']!.attributes)).toEqual(['headline', 'price']);
  });

  test('limits cut each kind, and totals are those before', async () => {
    const { list } = await open();
    const reply = await list('get_shopobjects_in_category', { left_limit: 1, right_limit: 1 });
    expect(reply).toMatchObject({ count: 4, products_count: 2, contents_count: 2 });
    expect([Object.keys(reply.products), Object.keys(reply.contents)]).toEqual([['chair'], ['agb']]);
  });
});

describe('seo_get_*_in_category', () => {
  const linked = async () => {
    const opened = await open();
    const { shop, goods } = opened;
    const seo = { de_DE: { permalink: 'waren' }, en_GB: { permalink: 'goods' } };
    await shop.admin('update_category', {
      id_category: opened.categoryId,
      name: 'goods',
      labels: { de_DE: 'Waren', en_GB: 'Goods' },
      seo,
    });
    await goods.product(2, { name: 'sofa', attributes: { de_DE: { name: 'Zweisitzer' }, en_GB: { name: 'Couch' } } });
    return opened;
  };

  test.each([
    ['seo_get_products_in_category', 'products_in_category'],
    ['seo_get_contents_in_category', 'contents_in_category'],
    ['seo_get_shopobjects_in_category', 'shopobjects_in_category'],
  ])('%s says what its twin by id says, in the language of the permalink', async (request, object) => {
    const { shop, categoryId } = await linked();
    for (const [permalink, language] of [
      ['waren', 'de_DE'],
      ['goods', 'en_GB'],
    ]) {
      const byId = await shop.call(request.slice(4), { id_category: categoryId, language });
      expect(byId['object']).toBe(object);
      expect(await shop.call(request, { permalink })).toEqual(byId);
    }
    const asked = await shop.call(request.slice(4), { id_category: categoryId, language: 'de_DE' });
    expect(await shop.call(request, { permalink: 'goods', language: 'de_DE' }), 'the language asked for wins').toEqual(
      asked,
    );
    await shop.refused(request, { permalink: 'nothing' }, 'CATEGORY_NOT_FOUND', 'nothing');
    await shop.refused(request, {}, 'PARAMETER_MISSING', 'permalink');
  });

  test('texts are ordered in the language of the permalink', async () => {
    const { shop } = await linked();
    const order = async (permalink: string): Promise<string[]> =>
      products(shop.call<Listing>('seo_get_products_in_category', { permalink, order_columns: ['name'] }));
    expect([await order('waren'), await order('goods')]).toEqual([
      ['lamp', 'chair', 'sofa'],
      ['sofa', 'lamp', 'chair'],
    ]);
  });

  test('a permalink that moves takes its kept replies with it', async () => {
    const { shop, categoryId } = await linked();
    const other = await shop.make('create_category', { id_parent: 0, name: 'other' });
    expect(await shop.call('seo_get_products_in_category', { permalink: 'waren' })).toMatchObject({
      category: { id: categoryId },
    });
    await shop.admin('update_category', { id_category: categoryId, name: 'goods', seo: { de_DE: { permalink: '' } } });
    await shop.refused('seo_get_products_in_category', { permalink: 'waren' }, 'CATEGORY_NOT_FOUND');
    await shop.admin('update_category', { id_category: other, name: 'other', seo: { de_DE: { permalink: 'waren' } } });
    expect(await shop.call('seo_get_products_in_category', { permalink: 'waren' })).toMatchObject({
      category: { id: other },
      count: 0,
    });
  });
});

describe('who is in a list', () => {
  test('variations stand with their product and not on their own', async () => {
    const { shop, categoryId, list } = await open();
    await shop.make('create_variation', { id_product: 1, name: 'lamp red', shop_active: 1, categories: [categoryId] });
    const reply = await list('get_products_in_category');
    expect(reply).toMatchObject({ count: 2, products: { lamp: { variations: [{ name: 'lamp red' }] } } });
    expect(Object.keys(reply.products)).toEqual(['lamp', 'chair']);
  });

  test('what is not on sale is listed for the secret key alone, and two kept replies never mix', async () => {
    const { shop, categoryId, page, goods } = await open();
    await page('draft', 'Entwurf', { shop_active: 0 });
    await goods.product(1, { name: 'later', shop_active: 0 });
    for (const request of ['get_shopobjects_in_category', 'dump_category']) {
      const hidden = await shop.text(request, { id_category: categoryId });
      expect(hidden.includes('draft') || hidden.includes('later')).toBe(false);
      const shown = await shop.text(request, { id_category: categoryId }, { secret: true });
      expect(shown.includes('draft') && shown.includes('later')).toBe(true);
      expect(await shop.text(request, { id_category: categoryId })).toBe(hidden);
    }
  });

  test('names of digits keep their place in the bytes', async () => {
    const { shop, categoryId, goods, page } = await open();
    for (const name of ['10', '2', '1']) await goods.product(1, { name });
    for (const name of ['20', '3']) await page(name, name);
    const text = await shop.text('get_shopobjects_in_category', {
      id_category: categoryId,
      order_columns: ['main.id'],
      order: 'DESC',
    });
    const at = ['1', '2', '10', 'chair', 'lamp', '3', '20', 'agb', 'imprint'].map((name) =>
      text.indexOf(`"${name}":{"object"`),
    );
    expect(at.every((one) => one > 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  });
});

describe('order', () => {
  test.each([
    [['prio'], 'ASC', ['lamp', 'chair', 'Äpfel', 'apfel']],
    [['prio'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['price'], 'ASC', ['chair', 'Äpfel', 'apfel', 'lamp']],
    [['price', 'main.name'], 'ASC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['price', 'prio'], 'DESC', ['lamp', 'apfel', 'Äpfel', 'chair']],
    [['main.name'], 'ASC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['creation_date', 'main.id'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['vendor'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['vendor', 'price'], 'ASC', ['chair', 'Äpfel', 'apfel', 'lamp']],
  ])('by %j %s', async (order_columns, order, expected) => {
    const { goods, list } = await open();
    await goods.product(1, { name: 'Äpfel' });
    await goods.product(1, { name: 'apfel' });
    expect(await products(list('get_products_in_category', { order_columns, order }))).toEqual(expected);
  });

  test('what lacks a column comes last, in both directions', async () => {
    const { shop, categoryId, list } = await open();
    await shop.make('create_class', { name: 'tool', type: 'product' });
    await shop.make('create_product', { class: 'tool', name: 'saw', shop_active: 1, categories: [categoryId] });
    expect(await products(list('get_products_in_category', { order_columns: ['price'] }))).toEqual([
      'chair',
      'lamp',
      'saw',
    ]);
    expect(await products(list('get_products_in_category', { order_columns: ['price'], order: 'DESC' }))).toEqual([
      'lamp',
      'chair',
      'saw',
    ]);
  });
});

describe('dump_category', () => {
  const tree = async () => {
    const opened = await open();
    const { shop, categoryId } = opened;
    const child = await shop.make('create_category', { id_parent: categoryId, name: '7', labels: { de_DE: 'Sieben' } });
    const grandchild = await shop.make('create_category', { id_parent: child, name: 'deep' });
    await shop.make('create_category', { id_parent: categoryId, name: '1' });
    await opened.goods.product(1, { name: 'nail', categories: [grandchild] });
    return { ...opened, child, grandchild };
  };

  test('a category with what is in it, and the categories below it, keyed by name', async () => {
    const { shop, categoryId, child, grandchild } = await tree();
    const dump = await shop.call('dump_category', { id_category: categoryId, language: 'de_DE', country: 'DE' });
    const node = { id: categoryId, name: 'goods' };
    expect(dump).toMatchObject({
      object: 'category_dump',
      parent_category: { id: categoryId, name: 'goods', path: { name: 'goods', nodes: [node] } },
      products_in_category: {
        category: { id_category: categoryId, name: 'goods' },
        products: { lamp: { object: 'product' }, chair: { object: 'product' } },
      },
      contents_in_category: {
        category: { id_category: categoryId, name: 'goods' },
        contents: { imprint: { object: 'content' }, agb: { object: 'content' } },
      },
      shop_categories: {
        '7': {
          object: 'category_dump',
          parent_category: {
            id: child,
            label: 'Sieben',
            path: { name: 'goods/7', nodes: [node, { id: child, name: '7' }] },
          },
          products_in_category: { products: {} },
          shop_categories: {
            deep: {
              parent_category: { path: { name: 'goods/7/deep' } },
              products_in_category: {
                category: { id_category: grandchild, name: 'deep' },
                products: { nail: { name: 'nail' } },
              },
              shop_categories: {},
            },
          },
        },
        '1': { object: 'category_dump', shop_categories: {} },
      },
    });
    const text = await shop.text('dump_category', { id_category: categoryId });
    expect(text.indexOf('"7":{"object":"category_dump"'), 'the order of the tree, not of the digits').toBeLessThan(
      text.indexOf('"1":{"object":"category_dump"'),
    );
  });

  test.each([
    [1, ['7', '1'], false],
    [2, ['7', '1'], true],
    [0, ['7', '1'], true],
    [1e9, ['7', '1'], true],
  ])('depth %i', async (depth, below, deep) => {
    const { shop, categoryId } = await tree();
    const dump = await shop.call<{ shop_categories: Reply }>('dump_category', { id_category: categoryId, depth });
    expect(Object.keys(dump.shop_categories).sort()).toEqual([...below].sort());
    expect(JSON.stringify(dump).includes('"deep"')).toBe(deep);
  });

  test('0 dumps the whole shop; what is not there is refused', async () => {
    const { shop } = await tree();
    expect(await shop.call('dump_category', { id_category: 0 })).toMatchObject({
      parent_category: { id: 0 },
      shop_categories: { goods: { object: 'category_dump' } },
    });
    await shop.refused('dump_category', { id_category: 99 }, 'CATEGORY_NOT_FOUND', 99);
    await shop.refused('dump_category', { id_category: 1, depth: -1 }, 'PARAMETER_INVALID', 'depth');
  });

  test('limits and order are those of every list in it', async () => {
    const { shop, categoryId } = await tree();
    const dump = await shop.call<{ products_in_category: Listing; contents_in_category: Listing }>('dump_category', {
      id_category: categoryId,
      order_columns: ['price'],
      right_limit: 1,
    });
    expect(Object.keys(dump.products_in_category.products)).toEqual(['chair']);
    expect(Object.keys(dump.contents_in_category.contents)).toHaveLength(1);
  });
});

describe('recordsMax', () => {
  test('cuts a list and says so; a page within it is as ever', async () => {
    const { shop, categoryId, goods } = await open({ rules: { recordsMax: 3 } });
    await goods.product(1);
    const params = { id_category: categoryId };
    type Cut = Listing & {
      readonly count: number;
      readonly records_max?: number;
      readonly result?: readonly unknown[];
    };
    const held = async (request: string, given: Given): Promise<readonly [number, number | undefined, number]> => {
      const { count, records_max, products, contents, result } = await shop.call<Cut>(request, given);
      return [
        count,
        records_max,
        result?.length ?? Object.keys(products ?? {}).length + Object.keys(contents ?? {}).length,
      ];
    };
    expect(await held('get_products_in_category', params)).toEqual([3, undefined, 3]);
    await goods.product(1);
    expect(await held('get_products_in_category', params)).toEqual([4, 3, 3]);
    expect(await held('get_products_in_category', { ...params, left_limit: 0, right_limit: 4 })).toEqual([4, 3, 3]);
    expect(await held('get_products_in_category', { ...params, left_limit: 1 })).toEqual([4, undefined, 3]);
    expect(await held('get_products_in_category', { ...params, right_limit: 3 })).toEqual([4, undefined, 3]);
    expect(await held('get_products_in_category', { ...params, right_limit: 2 })).toEqual([4, undefined, 2]);
    expect(await held('get_shopobjects_in_category', params), 'products first').toEqual([6, 3, 3]);
    expect(await held('get_shopobjects_in_category', { ...params, right_limit: 1 })).toEqual([6, undefined, 2]);
    expect(await held('search_products', { constraint: [], right_limit: 3 })).toEqual([4, undefined, 3]);
    expect(await held('search_products', { constraint: [] })).toEqual([4, 3, 3]);
    expect(await held('search_distinct_products', { constraint: [], field: 'main.name' })).toEqual([4, 3, 3]);
  });

  test('cuts a dump at so many records, categories among them', async () => {
    const { shop, categoryId } = await open({ rules: { recordsMax: 6 } });
    interface Dumped {
      readonly records_max?: number;
      readonly shop_categories: { readonly [name: string]: Dumped };
      readonly products_in_category: Listing;
      readonly contents_in_category: Listing;
    }
    const held = (one: Dumped): number =>
      Object.values(one.shop_categories).reduce((sum, below) => sum + held(below), 1) +
      Object.keys(one.products_in_category.products).length +
      Object.keys(one.contents_in_category.contents).length;
    const dump = async (): Promise<readonly [number, number | undefined]> => {
      const reply = await shop.call<Dumped>('dump_category', { id_category: 0 });
      return [held(reply), reply.records_max];
    };
    const [all] = await dump();
    expect(await dump()).toEqual([all, undefined]);
    for (let more = all; more < 6; more += 1)
      await shop.make('create_category', { id_parent: categoryId, name: `below ${more}` });
    expect(await dump()).toEqual([6, undefined]);
    await shop.make('create_category', { id_parent: categoryId, name: 'too many' });
    expect(await dump()).toEqual([6, 6]);
  });
});

describe('kept replies: a list is never older than the last write that shows in it', () => {
  type Opened = Awaited<ReturnType<typeof open>>;
  const writes: readonly (readonly [string, (opened: Opened) => Promise<unknown>])[] = [
    ['a price', ({ shop }) => shop.admin('update_product', { id_product: 1, attributes: { de_DE: { price: 0.5 } } })],
    ['a name', ({ shop }) => shop.admin('update_product', { id_product: 1, name: 'lantern' })],
    ['activity', ({ shop }) => shop.admin('update_product', { id_product: 1, shop_active: 0 })],
    [
      'a content',
      ({ shop }) => shop.admin('update_content', { id_content: 3, attributes: { de_DE: { headline: 'Neu' } } }),
    ],
    [
      'a permalink',
      ({ shop }) => shop.admin('update_product', { id_product: 2, seo: { de_DE: { permalink: 'stuhl' } } }),
    ],
    ['a product more', ({ goods }) => goods.product(9)],
    ['a content more', ({ page }) => page('news', 'Neues')],
    ['a product less', ({ shop }) => shop.admin('delete_product', { id_product: 2 })],
    ['a content less', ({ shop }) => shop.admin('delete_content', { id_content: 4 })],
    ['a product moved away', ({ shop }) => shop.admin('update_product', { id_product: 1, categories: [] })],
    ['a variation', ({ shop }) => shop.make('create_variation', { id_product: 1, name: 'lamp red', shop_active: 1 })],
    [
      'the category’s name',
      ({ shop, categoryId }) => shop.admin('update_category', { id_category: categoryId, name: 'things' }),
    ],
    [
      'the category’s label',
      ({ shop, categoryId }) => shop.admin('update_category', { id_category: categoryId, labels: { de_DE: 'Dinge' } }),
    ],
    [
      'a category’s attribute',
      ({ shop, categoryId }) => shop.admin('update_category', { id_category: categoryId, attributes: { link: '/x' } }),
    ],
    [
      'an attribute more',
      ({ shop }) =>
        shop.admin('create_class_attributes', {
          id_class: 1,
          attributes: [{ name: 'color', type: 'CHAR', de_DE: { label: '', value: 'rot' } }],
        }),
    ],
    ['an attribute less', ({ shop }) => shop.admin('delete_class_attributes', { id_class: 1, attributes: ['price'] })],
    [
      'an attribute of contents less',
      ({ shop }) => shop.admin('delete_class_attributes', { id_class: 2, attributes: ['headline'] }),
    ],
    ['stock', ({ shop }) => shop.admin('update_product', { id_product: 1, availability: { quantity: 7 } })],
    ['a storage', ({ shop }) => shop.admin('inventory_place', { storage: 'north', element_number: 'E', quantity: 2 })],
  ];

  test.each(writes)('%s', async (_what, write) => {
    const opened = await open();
    const { shop, categoryId } = opened;
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.make('create_warehouse_entity', {
      class: 'part',
      name: 'part',
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number: 'E' },
    });
    await shop.admin('add_binding', { id_product: 2, element_number: 'E', quantity: 1 });
    await shop.admin('update_category', { id_category: categoryId, seo: { de_DE: { permalink: 'waren' } } });
    const asked: readonly (readonly [string, Given])[] = [
      ['get_products_in_category', { id_category: categoryId, order_columns: ['price'] }],
      ['get_contents_in_category', { id_category: categoryId }],
      ['get_shopobjects_in_category', { id_category: categoryId }],
      ['seo_get_shopobjects_in_category', { permalink: 'waren' }],
      ['dump_category', { id_category: categoryId }],
      ['dump_category', { id_category: 0 }],
      [
        'search_products',
        { constraint: { 'category.id_shopcategory': categoryId }, order_columns: ['availability.quantity'] },
      ],
      ['search_contents', { constraint: { 'category.path.name': 'goods' } }],
      ['search_distinct_products', { constraint: [], field: 'price' }],
    ];
    const read = (): Promise<string[]> => Promise.all(asked.map(([request, params]) => shop.text(request, params)));
    const before = await read();
    expect(await read(), 'the second time it is kept').toEqual(before);
    await write(opened);
    const kept = await read();
    expect(kept, 'it shows somewhere').not.toEqual(before);
    await shop.restart();
    expect(await read(), 'what a shop that kept nothing says').toEqual(kept);
  });

  test('another category’s products leave a list alone', async () => {
    const { shop, list, goods } = await open();
    const other = await shop.make('create_category', { id_parent: 0, name: 'other' });
    const before = await list('get_products_in_category');
    await goods.product(1, { categories: [other] });
    expect(await list('get_products_in_category')).toEqual(before);
  });
});
