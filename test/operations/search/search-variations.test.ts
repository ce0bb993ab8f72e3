// Variations in searches and categories: a product is found by what its variations are, with what they inherit. That
// every constraint is followed exactly, test/engine/search/search.test.ts proves; here stands what clients ask for.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { openSearch } from './search-shop.ts';

/** The shirt (1) in red and blue (6, 7), and the red one in small (8), which is in the books by itself. */
const open = async () => {
  const opened = await openSearch();
  const { shop, books } = opened;
  const vary = (id: number, name: string, more: Given): Promise<number> =>
    shop.make('create_variation', { id_product: id, name, shop_active: 1, ...more });
  const red = await vary(1, 'shirt red', {
    attributes: { de_DE: { name: 'Rotes Oberteil', price: 25 } },
    metadata: { element_number: 'SKU-VAR-1', ean: '4012345678901' },
    seo: { de_DE: { permalink: 'var-red-m' } },
  });
  const blue = await vary(1, 'shirt blue', { attributes: { de_DE: { price: 19 } } });
  const small = await vary(red, 'shirt red S', {
    categories: [books],
    attributes: { de_DE: { short_description: 'Polar Jacket rot' } },
  });
  const listed = async (category: number, more: Given = {}): Promise<string[]> => {
    const reply = await shop.call<{ products: object; count: number }>('get_products_in_category', {
      id_category: category,
      language: 'de_DE',
      ...more,
    });
    return Object.keys(reply.products);
  };
  return { ...opened, red, blue, small, vary, listed };
};

test.each<[string, unknown]>([
  ['element number', { 'metadata.element_number': 'SKU-VAR-1' }],
  ['EAN', { 'metadata.ean': '4012345678901' }],
  ['permalink', { 'seo.permalink': 'var-red-m' }],
  ['id', { 'main.id': 6 }],
  ['id of a variation of a variation', { 'main.id': 8 }],
  ['attribute', { name: 'Rotes Oberteil' }],
  ['name', { 'main.name': ['LIKE', 'shirt blue'] }],
  ['words', { search: ['MATCH', 'oberteil'] }],
  ['number among words', { search: ['MATCH', 'SKU-VAR-1'] }],
  ['category', { 'category.name': 'books', name: 'Rotes Oberteil' }],
  [
    'search box with LIKE',
    { OR: { name: ['LIKE', 'Polar Jacket rot'], short_description: ['LIKE', 'Polar Jacket rot'] } },
  ],
  ['whole range', { 'main.id': ['IN', [1, 6, 7, 8]] }],
])('a product is found by a variation’s %s, once, and shown itself', async (_what, constraint) => {
  const { shop } = await open();
  const reply = await shop.call('search_products', { constraint, language: 'de_DE' });
  expect(reply).toMatchObject({
    count: 1,
    limit_count: 1,
    result: [{ id: 1, name: 'shirt', variations: [{ id: 6 }, { id: 7 }] }],
  });
});

describe('the whole constraint', () => {
  test('is met by one of them, with what it inherits', async () => {
    const { found } = await open();
    // The red one has its name and price, the description and the weight are the product's.
    expect(
      await found({ name: 'Rotes Oberteil', price: 25, short_description: 'Baumwolle', 'metadata.weight': 0.2 }),
    ).toEqual(['shirt']);
    // The price is the blue one's, the name is the red one's.
    expect(await found({ name: 'Rotes Oberteil', price: 19 })).toEqual([]);
    // Neither element number nor permalink are inherited.
    expect(await found({ price: 19, 'metadata.element_number': 'S-1' })).toEqual([]);
    expect(await found({ price: 19, 'seo.permalink': 'blaues-hemd' })).toEqual([]);
    expect(await found({ price: 19, 'seo.title': 'Blaues Hemd' })).toEqual(['shirt']);
  });

  test('is met by what meets its negations', async () => {
    const { found } = await open();
    expect(await found({ 'main.id_shopobject': 1, name: ['!=', 'Blaues Hemd'] })).toEqual(['shirt']);
    expect(await found({ 'main.class': 'product', price: ['NOT IN', [20, 25, 50, 120]] })).toEqual(['shirt']);
    expect(await found({ 'main.class': 'product', price: ['NOT IN', [19, 20, 25, 50, 120]] })).toEqual([]);
  });

  test('follows what the product changes, as far as the variation has nothing of its own', async () => {
    const { shop, found } = await open();
    await shop.admin('update_product', { id_product: 1, attributes: { de_DE: { name: 'Weste', price: 21 } } });
    expect(await found({ name: 'Weste', price: 19 })).toEqual(['shirt']);
    expect(await found({ search: ['MATCH', 'blaues hemd'], 'main.id_variation': ['>=', 0] })).toEqual([]);
    await shop.admin('update_product', { id_product: 6, attributes: { de_DE: { price: null } } });
    expect(await found({ price: 21, 'main.id_variation': ['>', 0] })).toEqual(['shirt red', 'shirt red S']);
    await shop.admin('update_product', { id_product: 6, metadata: { weight: 0 } });
    expect(await found({ 'metadata.weight': 0, 'main.id_variation': ['>', 0] })).toEqual(['shirt red', 'shirt red S']);
  });
});

