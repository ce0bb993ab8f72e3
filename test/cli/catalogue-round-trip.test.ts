// Laws of import and export over generated catalogues.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePaths, pathsText } from '../../src/cli/catalogue/paths.ts';
import { deleteCategory, deleteObject, removeAttributes, updateCategory, updateObject } from '../../src/domain/catalogue.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { CAUSE } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/stores.ts';
import { bringLines, bringRecords, bringTable, drawCatalogue, isUnchanged, linesOf, newEngine, recordsOf, tableText } from './catalogue-shop.ts';

const RUNS = 60;
/** A catalogue shrinks for minutes and stays large: its seed is enough. */
const OPTIONS = { numRuns: RUNS, endOnFailure: true };

/** What happens to a catalogue over the years: ids with gaps, moved categories, values of attributes that are gone. */
const age = (engine: Engine, draw: fc.GeneratorValue): void => {
  for (let step = draw(fc.nat, 6); step > 0; step -= 1) {
    const { category, shopobject } = engine.tables;
    const categoryId = draw(fc.integer, { min: 1, max: category.nextId });
    const id = draw(fc.integer, { min: 1, max: shopobject.nextId });
    const type = engine.look().read('shopobject', id)?.type ?? 'product';
    // What cannot be done is refused and changes nothing.
    engine.transact(CAUSE, (tx) => {
      switch (draw(fc.nat, 5)) {
        case 0:
          return updateCategory(tx, categoryId, { parentId: draw(fc.integer, { min: 0, max: category.nextId }) });
        case 1:
          return deleteCategory(tx, categoryId);
        case 2:
          return deleteObject(tx, id, type);
        case 3:
          return removeAttributes(tx, 1, [draw(() => fc.constantFrom('char_value', 'related', 'img_value'))]);
        case 4:
          return updateObject(tx, id, type, { name: `renamed ${step}`, availability: { managed: true } });
        default:
          return updateObject(tx, id, type, { attributes: { de_DE: { name: null, txt_value: '' } }, seo: { en_GB: { title: '', permalink: '' } } });
      }
    });
  }
};

describe('a generated catalogue', () => {
  // Catches a member that export forgets, a reference that comes too early, an order that depends on ids or history,
  // and a value that is not the same after it was text.
  test('as JSON Lines goes into its own store without a record, and through an empty one to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const first = newEngine();
        const report = await bringRecords(first, drawCatalogue(draw));
        expect(report.listed).toEqual([]);
        age(first, draw);
        const lines = linesOf(first);
        await isUnchanged(first, () => bringLines(first, lines));
        await isUnchanged(first, () => bringLines(first, lines, { stock: true }));
        const second = newEngine();
        expect((await bringLines(second, lines)).listed).toEqual([]);
        expect(linesOf(second)).toBe(lines);
        await isUnchanged(second, () => bringLines(second, lines, { stock: true }));
        await closeAndVerify(first);
        await closeAndVerify(second);
      }),
      OPTIONS,
    );
  });

  // Catches a cell that the reader takes for another value, and a column that means something else to the other side.
  test('as a table goes into its own store without a record, and through one with its classes to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.constantFrom(',', ';', '\t'), async (draw, delimiter) => {
        const first = newEngine();
        await bringRecords(first, drawCatalogue(draw));
        age(first, draw);
        const table = tableText(first, delimiter);
        await isUnchanged(first, () => bringTable(first, table, { delimiter }));
        await isUnchanged(first, () => bringTable(first, `\uFEFF${table}`, { delimiter, stock: true, bytes: 7 }));
        const second = newEngine();
        await bringRecords(second, recordsOf(first).filter((one) => ['class', 'category'].includes((one as { type: string }).type)));
        expect((await bringTable(second, table, { delimiter })).listed).toEqual([]);
        expect(tableText(second, delimiter)).toBe(table);
        await closeAndVerify(first);
        await closeAndVerify(second);
      }),
      OPTIONS,
    );
  });

  // Catches members that an update cannot take away again.
  test('becomes another one of the same classes, wherever an update may go', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.gen(), async (draw, other) => {
        const engine = newEngine();
        await bringRecords(engine, drawCatalogue(draw));
        const wanted = newEngine();
        await bringRecords(wanted, drawCatalogue(other));
        const report = await bringRecords(engine, recordsOf(wanted));
        const refused = new Set(report.listed.map((line) => Number(/\d+/.exec(line)![0])));
        const accepted = recordsOf(wanted).filter((_, at) => !refused.has(at + 1));
        await isUnchanged(engine, () => bringRecords(engine, accepted));
        await closeAndVerify(engine);
        await closeAndVerify(wanted);
      }),
      OPTIONS,
    );
  });
});

test('paths are the same after they were text', () => {
  const segment = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '/', '|', '#', '\\', '2'), minLength: 1 }),
    fc.tuple(fc.string({ unit: fc.constantFrom('a', '/', '|', '#', '\\', '2'), minLength: 1 }), fc.integer({ min: 2, max: 99_999 })),
  );
  fc.assert(
    fc.property(fc.array(fc.array(segment, { minLength: 1 })), (paths) => {
      expect(parsePaths(pathsText(paths))).toEqual(paths);
    }),
  );
});
