// What a page reads of a catalogue file: would catch a browser that reads a file otherwise than `kontor import` does, a
// format that is taken for another one, a record whose refusal is told of its neighbour, and a preview that hides what
// has no place.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Buffer as PageBuffer, isUtf8 as isUtf8OfPage } from '../../src/catalogue-files/browser/buffer.ts';
import type { Chosen, ImportFacts, ReadChoice, ShopAnswer } from '../../src/catalogue-files/browser/messages.ts';
import { PageReader } from '../../src/catalogue-files/browser/reading.ts';
import { Readable, Transform } from '../../src/catalogue-files/browser/stream.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import { recognise } from '../../src/catalogue-files/recognise.ts';
import { sentLine } from '../../src/catalogue-files/sent-records.ts';
import { runs } from '../harness/effort.ts';
import { pieces } from './catalogue-shop.ts';
import { NAMES, SAMPLES, linesOf } from './foreign-samples.ts';

const FACTS: ImportFacts = {
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
  attributes: ['price', 'text'],
  recordBytesMax: 1_000_000,
  formats: [],
  encodings: [],
};

const chosen = (format: string, text: string | Buffer, choice: Partial<ReadChoice> = {}): Chosen => ({
  file: new Blob([typeof text === 'string' ? text : new Uint8Array(text)]),
  facts: FACTS,
  format,
  encoding: '',
  delimiter: '',
  taxes: {},
  ...choice,
});

/** Lines as `kontor import` sends them. */
const sentByCommand = async ({ format, file }: Chosen): Promise<string[]> => {
  const lines: string[] = [];
  const source = readFile(
    format as 'csv',
    pieces(Buffer.from(await file.arrayBuffer())),
    { ...FACTS, attributes: new Set(FACTS.attributes) },
    { delimiter: undefined, encoding: undefined, bytesMax: 1_048_576, note: () => {} },
  );
  for await (const { line, record, sent } of source) {
    const text = record.ok ? sentLine(line, sent!) : record;
    if (text.ok) lines.push(text.value);
  }
  return lines;
};

const sendAll = async (
  reader: PageReader,
  asked: Chosen,
  answer: (line: string) => ShopAnswer,
  { batchRecords = 3, isDryRun = false } = {},
) => {
  await reader.answers.begin({ ...asked, batchRecords, isDryRun });
  const sent: string[] = [];
  for (let answers: readonly ShopAnswer[] = []; ;) {
    const step = await reader.answers.next({ answers });
    if (step.lines.length === 0) return { sent, step };
    expect(step.lines.length).toBeLessThanOrEqual(batchRecords);
    sent.push(...step.lines);
    answers = step.lines.map(answer);
  }
};

test.each(NAMES)('%s is recognised by its columns, and a page sends what the command sends', async (name) => {
  const asked = chosen(name, Buffer.from(linesOf(name, SAMPLES[name]).join('\r\n')));
  const reader = new PageReader();
  expect(await reader.answers.recognise({ file: asked.file, facts: FACTS, encoding: '' })).toMatchObject({
    format: name,
  });
  const { sent, step } = await sendAll(reader, asked, () => 'created');
  expect(sent).toEqual(await sentByCommand(asked));
  const created = Object.values(step.report.types).reduce((sum, counts) => sum + counts.created, 0);
  expect([created, step.records]).toEqual([sent.length, sent.length + step.report.refused]);
});

test.each([
  ['jsonl', '\uFEFF{"type":"class","name":"a"}\n', 'jsonl', undefined],
  ['an array of JSON', ' [{"name":"a"}]', 'best-buy', undefined],
  [
    'a feed',
    '<?xml version="1.0"?><rss><channel><item><g:id>1</g:id></item></channel></rss>',
    'google-merchant',
    undefined,
  ],
  ['a table of the shop', 'name;price;text@en_GB\na;1;b\n', 'csv', ';'],
  ['a table of names alone', 'name\na\n', 'csv', ','],
  ['UTF-16', Buffer.from('\uFEFFname\tclass\na\tb\n', 'utf16le'), 'csv', '\t'],
  ['the columns that Medusa needs', 'Product Handle,Product Title,Variant Price EUR\na,b,1', 'medusa', undefined],
  ["Excel's own line", 'sep=;\nname;slug;sku;price\na;a;1;1', 'vendure', undefined],
] as const)('%s is recognised', (_what, text, format, delimiter) => {
  const known = { attributes: new Set(FACTS.attributes), language: 'de_DE', encoding: undefined };
  expect(recognise(Buffer.from(text as string), known)).toEqual({ format, ...(delimiter && { delimiter }) });
});

