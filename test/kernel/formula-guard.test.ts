// Would catch a text of the shop that becomes a formula in the spreadsheet of whoever opens a table, and one that an
// import does not get back as it was.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foreignLine, tableLine } from '../../src/catalogue-files/csv-line.ts';
import { guarded, unguarded } from '../../src/kernel/formula-guard.ts';
import { runs } from '../harness/effort.ts';

const text = fc.string({ unit: fc.constantFrom(...'=+-@＝\t\r\n" \'x1'), maxLength: 8 });

test.each([
  ['=1+1', "'=1+1"],
  ['+49 40', "'+49 40"],
  ['-10 %', "'-10 %"],
  ['@home', "'@home"],
  [' =1', "' =1"],
  ['"=1', '\'"=1'],
  ["'=1", "''=1"],
  ['\t1', "'\t1"],
  ["'quoted'", "'quoted'"],
  ['a=1', 'a=1'],
  ['', ''],
])('%j is %j in a table, and comes back', (given, cell) => {
  expect(guarded(given)).toBe(cell);
  expect(unguarded(cell)).toBe(given);
});

test('no text begins as a formula, and every one comes back', () => {
  const property = fc.property(text, (given) => {
    expect(guarded(given)).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]|^[\t\r]/);
    expect(unguarded(guarded(given))).toBe(given);
  });
  fc.assert(property, { numRuns: runs(500) });
});

test('numbers are written as they are', () => {
  expect(tableLine(';')([-1.5, '-1.5', 1e21])).toBe("-1.5;'-1.5;1e+21\n");
});

test('a table for another program has its texts as they are, and numbers with all of their digits', () => {
  expect(foreignLine(',')(['-A12', "'-A12", '=1', 'a,"b"'])).toBe(`-A12,'-A12,=1,"a,""b"""\n`);
  expect(foreignLine(',')([-1.5, 1e21, 1.5e-7])).toBe('-1.5,1000000000000000000000,0.00000015\n');
});
