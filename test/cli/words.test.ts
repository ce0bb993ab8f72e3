// `kontor words`: catches words that another shop reads as others, a file of which a part is set, and a product that is
// taken for another one because both shops number differently.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
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
