// Searches of which a record changes while the last of their work goes on: facets that are judged again in parts, and a
// page that is explained. It would catch a count that is patched twice, a record that is explained by the words it had,
// a search that throws because a record of its page is gone, and one that has thrown and still follows every change.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import { findObjects } from '../../../src/domain/listing/listing.ts';
import type { SearchResult } from '../../../src/domain/search/query.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { RECOUNTING } from '../../../src/engine/search/distinct.ts';
import { JUDGING } from '../../../src/engine/search/judged-again.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { Interrupted } from '../../../src/kernel/interrupted.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { make } from '../shop.ts';
import { EVERYTHING, askPaced, interruptEverywhere, pace, shopOf } from './paced.ts';
import { parsed } from './queries.ts';

interruptEverywhere();

const { atOnceMax } = JUDGING;
const { distinctMax: columnsMax } = COLUMNS;
beforeEach(() => (JUDGING.atOnceMax = 0));
afterEach(() => (JUDGING.atOnceMax = atOnceMax));

type Ask = (shop: ReadContext) => Result<unknown>;

/** Asks with one change at each of these interruptions, from 1 on; returns how many there were. */
const isRight = (engine: Engine, ask: Ask, changes: ReadonlyMap<number, () => void>): number => {
  let at = 0;
  const { result, interruptions } = askPaced(
    () => engine.readContext(),
    pace(),
    ask,
    () => changes.get((at += 1))?.(),
  );
  expect(result, JSON.stringify([...changes.keys()])).toEqual(ask(engine.readContext()));
  return interruptions;
};

test('facets of two parts count a record once that changes while the second part is judged', () => {
  const engine = shopOf(8);
  const constraint = parsed({ constraint: { 'metadata.weight': ['>=', 0], 'availability.quantity': ['>=', 0] } });
  const fields = [{ field: 'metadata.weight' }, { field: 'availability.quantity' }];
  const wanted = { ...EVERYTHING, language: 'de_DE', inactive: true, counted: { fields, valuesMax: 100 } };
  const ask: Ask = (shop) => findObjects(shop, 'product', constraint, wanted);
  let changes = 0;
  const change = (id: number) => (): void => {
    changes += 1;
    const quantityMilli = 1000 * (changes % 7);
    make(engine, (tx) => updateObject(tx, id, 'product', { metadata: { weight: changes % 5 }, quantityMilli }));
  };
  // What is counted before the first change is over, and what it is judged by goes on after it.
  const once = isRight(engine, ask, new Map());
  const first = once - 30;
  for (let at = once - 5, last = at; at <= last; at += 1)
    last = isRight(
      engine,
      ask,
      new Map([
        [first, change(1 + (at % 3))],
        [at, change(4 + (at % 5))],
      ]),
    );
  expect(changes).toBeGreaterThan(20);
});

/** Products 1 to 5, of which odd ones rank higher. */
const named = (): Engine => {
  const engine = shopOf(5);
  for (let id = 1; id <= 5; id += 1)
    make(engine, (tx) => updateObject(tx, id, 'product', { name: id % 2 === 1 ? `lamp ${id}` : `red lamp ${id}` }));
  return engine;
};

test.each([
  ['deleted', (engine: Engine, id: number) => make(engine, (tx) => deleteObject(tx, id, 'product'))],
  [
    'renamed',
    (engine: Engine, id: number) =>
      make(engine, (tx) => updateObject(tx, id, 'product', { name: `big red lamps ${id}` })),
  ],
])('a page is explained as it is where a record of it is %s meanwhile', (_how, change) => {
  const query = {
    ...EVERYTHING,
    limit: 5,
    explains: true,
    constraint: parsed({ constraint: { 'main.name': ['MATCH', 'lamp'] } }),
  };
  const plain: Ask = (shop) => shop.search('shopobject', query);
  const collapsed: Ask = (shop) => shop.search('shopobject', { ...query, collapseToRoots: true });
  for (const ask of [plain, collapsed]) {
    const once = isRight(named(), ask, new Map());
    for (let at = once >>> 1, last = at; at <= last; at += 1) {
      const engine = named();
      last = isRight(
        engine,
        ask,
        new Map<number, () => void>([
          [once >>> 1, () => change(engine, 2)],
          [at + 1, () => change(engine, 5)],
        ]),
      );
    }
    for (let at = once >>> 1; at <= once; at += 3) {
      const engine = named();
      isRight(engine, ask, new Map([[at, () => void change(engine, 5)]]));
    }
  }
});

