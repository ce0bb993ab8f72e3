// Parcels of an order, decision by decision. It would catch goods that leave twice or after they were cancelled, a
// delivery state that is not what has left, and a parcel of which nobody is told or somebody twice.
import { describe, expect, test } from 'vitest';
import { addParcel, deliverParcel, followDelivery } from '../../../src/domain/orders/parcels.ts';
import type { Order, Parcel } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import { changedLine } from './edited-order.ts';
import { FULL, MAILED, OneOrder, refusing } from './one-order.ts';

type Pieces = readonly (readonly [lineId: number, pieces: number])[];
type Placed = ConstructorParameters<typeof OneOrder>[1];

/** Three pieces in line 1 and two in line 2. */
const order = (placed: Placed = {}, rules = {}): OneOrder =>
  new OneOrder(
    [
      [3000, 0, 3],
      [1000, 0, 2],
    ],
    { ...MAILED.placed, ...placed },
    { ...MAILED.rules, ...rules },
  );

const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

const cancel = (one: OneOrder, lineId: number, pieces: number): void => {
  const line = { lineId, quantityMilli: pieces * 1000, minor: 0, taxMinor: 0 };
  const credit = { kind: 'canceled', atMs: 0, day: 0, reason: '', by: 7, note: { prefix: '', number: 0 } } as const;
  having(one, { credits: [...one.order.credits, { ...credit, lines: [line] }] });
};

const pieces = (lines: Pieces) => lines.map(([lineId, many]) => ({ lineId, quantityMilli: many * 1000 }));

const send = (one: OneOrder, lines: Pieces, more: object = {}, within = (tx: Transaction) => tx) => {
  const parcel = { provider: 'Carrier', trackingNumber: 'n 1', weightE6: 0, measuresMm: [], by: 7 };
  return one.shop.transact((tx) =>
    addParcel(within(tx), { orderId: one.orderId, lines: pieces(lines), ...parcel, ...more }),
  );
};

const deliver = (one: OneOrder, parcelId: number, more: object = {}, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) =>
    deliverParcel(within(tx), { orderId: one.orderId, parcelId, ifSeq: undefined, by: 8, ...more }),
  );

const delivery = (one: OneOrder) => one.order.states.delivery;
const NOT_FOUND = { code: 'ORDER_NOT_FOUND', param: '99' };

