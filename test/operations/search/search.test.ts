// Catches searches with wrong records, languages or order, and what is not on sale shown to shoppers.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';
import { openSearch } from './search-shop.ts';

describe('search_products', () => {
  test('the envelope and whole records', async () => {
    const { shop, found } = await openSearch();
    const reply = await shop.call('search_products', {
      constraint: { 'main.name': 'jacket' },
      language: 'de_DE',
      country: 'DE',
    });
    expect(reply).toMatchObject({ object: 'search_products_result', count: 1, limit_count: 1 });
    const details = await shop.call('get_product_details', { id_product: 3, language: 'de_DE', country: 'DE' });
    expect(reply['result'], 'with metadata and categories').toEqual([details]);
    expect(await found({ name: ['LIKE', 'e'] }, { left_limit: 0, right_limit: 2 })).toHaveLength(2);
    expect(await shop.call('search_products', { constraint: { name: ['LIKE', 'e'] }, right_limit: 2 })).toMatchObject({
      count: 3,
      limit_count: 2,
    });
  });

  test.each<[unknown, string[]]>([
    // Addressing: a bare name is the attribute, main. the system's.
    [{ 'main.name': 'shirt' }, ['shirt']],
    [{ name: 'shirt' }, []],
    [{ name: 'Blaues Hemd' }, ['shirt']],
    [{ 'main.class': 'product' }, ['shirt', 'trousers', 'jacket']],
    [{ 'main.class': 'book' }, ['novel']],
    [{ 'main.id_shopobject': 3 }, ['jacket']],
    [{ 'main.id_shopobject': ['IN', ['1', 3, 3, 99]] }, ['shirt', 'jacket']],
    [{ 'main.creation_date': ['>', '2020-01-01'] }, ['shirt', 'trousers', 'jacket', 'novel']],
    [{ 'main.creation_date': ['>', '2027-01-01 00:00:00'] }, []],
    [{ 'category.id_shopcategory': 2 }, ['shirt', 'jacket']],
    [{ 'category.id_shopcategory': '2' }, ['shirt', 'jacket']],
    [{ 'category.id_shopcategory': 7 }, []],
    [{ 'category.name': 'books' }, ['novel']],
    [{ 'category.name': ['!=', 'goods'] }, ['shirt', 'jacket', 'novel']],
    [{ 'category.label': 'Kleidung' }, ['shirt', 'jacket']],
    [{ 'category.permalink': 'kleidung' }, ['shirt', 'jacket']],
    [{ 'category.title': ['LIKE', 'mode'] }, ['shirt', 'jacket']],
    [{ 'category.id_shopcategory_parent': 1 }, ['shirt', 'jacket']],
    [{ 'category.path.name': 'goods/clothes' }, ['shirt', 'jacket']],
    [{ 'category.path': ['LIKE', 'goods%'] }, ['shirt', 'trousers', 'jacket']],
    [{ 'category.path.nodes.name': 'goods' }, ['shirt', 'trousers', 'jacket']],
    [{ 'category.path.nodes.label': 'Kleidung' }, ['shirt', 'jacket']],
    [{ 'category.path.nodes.id_parent': 0 }, ['shirt', 'trousers', 'jacket', 'novel']],
    [{ 'metadata.element_number': 'S-1' }, ['shirt']],
    [{ 'metadata.weight': ['>', 1] }, ['jacket']],
    [{ 'metadata.kg': 1.5 }, ['jacket']],
    [{ 'metadata.ean': ['LIKE', '4006'] }, ['shirt']],
    [{ 'seo.permalink': 'blaues-hemd' }, ['shirt']],
    [{ 'seo.title': ['LIKE', 'shirt'] }, ['shirt']],
    [{ 'availability.quantity': ['>=', 5] }, ['trousers']],
    [{ 'availability.active': 1 }, ['trousers']],
    [{ 'availability.active': true, 'availability.quantity_warning': 2 }, ['trousers']],
    // Operators.
    [{ name: ['LIKE', ''] }, ['shirt', 'trousers', 'jacket']],
    [{ name: ['like', 'HEMD'] }, ['shirt']],
    [{ name: ['LIKE', '%hose'] }, ['trousers']],
    [{ name: ['LIKE', 'ose%'] }, []],
    [{ name: ['LIKE', 'Reg_njacke'] }, ['jacket']],
    [{ name: ['LIKE', '100\\%%'] }, []],
    [{ name: ['NOT LIKE', 'e'] }, []],
    [{ price: ['>', 20] }, ['trousers', 'jacket']],
    [{ price: ['<=', '20'] }, ['shirt']],
    [{ price: ['BETWEEN', 20, 50] }, ['shirt', 'trousers']],
    [{ price: ['BETWEEN', [20, 50]] }, ['shirt', 'trousers']],
    [{ price: ['!=', 20] }, ['trousers', 'jacket']],
    [{ price: '20.0' }, ['shirt']],
    [{ price: ['NOT IN', [20, 120]] }, ['trousers']],
    [{ price: null }, []],
    [{ vendor: 'Nike' }, []],
    [{ vendor: ['!=', 'Nike'] }, []],
    [{ pages: ['>', 100] }, ['novel']],
    // Combination.
    [[], ['shirt', 'trousers', 'jacket', 'novel']],
    [{ name: ['LIKE', ''], 'category.id_shopcategory': 2 }, ['shirt', 'jacket']],
    [{ OR: [{ price: 20 }, { pages: 300 }] }, ['shirt', 'novel']],
    [
      [{ price: ['>', 20] }, { OR: { name: ['LIKE', 'jacke'], 'main.name': 'trousers' } }],
      ['trousers', 'jacket'],
    ],
    [{ AND: [{ price: ['>', 20] }, { price: ['<', 100] }] }, ['trousers']],
  ])('%j', async (constraint, expected) => {
    const { found } = await openSearch();
    expect(await found(constraint)).toEqual(expected);
  });

  test('the storefront’s search box: a PHP array of mixed keys, OR over all of it', async () => {
    const { found } = await openSearch();
    const box = (q: string): unknown => [
      {
        OR: { name: ['LIKE', q] },
        '0': { short_description: ['LIKE', q] },
        '1': { description: ['LIKE', q] },
        '2': { vendor: ['LIKE', q] },
        '3': { tags: ['LIKE', q] },
      },
    ];
    expect(await found(box('hemd'), { right_limit: 20 })).toEqual(['shirt']);
    expect(await found(box('regen'))).toEqual(['trousers', 'jacket']);
    expect(await found(box('Meer')), 'books have descriptions').toEqual(['novel']);
    expect(await found(box('nothing'))).toEqual([]);
    expect(await found(box(''))).toEqual(['shirt', 'trousers', 'jacket', 'novel']);
  });

  test.each<[string, string[]]>([
    ['hemd', ['shirt']],
    ['hmed', ['shirt']],
    ['blau hemd', ['shirt']],
    ['regenj', ['jacket']],
    ['rgenjakce', ['jacket']],
    ['regen', ['trousers', 'jacket']],
    ['wite hart', ['novel']],
    ['s-1', ['shirt']],
    ['Größe', ['trousers']],
    ['groesse xl', ['trousers']],
    ['grosse', ['trousers']],
    ['xs', []],
    ['strong', []],
    ['…', []],
  ])('MATCH %j on `search`: names and numbers, then all texts, best first', async (query, expected) => {
    const { found } = await openSearch();
    expect(await found({ search: ['MATCH', query] })).toEqual(expected);
    const descending = await found({ search: ['MATCH', query] }, { order_type: 'DESC' });
    expect(descending.toSorted(), 'the same are found').toEqual(expected.toSorted());
  });

  test('languages: texts are found and ordered as the language asked for shows them', async () => {
    const { found } = await openSearch();
    expect(await found({ name: ['LIKE', 'blue'] })).toEqual([]);
    expect(await found({ name: ['LIKE', 'blue'] }, { language: 'en_GB' })).toEqual(['shirt']);
    expect(await found({ name: 'Hose' }, { language: 'en_GB' }), 'a missing text is the shop’s own').toEqual([
      'trousers',
    ]);
    expect(await found({ search: ['MATCH', 'blue'] }, { language: 'en_GB' })).toEqual(['shirt']);
    expect(await found({ 'category.label': 'Clothes' }, { language: 'en_GB' })).toEqual(['shirt', 'jacket']);
    expect(await found({ 'seo.title': 'Blue shirt' }), 'seo fields hold every language').toEqual(['shirt']);
  });

  test.each<[Given, string[]]>([
    [{ order_columns: ['price'] }, ['shirt', 'trousers', 'jacket', 'novel']],
    [{ order_columns: ['price'], order_type: 'DESC' }, ['jacket', 'trousers', 'shirt', 'novel']],
    [{ order_columns: ['prio', 'price'], order: 'desc' }, ['jacket', 'trousers', 'shirt', 'novel']],
    [{ order_columns: ['main.name'] }, ['jacket', 'novel', 'shirt', 'trousers']],
    [{ order_columns: ['pages'] }, ['novel', 'shirt', 'trousers', 'jacket']],
    [{ order_type: 'DESC' }, ['novel', 'jacket', 'trousers', 'shirt']],
    [{ order_columns: ['nothing'] }, ['shirt', 'trousers', 'jacket', 'novel']],
    [{ order_columns: ['category.name', 'main.id'], order_type: 'DESC' }, ['trousers', 'shirt', 'jacket', 'novel']],
    [{ left_limit: 1, right_limit: 2 }, ['trousers', 'jacket']],
    [{ left_limit: 2 }, ['jacket', 'novel']],
    [{ left_limit: 1e12 }, []],
  ])('order and limits: %j', async (more, expected) => {
    const { found } = await openSearch();
    expect(await found([], more)).toEqual(expected);
  });

  test('variations are found themselves only where main.id_variation is named', async () => {
    const { shop, found } = await openSearch();
    const id = await shop.make('create_variation', {
      id_product: 1,
      name: 'shirt red',
      shop_active: 1,
      attributes: { de_DE: { name: 'Rotes Hemd' } },
    });
    expect(await found({ name: ['LIKE', 'hemd'] })).toEqual(['shirt']);
    expect(await found({ 'main.id_variation': id })).toEqual(['shirt red']);
    expect(await found({ name: ['LIKE', 'hemd'], 'main.id_variation': ['>', 0] })).toEqual(['shirt red']);
    expect(
      await found({ OR: [{ 'main.id_variation': 0 }, { 'main.id_variation': ['>', 0] }], 'main.id_shopobject': 1 }),
    ).toEqual(['shirt', 'shirt red']);
  });

  test('what is not on sale is found with the secret key alone, whatever the constraint says', async () => {
    const { shop, goods, found } = await openSearch();
    await goods.product(1, { name: 'later', shop_active: 0 });
    for (const constraint of [
      { 'main.name': 'later' },
      { 'main.active': 0 },
      { OR: [{ 'main.active': 0 }, { 'main.name': 'later' }] },
      { search: ['MATCH', 'later'] },
    ]) {
      expect(await found(constraint)).toEqual([]);
      expect(await shop.admin('search_products', { constraint })).toMatchObject({
        count: 1,
        result: [{ name: 'later' }],
      });
    }
  });

  test('an attribute with the name of a system field hides nothing and shows nothing', async () => {
    const { shop, goods, found } = await openSearch();
    await shop.admin('create_class_attributes', {
      id_class: 1,
      attributes: [
        { name: 'main.active', type: 'BOOL', de_DE: { label: '', value: 1 } },
        { name: 'main.type', type: 'CHAR' },
      ],
    });
    await goods.product(1, {
      name: 'later',
      shop_active: 0,
      attributes: { de_DE: { 'main.active': 1, 'main.type': 'content' } },
    });
    expect(await found([])).toEqual(['shirt', 'trousers', 'jacket', 'novel']);
    expect(await shop.admin('search_contents', { constraint: [] })).toMatchObject({ count: 1 });
  });

  test('needed_attributes and country are those of get_product_details', async () => {
    const { shop } = await openSearch();
    const params = { constraint: { 'main.name': 'shirt' }, needed_attributes: [['price'], ['nothing']] };
    const { result } = await shop.call<{ result: readonly { attributes: Reply }[] }>('search_products', params);
    expect(Object.keys(result[0]!.attributes)).toEqual(['price']);
  });
});

