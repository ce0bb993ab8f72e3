// Pieces that come back, and the stock. It would catch pieces that are stock twice or in another place than was said.
import { describe, expect, test } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { receiveReturn } from '../../../src/domain/orders/change-returns.ts';
import type { CameBack } from '../../../src/domain/orders/change-returns.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { PIECE } from '../cart/plain-elements.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';
import { FULL } from './one-order.ts';
import { received } from './return-entries.ts';
import type { Lines } from './return-entries.ts';

describe('pieces that come back', () => {
  /** An order of three pieces of a product of its own stock, and two that consist of parts in storages. */
  const stocked = () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    const add = (productId: number, pieces: number) => {
      const line = { ...PIECE, productId, nameField: 'title', quantityMilli: (pieces * 1000) as Milli, sessionId };
      good(shop.transact((tx) => addToCart(tx, line)));
    };
    add(1, 3);
    add(5, 2);
    add(3, 2);
    const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
    const { states } = shop.state('order', orderId);
    Object.assign(shop.state('order', orderId), { states: { ...states, delivery: 'CLOSED' } });
    return { shop, orderId };
  };

  /** Pieces of each stock item: [storage, holder, pieces]. */
  const pieces = ({ shop }: ReturnType<typeof stocked>) =>
    shop.ids('stock').map((id) => {
      const { storageId, holderId, quantityMilli } = shop.state('stock', id);
      return [storageId === 0 ? '' : shop.state('storage', storageId).name, holderId, quantityMilli / 1000];
    });

  const heldOf = ({ shop, orderId }: ReturnType<typeof stocked>) =>
    shop.state('order', orderId).taken.reduce((sum, { quantityMilli }) => sum + quantityMilli / 1000, 0);

  const change = (before: ReturnType<typeof pieces>, after: ReturnType<typeof pieces>) =>
    after.flatMap(([storage, holder, now], at) => {
      const was = before[at]?.[2] ?? 0;
      return was === now ? [] : [[storage, holder, Number(now) - Number(was)]];
    });

  const back = (lines: Lines, how: Partial<CameBack>) => {
    const one = stocked();
    const [before, held] = [pieces(one), heldOf(one)];
    good(one.shop.transact((tx) => receiveReturn(tx, received(one.orderId, lines, how))));
    return [change(before, pieces(one)), held - heldOf(one)];
  };

  test('are stock again where they came from, and held by the order no more', () => {
    expect(back([[1, 2]], {})).toEqual([[['', 1, 2]], 2]);
    expect(back([[1, 2]], { storage: 'south' })).toEqual([[['', 1, 2]], 2]);
  });

  test('are no stock where they are not kept', () => {
    expect(back([[1, 2]], { isKept: false })).toEqual([[], 2]);
  });

  test('are in the storage that is named', () => {
    expect(back([[2, 1]], { storage: 'south' })).toEqual([[['south', 1, 2]], 2]);
    expect(back([[2, 1]], { storage: 'north' })).toEqual([[['north', 1, 2]], 2]);
  });

  test('come back entry by entry, each to its place', () => {
    const one = stocked();
    const before = pieces(one);
    const of = received(one.orderId, [], {});
    const line = (lineId: number, quantityMilli: number, how: Partial<CameBack>): CameBack => {
      return { lineId, quantityMilli, reason: '', isKept: true, storage: '', ...how };
    };
    const lines = [line(1, 1000, {}), line(1, 2000, { isKept: false }), line(2, 1000, { storage: 'north' })];
    good(one.shop.transact((tx) => receiveReturn(tx, { ...of, lines })));
    expect(change(before, pieces(one))).toEqual([
      ['north', 1, 2],
      ['', 1, 1],
    ]);
    const events = one.shop.log.at(-1)!.events.map(({ event }) => event);
    expect(events.filter((event) => 'note' in event && event.note === 'return 1')).toMatchObject([
      { type: 'stock_taken' },
    ]);
  });

  test('of a product without managed stock are in none', () => {
    expect(back([[3, 2]], {})).toEqual([[], 0]);
  });

  test('go to storages that are there', () => {
    const one = stocked();
    const of = received(one.orderId, [[1, 1]], { storage: 'west' });
    expect(one.shop.transact((tx) => receiveReturn(tx, of))).toMatchObject({
      code: 'STORAGE_NOT_FOUND',
      param: '1',
      detail: 'Line 1: there is no storage west.',
    });
  });

  test('where stock is refused, nothing is received', () => {
    const one = stocked();
    const before = one.shop.rows();
    const refused = one.shop.transact((tx) => {
      const ask = ((kind, id, command) => (kind === 'stock' ? FULL : tx.ask(kind, id, command))) as typeof tx.ask;
      const other = Object.assign(Object.create(tx) as Transaction, { ask });
      return receiveReturn(other, received(one.orderId, [[1, 1]], {}));
    });
    expect(refused).toBe(FULL);
    expect(one.shop.rows()).toEqual(before);
  });
});
