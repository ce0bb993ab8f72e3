// What a PDF document shows of very long or very dear texts. Catches one that costs the thread seconds, a short text
// that is cut because others are long, and a cut that is cheaper than it need be.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutCost } from '../../../src/outside/documents/mixed-text.ts';
import type { PdfData } from '../../../src/outside/documents/pdf-data.ts';
import { COST_MAX, equalShare, withinBudget } from '../../../src/outside/documents/text-budget.ts';
import { runs } from '../../harness/effort.ts';
import { data, line } from './pdf-maker.ts';

const given = (lines: readonly object[], more: object = {}): PdfData => data(lines, more) as PdfData;
const texts = ({ title, intro, lines, note_lines, invoice_address }: PdfData): string[] => [
  title,
  intro,
  ...note_lines,
  ...invoice_address,
  ...lines.flatMap(({ name, description, element_number: number, attributes }) => [
    name,
    description,
    number,
    ...attributes.flatMap((one) => [one.name, one.value]),
  ]),
];
const costOf = (document: PdfData): number =>
  texts(document).reduce((sum, text) => sum + layoutCost(text, Infinity)[0], 0);

const dear = (position: number, text: string): object => ({
  ...line(position, text.repeat(300)),
  description: text.repeat(300),
  element_number: text.repeat(100),
  attributes: [{ name: text.repeat(100), value: text.repeat(200) }],
});

const TEXTS = { 'U+FDFA': '\ufdfa', turns: '\u05d0a', Chinese: '天地玄黃', emoji: '👩‍👩‍👧‍👦', Latin: 'Länge ' };

describe('texts that cost more than a document may', () => {
  test.each(Object.entries(TEXTS))('are cut at the same cost each: %s', (_name, text) => {
    const cut = withinBudget(given([line(1), ...Array.from({ length: 200 }, (_, at) => dear(at + 2, text))]));
    expect(cut.lines[0]).toEqual(line(1));
    expect(cut.intro).toBe(given([]).intro);
    expect(cut.lines[1]!.name).toMatch(/^.+…$/u);
    expect(cut.lines[1]!.name).toBe(cut.lines[200]!.name);
    const cost = costOf(cut);
    expect(cost).toBeLessThanOrEqual(COST_MAX);
    // An ellipsis is reckoned as a run of its own, and what does not come to a whole character is not used.
    expect(cost).toBeGreaterThan(COST_MAX * 0.7);
  });

  test('are all there is to cut: addresses and a note whose every character has another direction are not', () => {
    const text = '\u05d0a'.repeat(40);
    const document = given([line(1)], { invoice_address: Array<string>(8).fill(text), note_lines: [text, text] });
    expect(withinBudget(document)).toBe(document);
  });

  test('of the caller are cut as well', () => {
    const { intro, title } = withinBudget(given([line(1)], { intro: '\ufdfa'.repeat(90_000) }));
    expect(title).toBe('Rechnung');
    expect(layoutCost(intro, Infinity)[0]).toBeLessThanOrEqual(COST_MAX);
    expect(intro.length).toBeGreaterThan(COST_MAX / 20);
  });
});

test('an order of a thousand usual lines is shown whole', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => ({
    ...line(at + 1, 'Wanderhose „Fjäll“, dunkelblau'),
    element_number: `K-${10_000 + at}`,
    description: 'Robust, leicht und in Europa gefertigt.',
  }));
  const document = given(lines);
  expect(withinBudget(document)).toBe(document);
});

// Catches a share that is too large, and one that leaves room which cut texts would have filled.
test('equal shares come to what there is, or nothing is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 30, max: 5000 }),
      (costs, max) => {
        const share = equalShare(costs, max);
        const sum = (limit: number): number => costs.reduce((all, cost) => all + Math.min(cost, limit), 0);
        expect(sum(share)).toBeLessThanOrEqual(max);
        if (share === Infinity) return;
        expect(sum(share + 1)).toBeGreaterThan(max);
      },
    ),
    { numRuns: runs(100) },
  );
});

test('counting stops where a text has cost enough', () => {
  expect(layoutCost('abc', Infinity)).toEqual([3, 3]);
  expect(layoutCost('abc', 2)).toEqual([3, 2]);
  const [whole] = layoutCost('\u05d0a'.repeat(10), Infinity);
  const [cost, end] = layoutCost('\u05d0a'.repeat(1000), whole);
  expect([cost > whole, end]).toEqual([true, 20]);
});
