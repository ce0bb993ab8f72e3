// Would catch a pasted row that becomes another price than it says, a doubtful number that is guessed, a row that is
// left out without a word, and an edit of the sheet that is lost, or overwrites what somebody else has saved.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../back-office/csv.ts';
import { changedPrices } from '../../back-office/screens/price-change-rows.ts';
import {
  changesIn,
  columnsOf,
  conflictsIn,
  faultOf,
  isSavable,
  keptMine,
  pricesOf,
  textOf,
  withText,
} from '../../back-office/screens/price-edits.ts';
import { readPasted, readPriceFile } from '../../back-office/screens/price-rows.ts';
import type { SheetRow } from '../../back-office/screens/price-sheet-data.ts';
import { runs } from '../harness/effort.ts';

const PRICE = { from: 0, part: 'price' } as const;
const COMPARE = { from: 0, part: 'compareAt' } as const;

describe('rows of a spreadsheet', () => {
  test('number and price, or number, quantity, price and what is struck through', () => {
    expect(readPasted('number\tprice\nA-1\t9.50\r\nB 2\t10\t8\t12\n\nC\t\n')).toEqual({
      rows: [
        { line: 2, number: 'A-1', from: 0, price: 9.5, compareAt: null },
        { line: 3, number: 'B 2', from: 10, price: 8, compareAt: 12 },
        { line: 5, number: 'C', from: 0, price: null, compareAt: null },
      ],
      faults: [],
    });
  });

  test('what cannot be read is named by its row, and the others are read', () => {
    const { rows, faults } = readPasted('A;1\nB;x\nC;1,234\nA;2\nD;-1\nE;1;2;3;4\n;5\nF;none;2\nG;7');
    expect(rows.map(({ number, price }) => [number, price])).toEqual([
      ['A', 1],
      ['G', 7],
    ]);
    expect(faults.map(({ line, why }) => [line, why])).toEqual([
      [2, 'price'],
      [3, 'doubtful'],
      [4, 'twice'],
      [5, 'price'],
      [6, 'cells'],
      [7, 'number'],
      [8, 'quantity'],
    ]);
  });

  test('a file that was exported is read as it was', () => {
    const row = fc.record({
      number: fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text),
      from: fc.nat({ max: 100_000 }).map((milli) => milli / 1000),
      price: fc.nat({ max: 9_999_999 }).map((units) => units / 10_000),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ({ number }) => number, maxLength: 12 }),
        fc.constantFrom('.' as const, ',' as const),
        (rows, point) => {
          const table = [['number', 'from_quantity', 'price', 'compare_at'], ...rows.map((one) => Object.values(one))];
          const read = readPriceFile(
            csvOf(
              table.map((cells) => [...cells, ...Array(4 - cells.length).fill('')]),
              point,
            ),
          );
          expect(read?.faults).toEqual([]);
          expect(read?.rows.map(({ number, from, price }) => ({ number, from, price }))).toEqual(rows);
        },
      ),
      { numRuns: runs(200) },
    );
    expect(readPriceFile('sku;price\nA;1')).toBeUndefined();
  });
});

const row = (tiers: SheetRow['tiers'], more: Partial<SheetRow> = {}): SheetRow => ({
  id: 1,
  name: 'Lamp',
  number: 'A-1',
  picture: '',
  attribute: 12,
  tiers,
  isGone: false,
  ...more,
});

describe('the sheet', () => {
  const lamp = row([
    { from_quantity: 0, price: 10, compare_at: 12 },
    { from_quantity: 10, price: 9 },
  ]);

  test('an edit keeps what it does not touch, and an empty price takes the price away', () => {
    const edits = withText(new Map(), lamp, PRICE, '8.5');
    expect(pricesOf(edits)).toEqual([{ id_shopobject: 1, from_quantity: 0, price: 8.5, compare_at: 12 }]);
    expect(pricesOf(withText(edits, lamp, PRICE, ''))).toMatchObject([{ price: null, compare_at: null }]);
    expect(changesIn(withText(edits, lamp, PRICE, '10')), 'typed back').toBe(0);
    expect(columnsOf([lamp], [100])).toEqual([0, 10, 100]);
  });

  test('what is no number, or is struck through without a price, is not sent', () => {
    const bare = row([]);
    expect(isSavable(withText(new Map(), lamp, PRICE, 'x'))).toBe(false);
    const alone = withText(new Map(), bare, COMPARE, '12');
    expect([isSavable(alone), faultOf(alone, bare, COMPARE)]).toEqual([false, 'alone']);
    expect(isSavable(withText(alone, bare, PRICE, '9'))).toBe(true);
  });

  test('what somebody else has saved meanwhile is a conflict until one is chosen', () => {
    const edits = withText(new Map(), lamp, PRICE, '8');
    expect(conflictsIn(edits, lamp, [PRICE, COMPARE])).toEqual([]);
    const now = row([{ from_quantity: 0, price: 7, compare_at: 12 }]);
    expect(conflictsIn(edits, now, [PRICE, COMPARE])).toEqual([{ cell: PRICE, theirs: '7' }]);
    expect(conflictsIn(keptMine(edits, now, PRICE), now, [PRICE])).toEqual([]);
    expect(textOf(withText(edits, now, PRICE, '7'), now, PRICE)).toBe('7');
  });
});

test('a change by a share is of the prices of the list, or of the usual one', () => {
  const half = (price: number): number => price / 2;
  const lamp = row([
    { from_quantity: 0, price: 10, compare_at: 12 },
    { from_quantity: 10, price: 9 },
  ]);
  expect(changedPrices(lamp, 'list', false, half).map(({ sent }) => sent)).toEqual([
    { id_shopobject: 1, from_quantity: 0, price: 5, compare_at: 12 },
    { id_shopobject: 1, from_quantity: 10, price: 4.5, compare_at: null },
  ]);
  expect(changedPrices(row([]), 'attribute', true, half)).toMatchObject([
    { before: 12, sent: { price: 6, compare_at: 12 } },
  ]);
  expect(changedPrices(row([], { attribute: undefined }), 'attribute', true, half)).toEqual([]);
  expect(changedPrices({ ...lamp, isGone: true }, 'list', false, half), 'a product that is gone').toEqual([]);
});
