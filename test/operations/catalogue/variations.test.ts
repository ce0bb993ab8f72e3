// Catches variations that inherit, nest or sell otherwise than products of their own, and stale replies about them.
import { expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Shown {
  readonly object: string;
  readonly id: number;
  readonly name: string;
  readonly variations: readonly Shown[];
}

/** Ids, nested as the variations are. */
type Tree = readonly [id: number, ...Tree[]];
const tree = ({ id, variations }: Shown): Tree => [id, ...variations.map(tree)];

const details = async (goods: Goods, id: number, secret = false): Promise<Tree> =>
  tree(
    await goods.shop.call<Shown>(
      'get_product_details',
      { id_product: id, language: 'de_DE', country: 'DE' },
      { secret },
    ),
  );

const listed = async (goods: Goods, secret = false): Promise<Tree[]> => {
  const params = { id_category: goods.categoryId };
  const { products } = await goods.shop.call<{ products: { [name: string]: Shown } }>(
    'get_products_in_category',
    params,
    { secret },
  );
  return Object.values(products).map(tree);
};

const vary = (goods: Goods, id: number, name: string, more: Given = {}): Promise<number> =>
  goods.shop.make('create_variation', { id_product: id, name, shop_active: 1, ...more });

test('create_variation: a full record of its own, of the product’s class', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.product(10, { name: 'shirt', metadata: { element_number: 'S' } });
  const reply = await shop.admin('create_variation', {
    id_product: id,
    name: 'shirt XL',
    shop_active: 1,
    attributes: { de_DE: { name: 'Hemd XL', price: 12 } },
    seo: { de_DE: { permalink: 'hemd-xl' } },
    metadata: { element_number: 'S-XL', weight: 1 },
    availability: { quantity: 3, active: 1 },
    categories: [goods.categoryId],
  });
  expect(reply).toEqual({ object: 'create_variation', id: '2' });
  const own = {
    object: 'product',
    id: 2,
    name: 'shirt XL',
    creation_date: '2026-01-02 03:04:05',
    class: 'product',
    seo: { permalink: 'hemd-xl', title: '', description: '', keywords: '' },
    availability: { quantity: 3, quantity_warning: 0, allow_override: 0, active: 1 },
    metadata: {
      element_number: 'S-XL',
      ean: '',
      taxclass: expect.anything(),
      length: 0,
      width: 0,
      height: 0,
      weight: 1,
      notes: '',
    },
    categories: [expect.objectContaining({ id: goods.categoryId })],
    attributes: {
      name: expect.objectContaining({ value: 'Hemd XL' }),
      short_description: expect.objectContaining({ value: 'kurz' }),
      price: expect.objectContaining({ value: 12 }),
    },
    variations: [],
    id_parent: id,
  };
  const parent = await shop.call('get_product_details', { id_product: id });
  expect(parent['variations']).toEqual([own]);
  const page = { ...own, variations: [{ ...parent, variations: [] }] };
  expect(await shop.call('get_product_details', { id_product: 2 })).toEqual(page);
  expect(await shop.call('seo_get_product_details', { permalink: 'hemd-xl' })).toEqual(page);
  const { metadata: _metadata, categories: _categories, ...short } = own;
  const listing = await shop.call<{ products: { shirt: Reply } }>('get_products_in_category', {
    id_category: goods.categoryId,
  });
  expect(listing.products.shirt['variations'], 'lists leave out metadata and categories').toEqual([short]);
  await shop.restart();
  expect((await shop.call('get_product_details', { id_product: id }))['variations']).toEqual([own]);
});

test('a variation is bought and stocked on its own', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.stocked(5);
  const variation = await vary(goods, id, 'v', {
    attributes: { de_DE: { price: 7 } },
    availability: { quantity: 1, active: 1 },
  });
  const session = await shop.session();
  expect(await shop.call('add_to_cart', line(session, variation))).toMatchObject({
    contents: [{ id_product: variation, price: 7 }],
  });
  await shop.refused('add_to_cart', line(session, variation), 'SHOPOBJECT_NOT_AVAILABLE', variation);
  expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  expect([await goods.left(id), await goods.left(variation)]).toEqual([5, 0]);
  expect(await shop.admin('update_product', { id_product: variation, availability: { quantity: 4 } })).toMatchObject({
    status: 'success',
  });
  expect(await goods.left(variation)).toBe(4);
});

