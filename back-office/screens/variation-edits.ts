// What is typed into rows of the sheet of variations and is not saved, and what was saved of rows and is not read yet.
import { numberIn, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { STOCK, keyOf, priceRule } from './variation-options.ts';
import type { Cells, Row } from './variation-options.ts';

export interface Typed {
  readonly row: Row;
  readonly cells: Cells;
  /** What was saved of the cells that are typed into, as far as the person knows. */
  readonly bases: Partial<Cells>;
}

/** In the order in which a spreadsheet is pasted over them; addresses of pictures, which it rarely has, come last. */
export const COLUMNS = ['price', 'number', 'stock', 'active', 'picture'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Cells that somebody else has saved since this person began to type into them. */
export const conflictsIn = ({ row: { saved }, cells, bases }: Typed): readonly ColumnName[] =>
  COLUMNS.filter(
    (column) => bases[column] !== undefined && bases[column] !== saved[column] && cells[column] !== saved[column],
  );

/** What is typed into a row, and what was saved there when the typing into each cell began. */
interface Edit {
  readonly typed: Partial<Cells>;
  readonly bases: Partial<Cells>;
}
const NO_EDIT: Edit = { typed: {}, bases: {} };

/** By the key of their row. */
export type Edits = ReadonlyMap<string, Edit>;

/** What was typed into a row that somebody else has made meanwhile belongs to the one that is there. */
export const editOf = (edits: Edits, row: Row): Edit => edits.get(row.key) ?? edits.get(keyOf(row.values)) ?? NO_EDIT;

/** Without what is typed into the row, also before somebody else made it. */
export const withoutEdit = (edits: Edits, row: Row): Edits =>
  new Map([...edits].filter(([key]) => key !== row.key && key !== keyOf(row.values)));

const withEdit = (edits: Edits, row: Row, next: (before: Edit) => Edit): Edits =>
  new Map([...withoutEdit(edits, row), [row.key, next(editOf(edits, row))]]);

export const withTyped = (edits: Edits, row: Row, typed: Partial<Cells>): Edits =>
  withEdit(edits, row, (before) => {
    const first = Object.keys(typed).filter((column) => !(column in before.typed)) as ColumnName[];
    const bases = Object.fromEntries(first.map((column) => [column, row.saved[column]]));
    return { typed: { ...before.typed, ...typed }, bases: { ...before.bases, ...bases } };
  });

const without = (cells: Partial<Cells>, column: ColumnName): Partial<Cells> =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => name !== column));

/** Keeps what is typed into a cell in sight of what somebody else has saved there, or drops it. */
export const withChoice = (edits: Edits, row: Row, column: ColumnName, whose: 'mine' | 'theirs'): Edits =>
  withEdit(edits, row, ({ typed, bases }) => {
    if (whose === 'mine') return { typed, bases: { ...bases, [column]: row.saved[column] } };
    return { typed: without(typed, column), bases: without(bases, column) };
  });

/** What this page has saved of a row, and the number of reads begun by then, which need not show it. */
interface Saved {
  readonly cells: Cells;
  readonly begun: number;
}
export type AllSaved = ReadonlyMap<string, Saved>;

const asRead = (text: string, rule: NumberRule): string => {
  const number = numberIn(text, rule);
  return number === undefined ? text : writeNumber(number, rule);
};

/** With cells that were saved, as the next read will show them. */
export const withSaved = (all: AllSaved, row: Row, cells: Cells, begun: number): AllSaved => {
  const read = { ...cells, price: asRead(cells.price, priceRule()), stock: asRead(cells.stock, STOCK) };
  return new Map([...all, [row.key, { cells: read, begun }]]);
};

/** The row of the read `ofRead`, with what this page has saved since. */
export const asSaved = (all: AllSaved, row: Row, ofRead: number): Row => {
  const saved = all.get(row.key);
  return saved === undefined || ofRead > saved.begun ? row : { ...row, saved: { ...saved.cells, values: row.values } };
};
