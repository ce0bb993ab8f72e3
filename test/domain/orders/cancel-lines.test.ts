// Pieces that are cancelled, decision by decision. It would catch pieces that are cancelled although they have left, an
// order of which nothing stays, and one whose stock or states do not follow.
import { describe, expect, test } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { cancelLines } from '../../../src/domain/orders/cancel-lines.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { PIECE } from '../cart/plain-elements.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

type Wanted = readonly (readonly [lineId: number, pieces: number])[];

const cancel = (
  tx: Transaction,
  orderId: number,
  lines: Wanted,
  more: Partial<Parameters<typeof cancelLines>[1]> = {},
) =>
  cancelLines(tx, {
    orderId,
    ifSeq: undefined,
    lines: lines.map(([lineId, pieces]) => ({ lineId, quantityMilli: pieces * 1000 })),
    reason: 'sold_out',
    by: 7,
    ...more,
  });

const canceled = (one: OneOrder, lines: Wanted, more: Partial<Parameters<typeof cancelLines>[1]> = {}) =>
  one.shop.transact((tx) => cancel(tx, one.orderId, lines, more));

const parcel = (...lines: Wanted) => ({
  sentMs: 1,
  lines: lines.map(([lineId, pieces]) => ({ lineId, quantityMilli: pieces * 1000 })),
  provider: '',
  trackingNumber: '',
});

/** The order has this beside what it was placed with. */
const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

describe('pieces that are cancelled', () => {
  test('are a credit of the order, which has its number', () => {
    const one = new OneOrder([[3000, 0, 3], [1000]]);
    const lines = [
      [1, 1],
      [2, 1],
      [1, 1],
    ] as const;
    expect(canceled(one, lines)).toEqual({ ok: true, value: 1 });
    expect(one.order.credits).toMatchObject([
      {
        kind: 'canceled',
        reason: 'sold_out',
        by: 7,
        lines: [
          { lineId: 1, quantityMilli: 2000, minor: 2000 },
          { lineId: 2, quantityMilli: 1000, minor: 1000 },
        ],
      },
    ]);
    expect(one.order.states.delivery).toBe('PROCESSING');
    expect(one.order.states.payment).toBe('PAYMENT_NOT_RECEIVED');
  });

  test('have not left', () => {
    const sent = [parcel([1, 2]), parcel([2, 1])];
    const one = having(new OneOrder([[4000, 0, 4], [1000], [500]]), { parcels: sent });
    expect(canceled(one, [[1, 3]])).toMatchObject({
      code: 'LINE_SENT',
      param: '1',
      detail: 'Of line 1 2 have not left yet.',
    });
    expect(canceled(one, [[1, 1]]).ok).toBe(true);
    expect(canceled(one, [[1, 2]])).toMatchObject({ detail: 'Of line 1 1 have not left yet.' });
    expect(canceled(one, [[2, 1]])).toMatchObject({ param: '2', detail: 'Of line 2 0 have not left yet.' });
    having(one, { parcelsReturned: 2 });
    expect(canceled(one, [[2, 1]]).ok).toBe(true);
    // The parcels have not come back after all: of the second line more has left than there is.
    having(one, { parcelsReturned: 0 });
    expect(canceled(one, [[2, 0]])).toMatchObject({ param: '2', detail: 'Of line 2 0 have not left yet.' });
    expect(canceled(one, [[3, 1]]).ok).toBe(true);
  });

  test('and came back have left all the same', () => {
    const one = having(new OneOrder([[2000, 0, 2]]), { parcels: [parcel([1, 1])] });
    const back = { lineId: 1, quantityMilli: 1000, minor: 1000, taxMinor: 0 };
    having(one, {
      credits: [
        { kind: 'returned', atMs: 0, day: 0, lines: [back], reason: '', note: { prefix: '', number: 0 }, by: 1 },
      ],
    });
    expect(canceled(one, [[1, 1]]).ok).toBe(true);
  });

  test('are none of a kind that the order has not', () => {
    const one = new OneOrder([[1000], [1000]]);
    expect(canceled(one, [[3, 1]])).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '3' });
    expect(canceled(one, [[1, 2]])).toMatchObject({ code: 'CREDIT_QUANTITY_EXCEEDED', param: '1' });
  });

  test('leave goods that cost something, or nothing, unless an invoice of the order is numbered', () => {
    const emptied = { code: 'ORDER_EMPTIED', param: 'lines' };
    const one = new OneOrder([[1000], [0], [-300]]);
    const delivery = { ...one.order.cart.lines[1]!, id: 4, type: 'DELIVERY_COSTS' as const };
    having(one, { cart: { ...one.order.cart, lines: [...one.order.cart.lines, delivery] } });
    const goods = [
      [1, 1],
      [2, 1],
      [3, 1],
    ] as const;
    expect(canceled(one, goods)).toMatchObject(emptied);
    expect(canceled(one, [goods[0], goods[1]])).toMatchObject({ code: 'CREDIT_AMOUNT_EXCEEDED' });
    expect(canceled(one, [goods[0], goods[2]]).ok).toBe(true);
    expect(canceled(one, [goods[1]])).toMatchObject(emptied);
    const partial = { invoice: { prefix: '', number: 1 }, atMs: 0, day: 0, parcelId: 1, lines: [] };
    having(one, { isInvoicedByParcel: true, partials: [partial] });
    expect(canceled(one, [goods[1]]).ok).toBe(true);
  });

  test('come off what has no invoice yet', () => {
    const one = new OneOrder([[2000, 0, 2]], { isInvoicedByParcel: true });
    const lines = [{ lineId: 1, quantityMilli: 1000, minor: 1000, taxMinor: 0 }];
    having(one, { partials: [{ invoice: { prefix: '', number: 1 }, atMs: 0, day: 0, parcelId: 1, lines }] });
    expect(canceled(one, [[1, 1]]).ok).toBe(true);
    expect(one.order.credits[0]).not.toHaveProperty('partialId');
  });
});

