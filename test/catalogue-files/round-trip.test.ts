// Laws of import and export over generated catalogues.
import { atOnce } from '../../src/kernel/many.ts';
import type { Result } from '../../src/kernel/result.ts';
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePaths, pathsText } from '../../src/catalogue-files/paths.ts';
import { addBinding, deleteBinding } from '../../src/domain/catalogue/bind-product.ts';
import { updateWarehouseEntity } from '../../src/domain/catalogue/update-warehouse-entity.ts';
import { deleteCategory } from '../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../src/domain/catalogue/update-category.ts';
import { deleteObject } from '../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../src/domain/catalogue/update-object.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/domain/catalogue/write-record.ts';
import { removeAttributes } from '../../src/domain/catalogue/define-attributes.ts';
import { allCategories } from '../../src/domain/listing/category-fields.ts';
import { eachActor } from '../../src/catalogue-files/catalogue.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { CAUSE } from '../engine/shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import {
  bringLines,
  bringRecords,
  bringTable,
  drawCatalogue,
  isUnchanged,
  linesOf,
  newEngine,
  recordsOf,
  tableText,
} from './catalogue-shop.ts';
import { newShop } from './export-shop.ts';

const TAX_CLASSES = ['', 'default', 'reduced', 'free'];
const RUNS = runs(10);
/** A catalogue shrinks for minutes and stays large: its seed is enough. */
const OPTIONS = { numRuns: RUNS, endOnFailure: true };

/** What happens to a catalogue over the years: ids with gaps, moved categories, values of attributes that are gone. */
const age = (engine: Engine, draw: fc.GeneratorValue): void => {
  for (let step = draw(fc.nat, 9); step > 0; step -= 1) {
    const { category, shopobject, typed_record: typed } = engine.tables;
    const categoryId = draw(fc.integer, { min: 1, max: category.nextId });
    const id = draw(fc.integer, { min: 1, max: shopobject.nextId });
    const type = engine.readContext().read('shopobject', id)?.type ?? 'product';
    // What cannot be done is refused and changes nothing.
    engine.transact(CAUSE, (tx): Result<unknown> => {
      const recordId = draw(fc.integer, { min: 1, max: typed.nextId });
      switch (draw(fc.nat, 12)) {
        case 10:
          return deleteRecord(tx, recordId);
        case 11:
          return updateRecord(tx, recordId, { name: draw(() => fc.constantFrom('', `called ${step}`)) });
        case 12:
          // Made here, and known by a key that the export makes.
          return createRecord(tx, { className: 'review', name: '', active: true, attributes: {} });
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
        case 5:
          return updateObject(tx, id, type, {
            categories: draw(() => fc.shuffledSubarray([...atOnce(allCategories(tx), 'few')])),
          });
        case 6:
          return addBinding(tx, id, 'nut', draw(fc.integer, { min: 1, max: 5000 }), false);
        case 7:
          return deleteBinding(
            tx,
            id,
            draw(() => fc.constantFrom('screw', 'nut')),
          );
        case 8:
          return updateWarehouseEntity(
            tx,
            draw(fc.integer, { min: 1, max: 3 }),
            draw(() => fc.constantFrom({ name: 'other' }, { metadata: { element_number: '' } })),
          );
        default:
          return updateObject(tx, id, type, {
            attributes: { de_DE: { name: null, txt_value: '' } },
            seo: { en_GB: { title: '', permalink: '' } },
          });
      }
    });
  }
};

interface Shown {
  readonly type: string;
  readonly name?: string;
  readonly element_number?: string;
  readonly class?: string;
  readonly key?: string;
  readonly variation_of?: string;
  readonly nth?: number;
  readonly parent?: unknown;
  readonly metadata?: { readonly element_number?: string };
  readonly attributes: readonly { readonly name: string }[] | object;
  readonly availability?: { readonly quantity?: number };
  readonly storages?: readonly { readonly storage: string }[];
  readonly categories?: readonly (unknown[] | { readonly path: unknown[] })[];
}

