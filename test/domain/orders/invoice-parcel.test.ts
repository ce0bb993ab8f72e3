// What the invoice of a parcel is over, example by example; partial-invoices.test.ts has the laws. It would catch
// pieces, deliveries or discounts that are on two invoices or on none, and an invoice that comes to less than nothing.
import { describe, expect, test } from 'vitest';
import { invoicesPart, isClosed, nextPart } from '../../../src/domain/orders/invoice-parcel.ts';
import type { Order, Parcel } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE } from '../../../src/kernel/result.ts';
import { changedLine } from './edited-order.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';
import type { SimpleLine } from './simple-cart.ts';

type Pieces = readonly (readonly [lineId: number, pieces: number])[];

const parcel = (...lines: Pieces): Parcel => ({
  sentMs: 1,
  lines: lines.map(([lineId, pieces]) => ({ lineId, quantityMilli: pieces * 1000 })),
  provider: '',
  trackingNumber: '',
});

/** An order that is invoiced by parcel. */
const order = (...lines: readonly SimpleLine[]): OneOrder =>
  new OneOrder(lines, { isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } });

const send = (one: OneOrder, ...lines: Pieces): void => {
  Object.assign(one.order, { parcels: [...one.order.parcels, parcel(...lines)] });
};

/** Line id, pieces, amount. */
const part = (one: OneOrder, isLast = false) =>
  nextPart(one.order, isLast).map(({ lineId, quantityMilli, minor }) => [lineId, quantityMilli / 1000, minor]);

const invoice = (one: OneOrder, isLast = false, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => invoicesPart(within(tx), one.orderId)({ parcelId: one.order.parcels.length, isLast }));

const [FULL_RATE, REDUCED] = [190_000, 70_000];

describe('an invoice is over', () => {
  test('pieces that have left and are on none', () => {
    const one = order([4000, 0, 4], [500]);
    expect(part(one)).toEqual([]);
    send(one, [1, 1]);
    expect(part(one)).toEqual([[1, 1, 1000]]);
    invoice(one);
    expect(part(one)).toEqual([]);
    send(one, [1, 1], [2, 1]);
    expect(part(one)).toEqual([
      [1, 1, 1000],
      [2, 1, 500],
    ]);
    expect(part(one, true)).toEqual([
      [1, 3, 3000],
      [2, 1, 500],
    ]);
  });

  test('pieces that are worth nothing, too', () => {
    const one = order([0], [500]);
    send(one, [1, 1]);
    expect(part(one)).toEqual([[1, 1, 0]]);
  });

  test('all that is no product, once and with the first parcel', () => {
    const one = order([2000, 0, 2], [490]);
    Object.assign(one.order, { cart: changedLine(one.order.cart, 2, { type: 'DELIVERY_COSTS' }) });
    send(one, [1, 1]);
    expect(part(one)).toEqual([
      [1, 1, 1000],
      [2, 1, 490],
    ]);
    invoice(one);
    send(one, [1, 1]);
    expect(part(one)).toEqual([[1, 1, 1000]]);
  });
});

describe('what staff took off', () => {
  test('goes as far as goods of its rate bear it', () => {
    const one = order([1000, FULL_RATE], [1000, REDUCED], [-1800, FULL_RATE]);
    send(one, [1, 1]);
    expect(part(one)).toEqual([
      [1, 1, 1000],
      [3, 1, -1000],
    ]);
    invoice(one);
    send(one, [2, 1]);
    expect(part(one, true)).toEqual([
      [2, 1, 1000],
      [3, 0, -800],
    ]);
  });

  test('goes nowhere without goods of its rate, as long as other goods bear it', () => {
    const one = order([1000, FULL_RATE], [5000, REDUCED], [-1500, REDUCED]);
    send(one, [1, 1]);
    expect(part(one)).toEqual([[1, 1, 1000]]);
  });

  test('goes farther where what stays would come to less than nothing', () => {
    const one = order([1000, FULL_RATE], [1000, REDUCED], [-300, REDUCED], [-1500, REDUCED]);
    send(one, [1, 1]);
    expect(part(one)).toEqual([
      [1, 1, 1000],
      [3, 1, -300],
      [4, 1, -500],
    ]);
  });

  test('goes with its own rate first, and then one after the other', () => {
    const one = order([500, FULL_RATE], [1000, REDUCED], [300, REDUCED], [-700, FULL_RATE], [-1000]);
    send(one, [1, 1], [2, 1]);
    expect(part(one)).toEqual([
      [1, 1, 500],
      [2, 1, 1000],
      [4, 1, -700],
      [5, 1, -700],
    ]);
  });

  test('is on the last invoice as a whole', () => {
    const one = order([1000, FULL_RATE], [1000, REDUCED], [-300, FULL_RATE], [-100]);
    expect(part(one, true)).toEqual([
      [1, 1, 1000],
      [2, 1, 1000],
      [3, 1, -300],
      [4, 1, -100],
    ]);
  });
});

test('an order is closed once it is done or all of it has left, and not cancelled', () => {
  const closed = (states: Partial<Order['states']>) =>
    isClosed({ states: { order: 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING', ...states } });
  expect([{}, { order: 'CLOSED' }, { delivery: 'CLOSED' }].map((of) => closed(of as Partial<Order['states']>))).toEqual(
    [false, true, true],
  );
  expect(closed({ order: 'CANCELED', delivery: 'CLOSED' })).toBe(false);
});

describe('an invoice', () => {
  test('has a number, a day and its parcel, and is told', () => {
    const one = order([2000, 0, 2]);
    one.listen('ORDER_PART_INVOICED');
    send(one, [1, 1]);
    expect(invoice(one)).toEqual(DONE);
    send(one, [1, 1]);
    expect(invoice(one, true)).toEqual(DONE);
    const of = { atMs: one.shop.nowMs, day: 19_675 };
    const lines = [{ lineId: 1, quantityMilli: 1000, minor: 1000, taxMinor: 0 }];
    expect(one.order.partials).toMatchObject([
      { invoice: { prefix: 'R-', number: 1 }, day: 19_675, parcelId: 1, lines },
      { invoice: { prefix: 'R-', number: 2 }, ...of, parcelId: 2, lines },
    ]);
    expect(one.told()).toEqual(
      [1, 2].map((number) => ({
        id_order: one.orderId,
        invoice_number: `R-${number}`,
        id_parcel: number,
        amount: '10',
        currency: 'EUR',
      })),
    );
  });

  test('is none over nothing, nor of an order that has one over all of it', () => {
    const one = order([1000]);
    expect(invoice(one)).toEqual(DONE);
    const whole = new OneOrder([[1000]]);
    send(whole, [1, 1]);
    expect(invoice(whole)).toEqual(DONE);
    expect([one.order.partials, whole.order.partials]).toEqual([[], []]);
  });

  test.each(['invoice_part', 'queue_message'])('is none where %s is refused', (what) => {
    const one = order([1000]);
    one.listen('ORDER_PART_INVOICED');
    send(one, [1, 1]);
    expect(invoice(one, false, (tx) => refusing(tx, what))).toBe(FULL);
    expect(one.order.partials).toEqual([]);
  });
});
