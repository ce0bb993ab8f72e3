// Catches an array that is read otherwise than JSON.parse reads it, an item beyond a limit that is taken or takes
// others with it, and a file that is no array and is taken for one.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonArray } from '../../src/catalogue-files/json-array.ts';
import { RECORD_DEPTH_MAX, RECORD_VALUES_MAX } from '../../src/catalogue-files/record-limits.ts';
import { runs } from '../harness/effort.ts';
import { pieces } from './catalogue-shop.ts';

type Read = { readonly value: unknown } | { readonly code: string; readonly detail: string };

const itemsOf = async (text: string | Buffer, bytesMax = 1000, size = 97): Promise<Read[]> => {
  const items: Read[] = [];
  for await (const { number, value } of readJsonArray(pieces(text, size), bytesMax, 'product')) {
    expect(number).toBe(items.length + 1);
    items.push(value.ok ? { value: value.value } : { code: value.code, detail: value.detail });
  }
  return items;
};

test('items are what JSON.parse gives, whatever the chunks are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }),
      fc.constantFrom(0, 2),
      fc.integer({ min: 1, max: 40 }),
      async (values, indent, size) => {
        const text = JSON.stringify(values, undefined, indent);
        const items = (await itemsOf(text, 100_000, size)) as { readonly value: unknown }[];
        expect(items.map(({ value }) => value)).toEqual(JSON.parse(text));
      },
    ),
    {
      numRuns: runs(60),
      examples: [
        [[], 0, 1],
        [[JSON.parse('{"__proto__":{"a":1}}') as never, '😀\u0000\\"', -0.5e-7], 0, 1],
      ],
    },
  );
});

test('a byte order mark, a single item and an empty array are read', async () => {
  expect(await itemsOf('\uFEFF[1]')).toEqual([{ value: 1 }]);
  expect(await itemsOf(' [ ] \n')).toEqual([]);
});

test('an item beyond a limit is refused by its number, and those behind it are read', async () => {
  const deep = '['.repeat(RECORD_DEPTH_MAX + 1) + ']'.repeat(RECORD_DEPTH_MAX + 1);
  const wide = `[${'1,'.repeat(2 * RECORD_VALUES_MAX)}1]`;
  const long = JSON.stringify(Array.from({ length: 30 }, () => 'x'.repeat(100)));
  expect(await itemsOf(`[1,${long},2]`)).toEqual([
    { value: 1 },
    { code: 'BODY_TOO_LARGE', detail: 'The record is longer than 1000 bytes.' },
    { value: 2 },
  ]);
  expect(await itemsOf(`[${deep},{"a":${wide}},[3]]`, 1_000_000, 4096)).toEqual([
    { code: 'PARAMETER_INVALID', detail: `The record is nested deeper than ${RECORD_DEPTH_MAX}.` },
    { code: 'PARAMETER_INVALID', detail: `The record has more than ${RECORD_VALUES_MAX} values.` },
    { value: [3] },
  ]);
});

test('a text beyond the limit ends it, by the number of its item, before it is in memory', async () => {
  let read = 0;
  const endless = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('[{"name":"x"},{"name":"');
    for (; read < 100; read += 1) yield Buffer.alloc(65_536, 'x');
  };
  const items = async (): Promise<void> => {
    for await (const { number } of readJsonArray(endless(), 1000, 'product')) expect(number).toBe(1);
  };
  await expect(items()).rejects.toThrow('product 2 has a text of more than 1000 bytes');
  expect(read).toBeLessThan(3);
});

test.each([
  ['{}', 'the file is no JSON array of products'],
  ['"x"', 'the file is no JSON array of products'],
  ['', 'the file is no JSON: product 1 is wrong or cut off'],
  ['x', 'the file is no JSON: product 1 is wrong or cut off'],
  ['[', 'the file is no JSON: product 1 is wrong or cut off'],
  ['[1,]', 'the file is no JSON: product 2 is wrong or cut off'],
  ['[,1]', 'the file is no JSON: product 1 is wrong or cut off'],
  ['[1 2]', 'the file is no JSON: product 2 is wrong or cut off'],
  ['[{"a":1},{"a"', 'the file is no JSON: product 2 is wrong or cut off'],
  ['[{"a" 1}]', 'the file is no JSON: product 1 is wrong or cut off'],
  ['[1}', 'the file is no JSON: product 2 is wrong or cut off'],
  ['[1]]', 'the file is no JSON: product 2 is wrong or cut off'],
  ['[1] x', 'the file is no JSON: product 2 is wrong or cut off'],
])('%j is refused', async (text, message) => {
  await expect(itemsOf(text)).rejects.toThrow(message);
  await expect(itemsOf(text, 1000, 1)).rejects.toThrow(message);
});

test('an item of bytes that are no UTF-8 is refused by its number, and those around it are read', async () => {
  const text = Buffer.concat([
    Buffer.from('["a","'),
    Buffer.from([0xff]),
    Buffer.from('","'),
    Buffer.from([0xe4, 0x73]),
    Buffer.from('","ä😀"]'),
  ]);
  expect(await itemsOf(text)).toMatchObject([
    { value: 'a' },
    { code: 'PARAMETER_INVALID' },
    { code: 'PARAMETER_INVALID' },
    { value: 'ä😀' },
  ]);
  // One that was lost before the file was written is a character like another.
  expect(await itemsOf(Buffer.from('["\ufffd"]'))).toEqual([{ value: '\ufffd' }]);
  await expect(itemsOf(Buffer.from([0x5b, 0xff, 0x5d]))).rejects.toThrow('no JSON');
});
