// Would catch suggestions that show what is not on sale, that no search finds, that a change of a category does not
// reach, also one between two slices of a long search for categories, memory that unknown languages fill, and words
// that are written otherwise than the shop writes them.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Category } from '../../../src/domain/catalogue/category.ts';
import { SUGGESTED, labelKeys, suggestedTexts } from '../../../src/domain/listing/suggest.ts';
import { DONE } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
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

const SYLLABLES = ['ra', 'rab', 'rat', 'so', 'sol', 'sofa', 'la', 'lampe', 'ab'] as const;
const phrase = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 2 })
  .map((words) => [...new Set(words)].join(' '));
const shopWords = fc.record({
  synonyms: fc.array(
    fc
      .record({
        words: fc.uniqueArray(phrase, { minLength: 1, maxLength: 2 }),
        finds: fc.array(phrase, { maxLength: 1 }),
      })
      .filter(({ words, finds }) => words.length + finds.length > 1),
    { maxLength: 3 },
  ),
  pinned: fc.uniqueArray(fc.record({ query: phrase, ids: fc.constantFrom([4], [5, 6]) }), {
    maxLength: 2,
    selector: ({ query }) => query,
  }),
  ignored: fc.subarray([...SYLLABLES], { maxLength: 2 }),
});
const typed = fc
  .tuple(phrase, fc.constantFrom('', ...'rsla'))
  .map(([before, last]) => (last === '' ? before.slice(0, -1) || before : `${before} ${last}`));

/** A shop whose names share their beginnings, and the first text of those that it tells which finds nothing. */
const openTexts = async () => {
  const opened = await open();
  const names = ['ra lampe', 'rab sofa', 'rat ra', 'so lampe', 'sol ab', 'sofa', 'la rat sofa', 'lampe ab ra'];
  for (const name of names) await opened.goods.product(1, { name, attributes: { de_DE: { name, price: 1 } } });
  const lost = async (texts: readonly string[]): Promise<string | undefined> => {
    for (const text of texts) if ((await opened.found({ search: ['MATCH', text] })).length === 0) return text;
    return undefined;
  };
  return { ...opened, lost };
};

test('a search finds something for every text that is suggested, whatever the words of the shop make of it', async () => {
  const { shop, suggest, lost } = await openTexts();
  const law = fc.asyncProperty(shopWords, typed, async (words, text) => {
    await shop.admin('set_search_words', { language: 'de_DE', ...words });
    expect(await lost((await suggest(text)).texts), text).toBeUndefined();
  });
  await fc.assert(law, { numRuns: runs(100) });
});

test('canary: a synonym of two words gives a text that goes on with one of them, and that nothing answers', async () => {
  const { shop, suggest, lost } = await openTexts();
  await shop.admin('set_search_words', { language: 'de_DE', synonyms: [{ words: ['xy la'], finds: ['rab sofa'] }] });
  const ids = (
    await shop.call<{ result: readonly { id: number }[] }>('search_products', {
      constraint: { search: ['MATCH', 'xy la'] },
      language: 'de_DE',
    })
  ).result.map(({ id }) => id);
  expect(ids).toHaveLength(1);
  await shop.admin('update_product', { id_product: ids[0]!, attributes: { de_DE: { name: 'rab sofa lampe' } } });
  const told = suggestedTexts(shop.engine.readContext(), 'xy la', 'de_DE', ids.slice(0, SUGGESTED.namesRead));
  expect(told).toEqual(['xy lampe']);
  expect(await lost(told)).toBe('xy lampe');
  expect((await suggest('xy la')).texts).toEqual([]);
});
