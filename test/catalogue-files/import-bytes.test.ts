// Catches a file of random bytes, or one of Best Buy, that ends an import or is read otherwise than it says.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBestBuy } from '../../src/catalogue-files/best-buy.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { runs } from '../harness/effort.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringLines, bringRecords, bringTable, newEngine, pieces } from './catalogue-shop.ts';
import { SHOP } from './import-lines.ts';

let engine: Engine;

beforeEach(async () => {
  engine = newEngine();
  expect((await bringRecords(engine, SHOP)).listed).toEqual([]);
});

afterEach(() => closeAndVerify(engine));

// Catches a byte that ends an import: whatever the file is, each of its lines is taken or refused.
test('random bytes are refused and never thrown', async () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .string({
        unit: fc.constantFrom(
          '"',
          ',',
          '\n',
          '\r',
          '{',
          '}',
          '[',
          ']',
          ':',
          'type',
          'content',
          'name',
          '\\',
          'null',
          '1',
          'é',
        ),
        maxLength: 60,
      })
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(noise, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
      await bringLines(engine, Buffer.from(bytes), { bytes: size, bytesMax: 50 });
      await bringTable(engine, Buffer.concat([Buffer.from('name,class,price\n'), bytes]), {
        bytes: size,
        bytesMax: 50,
      });
    }),
    { numRuns: runs(50) },
  );
});

test('the mapping of Best Buy makes names unique and reads both shapes of its data', async () => {
  const items = [
    {
      name: 'TV',
      price: 100,
      image: 'https://x/1/77_sb.jpg',
      categories: ['A', 'B'],
      brand: 'X',
      popularity: 3,
      description: 'Large',
    },
    { name: 'TV', price: 90, image: 'https://x/1/78_sb.jpg', categories: ['A'] },
    {
      name: 'TV',
      sku: 79,
      upc: '0123',
      manufacturer: 'Y',
      model: 'M',
      category: [
        { id: 'c1', name: 'A' },
        { id: 'c2', name: 'C' },
      ],
    },
    { name: 'TV', price: 1 },
    7,
    { price: 1 },
    { name: 'Radio', price: 'free' },
  ];
  const read = async (): Promise<unknown[]> => {
    const sourced = [];
    for await (const one of readBestBuy(pieces(JSON.stringify(items)), 'de_DE', 1_048_576)) sourced.push(one);
    return sourced;
  };
  const sourced = (await read()) as { line: number; record: { ok: boolean; value: { type: string; name: string } } }[];
  expect(
    sourced.map(({ line, record }) => [line, record.ok ? `${record.value.type} ${record.value.name}` : 'refused']),
  ).toEqual([
    [1, 'class best_buy'],
    [1, 'category A'],
    [1, 'category B'],
    [1, 'product TV'],
    [2, 'product TV (78)'],
    [3, 'category C'],
    [3, 'product TV (79)'],
    [4, 'product TV (#4)'],
    [5, 'refused'],
    [6, 'refused'],
    [7, 'product Radio'],
  ]);
});
