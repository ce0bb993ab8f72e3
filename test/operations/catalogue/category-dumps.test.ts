// Catches dumps that miss what is below a category, caps that are not said, and lists that are older than a write.
import { describe, expect, test } from 'vitest';
import { makePart } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import type { Listing } from './category-list-shop.ts';
import { open } from './category-list-shop.ts';

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
    await makePart(shop, 'E');
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
