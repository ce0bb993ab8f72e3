// Stock that a table counts and does not tell: would catch a product that can be bought without limit because its cell
// is empty, and one that is brought as 0 without a word.
import { expect, test } from 'vitest';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { pieces } from './catalogue-shop.ts';

const RULES = {
  language: 'de_DE',
  languages: ['de_DE'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [{ name: 'default', percent: 19 }],
  attributes: new Set<string>(),
};

const stockOf = async (format: ForeignName, lines: readonly string[]): Promise<unknown> => {
  const notes: string[] = [];
  const stock: unknown[] = [];
  const note = (line: string): void => void notes.push(line);
  const options = { delimiter: undefined, encoding: undefined, bytesMax: 65_536, note };
  for await (const { record, sent } of readFile(format, pieces(lines.join('\n')), RULES, options)) {
    if (!record.ok || record.value.type !== 'product') continue;
    const { record: raw } = sent as { readonly record: { readonly availability?: object } };
    stock.push(raw.availability);
  }
  return { stock, notes };
};

const counted = (quantity: number): object => ({ active: 1, allow_override: false, quantity });
const doubt = (line: number, column: string): unknown =>
  expect.stringMatching(
    new RegExp(`^doubtful: line ${line}, column "${column}", "": the stock is counted, and how much there is `),
  );

test('Medusa: an empty cell of what is counted is 0 and doubtful, of what is not it is nothing', async () => {
  const head = 'Product Handle,Product Title,Variant Price EUR,Variant Manage Inventory,Variant Inventory Quantity';
  expect(await stockOf('medusa', [head, 'a,A,1,true,', 'b,B,1,false,', 'c,C,1,true,4'])).toEqual({
    stock: [counted(0), { active: 0 }, counted(4)],
    notes: [doubt(2, 'Variant Inventory Quantity')],
  });
});

test('Vendure: likewise, and a table without the column does not say that anything is counted', async () => {
  const head = 'name,slug,sku,price,stockOnHand,trackInventory';
  expect(await stockOf('vendure', [head, 'A,a,1,1,,true', 'B,b,2,1,,false', 'C,c,3,1,,'])).toEqual({
    stock: [counted(0), { active: 0 }, counted(0)],
    notes: [doubt(2, 'stockOnHand'), doubt(4, 'stockOnHand')],
  });
  expect(await stockOf('vendure', ['name,slug,sku,price', 'A,a,1,1'])).toEqual({ stock: [{ active: 0 }], notes: [] });
});
