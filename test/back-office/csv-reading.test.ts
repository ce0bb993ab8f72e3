// Would catch a table of a spreadsheet that is read with other cells than it has, or whose wrong lines are taken.
import { describe, expect, test } from 'vitest';
import { readTable } from '../../back-office/csv-reading.ts';

describe('a table that a spreadsheet has saved', () => {
  test.each([
    ['commas', '\uFEFFa,b\r\n1,"x, ""y"""\r\n', [['1', 'x, "y"']]],
    [
      'semicolons, and a line break in a cell',
      'a;b\n1;"x\ny"\n2,5;z',
      [
        ['1', 'x\ny'],
        ['2,5', 'z'],
      ],
    ],
    ['tabs and empty cells', 'a\tb\n\t\n', [['', '']]],
  ])('%s', (_, file, cells) => {
    const { rows, wrong } = readTable(file);
    expect(rows.map((row) => [row.cells['a'], row.cells['b']])).toEqual(cells);
    expect(wrong).toEqual([]);
  });

  test('lines that are no CSV are named, and the others read', () => {
    const { rows, wrong } = readTable('a,b\n1,2\n"x"y,3\n1,2,3\n4,p"q\n\n5,6\n');
    expect(wrong).toEqual([3, 4, 5]);
    expect(rows.map(({ line }) => line)).toEqual([2, 7]);
  });
});
