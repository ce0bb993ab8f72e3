// A search sees every write that was answered before it, and hostile ones end in a refusal with a name.
import { describe, expect, test } from 'vitest';
import { size } from '../../harness/effort.ts';
import { CONSTRAINT_LIMITS } from '../../../src/domain/search/parse-constraint.ts';
import { CREDENTIALS } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import { openSearch } from './search-shop.ts';

type Opened = Awaited<ReturnType<typeof openSearch>>;

describe('read your write', () => {
  const shirt = { id_product: 1 };
  const writes: readonly (readonly [
    string,
    (opened: Opened) => Promise<unknown>,
    unknown,
    before: string[],
    after: string[],
  ])[] = [
    [
      'a new text',
      ({ shop }) => shop.admin('update_product', { ...shirt, attributes: { de_DE: { name: 'Kittel' } } }),
      { search: ['MATCH', 'kittel'] },
      [],
      ['shirt'],
    ],
    [
      'the text before',
      ({ shop }) => shop.admin('update_product', { ...shirt, attributes: { de_DE: { name: 'Kittel' } } }),
      { search: ['MATCH', 'hemd'] },
      ['shirt'],
      [],
    ],
    [
      'a text taken away',
      ({ shop }) =>
        shop.send({
          ...CREDENTIALS,
          licence_secret_key: 'secret-1',
          request: 'update_product',
          id_product: 1,
          attributes: { de_DE: { name: null } },
        }),
      { name: 'Blue Shirt' },
      [],
      ['shirt'],
    ],
    [
      'a number',
      ({ shop }) => shop.admin('update_product', { ...shirt, attributes: { de_DE: { price: 7 } } }),
      { price: 7 },
      [],
      ['shirt'],
    ],
    [
      'a name',
      ({ shop }) => shop.admin('update_product', { ...shirt, name: 'blouse' }),
      { 'main.name': ['LIKE', 'blou'] },
      [],
      ['blouse'],
    ],
    [
      'an element number',
      ({ shop }) => shop.admin('update_product', { ...shirt, metadata: { element_number: 'X9' } }),
      { search: ['MATCH', 'x9'] },
      [],
      ['shirt'],
    ],
    [
      'a permalink',
      ({ shop }) => shop.admin('update_product', { ...shirt, seo: { de_DE: { permalink: 'neu' } } }),
      { 'seo.permalink': 'neu' },
      [],
      ['shirt'],
    ],
    [
      'activity',
      ({ shop }) => shop.admin('update_product', { ...shirt, shop_active: 0 }),
      { price: 20 },
      ['shirt'],
      [],
    ],
    [
      'stock',
      ({ shop }) => shop.admin('update_product', { id_product: 2, availability: { quantity: 9 } }),
      { 'availability.quantity': 9 },
      [],
      ['trousers'],
    ],
    [
      'a category',
      ({ shop, books }) => shop.admin('update_product', { ...shirt, categories: [books] }),
      { 'category.name': 'books' },
      ['novel'],
      ['shirt', 'novel'],
    ],
    [
      'a category’s name',
      ({ shop, books }) => shop.admin('update_category', { id_category: books, name: 'prints' }),
      { 'category.path.name': 'prints' },
      [],
      ['novel'],
    ],
    [
      'a category’s place',
      ({ shop, books }) => shop.admin('update_category', { id_category: books, name: 'books', id_parent: 1 }),
      { 'category.path.name': 'goods/books' },
      [],
      ['novel'],
    ],
    [
      'a category less',
      ({ shop, books }) => shop.admin('delete_category', { id_category: books }),
      { 'category.id_shopcategory': 3 },
      ['novel'],
      [],
    ],
    [
      'a product more',
      ({ goods }) => goods.product(1, { name: 'scarf' }),
      { search: ['MATCH', 'scrf'] },
      [],
      ['scarf'],
    ],
    ['a product less', ({ shop }) => shop.admin('delete_product', shirt), { search: ['MATCH', 'hemd'] }, ['shirt'], []],
    [
      'an attribute more',
      ({ shop }) =>
        shop.admin('create_class_attributes', {
          id_class: 2,
          attributes: [{ name: 'genre', type: 'CHAR', de_DE: { label: '', value: 'Krimi' } }],
        }),
      { genre: ['MATCH', 'krimi'] },
      [],
      ['novel'],
    ],
    [
      'an attribute less',
      ({ shop }) => shop.admin('delete_class_attributes', { id_class: 2, attributes: ['title'] }),
      { search: ['MATCH', 'hart'] },
      ['novel'],
      [],
    ],
  ];

  test.each(writes)('%s', async (_what, write, constraint, before, after) => {
    const opened = await openSearch();
    expect(await opened.found(constraint)).toEqual(before);
    await write(opened);
    expect(await opened.found(constraint)).toEqual(after);
    await opened.shop.restart();
    expect(await opened.found(constraint)).toEqual(after);
  });

  test('a removed attribute that comes back under its name with another type has none of the old values', async () => {
    const { shop, found } = await openSearch();
    await shop.admin('delete_class_attributes', { id_class: 1, attributes: ['name'] });
    await shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name: 'name', type: 'FLOAT' }] });
    expect(await found({ name: ['LIKE', 'Hemd'] })).toEqual([]);
    expect(await found({ search: ['MATCH', 'hemd'] })).toEqual([]);
    expect(await found({ name: 0 })).toEqual(['shirt', 'trousers', 'jacket']);
  });
});

