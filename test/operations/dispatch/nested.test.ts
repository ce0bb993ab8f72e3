// Records within records: variations, PRODUCTS values and dumped categories. A reply holds
// all of them, or says how many it leaves out.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import type { Goods } from '../shop.ts';
import { depthOf, details, friends, listed, open, refer, related, vary } from './nested-records.ts';
import type { Shown } from './nested-records.ts';

describe('PRODUCTS values', () => {
  test('that lead back to the product end three levels down, and say what is left out', async () => {
    const goods = await open();
    const id = await goods.product();
    await refer(goods, id, [id, id]);
    const product = await details(goods, id);
    expect(depthOf(product, 2)).toBe(3);
    const deepest = related(related(related(product)[1]!)[0]!)[1]!;
    expect(deepest.attributes.related).toMatchObject({ type: 'PRODUCTS', value: [], left_out: 2 });
    expect(Object.keys(product.attributes.related), 'nothing is said where nothing is left out').toEqual([
      'type',
      'id',
      'name',
      'label',
      'value',
    ]);
  });

  test('are shown less deep where they would be more than a thousand records, in every product alike', async () => {
    const goods = await open();
    const ids = await friends(goods, 11);
    expect(depthOf(await details(goods, ids[0]!), 10), '10 + 100 + 1,000').toBe(2);
    for (const product of await listed(goods)) expect(depthOf(product, 10), '11 × (10 + 100)').toBe(1);
  });

  test('are shown as deep as the products of the page allow, and less deep in a search as well', async () => {
    const goods = await open();
    const ids = await friends(goods, 11);
    for (const product of await listed(goods, { right_limit: 9 }))
      expect(depthOf(product, 10), '9 × (10 + 100)').toBe(2);
    const { result } = await goods.shop.call<{ result: Shown[] }>('search_products', { constraint: [] });
    expect(result.map((product) => depthOf(product, 10))).toEqual(ids.map(() => 1));
  });

  test('are not what is left out where a caller asks for other attributes only', async () => {
    const goods = await open();
    await friends(goods, 35);
    const products = await listed(goods, { needed_attributes: ['price'] });
    expect(products.map(({ attributes }) => Object.keys(attributes))).toEqual(products.map(() => ['price']));
  });

  test('hold what is not on sale for the back office only', async () => {
    const goods = await open();
    const [id, hidden] = [await goods.product(), await goods.product(1, { shop_active: 0 })] as const;
    await refer(goods, id, [hidden]);
    const seen = async (secret: boolean): Promise<number[]> =>
      related(await goods.shop.call<Shown>('get_product_details', { id_product: id }, { secret })).map((one) => one.id);
    expect([await seen(false), await seen(true)]).toEqual([[], [hidden]]);
    const { shop } = goods;
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.admin('create_class_attributes', {
      id_class: 2,
      attributes: [{ name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: [hidden] } }],
    });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'entity' });
    for (const secret of [false, true]) {
      const [entity] = (
        await shop.call<{ result: [Shown] }>('search_warehouse_entities', { constraint: [] }, { secret })
      ).result;
      const [found] = (
        await shop.call<{ result: [Shown] }>('search_classes', { constraint: { name: 'part' } }, { secret })
      ).result;
      const shown = await shop.call<Shown>('get_class_details', { id_class: 2 }, { secret });
      for (const one of [entity, found, shown])
        expect(related(one).map(({ id: other }) => other)).toEqual(secret ? [hidden] : []);
    }
  });

  test('of a content and of a warehouse entity are shown the same way', async () => {
    const goods = await open();
    const { shop } = goods;
    const ids = await friends(goods, 11);
    for (const [name, type] of [
      ['page', 'content'],
      ['part', 'warehouse_entity'],
    ] as const) {
      const id_class = await shop.make('create_class', { name, type });
      await shop.admin('create_class_attributes', {
        id_class,
        attributes: [{ name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: null } }],
      });
    }
    const attributes = { de_DE: { related: ids.slice(1) } };
    const content = await shop.make('create_content', {
      class: 'page',
      name: 'content',
      shop_active: 1,
      attributes,
      seo: { de_DE: { permalink: 'c' } },
    });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'entity', attributes });
    const entities = await shop.admin<{ result: Shown[] }>('search_warehouse_entities', { constraint: [] });
    const shown = [
      await shop.call<Shown>('get_content_details', { id_content: content }),
      await shop.call<Shown>('seo_get_content_details', { permalink: 'c' }),
      ...entities.result,
    ];
    for (const one of shown) expect(depthOf({ ...one, variations: [] }, 10)).toBe(2);
    expect(shown).toHaveLength(3);
  });
});

describe('variations', () => {
  test('are all in every reply that shows their product, however many that are', async () => {
    const goods = await open(2);
    const { shop } = goods;
    for (const id of [await goods.product(), await goods.product()]) await vary(goods, id, 30);
    const lengths = (products: readonly Shown[]): number[] => products.map((one) => one.variations.length);
    expect(lengths(await listed(goods))).toEqual([30, 30]);
    expect(lengths(await listed(goods, { right_limit: 1 }))).toEqual([30]);
    expect(lengths((await shop.call<{ result: Shown[] }>('search_products', { constraint: [] })).result)).toEqual([
      30, 30,
    ]);
    expect((await details(goods, 2)).variations).toHaveLength(30);
  });
});

describe('dumped categories', () => {
  interface Dumped {
    readonly parent_category: { readonly id: number };
    readonly shop_categories: { readonly [name: string]: Dumped };
  }
  const dump = (goods: Goods, more: Given = {}): Promise<Dumped> =>
    goods.shop.call<Dumped>('dump_category', { id_category: 0, ...more });

  test('of one name below one parent are all there: behind the first with their ids', async () => {
    const goods = await open();
    const ids = [goods.categoryId];
    for (const name of ['goods', 'goods#4', 'goods', 'other'])
      ids.push(await goods.shop.make('create_category', { id_parent: 0, name }));
    const { shop_categories: categories } = await dump(goods);
    expect(Object.entries(categories).map(([name, one]) => [name, one.parent_category.id])).toEqual([
      ['goods', 1],
      ['goods#2', 2],
      ['goods#4', 3],
      ['goods#4#4', 4],
      ['other', 5],
    ]);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
  });

  test('are all there, or the reply is refused: a hundred levels are one reply', async () => {
    const goods = await open();
    let deepest = goods.categoryId;
    for (let level = 2; level <= 100; level += 1)
      deepest = await goods.shop.make('create_category', { id_parent: deepest, name: `${level}` });
    let levels = 0;
    for (let at = await dump(goods); Object.keys(at.shop_categories).length > 0; levels += 1)
      at = Object.values(at.shop_categories)[0]!;
    expect(levels).toBe(100);
    await goods.shop.make('create_category', { id_parent: deepest, name: 'too deep' });
    for (const depth of [0, 101, 1_000_000])
      await goods.shop.refused('dump_category', { id_category: 0, depth }, 'RESULT_TOO_LARGE', 'depth');
    expect(await dump(goods, { depth: 100 })).toMatchObject({ object: 'category_dump' });
    expect(await dump(goods, { id_category: goods.categoryId })).toMatchObject({ object: 'category_dump' });
  });
});
