// Would catch a sheet of variations that shows a person their own save as somebody else's, or that goes on to show what
// was typed into a row once it is saved.
import { expect, test } from 'vitest';
import {
  asSaved,
  conflictsIn,
  editOf,
  withChoice,
  withSaved,
  withTyped,
  withoutEdit,
} from '../../back-office/screens/variation-edits.ts';
import type { AllSaved, Edits, Typed } from '../../back-office/screens/variation-edits.ts';
import { keyOf } from '../../back-office/screens/variation-options.ts';
import type { Cells, Row } from '../../back-office/screens/variation-options.ts';

const NONE: Edits = new Map();
const VALUES = ['M'];

/** `id`: 0 for a row that is not made. */
const rowOf = (id: number, cells: Partial<Cells> = {}): Row => ({
  id,
  key: id === 0 ? keyOf(VALUES) : String(id),
  name: 'M',
  values: VALUES,
  isPriceApart: false,
  saved: { price: '', number: '', stock: '', active: true, picture: '', ...cells, values: id === 0 ? [] : VALUES },
});

const typedIn = (edits: Edits, row: Row): Typed => {
  const { typed, bases } = editOf(edits, row);
  return { row, cells: { ...row.saved, ...typed }, bases };
};

/** The row of the read that is shown, 3, after its save as somebody typed `price`. */
const saved = (price: string): { readonly all: AllSaved; readonly row: Row } => {
  const row = rowOf(5, { price: '10' });
  const { cells } = typedIn(withTyped(NONE, row, { price }), row);
  const all = withSaved(new Map(), row, cells, 3);
  return { all, row: asSaved(all, row, 3) };
};

test('what was saved is the base of what is typed next, until a later read', () => {
  const { all, row } = saved('20.0');
  expect([row.saved.price, conflictsIn(typedIn(NONE, row))]).toEqual(['20', []]);
  const edits = withTyped(NONE, row, { price: '30' });
  const inRead = (price: string): Typed => typedIn(edits, asSaved(all, rowOf(5, { price }), 4));
  expect(conflictsIn(typedIn(edits, row))).toEqual([]);
  expect(conflictsIn(inRead('20'))).toEqual([]);
  expect(conflictsIn(inRead('25'))).toEqual(['price']);
  expect(conflictsIn(inRead('10')), 'somebody has put the former value back').toEqual(['price']);
});

test('the next read is shown, even if somebody else has saved since', () => {
  const { all } = saved('20');
  expect(asSaved(all, rowOf(5, { price: '25' }), 4).saved.price).toBe('25');
});

test('what was typed before somebody else made the row goes with its save', () => {
  const edits = withTyped(NONE, rowOf(0), { number: 'R-1' });
  const made = rowOf(5, { number: 'hers' });
  expect(conflictsIn(typedIn(edits, made))).toEqual(['number']);
  expect(typedIn(withoutEdit(edits, made), made).cells.number).toBe('hers');
  expect(withoutEdit(edits, made).size).toBe(0);
  expect(withTyped(edits, made, { price: '1' }).size).toBe(1);
});

test('a cell in conflict keeps what was typed, or takes what is there', () => {
  const edits = withTyped(withTyped(NONE, rowOf(5), { number: 'mine' }), rowOf(5), { price: '7' });
  const now = rowOf(5, { number: 'hers' });
  const mine = typedIn(withChoice(edits, now, 'number', 'mine'), now);
  const theirs = typedIn(withChoice(edits, now, 'number', 'theirs'), now);
  expect([mine, theirs].map(({ cells }) => [cells.number, cells.price])).toEqual([
    ['mine', '7'],
    ['hers', '7'],
  ]);
  expect([mine, theirs].flatMap(conflictsIn)).toEqual([]);
});