const SEARCHES = [
  'search_products',
  'search_contents',
  'search_orders',
  'search_warehouse_entities',
  'search_classes',
  'search_distinct_products',
];

describe('hostile input', () => {
  const nested = (levels: number, inner: unknown, wrap: (one: unknown) => unknown): unknown => {
    let value = inner;
    for (let level = 0; level < levels; level += 1) value = wrap(value);
    return value;
  };
  const list = (one: unknown): unknown => [one];
  const either = (one: unknown): unknown => ({ OR: one });
  const { depthMax, leavesMax, groupsMax, listMax, patternMax, textMax, wordsMax } = CONSTRAINT_LIMITS;
  const many = (count: number, one: unknown): unknown[] => Array.from({ length: count }, () => one);

  test.each<[string, unknown, string]>([
    ['a thousand lists', nested(1000, {}, list), 'PARAMETER_INVALID'],
    ['a thousand ORs', nested(1000, {}, either), 'PARAMETER_INVALID'],
    ['one level too many', nested(depthMax + 1, { a: 1 }, list), 'CONSTRAINT_INVALID'],
    ['too many conditions', many(leavesMax + 1, { a: 1 }), 'CONSTRAINT_INVALID'],
    ['too many groups', many(groupsMax + 1, {}), 'CONSTRAINT_INVALID'],
    ['too many values', { name: ['IN', many(listMax + 1, 'x')] }, 'CONSTRAINT_INVALID'],
    ['a long text', { name: 'x'.repeat(textMax + 1) }, 'CONSTRAINT_INVALID'],
    ['a long pattern', { name: ['LIKE', `${'x'.repeat(patternMax)}%`] }, 'CONSTRAINT_INVALID'],
    ['a pattern of wildcards', { name: ['LIKE', '%a'.repeat(30)] }, 'CONSTRAINT_INVALID'],
    ['many words', { name: ['MATCH', 'x '.repeat(wordsMax + 1)] }, 'CONSTRAINT_INVALID'],
    ['a long field', { ['x'.repeat(200)]: 1 }, 'CONSTRAINT_INVALID'],
    ['no field', { '': 1 }, 'CONSTRAINT_INVALID'],
    ['an unknown operator', { name: ['REGEXP', '(a+)+$'] }, 'CONSTRAINT_INVALID'],
    [
      'two conditions in one',
      {
        name: [
          ['LIKE', 'a'],
          ['LIKE', 'b'],
        ],
      },
      'CONSTRAINT_INVALID',
    ],
    ['an object as value', { name: { $ne: 1 } }, 'CONSTRAINT_INVALID'],
    ['control characters', { name: 'a\u0000b' }, 'PARAMETER_INVALID'],
    ['a lone surrogate', '{"name":["LIKE","\\ud800"]}', 'PARAMETER_INVALID'],
    ['a lone surrogate as field', '{"\\udfff":1}', 'PARAMETER_INVALID'],
    ['__proto__', '{"__proto__":{"name":1}}', 'PARAMETER_INVALID'],
    ['no JSON', '{"name":', 'PARAMETER_INVALID'],
    ['a text', '"name"', 'PARAMETER_INVALID'],
    ['a number', '7', 'PARAMETER_INVALID'],
  ])('%s', async (_what, constraint, code) => {
    const { shop } = await openSearch();
    for (const request of SEARCHES) await shop.refused(request, { constraint, field: 'name', language: 'de_DE' }, code);
  });

  test.each<[string, Given, string | undefined]>([
    ['a language of 10 kB', { language: 'x'.repeat(10_000) }, 'language'],
    ['a language of control characters', { language: '\u0007' }, 'language'],
    ['a country of 10 kB', { country: 'x'.repeat(10_000) }, 'country'],
    ['limits beyond all records', { left_limit: 1e12, right_limit: 1e12 }, undefined],
    ['limits beyond all integers', { right_limit: '99999999999999999999' }, 'right_limit'],
    ['negative limits', { left_limit: -1 }, 'left_limit'],
    ['a thousand names', { needed_attributes: many(1000, 'x'.repeat(50)) }, undefined],
    ['too many names', { needed_attributes: many(size(2_000, 100_000), 'x') }, 'needed_attributes'],
    ['ten columns', { order_columns: many(10, 'price') }, undefined],
    ['more columns than ten', { order_columns: many(11, 'price') }, 'order_columns'],
    [
      'columns of 10 kB',
      { order_columns: ['x'.repeat(10_000), '__proto__', 'constructor', 'category.', 'main.'] },
      undefined,
    ],
    [
      'junk',
      {
        language: 'undefined',
        country: 'null',
        order_columns: '[object Object]',
        order_type: 'NaN',
        left_limit: '',
        right_limit: 'undefined',
        needed_attributes: '[]',
      },
      undefined,
    ],
    ['a byte-order mark', { constraint: '\uFEFF[]' }, 'constraint'],
    ['a byte-order mark in a value', { constraint: { name: ['MATCH', '\uFEFFhemd'] } }, undefined],
    ['languages of JavaScript', { language: '__proto__' }, undefined],
  ])('%s', async (_what, more, param) => {
    const { shop } = await openSearch();
    for (const request of ['search_products', 'search_contents'] as const) {
      const params = { constraint: [], ...more };
      if (param !== undefined) await shop.refused(request, params, 'PARAMETER_INVALID', param);
      else expect(await shop.call(request, params)).toMatchObject({ object: `${request}_result` });
    }
  });

  test('the dearest constraint that is allowed is answered', async () => {
    const { goods, shop } = await openSearch();
    const text = `${'ab'.repeat(40)} `.repeat(1000);
    for (let made = 0; made < 20; made += 1)
      await goods.product(1, { attributes: { de_DE: { name: 'ab'.repeat(100), short_description: text } } });
    const dear = [
      ...many(60, { short_description: ['LIKE', `%${'_a%'.repeat(10)}c`] }),
      ...many(8, { search: ['MATCH', 'abababcd babababd ababab xyxyxyxy'] }),
      ...many(40, { 'category.path.nodes.name': ['LIKE', '%a%b%c%'] }),
      ...many(39, { price: ['IN', Array.from({ length: 400 }, (_, at) => at + 2)] }),
    ];
    const reply = await shop.call<Reply>('search_products', {
      constraint: { OR: dear },
      order_columns: ['short_description', 'name', 'category.path'],
      order_type: 'DESC',
    });
    expect(reply).toMatchObject({ object: 'search_products_result' });
  });
});
