// PDF documents. Catches text that is missing, cut or written over other text, and a full queue or a slow document that
// delays other documents.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample } from '../../harness/effort.ts';
import { data, line, maker, newMaker, pdf } from './pdf-maker.ts';
import { pagesOf, wordsOf } from './pdf-text.ts';

/** A new thread loads pdfkit and its fonts, which takes longer than most documents. */
const shared = newMaker();
/** A document of one line fits, one of many characters does not. */
const narrow = newMaker({ pdfQueueMax: 2, documentBytesMax: 30_000 });
const LETTERS = Array.from({ length: 600 }, (_, at) => String.fromCodePoint(0xc0 + at)).join(' ');

beforeAll(async () => void (await Promise.all([pdf(shared, data([line(1)])), pdf(narrow, data([line(1)]))])));
afterAll(async () => void (await Promise.all([shared.close(), narrow.close()])));

test('embeds a font that has the letters of Europe and the euro sign', async () => {
  const file = await pdf(shared, data([line(1, 'Öl für Łódź, 5 €: ß žćč őű ğ ñ')]));
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  const texts = wordsOf(file).map(({ text }) => text);
  for (const text of [
    'Öl für Łódź, 5 €: ß žćč őű ğ ñ',
    'Rechnung R-7',
    'Änne Łuczak',
    'Gesamtbetrag',
    '0,84 €',
    'USt-IdNr. DE1',
  ])
    expect(texts).toContain(text);
  expect(texts.join('')).not.toContain('\ufffd');
  expect(file.toString('latin1').match(/\/FontFile2/g)).toHaveLength(2);
});

test('breaks pages between lines, repeats the head of the table and numbers the pages', async () => {
  const file = await pdf(shared, data(Array.from({ length: 120 }, (_, at) => line(at + 1))));
  const words = wordsOf(file);
  const pages = pagesOf(file);
  expect(pages).toBeGreaterThan(2);
  for (let at = 1; at <= 120; at += 1) expect(words.filter(({ text }) => text === `Wollmütze ${at}`)).toHaveLength(1);
  const withLines = new Set(words.filter(({ text }) => text.startsWith('Wollmütze')).map(({ page }) => page));
  expect(words.filter(({ text }) => text === 'Bezeichnung').map(({ page }) => page)).toEqual([...withLines]);
  for (let page = 0; page < pages; page += 1)
    expect(words.some((word) => word.page === page && word.text.endsWith(`Seite ${page + 1}/${pages}`))).toBe(true);
  for (const { x, y, text } of words) {
    expect(x).toBeGreaterThanOrEqual(57);
    // Above the foot, or a part of it.
    expect(y < 775 || text.startsWith('Rechnung') || text === 'USt-IdNr. DE1', `${text} at ${y}`).toBe(true);
  }
});

test('the totals stand together, below the last line', async () => {
  // Catches: a sum at the foot of one page and what follows from it on the next, and totals alone on a page.
  const made = shared;
  const more = {
    coupons: [{ label: 'Gutschein Herbst', code: 'h-1', amount: '-1,00 €' }],
    delivery_costs: [{ label: 'Versand: Paket', rate: '19 %', amount: '4,90 €' }],
  };
  for (const count of sample(Array.from({ length: 27 }, (_, index) => 8 + index))) {
    const words = wordsOf(
      await pdf(
        made,
        data(
          Array.from({ length: count }, (_, at) => line(at + 1)),
          more,
        ),
      ),
    );
    const page = words.find(({ text }) => text === `Wollmütze ${count}`)!.page;
    for (const text of [
      'Summe der Waren',
      'Gutschein Herbst (h-1)',
      'Versand: Paket (USt. 19 %)',
      'Gesamtbetrag',
      '0,84 €',
    ]) {
      expect(words.find((word) => word.text === text)?.page, `${text} of ${count} lines`).toBe(page);
    }
  }
});

test('long texts of the operator, large amounts: nothing is written over something else', async () => {
  const long = 'Kontor Beispielhandel für außergewöhnlich lange Firmennamen und Söhne GmbH & Co. KGaA · '.repeat(2);
  const dear = { ...line(1), price: '12.345.678,9012 €', sum: '24.691.357,80 €' };
  const words = wordsOf(
    await pdf(
      shared,
      data([dear, line(2)], {
        company: Array.from({ length: 8 }, () => long),
        company_foot: [long, long, long, 'IBAN'],
        sender: long,
        number: 'R-'.repeat(10) + '123',
        total: '24.691.357,80 €',
      }),
    ),
  );
  const sorted = words.toSorted((one, two) => one.page - two.page || one.x - two.x || one.y - two.y);
  for (const [at, word] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next === undefined || next.page !== word.page || Math.abs(next.x - word.x) > 1) continue;
    expect(next.y - word.y, `${word.text} | ${next.text}`).toBeGreaterThan(7);
  }
  for (const { x, y } of words) expect(x >= 57 && x < 538 && y > 50 && y < 835).toBe(true);
  expect(words.some(({ text }) => text.includes('…'))).toBe(true);
});

