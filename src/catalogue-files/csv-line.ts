// A line of a table as CSV: the importer of csv-stringify.
import { stringify } from 'csv-stringify/sync';
import { guarded } from './formula-guard.ts';

/**
 * Texts are guarded against spreadsheets that take them for formulas; numbers are written as they are, by `numberText`.
 */
export const tableLine =
  (delimiter: string, numberText: (value: number) => string = String) =>
  (cells: readonly (string | number)[]): string =>
    stringify([cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : guarded(cell)))], {
      delimiter,
      quoted_match: /[\r\n]/,
    });
