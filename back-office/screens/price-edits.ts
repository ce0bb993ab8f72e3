// What is typed into the sheet of a price list, beside what the shop has: cells by product and quantity, kept over its
// pages until they are saved or dropped. Where somebody else has saved another price meanwhile, the person chooses.
import { numberIn, readNumber, writeNumber } from '../typed.ts';
import { numberOf } from '../wire-number.ts';
import { unitRule } from './price-rows.ts';
import type { PriceSent, SheetRow, TierShown } from './price-sheet-data.ts';

export const PARTS = ['price', 'compareAt'] as const;
type Part = (typeof PARTS)[number];

/** A cell of the sheet: the price from a quantity on, or what is struck through beside it. */
export interface Cell {
  readonly from: number;
  readonly part: Part;
}

interface Typed {
  readonly text: string;
  /** What the shop had when it was typed. */
  readonly base: string;
}

interface RowEdit {
  readonly row: SheetRow;
  /** By the cell. */
  readonly cells: ReadonlyMap<string, Typed>;
}

/** Product → what is typed. */
export type Edits = ReadonlyMap<number, RowEdit>;

const keyOf = ({ from, part }: Cell): string => `${part} ${from}`;
const tierAt = (row: SheetRow, from: number): TierShown | undefined =>
  row.tiers.find(({ from_quantity: quantity }) => quantity === from);

/** As the cell shows it; '': there is none. */
export const savedText = (row: SheetRow, { from, part }: Cell): string => {
  const tier = tierAt(row, from);
  const value = part === 'price' ? tier?.price : tier?.compare_at;
  return value === undefined ? '' : writeNumber(value, unitRule());
};

export const textOf = (edits: Edits, row: SheetRow, cell: Cell): string =>
  edits.get(row.id)?.cells.get(keyOf(cell))?.text ?? savedText(row, cell);

export const isChanged = (edits: Edits, row: SheetRow, cell: Cell): boolean =>
  edits.get(row.id)?.cells.has(keyOf(cell)) === true;

/** A text that is what the shop has is no edit. */
export const withText = (edits: Edits, row: SheetRow, cell: Cell, text: string): Edits => {
  const known = edits.get(row.id);
  const base = known?.cells.get(keyOf(cell))?.base ?? savedText(row, cell);
  const cells = new Map(known?.cells);
  if (text.trim() === savedText(row, cell)) cells.delete(keyOf(cell));
  else cells.set(keyOf(cell), { text, base });
  const all = new Map(edits);
  if (cells.size === 0) all.delete(row.id);
  else all.set(row.id, { row, cells });
  return all;
};

/** Cells in which somebody else has saved something else meanwhile. */
export const conflictsIn = (
  edits: Edits,
  row: SheetRow,
  cells: readonly Cell[],
): readonly { readonly cell: Cell; readonly theirs: string }[] =>
  cells.flatMap((cell) => {
    const typed = edits.get(row.id)?.cells.get(keyOf(cell));
    const theirs = savedText(row, cell);
    return typed === undefined || typed.base === theirs || typed.text.trim() === theirs ? [] : [{ cell, theirs }];
  });

/** One's own text stands on what the shop has now. */
export const keptMine = (edits: Edits, row: SheetRow, cell: Cell): Edits => {
  const known = edits.get(row.id);
  const typed = known?.cells.get(keyOf(cell));
  if (known === undefined || typed === undefined) return edits;
  const cells = new Map(known.cells).set(keyOf(cell), { ...typed, base: savedText(row, cell) });
  return new Map(edits).set(row.id, { row, cells });
};

/** Why a cell cannot be saved: it is no number, or is struck through beside no price; undefined: it can. */
export const faultOf = (edits: Edits, row: SheetRow, cell: Cell): 'number' | 'alone' | undefined => {
  const text = textOf(edits, row, cell).trim();
  if (text === '') return undefined;
  if (readNumber(text, unitRule()).kind !== 'number') return 'number';
  const isAlone = cell.part === 'compareAt' && isChanged(edits, row, cell);
  return isAlone && textOf(edits, row, { ...cell, part: 'price' }).trim() === '' ? 'alone' : undefined;
};

const fromsOf = ({ cells }: RowEdit): readonly number[] => [
  ...new Set([...cells.keys()].map((key) => numberOf(key.split(' ')[1]!))),
];

export const changesIn = (edits: Edits): number =>
  [...edits.values()].reduce((sum, edit) => sum + fromsOf(edit).length, 0);

/** Whether every cell can be saved. */
export const isSavable = (edits: Edits): boolean =>
  [...edits.values()].every((edit) =>
    fromsOf(edit).every((from) => PARTS.every((part) => faultOf(edits, edit.row, { from, part }) === undefined)),
  );

/** What `set_prices` takes; a price that is empty is taken away. */
export const pricesOf = (edits: Edits): readonly PriceSent[] =>
  [...edits.values()].flatMap((edit) =>
    fromsOf(edit).map((from): PriceSent => {
      const valueOf = (part: Part): number | null =>
        numberIn(textOf(edits, edit.row, { from, part }), unitRule()) ?? null;
      const price = valueOf('price');
      const compare = price === null ? null : valueOf('compareAt');
      return { id_shopobject: edit.row.id, from_quantity: from, price, compare_at: compare };
    }),
  );

/** The quantities that a sheet has columns for, ascending; prices for any quantity always. */
export const columnsOf = (rows: readonly SheetRow[], added: readonly number[]): readonly number[] =>
  [...new Set([0, ...added, ...rows.flatMap(({ tiers }) => tiers.map(({ from_quantity: from }) => from))])].toSorted(
    (a, b) => a - b,
  );