describe('search_contents', () => {
  test('finds contents by their attributes, products never', async () => {
    const { shop } = await openSearch();
    const search = (constraint: unknown): Promise<Reply> =>
      shop.call('search_contents', { constraint, language: 'de_DE' });
    expect(await search([])).toMatchObject({
      object: 'search_contents_result',
      count: 1,
      limit_count: 1,
      result: [{ object: 'content', name: 'imprint' }],
    });
    expect(await search({ headline: ['LIKE', 'impressum'] })).toMatchObject({ count: 1 });
    expect(await search({ body: ['LIKE', '<b>'] }), 'LIKE sees HTML as it is').toMatchObject({ count: 1 });
    expect(await search({ body: ['MATCH', 'fette worte'] })).toMatchObject({ count: 1 });
    expect(await search({ search: ['MATCH', 'strong'] }), 'MATCH sees no tags').toMatchObject({ count: 0 });
    expect(await search({ price: ['>', 0] })).toMatchObject({ count: 0 });
    expect(await search({ 'availability.quantity': 0 })).toMatchObject({ count: 0 });
  });
});

describe('search_distinct_products', () => {
  const distinct = async (field: string, constraint: unknown = [], more: Given = {}) => {
    const { shop } = await openSearch();
    return shop.call('search_distinct_products', { field, constraint, language: 'de_DE', ...more });
  };

  test.each<[string, unknown, (string | number)[]]>([
    ['name', [], ['Blaues Hemd', 'Hose', 'Regenjacke']],
    ['main.name', {}, ['jacket', 'novel', 'shirt', 'trousers']],
    ['price', [], [20, 50, 120]],
    ['category.name', [], ['books', 'clothes', 'goods']],
    ['main.class', [], ['book', 'product']],
    ['main.class', { price: ['>', 0] }, ['product']],
    ['seo.title', [], ['Blaues Hemd', 'Blue shirt']],
    ['nothing', [], []],
  ])('%s of %j', async (field, constraint, expected) => {
    expect(await distinct(field, constraint)).toEqual({
      object: 'search_distinct_products_result',
      count: expected.length,
      result: expected,
    });
  });

  test('without a field it is refused', async () => {
    const { shop } = await openSearch();
    await shop.refused('search_distinct_products', { constraint: [] }, 'PARAMETER_MISSING', 'field');
  });
});

