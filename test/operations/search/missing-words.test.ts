// Searches for words while words are still being indexed after a start. It would catch one that is refused although it
// could wait, waits for ever, holds up other calls, or is answered from half of the words.
import { afterEach, expect, test, vi } from 'vitest';
import { openSearch } from './search-shop.ts';

afterEach(() => void vi.restoreAllMocks());

/** A shop that lacks words; `turn` lets one slice run and returns whether there was one. */
const openWarming = async (steps: number) => {
  const waiting: (() => void)[] = [];
  let nowMs = 0;
  const work = { budgetMs: 1000, sliceMs: 5, nowMs: () => nowMs, soon: (run: () => void) => void waiting.push(run) };
  const opened = await openSearch({ work });
  const index = opened.shop.engine.tables.shopobject.search!;
  (index as unknown as { warmed: boolean }).warmed = false;
  const warm = index.warm.bind(index);
  let left = steps;
  vi.spyOn(index, 'warm').mockImplementation((more) => left-- <= 0 && warm(more));
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return { ...opened, index, turn, pass: (ms: number) => void (nowMs += ms) };
};

const WORDS = { constraint: { name: ['MATCH', 'hemd'] }, language: 'de_DE', country: 'DE' };

test('a search for words waits until they are there, and others are answered before it', async () => {
  const { shop: plain } = await openSearch();
  const expected = await plain.call('search_products', WORDS);
  expect(expected).toMatchObject({ count: 1 });
  const { shop, index, turn } = await openWarming(7);
  const replies: string[] = [];
  const searches = ['search_products', 'search_products', 'search_distinct_products'].map((name) =>
    shop.call(name, { ...WORDS, ...(name.includes('distinct') && { field: 'name' }) }).then((reply) => {
      replies.push('words');
      return reply;
    }),
  );
  expect(await shop.call('search_products', { ...WORDS, constraint: {} })).toMatchObject({
    object: 'search_products_result',
  });
  replies.push('other');
  expect(index.warming).toBe(true);
  let slices = 0;
  while (turn()) slices += 1;
  expect(slices).toBeGreaterThan(7);
  const [one, same, distinct] = await Promise.all(searches);
  expect([one, same]).toEqual([expected, expected]);
  expect(JSON.stringify(distinct)).toContain('Blaues Hemd');
  expect(replies).toEqual(['other', 'words', 'words', 'words']);
});

test('a search that waits for too long is refused, and one that came later is not', async () => {
  const { shop, turn, pass } = await openWarming(3);
  const early = shop.call('search_products', WORDS);
  turn();
  pass(40_000);
  const late = shop.call('search_products', WORDS);
  pass(40_000);
  turn();
  expect(await early).toMatchObject({ object: 'error', message: 'SEARCH_WARMING_UP' });
  while (turn());
  expect(await late).toMatchObject({ count: 1 });
});

test('of more searches than may wait, the last is refused at once', async () => {
  const { shop, turn } = await openWarming(3);
  const waiting = Array.from({ length: 1000 }, () => shop.call('search_products', WORDS));
  expect(await shop.call('search_products', WORDS)).toMatchObject({ message: 'SEARCH_WARMING_UP' });
  while (turn());
  for (const reply of await Promise.all(waiting)) expect(reply).toMatchObject({ count: 1 });
});
