// Categories that fill themselves: that lists, searches, facets and products agree about what is in them, whatever the
// constraints, the tree and the language, and after every change. Catches what is listed and not counted, a product
// that stays after it has changed, an order that forgets what was put in by hand, and a category that contains itself.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { must } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { bringLines, isUnchanged, linesOf, newEngine } from '../../catalogue-files/catalogue-shop.ts';
import { closeAndVerify } from '../../engine/store/stores.ts';
import { openSearch } from '../search/search-shop.ts';
import type { TestShop } from '../shop.ts';
import { CREDENTIALS, SECRET } from '../shop.ts';

interface Listed {
  readonly count: number;
  readonly products: { readonly [name: string]: { readonly id: number } };
}

const listed = async (shop: TestShop, id: number, more: object = {}): Promise<number[]> => {
  const reply = await shop.call<Listed>('get_products_in_category', { id_category: id, language: 'de_DE', ...more });
  const ids = Object.values(reply.products).map((product) => product.id);
  expect(reply.count).toBe(ids.length);
  return ids;
};

interface Details {
  readonly categories: readonly { readonly id: number }[];
}
const categoriesOf = async (shop: TestShop, id: number): Promise<number[]> => {
  const { categories } = await shop.call<Details>('get_product_details', { id_product: id, language: 'de_DE' });
  return categories.map((category) => category.id);
};

interface Counted {
  readonly count: number;
  readonly facets: readonly [{ readonly values: readonly { readonly value: number; readonly count: number }[] }];
}

const open = async () => {
  const opened = await openSearch();
  const { shop } = opened;
  const fill = (constraint: unknown, parent = 0, name = 'filled'): Promise<number> =>
    shop.make('create_category', { id_parent: parent, name, constraint });
  return { ...opened, fill };
};

test('what is put in by hand comes first, then what the constraint finds; a change counts at once', async () => {
  const { shop, fill, clothes } = await open();
  const cheap = await fill({ price: ['<', 100] });
  expect(await listed(shop, cheap)).toEqual([1, 2]);
  await shop.admin('update_product', { id_product: 3, categories: [clothes, cheap] });
  expect(await listed(shop, cheap)).toEqual([3, 1, 2]);
  await shop.admin('update_product', { id_product: 2, categories: [cheap] });
  expect(await listed(shop, cheap)).toEqual([3, 2, 1]);
  expect(await categoriesOf(shop, 1)).toEqual([1, clothes, cheap]);
  await shop.admin('update_product', { id_product: 1, attributes: { de_DE: { price: 200 } } });
  expect(await listed(shop, cheap)).toEqual([3, 2]);
  expect(await categoriesOf(shop, 1)).toEqual([1, clothes]);
  await shop.admin('update_category', { id_category: cheap, constraint: { price: ['>', 100] } });
  expect(await listed(shop, cheap)).toEqual([3, 2, 1]);
  const cleared = { request: 'update_category', id_category: cheap, constraint: null };
  await shop.send({ ...CREDENTIALS, licence_secret_key: SECRET, ...cleared });
  expect(await listed(shop, cheap)).toEqual([3, 2]);
});