describe('a parcel', () => {
  test('is of the order with all that it has, and its place is its number', () => {
    const one = order({}, { carriers: [{ name: 'Carrier', trackingUrl: 'https://a.example/{number}' }] });
    expect(
      send(
        one,
        [
          [1, 1],
          [2, 1],
          [1, 1],
        ],
        { weightE6: 5, measuresMm: [1, 2, 3] },
      ),
    ).toEqual(ok(1));
    const lines = pieces([
      [1, 2],
      [2, 1],
    ]);
    expect(one.order.parcels).toEqual([
      {
        sentMs: one.shop.nowMs,
        lines,
        provider: 'Carrier',
        trackingNumber: 'n 1',
        weightE6: 5,
        trackingUrl: 'https://a.example/n%201',
        measuresMm: [1, 2, 3],
      },
    ]);
    expect(send(one, [[2, 1]], { provider: 'Other', trackingNumber: '' })).toEqual(ok(2));
    expect(one.order.parcels[1]).toEqual({
      sentMs: one.shop.nowMs,
      lines: pieces([[2, 1]]),
      provider: 'Other',
      trackingNumber: '',
    });
    const changed = one.shop.log.at(-1)!.events.filter(({ event }) => event.type === 'order_parcel_added');
    expect(changed).toMatchObject([{ event: { by: 7 } }]);
  });

  test('is told to webhooks and to the buyer', () => {
    const one = order({}, { carriers: [{ name: 'Carrier', trackingUrl: 'https://a.example/{number}' }] });
    one.listen('ORDER_PARCEL_SHIPPED');
    send(one, [[1, 1]]);
    send(one, [[1, 1]], { provider: 'Other' });
    const shipped = (id: number, provider: string, url: string) => ({
      id_order: one.orderId,
      id_parcel: id,
      provider,
      tracking_number: 'n 1',
      tracking_url: url,
    });
    const told = [shipped(1, 'Carrier', 'https://a.example/n%201'), shipped(2, 'Other', '')];
    expect(one.told().filter((of) => 'provider' in (of as object))).toEqual(told);
    expect(one.mails()).toEqual([1, 2].map((id) => ['parcel_shipped', { id_order: one.orderId, id_parcel: id }]));
  });

  test('is none of an order that is not there, or cancelled, or has a thousand', () => {
    const one = order();
    expect(send(one, [[1, 1]], { orderId: 99 })).toMatchObject(NOT_FOUND);
    const canceled = having(order(), { states: { ...one.order.states, order: 'CANCELED' } });
    expect(send(canceled, [[1, 1]])).toMatchObject({ code: 'ORDER_CANCELED', param: String(one.orderId) });
    const parcel: Parcel = { sentMs: 1, lines: [], provider: '', trackingNumber: '' };
    having(one, { parcels: Array.from({ length: 999 }, () => parcel) });
    expect(send(one, [[1, 1]])).toEqual(ok(1000));
    expect(send(one, [[1, 1]])).toMatchObject({
      code: 'PARCEL_LIMIT_REACHED',
      param: String(one.orderId),
      detail: 'The order has 1000 parcels, of at most 1000.',
    });
  });

  test('has goods of the order alone', () => {
    const one = order();
    expect(send(one, [[3, 1]])).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '3' });
    having(one, { cart: changedLine(one.order.cart, 2, { type: 'DELIVERY_COSTS' }) });
    expect(send(one, [[2, 1]])).toMatchObject({ code: 'ORDER_LINE_NOT_FOUND', param: '2' });
  });

  test('has no piece that has left, that it has itself, or that was cancelled', () => {
    const exceeded = (ordered: number, left: number) => ({
      code: 'PARCEL_QUANTITY_EXCEEDED',
      param: '1',
      detail: `Of line 1 ${ordered} were ordered, ${left} have not left yet.`,
    });
    expect(send(order(), [[1, 4]])).toMatchObject(exceeded(3, 3));
    expect(
      send(order(), [
        [1, 2],
        [1, 2],
      ]),
    ).toMatchObject(exceeded(3, 1));
    const one = order();
    send(one, [[1, 1]]);
    cancel(one, 1, 1);
    expect(send(one, [[1, 2]])).toMatchObject(exceeded(2, 1));
    expect(send(one, [[1, 1]])).toEqual(ok(2));
    expect(one.order.parcels.length).toBe(2);
  });

  test('may take again what has come back', () => {
    const one = order();
    send(one, [[1, 3]]);
    having(one, { parcelsReturned: 1 });
    expect(send(one, [[1, 3]])).toEqual(ok(2));
  });

  test.each(['add_parcel', 'queue_message', 'invoice_part', 'move'])('is none where %s is refused', (what) => {
    const one = order({ isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } });
    expect(send(one, [[1, 1]], {}, (tx) => refusing(tx, what))).toBe(FULL);
    const silent = new OneOrder([[1000]]);
    silent.listen('ORDER_PARCEL_SHIPPED');
    expect(send(silent, [[1, 1]], {}, (tx) => refusing(tx, 'queue_message'))).toBe(FULL);
    expect([one.order.parcels, silent.order.parcels, one.mails()]).toEqual([[], [], []]);
  });

  test('is invoiced where the order is invoiced by parcel: the last one with all that is left', () => {
    const one = order({ isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } });
    having(one, { cart: changedLine(one.order.cart, 2, { type: 'FREE_ELEMENT' }) });
    cancel(one, 1, 1);
    send(one, [[1, 1]]);
    send(one, [[1, 1]]);
    expect(one.order.partials.map(({ parcelId }) => parcelId)).toEqual([1, 2]);
    expect(one.order.partials[1]!.lines.map(({ lineId }) => lineId)).toEqual([1]);
  });
});

