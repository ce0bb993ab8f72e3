// Laws that hold for the table of every other system: would catch a refused row that changes what another product is, a
// field that the page names and no reader reads, a table that is read otherwise for its encoding or its columns, and an
// import that changes something when it is repeated.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWhole } from '../../src/catalogue-files/foreign-format.ts';
import { FOREIGN } from '../../src/catalogue-files/foreign-formats.ts';
import { FieldPlaces } from '../../src/catalogue-files/foreign-fields.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { FileOptions } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName, Sourced } from '../../src/catalogue-files/record-source.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import { comingFromPages } from '../../scripts/docs/coming-from.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { runs } from '../harness/effort.ts';
import { isUnchanged, newEngine, pieces } from './catalogue-shop.ts';
import { NAMES, SAMPLES, cellText, columnsOf, linesOf } from './foreign-samples.ts';
import type { Sample } from './foreign-samples.ts';

const RULES = {
  language: 'de_DE',
  languages: ['de_DE', 'en_GB'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [
    { name: 'standard', percent: 19 },
    { name: 'reduced', percent: 7 },
  ],
  attributes: new Set<string>(),
};

const OPTIONS = {
  delimiter: undefined,
  encoding: undefined,
  bytesMax: 1_048_576,
  note: () => {},
  taxes: new Map([['0%', 'standard']]),
};

const all = async (name: ForeignName, bytes: Buffer, options: Partial<FileOptions> = {}): Promise<Sourced[]> => {
  const records: Sourced[] = [];
  for await (const one of readFile(name, pieces(bytes), RULES, { ...OPTIONS, ...options })) records.push(one);
  return records;
};

const bytesOf = (name: ForeignName, sample: Sample = SAMPLES[name]): Buffer =>
  Buffer.from(linesOf(name, sample).join('\r\n'));

/** Products and stock, by the lines of their rows. Which product brings the class and a category first is no result. */
const results = (records: readonly Sourced[]): { readonly line: number; readonly raw: unknown }[] =>
  records.flatMap(({ line, record, sent }) =>
    record.ok && record.value.type !== 'class' && record.value.type !== 'category' ? [{ line, raw: sent }] : [],
  );

/** The article number of a product; '' for none. */
const articleOf = (raw: unknown): string => {
  const { record } = raw as {
    readonly record: { readonly type: string; readonly metadata?: { readonly element_number?: string } };
  };
  return record.type === 'product' ? (record.metadata?.element_number ?? '') : '';
};

const withoutStock = (raw: unknown): unknown => {
  const { record } = raw as { readonly record: { readonly availability?: unknown } };
  return { ...record, availability: undefined };
};

const refusedLines = (records: readonly Sourced[]): number[] =>
  records
    .filter(({ record }) => !record.ok)
    .map(({ line }) => line)
    .sort((one, other) => one - other);

/** Lines of each product of a sample; the header is line 1. */
const groupLines = (sample: Sample): number[][] => {
  let line = 1;
  return sample.map((rows) => rows.map(() => (line += 1)));
};

/** Formats in which a row belongs to the product above it, by where it stands alone. */
const BY_PLACE: ReadonlySet<ForeignName> = new Set(['vendure', 'commercetools']);

/** The format whose sample is brought first. */
const NEEDED: { readonly [name in ForeignName]?: ForeignName } = { 'shopify-inventory': 'shopify' };
/** What a sample makes whose rows are lines of orders, or places of a variant: the class, and a stock for each. */
const CREATED: { readonly [name in ForeignName]?: number } = { 'shopify-orders': 2, 'shopify-inventory': 5 };

interface Fault {
  readonly what: string;
  /** The row with a fault in it, as it would be in a file. */
  readonly spoil: (line: string, delimiter: string) => Buffer;
  /** Whether the row still says which product it is part of. */
  readonly isKnown: boolean;
}

/** Of what the reader of a table refuses. */
const CODES = [
  'PARAMETER_INVALID',
  'PARAMETER_MISSING',
  'BODY_TOO_LARGE',
  'SHOPOBJECT_NOT_FOUND',
  'EMAIL_IS_INVALID',
  'COUNTRY_NOT_FOUND',
];

const FAULTS: readonly Fault[] = [
  { what: 'a cell too many', spoil: (line, sign) => Buffer.from(`${line}${sign}x`), isKnown: true },
  { what: 'a quote in the last cell', spoil: (line) => Buffer.from(`${line}5" seat`), isKnown: true },
  { what: 'bytes that are no UTF-8', spoil: (line) => Buffer.from(`${line}ü\xFC`, 'latin1'), isKnown: true },
  { what: 'a control character', spoil: (line) => Buffer.from(`${line}\x01`), isKnown: true },
  { what: 'a quote in the first cell', spoil: (line) => Buffer.from(`5" ${line}`), isKnown: false },
  { what: 'a quote that nothing closes', spoil: (line) => Buffer.from(`"${line.replaceAll('"', '')}`), isKnown: false },
  {
    what: 'cells that were cut off',
    spoil: (line, sign) => Buffer.from(line.slice(0, line.lastIndexOf(sign))),
    isKnown: true,
  },
];

describe.each(NAMES)('%s', (name) => {
  const sample = SAMPLES[name];
  const lines = linesOf(name, sample);
  const format = FOREIGN[name];

  test('a sample is brought, and a second time it changes nothing', async () => {
    const engine = newEngine();
    const bring = async (which = name): Promise<Report> => {
      const report = new Report('line');
      const source = readFile(which, pieces(bytesOf(which)), RULES, {
        ...OPTIONS,
        taxes: new Map([['*', 'default']]),
      });
      // The shop of the test has one tax class, of another name.
      const renamed = async function* (): AsyncGenerator<Sourced> {
        for await (const one of source) {
          const { record } = one;
          if (record.ok && record.value.type === 'product' && record.value.metadata?.taxclass !== undefined)
            Object.assign(record.value.metadata, { taxclass: 'default' });
          yield one;
        }
      };
      await runImport(engine, renamed(), report, { stock: true, replaceAttributes: false });
      return report;
    };
    const before = NEEDED[name];
    if (before !== undefined) await bring(before);
    const report = await bring();
    expect(report.listed).toEqual([]);
    // Besides what rows are: the class of the products, or of the accounts.
    const least = CREATED[name] ?? sample.flat().length + 1;
    expect(report.total('created')).toBeGreaterThanOrEqual(least);
    await isUnchanged(engine, bring);
    await closeAndVerify(engine);
  });

  test('a refused row is refused with its product, and no other product is another one for it', async () => {
    const whole = results(await all(name, bytesOf(name)));
    const groups = groupLines(sample);
    for (const own of groups) {
      for (const at of own) {
        for (const { what, spoil, isKnown } of FAULTS) {
          const spoiled = lines.map((line, index) =>
            index === at - 1 ? spoil(line, format.delimiter) : Buffer.from(line),
          );
          const text = Buffer.concat(spoiled.flatMap((line) => [line, Buffer.from('\r\n')]));
          const records = await all(name, text, { encoding: 'utf-8' });
          const [mine, others] = [results(records), whole].map((list) =>
            list.filter(({ line }) => !own.includes(line)),
          ) as [typeof whole, typeof whole];
          expect(mine, `${what} in line ${at}`).toEqual(others);
          const refused = refusedLines(records);
          if (isKnown) expect([refused, results(records).length], what).toEqual([own, others.length]);
          else expect(refused, what).toContain(at);
        }
      }
    }
  });

  test('a product that is not in the table at all leaves the others as they are', async () => {
    const whole = results(await all(name, bytesOf(name)));
    const groups = groupLines(sample);
    for (const [at, own] of groups.entries()) {
      const others = sample.filter((_rows, index) => index !== at);
      const wanted = whole.filter(({ line }) => !own.includes(line));
      const read = async (columns: readonly string[]): Promise<typeof whole> =>
        results(await all(name, Buffer.from(linesOf(name, others, columns).join('\r\n'))));
      const raw = (records: typeof whole): unknown[] => records.map((one) => one.raw);
      expect(raw(await read(columnsOf(sample)))).toEqual(raw(wanted));
      // A table that has no column of stock any more does not say that anything is counted.
      const uncounted = (records: typeof whole): unknown[] => raw(records).map(withoutStock);
      expect(uncounted(await read(columnsOf(others)))).toEqual(uncounted(wanted));
    }
  });

  test('columns may stand in any order, in any case and with blanks around them', async () => {
    const whole = results(await all(name, bytesOf(name)));
    const columns = columnsOf(sample);
    // What stands for `{}` in a name is a name itself, of a warehouse or of an option.
    const places = new FieldPlaces(format.fields);
    const inCapitals = (column: string): string => (places.of(column)?.part === '' ? column.toUpperCase() : column);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(columns, { minLength: columns.length }), async (order) => {
        const rows = linesOf(name, sample, order).slice(1);
        const padded = order.map((column) => `  ${cellText(inCapitals(column))}\u00a0`);
        const text = [padded.join(format.delimiter), ...rows].join('\n');
        expect(results(await all(name, Buffer.from(text)))).toEqual(whole);
      }),
      { numRuns: runs(10) },
    );
  });

  test('every encoding gives the same records', async () => {
    const whole = results(await all(name, bytesOf(name)));
    const text = lines.join('\r\n');
    const wide = Buffer.from(text, 'utf16le');
    const files: readonly (readonly [what: string, bytes: Buffer, options?: Partial<FileOptions>])[] = [
      ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
      ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16 BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
      ['UTF-16 LE without a mark', wide],
      ['UTF-16 BE, declared', Buffer.from(wide).swap16(), { encoding: 'utf-16be' }],
      ['windows-1252', Buffer.from(text, 'latin1')],
      ['windows-1252, declared', Buffer.from(text, 'latin1'), { encoding: 'windows-1252' }],
      ['lines that end in CR', Buffer.from(text.replaceAll('\r\n', '\r'))],
      ['another delimiter', Buffer.from(`sep=${format.delimiter}\n${text}`)],
    ];
    for (const [what, bytes, options] of files) {
      const read = results(await all(name, bytes, options));
      expect(
        read.map(({ raw }) => raw),
        what,
      ).toEqual(whole.map(({ raw }) => raw));
    }
  });

  test('every field that is declared is read, but for those that are left', async () => {
    const { table } = await readWhole(format, pieces(bytesOf(name)), OPTIONS, { rules: RULES, note: () => {} });
    const known = new FieldPlaces(format.fields);
    const sampled = new Set(columnsOf(sample).map((column) => known.of(column)?.field));
    const fields = Object.entries(format.fields);
    expect(fields.map(([field]) => field).filter((field) => !sampled.has(field))).toEqual([]);
    const brought = fields.filter(([field, { fate }]) => fate !== 'left' && sampled.has(field)).map(([field]) => field);
    expect(table.columns.takenFields().sort()).toEqual(brought.sort());
  });

  test('what a field says that is brought decides about a record', async () => {
    const whole = (await all(name, bytesOf(name))).map(({ line, sent }) => ({ line, sent }));
    const known = new FieldPlaces(format.fields);
    const without: string[] = [];
    for (const [field, { fate }] of Object.entries(format.fields)) {
      const columns = columnsOf(sample).filter((column) => known.of(column)?.field === field);
      if (fate === 'left' || columns.length === 0) continue;
      const emptied = sample.map((rows) =>
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))),
      );
      const text = linesOf(name, emptied, columnsOf(sample)).join('\r\n');
      const records = (await all(name, Buffer.from(text))).map(({ line, sent }) => ({ line, sent }));
      if (JSON.stringify(records) === JSON.stringify(whole)) without.push(field);
    }
    expect(without).toEqual([]);
  });

  test('an article number of two products is refused or doubtful in both lines, each with the other one', async () => {
    if (format.articles === undefined) return;
    const places = new FieldPlaces(format.fields);
    const notes: string[] = [];
    const whole = results(await all(name, bytesOf(name)));
    const numberOf = ({ raw }: (typeof whole)[number]): string => articleOf(raw);
    const groups = groupLines(sample);
    const groupOf = (line: number): number => groups.findIndex((own) => own.includes(line));
    const first = whole.find((one) => numberOf(one) !== '')!;
    const last = whole.findLast(({ line }) => groupOf(line) !== groupOf(first.line))!;
    const column = columnsOf(sample).find((one) => places.of(one)?.field === format.articles?.field)!;
    let line = 1;
    const twins = sample.map((rows) =>
      rows.map((row) => ((line += 1) === last.line ? { ...row, [column]: numberOf(first) } : row)),
    );
    const records = await all(name, Buffer.from(linesOf(name, twins).join('\n')), {
      note: (note) => void notes.push(note),
    });
    const told = (at: number, other: number): boolean =>
      records.some(
        (one) => one.line === at && !one.record.ok && one.record.detail.toLowerCase().includes(`line ${other} `),
      ) ||
      notes.some((note) => note.startsWith(`doubtful: line ${at}, `) && note.includes(`line ${other} has the same`));
    expect(told(last.line, first.line), JSON.stringify(notes)).toBe(true);
    // Where one line names the other as its product's, that one is refused with it.
    const firstLines = groups[groupOf(first.line)]!;
    expect(told(first.line, last.line) || refusedLines(records).some((one) => firstLines.includes(one))).toBe(true);
    const ownLines = [...firstLines, ...groups[groupOf(last.line)]!];
    const others = (list: typeof whole): typeof whole => list.filter((one) => !ownLines.includes(one.line));
    expect(others(results(records))).toEqual(others(whole));
  });

  test('random bytes below a header are refused by line, and never thrown', async () => {
    const word = fc.constantFrom(
      '"',
      '""',
      ',',
      ';',
      '\n',
      '\r',
      '\r\n',
      ' ',
      'a',
      '1.5',
      '-1',
      'ü',
      '{',
      '|',
      ':',
      '\u0000',
    );
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.array(word, { maxLength: 80 }).map((words) => Buffer.from(words.join(''))),
      // A row of the sample with bytes between.
      fc.tuple(fc.constantFrom(...lines), fc.nat(300), word).map(([line, at, put]) => {
        return Buffer.from(`${line.slice(0, at)}${put}${line.slice(at)}\n${line}`);
      }),
    );
    await fc.assert(
      fc.asyncProperty(noise, async (bytes) => {
        const text = Buffer.concat([Buffer.from(`${lines[0]!}\n`), bytes]);
        const records = await all(name, text, { encoding: 'utf-8', bytesMax: 1000 });
        const codes = records.flatMap(({ record }) => (record.ok ? [] : [record.code]));
        for (const code of codes) expect(CODES).toContain(code);
      }),
      { numRuns: runs(60) },
    );
  });

  test('a table of nothing but its header brings nothing', async () => {
    expect(results(await all(name, Buffer.from(lines[0]!)))).toEqual([]);
  });
});

test('the pages of docs/start have the fields that the readers declare', () => {
  const pages = comingFromPages();
  // Stock stands on the page of its products, and two formats are written on one of their own.
  expect(pages.size).toBe(NAMES.length);
  for (const [file, text] of pages)
    expect(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8'), file).toBe(text);
});

test.each(NAMES.filter((name) => !BY_PLACE.has(name)))(
  '%s: a row that is not in the table at all leaves other products as they are',
  async (name) => {
    const [sample, lines] = [SAMPLES[name], linesOf(name, SAMPLES[name])];
    const whole = results(await all(name, bytesOf(name)));
    for (const own of groupLines(sample)) {
      for (const at of own) {
        const text = lines.filter((_line, index) => index !== at - 1).join('\n');
        const rest = results(await all(name, Buffer.from(text))).map(({ line, raw }) => ({
          line: line >= at ? line + 1 : line,
          raw,
        }));
        const others = (list: typeof whole): typeof whole => list.filter(({ line }) => !own.includes(line));
        expect(others(rest), `without line ${at}`).toEqual(others(whole));
      }
    }
  },
);