test('lists, searches, facets, products and contents agree, in every language', async () => {
  const { shop, fill, clothes, found } = await open();
  await shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name: 'colour', type: 'CHAR' }] });
  const paint = (id: number, de: string, en: string): Promise<unknown> =>
    shop.admin('update_product', { id_product: id, attributes: { de_DE: { colour: de }, en_GB: { colour: en } } });
  await paint(1, 'blau', 'blue');
  await paint(2, 'rot', 'red');
  const below = await fill({ colour: 'blau' }, clothes, 'blue ones');
  const both = await fill({ 'category.id': below, OR: [{ colour: 'rot' }, { colour: 'blau' }] });
  expect(await listed(shop, both, { language: 'en_GB' })).toEqual([1]);
  expect(await found({ 'category.id': below })).toEqual(['shirt']);
  expect(await found({ 'category.id': ['IN', [below, both]], price: ['<', 100] }, { language: 'en_GB' })).toEqual([
    'shirt',
  ]);
  expect(await found({ 'category.name': 'blue ones' })).toEqual(['shirt']);
  await shop.make('create_variation', {
    id_product: 2,
    name: 'trousers blue',
    shop_active: 1,
    attributes: { de_DE: { colour: 'blau' } },
  });
  expect(await listed(shop, below)).toEqual([1, 2]);
  expect(await categoriesOf(shop, 2)).toEqual([1, below, both]);
  const reply = await shop.call<Counted>('search_products', {
    constraint: { 'category.id': ['!=', both] },
    language: 'en_GB',
    facets: [{ field: 'category.id' }],
  });
  expect(reply.facets[0].values.map(({ value, count }) => [value, count])).toContainEqual([below, 2]);
  const values = await shop.call<{ result: readonly string[] }>('search_distinct_products', {
    constraint: { 'main.id': 1 },
    field: 'category.name',
    language: 'de_DE',
  });
  expect(values.result).toContain('blue ones');
  const goods = parseConstraint({ 'category.name': 'blue ones' });
  must(goods.ok, 'it is a constraint');
  expect([1, 2, 3, 6].map((id) => shop.engine.readContext().amongGoods(id).isAmong(goods.value))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const contents = await shop.call('get_contents_in_category', { id_category: below, language: 'de_DE' });
  expect(contents).toMatchObject({ count: 0 });
  const dump = await shop.call('dump_category', { id_category: below, language: 'de_DE' });
  expect(JSON.stringify(dump)).toContain('"shirt"');
});

test('a constraint that goes round, or that the catalogue alone does not decide, is refused by name', async () => {
  const { shop, fill, clothes, books } = await open();
  const one = await fill({ price: ['<', 100] }, 0, 'one');
  const two = await fill({ 'category.id': one }, clothes, 'two');
  const refused = async (id: number, more: object, code: string): Promise<void> => {
    await shop.refused('update_category', { id_category: id, ...more }, code, undefined, { secret: true });
  };
  await refused(one, { constraint: { 'category.id': one } }, 'CONSTRAINT_CIRCULAR');
  const byOther = { OR: [{ 'main.id': 1 }, { 'category.id': ['IN', [two]] }] };
  await refused(one, { constraint: byOther }, 'CONSTRAINT_CIRCULAR');
  await refused(two, { constraint: { 'category.path.nodes.id': clothes } }, 'CONSTRAINT_CIRCULAR');
  await shop.admin('update_category', { id_category: one, constraint: { 'category.path.nodes.id': books } });
  await refused(two, { id_parent: books }, 'CONSTRAINT_CIRCULAR');
  await refused(one, { id_parent: books }, 'CONSTRAINT_CIRCULAR');
  for (const constraint of [
    { search: ['MATCH', 'shirt'] },
    { 'main.price': ['<', 5] },
    { 'availability.quantity': ['>', 0] },
    { 'category.label': 'Kleidung' },
    { 'category.id': ['!=', 1] },
    { colour: 'blue' },
    { price: ['SOUNDS LIKE', 1] },
    { name: Array.from({ length: 2 }, () => 'x'.repeat(6000)) },
    { OR: Array.from({ length: 201 }, (_, id) => ({ 'main.id': id })) },
  ])
    await refused(one, { constraint }, 'CONSTRAINT_INVALID');
});

test('no more than 100 categories fill themselves, of 200 conditions with those that they name', async () => {
  const { shop, fill } = await open();
  const wide = await fill({ OR: Array.from({ length: 199 }, (_, id) => ({ 'main.id': id + 1 })) });
  await fill({ 'category.id': wide });
  const more = { id_parent: 0, name: 'more', constraint: { 'category.id': wide, price: 1 } };
  await shop.refused('create_category', more, 'CONSTRAINT_INVALID', 'constraint', { secret: true });
  for (let count = 2; count < 100; count += 1) await fill({});
  const last = { id_parent: 0, name: 'more', constraint: {} };
  await shop.refused('create_category', last, 'CONSTRAINT_INVALID', 'constraint', { secret: true });
});

