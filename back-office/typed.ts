// Numbers as people type them into fields and files: read by the language of the page and the shop's currency, and
// written to be typed over. A text that can be read in two ways is a question and never a number: the field shows both
// readings (parts/number-field.tsx), and nothing is sent before one is chosen.
//
// Guaranteed: what `writeNumber` shows, `readNumber` reads as just that number, in every language and currency.
import { plainDecimal, readDecimal, writeDecimal } from '../src/kernel/decimal-text.ts';
import type { DecimalRule, Point, Reading } from '../src/kernel/decimal-text.ts';
import { currencyDigits, currencyMarks } from './format.ts';
import { language } from './language.ts';

export type { Point, Reading };

export interface NumberRule extends DecimalRule {
  /** Whether a sign or code of the currency may stand beside it. */
  readonly isMoney?: boolean;
}

const POINTS = { en: '.', de: ',' } as const satisfies { readonly [language: string]: Point };

/** What the reader of the page writes before decimals. */
export const pointOf = (code = language.value): Point => POINTS[code];

const LARGEST = 999_999_999_999_999;

/** Whole numbers. */
export const whole = (min: number, max = LARGEST): NumberRule => ({ usualDecimals: 0, decimalsMax: 0, min, max });

/** Pieces, and lengths and weights of pieces, with thousandths. */
export const quantity = (min = 0, max = 1_000_000_000): NumberRule => ({ usualDecimals: 3, decimalsMax: 3, min, max });

/** Any number of money, or of something else that the class of a product keeps; the engine reads unit prices to 4. */
export const figure = (decimalsMax: number): NumberRule => ({
  usualDecimals: currencyDigits.value,
  decimalsMax,
  min: -LARGEST,
  max: LARGEST,
  isMoney: true,
});

/** Amounts to pay: to the smallest coin, and above 0. */
export const amount = (): NumberRule => ({
  ...figure(currencyDigits.value),
  min: 10 ** -currencyDigits.value,
  max: 99_999_999_999,
});

export const PERCENT: NumberRule = { usualDecimals: 2, decimalsMax: 4, min: 0.0001, max: 100 };

const withoutMarks = (text: string): string => {
  for (const mark of currencyMarks().toSorted((a, b) => b.length - a.length)) {
    if (text.toUpperCase().startsWith(mark.toUpperCase())) return text.slice(mark.length);
    if (text.toUpperCase().endsWith(mark.toUpperCase())) return text.slice(0, -mark.length);
  }
  return text;
};

/** An amount without the sign or code of the currency, before which its minus stands. */
export const amountIn = (typed: string): string => {
  const [, minus = '', rest = ''] = /^([+\-−]?)(.*)$/s.exec(typed.trim())!;
  return minus + withoutMarks(rest.trim()).trim();
};

/** `point`: the writer's decimal sign, if it is not the reader's. */
export const readNumber = (typed: string, rule: NumberRule, point = pointOf()): Reading =>
  readDecimal(rule.isMoney === true ? amountIn(typed) : typed, point, rule);

/** Returns the number of a reading; undefined if it is none, or doubtful. */
export const numberRead = (reading: Reading): number | undefined =>
  reading.kind === 'number' ? Number(reading.text) : undefined;

/** Returns the typed number; undefined if it is none, or doubtful. */
export const numberIn = (typed: string, rule: NumberRule): number | undefined => numberRead(readNumber(typed, rule));

/** A number as it stands in its field; also a reading of a doubtful one, as text. */
export const writeNumber = (value: number | string, rule: NumberRule, point = pointOf()): string => {
  const text = typeof value === 'number' ? plainDecimal(value) : value;
  return writeDecimal(text, point, rule, rule.isMoney === true ? rule.usualDecimals : 0);
};

/** A number for a table, exactly: spreadsheets of the same language read it as one. */
export const tableNumber = (value: number, point = pointOf()): string => plainDecimal(value).replace('.', point);

/** Sums quantities exactly to the thousandth, without floating-point remainders such as 0.30000000000000004. */
export const sumOfPieces = (...quantities: readonly number[]): number =>
  quantities.reduce((sum, one) => sum + Math.round(one * 1000), 0) / 1000;

/** A number in the notation of JSON, for those who type what a program sends. */
export const jsonNumber = (typed: string): number | undefined =>
  /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(typed) ? Number(typed) : undefined;
