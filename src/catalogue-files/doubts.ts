// Cells that are brought and may not be what was meant: the first of them by line, and how many there are.
import type { Note } from './record-source.ts';

interface Doubt {
  readonly line: number;
  readonly column: string;
  readonly cell: string;
  readonly why: string;
}

const LISTED_MAX = 100;
/** Counting stops here. */
const COUNTED_MAX = 10_000;

export const shortened = (cell: string): string => JSON.stringify(cell.length <= 40 ? cell : `${cell.slice(0, 39)}…`);

/** Digits behind the point, without zeros at the end. A cell may be a million digits long. */
const decimalsOf = (price: string): number => {
  const point = price.indexOf('.');
  if (point < 0 || !/^-?\d*\.\d*$/.test(price)) return 0;
  let end = price.length;
  while (price[end - 1] === '0') end -= 1;
  return end - point - 1;
};

/** Why a price is doubtful; '' where it is not, and where it is no number. */
export const priceDoubt = (price: string, currencyDigits: number): string => {
  const digits = decimalsOf(price);
  return digits > currencyDigits ? `a price of ${digits} decimals, where the currency has ${currencyDigits}` : '';
};

export class Doubts {
  private readonly listed: Doubt[] = [];
  private readonly keys = new Set<string>();

  /** The same of one column and line counts once. */
  add(doubt: Doubt): void {
    const key = `${doubt.line} ${doubt.column} ${doubt.why}`;
    if (this.keys.size >= COUNTED_MAX || this.keys.has(key)) return;
    this.keys.add(key);
    if (this.listed.length < LISTED_MAX) this.listed.push(doubt);
  }

  tell(note: Note): void {
    for (const doubt of this.listed) {
      const { line, column, cell, why } = doubt;
      note(`doubtful: line ${line}, column ${JSON.stringify(column)}, ${shortened(cell)}: ${why}`, {
        kind: 'doubt',
        ...doubt,
      });
    }
    const more = this.keys.size - this.listed.length;
    if (more > 0) note(`… and ${more} more doubtful cells`);
  }
}
