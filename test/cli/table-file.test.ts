// The process that reads a table for `kontor prices import`: catches rows that are sent before the shop has taken those
// before them, prices of a product that are parted although they stand together, a refused row out of its order, and a
// file that is read on although nothing in it is taken.
import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PRICES } from '../../src/admin/price-commands.ts';
import { PRICE_TABLE } from '../../src/admin/price-table.ts';
import { readSentTable } from '../../src/admin/table-rows.ts';
import type { SentLine } from '../../src/admin/table-rows.ts';
import { LocalTerminal } from '../../src/cli/local-terminal.ts';
import { TableFile } from '../../src/cli/table-file.ts';
import { CommandPlace, saying } from '../harness/commands.ts';

const FACTS = {
  language: 'de_DE',
  languages: ['de_DE'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [],
};
const COMMAND = PRICES.find(({ name }) => name === 'prices import')!;

let place: CommandPlace;
beforeAll(() => void (place = new CommandPlace()));
afterAll(() => place.clean());

const opened = (lines: readonly string[]): TableFile<never, never> => {
  writeFileSync(place.path('rows.csv'), `${lines.join('\n')}\n`);
  const given = { list: '1', file: place.path('rows.csv') };
  return new TableFile(given, new LocalTerminal(COMMAND, given, false), PRICE_TABLE) as TableFile<never, never>;
};

const rowsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `A-${at};1`);

test('two batches are under way at most, and a product’s rows that stand together are in one', async () => {
  const rows = [...rowsOf(990), ...Array.from({ length: 50 }, (_, at) => `B;${at + 1};5`), ...rowsOf(9000).slice(1040)];
  const file = opened(['number;from_quantity;price', ...rows.map((row) => row.replace(/^(A-\d+);1$/, '$1;;1'))]);
  await file.emit({ shop: FACTS });
  const sent: SentLine[] = [];
  const reading = (async () => {
    for await (const line of readSentTable(file.input)) sent.push(line);
  })();
  const batches = (): number => sent.filter(({ kind }) => kind === 'end').length;
  /** As many batches as are said, and no more in a while after. */
  const untilBatches = async (count: number): Promise<void> => {
    await vi.waitUntil(() => batches() >= count, { timeout: 10_000, interval: 1 });
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(batches()).toBe(count);
  };
  await untilBatches(2);
  expect(sent.length).toBeLessThan(2 * 1100);
  const first = sent.slice(
    1,
    sent.findIndex(({ kind }) => kind === 'end'),
  ) as { readonly cells: readonly string[] }[];
  expect(first.filter(({ cells }) => cells[0] === 'B')).toHaveLength(50);
  await file.emit({ applied: 1 });
  await untilBatches(3);
  let applied = 1;
  const ended = reading.then(() => (applied = Infinity));
  while (applied !== Infinity) {
    if (batches() > applied) await file.emit({ applied: (applied += 1) });
    await setImmediate();
  }
  await ended;
  await reading;
  expect(sent.filter(({ kind }) => kind === 'row')).toHaveLength(rows.length);
});

/** A shop that refuses every row which has no number. */
const answered = async (file: TableFile<never, never>): Promise<boolean> => {
  await file.emit({ shop: FACTS });
  let refused = 0;
  for await (const line of readSentTable(file.input)) {
    if (line.kind === 'row' && line.cells[0] === '') {
      refused += 1;
      await file.emit({ report: { line: line.line, code: 'SHOPOBJECT_NOT_FOUND', detail: 'No.' } });
    } else if (line.kind === 'end') await file.emit({ applied: line.batch });
  }
  await file.emit({ line: '', data: { list: 1, prices: 2, refused, warnings: 0 } });
  return file.finish();
};

test('refused rows are said in the order of the file, whoever refuses them', async () => {
  const file = opened([
    'number;price;from_quantity',
    'A;1;',
    ';2;',
    'A;x;',
    '"B;1;',
    ';3;5',
    'C;1;',
    'C;1;',
    '\ufffd;1;',
  ]);
  let isWell: boolean | undefined;
  const { out } = await saying(async () => (isWell = await answered(file)));
  expect(isWell).toBe(false);
  expect(out).toEqual([
    'kontor: line 3: SHOPOBJECT_NOT_FOUND: No.',
    expect.stringMatching(/^kontor: line 4: PARAMETER_INVALID: price/),
    'kontor: line 5: PARAMETER_INVALID: a quote opens a cell and no other one closes it',
    'kontor: line 6: SHOPOBJECT_NOT_FOUND: No.',
    'kontor: line 8: PARAMETER_INVALID: A line before has a price of "C" for this quantity.',
    expect.stringMatching(/^kontor: line 9: PARAMETER_INVALID: The line holds bytes/),
    'kontor: 2 prices set, 6 lines refused, 0 warnings',
  ]);
});

test('a file of another kind is given up, and nothing of it is sent', async () => {
  const file = opened(['number;price', ...Array.from({ length: 120_000 }, () => '{},')]);
  const { out } = await saying(async () => {
    await expect(answered(file)).rejects.toThrow('100000 rows in a row are refused: is the file another one?');
  });
  expect(out).toHaveLength(20);
});

test.each([
  ['one line of {},', ['{},'.repeat(300_000)], 'the file is JSON and no CSV'],
  ['lines of {},', Array.from({ length: 50_000 }, () => '{},'), 'the file is JSON and no CSV'],
  ['a quote that is never closed', [`"${'x'.repeat(500_000)}`], 'the table has no header line'],
])('the shop is sent nothing of a file of %s', async (_, lines, why) => {
  const file = opened(lines);
  await file.emit({ shop: FACTS });
  let sent = 0;
  for await (const bytes of file.input) sent += bytes.length;
  await expect(file.finish()).rejects.toThrow(why);
  expect(sent).toBe(0);
});

test('what is no row of a table ends the command', async () => {
  const read = async (text: string): Promise<void> => {
    for await (const line of readSentTable(
      (async function* () {
        yield Buffer.from(text);
      })(),
    ))
      void line;
  };
  const head = '{"header":["number"],"delimiter":";"}\n';
  await expect(read(`${head}{"line":2,"cells":["A"]}\n{"end":1}\n`)).resolves.toBeUndefined();
  for (const text of [
    'number;price\n',
    '{"line":2,"cells":["A"]}\n',
    `${head}${head}`,
    `${head}{"line":2,"cells":[1]}\n`,
  ])
    await expect(read(text)).rejects.toThrow('is the command that of the server?');
});
