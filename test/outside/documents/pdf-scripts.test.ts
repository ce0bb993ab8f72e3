// PDF documents in any script. Catches a character that is lost although a font has it, a wrong reading order, text
// that leaves its column, and a script without a font that the document does not name.
import { runs, sample } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../threads/compiled-threads.ts';
import { BOLD, REGULAR, SCRIPTS, covers, fontFile } from '../../../src/outside/documents/fonts.ts';
import { PLAIN } from '../../../src/outside/documents/mixed-text.ts';
import { PdfMaker } from '../../../src/outside/documents/pdf.ts';
import { Templates } from '../../../src/outside/documents/templates.ts';
import { pagesOf, wordsOf } from './pdf-text.ts';

const maker = new PdfMaker({
  pdfQueueMax: 10,
  pdfTimeoutMs: 60_000,
  documentBytesMax: 4_194_304,
  documentsKeptBytesMax: 0,
});
// Its thread loads the fonts.
beforeAll(async () => void (await made(data([line('Ware 株式会社 أزرق 😀')]))));
afterAll(() => maker.close());

const LABELS = new Templates('').labels('de');
const line = (name: string, description = ''): object => ({
  position: '1',
  name,
  description,
  element_number: '',
  attributes: [],
  quantity: '1',
  price: '1',
  rate: '1',
  sum: '1',
});
const data = (lines: readonly object[], more: object = {}): object => ({
  ...LABELS.documents.invoice,
  language: 'de',
  locale: 'de',
  text: LABELS.text,
  greeting: 'Guten Tag',
  number: 'R-7',
  order_number: '10007',
  date: '02.01.2026',
  created_ms: 1_767_323_045_678,
  canceled: false,
  company: ['Kontor GmbH'],
  company_foot: [],
  sender: '',
  invoice_address: [],
  delivery_address: [],
  note_lines: [],
  payment_method: '',
  delivery_method: '',
  lines,
  sum: '1',
  coupons: [],
  delivery_costs: [],
  total: '1',
  taxes: [],
  ...more,
});

type Words = ReturnType<typeof wordsOf>;

const made = async (given: object): Promise<Buffer> => {
  const result = await maker.make(1, given);
  if (!result.ok) throw new Error(result.code);
  return Buffer.from(result.value);
};

const NAME = { left: 85, right: 295 };
/** The names of lines, and what stands below them. */
const names = (words: Words): Words =>
  words
    .slice(
      words.findIndex(({ text }) => text === 'Betrag') + 1,
      words.findIndex(({ text }) => text === 'Summe der Waren'),
    )
    .filter(({ x }) => x > NAME.left - 0.01 && x < NAME.right);
/** Those of each line of text, the upper lines first. */
const rowsOf = (words: Words): Words[] => {
  const rows = new Map<number, Words[number][]>();
  for (const one of words) rows.set(Math.round(one.y), [...(rows.get(Math.round(one.y)) ?? []), one]);
  return [...rows].toSorted(([one], [two]) => one - two).map(([, row]) => row);
};
const sorted = (text: string): string => [...text.replace(/\s/g, '')].sort().join('');
/** From left to right, line by line; the letters of a piece that reads from the right stand reversed. */
const onPaper = (words: Words): string[] =>
  words
    .toSorted((one, two) => one.y - two.y || one.x - two.x)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
const reversed = (text: string): string => [...text].toReversed().join('');
const LACKING = 'Zeichen fehlen';

test('the tests have fonts of some scripts and none of others', () => {
  const installed = SCRIPTS.filter(({ faces }) => faces.some((face) => fontFile(face) !== undefined)).map(
    ({ code }) => code,
  );
  expect(installed).toEqual(['Arab', 'Jpan', 'Hani', 'Zsye']);
});

test('what is taken for plain text is in both weights of the font', () => {
  for (let code = 0x20; code < 0x3000; code += 1) {
    const one = String.fromCodePoint(code);
    if (PLAIN.test(one) && !/[\p{Cn}\p{Cc}]/u.test(one))
      for (const face of [REGULAR, BOLD]) expect(covers(face, one), `U+${code.toString(16)}`).toBe(true);
  }
});

