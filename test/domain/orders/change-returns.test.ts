// Returns of an order, decision by decision. It would catch pieces that come back twice or to the wrong place, a buyer
// who announces without end, and a return that is refused and half received.
import { describe, expect, test } from 'vitest';
import { announceReturn, receiveReturn, withdrawReturn } from '../../../src/domain/orders/change-returns.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { good, seededShop } from '../seeded-shop.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';
import { entries, received } from './return-entries.ts';
import type { Lines, Received } from './return-entries.ts';
import type { SimpleLine } from './simple-cart.ts';

/** The order has this beside what it was placed with. */
const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

/** An order whose goods have all left. */
const delivered = (...lines: readonly SimpleLine[]): OneOrder => {
  const one = new OneOrder(lines, { subject: 5 });
  return having(one, { states: { ...one.order.states, delivery: 'CLOSED' } });
};

type Announced = Parameters<typeof announceReturn>[1];

const announce = (one: OneOrder, lines: Lines, more: Partial<Announced> = {}) =>
  one.shop.transact((tx) =>
    announceReturn(tx, {
      orderId: one.orderId,
      lines: entries(lines),
      note: '',
      wish: '',
      wished: [],
      by: 7,
      ...more,
    }),
  );

const receive = (one: OneOrder, lines: Lines, more: Partial<Received> = {}) =>
  one.shop.transact((tx) => receiveReturn(tx, received(one.orderId, lines, { more })));

const returnOf = ({ shop }: OneOrder, id: number) => shop.state('order_return', id);

describe('a return that is announced', () => {
  test('has its lines once for each reason, and is told', () => {
    const one = delivered([4000, 0, 4], [1000]);
    one.listen('RETURN_ANNOUNCED');
    const lines = [
      [1, 1, 'broken'],
      [2, 1],
      [1, 1, 'broken'],
      [1, 1, 'late'],
    ] as const;
    expect(announce(one, lines)).toEqual({ ok: true, value: 1 });
    const merged = [
      [1, 2, 'broken'],
      [2, 1],
      [1, 1, 'late'],
    ] as const;
    expect(returnOf(one, 1)).toMatchObject({
      orderId: one.orderId,
      lines: entries(merged),
      announcedBy: 7,
      wish: '',
      subject: 0,
    });
    expect(one.told()).toEqual([{ id_order: one.orderId, id_return: 1 }]);
  });

  test('is of an order that is there, and not cancelled', () => {
    const one = delivered([1000]);
    expect(announce(one, [[1, 1]], { orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    having(one, { states: { ...one.order.states, order: 'CANCELED' } });
    expect(announce(one, [[1, 1]])).toMatchObject({ code: 'ORDER_CANCELED', param: String(one.orderId) });
  });

  test('has no more than may come back', () => {
    const one = delivered([2000, 0, 2]);
    expect(announce(one, [[1, 1]]).ok).toBe(true);
    const both = [
      [1, 1, 'a'],
      [1, 1, 'b'],
    ] as const;
    expect(announce(one, both)).toMatchObject({ code: 'RETURN_QUANTITY_EXCEEDED', param: '1' });
    expect(announce(one, [[2, 1]])).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '2' });
  });

  test('by its buyer is in time', () => {
    const one = delivered([1000]);
    having(one, { modifiedMs: one.shop.nowMs - 400 * 86_400_000 });
    expect(announce(one, [[1, 1]], { by: 0 })).toMatchObject({ code: 'RETURN_TOO_LATE' });
    expect(announce(one, [[1, 1]]).ok).toBe(true);
  });

  test('by its buyer has three entries for each line', () => {
    const one = delivered([4000, 0, 4]);
    const lines = ['a', 'b', 'c', 'd'].map((reason) => [1, 1, reason] as const);
    expect(announce(one, lines, { by: 0 })).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'lines',
      detail: 'lines: 4 entries, of at most 3 for this order.',
    });
    expect(announce(one, lines.slice(1), { by: 0 }).ok).toBe(true);
    const other = delivered([4000, 0, 4]);
    expect(announce(other, lines).ok).toBe(true);
  });

  test('with a note is about the person of the order, and none about one who is erased', () => {
    const one = delivered([4000, 0, 4]);
    good(announce(one, [[1, 1]], { note: 'broken' }));
    expect(returnOf(one, 1)).toMatchObject({ note: 'broken', subject: 5 });
    having(one, { subject: 0 });
    good(announce(one, [[1, 1]], { note: 'broken' }));
    expect(returnOf(one, 2).subject).toBe(1);
    const erased = (note: string) =>
      one.shop.transact((tx) => {
        const other = Object.assign(Object.create(tx) as Transaction, { isErased: (subject: number) => subject !== 0 });
        const of = { orderId: one.orderId, lines: entries([[1, 1]]), note, wish: '', wished: [], by: 7 } as const;
        return announceReturn(other, of);
      });
    expect(erased('x')).toMatchObject({ code: 'ORDER_ERASED', param: String(one.orderId) });
    expect(erased('').ok).toBe(true);
  });

  test('wishes products of the shop, by a buyer those that are seen, for an exchange', () => {
    const shop = seededShop();
    const one = Object.assign(delivered([9000, 0, 9]), { shop });
    const { order } = delivered([9000, 0, 9]);
    const orderId = good(shop.transact((tx) => tx.create('order', { ...order, type: 'place_order' })));
    Object.assign(shop.state('order', orderId), { states: { ...order.states, delivery: 'CLOSED' } });
    const wish = (more: Partial<Announced>) => announce(one, [[1, 1]], { orderId, wish: 'exchange', ...more });
    expect(wish({ wish: 'refund', wished: [1] })).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'wished',
      detail: 'wished: products are wished with wish = exchange alone.',
    });
    expect(wish({ wish: 'refund' }).ok).toBe(true);
    const [active, inactive, missing] = [1, 8, 999];
    expect(wish({ wished: [active, missing] })).toMatchObject({ code: 'SHOPOBJECT_NOT_FOUND', param: '999' });
    expect(wish({ wished: [active, inactive], by: 0 })).toMatchObject({ code: 'SHOPOBJECT_NOT_FOUND', param: '8' });
    expect(wish({ wished: [active, inactive] }).ok).toBe(true);
    expect(wish({ wished: [active], by: 0 }).ok).toBe(true);
    expect(shop.state('order_return', 3).wished).toEqual([active]);
  });
});