describe('the delivery state', () => {
  test('is partial until all that stays has left, whatever else the order has', () => {
    const one = order();
    send(one, [[1, 3]]);
    expect(delivery(one)).toBe('PARTIAL');
    send(one, [[2, 2]]);
    expect(delivery(one)).toBe('CLOSED');
    const less = order();
    cancel(less, 2, 1);
    send(less, [
      [1, 3],
      [2, 1],
    ]);
    expect(delivery(less)).toBe('CLOSED');
    const free = order();
    having(free, { cart: changedLine(free.order.cart, 2, { type: 'FREE_ELEMENT' }) });
    send(free, [[1, 3]]);
    expect(delivery(free)).toBe('CLOSED');
  });

  test('stays as the back office set it', () => {
    const one = having(order(), { deliveryByHand: true });
    send(one, [
      [1, 3],
      [2, 2],
    ]);
    expect(delivery(one)).toBe('PROCESSING');
  });

  test('follows what is still to leave once something has', () => {
    const follow = (one: OneOrder, within = (tx: Transaction) => tx) =>
      one.shop.transact((tx) => followDelivery(within(tx), one.orderId, 9));
    const one = order();
    cancel(one, 1, 3);
    cancel(one, 2, 2);
    expect(follow(one)).toEqual(DONE);
    expect(delivery(one)).toBe('PROCESSING');
    const half = order();
    send(half, [[1, 3]]);
    expect([follow(half), delivery(half)]).toEqual([DONE, 'PARTIAL']);
    cancel(half, 2, 2);
    const byHand = having(order(), { parcels: half.order.parcels, credits: half.order.credits, deliveryByHand: true });
    expect([follow(byHand), delivery(byHand)]).toEqual([DONE, 'PROCESSING']);
    expect(follow(half, (tx) => refusing(tx, 'move'))).toBe(FULL);
    expect([follow(half), delivery(half), half.order.deliveryByHand]).toEqual([DONE, 'CLOSED', false]);
    expect(half.shop.log.at(-1)!.events).toMatchObject([
      { event: { type: 'order_state_changed', byHand: false, by: 9 } },
    ]);
  });
});

describe('a delivery', () => {
  test('is noted once, and told once', () => {
    const one = order();
    one.listen('ORDER_PARCEL_DELIVERED');
    send(one, [[1, 1]]);
    send(one, [[1, 1]]);
    const before = one.told().length;
    expect(deliver(one, 2)).toEqual(DONE);
    const atMs = one.shop.nowMs;
    expect(deliver(one, 2)).toEqual(ok(undefined));
    expect(one.order.parcels.map(({ deliveredMs }) => deliveredMs)).toEqual([undefined, atMs]);
    expect(one.told().slice(before)).toEqual([
      { id_order: one.orderId, id_parcel: 2, provider: 'Carrier', tracking_number: 'n 1', tracking_url: '' },
    ]);
    expect(one.shop.log.at(-1)!.events[0]).toMatchObject({ event: { type: 'order_parcel_delivered', by: 8 } });
  });

  test('is none of a parcel that is not there, that came back, or of an order that was cancelled', () => {
    const one = order();
    send(one, [[1, 1]]);
    send(one, [[1, 1]]);
    expect(deliver(one, 1, { orderId: 99 })).toMatchObject(NOT_FOUND);
    expect(deliver(one, 3)).toMatchObject({ code: 'PARCEL_NOT_FOUND', param: '3' });
    expect(deliver(one, 1, { ifSeq: 7 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    having(one, { parcelsReturned: 1 });
    expect(deliver(one, 1)).toMatchObject({ code: 'PARCEL_RETURNED', param: '1' });
    having(one, { states: { ...one.order.states, order: 'CANCELED' } });
    expect(deliver(one, 2)).toMatchObject({ code: 'ORDER_CANCELED', param: String(one.orderId) });
    expect(one.order.parcels.map(({ deliveredMs }) => deliveredMs)).toEqual([undefined, undefined]);
  });

  test.each(['deliver_parcel', 'queue_message'])('is none where %s is refused', (what) => {
    const one = order();
    one.listen('ORDER_PARCEL_DELIVERED');
    send(one, [[1, 1]]);
    expect(deliver(one, 1, {}, (tx) => refusing(tx, what))).toBe(FULL);
    expect(one.order.parcels[0]!.deliveredMs).toBe(undefined);
  });
});