test('order, count and limits are the products’', async () => {
  const { shop, found, red } = await open();
  const everyone = { 'main.class': 'product' };
  expect(await found(everyone, { order_columns: ['price'] })).toEqual(['shirt', 'trousers', 'jacket']);
  // Found by the red one alone, which is dearer than the trousers now.
  await shop.admin('update_product', { id_product: red, attributes: { de_DE: { price: 60 } } });
  expect(await found({ price: ['>=', 50] }, { order_columns: ['price'] })).toEqual(['shirt', 'trousers', 'jacket']);
  expect(await found({ price: ['>=', 50] }, { order_columns: ['price'], order: 'DESC' })).toEqual([
    'jacket',
    'trousers',
    'shirt',
  ]);
  const page = await shop.call('search_products', {
    constraint: everyone,
    language: 'de_DE',
    left_limit: 1,
    right_limit: 1,
  });
  expect(page).toMatchObject({ count: 3, limit_count: 1, result: [{ name: 'trousers' }] });
});

test('words rank a product as the best of its own and its variations’', async () => {
  const { found, vary } = await open();
  await vary(2, 'trousers and more', { attributes: { de_DE: { name: 'Regenjacke' } } });
  // In the name it counts double; the trousers have one word in their description.
  expect(await found({ search: ['MATCH', 'regen'] })).toEqual(['trousers', 'jacket']);
  await vary(3, 'Regen', {});
  expect(await found({ search: ['MATCH', 'regen'] })).toEqual(['jacket', 'trousers']);
});

test('the different values of a field are those of products and variations that meet the constraint themselves', async () => {
  const { shop } = await open();
  const distinct = async (field: string, constraint: unknown): Promise<unknown> =>
    (await shop.call('search_distinct_products', { constraint, field, language: 'de_DE' }))['result'];
  expect(await distinct('price', { 'main.class': 'product' })).toEqual([19, 20, 25, 50, 120]);
  expect(await distinct('main.name', { price: ['<', 30] })).toEqual([
    'shirt',
    'shirt blue',
    'shirt red',
    'shirt red S',
  ]);
  expect(await distinct('short_description', { name: 'Rotes Oberteil' })).toEqual(['Baumwolle', 'Polar Jacket rot']);
});

describe('what is not on sale', () => {
  test('never makes its product a hit, but for the secret key', async () => {
    const { shop, found, red, blue } = await open();
    await shop.admin('update_product', { id_product: red, shop_active: 0 });
    for (const constraint of [
      { price: 25 },
      { 'metadata.element_number': 'SKU-VAR-1' },
      { search: ['MATCH', 'oberteil'] },
      { short_description: 'Polar Jacket rot' },
    ]) {
      expect(await found(constraint)).toEqual([]);
      expect(await shop.admin('search_products', { constraint, language: 'de_DE' })).toMatchObject({
        count: 1,
        result: [{ id: 1 }],
      });
    }
    expect(await found({ 'main.id': ['IN', [red, blue]] })).toEqual(['shirt']);
  });

  test('hides all that is below it', async () => {
    const { shop, found, listed, books } = await open();
    expect(await listed(books)).toEqual(['novel', 'shirt']);
    await shop.admin('update_product', { id_product: 1, shop_active: 0 });
    for (const constraint of [{ price: 25 }, { 'main.id': 8 }, { 'main.id_variation': ['>', 0] }])
      expect(await found(constraint)).toEqual([]);
    expect(
      await shop.call('search_distinct_products', {
        constraint: { name: 'Rotes Oberteil' },
        field: 'price',
        language: 'de_DE',
      }),
    ).toMatchObject({ count: 0 });
    expect(await listed(books), 'a kept reply follows a product that is not in the category itself').toEqual(['novel']);
    expect(await shop.admin('search_products', { constraint: { 'main.id_variation': ['>', 0] } })).toMatchObject({
      count: 3,
    });
    await shop.admin('update_product', { id_product: 1, shop_active: 1 });
    expect(await listed(books), 'nor is it in the one before').toEqual(['novel', 'shirt']);
  });
});

