// Pages of stock movements on the real engine. This would catch pages that a crash loses or a replay makes twice, and
// damage to them that verify does not report.
import { expect, test } from 'vitest';
import { placeInventory, takeInventory } from '../../src/domain/catalogue/move-inventory.ts';
import { movementsOf } from '../../src/domain/stock/move-stock.ts';
import type { StockItem } from '../../src/domain/stock/stock-item.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { ENTITY_NUMBER, fillShop, make } from './shop.ts';
import { closeAndVerifyStore, crashed, engineOn, findingsOf, newPlace, open, untilWritten } from './store/stores.ts';

const MOVES = 260;

/** The item of the warehouse entity; its first movement is the shop's. */
const itemOf = (engine: Engine): number => engine.tables.stock.nextId - 1;

const moved = (engine: Engine): void => {
  fillShop(engine);
  for (let at = 0; at < MOVES; at += 1) {
    const given = { storage: 'north', elementNumber: ENTITY_NUMBER, quantityMilli: 1000, note: `move ${at}` };
    make(engine, (tx) => (at % 3 === 2 ? takeInventory(tx, given) : placeInventory(tx, given)));
  }
};

const notesOf = (engine: Engine): readonly string[] => {
  const reader = engine.readContext();
  return movementsOf(reader, reader.read('stock', itemOf(engine))!).movements.map(([, , , , note]) => note);
};

const NOTES = ['', ...Array.from({ length: MOVES }, (_, at) => `move ${at}`)];

// Would catch a page that is only in memory, one that a replay makes twice, and a row of an item without its pages.
test('pages outlive a kill, a stop and a start', async () => {
  const place = newPlace();
  const store = await open(place);
  moved(store.engine);
  await untilWritten(store.engine);
  const killed = crashed(place);
  expect(await findingsOf(killed)).toEqual([]);
  const again = await open(killed);
  expect(notesOf(again.engine)).toEqual(NOTES);
  await closeAndVerifyStore(killed, again);
  await closeAndVerifyStore(place, store);
  const last = await open(place);
  expect(notesOf(last.engine)).toEqual(NOTES);
  await closeAndVerifyStore(place, last);
});

test.each<[string, (engine: Engine, item: StockItem, id: number) => void, RegExp]>([
  [
    'a page that is missing',
    (engine, _item, id) =>
      make(engine, (tx) => tx.ask('stock', id, { type: 'archive_movements', pageId: 99, count: 1 })),
    /^stock \d+ lacks the page 99 of its movements$/,
  ],
  [
    'a page of another item',
    (engine, { pageId }, id) => {
      const other = {
        type: 'create_page',
        stockId: id + 1,
        previousPageId: pageId,
        earlierMilli: 0,
        movements: [],
      } as const;
      const page = make(engine, (tx) => tx.create('stock_movement_page', other));
      make(engine, (tx) => tx.ask('stock', id, { type: 'archive_movements', pageId: page, count: 0 }));
    },
    /^stock \d+ lacks the page \d+ of its movements$/,
  ],
  [
    'a movement that went with a page',
    (engine, { pageId, earlierMilli }, id) => {
      const page = make(engine, (tx) =>
        tx.create('stock_movement_page', {
          type: 'create_page',
          stockId: id,
          previousPageId: pageId,
          earlierMilli,
          movements: [],
        }),
      );
      make(engine, (tx) => tx.ask('stock', id, { type: 'archive_movements', pageId: page, count: 1 }));
    },
    /^stock \d+ has \d+ before page \d+ of its movements ends, they make \d+$/,
  ],
])('verify finds %s', async (_what, spoil, finding) => {
  const journal = new MemoryJournal();
  const engine = engineOn(journal);
  moved(engine);
  const id = itemOf(engine);
  spoil(engine, engine.readContext().read('stock', id)!, id);
  await engine.close();
  const { findings } = await verifyStore(journal, undefined);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(finding);
});
