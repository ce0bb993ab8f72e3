// Tables as CSV files (RFC 4180, UTF-8 with a mark, so that spreadsheets read umlauts), as a spreadsheet in the
// language of the page opens them: where the comma stands before decimals, cells are parted at `;`. A text that a
// spreadsheet would take for a formula gets a quotation mark in front: names and notes come from shoppers. A German
// spreadsheet takes quotes within cells for text. So what stands behind a `;` there, or on a line of its own, begins a
// cell as well.
import { pointOf, tableNumber } from './typed.ts';
import type { Point } from './typed.ts';

const FORMULA = /((?:^|[;\t\r\n])[\s"']*)([=+\-@＝＋－＠])/g;
const CONTROL = /^[\t\r]/;

const cell = (value: string | number, point: Point): string => {
  if (typeof value === 'number') return tableNumber(value, point);
  const guarded = value.replaceAll(FORMULA, "$1'$2");
  const text = CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const SEPARATORS: { readonly [point in Point]: string } = { '.': ',', ',': ';' };

/** Writes numbers exactly; a text stays one cell, whatever it contains. */
export const csvOf = (rows: readonly (readonly (string | number)[])[], point = pointOf()): string => {
  const lines = rows.map((row) => row.map((value) => cell(value, point)).join(SEPARATORS[point]));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
};
