// Which orders have something in the books of a day. It would catch an order that the books of a day leave out or name
// twice.
import { expect, test } from 'vitest';
import { BookedDays } from '../../../src/domain/orders/booked-days.ts';
import type { OrderMoney } from '../../../src/domain/orders/bookings.ts';
import { cartOf } from './simple-cart.ts';

type Dated = Parameters<BookedDays['add']>[1];

const number = { prefix: '', number: 0 };

const orderOn = (day: number, more: Partial<Dated> = {}): Dated => ({
  cart: cartOf([1000]),
  credits: [],
  invoice: number,
  isInvoicedByParcel: false,
  partials: [],
  day,
  turns: [],
  past: [],
  states: { order: 'OPEN' },
  cancellation: { ...number, canceledMs: 0, day: -1 },
  isExpired: false,
  isTrial: false,
  money: [],
  ...more,
});

const credited = (day: number): Partial<Dated> => ({
  credits: [{ kind: 'goodwill', atMs: 0, day, lines: [], reason: '', note: number, by: 1 }],
});

const money = (...days: readonly number[]): Partial<Dated> => ({
  money: days.map((day): OrderMoney => ({ day, minor: 1, kind: 'received', methodId: 2 })),
});

test('those that were placed on it, and those that have a document or money on it', () => {
  const days = new BookedDays();
  days.add(5, orderOn(10), 1);
  days.add(3, orderOn(10, money(10, 11)), 2);
  days.add(7, orderOn(10, credited(12)), 3);
  days.add(9, orderOn(11), 4);
  days.add(8, orderOn(11, credited(11)), 5);
  days.add(2, orderOn(12, money(10)), 6);
  days.add(1, orderOn(12, money(10, 11)), 7);
  days.add(4, orderOn(9, { ...money(10), isTrial: true }), 8);
  const on = (day: number) => [...days.bookedOn(day)];
  expect(on(10)).toEqual([3, 4, 5, 6, 7, 1, 2]);
  expect(on(11)).toEqual([8, 9, 1, 3]);
  expect(on(12)).toEqual([1, 2, 7]);
  expect(on(9)).toEqual([]);
  expect([days.days(0, 99), days.days(11, 12), days.days(10, 11)]).toEqual([
    [10, 11, 12],
    [11, 12],
    [10, 11],
  ]);
  // It is added again as it changes: no order is named twice.
  days.add(6, orderOn(10, money(11)), 9);
  days.add(9, orderOn(11, money(11)), 10);
  days.add(4, orderOn(10, credited(11)), 11);
  expect([on(10), on(11), days.seq]).toEqual([[3, 4, 5, 6, 7, 1, 2], [8, 9, 1, 3, 4, 6], 11]);
});

test('days and orders come in their order, also on a day on which none was placed', () => {
  const days = new BookedDays();
  days.add(20, orderOn(12, money(30)), 1);
  days.add(3, orderOn(9, money(30)), 2);
  days.add(11, orderOn(10, credited(30)), 3);
  expect(days.days(0, 99)).toEqual([9, 10, 12, 30]);
  expect([...days.bookedOn(30)]).toEqual([3, 11, 20]);
  expect([...days.bookedOn(31)]).toEqual([]);
});

test('an order is named once, though it was placed between those of the day', () => {
  const days = new BookedDays();
  for (const id of [3, 7]) days.add(id, orderOn(10), id);
  days.add(5, orderOn(9, money(10)), 8);
  expect([...days.bookedOn(10)]).toEqual([3, 4, 5, 6, 7]);
});