describe('categories', () => {
  test('list the product of a variation that is in them', async () => {
    const { shop, listed, books, clothes, found, small } = await open();
    expect(await listed(books)).toEqual(['novel', 'shirt']);
    expect(await listed(clothes), 'once').toEqual(['shirt', 'jacket']);
    expect(await found({ 'category.id_shopcategory': books })).toEqual(['shirt', 'novel']);
    await shop.admin('update_product', { id_product: 1, name: 'vest' });
    expect(await listed(books)).toEqual(['novel', 'vest']);
    await shop.admin('update_product', { id_product: small, categories: [] });
    expect(await listed(books)).toEqual(['novel']);
  });

  test('have it where it stands itself, else where the first of its variations does', async () => {
    const { shop, listed, goods, blue, vary } = await open();
    const shelf = await shop.make('create_category', { id_parent: 0, name: 'shelf' });
    await shop.admin('update_product', { id_product: blue, categories: [shelf] });
    await goods.product(30, { name: 'cap', categories: [shelf] });
    await vary(1, 'shirt green', { categories: [shelf] });
    expect(await listed(shelf)).toEqual(['shirt', 'cap']);
    expect(await listed(shelf, { order: 'DESC' })).toEqual(['cap', 'shirt']);
    expect(await listed(shelf, { order_columns: ['price'], order: 'DESC' })).toEqual(['cap', 'shirt']);
    await shop.admin('update_product', { id_product: 1, categories: [shelf] });
    expect(await listed(shelf)).toEqual(['cap', 'shirt']);
  });
});

test('where main.id_variation is named, variations are found themselves', async () => {
  const { found } = await open();
  expect(await found({ name: ['LIKE', 'oberteil'], 'main.id_variation': ['>', 0] })).toEqual([
    'shirt red',
    'shirt red S',
  ]);
  expect(await found({ price: ['<', 30], 'main.id_variation': 0 })).toEqual(['shirt']);
});

test('the group variation: one of the family meets it, and the hit says which', async () => {
  const { shop, clothes, blue, red } = await open();
  const ask = (variation: object, more: object = {}): Promise<Record<string, unknown>> =>
    shop.call('search_products', {
      constraint: { 'category.path.nodes.id': clothes, variation },
      language: 'de_DE',
      ...more,
    });
  // The category is that of the product alone.
  const blueOne = await ask({ price: ['<', 20] }, { facets: ['price:20,30', 'category.label'] });
  expect(blueOne).toMatchObject({ count: 1, matched: [{ id_shopobject: 1, id_variation: blue }] });
  expect(blueOne['facets']).toMatchObject([
    { values: [{ count: 1, selected: 1 }, { count: 1 }, { count: 1 }] },
    { values: [{ value: 'Kleidung', count: 1 }] },
  ]);
  expect(await ask({ name: 'Rotes Oberteil' })).toMatchObject({ matched: [{ id_shopobject: 1, id_variation: red }] });
  expect(await ask({ price: ['<', 200] })).toMatchObject({
    matched: [
      { id_shopobject: 1, id_variation: 0 },
      { id_shopobject: 3, id_variation: 0 },
    ],
  });
  expect(await ask({ name: 'Rotes Oberteil', price: 19 })).toMatchObject({ count: 0, matched: [] });
  await shop.admin('update_product', { id_product: blue, shop_active: 0 });
  expect(await ask({ price: ['<', 20] })).toMatchObject({ count: 0 });
  expect(
    await shop.call('search_distinct_products', { field: 'name', constraint: { variation: { price: 1 } } }),
  ).toMatchObject({ message: 'CONSTRAINT_INVALID', param: 'variation' });
});
