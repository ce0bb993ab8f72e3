// Would catch words that a search does not follow at once, a reply that changes where no word applied, a pinned product
// that nobody may see, and what is wrong with words and is not refused by its place.
import { expect, test } from 'vitest';
import { openSearch } from './search-shop.ts';

const open = async () => {
  const opened = await openSearch();
  const { shop } = opened;
  const set = (given: object): Promise<unknown> => shop.admin('set_search_words', { language: 'de_DE', ...given });
  const search = (text: string, more: object = {}) =>
    shop.call<{ readonly words?: unknown; readonly result: readonly { readonly name: string }[] }>('search_products', {
      constraint: { search: ['MATCH', text] },
      language: 'de_DE',
      ...more,
    });
  const names = async (text: string, more: object = {}): Promise<string[]> =>
    (await search(text, more)).result.map(({ name }) => name);
  return { ...opened, set, search, names };
};

test('words are followed by the next search, and told', async () => {
  const { shop, set, search, names } = await open();
  expect(await names('anorak')).toEqual([]);
  const before = JSON.stringify(await search('hose'));
  await set({
    synonyms: [{ words: ['anorak', 'regenjacke'] }, { words: ['oberteil'], finds: ['hemd', 'bluse'] }],
    pinned: [{ query: 'Hose', ids: [3] }],
    redirects: [{ query: 'Gutschein', url: '/gutscheine' }],
    ignored: ['die', 'der'],
  });
  expect(await names('der Anorak')).toEqual(['jacket']);
  expect(await names('oberteil')).toEqual(['shirt']);
  expect(await names('hose')).toEqual(['jacket', 'trousers']);
  expect(await names('hose', { order_columns: ['price'], order: 'ASC' })).toEqual(['trousers', 'jacket']);
  expect((await search('der Anorak')).words).toEqual({
    synonyms: [{ words: 'anorak', finds: ['regenjacke'] }],
    ignored: ['der'],
  });
  expect((await search('gutschein')).words).toEqual({ redirect: '/gutscheine' });
  expect(await search('hemd')).not.toHaveProperty('words');
  expect((await search('anorak', { language: 'en_GB' })).words, 'other languages have their own').toBeUndefined();
  await shop.admin('update_product', { id_product: 3, shop_active: 0 });
  expect(await names('hose'), 'what is not on sale is not shown').toEqual(['trousers']);
  await set({ synonyms: [], pinned: [], redirects: [], ignored: [] });
  expect(JSON.stringify(await search('hose')), 'a reply without words is as it was').toBe(before);
});

test('what was typed comes before its synonyms, and pins before both, in their order', async () => {
  const { set, names } = await open();
  await set({ synonyms: [{ words: ['hose', 'regenjacke', 'hemd'] }] });
  expect(await names('regenjacke')).toEqual(['jacket', 'shirt', 'trousers']);
  expect(await names('hose')).toEqual(['trousers', 'shirt', 'jacket']);
  await set({ pinned: [{ query: 'hose', ids: [4, 3, 1] }] });
  expect(await names('hose')).toEqual(['novel', 'jacket', 'shirt', 'trousers']);
  expect(await names('hose', { order: 'DESC', left_limit: 1, right_limit: 2 })).toEqual(['jacket', 'shirt']);
});

test('words are read back, and nobody overwrites what they have not seen', async () => {
  const { shop, set } = await open();
  const get = () => shop.admin('get_search_words', { language: 'de_DE' });
  expect(await get()).toEqual({
    object: 'search_words',
    language: 'de_DE',
    synonyms: [],
    pinned: [],
    redirects: [],
    ignored: [],
    seq: 0,
  });
  await set({ ignored: ['der'], if_seq: 0 });
  const { seq } = (await get()) as { readonly seq: number };
  expect(seq).toBeGreaterThan(0);
  await shop.adminRefused('set_search_words', { language: 'de_DE', ignored: [], if_seq: 0 }, 'CHANGED_MEANWHILE');
  await set({ synonyms: [{ words: ['a', 'b'] }], if_seq: seq });
  expect(await get()).toMatchObject({ synonyms: [{ words: ['a', 'b'], finds: [] }], ignored: ['der'] });
});

test.each<readonly [string, object, string, string]>([
  ['one word alone', { synonyms: [{ words: ['sofa'] }] }, 'PARAMETER_INVALID', 'synonyms[0]'],
  ['no letter', { synonyms: [{ words: ['sofa', '--'] }] }, 'PARAMETER_INVALID', 'no letter'],
  ['six words', { synonyms: [{ words: ['a b c d e f', 'g'] }] }, 'PARAMETER_INVALID', '6 words'],
  ['a long word', { ignored: ['x'.repeat(101)] }, 'PARAMETER_INVALID', '101 characters'],
  ['two ignored in one', { ignored: ['of the'] }, 'PARAMETER_INVALID', '2 words'],
  ['a script', { redirects: [{ query: 'a', url: 'javascript:alert(1)' }] }, 'PARAMETER_INVALID', 'redirects[0]'],
  [
    'one query twice',
    {
      pinned: [
        { query: 'Öl', ids: [1] },
        { query: 'oel', ids: [2] },
      ],
    },
    'PARAMETER_INVALID',
    'pinned[1]',
  ],
  ['no such product', { pinned: [{ query: 'a', ids: [999] }] }, 'SHOPOBJECT_NOT_FOUND', '999'],
  ['a product twice', { pinned: [{ query: 'a', ids: [1, 1] }] }, 'PARAMETER_INVALID', 'twice'],
  ['a language of nobody', { language: 'xx_XX', ignored: [] }, 'PARAMETER_INVALID', 'no language'],
  [
    'too many entries',
    { ignored: Array.from({ length: 1001 }, (_, at) => `w${at}`) },
    'SEARCH_WORDS_LIMIT_REACHED',
    '1001 entries',
  ],
  [
    'nine words that find each other',
    { synonyms: [{ words: Array.from('abcdefghi') }] },
    'SEARCH_WORDS_LIMIT_REACHED',
    '8 texts that a word of synonyms[0] also finds',
  ],
  [
    'a word that finds too many by several entries',
    { synonyms: [{ words: ['Öl', 'a', 'b', 'c', 'd'] }, { words: ['oel'], finds: Array.from('defgh') }] },
    'SEARCH_WORDS_LIMIT_REACHED',
    '8 texts that Öl also finds',
  ],
  [
    'too many characters',
    { synonyms: Array.from({ length: 999 }, (_, at) => ({ words: [`${'x'.repeat(90)}${at}`, `y${at}`] })) },
    'SEARCH_WORDS_LIMIT_REACHED',
    'characters',
  ],
])('refuses %s', async (_name, given, code, why) => {
  const { shop } = await open();
  const refused = await shop.adminRefused('set_search_words', { language: 'de_DE', ...given }, code);
  expect(JSON.stringify(refused)).toContain(why);
});
