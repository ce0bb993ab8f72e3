// Lines of an export: would catch one that an import refuses and the export does not name, a record in several lines
// that becomes another one, and a line that takes away what the others bring.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenLines } from '../../src/catalogue-files/written-lines.ts';
import { runs } from '../harness/effort.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import {
  bringLines,
  bringRecords,
  drawCatalogue,
  isUnchanged,
  linesOf,
  newEngine,
  recordsOf,
} from './catalogue-shop.ts';

type Line = { readonly [member: string]: unknown };

const textOf = (lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

/** How many values a line holds, or attributes of a class. */
const partsOf = ({ attributes = {} }: Line): number =>
  Array.isArray(attributes)
    ? attributes.length
    : Object.values(attributes as Line).reduce((sum: number, values) => sum + Object.keys(values as Line).length, 0);

test('records in lines of any room make the same shop, in any order of the further lines, and change nothing again', async () => {
  let several = 0;
  const room = fc.record({
    bytes: fc.integer({ min: 300, max: 3000 }),
    values: fc.integer({ min: 30, max: 200 }),
    languages: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.gen(), room, async (draw, most) => {
      const first = newEngine();
      expect((await bringRecords(first, drawCatalogue(draw))).listed).toEqual([]);
      const whole = linesOf(first);
      const records = recordsOf(first).map((record) => writtenLines(record, most).map((line) => line.record as Line));
      for (const lines of records.filter(({ length }) => length > 1)) {
        several += 1;
        for (const line of lines) {
          const { elsewhere: _elsewhere, ...rest } = line;
          const isWithin =
            Buffer.byteLength(JSON.stringify(line)) <= most.bytes &&
            Object.keys(Array.isArray(rest['attributes']) ? {} : (rest['attributes'] as Line)).length <= most.languages;
          expect([isWithin, partsOf(line) <= 1]).toContain(true);
        }
      }
      await isUnchanged(first, () => bringLines(first, textOf(records.flat())));
      const turned = records.map(([one, ...more]) => [
        one!,
        ...draw(() => fc.shuffledSubarray(more, { minLength: more.length })),
      ]);
      const second = newEngine();
      expect((await bringLines(second, textOf(turned.flat()))).listed).toEqual([]);
      // Attributes of a class stand in the order in which they came.
      if (
        turned.every(
          (lines, at) => lines[0]!['type'] !== 'class' || lines.every((line, of) => line === records[at]![of]),
        )
      )
        expect(linesOf(second)).toBe(whole);
      await isUnchanged(second, () => bringLines(second, textOf(records.flat()), { replaceAttributes: true }));
      await closeAndVerify(first);
      await closeAndVerify(second);
    }),
    { numRuns: runs(6), endOnFailure: true },
  );
  expect(several).toBeGreaterThan(0);
});

test('a canary: a line that does not say what stands elsewhere takes it away', async () => {
  const engine = newEngine();
  const attributes = ['a', 'b', 'c'].map((name) => ({ name, type: 'TXT' }));
  const values = Object.fromEntries(attributes.map(({ name }) => [name, name.repeat(200)]));
  const moon = { type: 'product', class: 'lamp', name: 'Moon', attributes: { de_DE: values, en_GB: values } };
  await bringRecords(engine, [{ type: 'class', name: 'lamp', class_type: 'product', attributes }, moon]);
  const lines = writtenLines(recordsOf(engine)[1]!, { bytes: 700, values: 100, languages: 5 }).map(
    ({ record }) => record as Line,
  );
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const { elsewhere: _elsewhere, ...alone } = line;
    const before = linesOf(engine);
    await isUnchanged(engine, () => bringRecords(engine, [line]));
    await bringRecords(engine, [alone]);
    expect(linesOf(engine)).not.toBe(before);
    await bringRecords(engine, lines);
    expect(linesOf(engine)).toBe(before);
  }
  await closeAndVerify(engine);
});