test.each(['', 'a,b\n1,2', '<html><body></body></html>'])('%j is not recognised', (text) => {
  const known = { attributes: new Set<string>(), language: 'de_DE', encoding: undefined };
  expect(recognise(Buffer.from(text), known)).toBeUndefined();
});

test('a spreadsheet is told from a file of an unknown format, whatever it is called', async () => {
  for (const begin of ['504b030414000600', 'd0cf11e0a1b11ae1']) {
    const file = new Blob([Buffer.from(begin, 'hex')]);
    const recognised = new PageReader().answers.recognise({ file, facts: FACTS, encoding: '' });
    await expect(recognised).rejects.toThrow('save it as CSV in UTF-8');
  }
});

const TABLE = [
  'id;product_number;price_gross;name;tax_name;tax_rate;stock;price_net',
  '1;A;119;Müsli;19%;19;5;100',
  '2;B;10,70;Brot;19%;19;1;10',
  '3;C;10.70;Salz;0%;0;1;10',
].join('\n');

test('a preview shows products, what has no place, what is refused, and taxes that nobody has said yet', async () => {
  const { preview } = new PageReader().answers;
  const first = await preview(chosen('shopware', TABLE));
  expect(first).toMatchObject({
    types: { class: 1, product: 1 },
    products: [{ line: 2, name: 'A', title: 'Müsli', price: '119', quantity: '5', variations: 0 }],
    placeless: [{ column: 'price_net', values: 3, line: 2, cell: '100' }],
    refused: 2,
    refusals: [
      { line: 3, code: 'PARAMETER_INVALID', param: 'price_gross' },
      { line: 4, code: 'PARAMETER_INVALID', param: 'tax' },
    ],
    unknownTaxes: ['0%'],
  });
  const said = await preview(chosen('shopware', TABLE, { taxes: { '0%': 'reduced' } }));
  expect([said.refused, said.unknownTaxes, said.types]).toEqual([1, [], { class: 1, product: 2 }]);
  await expect(preview(chosen('medusa', TABLE))).rejects.toThrow('the table has no column "Product Handle"');
});

test('variations are counted with their product, and more than ten products are not listed', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`P${at},p${at},Size,S,${at}-S,1`, `,,,M,${at}-M,2`]).flat();
  const asked = chosen('vendure', ['name,slug,optionGroups,optionValues,sku,price', ...rows].join('\n'));
  const { products, types } = await new PageReader().answers.preview(asked);
  expect(products).toHaveLength(10);
  expect(products[0]).toMatchObject({ name: 'p0', variations: 2 });
  expect(types['product']).toBe(36);
});

test('each refusal of the shop is told with its own line, among those that were never sent', async () => {
  const text = ['name,price', 'a,1', '"b" x,2', 'c,3', 'd,4'].join('\n');
  const reader = new PageReader();
  const { step } = await sendAll(reader, chosen('csv', text), (line) =>
    line.includes('"name":"c"') ? { code: 'CLASS_NOT_FOUND', param: 'c', detail: 'No.', there: false } : 'updated',
  );
  expect(step.report).toMatchObject({
    types: { product: { created: 0, updated: 2, unchanged: 0 } },
    refused: 2,
    refusals: [
      { line: 3, code: 'PARAMETER_INVALID' },
      { line: 4, code: 'CLASS_NOT_FOUND', param: 'c' },
    ],
  });
  const report = (await reader.answers.report(undefined)).trim().split('\n');
  expect(report.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([3, 4]);
});

test('what comes before a part that cannot be read is sent, and then it says why', async () => {
  const reader = new PageReader();
  const long = `{"name":"a","description":"${'x'.repeat(20_000)}"}`;
  // A piece of the file is read before its products are given.
  const asked = chosen('best-buy', `[${long},${long},x`);
  await reader.answers.begin({ ...asked, batchRecords: 100, isDryRun: false });
  const { lines } = await reader.answers.next({ answers: [] });
  expect(lines.length).toBeGreaterThan(0);
  await expect(reader.answers.next({ answers: lines.map(() => 'created' as const) })).rejects.toThrow('no JSON');
});

test('a record that is longer than a call may be is refused by its line', async () => {
  const asked = {
    ...chosen('csv', `name,text\na,${'x'.repeat(2000)}\nb,y\n`),
    facts: { ...FACTS, recordBytesMax: 1000 },
  };
  const { sent, step } = await sendAll(new PageReader(), asked, () => 'created');
  expect(sent).toHaveLength(1);
  expect(step.report.refusals).toEqual([expect.objectContaining({ line: 2, code: 'BODY_TOO_LARGE' })]);
});

test('bytes of a page are what those of Node are', () => {
  const list = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(
      list,
      list,
      fc.string({ unit: fc.constantFrom('a', 'ä', '€', '😀', '\0', '\ud83d') }),
      (one, other, text) => {
        const [own, node] = [PageBuffer.from(one), Buffer.from(one)];
        for (const encoding of ['utf8', 'latin1', 'hex', 'utf16le'] as const)
          expect(own.toString(encoding)).toBe(node.toString(encoding));
        expect([...PageBuffer.from(text)]).toEqual([...Buffer.from(text)]);
        expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
        expect(Buffer.concat([one, other]).equals(PageBuffer.concat([one, other]))).toBe(true);
        expect(PageBuffer.compare(one, other)).toBe(Buffer.compare(one, other));
        expect([...own.subarray(1, -1)]).toEqual([...node.subarray(1, -1)]);
        expect(own.indexOf(0x0a)).toBe(node.indexOf(0x0a));
        expect(isUtf8OfPage(own)).toBe(Buffer.from(node.toString()).equals(node));
        const even = one.length & ~1;
        expect([...PageBuffer.from(one.subarray(0, even)).swap16()]).toEqual([
          ...Buffer.from(one.subarray(0, even)).swap16(),
        ]);
      },
    ),
    { numRuns: runs(30) },
  );
});

