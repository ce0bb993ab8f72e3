// Files whose languages, attributes and elements are called like what every object of JavaScript has: would catch a
// value that is written to the functions of the process, one that is mixed with the text of a function, and a row
// that another process sends with names that no table can have.
import { afterEach, expect, test } from 'vitest';
import { scanFeed } from '../../src/catalogue-files/foreign-feed.ts';
import { attributesOf } from '../../src/catalogue-files/foreign-products.ts';
import { Pictures, withPictures } from '../../src/catalogue-files/pictures.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import { sourced } from '../../src/catalogue-files/record-source.ts';
import type { Sourced } from '../../src/catalogue-files/record-source.ts';
import { readSentRecords } from '../../src/catalogue-files/sent-records.ts';
import { NOBODY } from '../../src/kernel/http-call.ts';
import { pieces } from './catalogue-shop.ts';

const { keys } = Object;
/** What a fault would leave behind is not left to other tests. */
afterEach(() => {
  Object.keys = keys;
  Reflect.deleteProperty(Object.prototype, 'image');
});
const isWhole = (): boolean => Object.keys === keys && !('image' in {});

const all = async (source: AsyncIterable<Sourced>): Promise<Sourced[]> => {
  const records: Sourced[] = [];
  for await (const record of source) records.push(record);
  return records;
};

const ADDRESS = 'https://x/a.png';
const known = (): Pictures =>
  new Pictures({
    client: NOBODY,
    store: { known: async () => '/images/a.png', keep: () => Promise.reject(new Error('it is known')) },
    privateAllowed: false,
    bytesMax: 1000,
  });

async function* of(...list: readonly Sourced[]): AsyncGenerator<Sourced> {
  yield* list;
}

test('a picture of a language `constructor` is put in its record, and nowhere else', async () => {
  const record = { type: 'product', name: 'Moon', attributes: { constructor: { keys: ADDRESS }, valueOf: { a: 1 } } };
  const row = { line: 2, row: { fixed: { name: 'Sun' }, attributes: { constructor: { keys: ADDRESS, text: 'b' } } } };
  const rows = await all(readSentRecords(pieces(`${JSON.stringify(row)}\n`), () => Promise.resolve()));
  const [first, second] = await all(withPictures(of(sourced(1, record), ...rows), known(), ['keys']));
  expect(isWhole()).toBe(true);
  const here = { constructor: { keys: '/images/a.png' } };
  expect(first!.record).toMatchObject({ ok: true, value: { attributes: { ...here, valueOf: { a: 1 } } } });
  expect(second!.sent).toMatchObject({ row: { attributes: { constructor: { keys: '/images/a.png', text: 'b' } } } });
});

test('a table with a column `keys@constructor` gives its record this value', async () => {
  const rules = {
    language: 'de_DE',
    languages: ['de_DE'],
    country: 'DE',
    currency: 'EUR',
    currencyDigits: 2,
    priceFields: [],
    taxClasses: [],
    attributes: new Set(['keys']),
  };
  const options = { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576, note: () => {} };
  const table = pieces('name,keys@constructor,keys@toString\nMoon,a,b\nSun,c,d\n');
  const records = await all(readFile('csv', table, rules, options));
  expect(isWhole()).toBe(true);
  expect(records.map(({ record }) => record)).toMatchObject(
    [
      ['a', 'b'],
      ['c', 'd'],
    ].map(([one, other]) => ({
      ok: true,
      value: { attributes: { constructor: { keys: one }, toString: { keys: other } } },
    })),
  );
});

test.each([
  ['a language __proto__', '{"__proto__":{"image":"https://x/a.png"}}'],
  ['an attribute __proto__', '{"en_GB":{"__proto__":"https://x/a.png"}}'],
  ['a language without a name', '{"":{"image":"https://x/a.png"}}'],
  ['a language that is too long', `{"${'x'.repeat(36)}":{"image":"https://x/a.png"}}`],
  ['a language of other characters', '{"a\\u0000":{"image":"https://x/a.png"}}'],
  ['an attribute of other characters', '{"en_GB":{"a\\u0000":"https://x/a.png"}}'],
])('a row that is sent with %s is refused', async (_what, attributes) => {
  const line = `{"line":3,"row":{"fixed":{"name":"Moon"},"attributes":${attributes}}}\n`;
  const sent = readSentRecords(pieces(line), () => Promise.resolve());
  const [row] = await all(withPictures(sent, known(), ['image', '__proto__']));
  expect(isWhole()).toBe(true);
  expect(row).toMatchObject({ line: 3, record: { ok: false, code: 'PARAMETER_INVALID' } });
});

test('an attribute of another system and an entity of a feed may have such a name', () => {
  expect(attributesOf([['Constructor', 'Smith']])).toEqual({ constructor: 'Smith' });
  expect([...scanFeed('<item><title>a &constructor; b &amp; c</title></item>', ['item'], 1000)]).toMatchObject([
    { values: new Map([['title', 'a &constructor; b & c']]) },
  ]);
});
