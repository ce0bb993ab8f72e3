// Doubtful cells of a table of the shop's own form: would catch a price with more decimals than the currency, a name or
// an article number of two lines, each of them without a word, one that is told of and is as it should be, and a cell
// that takes the reader seconds.
import { expect, test } from 'vitest';
import { columnAttributes } from '../../src/catalogue-files/columns.ts';
import { eachActor } from '../../src/catalogue-files/catalogue.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { Finding } from '../../src/catalogue-files/record-source.ts';
import { bringRecords, fileRulesOf, newEngine, pieces } from './catalogue-shop.ts';

const FLOATS = ['price', 'net', 'volume'].map((name) => ({ name, type: 'FLOAT' }));

const notesOn = async (lines: readonly string[], rules: object = {}) => {
  const engine = newEngine();
  await bringRecords(engine, [{ type: 'class', name: 'lamp', class_type: 'product', attributes: FLOATS }]);
  const classes = [...eachActor(engine, engine.readContext(), 'class')].map(([, state]) => state);
  const known = { ...fileRulesOf(engine), attributes: columnAttributes(classes), ...rules };
  const [notes, findings]: [string[], Finding[]] = [[], []];
  const options = { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576 };
  const source = readFile('csv', pieces(lines.join('\n'), 65_536), known, {
    ...options,
    note: (line, finding) => {
      notes.push(line);
      if (finding !== undefined) findings.push(finding);
    },
  });
  let records = 0;
  for await (const { record } of source) if (record.ok) records += 1;
  return { notes, findings, records };
};

const why = (digits: number, currency = 2): string =>
  `a price of ${digits} decimals, where the currency has ${currency}`;

test('more decimals than the currency has are named by line and column, and brought', async () => {
  const { notes, findings, records } = await notesOn([
    'name,class,price@en_GB,price@de_DE,volume',
    'Moon,lamp,12.505,12.50,1.2345',
    'Sun,lamp,12.500,.125,1',
    'Star,lamp,-1.0001,12,1',
    'Comet,lamp,,none,1',
  ]);
  expect(records).toBe(4);
  expect(notes).toEqual([
    `doubtful: line 2, column "price@en_GB", "12.505": ${why(3)}`,
    `doubtful: line 3, column "price@de_DE", ".125": ${why(3)}`,
    `doubtful: line 4, column "price@en_GB", "-1.0001": ${why(4)}`,
  ]);
  expect(findings[0]).toEqual({ kind: 'doubt', line: 2, column: 'price@en_GB', cell: '12.505', why: why(3) });
});

test('a name and an article number that another line has are named by both lines, and brought', async () => {
  const { notes, findings, records } = await notesOn([
    'name,class,element_number,price',
    'Moon,lamp,A-1,1',
    'Sun,lamp,,1',
    'Star,lamp,A-1,1',
    'Moon,lamp,A-1,2',
    'Comet,lamp,,1',
    'Nova,lamp,A-2,1,too many',
    'Pulsar,lamp,A-2,1',
  ]);
  expect(records).toBe(6);
  const number = (other: number): string => `line ${other} has the same article number`;
  expect(notes).toEqual([
    `doubtful: line 4, column "element_number", "A-1": ${number(2)}`,
    'doubtful: line 5, column "name", "Moon": this line changes what line 2 brings',
    `doubtful: line 5, column "element_number", "A-1": ${number(4)}`,
  ]);
  expect(findings[0]).toEqual({ kind: 'doubt', line: 4, column: 'element_number', cell: 'A-1', why: number(2) });
});

test('prices are the attributes that carts take as one; a currency may have no decimals', async () => {
  const table = ['name,class,price,net', 'Moon,lamp,12.505,0.5', 'Sun,lamp,1,1.0'];
  const { notes } = await notesOn(table, { priceFields: ['net'], currencyDigits: 0 });
  expect(notes).toEqual([`doubtful: line 2, column "net", "0.5": ${why(1, 0)}`]);
});

test('a row that is refused is not told of twice, and of many cells the first hundred are named', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => `Moon ${at},lamp,0.125,1`);
  const { notes } = await notesOn(['name,class,price,quantity', 'Sun,lamp,0.125,many', ...rows]);
  expect(notes).toHaveLength(101);
  expect(notes[0]).toContain('line 3,');
  expect(notes.at(-1)).toBe('… and 30 more doubtful cells');
});

test('a cell as long as a line may be takes no time', async () => {
  const cell = `0.${'0'.repeat(60_000)}1`;
  const { notes } = await notesOn(['name,class,price', `Moon,lamp,${cell}`]);
  expect(notes).toEqual([expect.stringContaining(why(60_001))]);
});