const keyOf = ({ type, name, element_number: number, nth, parent, metadata, ...of }: Shown): string =>
  JSON.stringify(
    type === 'warehouse_entity'
      ? [type, metadata?.element_number]
      : [
          type,
          name,
          number,
          nth,
          parent,
          name === undefined ? of.key : '',
          type === 'record' || type === 'references' ? of.class : '',
        ],
  );

/** All of it that a record says: not where others stand, and not what else there is in a storage. */
const comparable = ({ attributes, categories, storages = [], ...rest }: Shown, told: Shown): object => ({
  ...rest,
  // A record that is there under its name has a key of its own.
  key: rest.name === undefined ? rest.key : '',
  variation_of: told.variation_of,
  attributes: Array.isArray(attributes)
    ? attributes.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))
    : attributes,
  categories: categories?.map((one) => ('path' in one ? one.path : one)),
  storages: storages.filter(({ storage }) => told.storages?.some((one) => one.storage === storage)),
  ...(rest.availability &&
    told.availability?.quantity === undefined && { availability: { ...rest.availability, quantity: undefined } }),
});

const expectIn = (records: readonly Shown[], wanted: readonly Shown[]): void => {
  const found = new Map(records.map((one) => [keyOf(one), one]));
  for (const one of wanted) {
    const there = found.get(keyOf(one));
    // An object of the same name and another class may have no attribute to refer with.
    if (there === undefined) expect(one).toMatchObject({ type: 'references', attributes: {} });
    else expect(comparable(there, one)).toEqual(comparable(one, one));
  }
};

/** What each object holds itself: an empty text or 0 is there, what was never sent is not. */
const sentOf = (engine: Engine): object =>
  Object.fromEntries(
    [...eachActor(engine, engine.readContext(), 'shopobject')].map(([, { name, metadata, seo }]) => [
      name,
      { metadata, seo },
    ]),
  );

describe('a generated catalogue', () => {
  // Catches a member that export forgets, a reference that comes too early, an order that depends on ids or history,
  // a value that is not the same after it was text, and an empty one that is taken for one never sent.
  test('as JSON Lines goes into its own store without a record, and through an empty one to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const first = newShop();
        const report = await bringRecords(first, drawCatalogue(draw, TAX_CLASSES));
        expect(report.listed).toEqual([]);
        age(first, draw);
        const lines = linesOf(first);
        await isUnchanged(first, () => bringLines(first, lines));
        await isUnchanged(first, () => bringLines(first, lines, { stock: true }));
        const second = newShop();
        expect((await bringLines(second, lines)).listed).toEqual([]);
        expect(linesOf(second)).toBe(lines);
        expect(sentOf(second)).toEqual(sentOf(first));
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
        await bringRecords(
          second,
          recordsOf(first).filter((one) => ['class', 'category'].includes((one as { type: string }).type)),
        );
        expect((await bringTable(second, table, { delimiter })).listed).toEqual([]);
        expect(tableText(second, delimiter)).toBe(table);
        await closeAndVerify(first);
        await closeAndVerify(second);
      }),
      OPTIONS,
    );
  });

  // Catches a member that an update cannot bring, cannot take away again, or brings in part.
  test('becomes another one, record by record, wherever an update may go', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const engine = newEngine();
        await bringRecords(engine, drawCatalogue(draw));
        age(engine, draw);
        const wanted = newEngine();
        await bringRecords(wanted, drawCatalogue(draw));
        age(wanted, draw);
        const asked = { stock: true, replaceAttributes: true };
        const lines = recordsOf(wanted);
        const report = await bringRecords(engine, lines, asked);
        const refused = new Set(report.listed.map((line) => Number(/\d+/.exec(line)![0])));
        const accepted = lines.filter((_, at) => !refused.has(at + 1));
        await isUnchanged(engine, () => bringRecords(engine, accepted, asked));
        expectIn(recordsOf(engine) as Shown[], accepted as Shown[]);
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
    fc.tuple(
      fc.string({ unit: fc.constantFrom('a', '/', '|', '#', '\\', '2'), minLength: 1 }),
      fc.integer({ min: 2, max: 99_999 }),
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.array(segment, { minLength: 1 })), (paths) => {
      expect(parsePaths(pathsText(paths))).toEqual(paths);
    }),
  );
});
