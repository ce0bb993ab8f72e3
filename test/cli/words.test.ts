// `kontor words`: catches words that another shop reads as others, a file of which a part is set, a product that is
// taken for another one because both shops number differently, a table that says something else than the file that it
// was written from, and a trial that keeps back what would change.
import * as fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, tableOf, wordsIn } from '../../src/admin/word-table.ts';
import type { WordsFile } from '../../src/admin/word-table.ts';
import { tableLine } from '../../src/catalogue-files/csv-line.ts';
import { scanRows } from '../../src/catalogue-files/scan-rows.ts';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { runs } from '../harness/effort.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

const WORDS = {
  en_GB: {
    synonyms: [{ words: ['couch', 'sofa'] }, { words: ['jeans'], finds: ['denim trousers'] }],
    pinned: [{ query: 'gift', products: ['Reading lamp', 'Walnut desk'] }],
    redirects: [{ query: 'voucher', url: '/gift-cards' }],
    ignored: ['the'],
  },
};

let place: CommandPlace;
const run = (...args: string[]): Promise<Ran> => place.runHere(['words', ...args]);
const write = (words: unknown): void => writeFileSync(place.path('in.json'), JSON.stringify(words));
const exported = async (): Promise<unknown> => {
  expect(await run('export', place.path('out.json'))).toMatchObject({ code: 0 });
  return JSON.parse(readFileSync(place.path('out.json'), 'utf8'));
};

beforeAll(async () => {
  place = new CommandPlace();
  await (await OpenedShop.open(place, 'data')).stop();
  writeFileSync(place.path('kontor.config.json'), JSON.stringify({ language: 'de_DE', languages: ['en_GB'] }));
});
afterAll(() => place.clean());

