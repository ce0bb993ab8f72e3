// The files in demo/: would catch a table or a catalogue that `kontor import` refuses, a product or a picture that is
// named and not there, a picture that is none or has another size than the demo says, an account that
// docs/start/demo.md does not have, and an error that does not name its file.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizeOfImage } from '../../../src/outside/image-size.ts';
import { bringing, demoBytes, demoImage, demoImageSize, demoImages } from '../../../src/server/demo/demo-files.ts';
import { demoJson, picturesIn } from '../../../src/server/demo/demo-files.ts';
import { demoAccounts } from '../../../src/server/demo/people.ts';
import { story } from '../../../src/server/demo/story.ts';
import { testShop } from '../../../src/testing/test-shop.ts';

const TABLE = demoBytes('products.csv').toString();

test('the importer takes catalogue, table and pages', async () => {
  const catalogue = `${demoBytes('catalogue.jsonl').toString()}${demoBytes('pages.jsonl').toString()}`;
  const taxClasses = ['default', 'reduced'].map((name) => ({ name, calculation: 'included', rates: { DE: 0.19 } }));
  const settings = { languages: ['en_GB'], taxClasses } as object;
  const shop = await testShop({ catalogue, table: TABLE, settings });
  const found = await shop.call('search_products', {
    constraint: { search: ['MATCH', 'lamp'] },
    right_limit: 3,
    language: 'en_GB',
  });
  expect(JSON.stringify(found)).toContain('Reading lamp');
  await shop.close();
});

test('stock and prices are of products of the table', () => {
  const numbers = new Set(Array.from(TABLE.matchAll(/^([a-z0-9-]+),/gm), ([, number]) => number));
  const { inStorages, madeToOrder, parts, weights } = demoJson<{
    readonly inStorages: readonly string[];
    readonly madeToOrder: readonly string[];
    readonly parts: object;
    readonly weights: object;
  }>('stock.json');
  const named = [...inStorages, ...madeToOrder, ...Object.keys(parts), ...Object.keys(weights)];
  const priced = story().prices.map(({ product }) => product);
  const listed = story().lists.flatMap(({ prices }) => prices.map(({ product }) => product));
  expect([...named, ...priced, ...listed].filter((number) => !numbers.has(number))).toEqual([]);
});

test('the table shows every picture, and every picture that it names is there', () => {
  const shown = new Set(Array.from(TABLE.matchAll(/\/images\/([^,\n]+)/g), ([, name]) => name));
  expect([...shown].sort()).toEqual([...demoImages()].sort());
});

test('every picture has the size that the demo says', () => {
  const measured = demoImages().map((name) => [name, sizeOfImage(demoImage(name))]);
  expect(demoImages().map((name) => [name, demoImageSize(name)])).toEqual(measured);
  expect(() => demoImageSize('nothing.svg')).toThrow('demo/images/nothing.svg: ');
});

test('only files that a person put there are pictures', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-pictures-'));
  try {
    for (const name of ['lamp.svg', 'desk.svg', '.DS_Store']) writeFileSync(join(directory, name), '');
    for (const name of ['drafts', '.thumbnails']) mkdirSync(join(directory, name));
    expect([...picturesIn(directory)].sort()).toEqual(['desk.svg', 'lamp.svg']);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('the page has every account with its password', () => {
  const page = readFileSync(new URL('../../../docs/start/demo.md', import.meta.url), 'utf8');
  const rows = Array.from(page.matchAll(/^\| `([a-z.]+)` +\| `([a-z0-9]+)`/gm), ([, name, password]) => [
    name,
    password,
  ]);
  expect(rows).toEqual(demoAccounts().map(({ username, password }) => [username, password]));
});

test('what is wrong with a file names it', async () => {
  const failing = bringing('products.csv', () => Promise.reject(new Error('line 3: no')));
  await expect(failing).rejects.toThrow('demo/products.csv: line 3: no');
  expect(() => demoJson('nothing.json')).toThrow('demo/nothing.json: ');
});
