// Records within records, in replies that are too much for one piece. Catches one that is left out without a word.
import { expect, test } from 'vitest';
import { depthOf, details, friends, listed, open, refer, vary } from './nested-records.ts';
import type { Shown } from './nested-records.ts';
import { copyOf } from '../copied-journal.ts';
import { Goods, openShop } from '../shop.ts';
import type { ShopOptions } from '../shop.ts';

test('PRODUCTS values of a list that is too much for one piece are one level in every record that names at most a hundred', async () => {
  const goods = await open();
  const ids = await friends(goods, 35);
  const depths = (products: readonly Shown[], named: number): number[] =>
    products.map((product) => depthOf(product, named));
  expect(depths(await listed(goods), 34), '35 × 34').toEqual(ids.map(() => 1));
  expect(depths(await listed(goods, { right_limit: 20 }), 34), '20 + 20 × 34').toEqual(ids.slice(0, 20).map(() => 1));
  const [category] = Object.values(
    (
      await goods.shop.call<{ shop_categories: { [name: string]: { products_in_category: { products: object } } } }>(
        'dump_category',
        { id_category: 0 },
      )
    ).shop_categories,
  );
  expect(depths(Object.values(category!.products_in_category.products) as Shown[], 34)).toEqual(ids.map(() => 1));
  const many = [...ids, ...ids, ...ids];
  for (const id of ids) await refer(goods, id, many);
  for (const product of await listed(goods))
    expect([depthOf(product, 105), product.attributes.related.left_out]).toEqual([0, 105]);
  expect(depths(await listed(goods, { right_limit: 3 }), 105), '3 + 3 × 105').toEqual([1, 1, 1]);
});

/** A product of 600 variations, made once. */
let varied: Promise<Goods> | undefined;

/** A shop of its own, as it was when they were made. */
const openVaried = async (options: ShopOptions = {}): Promise<Goods> => {
  varied ??= open().then(async (goods) => {
    await vary(goods, await goods.product(), 600);
    await goods.shop.engine.whenDurable(goods.shop.engine.headSeq);
    return goods;
  });
  const made = await varied;
  return Goods.again(made, openShop({ ...options, journal: copyOf(made.shop.journal) }));
};

test('variations are all in every reply that shows their product, however many that are', async () => {
  const goods = await openVaried({ rules: { recordsMax: 2 } });
  const { shop } = goods;
  await vary(goods, await goods.product(), 120);
  const lengths = (products: readonly Shown[]): number[] => products.map((one) => one.variations.length);
  expect(lengths(await listed(goods))).toEqual([600, 120]);
  expect(lengths(await listed(goods, { right_limit: 1 }))).toEqual([600]);
  expect(lengths((await shop.call<{ result: Shown[] }>('search_products', { constraint: [] })).result)).toEqual([
    600, 120,
  ]);
  expect((await details(goods, 1)).variations).toHaveLength(600);
});

test('variations of a product are a thousand at most, those of variations included', async () => {
  const goods = await openVaried();
  const { shop } = goods;
  const [id, first] = [1, 2];
  await vary(goods, first, 400);
  for (const one of [id, first])
    await shop.adminRefused('create_variation', { id_product: one, name: 'more' }, 'VARIATION_LIMIT_REACHED', one);
  const product = await details(goods, id);
  expect([product.variations.length, product.variations[0]!.variations.length]).toEqual([600, 400]);
  await shop.admin('delete_product', { id_product: first + 1 });
  await vary(goods, await goods.product(), 1);
  await shop.make('create_variation', { id_product: first, name: 'one more' });
  await shop.adminRefused('create_variation', { id_product: id, name: 'more' }, 'VARIATION_LIMIT_REACHED', id);
});
