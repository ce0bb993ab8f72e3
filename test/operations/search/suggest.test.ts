// Would catch suggestions that show what is not on sale, that a change of a category does not reach, also one between
// two slices of a long search for categories, memory that unknown languages fill, and words that are written otherwise
// than the shop writes them.
import { expect, test } from 'vitest';
import type { Category } from '../../../src/domain/catalogue/category.ts';
import { labelKeys } from '../../../src/domain/listing/suggest.ts';
import { DONE } from '../../../src/kernel/result.ts';
import type { ShopOptions } from '../shop.ts';
import { openSearch } from './search-shop.ts';

interface Suggested {
  readonly texts: readonly string[];
  readonly categories: readonly { readonly id: number; readonly label: string }[];
  readonly products: readonly { readonly name: string }[];
  readonly words?: unknown;
}

const open = async (options: ShopOptions = {}) => {
  const opened = await openSearch(options);
  const suggest = async (text: string, more: object = {}) => {
    const reply = await opened.shop.call<Suggested>('suggest_products', { text, language: 'de_DE', ...more });
    return {
      texts: reply.texts,
      categories: reply.categories.map(({ label }) => label),
      products: reply.products.map(({ name }) => name),
      words: reply.words,
    };
  };
  return { ...opened, suggest };
};

test('products, categories and words for what is typed', async () => {
  const { shop, suggest, clothes } = await open();
  expect(await suggest('re')).toMatchObject({
    texts: ['regenjacke'],
    categories: [],
    products: ['trousers', 'jacket'],
  });
  expect(await suggest('Blaues hem')).toMatchObject({ texts: ['Blaues hemd'], products: ['shirt'] });
  expect(await suggest('kleid')).toMatchObject({ texts: [], categories: ['Kleidung'], products: [] });
  expect(await suggest('clo', { language: 'en_GB' })).toMatchObject({ categories: ['Clothes'] });
  expect(await suggest('re', { products_max: 1 })).toMatchObject({ products: ['trousers'] });
  for (const nothing of ['', ' ', '?!'])
    expect(await suggest(nothing)).toEqual({ texts: [], categories: [], products: [], words: undefined });
  await shop.admin('update_category', { id_category: clothes, labels: { de_DE: 'Mode' } });
  expect((await suggest('kleid')).categories).toEqual([]);
  expect((await suggest('mo')).categories).toEqual(['Mode']);
});

test('what is not on sale suggests nothing, and words of the shop count', async () => {
  const { shop, suggest } = await open();
  await shop.admin('set_search_words', { language: 'de_DE', synonyms: [{ words: ['anorak'], finds: ['regenjacke'] }] });
  expect(await suggest('anorak')).toMatchObject({
    products: ['jacket'],
    words: { synonyms: [{ words: 'anorak', finds: ['regenjacke'] }] },
  });
  await shop.admin('update_product', { id_product: 3, shop_active: 0 });
  expect(await suggest('reg')).toMatchObject({ texts: [], products: ['trousers'] });
  expect((await suggest('anorak')).products).toEqual([]);
});

test('names are told in the order of how well they answer, and many are cut', async () => {
  const { shop, suggest } = await open();
  for (const label of ['Rote Dinge', 'Rot', 'Alles in Rot', 'Rotes', 'Rotwein', 'Rotor', 'Grün'])
    await shop.make('create_category', { id_parent: 0, name: label, labels: { de_DE: label } });
  expect((await suggest('rot')).categories).toEqual(['Rot', 'Rote Dinge', 'Rotes', 'Rotwein', 'Rotor']);
  expect((await suggest('in rot')).categories).toEqual(['Alles in Rot']);
});

test('languages that the shop does not have share the keys of the label that is shown', async () => {
  const { shop, clothes } = await open();
  const category = shop.engine.tables.category.peek(clothes) as Category;
  const shown = labelKeys(category, 'xx_1', 'de_DE');
  expect(shown).toEqual(['kleidung']);
  expect(labelKeys(category, 'xx_2', 'de_DE')).toBe(shown);
  expect(labelKeys(category, 'en_GB', 'de_DE')).toEqual(['clothes']);
});

test('a category that changes between two slices is not told as it was', async () => {
  const waiting: (() => void)[] = [];
  const soon = (run: () => void): void => void waiting.push(run);
  const { shop, suggest, books } = await open({ work: { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon } });
  const plain = { type: 'create_category' as const, parentId: 0, labels: {}, attributes: {}, localized: {}, seo: {} };
  shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) => {
    for (let at = 0; at < 1030; at += 1) tx.create('category', { ...plain, name: `c ${at}`, prio: 9 + at });
    return DONE;
  });
  const rename = (label: string) => shop.admin('update_category', { id_category: books, labels: { de_DE: label } });
  for (let turns = 0; ; turns += 1) {
    await rename('Bücher');
    const answer = suggest('büch');
    for (let turn = 0; turn < turns; turn += 1) waiting.shift()!();
    if (waiting.length === 0) {
      expect(turns).toBeGreaterThan(3);
      expect((await answer).categories).toEqual(['Bücher']);
      return;
    }
    await rename('Karten');
    while (waiting.length > 0) waiting.shift()!();
    expect((await answer).categories, `changed after ${turns} slices`).toEqual([]);
  }
});