describe('an order', () => {
  test('that is not there, that changed, is cancelled or is over, keeps its pieces', () => {
    const one = new OneOrder([[2000, 0, 2]]);
    const id = String(one.orderId);
    expect(canceled(one, [[1, 1]], { orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    expect(canceled(one, [[1, 1]], { ifSeq: 5 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const { states } = one.order;
    having(one, { states: { ...states, order: 'CANCELED' } });
    expect(canceled(one, [[1, 1]])).toMatchObject({ code: 'ORDER_CANCELED', param: id });
    having(one, { states: { ...states, order: 'CLOSED' } });
    expect(canceled(one, [[1, 1]])).toMatchObject({ code: 'ORDER_COMPLETED', param: id });
    expect(one.order.credits).toEqual([]);
  });

  test('has left once all that stays of it has', () => {
    const one = having(new OneOrder([[3000, 0, 3]]), { parcels: [parcel([1, 2])] });
    canceled(one, [[1, 1]]);
    expect(one.order.states.delivery).toBe('CLOSED');
  });

  test('is paid once an exchange covers what stays of it', () => {
    const one = having(new OneOrder([[3000, 0, 3]]), { exchangedMinor: 2000 });
    canceled(one, [[1, 1]]);
    expect(one.order.states.payment).toBe('PAYMENT_RECEIVED');
  });

  test('gives back the stock of what it wants no more', () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    const three = { ...PIECE, productId: 1, nameField: 'title', quantityMilli: 3000 as Milli, sessionId };
    good(shop.transact((tx) => addToCart(tx, three)));
    const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
    const [{ stockId }] = shop.state('order', orderId).taken as unknown as [{ stockId: number }];
    const left = () => [shop.state('stock', stockId).quantityMilli, shop.state('order', orderId).taken];
    expect(left()).toEqual([2000, [{ stockId, quantityMilli: 3000 }]]);
    good(shop.transact((tx) => cancel(tx, orderId, [[1, 2]])));
    expect(left()).toEqual([4000, [{ stockId, quantityMilli: 1000 }]]);
  });
});

test.each(['credit', 'set_stock', 'move'])('where %s is refused, nothing is cancelled', (what) => {
  const one = having(new OneOrder([[3000, 0, 3]]), { parcels: [parcel([1, 2])] });
  expect(one.shop.transact((tx) => cancel(refusing(tx, what), one.orderId, [[1, 1]]))).toBe(FULL);
  expect(one.order.credits).toEqual([]);
});

test('where the order cannot be paid, nothing is cancelled', () => {
  const one = having(new OneOrder([[3000, 0, 3]]), { exchangedMinor: 2000 });
  expect(one.shop.transact((tx) => cancel(refusing(tx, 'move'), one.orderId, [[1, 1]]))).toBe(FULL);
});

test('where stock cannot be put back, nothing is cancelled', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  const three = { ...PIECE, productId: 1, nameField: 'title', quantityMilli: 3000 as Milli, sessionId };
  good(shop.transact((tx) => addToCart(tx, three)));
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
  const before = shop.rows();
  const full = shop.transact((tx) => {
    const ask = ((kind, id, command) => (kind === 'stock' ? FULL : tx.ask(kind, id, command))) as typeof tx.ask;
    return cancel(Object.assign(Object.create(tx) as Transaction, { ask }), orderId, [[1, 2]]);
  });
  expect(full).toBe(FULL);
  expect(shop.rows()).toEqual(before);
});