test('counts of a column leave out what is not found, and are made anew where a record changes meanwhile', () => {
  COLUMNS.distinctMax = columnsMax;
  const engine = shopOf(20);
  for (let id = 1; id <= 20; id += 1)
    make(engine, (tx) => updateObject(tx, id, 'product', { metadata: { weight: 1 + (id % 3) }, active: id !== 6 }));
  const counted = { fields: [{ field: 'metadata.weight' }], valuesMax: 100 };
  const ask =
    (more: object, constraint: object = {}): Ask =>
    (shop) =>
      findObjects(shop, 'product', parsed({ constraint }), { ...EVERYTHING, inactive: false, ...more });
  const facets = (): Map<unknown, number> => {
    const found = ask({ counted })(engine.readContext()) as { readonly value: SearchResult };
    return new Map(found.value.facets![0]!.values.map(({ value, count }) => [value, count]));
  };
  const countOf = (weight: number): number =>
    (ask({}, { 'metadata.weight': weight })(engine.readContext()) as { readonly value: SearchResult }).value.count;
  expect(facets()).toEqual(new Map([1, 2, 3].map((weight) => [weight, countOf(weight)])));
  expect(facets().size).toBe(3);
  const change = (id: number) => (): void =>
    void make(engine, (tx) => updateObject(tx, id, 'product', { metadata: { weight: 1 + ((id * 7) % 5) } }));
  const once = isRight(engine, ask({ counted }), new Map());
  for (let at = 1; at <= once; at += 1) isRight(engine, ask({ counted }), new Map([[at, change(1 + (at % 20))]]));
});

test('values are counted again where more records change than are counted again without a pause', () => {
  const { changesMax } = RECOUNTING;
  JUDGING.atOnceMax = atOnceMax;
  const engine = shopOf(12);
  const query = { ...EVERYTHING, constraint: parsed({ constraint: {} }) };
  const ask: Ask = (shop) => shop.distinct('shopobject', query, 'main.name');
  let renamed = 0;
  const rename = (count: number) => (): void => {
    renamed += 1;
    for (let id = 1; id <= count; id += 1)
      make(engine, (tx) => updateObject(tx, id, 'product', { name: `renamed ${id} ${renamed}` }));
  };
  const once = isRight(engine, ask, new Map());
  try {
    RECOUNTING.changesMax = 4;
    for (let at = 1; at <= once; at += 1) isRight(engine, ask, new Map([[at, rename(1 + (at % 12))]]));
    const few = isRight(engine, ask, new Map([[once - 1, rename(1)]]));
    const many = isRight(engine, ask, new Map([[once - 1, rename(11)]]));
    expect([few, many].map((count) => count > once + 12)).toEqual([false, true]);
  } finally {
    RECOUNTING.changesMax = changesMax;
  }
});

test('a search that throws in a later turn follows no change any more', () => {
  const engine = shopOf(12);
  const following = (): number =>
    Object.values(engine.tables).reduce((sum, { watchers }) => sum + watchers.size, 0) +
    engine.tables.shopobject.search!.observers.size;
  const shop = engine.readContext();
  shop.paced = { pace: pace() };
  const constraint = parsed({ constraint: { 'availability.quantity': ['>=', 0], 'category.name': ['!=', 'x'] } });
  const before = following();
  let work: Interrupted['work'] | undefined;
  try {
    shop.search('shopobject', { ...EVERYTHING, constraint });
  } catch (error) {
    if (error instanceof Interrupted) work = error.work;
  }
  expect(following()).toBeGreaterThan(before);
  const broken = (function* (): Generator<string> {
    yield '';
    throw new Error('broken');
  })();
  Object.assign(work!, { steps: broken });
  expect(() => {
    while (!work!.advance(() => true));
  }).toThrow('broken');
  expect(following()).toBe(before);
});