test('what is imported is exported the same, and lists that a file lacks stay', async () => {
  expect(await exported()).toEqual({});
  write(WORDS);
  expect(await run('import', place.path('in.json'), '--dry-run')).toMatchObject({ code: 0 });
  expect(await exported()).toEqual({});
  expect(await run('import', place.path('in.json'))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual(WORDS);
  write({ en_GB: { ignored: [] }, de_DE: { ignored: ['der'] } });
  expect(await run('import', place.path('in.json'))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual({
    de_DE: { synonyms: [], pinned: [], redirects: [], ignored: ['der'] },
    en_GB: { ...WORDS.en_GB, ignored: [] },
  });
});

test.each([
  [{ de_DE: { ignored: ['die'] }, xx_XX: { ignored: ['the'] } }, 'xx_XX'],
  [{ de_DE: { ignored: ['die'], pinned: [{ query: 'a', products: ['nothing'] }] } }, 'no product is called nothing'],
  [{ de_DE: { ignored: ['two words'] } }, 'de_DE: ignored[0]'],
  [{ de_DE: { ignore: ['die'] } }, 'PARAMETER_INVALID'],
  ['{', 'PARAMETER_INVALID'],
])('a file of which a part is refused changes nothing: %j', async (words, said) => {
  const before = await exported();
  if (typeof words === 'string') writeFileSync(place.path('in.json'), words);
  else write(words);
  const { code, err } = await run('import', place.path('in.json'));
  expect(code).toBe(1);
  expect(err.join('\n')).toContain(said);
  expect(await exported()).toEqual(before);
});

const TABLE = `language;list;words;finds
en_GB;synonyms;couch, sofa;
en_GB;synonyms;jeans;denim trousers
en_GB;pinned;gift;Reading lamp
en_GB;pinned;gift;Walnut desk
en_GB;redirects;voucher;/gift-cards
en_GB;ignored;the;
`;

test('a table says what the JSON says, whatever a spreadsheet writes, and a trial says what would change', async () => {
  write({ en_GB: { synonyms: [], pinned: [], redirects: [{ query: 'old', url: '/old' }], ignored: [] }, de_DE: {} });
  expect(await run('import', place.path('in.json'))).toMatchObject({ code: 0 });
  writeFileSync(place.path('in.csv'), `\ufeff${TABLE.replaceAll(';', '\t')}`, 'utf16le');
  const tried = await run('import', place.path('in.csv'), '--dry-run');
  expect(tried).toMatchObject({ code: 0 });
  expect(tried.out).toEqual([
    'kontor: en_GB synonyms: + couch, sofa',
    'kontor: en_GB synonyms: + jeans → denim trousers',
    'kontor: en_GB pinned: + gift → Reading lamp',
    'kontor: en_GB pinned: + gift → Walnut desk',
    'kontor: en_GB redirects: - old → /old',
    'kontor: en_GB redirects: + voucher → /gift-cards',
    'kontor: en_GB ignored: + the',
    'kontor: words of en_GB would be set, 4 lists would change',
  ]);
  expect(await run('import', place.path('in.csv'))).toMatchObject({ code: 0 });
  expect(await exported()).toMatchObject(WORDS);
  expect(await run('export', place.path('out.csv'))).toMatchObject({ code: 0 });
  expect(readFileSync(place.path('out.csv'), 'utf8')).toContain(TABLE.slice(TABLE.indexOf('en_GB')));
  writeFileSync(place.path('in.csv'), 'language;list;words;finds\nen_GB;ignored;;\nen_GB;pinned;gift;Walnut desk\n');
  const { out } = await run('import', place.path('in.csv'), '--dry-run', '--json');
  expect(JSON.parse(out.join(''))).toEqual({
    languages: ['en_GB'],
    changes: [
      { language: 'en_GB', list: 'pinned', added: [], removed: ['gift → Reading lamp'] },
      { language: 'en_GB', list: 'ignored', added: [], removed: ['the'] },
    ],
  });
});

test.each([
  ['language;list;words\n', 'line 1: a table of words has each of its columns once'],
  ['language;list;words;finds;note\n', 'has no column note'],
  ['language;list;words;finds\nen_GB;synonym;a, b;\n', 'line 2: synonym is no list'],
  ['language;list;words;finds\nen_GB;pinned;gift;\n', 'line 2: finds has nothing, in pinned'],
  ['language;list;words;finds\nen_GB;redirects;;/x\n', 'line 2: finds has /x, and words has nothing'],
  ['language;list;words;finds\nen_GB;ignored;the;a\n', 'line 2: finds has a, in ignored'],
  ['language;list;words;finds\n;ignored;the;\n', 'line 2: language has nothing'],
  ['language;list;words;finds\nen_GB;ignored;"the\n', 'line 2: a quote opens a cell'],
  ['language;list;words;finds\nen_GB;ignored;two words;\n', 'en_GB: ignored[0]'],
  ['', 'empty'],
])('a table is refused by its line: %j', async (table, said) => {
  const before = await exported();
  writeFileSync(place.path('wrong.csv'), table);
  const { code, err } = await run('import', place.path('wrong.csv'));
  expect(code).toBe(1);
  expect(err.join('\n')).toContain(said);
  expect(await exported()).toEqual(before);
});

const text = fc.stringMatching(/^[a-zä=+'";,-]{0,6}[a-zä]$/);
const lists = fc.record(
  {
    synonyms: fc.array(
      fc.record({ words: fc.array(text, { minLength: 1, maxLength: 3 }), finds: fc.constant<string[]>([]) }),
    ),
    pinned: fc.uniqueArray(fc.record({ query: text, products: fc.array(text, { minLength: 1, maxLength: 3 }) }), {
      selector: ({ query }) => query,
    }),
    redirects: fc.array(fc.record({ query: text, url: text })),
    ignored: fc.array(text),
  },
  { requiredKeys: [] },
);
const files = fc.dictionary(
  fc.constantFrom('en_GB', 'de_DE'),
  lists.filter((one) => Object.keys(one).length > 0),
);

/** Commas are no part of a word, and are gone. */
const read = (file: WordsFile): unknown =>
  Object.entries(file).map(([language, words]) => [
    language,
    ...(['synonyms', 'pinned', 'redirects', 'ignored'] as const).map((list) => words[list] && rowsOf(words, list)),
  ]);
const again = (file: WordsFile, delimiter: string, line = tableLine(delimiter)): WordsFile =>
  wordsIn(scanRows(tableOf(file).map(line).join(''), delimiter, 65_536));
const law = (back: typeof again) =>
  fc.property(files, fc.constantFrom(';', ',', '\t'), (file, delimiter) => {
    expect(read(back(file, delimiter))).toEqual(read(file));
  });

test('whatever is written as a table is read as what it was', () => {
  fc.assert(law(again), { numRuns: runs(200) });
});

test('canary: cells that are not guarded lose the quotation mark that they begin with', () => {
  const bare = (file: WordsFile, delimiter: string): WordsFile =>
    again(
      file,
      delimiter,
      (cells) => `${cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(delimiter)}\n`,
    );
  expect(fc.check(law(bare), { numRuns: 1000 }).failed).toBe(true);
});
