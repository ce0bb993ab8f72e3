// Rows as a CSV file (RFC 4180): commas between, a point before decimals. A text that a spreadsheet would take for a
// formula gets an apostrophe in front; a phone number such as +49 30 1234 stays.
import { csvCell } from '../../kernel/formula-guard.ts';

const cell = (value: string | number): string => (typeof value === 'number' ? String(value) : csvCell(value, true));

export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
