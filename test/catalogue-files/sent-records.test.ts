// Catches a record that the shop gets otherwise than it was read, one that it takes beyond the limits, and a process
// that sends it what no reader gives.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchEnd, readSentRecords, sentLine } from '../../src/catalogue-files/sent-records.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { Format, Sourced } from '../../src/catalogue-files/record-source.ts';
import { RECORD_BYTES_MAX, RECORD_DEPTH_MAX, RECORD_VALUES_MAX } from '../../src/catalogue-files/record-limits.ts';
import { toldOf } from '../../src/catalogue-files/report.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringRecords, newEngine, pieces } from './catalogue-shop.ts';
import { SHOP } from './import-lines.ts';
import { NAMES } from './foreign-samples.ts';

const all = async (source: AsyncIterable<Sourced>): Promise<Sourced[]> => {
  const records: Sourced[] = [];
  for await (const record of source) records.push(record);
  return records;
};

const RULES = {
  language: 'de_DE',
  languages: ['de_DE', 'en_GB'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [{ name: 'default', percent: 19 }],
  attributes: new Set(['price', 'text', 'name']),
};

const read = (format: Format, text: string): Promise<Sourced[]> =>
  all(
    readFile(format, pieces(text), RULES, {
      delimiter: undefined,
      encoding: undefined,
      bytesMax: 1_048_576,
      note: () => {},
    }),
  );

const received = async (text: string): Promise<[line: number, refusal: string][]> => {
  const sourced = await all(readSentRecords(pieces(text, 65_536), () => Promise.resolve()));
  return sourced.map(({ line, record }) => {
    const told = record.ok ? { code: 'ok', detail: record.value.type } : toldOf(record);
    return [line, `${told.code}: ${told.detail}`];
  });
};

let engine: Engine;
beforeEach(() => {
  engine = newEngine();
});
afterEach(() => closeAndVerify(engine));

test('records of every format arrive as they were read, by their lines; batches end in order', async () => {
  await bringRecords(engine, SHOP);
  const files: [Format, string][] = [
    ['jsonl', SHOP.map((record) => `\n${JSON.stringify(record)}`).join('\n')],
    [
      'csv',
      'name,class,active,price,text@en_GB,name@de_DE,categories,quantity,ean\nMoon,,1,9.5,"a ""b""",é,Home/Light,,\n',
    ],
    ['best-buy', '[{"name":"TV","price":1,"categories":["A","B"]},{"name":"TV","sku":7}]'],
    ['vendure', 'name,slug,optionGroups,optionValues,sku,price\nShirt,shirt,size,S,S1,1\n,,,M,S2,2\n'],
  ];
  for (const [format, text] of files) {
    const sourced = await read(format, text);
    const lines = sourced.map(({ line, sent }) => sentLine(line, sent!)).map((line) => (line.ok ? line.value : ''));
    const ended: number[] = [];
    const sent = `${lines.join(batchEnd(1))}${batchEnd(2)}`;
    const arrived = await all(readSentRecords(pieces(sent), async (batch) => void ended.push(batch)));
    const shown = ({ line, record }: Sourced): object => ({ line, record });
    expect(arrived.map(shown), format).toEqual(sourced.map(shown));
    expect(ended, format).toEqual([...lines.slice(1).map(() => 1), 2]);
  }
});

test('a catalogue file is read as it is, by its own lines', async () => {
  expect(await received('{"type":"content","name":"a"}\n\nno\n{"type":"content","name":"b"}')).toEqual([
    [1, 'ok: content'],
    [3, 'PARAMETER_INVALID: The line is no JSON.'],
    [4, 'ok: content'],
  ]);
});

test('what is no record is refused', async () => {
  const rows = [
    { fixed: { nonsense: '' } },
    { fixed: { name: 1 } },
    { fixed: {} },
    { fixed: {}, attributes: { x: 1 } },
  ];
  const wrong = [
    ...rows.map((row) => ({ line: 7, row })),
    { line: 7, row: { fixed: { name: '\u0000' }, attributes: {} } },
    { line: 7, row: { fixed: { active: 'perhaps' }, attributes: {} } },
    { line: 7, row: null },
    { line: 7, record: null },
    { line: 7 },
    { line: 7.5, record: SHOP[0] },
    [],
  ];
  const refused = await received(wrong.map((one) => `${JSON.stringify(one)}\n`).join(''));
  expect(refused.map(([, why]) => why.replace(/:.*/, ''))).toEqual(wrong.map(() => 'PARAMETER_INVALID'));
  expect(refused.map(([line]) => line)).toEqual([...Array.from({ length: 9 }, () => 7), 10, 11]);
});

test('a record beyond a limit is refused by name, wherever it is read', async () => {
  const named = (attributes: unknown): string => JSON.stringify({ type: 'product', name: 'x', attributes });
  let deep: unknown = 1;
  for (let depth = 0; depth < RECORD_DEPTH_MAX; depth += 1) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: RECORD_VALUES_MAX }, (_, number) => [`a${number}`, 1]));
  const long = named({ de_DE: { text: 'x'.repeat(RECORD_BYTES_MAX) } });
  expect(await received([named({ de_DE: { deep } }), named({ de_DE: wide }), long].join('\n'))).toEqual([
    [1, `PARAMETER_INVALID: The record is nested deeper than ${RECORD_DEPTH_MAX}.`],
    [2, `PARAMETER_INVALID: The record has more than ${RECORD_VALUES_MAX} values.`],
    [3, `BODY_TOO_LARGE: The line is longer than ${RECORD_BYTES_MAX} bytes.`],
  ]);
  expect(sentLine(3, { record: JSON.parse(long) as object })).toMatchObject({ ok: false, code: 'BODY_TOO_LARGE' });
  const [first] = await read('jsonl', named({ de_DE: { deep } }));
  expect(first!.record).toMatchObject({ ok: false, code: 'PARAMETER_INVALID' });
});

test('a table of too many columns is refused before a record of it, in every format', async () => {
  const header = Array.from({ length: 2_001 }, (_, number) => `price@l${number}`).join(',');
  for (const format of ['csv', ...NAMES] as const)
    await expect(read(format, `${header}\n`), format).rejects.toThrow('2001 columns, 2000 are read at most');
});

test('a foreign product of more variants than a product may have is refused once, by its line', async () => {
  const variants = (count: number): string => Array.from({ length: count }, (_, number) => `,,${number},,1\n`).join('');
  const table = `name,slug,optionValues,sku,price\nSmall,small,a,S,1\nLarge,large,a,L,1\n${variants(1000)}`;
  const sourced = await read('vendure', table);
  expect(sourced.map(({ line, record }) => [line, record.ok ? record.value.type : toldOf(record).code])).toEqual([
    [1, 'class'],
    [2, 'product'],
    [3, 'VARIATION_LIMIT_REACHED'],
  ]);
  const full = await read('vendure', `name,slug,optionValues,sku,price\nLarge,large,a,L,1\n${variants(999)}`);
  expect(full).toHaveLength(1 + 1 + 1000);
});
