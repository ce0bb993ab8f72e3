// Would catch a text of a shopper that becomes a formula in the spreadsheet of whoever opens an export, and one that
// adds receivers to a mail.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../back-office/csv.ts';
import { mailtoOf } from '../../back-office/mail-link.ts';
import { runs } from '../harness/effort.ts';

/** Cells as a spreadsheet reads them that parts them at `sign`: quotes count where a cell begins with one alone. */
const cellsOf = (csv: string, sign: string): string[] => {
  const cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      for (at += 1; at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"'); at += 1) {
        if (csv[at] === '"') at += 1;
        cell += csv[at];
      }
      at += 1;
    }
    for (; at < csv.length && csv[at] !== sign && csv[at] !== '\r' && csv[at] !== '\n'; at += 1) cell += csv[at];
    cells.push(cell);
    at += 1;
  }
  return cells;
};

const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@＝＋－＠]/.test(cell);

describe('an export as CSV', () => {
  const bodyOf = (...cells: readonly (string | number)[]): string => csvOf([['id', ...cells]]).slice(1);

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    ' =1',
    '\t=1',
    '\r=1',
    "x;=1+cmd|'/C calc'!A0;",
    'x; "=1"',
    'x\n=1',
    'x;\t+1',
    '＝1',
  ])('makes no formula of %j, at whichever sign cells are parted', (text) => {
    for (const sign of [',', ';', '\t'])
      for (const cells of [[text], [1, text], [text, 'y']])
        expect(cellsOf(bodyOf(...cells), sign).filter(isFormula), sign).toEqual([]);
  });

  test('nor of anything that shoppers may type', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;,\t\r\n" \'x1|') });
    const property = fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
      for (const sign of [',', ';', '\t']) expect(cellsOf(bodyOf(...cells), sign).filter(isFormula)).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  test('leaves numbers and plain texts as they are, and quotes what holds a sign', () => {
    expect(bodyOf(-1.5, 'Anna-Lena', 'a;b', 'a,b', 'say "x"', '2 + 2')).toBe(
      'id,-1.5,Anna-Lena,"a;b","a,b","say ""x""",2 + 2\r\n',
    );
  });
});

test.each([
  ['anna@example.org', 'mailto:anna@example.org'],
  ['a?bcc=evil@example.org', 'mailto:a%3Fbcc%3Devil@example.org'],
  ['a&cc=b@example.org', 'mailto:a%26cc%3Db@example.org'],
  ['a,b@example.org', 'mailto:a%2Cb@example.org'],
  ['a%3Fbcc=b@example.org', 'mailto:a%253Fbcc%3Db@example.org'],
  ['a+shop@example.org', 'mailto:a%2Bshop@example.org'],
])('a link to %s writes to that address alone', (address, link) => {
  expect(mailtoOf(address)).toBe(link);
});
