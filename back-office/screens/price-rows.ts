// Prices as a spreadsheet has them: rows that were pasted, or those of a CSV file, read into prices of products. What
// cannot be read is a fault with the row's number; the other rows are read.
import { unguarded } from '../../src/kernel/formula-guard.ts';
import { readTable } from '../csv-reading.ts';
import { currencyDigits } from '../format.ts';
import { figure, numberRead, pointOf, quantity, readNumber } from '../typed.ts';
import type { NumberRule, Point } from '../typed.ts';

/** Price of one piece, as the engine reads it. */
export const unitRule = (): NumberRule => ({
  ...figure(4),
  usualDecimals: currencyDigits.value,
  min: 0,
  max: 99_999_999_999,
});
const FROM = quantity();

/** A price of one row; a price that is null takes away what is there. */
export interface PriceRow {
  readonly line: number;
  /** The product's number. */
  readonly number: string;
  readonly from: number;
  readonly price: number | null;
  readonly compareAt: number | null;
}

export interface PriceFault {
  readonly line: number;
  readonly why: 'cells' | 'number' | 'several' | 'price' | 'quantity' | 'doubtful' | 'twice';
}

export interface ReadRows {
  readonly rows: readonly PriceRow[];
  readonly faults: readonly PriceFault[];
}

interface Cells {
  readonly line: number;
  readonly number: string;
  readonly from: string;
  readonly price: string;
  readonly compareAt: string;
}

type Read = number | null | 'wrong' | 'doubtful';

/** Null: the cell is empty. */
const numberOf = (cell: string, rule: NumberRule, point: Point): Read => {
  if (cell.trim() === '') return null;
  const reading = readNumber(cell, rule, point);
  return reading.kind === 'number' ? numberRead(reading)! : reading.kind === 'doubtful' ? 'doubtful' : 'wrong';
};

const rowOf = (cells: Cells, point: Point, unit: NumberRule, known: Set<string>): PriceRow | PriceFault => {
  const { line, number } = cells;
  const from = numberOf(cells.from, FROM, point);
  const amounts = [numberOf(cells.price, unit, point), numberOf(cells.compareAt, unit, point)];
  if (from === 'doubtful' || amounts.includes('doubtful')) return { line, why: 'doubtful' };
  if (number === '') return { line, why: 'number' };
  if (from === 'wrong') return { line, why: 'quantity' };
  if (amounts.includes('wrong')) return { line, why: 'price' };
  const [price = null, compareAt = null] = amounts as readonly (number | null)[];
  const key = JSON.stringify([number, from ?? 0]);
  if (known.has(key)) return { line, why: 'twice' };
  known.add(key);
  return { line, number, from: from ?? 0, price, compareAt };
};

const readCells = (all: readonly (Cells | PriceFault)[], point: Point, unit = unitRule()): ReadRows => {
  const known = new Set<string>();
  const read = all.map((one) => ('why' in one ? one : rowOf(one, point, unit, known)));
  return {
    rows: read.flatMap((one) => ('why' in one ? [] : [one])),
    faults: read.flatMap((one) => ('why' in one ? [one] : [])),
  };
};

/** Number and price; or number, quantity, price, and the price that is struck through. */
const pastedCells = (cells: readonly string[], line: number): Cells | PriceFault => {
  const [number = '', second = '', third = '', fourth = ''] = cells;
  if (cells.length === 2) return { line, number, from: '', price: second, compareAt: '' };
  if (cells.length === 3 || cells.length === 4) return { line, number, from: second, price: third, compareAt: fourth };
  return { line, why: 'cells' };
};

/** Rows as the clipboard of a spreadsheet has them; `;` parts cells as well. A header is left out. */
export const readPasted = (text: string): ReadRows => {
  const lines = text.split(/\r?\n/).map((line, at) => ({ line: at + 1, text: line }));
  const sign = text.includes('\t') ? '\t' : ';';
  const rows = lines
    .filter(({ text: row }) => row.trim() !== '')
    .map(({ line, text: row }) =>
      pastedCells(
        row.split(sign).map((cell) => cell.trim()),
        line,
      ),
    )
    // The first row is a header if its price has no digit.
    .filter((row, at) => at > 0 || 'why' in row || /\d/.test(row.price) || row.price === '');
  return readCells(rows, pointOf());
};

/** Undefined: it has no column `number`, or none `price`. */
export const readPriceFile = (text: string): ReadRows | undefined => {
  const { header, rows, wrong, point } = readTable(text);
  if (!header.includes('number') || !header.includes('price')) return undefined;
  const cells = rows.map(({ line, cells: row }) => ({
    line,
    number: unguarded(row['number'] ?? '').trim(),
    from: row['from_quantity'] ?? '',
    price: row['price'] ?? '',
    compareAt: row['compare_at'] ?? '',
  }));
  // The sign between the cells says what stands before decimals: three of them are no group of thousands.
  const unit = point === undefined ? unitRule() : { ...unitRule(), usualDecimals: 4 };
  const read = readCells(cells, point ?? pointOf(), unit);
  const faults = [...read.faults, ...wrong.map((line): PriceFault => ({ line, why: 'cells' }))];
  return { rows: read.rows, faults: faults.toSorted((a, b) => a.line - b.line) };
};
