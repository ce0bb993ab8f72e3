// The currency of files in the shop's own formats: would catch an export that does not say it, amounts of another
// currency that are taken for the shop's own, and a file of before that is not read any more.
import { expect, test } from 'vitest';
import { columnAttributes } from '../../src/catalogue-files/columns.ts';
import { eachActor } from '../../src/catalogue-files/catalogue.ts';
import { shopRecord } from '../../src/catalogue-files/file-currency.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import { bringRecords, fileRulesOf, newEngine, pieces, tableText } from './catalogue-shop.ts';

const CLASS = { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] };
const MOON = { type: 'product', class: 'lamp', name: 'Moon', attributes: { de_DE: { price: 5 } } };

/** Names of products that a shop of the currency reads, and lines that it refuses. */
const readIn = async (format: 'csv' | 'jsonl', text: string, currency: string, anyCurrency = false) => {
  const rules = { ...fileRulesOf(newEngine()), currency, attributes: new Set(['price']) };
  const options = { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576, note: () => {}, anyCurrency };
  const [names, refused]: [string[], number[]] = [[], []];
  for await (const { line, record } of readFile(format, pieces(text), rules, options)) {
    if (!record.ok) refused.push(line);
    else if (record.value.type === 'product') names.push(record.value.name);
  }
  return { names, refused };
};

const filesOf = async () => {
  const engine = newEngine();
  await bringRecords(engine, [CLASS, MOON]);
  const { currency } = engine.rules;
  const lines = [shopRecord(currency), CLASS, MOON].map((record) => JSON.stringify(record));
  const classes = [...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state);
  expect([currency, [...columnAttributes(classes)]]).toEqual(['EUR', ['price']]);
  return { csv: tableText(engine), jsonl: lines.join('\n') };
};

test.each(['csv', 'jsonl'] as const)(
  '%s: another currency is refused by name, unless the flag says so',
  async (format) => {
    const text = (await filesOf())[format];
    expect(await readIn(format, text, 'EUR')).toEqual({ names: ['Moon'], refused: [] });
    await expect(readIn(format, text, 'USD')).rejects.toThrow(
      /^line [12]: the amounts of the file are in EUR and those of the shop in USD: --any-currency brings them/,
    );
    expect(await readIn(format, text, 'USD', true)).toEqual({ names: ['Moon'], refused: [] });
  },
);

test('files of before, which say no currency, are read; a record that says it wrongly is refused by its line', async () => {
  expect(await readIn('csv', 'name,class,price\nMoon,lamp,5\n', 'USD')).toEqual({ names: ['Moon'], refused: [] });
  expect(await readIn('csv', 'name,class,price,currency\nMoon,lamp,5,\n', 'USD')).toMatchObject({ names: ['Moon'] });
  const wrong = [{ type: 'shop' }, { type: 'shop', currency: 'eur' }, { type: 'shop', currency: 'EUR', name: 'x' }];
  const lines = [CLASS, MOON, ...wrong].map((record) => JSON.stringify(record));
  expect(await readIn('jsonl', lines.join('\n'), 'USD')).toEqual({ names: ['Moon'], refused: [3, 4, 5] });
});
