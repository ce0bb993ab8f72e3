// Shopify's inventory: would catch stock that is put to another place or product, goods of a place that are sold
// already, and a row that is left out without a word.
import { expect, test } from 'vitest';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import { fileRulesOf, newEngine, pieces, recordsOf } from './catalogue-shop.ts';
import { bring } from './foreign-brought.ts';
import { SAMPLES, linesOf } from './foreign-samples.ts';
import type { SampleRow } from './foreign-samples.ts';

/** Rows as a table. */
const table = (name: ForeignName, rows: readonly SampleRow[]): string => linesOf(name, [rows]).join('\n');

test('Shopify: inventory is stock by place of the products that are there', async () => {
  const engine = newEngine();
  const notes: string[] = [];
  const bringSample = async (name: ForeignName, lines: readonly string[]): Promise<Report> => {
    const report = new Report('line');
    const rules = { ...fileRulesOf(engine), taxClasses: [{ name: 'default', percent: 19 }] };
    const note = (line: string): void => void notes.push(line);
    const options = {
      delimiter: undefined,
      encoding: undefined,
      bytesMax: 65_536,
      note,
      taxes: new Map([['*', 'default']]),
    };
    const source = readFile(name, pieces(lines.join('\n')), rules, options);
    await runImport(engine, source, report, { stock: true, replaceAttributes: false });
    return report;
  };
  const inventory = linesOf('shopify-inventory', SAMPLES['shopify-inventory']);
  // Without the products nothing is bound.
  expect((await bringSample('shopify-inventory', inventory)).listed).toHaveLength(4);
  await bringSample('shopify', linesOf('shopify', SAMPLES.shopify));
  notes.length = 0;
  expect((await bringSample('shopify-inventory', inventory)).listed).toEqual([]);
  expect(notes).toEqual([
    expect.stringContaining('no place for the column "HS Code"'),
    expect.stringContaining('no place for the column "Incoming (not editable)"'),
    expect.stringContaining('line 6, column "Available (not editable)", "-1": below 0: it is brought as 0'),
  ]);
  const records = recordsOf(engine) as readonly { readonly [member: string]: unknown }[];
  const entities = records.filter(({ type }) => type === 'warehouse_entity');
  expect(entities.map(({ name, storages }) => [name, storages])).toEqual([
    [
      'Müsli mug',
      [
        { storage: 'Bonn', quantity: 7 },
        { storage: 'Köln', quantity: 3 },
      ],
    ],
    ['Shirt, S', [{ storage: 'Köln', quantity: 2 }]],
    ['Shirt, M', [{ storage: 'Bonn', quantity: 0 }]],
    ['Pen', [{ storage: 'Lager Köln', quantity: 4 }]],
  ]);
  const bound = records.filter(({ type, bindings }) => type === 'product' && (bindings as unknown[]).length > 0);
  expect(bound.map(({ name, bindings }) => [name, bindings])).toEqual(
    [
      ['mug', 'M-1'],
      ['S-S', 'S-S'],
      ['S-M', 'S-M'],
      ['pen', 'P-1'],
    ].map(([name, number]) => [name, [{ element_number: number, quantity: 1 }]]),
  );
  const row = { Handle: 'a', SKU: 'A', Location: 'Bonn', Available: '1' };
  const wrong = await bring('shopify-inventory', table('shopify-inventory', [row, { ...row, Available: '2' }]));
  expect(wrong.refused[1]).toContain('Line 2 says the same place');
  const twins = await bring('shopify-inventory', table('shopify-inventory', [row, { ...row, Handle: 'b' }]));
  expect(twins.refused).toEqual([
    expect.stringContaining('Line 3 has the same article number'),
    expect.stringContaining('Line 2 has the same article number'),
  ]);
  const placed = { Handle: 'a', SKU: 'A', Bonn: '1' };
  expect((await bring('shopify-inventory', table('shopify-inventory', [placed, placed]))).refused[1]).toContain(
    'Line 2 says the same place',
  );
  await expect(bring('shopify-inventory', 'Handle,SKU\na,A')).rejects.toThrow('does not say where goods are');
  const numberless = await bring('shopify-inventory', table('shopify-inventory', [{ ...row, SKU: '', Title: 'x' }]));
  expect(numberless.refused).toEqual([expect.stringContaining('tock by place needs an article number')]);
});