test('what changes while the list is made is in it: a product, and the constraint itself', async () => {
  const waiting: (() => void)[] = [];
  const { shop } = await openSearch({
    work: { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon: (run) => void waiting.push(run) },
  });
  const cheap = await shop.make('create_category', { id_parent: 0, name: 'cheap', constraint: { price: ['<', 30] } });
  const asked = { id_category: cheap, language: 'de_DE', facets: [{ field: 'category.id' }] };
  const long = shop.call<Listed & Counted>('get_products_in_category', asked);
  waiting.shift()!();
  await shop.admin('update_product', { id_product: 3, attributes: { de_DE: { price: 3 } } });
  waiting.shift()!();
  await shop.admin('update_category', { id_category: cheap, constraint: { price: ['<', 60] } });
  while (waiting.length > 0) waiting.shift()!();
  const reply = await long;
  expect(Object.values(reply.products).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(reply.facets[0].values.find(({ value }) => value === cheap)?.count).toBe(3);
});

test('an export names categories by their paths, and an import into another shop gives the same lists', async () => {
  const { shop, fill, clothes } = await open();
  const below = await fill({ price: ['<', 30] }, clothes, 'below');
  await fill([{ 'category.id': ['IN', [below]] }, { 'main.name': ['LIKE', 's%'] }], 0, 'above');
  const lines = linesOf(shop.engine);
  const engine = newEngine();
  expect((await bringLines(engine, lines)).listed).toEqual([]);
  expect(linesOf(engine)).toBe(lines);
  await isUnchanged(engine, () => bringLines(engine, lines));
  await closeAndVerify(engine);
});

test('a file has no id of a category, also of one that is gone, and an import refuses every id by name', async () => {
  const { shop, fill, clothes } = await open();
  const gone = await fill(null, 0, 'gone');
  const given = { 'main.categories': ['IN', [clothes, String(gone)]], 'main.id_variation': ['>', 0] };
  await fill([given, { 'category.id': gone }]);
  await shop.admin('delete_category', { id_category: gone });
  const lines = linesOf(shop.engine);
  const written = { ...given, 'main.categories': ['IN', [{ path: ['goods', 'clothes'] }, { path: [] }]] };
  expect(lines).toContain(JSON.stringify([written, { 'category.id': { path: [] } }]));
  const engine = newEngine();
  expect((await bringLines(engine, lines)).listed).toEqual([]);
  expect(linesOf(engine)).toBe(lines);
  for (const [field, value] of [
    ['main.categories', ['IN', ['2']]],
    ['category.path.nodes.id', 2],
    ['main.id', ['>', 7]],
    ['main.id_shopobject', { path: ['clothes'] }],
    ['main.id_variation', [7]],
  ] as const) {
    const record = { type: 'category', name: 'clothes', parent: ['goods'], constraint: { OR: [{ [field]: value }] } };
    const { listed: refused } = await bringLines(engine, JSON.stringify(record));
    expect(refused).toEqual([expect.stringMatching(`CONSTRAINT_INVALID.*${field}`)]);
  }
  await closeAndVerify(engine);
});

const price = fc.integer({ min: 0, max: 4 });
const leaf = fc.oneof(
  fc.record({ price: fc.tuple(fc.constantFrom('<', '>=', '!='), price) }),
  fc.record({ short_description: fc.constantFrom('a', 'b') }),
  fc.record({ 'main.id': fc.tuple(fc.constant('IN'), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 })) }),
);
const constraint = fc.oneof(leaf, fc.record({ OR: fc.tuple(leaf, leaf) }), fc.tuple(leaf, leaf));
const change = fc.record({
  id: fc.integer({ min: 1, max: 7 }),
  price,
  short_description: fc.constantFrom('a', 'b'),
  shop_active: fc.constantFrom(0, 1),
  at: fc.integer({ min: 0, max: 3 }),
});

