// `--encoding` of the project's own formats: would catch a byte without a character that comes into the shop as
// another one, and a line that is refused in place of its neighbour.
import { expect, test } from 'vitest';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import { toldOf } from '../../src/catalogue-files/report.ts';
import type { Format } from '../../src/catalogue-files/record-source.ts';
import type { Encoding } from '../../src/catalogue-files/text-encoding.ts';
import { pieces } from './catalogue-shop.ts';

const RULES = {
  language: 'de_DE',
  languages: ['de_DE'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [],
  attributes: new Set<string>(),
};

const read = async (format: Format, bytes: Buffer, encoding: Encoding | undefined, size = 7): Promise<string[]> => {
  const told: string[] = [];
  const options = { delimiter: undefined, encoding, bytesMax: 1_048_576, note: () => {} };
  for await (const { line, record } of readFile(format, pieces(bytes, size), RULES, options)) {
    if (!record.ok) told.push(`${line} ${toldOf(record).detail}`);
    else if ('name' in record.value) told.push(`${line} ${record.value.name}`);
  }
  return told;
};

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const WRONG = 'The line holds bytes that are no windows-1252, as which --encoding declares the file.';

test.each([1, 7, 1000])(
  'a byte that the declared encoding has no character for refuses its line, in pieces of %i',
  async (size) => {
    const lines = [
      '{"type":"content","name":"\x80uro"}',
      '{"type":"content","name":"a\x81b"}',
      '{"type":"content","name":"\xFC"}',
    ];
    expect(await read('jsonl', latin(lines.join('\n')), 'windows-1252', size)).toEqual(['1 €uro', `2 ${WRONG}`, '3 ü']);
    const table = ['name', '\x80uro', '"a\nb\x9D"', '\xFC'];
    expect(await read('csv', latin(table.join('\n')), 'windows-1252', size)).toEqual(['2 €uro', `3 ${WRONG}`, '5 ü']);
  },
);

test('half a character of UTF-16 refuses its line, also one that ends the file', async () => {
  const wide = Buffer.from('name\nx\uD83Dy\n😀\nz', 'utf16le');
  const wrong = 'The line holds bytes that are no utf-16le, as which --encoding declares the file.';
  for (const size of [1, 3, 1000]) {
    expect(await read('csv', wide, 'utf-16le', size)).toEqual([`2 ${wrong}`, '3 😀', '4 z']);
    const cut = Buffer.concat([wide, Buffer.of(0x41)]);
    expect(await read('csv', cut, 'utf-16le', size)).toEqual([`2 ${wrong}`, '3 😀', `4 ${wrong}`]);
  }
});

test('a line that is no UTF-8 says so where nothing is declared, and one that is no JSON says that', async () => {
  const lines = '{"type":"content","name":"\xFC"}\n{"type":"content"\n';
  expect(await read('jsonl', latin(lines), undefined)).toEqual([
    '1 The line holds bytes that are no UTF-8: save the file in UTF-8, or say what it is with --encoding.',
    '2 The line is no JSON.',
  ]);
});

test('control characters that JSON escapes stay what they are', async () => {
  expect(await read('jsonl', latin('{"type":"content","name":"\\u0085"}'), 'windows-1252')).toEqual(['1 \u0085']);
});