test('details of a product list its variations as they were made, those of a variation its parent and siblings', async () => {
  const goods = await Goods.open();
  const id = await goods.product();
  expect(await details(goods, id)).toEqual([1]);
  const red = await vary(goods, id, 'red');
  const blue = await vary(goods, id, 'blue');
  const green = await vary(goods, id, 'a green one');
  expect(await details(goods, id)).toEqual([1, [red], [blue], [green]]);
  expect(await details(goods, blue)).toEqual([blue, [id], [red], [green]]);
  expect((await listed(goods))[0]).toEqual([1, [red], [blue], [green]]);
  await goods.shop.restart();
  expect(await details(goods, id)).toEqual([1, [red], [blue], [green]]);
});

test('inactive ones are seen with the secret key only', async () => {
  const goods = await Goods.open();
  const id = await goods.product();
  const hidden = await vary(goods, id, 'hidden', { shop_active: 0 });
  const open = await vary(goods, id, 'open');
  expect([await details(goods, id), await details(goods, id, true)]).toEqual([
    [id, [open]],
    [id, [hidden], [open]],
  ]);
  expect([await details(goods, open), await details(goods, open, true)]).toEqual([
    [open, [id]],
    [open, [id], [hidden]],
  ]);
  await goods.shop.refused('get_product_details', { id_product: hidden }, 'SHOPOBJECT_NOT_FOUND', hidden);
});

test('they nest to three levels, and no deeper', async () => {
  const goods = await Goods.open();
  const ids = [await goods.product()];
  for (const name of ['one', 'two', 'three']) ids.push(await vary(goods, ids.at(-1)!, name));
  const [product, one, two, three] = ids as [number, number, number, number];
  await goods.shop.adminRefused('create_variation', { id_product: three, name: 'four' }, 'VARIATION_TOO_DEEP', three);
  expect(await details(goods, product)).toEqual([product, [one, [two, [three]]]]);
  expect(await details(goods, two)).toEqual([two, [one], [three]]);
  const sibling = await vary(goods, one, 'other');
  expect(await details(goods, two)).toEqual([two, [one], [sibling], [three]]);
});

test('replies kept from before follow every change of a variation', async () => {
  const goods = await Goods.open();
  const id = await goods.product();
  const other = await goods.product(1, { categories: [] });
  const looks = async (): Promise<Tree[]> => [await details(goods, id), ...(await listed(goods))];
  const expected = async (...variations: Tree[]): Promise<void> => {
    const product: Tree = [id, ...variations];
    expect(await looks()).toEqual([product, product]);
    expect(await looks()).toEqual([product, product]);
    expect(await details(goods, other)).toEqual([other]);
  };
  await expected();
  const first = await vary(goods, id, 'first');
  await expected([first]);
  const second = await vary(goods, id, 'second');
  await expected([first], [second]);
  const below = await vary(goods, first, 'below');
  await expected([first, [below]], [second]);
  await goods.shop.admin('update_product', { id_product: second, shop_active: 0 });
  await expected([first, [below]]);
  await goods.shop.admin('delete_product', { id_product: first });
  await expected();
  await goods.shop.admin('update_product', { id_product: second, shop_active: 1 });
  await expected([second]);
});

test.each<[string, Given, string, string]>([
  ['an unknown product', { id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', '99'],
  ['a missing product', { id_product: undefined }, 'PARAMETER_MISSING', 'id_product'],
  ['an unknown product before an empty name', { id_product: 99, name: '' }, 'SHOPOBJECT_NOT_FOUND', '99'],
  ['an empty name', { name: '' }, 'SHOPOBJECT_NAME_NOT_VALID', 'name'],
  ['the product’s own name', { name: 'product 1' }, 'SHOPOBJECT_NAME_ALREADY_IN_USE', 'product 1'],
  ['a permalink in use', { seo: { de_DE: { permalink: 'p' } } }, 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE', 'p'],
  [
    'an attribute that the class lacks',
    { attributes: { de_DE: { colour: 'red' } } },
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'colour',
  ],
  ['an unknown category', { categories: [99] }, 'CATEGORY_NOT_FOUND', '99'],
])('create_variation refuses %s', async (_what, given, code, param) => {
  const goods = await Goods.open();
  const id = await goods.product(1, { seo: { de_DE: { permalink: 'p' } } });
  await goods.shop.adminRefused('create_variation', { id_product: id, name: 'v', ...given }, code, param);
  await goods.shop.refused(
    'create_variation',
    { id_product: id, name: 'v' },
    'PERMISSION_DENIED',
    'licence_secret_key',
  );
});
