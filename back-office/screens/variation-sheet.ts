// What is typed into the sheet of variations, beside what the shop has: cells, pasted cells, and what became of rows.
import { Refused } from '../api/refused.ts';
import { useState } from '../preact.ts';
import type { Reading } from './object-editing.ts';
import type { Product } from './product-draft.ts';
import type { Outcome } from './save-variations.ts';
import { COLUMNS, asSaved, editOf, withChoice, withSaved, withTyped, withoutEdit } from './variation-edits.ts';
import type { AllSaved, ColumnName, Edits, Typed } from './variation-edits.ts';
import { ROWS_MAX, ownVariations, rowsOf } from './variation-options.ts';
import type { Cells, Option, Row } from './variation-options.ts';

const YES = /^(1|x|y|yes|j|ja|true|wahr)$/i;

/** Cells of a sheet as the clipboard has them. */
const pasted = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((value) => value.trim()));

export const useSheet = (product: Product, { ofRead, begun }: Reading, options: readonly Option[], isFull: boolean) => {
  // What was there when the sheet was opened: other values make rows.
  const [before] = useState(() => ownVariations(product));
  const [edits, setEdits] = useState<Edits>(new Map());
  const [saved, setSaved] = useState<AllSaved>(new Map());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const asked = rowsOf(product, options, before);
  const every = rowsOf(product, options, before, true);
  const rows = (isFull ? every : asked).slice(0, ROWS_MAX).map((row) => asSaved(saved, row, ofRead));
  const sheet = rows.map((row): Typed => {
    const { typed, bases } = editOf(edits, row);
    const cells = { ...row.saved, ...typed };
    return { row, cells: row.isPriceApart ? { ...cells, price: row.saved.price } : cells, bases };
  });
  const edit = (changes: readonly (readonly [Row, Partial<Cells>])[]): void =>
    setEdits((known) => changes.reduce((all, [row, typed]) => withTyped(all, row, typed), known));
  const choose = (row: Row, column: ColumnName, whose: 'mine' | 'theirs'): void =>
    setEdits((known) => withChoice(known, row, column, whose));
  const paste = (at: number, column: ColumnName, event: ClipboardEvent): void => {
    const cells = pasted(event.clipboardData?.getData('text/plain') ?? '');
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    const from = COLUMNS.indexOf(column);
    edit(
      cells.flatMap((line, down) => {
        const row = rows[at + down];
        const named = line.flatMap((value, right) => {
          const name = COLUMNS[from + right];
          return name === undefined ? [] : [[name, name === 'active' ? YES.test(value) : value] as const];
        });
        return row === undefined ? [] : [[row, Object.fromEntries(named)] as const];
      }),
    );
  };
  const tell = ({ row, cells }: Typed, outcome: Outcome): void => {
    const { key } = row;
    if (outcome instanceof Refused) {
      setOutcomes((known) => new Map([...known, [key, outcome]]));
      return;
    }
    // A row that was made is known by its id from the next read on.
    setOutcomes((known) => new Map([...known, [key, outcome], [String(outcome), outcome]]));
    // What was refused stays typed.
    const now = begun();
    setSaved((known) => withSaved(known, row, cells, now));
    setEdits((known) => withoutEdit(known, row));
  };
  const missing = every.length - asked.length;
  return { before, sheet, missing, outcomes, edit, paste, choose, tell, forget: () => setOutcomes(new Map()) };
};
