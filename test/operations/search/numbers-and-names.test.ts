// Catches an article number or a name that is typed as a whole and does not come first, or is not found at all.
import { expect, test } from 'vitest';
import { Goods } from '../shop.ts';
import type { Reply } from '../shop.ts';

const open = async (numbers: readonly string[], names: readonly string[] = []) => {
  const goods = await Goods.open();
  for (const [index, element_number] of numbers.entries())
    await goods.product(1, { name: names[index] ?? `article ${index}`, metadata: { element_number } });
  const found = async (words: string, more: object = {}): Promise<string[]> => {
    const constraint = { search: ['MATCH', words], ...more };
    const { result } = await goods.shop.call<{ result: Reply[] }>('search_products', { constraint, language: 'de_DE' });
    return result.map(({ name, metadata }) =>
      names.length > 0 ? String(name) : String((metadata as Reply)['element_number']),
    );
  };
  return { ...goods, shop: goods.shop, found };
};

test('a number comes first, what begins with it next, with and without its signs', async () => {
  const { found, shop } = await open(['07-16-1', '16/07-2', '16-07-3', '16-07', 'AA-100MM', '4006381333931']);
  expect(await found('16-07')).toEqual(['16-07', '16/07-2', '16-07-3', '07-16-1']);
  expect(await found('1607')).toEqual(['16-07', '16/07-2', '16-07-3']);
  expect(await found('aa100mm')).toEqual(['AA-100MM']);
  expect(await found('aa100')).toEqual(['AA-100MM']);
  expect(await found('400-6381-333931')).toEqual(['4006381333931']);
  // With another condition, and of one field alone.
  expect(await found('1607', { 'main.id': ['IN', [2, 4]] })).toEqual(['16-07', '16/07-2']);
  const constraint = { 'metadata.element_number': ['MATCH', '16-07'] };
  const alone = await shop.call<{ result: Reply[] }>('search_products', { constraint, right_limit: 1 });
  expect(alone.result).toMatchObject([{ metadata: { element_number: '16-07' } }]);
});

test('among others of the same pieces it stands first', async () => {
  const pieces = ['16', '07', '114570', '10', 'AA', '100MM'];
  const numbers = Array.from({ length: 60 }, (_, index) => {
    const of = (by: number): string => pieces[Math.floor(index / by) % pieces.length]!;
    return `${of(1)}-${of(6)}-${index}`;
  });
  const wanted = ['16-07', '114570-10', 'AA-100MM'];
  const { found } = await open([...numbers, ...wanted]);
  for (const number of wanted) {
    expect((await found(number))[0]).toBe(number);
    expect((await found(number.replace('-', '')))[0]).toBe(number);
  }
});

test('a name comes before others of its words', async () => {
  const { found } = await open(['1', '2', '3'], ['Lamp red desk', 'Desk lamp large', 'Desk lamp']);
  expect(await found('desk lamp')).toEqual(['Desk lamp', 'Desk lamp large', 'Lamp red desk']);
});

test('a product is found by the number of its variation', async () => {
  const { found, shop } = await open(['A-1-X', 'B-2-Y']);
  await shop.make('create_variation', {
    id_product: 2,
    name: 'small',
    shop_active: 1,
    metadata: { element_number: 'B-2-Y-77' },
  });
  expect(await found('b2y77')).toEqual(['B-2-Y']);
});

test('what words rank alike stands by searchBoost, and explain=1 says why', async () => {
  const goods = await Goods.open({ config: { searchBoost: 'price' } });
  const names = ['Red desk lamp', 'Lamp for a desk', 'Desk lamp', 'Desk lamp red', 'Green desk lamp'];
  for (const [at, name] of names.entries()) await goods.product(at === 4 ? 9 : 1, { name });
  await goods.shop.make('create_variation', { id_product: 2, name: 'XL desk lamp', shop_active: 1 });
  const ask = (more: object): Promise<Reply> =>
    goods.shop.call('search_products', { constraint: { search: ['MATCH', 'desk lamp'] }, language: 'de_DE', ...more });
  const { result, ranking } = (await ask({ explain: 1 })) as unknown as { result: Reply[]; ranking: unknown };
  expect(result.map(({ name }) => name)).toEqual([names[2], names[3], names[4], names[0], names[1]]);
  const words = [
    { word: 'desk', quality: 4, field: 'main.name' },
    { word: 'lamp', quality: 4, field: 'main.name' },
  ];
  const of = (product: number, variation: number, rank: number, boost: number, because: string): unknown => ({
    id_shopobject: product,
    id_variation: variation,
    rank,
    boost,
    matches: [{ because, field: 'main.name', words }],
  });
  expect(ranking).toEqual([
    of(3, 0, 28, 1, 'whole'),
    of(4, 0, 24, 1, 'beginning'),
    of(5, 0, 20, 9, 'in_order'),
    of(1, 0, 20, 1, 'in_order'),
    of(2, 6, 20, 1, 'in_order'),
  ]);
  expect((await ask({ explain: 1, order_columns: ['price'] }))['ranking']).toEqual([]);
  expect(await ask({})).not.toHaveProperty('ranking');
});