describe('search_warehouse_entities and search_classes', () => {
  test('entities by their fields, with and without main.', async () => {
    const { goods } = { goods: await Goods.open() };
    const { shop } = goods;
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.admin('create_class_attributes', {
      id_class: 2,
      attributes: [
        { name: 'color', type: 'CHAR' },
        { name: 'id', type: 'CHAR' },
      ],
    });
    const part = (name: string, element_number: string, color: string): Promise<number> =>
      shop.make('create_warehouse_entity', {
        class: 'part',
        name,
        id_manufacturer: 7,
        attributes: { de_DE: { color, id: 'none' } },
        metadata: { element_number },
      });
    await part('screw', 'N-1', 'rot');
    await part('nail', 'N-2', 'blau');
    const found = async (constraint: unknown): Promise<unknown> =>
      (
        await shop.admin<{ object: string; result: readonly { name: string }[] }>('search_warehouse_entities', {
          constraint,
          language: 'de_DE',
          order_type: '',
        })
      ).result.map(({ name }) => name);
    const all = ['screw', 'nail'];
    expect(await shop.admin('search_warehouse_entities', { constraint: [] })).toMatchObject({
      object: 'search_warehouse_entities_result',
      count: 2,
      limit_count: 2,
      result: [{ object: 'warehouse_entity' }, {}],
    });
    for (const [constraint, expected] of [
      [{ name: 'screw' }, ['screw']],
      [{ 'main.name': ['LIKE', 'NA'] }, ['nail']],
      [{ element_number: 'N-2' }, ['nail']],
      [{ 'metadata.element_number': ['LIKE', 'N-'] }, all],
      [{ color: 'rot' }, ['screw']],
      [{ 'main.id': 2 }, ['nail']],
      [{ id_warehouse_entity: '1' }, ['screw']],
      [{ id_manufacturer: 7 }, all],
      [{ class: 'part' }, all],
      [{ id: 'none' }, all],
      [{ id: 2 }, []],
      [{ search: ['MATCH', 'scrwe'] }, ['screw']],
      [{ nothing: 1 }, []],
    ] as const)
      expect(await found(constraint), JSON.stringify(constraint)).toEqual(expected);
    expect(
      await shop.call('search_warehouse_entities', { constraint: [] }),
      'the secret key is not insisted on',
    ).toMatchObject({ count: 2 });
  });

  test('classes by name and type', async () => {
    const { shop } = await openSearch();
    const found = async (constraint: unknown): Promise<string[]> =>
      (await shop.admin<{ result: readonly { name: string }[] }>('search_classes', { constraint })).result.map(
        ({ name }) => name,
      );
    expect(await shop.admin('search_classes', { constraint: { name: 'book' } })).toMatchObject({
      object: 'search_classes_result',
      count: 1,
      limit_count: 1,
      result: [{ object: 'class', name: 'book', attributes: { pages: {} } }],
    });
    expect(await found([])).toEqual(['product', 'book', 'page']);
    expect(await found({ type: 'product' })).toEqual(['product', 'book']);
    expect(await found({ 'main.id_class': ['>', 1] })).toEqual(['book', 'page']);
    expect(await found({ id: 3, 'main.type': 'content' })).toEqual(['page']);
  });
});

