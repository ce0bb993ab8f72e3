// Searches beside a writer of classes and categories at every step. It would catch one that such a writer keeps from
// ending, and one that answers by what a class or a category meant before.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAttributes, removeAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { updateCategory } from '../../../src/domain/catalogue/update-category.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { CallPace } from '../../../src/engine/search/call-pace.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { CAUSE, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { Catalogue, OPENING, creation } from './catalogue.ts';
import { EVERYTHING, askPaced, interruptEverywhere, pace, queryOf, shopOf } from './paced.ts';
import { asked, parsed } from './queries.ts';

interruptEverywhere();

/** Changes a class and a category in what no query of these tests names. */
const classWriter = (engine: ReturnType<typeof engineOn>): ((namesCategories: boolean) => void) => {
  let [changes, has] = [0, false];
  return (namesCategories) => {
    changes += 1;
    if (changes % 2 === 0 && !namesCategories)
      return void make(engine, (tx) => updateCategory(tx, 1, { name: `renamed ${changes}` }));
    has = !has;
    make(engine, (tx) =>
      has
        ? addAttributes(tx, 1, [{ name: 'unnamed', type: 'INT', labels: {}, defaults: {} }])
        : removeAttributes(tx, 1, ['unnamed']),
    );
  };
};

test('begins nothing again where classes and categories change at every step in what it does not name', () => {
  let total = 0;
  const law = fc.property(
    fc.array(creation, { minLength: 5, maxLength: 30, size: 'max' }),
    fc.array(asked, { minLength: 3, maxLength: 6, size: 'max' }),
    (creations, queries) => {
      const engine = engineOn(new MemoryJournal());
      for (const opens of OPENING) make(engine, opens);
      for (const one of creations) engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
      const write = classWriter(engine);
      for (const one of queries.filter(({ kind }) => kind !== 'class')) {
        const ask = (shop: ReadContext) => shop.search(one.kind, queryOf(shop, one)) as Result<unknown>;
        const paced = (between: () => void) => askPaced(() => engine.readContext(), pace(), ask, between);
        const once = paced(() => {}).interruptions;
        const namesCategories = JSON.stringify(one).includes('category.');
        let interruptions = 0;
        const { result } = paced(() => {
          interruptions += 1;
          expect(interruptions, `${once} without a writer: ${JSON.stringify(one)}`).toBeLessThanOrEqual(once + 2);
          write(namesCategories);
        });
        total += interruptions;
        expect(result, JSON.stringify(one)).toEqual(ask(engine.readContext()));
      }
    },
  );
  fc.assert(law, { numRuns: runs(30, 60, 5000) });
  expect(total, 'classes changed during searches').toBeGreaterThan(runs(30, 60, 5000));
});

test('begins again where what it names of a category changes, and says so where that took its time', () => {
  const engine = shopOf(20);
  make(engine, (tx) => updateCategory(tx, 1, { name: 'first' }));
  const query = { ...EVERYTHING, constraint: parsed({ constraint: { 'category.name': ['NOT LIKE', '%z%'] } }) };
  const asking = (meter: CallMeter, between: () => void) =>
    askPaced(
      () => engine.readContext(),
      new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, meter, () => true),
      (shop) => shop.search('shopobject', query),
      between,
    );
  let changes = 0;
  const rename = (): void => {
    changes += 1;
    make(engine, (tx) => updateCategory(tx, 1, { name: `name ${changes}` }));
  };
  const meter = new CallMeter(300);
  const { result } = asking(meter, () => (meter.use(1), rename()));
  expect(result).toMatchObject({
    code: 'TOO_EXPENSIVE',
    detail: expect.stringMatching(
      / It began again \d+ times, as a class or category that it names had changed meanwhile/,
    ),
  });
  changes = 0;
  const once = asking(new CallMeter(Infinity), () => changes < 3 && rename());
  expect(once.result).toEqual(engine.readContext().search('shopobject', query));
});

test('begins nothing again where a category changes in what it does not name, however many there are', () => {
  const engine = shopOf(20);
  make(engine, (tx) => updateCategory(tx, 1, { name: 'first' }));
  for (let n = 0; n < 1001; n += 1)
    make(engine, (tx) => createCategory(tx, { parentId: 0, name: `c${n}`, labels: {}, attributes: {}, seo: {} }));
  const query = { ...EVERYTHING, constraint: parsed({ constraint: { 'category.path': ['NOT LIKE', '%z%'] } }) };
  const ask = (shop: ReadContext) => shop.search('shopobject', query);
  const asking = (between: () => void) => askPaced(() => engine.readContext(), pace(), ask, between, 10);
  const once = asking(() => {}).interruptions;
  let changes = 0;
  const relabel = (): void => {
    changes += 1;
    expect(changes, `${once} without a writer`).toBeLessThanOrEqual(once + 2);
    make(engine, (tx) => updateCategory(tx, 1 + (changes % 1000), { labels: { de_DE: `label ${changes}` } }));
  };
  const { result, interruptions } = asking(relabel);
  expect(changes).toBeGreaterThan(90);
  expect(interruptions).toBeLessThanOrEqual(once + 2);
  expect(result).toEqual(ask(engine.readContext()));
  let renamed = false;
  const rename = (): void => {
    if (!renamed) make(engine, (tx) => updateCategory(tx, 1, { name: 'zz' }));
    renamed = true;
  };
  expect(asking(rename).result).toEqual(ask(engine.readContext()));
});

test('begins again where a category moves to where another one fills itself from', () => {
  const engine = shopOf(6);
  const category = (name: string, constraint = ''): void =>
    void make(engine, (tx) =>
      createCategory(tx, { parentId: 0, name, labels: {}, attributes: {}, seo: {}, constraint }),
    );
  category('shown');
  category('moved');
  category('filled', '{"category.path.nodes.id":2}');
  make(engine, (tx) => updateObject(tx, 2, 'product', { categories: [3] }));
  const query = { ...EVERYTHING, limit: 3, order: ['category.name'], constraint: parsed({ constraint: {} }) };
  const asks = [
    (shop: ReadContext) => shop.search('shopobject', query) as Result<unknown>,
    (shop: ReadContext) => shop.distinct('shopobject', query, 'category.name') as Result<unknown>,
  ];
  for (const ask of asks)
    for (let at = 1, last = 2; at <= last; at += 1) {
      make(engine, (tx) => updateCategory(tx, 3, { parentId: 0 }));
      let step = 0;
      const move = (): void => {
        if ((step += 1) === at) make(engine, (tx) => updateCategory(tx, 3, { parentId: 2 }));
      };
      const { result, interruptions } = askPaced(() => engine.readContext(), pace(), ask, move);
      expect(result, String(at)).toEqual(ask(engine.readContext()));
      last = at === 1 ? interruptions : last;
    }
});
