// A line of a table as CSV: the importer of csv-stringify.
import { stringify } from 'csv-stringify/sync';
import { plainDecimal } from '../kernel/decimal-text.ts';
import type { Point } from '../kernel/decimal-text.ts';
import { guarded } from '../kernel/formula-guard.ts';

type Line = (cells: readonly (string | number)[]) => string;

const lineWith =
  (delimiter: string, cellText: (cell: string | number) => string): Line =>
  (cells) =>
    stringify([cells.map(cellText)], { delimiter, quoted_match: /[\r\n]/ });

/**
 * For our own tables: texts are guarded against spreadsheets that take them for formulas, numbers need no guard.
 * `point`: stands before decimals.
 */
export const tableLine = (delimiter: string, point: Point = '.'): Line =>
  lineWith(delimiter, (cell) => (typeof cell === 'number' ? String(cell).replace('.', point) : guarded(cell)));

/** A cell that stands as it is, without quotes. */
export class Bare {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** For DATEV: texts stand in quotes, also empty ones; whatever else stands without. */
export const datevLine = (cells: readonly (string | Bare)[]): string =>
  stringify([[...cells]], {
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { object: (cell) => (cell instanceof Bare ? cell.text : '') },
  });

/** For another program's table, which takes a guard for a part of the text; numbers have no exponent. */
export const foreignLine = (delimiter: string): Line =>
  lineWith(delimiter, (cell) => (typeof cell === 'number' ? plainDecimal(cell) : cell));
