// Which stock items open orders took from: kept through every change of orders, asked where an entity is to be deleted.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleteBinding } from '../../../src/domain/catalogue/bind-product.ts';
import { deleteWarehouseEntity } from '../../../src/domain/catalogue/delete-warehouse-entity.ts';
import { ORDER_EVENTS } from '../../../src/domain/lifecycles/order.ts';
import type { OrderEvent } from '../../../src/domain/lifecycles/order.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { OrderCommand } from '../../../src/domain/orders/order.ts';
import { must } from '../../../src/kernel/result.ts';
import { COMMANDS } from '../commands.ts';
import { MemoryShop } from '../memory-shop.ts';
import { runs } from '../../harness/effort.ts';
import { PRODUCTS, good, seededShop } from '../seeded-shop.ts';

/** Plain objects, as JSON makes them, that take from few stock items, in a shop that forces every move. */
const tamed = (command: OrderCommand): OrderCommand => {
  const plain = structuredClone(command);
  if (plain.type === 'move') return { ...plain, mode: 'lenient' };
  return 'taken' in plain
    ? { ...plain, taken: plain.taken.map((one) => ({ ...one, stockId: 1 + (one.stockId % 4) })) }
    : plain;
};

const commands = COMMANDS.order as {
  readonly first: fc.Arbitrary<OrderCommand>;
  readonly rest: fc.Arbitrary<OrderCommand>;
};

const [first, rest] = [commands.first.map(tamed), commands.rest.map(tamed)];
const moved = fc
  .constantFrom(...ORDER_EVENTS)
  .map((event): OrderCommand => ({ type: 'move', lifecycle: 'order', event, mode: 'lenient', byHand: true, by: 0 }));

const taking = (command: OrderCommand): boolean => 'taken' in command && command.taken.length > 0;
const lives = fc.array(fc.tuple(first.filter(taking), fc.array(fc.oneof(moved, rest), { maxLength: 8, size: 'max' })), {
  maxLength: 4,
  size: 'max',
});

// Catches an order that is counted twice or still counted when it is closed, cancelled or has given its stock back, and
// what a restart, which adds final states alone, would build differently.
test('it says what a look at every order says', () => {
  const seen = { owed: 0, free: 0 };
  fc.assert(
    fc.property(lives, (given) => {
      const shop = new MemoryShop();
      for (const [placed, changes] of given) {
        const id = good(shop.transact((tx) => tx.create('order', placed)));
        for (const change of changes) good(shop.ask('order', id, change));
      }
      const orders = shop.ids('order').map((id) => [id, shop.state('order', id)] as const);
      const open = orders.filter(([, { states }]) => ['OPEN', 'PROCESSING'].includes(states.order));
      const { owed } = shop.index('order');
      const built = order.index!.create();
      for (const [id, state] of orders) order.index!.add(built, id, state, 1);
      for (const stockId of new Set(orders.flatMap(([, { taken }]) => taken.map((one) => one.stockId)))) {
        const isOwed = open.some(([, { taken }]) => taken.some((one) => one.stockId === stockId));
        expect([owed.has(stockId), built.owed.has(stockId)]).toEqual([isOwed, isOwed]);
        seen[isOwed ? 'owed' : 'free'] += 1;
      }
      expect({ ...owed, seq: 0 }).toEqual({ ...built.owed, seq: 0 });
      for (const [id, state] of orders) order.index!.remove(built, id, state, 2);
      expect({ ...built.owed, seq: 0 }).toEqual({ ...order.index!.create().owed });
    }),
    { numRuns: runs(90) },
  );
  expect(Math.min(seen.owed, seen.free)).toBeGreaterThan(runs(5));
});

// Catches a look through all open orders: this shop cannot search.
test('an entity is let go or kept without a search for orders', () => {
  const bound = { ...PRODUCTS[3]!, bindings: { A: 1 } };
  const shop = seededShop({}, [bound], [['north', 'A', 2]]);
  const stockId = shop.index('stock').ofEntity.of(1).ids.at(0);
  must(stockId !== undefined, 'A lies in a storage');
  const [place] = fc.sample(first, { numRuns: 1, seed: 1 });
  const taken = [{ stockId, quantityMilli: 2000 }];
  const orderId = good(
    shop.transact((tx) => {
      const sold = tx.ask('stock', stockId, {
        type: 'sell',
        quantityMilli: 2000,
        orderId: tx.nextId('order'),
        holder: undefined,
      });
      return sold.ok ? tx.create('order', { ...place!, type: 'place_order', taken } as OrderCommand) : sold;
    }),
  );
  const [productId] = shop.ids('shopobject');
  good(shop.transact((tx) => deleteBinding(tx, productId!, 'A')));
  const remove = () => shop.transact((tx) => deleteWarehouseEntity(tx, 1));
  const move = (event: OrderEvent) =>
    good(shop.ask('order', orderId, { type: 'move', lifecycle: 'order', event, mode: 'lenient', byHand: true, by: 0 }));
  const kept = { ok: false, code: 'WAREHOUSE_ENTITY_IN_USE', param: '1' };
  expect(remove()).toMatchObject(kept);
  move('begin_processing');
  expect(remove()).toMatchObject(kept);
  move('close');
  expect(remove()).toMatchObject({ ok: true });
});
