// The order of categories and objects, and an object in all languages: catches a list that is not in the order that was
// asked for, one not named that moves, and a value that the record for editors lacks.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { Goods, openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';

const DONE = { object: 'set_positions', status: 'success' };

const categoriesOf = async (shop: TestShop): Promise<number[]> => {
  const { categories } = await shop.call<{ categories: { [name: string]: { id: number } } }>('get_categories', {
    id_parent: 0,
  });
  return Object.values(categories).map(({ id }) => id);
};

/** The ids with those named in their new order, each in a place that one of them had. */
const expected = (ids: readonly number[], named: readonly number[]): number[] => {
  const left = [...named];
  return ids.map((id) => (named.includes(id) ? left.shift()! : id));
};

const permutation = (length: number) => fc.shuffledSubarray(Array.from({ length }, (_, index) => index));

describe('set_positions', () => {
  test('those named share out their places, the others keep theirs', async () => {
    const shop = openShop();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await shop.make('create_category', { id_parent: 0, name });
    await fc.assert(
      fc.asyncProperty(permutation(5), async (order) => {
        const before = await categoriesOf(shop);
        const named = order.map((index) => before[index]!);
        expect(await shop.admin('set_positions', { id_category: 0, categories: named })).toEqual(DONE);
        expect(await categoriesOf(shop)).toEqual(expected(before, named));
      }),
      { numRuns: runs(30) },
    );
  });

  test('of products in a category as well, and it outlives a restart', async () => {
    const goods = await Goods.open();
    const { shop, categoryId } = goods;
    const [a, b, c] = [await goods.product(), await goods.product(), await goods.product()] as const;
    expect(await shop.admin('set_positions', { id_category: categoryId, shopobjects: [c, a] })).toEqual(DONE);
    const listed = async (): Promise<Reply> =>
      shop.call('get_products_in_category', { id_category: categoryId, needed_attributes: ['name'] });
    const ids = ({ products }: Reply): number[] =>
      Object.values(products as object).map(({ id }: { id: number }) => id);
    expect(ids(await listed())).toEqual([c, b, a]);
    await shop.restart();
    expect(ids(await listed())).toEqual([c, b, a]);
    const head = shop.engine.headSeq;
    await shop.admin('set_positions', { id_category: categoryId, shopobjects: [c, a] });
    expect(shop.engine.headSeq).toBe(head);
  });

  test('a product that is there by its variations is put where a list shows it, and all of them with it', async () => {
    const goods = await Goods.open();
    const { shop, categoryId: id_category } = goods;
    const [a, b] = [await goods.product(), await goods.product()] as const;
    const wide = await shop.make('create_product', { class: 'product', name: 'wide', shop_active: 1 });
    const vary = (name: string): Promise<number> =>
      shop.make('create_variation', { id_product: wide, name, shop_active: 1, categories: ['goods'] });
    const [red, blue] = [await vary('red'), await vary('blue')];
    const last = await goods.product();
    const listed = async (): Promise<Reply & { readonly seq: number }> =>
      shop.admin('get_products_in_category', { id_category, needed_attributes: ['name'] });
    const ids = ({ products }: Reply): number[] =>
      Object.values(products as object).map(({ id }: { id: number }) => id);
    const seen = await listed();
    expect(ids(seen)).toEqual([a, b, wide, last]);
    for (const order of [
      [last, wide, b, a],
      [wide, a],
      [blue, last],
      [last, red, blue, b],
    ]) {
      const before = ids(await listed());
      await shop.admin('set_positions', { id_category, shopobjects: order, if_seq: (await listed()).seq });
      const tops = [...new Set(order.map((id) => (id === red || id === blue ? wide : id)))];
      expect(ids(await listed()).filter((id) => tops.includes(id))[0], JSON.stringify([before, order])).toBe(tops[0]);
      if (order.includes(wide)) expect(ids(await listed())).toEqual(expected(before, order));
    }
    const stale = { id_category, shopobjects: [wide], if_seq: seen.seq };
    await shop.adminRefused('set_positions', stale, 'CHANGED_MEANWHILE', 'if_seq');
    const twice = { id_category, shopobjects: [wide, red] };
    await shop.adminRefused('set_positions', twice, 'PARAMETER_INVALID', 'shopobjects');
    await shop.admin('update_product', { id_product: red, categories: [] });
    await shop.admin('update_product', { id_product: blue, categories: [] });
    await shop.adminRefused('set_positions', { id_category, shopobjects: [wide] }, 'SHOPOBJECT_NOT_FOUND', wide);
  });

  test('refuses what is not there, and what is named twice', async () => {
    const goods = await Goods.open();
    const { shop, categoryId } = goods;
    const product = await goods.product();
    await shop.adminRefused('set_positions', { id_category: 99 }, 'CATEGORY_NOT_FOUND', 99);
    const inside = { id_category: categoryId };
    await shop.adminRefused('set_positions', { ...inside, categories: [categoryId] }, 'CATEGORY_NOT_FOUND', categoryId);
    await shop.adminRefused('set_positions', { ...inside, shopobjects: [99] }, 'SHOPOBJECT_NOT_FOUND', 99);
    for (const shopobjects of [[product, product], ['x'], Array.from({ length: 1001 }, (_, index) => index)])
      await shop.adminRefused('set_positions', { ...inside, shopobjects }, 'PARAMETER_INVALID', 'shopobjects');
    await shop.adminRefused('set_positions', { id_category: 0, categories: [1, 1] }, 'PARAMETER_INVALID', 'categories');
  });
});

test('get_shopobject_languages shows what update_product takes, in every language', async () => {
  const goods = await Goods.open();
  const { shop, categoryId } = goods;
  const id = await goods.product(9.5, {
    attributes: { de_DE: { name: 'Lampe', price: 9.5 }, en_GB: { name: 'Lamp' } },
    seo: { en_GB: { permalink: 'lamp' } },
  });
  expect(await shop.admin('get_shopobject_languages', { id_shopobject: id })).toMatchObject({
    object: 'shopobject_languages',
    id,
    type: 'product',
    class: 'product',
    id_product: 0,
    shop_active: 1,
    values: { de_DE: { name: 'Lampe', price: 9.5 }, en_GB: { name: 'Lamp' } },
    seo: { en_GB: { permalink: 'lamp' } },
    categories: [{ id_category: categoryId, position: 1 }],
  });
  await shop.adminRefused('get_shopobject_languages', { id_shopobject: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
});
