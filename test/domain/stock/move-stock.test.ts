// Catches a stock ledger that forgets a movement, or shows one that was rolled back.
import { runs } from '../../harness/effort.ts';
import { placeInventory, takeInventory } from '../../../src/domain/catalogue/move-inventory.ts';
import { movementsOf } from '../../../src/domain/stock/move-stock.ts';
import { signedMilli } from '../../../src/domain/stock/stock-movement-page.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { stock } from '../../../src/domain/stock/stock-item.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';
import { seededShop } from '../seeded-shop.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** As the engine makes the state that a draft goes on with. */
const copy = (state: StockItem): StockItem => stock.state.decode(stock.state.encode(state));

const place = (state: StockItem, quantityMilli: number, atMs: number): void => {
  const decision = stock.decide(state, { type: 'place', quantityMilli: quantityMilli as Milli, note: '' }, atMs);
  if (decision.ok) for (const event of decision.value) stock.apply(state, event, atMs);
};

// Would catch movements that a draft which was given up has written into.
test('the movements are those that were made, whatever drafts did', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9000 }), drafts: fc.nat(3) }), {
        maxLength: 90,
        size: 'max',
      }),
      (steps) => {
        const state = stock.state.initial();
        const made: number[] = [];
        for (const [at, { quantity, drafts }] of steps.entries()) {
          const draft = copy(state);
          for (let more = 0; more < drafts; more += 1) place(draft, 1, at);
          place(state, quantity, at);
          made.push(quantity);
        }
        expect(state.movements.map(([, quantityMilli]) => quantityMilli)).toEqual(made);
        expect(copy(state)).toEqual(state);
      },
    ),
    { numRuns: runs(10) },
  );
});

// Would catch a movement, note or time that is forgotten, stands twice or stands in the wrong order once pages are
// turned, also by a transaction that is refused, and a state that grows with its past.
test('every movement is known for ever, with its note, order and time', () => {
  const step = fc.record({ placed: fc.boolean(), pieces: fc.integer({ min: 1, max: 9 }), again: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 120, maxLength: 330, size: 'max' }), (steps) => {
      const shop = seededShop();
      const item = shop.index('stock').ofEntity.of(shop.index('warehouse_entity').byElementNumber.get('A')!).ids.at(0)!;
      const { movements: before } = shop.state('stock', item);
      const made: unknown[] = [...before];
      for (const [at, { placed, pieces, again }] of steps.entries()) {
        const given = { storage: 'north', elementNumber: 'A', quantityMilli: pieces * 1000, note: `step ${at}` };
        const moved = shop.transact((tx) => (placed ? placeInventory(tx, given) : takeInventory(tx, given)));
        if (moved.ok) made.push([placed ? 'placed' : 'taken', pieces * 1000, shop.nowMs, 0, given.note]);
        // Refused, and with it whatever page it would have turned.
        if (again) expect(shop.transact((tx) => takeInventory(tx, { ...given, quantityMilli: 1e9 })).ok).toBe(false);
      }
      for (const one of [shop, shop.replayed()]) {
        const state = one.state('stock', item);
        const look = { read: (kind: 'stock_movement_page', id: number) => one.state(kind, id) } as never;
        const { movements, earlierMilli } = movementsOf(look, state);
        expect(movements).toEqual(made);
        expect(earlierMilli).toBe(0);
        expect(movements.reduce((sum, entry) => sum + signedMilli(entry), 0)).toBe(state.quantityMilli);
        expect(state.movements.length).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: runs(5, 10, 1_000) },
  );
});