describe('returns of one order', () => {
  /** So many, of which the first ones are withdrawn. */
  const having300 = (count: number, withdrawn: number): OneOrder => {
    const one = delivered([1000, 0, 1000]);
    one.run((tx) => {
      for (let at = 0; at < count; at += 1) {
        const unsaid = { subject: 0, note: '', lines: [], wish: '', wished: [], by: 7 } as const;
        good(tx.create('order_return', { type: 'announce', orderId: one.orderId, ...unsaid }));
      }
      return { ok: true, value: undefined };
    });
    for (let id = 1; id <= withdrawn; id += 1) Object.assign(returnOf(one, id), { state: 'withdrawn' });
    return one;
  };

  test('are two hundred, withdrawn ones left out', () => {
    const one = having300(200, 1);
    expect(announce(one, [[1, 1]], { by: 0 }).ok).toBe(true);
    expect(announce(one, [[1, 1]])).toMatchObject({
      code: 'RETURN_LIMIT_REACHED',
      param: String(one.orderId),
      detail: 'The order has 200 returns, of at most 200.',
    });
    expect(receive(one, [[1, 1]])).toMatchObject({ code: 'RETURN_LIMIT_REACHED' });
    expect(receive(one, [[1, 1]], { returnId: 201 }).ok).toBe(true);
  });

  test('are three hundred of any state for its buyer', () => {
    const one = having300(299, 299);
    expect(announce(one, [[1, 1]], { by: 0 }).ok).toBe(true);
    expect(announce(one, [[1, 1]], { by: 0 })).toMatchObject({
      code: 'RETURN_LIMIT_REACHED',
      detail: 'The order has 300 returns, of at most 300.',
    });
    expect(announce(one, [[1, 1]]).ok).toBe(true);
  });
});

