// `kontor permalinks`: catches a redirect that leads to another page, to one that is not on sale, nowhere, or away from
// a page that there is, and a map that nginx would not load.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

let place: CommandPlace;
const run = (...args: string[]): Promise<Ran> => place.runHere(['permalinks', place.path('moved'), ...args]);
const written = (): string => readFileSync(place.path('moved'), 'utf8');

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await OpenedShop.open(place, 'data');
  await shop.office('update_category', { id_category: 1, seo: { de_DE: { permalink: 'leuchten' } } });
  for (const permalink of ['mond', 'mond$'])
    await shop.office('update_product', { id_product: 1, seo: { de_DE: { permalink } } });
  await shop.office('update_product', { id_product: 2, shop_active: 0, seo: { de_DE: { permalink: 'sonne' } } });
  const made = async (...links: readonly (readonly [language: string, permalink: string | null])[]): Promise<void> => {
    const [[, name] = ['', '']] = links;
    const { id } = await shop.office('create_product', { class: 'product', name, shop_active: 1 });
    for (const [language, permalink] of links)
      await shop.office('update_product', { id_product: id, seo: { [language]: { permalink } } });
  };
  // In one language alone, in another case, exchanged between two languages, and taken by another product.
  await made(['de_DE', 'both'], ['en_US', 'both'], ['en_US', null]);
  await made(['de_DE', 'Blue-Shirt'], ['de_DE', 'blue-shirt']);
  await made(['de_DE', 'shirt'], ['de_DE', 'hemd'], ['en_US', 'hemd'], ['en_US', 'shirt']);
  await made(['de_DE', 'taken'], ['de_DE', 'given']);
  await made(['en_US', 'TAKEN']);
  // Two former ones that nginx takes for one, where the language is not in the address or the case is another.
  await made(['de_DE', 'twice'], ['en_US', 'Twice'], ['de_DE', 'zwei'], ['en_US', 'two']);
  await shop.stop();
});
afterAll(() => place.clean());

test('a map of nginx has each former permalink, and what is not on sale in no line', async () => {
  expect(await run('--product', '/{language}/p/')).toMatchObject({ code: 0 });
  expect(written()).toBe(
    [
      '"/category/schreibtisch" "/category/leuchten";',
      '"/de_DE/p/walnut-desk" "/de_DE/p/mond%24";',
      '"/de_DE/p/mond" "/de_DE/p/mond%24";',
      '"/de_DE/p/shirt" "/de_DE/p/hemd";',
      '"/en_US/p/hemd" "/en_US/p/shirt";',
      '"/de_DE/p/twice" "/de_DE/p/zwei";',
      '"/en_US/p/Twice" "/en_US/p/two";',
      '',
    ].join('\n'),
  );
});

test('a table has from and to, and another format is refused', async () => {
  expect(await run('--format', 'csv')).toMatchObject({ code: 0 });
  expect(written().split(/\r?\n/)).toEqual([
    'from,to',
    '/category/schreibtisch,/category/leuchten',
    '/product/mond,/product/mond$',
    '/product/twice,/product/zwei',
    '',
  ]);
  expect(await run('--format', 'apache')).toMatchObject({ code: 1 });
});

test('an address that is no path is refused for nginx alone', async () => {
  for (const address of ['', '~', 'default'])
    expect(await run('--content', address)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('--content begins with /')],
    });
  expect(await run('--format', 'csv', '--content', '')).toMatchObject({ code: 0 });
});
