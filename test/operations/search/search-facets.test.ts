// Facets as a shop front asks for them. That each count is that of a search, test/engine/search/facets.test.ts proves.
import { expect, test } from 'vitest';
import { openSearch } from './search-shop.ts';

interface Value {
  readonly value?: string | number;
  readonly from?: number;
  readonly to?: number;
  readonly label: string;
  readonly count: number;
  readonly selected: number;
}
interface Facet {
  readonly field: string;
  readonly label: string;
  readonly values: readonly Value[];
  readonly more: number;
}
type Counted = Readonly<Record<string, unknown>> & { readonly count: number; readonly facets: readonly Facet[] };

const open = async () => {
  const opened = await openSearch();
  const { shop } = opened;
  await shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [{ name: 'colour', type: 'CHAR', labels: { de_DE: 'Farbe', en_GB: 'Colour' } }],
  });
  const paint = (id: number, colour: string): Promise<unknown> =>
    shop.admin('update_product', { id_product: id, attributes: { de_DE: { colour } } });
  await paint(1, 'blau');
  await paint(2, 'rot');
  await paint(3, 'blau');
  const ask = (facets: unknown, more: object = {}): Promise<Counted> =>
    shop.call<Counted>('search_products', { constraint: {}, language: 'de_DE', facets, ...more });
  const counts = ({ facets }: Counted): unknown =>
    Object.fromEntries(facets.map(({ field, values }) => [field, values.map((one) => [one.label, one.count])]));
  return { ...opened, paint, ask, counts };
};

test('the left column of a shop front, in the language of the call', async () => {
  const { ask, shop, goods, clothes, books } = await open();
  const reply = await ask(['colour', 'category', 'price:50,100', 'main.class'], {
    constraint: { colour: 'blau' },
    right_limit: 1,
  });
  expect(reply.count).toBe(2);
  expect(reply.facets).toEqual([
    {
      field: 'colour',
      label: 'Farbe',
      values: [
        { value: 'blau', label: 'blau', count: 2, selected: 1 },
        { value: 'rot', label: 'rot', count: 1, selected: 0 },
      ],
      more: 0,
    },
    {
      field: 'category.path.nodes.id',
      label: 'category.path.nodes.id',
      values: [
        { value: goods.categoryId, label: expect.any(String) as string, id_parent: 0, count: 2, selected: 0 },
        { value: clothes, label: 'Kleidung', id_parent: goods.categoryId, count: 2, selected: 0 },
      ],
      more: 0,
    },
    {
      field: 'price',
      label: expect.any(String) as string,
      values: [
        { to: 50, label: '< 50', count: 1, selected: 0 },
        { from: 50, to: 100, label: '50 – 100', count: 0, selected: 0 },
        { from: 100, label: '≥ 100', count: 1, selected: 0 },
      ],
      more: 0,
    },
    {
      field: 'main.class',
      label: 'main.class',
      values: [{ value: expect.any(String) as string, label: expect.any(String) as string, count: 2, selected: 0 }],
      more: 0,
    },
  ]);
  const english = await ask('category', { language: 'en_GB' });
  expect(english.facets[0]!.values.map(({ label }) => label)).toContain('Clothes');
  const listed = await shop.call<Counted>('get_products_in_category', {
    id_category: clothes,
    language: 'de_DE',
    facets: ['colour'],
  });
  expect(listed.facets[0]!.values.map(({ value, count }) => [value, count])).toEqual([['blau', 2]]);
  const linked = await shop.call<Counted>('seo_get_products_in_category', {
    permalink: 'kleidung',
    facets: [{ field: 'price', ranges: 2 }],
  });
  expect(linked.facets[0]!.values.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(books).toBeGreaterThan(0);
});

test('a product counts once for all of its variations', async () => {
  const { ask, counts, shop } = await open();
  for (const colour of ['blau', 'rot'])
    await shop.make('create_variation', {
      id_product: 1,
      name: `shirt ${colour}`,
      shop_active: 1,
      attributes: { de_DE: { colour } },
    });
  expect(counts(await ask('colour'))).toEqual({
    colour: [
      ['blau', 2],
      ['rot', 2],
    ],
  });
});

test('a reply without facets has no such member, and a kept one follows what it counted', async () => {
  const { ask, counts, paint, shop, clothes } = await open();
  expect(await ask([])).not.toHaveProperty('facets');
  const asked = () => ask(['colour', 'category', 'availability.low'], { right_limit: 1, constraint: { 'main.id': 1 } });
  const all = () => ask(['colour', 'category', 'availability.low'], { right_limit: 1 });
  const before = counts(await all());
  expect(counts(await all())).toEqual(before);
  await paint(3, 'gelb');
  expect(counts(await all())).toMatchObject({
    colour: [
      ['blau', 1],
      ['gelb', 1],
      ['rot', 1],
    ],
  });
  await shop.admin('update_category', { id_category: clothes, labels: { de_DE: 'Mode' } });
  expect(JSON.stringify(counts(await asked()))).toContain('Mode');
  await shop.admin('update_product', { id_product: 2, availability: { quantity: 1 } });
  expect(counts(await all())).toMatchObject({
    'availability.low': [
      ['0', 3],
      ['1', 1],
    ],
  });
});

test.each<[string, unknown, RegExp]>([
  ['a field that no class has', ['color'], /There is no field .?color.? here\..*colour/],
  ['a long text', ['description'], /is HTML in the class .?book.?; of texts, only those of the type CHAR/],
  ['the field of all words', ['search'], /The values of .?search.? cannot be counted/],
  ['bounds out of order', ['price:10,5'], /Bound 2 of .?price.? is no number above the one before it/],
  ['a bound that is no number', ['price:10,,20'], /Bound 2 of .?price.? is no number/],
  ['too many bounds', [{ field: 'price', bounds: Array.from({ length: 21 }, (_, at) => at) }], /21 bounds, of 1 to 20/],
  ['too many ranges', [{ field: 'price', ranges: 21 }], /21 ranges, of 2 to 20/],
  ['bounds and ranges', [{ field: 'price', bounds: [1], ranges: 2 }], /bounds and ranges; give one of them/],
  ['200 facets', Array.from({ length: 200 }, (_, at) => `f${at}`), /There are 200 facets, of at most 16/],
  ['a field twice', ['category', 'category.path.nodes.id'], /is there twice/],
])('refuses %s', async (_what, facets, detail) => {
  const { ask, shop, clothes } = await open();
  const reply: unknown = await ask(facets);
  expect(JSON.stringify(reply)).toMatch(detail);
  const listed: unknown = await shop.call('get_products_in_category', { id_category: clothes, facets });
  expect(JSON.stringify(listed)).toMatch(detail);
});