test('a return is withdrawn once, by one who has seen it', () => {
  const one = delivered([1000]);
  one.listen('RETURN_WITHDRAWN');
  good(announce(one, [[1, 1]]));
  const withdraw = (returnId: number, ifSeq?: number) =>
    one.shop.transact((tx) => withdrawReturn(tx, { returnId, ifSeq, by: 8 }));
  expect(withdraw(9)).toMatchObject({ code: 'RETURN_NOT_FOUND', param: '9' });
  expect(withdraw(1, 5)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(withdraw(1).ok).toBe(true);
  expect(returnOf(one, 1)).toMatchObject({ state: 'withdrawn', endedBy: 8 });
  expect(withdraw(1)).toMatchObject({ code: 'RETURN_ENDED' });
  expect(one.told()).toEqual([{ id_order: one.orderId, id_return: 1 }]);
});

describe('a return that is received', () => {
  test('is one credit of its order, and ends; what was announced may still come', () => {
    const one = delivered([4000, 0, 4]);
    one.listen('RETURN_RECEIVED');
    good(announce(one, [[1, 3]]));
    const lines = [
      [1, 1, 'broken'],
      [1, 2, 'broken'],
    ] as const;
    expect(receive(one, lines, { returnId: 1, orderId: 0 })).toEqual({ ok: true, value: 1 });
    expect(one.order.credits).toMatchObject([
      { kind: 'returned', reason: 'broken', by: 7, lines: [{ lineId: 1, quantityMilli: 3000, minor: 3000 }] },
    ]);
    const came = entries(lines).map((line) => ({ ...line, isKept: true, storageId: 0 }));
    expect(returnOf(one, 1)).toMatchObject({ state: 'received', creditId: 1, received: came, endedBy: 7 });
    expect(one.told()).toEqual([{ id_order: one.orderId, id_return: 1, id_credit: 1 }]);
    expect(receive(one, [[1, 1]], { returnId: 1 })).toMatchObject({
      code: 'RETURN_ENDED',
      param: '1',
      detail: 'It is received.',
    });
  });

  test('may be one that nobody announced', () => {
    const one = delivered([4000, 0, 4], [500]);
    const lines = [
      [1, 1, 'broken'],
      [2, 1, 'late'],
    ] as const;
    expect(receive(one, lines)).toEqual({ ok: true, value: 1 });
    expect(returnOf(one, 1)).toMatchObject({
      orderId: one.orderId,
      lines: entries(lines),
      state: 'received',
      announcedBy: 7,
      note: '',
      subject: 0,
      wish: '',
      wished: [],
    });
    expect(one.order.credits[0]!.reason).toBe('');
  });

  test('is of an order that is there, as the caller has seen it, and not cancelled', () => {
    const one = delivered([4000, 0, 4]);
    expect(receive(one, [[1, 1]], { returnId: 9 })).toMatchObject({ code: 'RETURN_NOT_FOUND', param: '9' });
    expect(receive(one, [[1, 1]], { orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    expect(receive(one, [[1, 1]], { ifSeq: 4 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    good(announce(one, [[1, 3]]));
    expect(receive(one, [[1, 1]], { returnId: 1, ifSeq: 4 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(receive(one, [[1, 2]])).toMatchObject({ code: 'RETURN_QUANTITY_EXCEEDED', param: '1' });
    expect(receive(one, [[1, 1]], {}).ok).toBe(true);
    having(one, { states: { ...one.order.states, order: 'CANCELED' } });
    expect(receive(one, [[1, 1]])).toMatchObject({ code: 'ORDER_CANCELED', param: String(one.orderId) });
  });

  test('names its refused credit', () => {
    const one = delivered([1000], [-300]);
    expect(receive(one, [[1, 1]])).toMatchObject({ code: 'CREDIT_AMOUNT_EXCEEDED' });
  });

  test('pays the exchange of the return', () => {
    const one = delivered([4000, 0, 4]);
    one.pay(4000);
    good(announce(one, [[1, 3]]));
    const exchange = one.run((tx) => tx.create('order', { ...one.order, type: 'place_order' }));
    one.run((tx) => tx.ask('order_return', 1, { type: 'place_exchange', orderId: exchange, by: 7 }));
    good(receive(one, [[1, 1]], { returnId: 1 }));
    expect(one.shop.state('order', exchange).exchangedMinor).toBe(1000);
  });

  test.each(['announce', 'credit', 'set_stock', 'receive', 'queue_message'])('is none where %s is refused', (what) => {
    const one = delivered([4000, 0, 4]);
    one.listen('RETURN_RECEIVED');
    const result = one.shop.transact((tx) => receiveReturn(refusing(tx, what), received(one.orderId, [[1, 1]], {})));
    expect(result).toBe(FULL);
    expect([one.order.credits, one.shop.ids('order_return')]).toEqual([[], []]);
  });

  test('is none where its exchange cannot be paid', () => {
    const one = delivered([4000, 0, 4]);
    one.pay(4000);
    good(announce(one, [[1, 3]]));
    const exchange = one.run((tx) => tx.create('order', { ...one.order, type: 'place_order' }));
    one.run((tx) => tx.ask('order_return', 1, { type: 'place_exchange', orderId: exchange, by: 7 }));
    const came = received(one.orderId, [[1, 1]], { more: { returnId: 1 } });
    expect(one.shop.transact((tx) => receiveReturn(refusing(tx, 'exchange'), came))).toBe(FULL);
  });

  test.each(['queue_message', 'announce'])('and is announced by nobody where %s is refused', (what) => {
    const one = delivered([4000, 0, 4]);
    one.listen('RETURN_ANNOUNCED');
    const of = { orderId: one.orderId, lines: entries([[1, 1]]), note: '', wish: '', wished: [], by: 7 } as const;
    expect(one.shop.transact((tx) => announceReturn(refusing(tx, what), of))).toBe(FULL);
  });
});
