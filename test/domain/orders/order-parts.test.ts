// Parts of an order: its parcels, the invoices over them and the last numbers of a series. It would catch pieces that
// are counted twice or not at all, a parcel in a state that it does not have, and an invoice with another's number.
import { describe, expect, test } from 'vitest';
import { newVersioned } from '../../../src/kernel/versioned.ts';
import { reach } from '../../../src/domain/orders/last-invoice.ts';
import {
  deliveredParcels,
  isOnItsWay,
  parcelStateOf,
  piecesByLine,
  returnedBy,
  sentOf,
  sentParcel,
} from '../../../src/domain/orders/order-parts.ts';
import type { Parcel } from '../../../src/domain/orders/order-parts.ts';
import { partialMade, partialOn, presentPartial, withPartial } from '../../../src/domain/orders/partial-invoice.ts';

const parcel = (...lines: readonly (readonly [lineId: number, quantityMilli: number])[]): Parcel => ({
  sentMs: 1,
  lines: lines.map(([lineId, quantityMilli]) => ({ lineId, quantityMilli })),
  provider: 'DHL',
  trackingNumber: '',
});

describe('parcels', () => {
  const parcels = [parcel([1, 1000], [2, 500]), parcel([1, 2000]), { ...parcel([2, 1500]), deliveredMs: 5 }];

  test('pieces of a line add up, and what is of money only is in none', () => {
    expect([...piecesByLine([...parcels, parcel([3, 0])])]).toEqual([
      [1, 3000],
      [2, 2000],
    ]);
  });

  test('those that have come back are no longer sent', () => {
    expect([...sentOf({ parcels, parcelsReturned: 1 })]).toEqual([
      [1, 2000],
      [2, 1500],
    ]);
  });

  test('each has its state, and is on its way until it is delivered or comes back', () => {
    const order = { parcels, parcelsReturned: 1 };
    expect([0, 1, 2].map((index) => parcelStateOf(order, index))).toEqual(['returned', 'sent', 'delivered']);
    expect([1, 2, 3, 4].map((id) => isOnItsWay(order, id))).toEqual([false, true, false, false]);
    expect(isOnItsWay({ parcels: parcels.slice(0, 2), parcelsReturned: 1 }, 2)).toBe(true);
  });

  test('what a parcel does not have is not kept', () => {
    const packed = { lines: [], provider: 'DHL', trackingNumber: '1', weightE6: 0, trackingUrl: '', measuresMm: [] };
    const bare = { sentMs: 7, lines: [], provider: 'DHL', trackingNumber: '1' };
    expect(sentParcel(7, packed)).toEqual(bare);
    const more = { weightE6: 1, trackingUrl: 'https://dhl.example/1', measuresMm: [100, 200, 300] };
    expect(sentParcel(7, { ...packed, ...more })).toEqual({ ...bare, ...more });
  });

  test('the one that is delivered is the one that is named', () => {
    const after = deliveredParcels({ parcels, parcelsReturned: 0 }, 2, 9);
    expect(after.map(({ deliveredMs }) => deliveredMs)).toEqual([undefined, 9, 5]);
  });

  test.each([
    ['all come back where staff set PROCESSING', 0, 'PROCESSING', true, 3],
    ['all, of which some had', 2, 'PROCESSING', true, 3],
    ['no more than before where a parcel set it', 2, 'PROCESSING', false, 2],
    ['no more than before in another state', 2, 'DELIVERED', true, 2],
    ['none where staff take that back', 3, 'DELIVERED', true, 0],
    ['none where a parcel does', 3, 'PROCESSING', false, 0],
    ['all where a piece of them was cancelled since', 3, 'DELIVERED', true, 3, 1],
    ['none where what was cancelled was in none', 3, 'DELIVERED', true, 0, 0.5],
  ])('%s', (_what, parcelsReturned, to, byHand, after, canceled = 0) => {
    const packed = sentOf({ parcels, parcelsReturned: 0 });
    const lines = [...packed].map(([id, milli]) => ({ id, quantityMilli: milli + 500 })) as never[];
    const gone = new Map([...packed.keys()].map((id) => [id, canceled * 1000]));
    expect(returnedBy({ cart: { lines }, parcels, parcelsReturned }, to, byHand, gone)).toBe(after);
  });
});

describe('invoices over parcels', () => {
  const partial = (number: number, day: number) =>
    partialMade(number * 10, { prefix: 'R-', number, day, parcelId: number - 4, lines: [] });
  const partials = [partial(5, 100), partial(6, 102), partial(8, 102)];

  test('one has its number, its moment, its day and its parcel', () => {
    expect(partials[0]).toEqual({
      invoice: { prefix: 'R-', number: 5 },
      atMs: 50,
      day: 100,
      parcelId: 1,
      lines: [],
    });
  });

  test('the present one is that whose number the order has, where it is invoiced by parcel', () => {
    const order = { isInvoicedByParcel: true, invoice: { prefix: 'R-', number: 6 }, partials };
    expect(presentPartial(order)).toBe(partials[1]);
    expect(presentPartial({ ...order, isInvoicedByParcel: false })).toBeUndefined();
    expect(presentPartial({ ...order, invoice: { prefix: '', number: 0 } })).toBeUndefined();
  });

  test('the order as one of them has it carries its number', () => {
    const order = { isInvoicedByParcel: true, invoice: { prefix: 'R-', number: 8 }, partials };
    expect(withPartial(order, 1)).toEqual({ ...order, invoice: { prefix: 'R-', number: 5 } });
    expect([0, 4].map((id) => withPartial(order, id))).toEqual([undefined, undefined]);
  });

  test('the last one that counts on a day, or before it', () => {
    expect([99, 100, 101, 102].map((day) => partialOn({ partials }, day)?.number)).toEqual([undefined, 5, 5, 8]);
  });
});

test('a series goes on from its highest number, and its watchers are told of that alone', () => {
  let told = 0;
  const watcher = { changed: () => (told += 1) };
  const series = { ...newVersioned(), last: 5, skippedTo: 0, watcher };
  for (const number of [4, 5]) reach(series, number, 9);
  expect([series.last, series.seq, told]).toEqual([5, 0, 0]);
  reach(series, 6, 9);
  expect([series.last, series.seq, told]).toEqual([6, 9, 1]);
});