describe('mixed texts', () => {
  const word = fc.constantFrom(
    'Wollmütze',
    'Kontor',
    '12-34',
    '99,50',
    'حقيبة',
    'كبيرة',
    'أزرق',
    '١٢٣',
    '株式会社',
    '東京都千代田区',
    'カタカナ',
    '😀',
    '👍🏽',
    '❤️',
    '🇩🇪',
    'Łódź',
    'Ελλάδα',
    'हिन्दी',
    '、',
    '؟',
  );
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', '', '\n', ', ')), { minLength: 1, maxLength: 25 })
    .map((parts) => parts.flat().join(''));

  test('every character is on the paper once, and nothing is missing', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const words = wordsOf(await made(data([line(given)])));
        expect(words.some((one) => one.text.includes(LACKING))).toBe(false);
        expect(words.map((one) => one.text).join('')).not.toContain('\ufffd');
        // Selectors and colours of skin are no signs of their own; letters that differ in their dots are drawn by one
        // sign and the dots.
        const seen = (all: string): string =>
          sorted(
            all
              .replace(/[\p{Variation_Selector}\p{Join_Control}\p{Emoji_Modifier}]/gu, '')
              .replace(/(?=\p{L})\p{sc=Arabic}/gu, 'ع'),
          );
        expect(
          seen(
            names(words)
              .map((one) => one.text)
              .join(''),
          ),
        ).toBe(seen(given));
      }),
      { numRuns: runs(10) },
    );
  });

  test('lines are broken where they are full: no piece begins before the one on its left has ended', async () => {
    const long = 'حقيبة سفر كبيرة 株式会社山田商店 Wanderhose 😀 '.repeat(8);
    const words = names(wordsOf(await made(data([line(long)]))));
    const rows = rowsOf(words);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const pieces = row.toSorted((one, two) => one.x - two.x);
      for (const [at, { text: piece, x }] of pieces.entries())
        expect((pieces[at + 1]?.x ?? NAME.right) - x, piece).toBeGreaterThan(piece.trim().length * 1.5);
    }
  });
});

describe('from right to left', () => {
  test.each([
    ['رقم 42 من Kontor', ['Kontor', reversed('من'), '42', reversed('رقم')]],
    ['Kontor رقم 42', ['Kontor', '42', reversed('رقم')]],
    ['رقم ١٢٣', ['١٢٣', reversed('رقم')]],
    ['رقم (XL)', ['(', 'XL', ')', reversed('رقم')]],
    ['۴۵۶ كبير', [reversed('كبير'), '۴۵۶']],
  ])('%s', async (given, shown) => {
    expect(onPaper(names(wordsOf(await made(data([line(given)])))))).toEqual(shown);
  });

  test('a paragraph that is broken reads line by line', async () => {
    const words = Array.from({ length: 30 }, (_, at) => (at % 3 === 2 ? String(100 + at) : 'كبيرة'));
    const rows = rowsOf(names(wordsOf(await made(data([line(words.join(' '))])))));
    expect(rows.length).toBeGreaterThan(2);
    const numbers = rows.flatMap((row) =>
      row
        .toSorted((one, two) => two.x - one.x)
        .map(({ text }) => text.trim())
        .filter((text) => /^\d+$/.test(text)),
    );
    expect(numbers).toEqual(words.filter((one) => /^\d+$/.test(one)));
  });
});

describe('what no font has', () => {
  test('is said at the foot of every page, by the name of the script in the language of the document', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => line(at === 0 ? 'תיק 한국어' : 'Ware'));
    const file = await made(data(lines, { invoice_address: ['สมชาย ใจดี'] }));
    const words = wordsOf(file);
    const said = words.filter(({ text }) => text.includes(LACKING));
    expect(said.map(({ page }) => page)).toEqual(Array.from({ length: pagesOf(file) }, (_, at) => at));
    expect(said[0]!.text).toMatch(/: Thai, Hebräisch, Hangul$/);
  });

  test('control characters and half characters are nothing', async () => {
    const words = wordsOf(await made(data([line('a\u0007b\u200ec 東\u202e京')])));
    expect(words.some(({ text }) => text.includes(LACKING))).toBe(false);
    expect(onPaper(names(words)).join('')).toMatch(/abc/);
  });

  test('a word without a place to break at is broken between characters, never within one', async () => {
    const words = names(wordsOf(await made(data([line('𠮷😀'.repeat(60))]))));
    expect(
      words
        .map(({ text }) => text)
        .join('')
        .match(/😀/g),
    ).toHaveLength(60);
  });
});

test('only the fonts that are used are in the file', async () => {
  const embedded = async (name: string): Promise<number> =>
    (await made(data([line(name)]))).toString('latin1').match(/\/FontFile2/g)!.length;
  expect([await embedded('Ware'), await embedded('株'), await embedded('株 أزرق 😀')]).toEqual([2, 3, 5]);
});

test.each([
  [
    'short',
    ['Łuczak & Söhne', 'Änne Łuczak', 'Am Kai 3', '20457 Hamburg', 'Deutschland'],
    [14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  ],
  ['long', Array.from({ length: 8 }, (_, at) => `${at} ${'Straße 東京 '.repeat(60)}`), [19, 14, 24]],
])('a delivery address that is %s is never broken over two pages', async (_length, address, counts) => {
  for (const count of sample(counts)) {
    const words = wordsOf(
      await made(
        data(
          Array.from({ length: count }, () => line('Ware')),
          { delivery_address: address },
        ),
      ),
    );
    const title = words.findIndex(({ text }) => text === 'Lieferanschrift');
    const closing = words.findIndex(({ text }, at) => at > title && text.startsWith('Das Leistungsdatum'));
    const pages = new Set(words.slice(title, closing).map(({ page }) => page));
    expect(pages.size, `${count} lines`).toBe(1);
    expect(closing - title).toBeGreaterThan(5);
  }
});