test('a category lists what a search finds, behind what is put into it, and products show the same', async () => {
  const law = fc.asyncProperty(
    fc.tuple(constraint, constraint),
    fc.array(change, { minLength: 1, maxLength: 6 }),
    async (constraints, changes) => {
      const { shop, fill, goods } = await open();
      for (const name of ['one red', 'one blue'])
        await shop.make('create_variation', { id_product: 1, name, shop_active: 1, attributes: {} });
      const first = await fill(constraints[0], goods.categoryId, 'first');
      const second = await fill({ OR: [constraints[1], { 'category.id': first }] }, 0, 'second');
      for (const { id, price: amount, short_description, shop_active, at } of changes) {
        const categories = [[], [first], [second], [second, first]][at]!;
        const attributes = { de_DE: { price: amount, short_description } };
        const more = id === 4 || id === 5 ? {} : { attributes };
        // A product does not show what a variation was put into by hand.
        const placed = id > 5 ? {} : { categories };
        if (id !== 5) await shop.admin('update_product', { id_product: id, shop_active, ...placed, ...more });
        const finds = async (given: unknown): Promise<number[]> => {
          const asked = { constraint: given, language: 'de_DE', order: 'main.id' };
          const { result } = await shop.call<{ result: { id: number }[] }>('search_products', asked);
          return result.map((product) => product.id);
        };
        const handPicked = (category: number): Promise<number[]> => finds({ 'main.categories': category });
        const expected = async (category: number, given: unknown): Promise<number[]> =>
          [...new Set([...(await handPicked(category)), ...(await finds(given))])].sort((a, b) => a - b);
        const inFirst = { OR: [constraints[0], { 'main.categories': first }] };
        const lists = [await listed(shop, first), await listed(shop, second)];
        expect(lists[0]!.toSorted((a, b) => a - b)).toEqual(await expected(first, constraints[0]));
        expect(lists[1]!.toSorted((a, b) => a - b)).toEqual(await expected(second, { OR: [constraints[1], inFirst] }));
        expect(await finds({ 'category.id': second })).toEqual(lists[1]!.toSorted((a, b) => a - b));
        for (const [place, category] of [first, second].entries()) {
          const byHand = await handPicked(category);
          expect(lists[place]!.slice(0, byHand.length).toSorted((a, b) => a - b)).toEqual(byHand);
          for (const product of [1, 2, 3, 4])
            if (await finds({ 'main.id': product }).then(({ length }) => length > 0))
              expect((await categoriesOf(shop, product)).includes(category)).toBe(lists[place]!.includes(product));
        }
        const counted = await shop.call<Counted>('search_products', {
          constraint: {},
          facets: [{ field: 'category.id' }],
        });
        for (const [place, category] of [first, second].entries()) {
          const count = counted.facets[0].values.find(({ value }) => value === category)?.count ?? 0;
          expect(count).toBe(lists[place]!.length);
        }
      }
    },
  );
  await fc.assert(law, { numRuns: runs(15) });
});

test('a search that filled categories make too long is refused, one that names few of them is not', async () => {
  const { shop, fill } = await open();
  const long = { OR: Array.from({ length: 200 }, (_, price) => ({ 'main.id': -1 - price })) };
  let last = 0;
  for (let made = 0; made < 26; made += 1) last = await fill(long, 0, `filled ${made}`);
  for (const request of ['search_products', 'search_distinct_products']) {
    const of = { order_columns: ['main.id'], field: 'main.id', column: 'main.id' };
    await shop.refused(
      request,
      { constraint: { 'category.id': ['!=', 1e6] }, ...of },
      'CONSTRAINT_INVALID',
      'constraint',
    );
    const few = await shop.call<{ object: string }>(request, { constraint: { 'category.id': last }, ...of });
    expect(few.object).not.toBe('error');
  }
});
