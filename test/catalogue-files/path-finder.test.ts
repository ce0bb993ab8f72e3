// Would catch a table whose paths are not those that an import finds, and a page of an export for which every category
// of the shop is read.
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { PathFinder } from '../../src/catalogue-files/path-finder.ts';
import { CategoryPaths } from '../../src/catalogue-files/paths.ts';
import { allCategories } from '../../src/domain/listing/category-fields.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { runs } from '../harness/effort.ts';
import { Goods } from '../operations/shop.ts';
import { bringRecords, newEngine } from './catalogue-shop.ts';
import { CLASS, asked } from './export-shop.ts';
import { textOf } from './exported-files.ts';

test('a path is the one that an import knows, whatever siblings are called and wherever they stand', async () => {
  const drawn = fc.array(
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), parent: fc.nat(), prio: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1, maxLength: 12 },
  );
  const property = fc.asyncProperty(drawn, async (categories) => {
    const goods = await Goods.open();
    const ids = [0];
    for (const { name, parent, prio } of categories)
      ids.push(await goods.shop.make('create_category', { name, id_parent: ids[parent % ids.length]!, prio }));
    const shop = goods.shop.engine.readContext();
    const paths = new CategoryPaths(shop);
    const finder = new PathFinder(shop);
    expect(allCategories(shop)).toHaveLength(categories.length + 1);
    for (const id of [...ids.toReversed(), 1_000]) expect(finder.pathOf(id)).toEqual(paths.pathOf(id));
  });
  await fc.assert(property, { numRuns: runs(60) });
});

test('a page of a table reads the categories above its products alone', async () => {
  const engine = newEngine();
  const names = Array.from({ length: 200 }, (_, at) => `C${at}`);
  await bringRecords(engine, [
    CLASS,
    ...names.map((name) => ({ type: 'category', name })),
    { type: 'category', name: 'Lamps', parent: ['C7'] },
    ...['moon', 'star'].map((name) => ({ type: 'product', class: 'goods', name, categories: [['C7', 'Lamps']] })),
  ]);
  const reads = vi.spyOn(engine.tables.category, 'get');
  expect(textOf(engine, asked('csv')).match(/C7\/Lamps/g)).toHaveLength(2);
  expect(reads).toHaveBeenCalledTimes(2);
  await closeAndVerify(engine);
});
