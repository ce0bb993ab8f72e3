// Tables that come in parts: catches a row that differs from what the whole text has, a line that is counted wrong at
// the end of a part, what is held growing with the file, and an encoding that is found otherwise than of a whole file.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanParts, scanRows } from '../../src/catalogue-files/scan-rows.ts';
import type { ScannedRow } from '../../src/catalogue-files/scan-rows.ts';
import { ENCODINGS, EncodingFinder, decode } from '../../src/catalogue-files/text-encoding.ts';
import { runs } from '../harness/effort.ts';

const LONGEST = 12;

async function* partsOf(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  for (let at = 0, part = 0; at < text.length; part += 1) {
    const size = sizes[part % sizes.length]!;
    yield text.slice(at, at + size);
    at += size;
  }
}

const scanned = async (text: string, sizes: readonly number[], charactersMax: number): Promise<ScannedRow[]> => {
  const rows: ScannedRow[] = [];
  for await (const row of scanParts(partsOf(text, sizes), ';', charactersMax)) rows.push(row);
  return rows;
};

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const PIECES = ['a', ';', '\n', '\r', '\r\n', '"', '""', ' ', 'bcd', '\u00a0', '"x;\ny"'];

describe('rows', () => {
  test('are those of the whole text, however it is parted', async () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, sizes, async (whole, parts) => {
        expect(await scanned(whole, parts, 1000)).toEqual([...scanRows(whole, ';', 1000)]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('have the lines and the faults of the whole text where some are too long', async () => {
    const cell = fc.constantFrom('a', 'bb', 'x'.repeat(9), 'y'.repeat(LONGEST), 'z'.repeat(LONGEST + 1), '');
    const row = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(';'));
    const text = fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (lines, parts) => {
        const whole = lines.flat().join('');
        const told = ({ line, cells, fault }: ScannedRow) => ({ line, fault, cells: fault === undefined ? cells : [] });
        expect((await scanned(whole, parts, LONGEST)).map(told)).toEqual([...scanRows(whole, ';', LONGEST)].map(told));
      }),
      { numRuns: runs(200) },
    );
  });

  test('and those of the whole text where quotes are closed near, far or never', async () => {
    const pieces = [...PIECES, 'x'.repeat(LONGEST), 'y'.repeat(LONGEST - 2)];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(text, sizes, async (whole, parts) => {
        const told = ({ line, cells, fault }: ScannedRow) => ({ line, cells: fault === undefined ? cells : ['!'] });
        expect((await scanned(whole, parts, LONGEST)).map(told)).toEqual([...scanRows(whole, ';', LONGEST)].map(told));
      }),
      { numRuns: runs(200) },
    );
  });

  test('between two stray quotes that are farther apart than a row may be long are read', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `n${at};1`);
    const whole = ['a;"b', ...rows, 'c";d'].join('\n');
    for (const found of [[...scanRows(whole, ';', 30)], await scanned(whole, [1000], 30)]) {
      expect(found.map(({ cells }) => cells[0])).toEqual(['a', ...rows.map((_, at) => `n${at}`), undefined]);
      expect(found[0]!.fault).toContain('no other one closes it');
    }
  });

  test('a quote that nothing closes costs its own line, and no more is held than a row', async () => {
    let held = 0;
    const source = async function* (): AsyncGenerator<string> {
      for (let at = 0; at < 1000; at += 1) {
        held += 1;
        yield at === 0 ? `a;"b\n${'c;d\n'.repeat(200)}` : 'c;d\n'.repeat(200);
      }
    };
    const rows = scanParts(source(), ';', 1000);
    expect((await rows.next()).value).toMatchObject({ line: 1, cells: ['a'], fault: expect.any(String) as string });
    expect(held).toBeLessThan(4);
    expect((await rows.next()).value).toEqual({ line: 2, lastLine: 2, cells: ['c', 'd'] });
    let last: ScannedRow | undefined;
    for await (const row of rows) last = row;
    expect(last).toMatchObject({ line: 200_001 });
  });
});

test('what a file is encoded in is found in chunks as in the whole', () => {
  const byte = fc.constantFrom(0x61, 0x62, 0x0a, 0x3b, 0xe4, 0xfc, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0x00, 0xdf, 0x81);
  const bytes = fc.array(byte, { maxLength: 30 }).map((list) => Buffer.from(list));
  const begin = fc.constantFrom('', 'number;price\n', '\ufeffnumber');
  const declared = fc.option(fc.constantFrom(...ENCODINGS), { nil: undefined, freq: 5 });
  const outcome = (read: () => string): string => {
    try {
      return read();
    } catch (error) {
      return String(error);
    }
  };
  fc.assert(
    fc.property(bytes, begin, sizes, declared, fc.constantFrom('de_DE', 'ru'), (rest, text, parts, said, language) => {
      const whole = Buffer.concat([Buffer.from(text), rest]);
      const found = outcome(() => {
        const finder = new EncodingFinder(said, language);
        for (let at = 0, part = 0; at < whole.length; part += 1) {
          const size = parts[part % parts.length]!;
          finder.add(whole.subarray(at, at + size));
          at += size;
        }
        return finder.found();
      });
      expect(found).toBe(outcome(() => decode(whole, said, language).encoding));
    }),
    { numRuns: runs(300) },
  );
});