describe('typos', () => {
  // Catches a box that drowns the iPhones in everything that is a phone: one is a typo away from the other.
  test('are looked for only where nothing that can be found holds the word', async () => {
    const { shop, found } = await openSearch();
    const classId = await shop.make('create_class', { name: 'device', type: 'product' });
    await shop.admin('create_class_attributes', {
      id_class: classId,
      attributes: [{ name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } }],
    });
    const device = (name: string, shop_active = 1): Promise<number> =>
      shop.make('create_product', { class: 'device', name, shop_active, attributes: { de_DE: { name } } });
    await device('phone');
    await device('iphones', 0);
    const constraint = { search: ['MATCH', 'iphone'] };
    expect(await found(constraint), 'what is not on sale tells shoppers nothing').toEqual(['phone']);
    expect(await shop.admin('search_products', { constraint, language: 'de_DE' })).toMatchObject({
      count: 1,
      result: [{ name: 'iphones' }],
    });
    const iphone = await device('iphone');
    expect(await found(constraint)).toEqual(['iphone']);
    expect(await found({ search: ['MATCH', 'iphome'] }), 'what nothing holds may be a typo').toEqual(['iphone']);
    expect(await found({ search: ['MATCH', 'iphone'], 'main.class': 'shirt' }), 'whatever else is asked for').toEqual(
      [],
    );
    await shop.admin('delete_product', { id_product: iphone });
    expect(await found(constraint)).toEqual(['phone']);
  });
});
