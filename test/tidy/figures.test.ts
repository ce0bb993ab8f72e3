// Would catch a page of the back office that reads or writes numbers, amounts and days by itself: it would guess what
// the others ask, round what they show, and have days of another time zone. Would catch formats of the browser that are
// made for each use, too: a list of countries took a second to be put in order.
import { describe, expect, test } from 'vitest';
import { BACK_OFFICE, textOf, withoutComments } from './source.ts';

/** What is typed and shown; what programs have written. */
const MODULES = new Set([
  'back-office/format.ts',
  'back-office/intl.ts',
  'back-office/typed.ts',
  'back-office/wire-number.ts',
]);
/** What the zone of the browser is, is asked once. */
const MADE = /\bnew Intl\.(?!Locale\b|DateTimeFormat\(\)\.resolved)\w+/g;
/** Names of languages are no figures. */
const FIGURES =
  /\bNumber\(|\bmap\(Number\)|\bparse(Float|Int)\b|\btoFixed\b|\btoPrecision\b|\btoLocale\w*String\b|\bIntl\.(?!DisplayNames)\w+|\bvalueAsNumber\b|type="number"/g;

const figuresIn = (text: string): readonly string[] => [...withoutComments(text).matchAll(FIGURES)].map(([one]) => one);

describe('numbers and days of the back office', () => {
  test('are read and written in one place', () => {
    const found = BACK_OFFICE.filter((file) => !MODULES.has(file)).flatMap((file) =>
      figuresIn(textOf(file)).map((one) => `${file}: ${one}`),
    );
    expect(found).toEqual([]);
  });

  test('have their formats made in one place', () => {
    const found = BACK_OFFICE.filter((file) => file !== 'back-office/intl.ts').flatMap((file) =>
      [...withoutComments(textOf(file)).matchAll(MADE)].map(([one]) => `${file}: ${one}`),
    );
    expect(found).toEqual([]);
    expect('new Intl.Collator("de")').toMatch(MADE);
  });

  test.each([
    'const price = Number(event.currentTarget.value);',
    'texts.map(Number)',
    'Number.parseInt(typed, 10)',
    'sum.toFixed(2)',
    'value.toLocaleString()',
    'new Intl.NumberFormat("de")',
    'new Intl.DateTimeFormat("de")',
    '<input type="number" />',
  ])('the check finds %j', (text) => {
    expect(figuresIn(text)).not.toEqual([]);
  });

  test.each(['Number.isFinite(value)', 'const lastNumber = 1;', 'new Intl.DisplayNames([])'])('and not %j', (text) => {
    expect(figuresIn(text)).toEqual([]);
  });
});