test('a word, a text or a list longer than a page stays on the page', async () => {
  const attributes = Array.from({ length: 300 }, (_, at) => ({ name: 'a', value: String(at) }));
  const hostile = { ...line(1, 'W'.repeat(5000)), description: 'lang '.repeat(2000), attributes };
  const file = await pdf(
    shared,
    data([hostile, line(2)], {
      invoice_address: ['x'.repeat(3000)],
      note_lines: Array.from({ length: 200 }, () => 'y'.repeat(700)),
    }),
  );
  for (const { y } of wordsOf(file)) expect(y).toBeLessThan(830);
  expect(wordsOf(file).some(({ text }) => text === 'Wollmütze 2')).toBe(true);
});

test.each([
  ['intro', 'lorem ipsum ', 8333],
  ['closing', 'lorem\n', 300],
  ['greeting', 'lorem ', 1000],
  ['intro', 'lorem\n', 27],
] as const)(
  'a text of the operator that is longer than a page goes on at the next, and never over the foot: %s of %j',
  async (name, word, times) => {
    const text = word.repeat(times);
    const file = await pdf(shared, data([line(1)], { [name]: text }));
    const [words, pages] = [wordsOf(file), pagesOf(file)];
    for (const { y, text: one } of words)
      expect(y < 770 || one.startsWith('Rechnung') || one === 'USt-IdNr. DE1', `${one} at ${y}`).toBe(true);
    const written = words
      .map(({ text: one }) => one)
      .join(' ')
      .match(/lorem/g)!.length;
    expect(written).toBe(text.match(/lorem/g)!.length);
    for (let page = 0; page < pages; page += 1)
      expect(words.filter((one) => one.page === page && one.text === 'USt-IdNr. DE1')).toHaveLength(1);
    expect(words.filter(({ text: one }) => one === 'Bezeichnung')).toHaveLength(1);
  },
);

test('a line of the order is no taller than a page, and its attributes come before the rest of its description', async () => {
  const attributes = Array.from({ length: 25 }, (_, at) => ({ name: `a${at}`, value: 'v' }));
  const file = await pdf(
    shared,
    data([
      line(1),
      { ...line(2, 'W'.repeat(600)), element_number: 'E'.repeat(255), description: 'W'.repeat(600), attributes },
      line(3),
    ]),
  );
  const words = wordsOf(file);
  for (const { y, text } of words)
    expect(y < 770 || text.startsWith('Rechnung') || text === 'USt-IdNr. DE1', `${text} at ${y}`).toBe(true);
  expect(words.filter(({ text }) => /^a\d+: v$/.test(text))).toHaveLength(25);
  const small = words.filter(({ x, text }) => x === 85 && /^(W+…?|a\d+: v)$/.test(text));
  expect(new Set(small.map(({ page }) => page)).size).toBe(1);
  for (const [at, { y }] of small.entries())
    if (at > 0 && small[at - 1]!.y < y) expect(y - small[at - 1]!.y).toBeGreaterThan(8);
});

test('a file with more bytes than a document may have is refused', async () => {
  expect(await narrow.make(1, data([line(1)], { intro: LETTERS }))).toMatchObject({
    ok: false,
    code: 'DOCUMENT_TOO_LARGE',
  });
});

test('a title that would fill the foot of every page is cut', async () => {
  for (const title of ['x'.repeat(90_000), 'x\n'.repeat(45_000)])
    expect(pagesOf(await pdf(shared, data([line(1)], { title })))).toBe(1);
});

test('refuses when the queue is full, and makes all that it took', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, (_, at) => narrow.make(at, data([line(at)]))));
  expect(results.map((result) => (result.ok ? 'made' : result.code))).toEqual([
    'made',
    'made',
    'made',
    'DOCUMENT_BUSY',
    'DOCUMENT_BUSY',
  ]);
});

test('ends a document that takes too long', async () => {
  // That the next one is made: pdf.long.test.ts.
  const made = maker({ pdfTimeoutMs: 1 });
  expect(await made.make(1, data([line(1)]))).toMatchObject({ ok: false, code: 'DOCUMENT_TOO_SLOW' });
});

test('what the thread cannot lay out is a fault of that document alone', async () => {
  const made = shared;
  await expect(made.make(1, { nothing: true })).rejects.toThrow(/Cannot read properties/);
  expect((await made.make(1, data([line(1)]))).ok).toBe(true);
});
