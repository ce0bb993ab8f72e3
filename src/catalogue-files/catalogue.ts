// The whole catalogue as records, each after the records that it depends on.
import { atOnce } from '../kernel/many.ts';
import { allCategories } from '../domain/listing/category-fields.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import type { KindName, StateOf } from '../domain/kind-types.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Engine } from '../engine/engine.ts';
import { CategoryPaths } from './paths.ts';
import { shownRecord, shownRecordReferences, shownReferences } from './references.ts';
import { reordered, shownCategory, shownClass, shownEntity, shownFilling, shownObject } from './to-record.ts';
import { writtenLines } from './written-lines.ts';
import type { WrittenLine } from './written-lines.ts';

/** Every existing actor of a kind, in the order of creation. */
export const eachActor = function* <K extends KindName>(
  engine: Engine,
  reader: Reader,
  kind: K,
): Generator<readonly [id: number, state: StateOf<K>]> {
  const { nextId } = engine.tables[kind];
  for (let id = 1; id < nextId; id += 1) {
    const state = reader.read(kind, id);
    if (state !== undefined) yield [id, state] as const;
  }
};

export const classesOf = (engine: Engine, reader: Reader): ShopClass[] =>
  [...eachActor(engine, reader, 'class')].map(([, state]) => state);

/** How many warehouse entities have no element number: an import could not identify them, so an export omits them. */
export const unnumbered = (engine: Engine): number =>
  [...eachActor(engine, engine.readContext(), 'warehouse_entity')].filter(
    ([, state]) => state.metadata.element_number === '',
  ).length;

const catalogueOf = function* (engine: Engine): Generator<object> {
  const reader = engine.readContext();
  const paths = new CategoryPaths(reader);
  const positioned = reordered(reader);
  for (const [, state] of eachActor(engine, reader, 'class')) yield shownClass(state);
  for (const id of atOnce(allCategories(reader), 'a command, which yields behind each record')) {
    // One that ended since the export began.
    const state = reader.read('category', id);
    if (state !== undefined) yield shownCategory(paths, id, state);
  }
  for (const id of atOnce(allCategories(reader), 'a command, of which few have a constraint')) {
    const state = reader.read('category', id);
    if (state !== undefined && state.constraint !== '') yield shownFilling(paths, id, state);
  }
  for (const [id, state] of eachActor(engine, reader, 'warehouse_entity')) {
    if (state.metadata.element_number !== '') yield shownEntity(reader, id, state);
  }
  for (const [id, state] of eachActor(engine, reader, 'shopobject'))
    yield shownObject(reader, paths, positioned, id, state);
  for (const [id, state] of eachActor(engine, reader, 'typed_record')) yield shownRecord(reader, id, state);
  for (const kind of ['shopobject', 'warehouse_entity'] as const) {
    for (const [, state] of eachActor(engine, reader, kind)) {
      const references = shownReferences(reader, state);
      if (references !== undefined) yield references;
    }
  }
  for (const [id, state] of eachActor(engine, reader, 'typed_record')) {
    const references = shownRecordReferences(reader, id, state);
    if (references !== undefined) yield references;
  }
};

/** The lines of the catalogue, some records in several. */
export const catalogueLines = function* (engine: Engine): Generator<WrittenLine> {
  for (const record of catalogueOf(engine)) yield* writtenLines(record);
};
