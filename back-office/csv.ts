// Tables as CSV files (RFC 4180, UTF-8 with a mark, so that spreadsheets read umlauts), as a spreadsheet in the
// language of the page opens them: where the comma stands before decimals, cells are parted at `;`.
import { csvCell } from '../src/kernel/formula-guard.ts';
import { pointOf, tableNumber } from './typed.ts';
import type { Point } from './typed.ts';

const SEPARATORS: { readonly [point in Point]: string } = { '.': ',', ',': ';' };

/** Writes numbers exactly; a text stays one cell, whatever it contains. `cellOf`: a text as a cell. */
export const csvOf = (
  rows: readonly (readonly (string | number)[])[],
  point = pointOf(),
  cellOf: (text: string) => string = (text) => csvCell(text),
): string => {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? tableNumber(value, point) : cellOf(value);
  const lines = rows.map((row) => row.map(cell).join(SEPARATORS[point]));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
};
