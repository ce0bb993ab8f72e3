// Would catch a slip that runs into the next one, a line or a piece of text that is lost between two pages, texts that
// overlap or leave the page, and a file that differs although its data does not.
import { beforeAll, describe, expect, test } from 'vitest';
import type { PdfSlip, PickListData, SlipsData } from '../../../src/outside/documents/pdf-data.ts';
import { pickListPdf, slipsPdf } from '../../../src/outside/documents/pdf-slips.ts';
import { pagesOf, wordsOf } from './pdf-text.ts';

const TEXT = Object.fromEntries(
  [
    'position',
    'element_number',
    'name',
    'storage',
    'quantity',
    'ordered',
    'order_number',
    'date',
    'delivery_method',
    'note',
    'page',
    'orders',
  ].map((name) => [name, name]),
);
const [PAGE_HEIGHT, RIGHT] = [841.89, 540];

const slip = (number: number, lines: number, name = 'Lamp'): PdfSlip => ({
  text: TEXT,
  title: 'Slip',
  intro: '',
  closing: 'Thanks',
  order_number: String(number),
  date: '1.1.2026',
  delivery_method: 'Post',
  address: ['Ada Łuczak', 'Graz'],
  note_lines: ['Ring twice'],
  bars: [{ x: 0, width: 3 }],
  bars_width: 3,
  lines: Array.from({ length: lines }, (_, at) => ({
    position: String(at + 1),
    name: `${name} ${number}-${at + 1}`,
    element_number: `N-${number}-${at + 1}`,
    attributes: [{ name: 'Colour', value: 'blue' }],
    quantity: '1',
    ordered: '2',
    storage: 'A-3',
  })),
});

const documentOf = (...slips: readonly PdfSlip[]): SlipsData => ({
  language: 'en',
  title: 'Slips',
  created_ms: 0,
  company: ['Kontor', 'High Street'],
  slips,
});

// Fonts are read once.
beforeAll(() => slipsPdf(documentOf(slip(1, 1))));

describe('slips as PDF', () => {
  test('begin a page each, name their order on every page, and lose no line', async () => {
    const file = await slipsPdf(documentOf(slip(11, 60), slip(12, 1), slip(13, 40)));
    const words = wordsOf(file);
    const pages = new Map<number, string>();
    for (const { page, text } of words) pages.set(page, `${pages.get(page) ?? ''} ${text}`);
    const numbers = [...pages.values()].map((text) => [
      ...new Set([...text.matchAll(/N-(\d+)-/g)].map(([, one]) => one)),
    ]);
    expect(numbers.every(({ length }) => length <= 1)).toBe(true);
    for (const [number, lines] of [
      [11, 60],
      [12, 1],
      [13, 40],
    ] as const) {
      const own = [...pages.values()].filter((text) => text.includes(`Slip ${number}`)).join(' ');
      for (let at = 1; at <= lines; at += 1) expect(own).toContain(`N-${number}-${at}`);
      expect(own).toContain('Thanks');
    }
    expect([...pages.values()].every((text) => /Slip 1[123]/.test(text))).toBe(true);
    expect(pagesOf(file)).toBeGreaterThan(4);
  });

  test('keep every text on its page and rows apart, however long names are', async () => {
    const long = 'Walnut writing desk with a drawer '.repeat(6).trim();
    const words = wordsOf(await slipsPdf(documentOf(slip(11, 12, long))));
    for (const { x, y, text } of words) {
      expect(x, text).toBeLessThan(RIGHT);
      expect(y, text).toBeGreaterThan(0);
      expect(y, text).toBeLessThan(PAGE_HEIGHT);
    }
    const starts = words.filter(({ text }) => text.startsWith('N-11-'));
    const names = words.filter(({ text }) => text.includes('writing'));
    for (const [at, { page, y }] of starts.entries()) {
      const next = starts[at + 1];
      if (next === undefined || next.page !== page) continue;
      const within = names.filter((one) => one.page === page && one.y >= y - 1 && one.y < next.y - 1);
      expect(within.length).toBeGreaterThan(1);
    }
  });

  test('break long lines of an address, and begin below it', async () => {
    const address = Array.from(
      { length: 8 },
      (_, at) => `Line ${at} of an address that is far too long for one line of it, end ${at}`,
    );
    const words = wordsOf(await slipsPdf(documentOf({ ...slip(11, 1), address })));
    const text = words.map((one) => one.text).join(' ');
    for (const at of address.keys()) expect(text).toContain(`end ${at}`);
    const [last, title] = ['end 7', 'Slip 11'].map((part) => words.find((one) => one.text.includes(part))!);
    expect(title!.y).toBeGreaterThan(last!.y);
  });

  test('are the same bytes for the same data', async () => {
    const data = documentOf(slip(11, 3), slip(12, 2));
    expect((await slipsPdf(data)).equals(await slipsPdf(data))).toBe(true);
  });
});

test('a pick list goes on over pages, with its head on each', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => ({
    storage: `S-${at}`,
    element_number: `E-${at}`,
    name: 'Leg',
    attributes: [{ name: 'Colour', value: `blue-${at}` }],
    quantity: String(at),
  }));
  const data: PickListData = {
    ...documentOf(),
    text: TEXT,
    title: 'Pick list',
    intro: '',
    closing: '',
    date: '1.1.2026',
    orders: Array.from({ length: 200 }, (_, at) => 10_000 + at).join(', '),
    rows,
  };
  const words = wordsOf(await pickListPdf(data));
  const text = words.map((one) => one.text);
  for (const { storage, element_number: number } of rows) {
    expect(text).toContain(storage);
    expect(text).toContain(number);
  }
  expect(text.join(' ')).toContain('Colour: blue-79');
  const pages = new Set(words.map(({ page }) => page));
  expect(text.filter((one) => one === 'storage')).toHaveLength(pages.size);
  expect(pages.size).toBeGreaterThan(1);
  expect(text.join(' ')).toContain('10199');
});
