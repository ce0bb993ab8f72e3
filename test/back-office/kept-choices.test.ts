// Would catch a page that overwrites what another page has kept meanwhile, that writes without knowing what is kept, or
// that goes on showing a change which was refused.
import { expect, test } from 'vitest';
import { KeptChoices } from '../../back-office/api/kept-choices.ts';
import type { Choices } from '../../back-office/api/kept-choices.ts';
import { LISTS_MAX, listsIn, withList } from '../../back-office/parts/kept-list.ts';

/** What is kept for all pages, and one page that shows it. */
const keeper = (begun: Choices) => {
  const state = { kept: begun, shown: {} as Choices, refuses: '', written: [] as string[] };
  const page = new KeptChoices({
    read: () => (state.refuses === 'read' ? Promise.reject(new Error('read')) : Promise.resolve(state.kept)),
    write: (name, value) => {
      state.written.push(`${name}=${value}`);
      if (state.refuses === 'write') return Promise.reject(new Error('write'));
      state.kept = { ...state.kept, [name]: value };
      return Promise.resolve();
    },
    show: (shown) => {
      state.shown = shown;
    },
  });
  return { state, page };
};
const adding = (word: string) => (kept: string) => (kept === '' ? word : `${kept},${word}`);

test('a page that was read long ago adds to what other pages have kept since', async () => {
  const { state, page } = keeper({ lists: 'a' });
  await page.read();
  state.kept = { lists: 'a,b', columns: 'town' };
  const changing = page.change('lists', adding('c'));
  expect(state.shown).toEqual({ lists: 'a,c' });
  await changing;
  expect([state.kept, state.shown]).toEqual(Array.from({ length: 2 }, () => ({ lists: 'a,b,c', columns: 'town' })));
});

test('changes at once follow each other, and none is lost', async () => {
  const { state, page } = keeper({});
  await Promise.all(['a', 'b', 'c'].map((word) => page.change('lists', adding(word))));
  expect([state.kept, state.written]).toEqual([{ lists: 'a,b,c' }, ['lists=a', 'lists=a,b', 'lists=a,b,c']]);
});

test.each([
  ['read', 0],
  ['write', 1],
])('a failed %s changes nothing, and what was shown before is shown again', async (refuses, writes) => {
  const { state, page } = keeper({ lists: 'a' });
  await page.read();
  state.refuses = refuses;
  await expect(page.change('lists', adding('b'))).rejects.toThrow(refuses);
  expect([state.kept, state.shown, state.written.length]).toEqual([{ lists: 'a' }, { lists: 'a' }, writes]);
  state.refuses = '';
  await page.change('lists', adding('c'));
  expect(state.shown).toEqual({ lists: 'a,c' });
});

test('lists of two pages do not pass their limit together, and one takes the place of one of its name', async () => {
  const named = (name: string) => ({ name, query: `state=${name}` });
  const full = Array.from({ length: LISTS_MAX - 1 }, (_, at) => named(`${at}`));
  const { state, page } = keeper({ lists: JSON.stringify(full) });
  await page.read();
  // The page does not know of it.
  state.kept = { lists: JSON.stringify([...full, named('theirs')]) };
  const keep = (name: string, query = name) =>
    page.change('lists', (kept) => JSON.stringify(withList(listsIn(kept), { name, query })));
  await keep('mine');
  const names = (): readonly string[] => listsIn(state.kept['lists']!).map(({ name }) => name);
  expect([names().length, names().at(-1)]).toEqual([LISTS_MAX, 'theirs']);
  await keep('0', 'days=week');
  expect([names().length, listsIn(state.kept['lists']!).at(-1)]).toEqual([
    LISTS_MAX,
    { name: '0', query: 'days=week' },
  ]);
});