test('rows of a page come as they are asked for, and a failure ends them', async () => {
  class Doubled extends Transform {
    _transform(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
      for (const byte of chunk) this.push(byte * 2);
      done(chunk[0] === 9 ? new Error('nine') : undefined);
    }
    _flush(done: () => void): void {
      this.push('end');
      done();
    }
  }
  const read = async (...chunks: number[][]): Promise<unknown[]> => {
    const doubled = new Doubled();
    Readable.from(
      (async function* () {
        for (const chunk of chunks) yield Uint8Array.from(chunk);
      })(),
    ).pipe(doubled);
    const rows: unknown[] = [];
    for await (const row of doubled) rows.push(row);
    return rows;
  };
  expect(await read([1, 2], [3])).toEqual([2, 4, 6, 'end']);
  await expect(read([1], [9])).rejects.toThrow('nine');
});

test('a batch is never longer in bytes than the shop takes, and has every record once, in their order', async () => {
  const texts = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.constantFrom('a', 'ü', '漢', '😀')), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (sizes) => {
      const records = sizes.map(([length, letter], at) => ({
        type: 'product',
        name: `p${at}`,
        attributes: { de_DE: { text: letter.repeat(length) } },
      }));
      const recordBytesMax = 4_000;
      const asked = chosen('jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
      const reader = new PageReader();
      await reader.answers.begin({
        ...asked,
        facts: { ...FACTS, recordBytesMax },
        batchRecords: 256,
        isDryRun: false,
      });
      const names: string[] = [];
      for (let answers: readonly ShopAnswer[] = []; ;) {
        const step = await reader.answers.next({ answers });
        if (step.lines.length === 0) break;
        expect(Buffer.byteLength(step.lines.join(''))).toBeLessThanOrEqual(recordBytesMax);
        names.push(...step.lines.map((line) => (JSON.parse(line) as { record: { name: string } }).record.name));
        expect(step.records).toBe(names.length);
        answers = step.lines.map(() => 'created' as const);
      }
      expect(names).toEqual(records.map(({ name }) => name));
    }),
    { numRuns: runs(200) },
  );
});

test('two customers of one user name are refused by both lines, in an import and in a dry run', async () => {
  const lines = ['a', 'b', 'c', 'd'].map((name, index) =>
    JSON.stringify({
      type: 'customer',
      email: `${name}@example.org`,
      username: index === 0 || index === 2 ? 'Same' : `name-${name}`,
    }),
  );
  const inUse: ShopAnswer = { code: 'USERNAME_IN_USE', param: 'username', detail: '', there: false };
  const detail = 'Lines 1 and 3 have customers of one user name, "Same".';
  for (const isDryRun of [false, true]) {
    const answer = (line: string): ShopAnswer => (!isDryRun && line.includes('c@example.org') ? inUse : 'created');
    const asked = chosen('jsonl', lines.join('\n'));
    const { step } = await sendAll(new PageReader(), asked, answer, { batchRecords: 2, isDryRun });
    expect(step.report).toMatchObject({
      types: { customer: { created: 3 } },
      refused: 1,
      refusals: [{ line: 3, code: 'USERNAME_IN_USE', param: 'username', detail }],
    });
  }
  // Of a name that the shop had before the file, no other line is named.
  const { step } = await sendAll(new PageReader(), chosen('jsonl', lines[0]!), () => inUse);
  expect(step.report.refusals).toMatchObject([{ line: 1, detail: '' }]);
});
