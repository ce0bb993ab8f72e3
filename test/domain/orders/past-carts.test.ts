// Carts that an order had before edits. It would catch a credit that is shown with another cart or number, and an edit
// that makes an order dearer than it did.
import { describe, expect, test } from 'vitest';
import type { Credit } from '../../../src/domain/orders/credits.ts';
import type { PastCart } from '../../../src/domain/orders/past-carts.ts';
import {
  allCredits,
  asCredited,
  cartSinceMs,
  cartsOf,
  countedCarts,
  creditOf,
  creditsMadeWith,
  editsOf,
  invoicedMs,
  lastEdit,
  pastCartOf,
} from '../../../src/domain/orders/past-carts.ts';
import { cartOf } from './simple-cart.ts';

const credit = (reason: string, minor: number, more: Partial<Credit> = {}): Credit => ({
  kind: 'goodwill',
  atMs: 0,
  day: 0,
  lines: [{ lineId: 1, quantityMilli: 0, minor, taxMinor: 0 }],
  reason,
  note: { prefix: '', number: 0 },
  by: 1,
  ...more,
});

const edit = (reason: string, minor: number, day: number, atMs: number) =>
  credit(reason, minor, { kind: 'edited', day, atMs });

const past = (sumMinor: number, number: number, ...credits: readonly Credit[]): PastCart => {
  return { cart: cartOf([sumMinor]), credits, invoice: { prefix: '', number } };
};

/** Edited on day 5 from 10.00 to 12.00, and on day 7 to 9.00. */
const order = {
  ...past(900, 3, credit('d', 10), credit('e', 20, { isContinued: true })),
  past: [past(1000, 1, credit('a', 100), edit('b', 900, 5, 50)), past(1200, 2, edit('c', 1200, 7, 70))],
  isInvoicedByParcel: false,
  partials: [],
  createdMs: 1,
};
const plain = { ...order, past: [] };

const reasons = (credits: readonly Credit[]) => credits.map(({ reason }) => reason).join('');

test('credits are numbered over all carts, in the order in which they were made', () => {
  expect([reasons(allCredits(order)), reasons(allCredits(plain))]).toEqual(['abcde', 'de']);
  expect([0, 1, 4, 5, 6].map((id) => creditOf(order, id)?.reason)).toEqual([undefined, 'a', 'd', 'e', undefined]);
});

test('each cart is an order that has no later one', () => {
  expect(cartsOf(order).map((one) => [one.invoice.number, one.past.length, reasons(one.credits)])).toEqual([
    [1, 0, 'ab'],
    [2, 1, 'c'],
    [3, 2, 'de'],
  ]);
  expect(cartsOf(order)[2]).toBe(order);
  expect(cartsOf(plain)).toEqual([plain]);
  expect(pastCartOf(order)).toEqual({ cart: order.cart, credits: order.credits, invoice: order.invoice });
});

describe('an order as it was credited', () => {
  test('has the cart that the credit is of', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((id) => asCredited(order, id)?.invoice.number)).toEqual([
      undefined,
      1,
      1,
      2,
      3,
      3,
      undefined,
    ]);
    expect(asCredited(order, -1)).toBeUndefined();
  });

  test('has the invoice that is credited, where it is one over a part', () => {
    const partials = [{ invoice: { prefix: 'R-', number: 8 }, atMs: 80, day: 0, parcelId: 1, lines: [] }];
    const credits = [credit('a', 1, { partialId: 1 }), credit('b', 1)];
    const parted = { ...plain, credits, partials, isInvoicedByParcel: true };
    expect([1, 2].map((id) => asCredited(parted, id)!.invoice.number)).toEqual([8, 3]);
  });
});

test('credits that were made together go together', () => {
  const credits = ['a', 'b', 'c', 'd'].map((reason) =>
    credit(reason, 1, reason === 'b' || reason === 'd' ? { isContinued: true } : {}),
  );
  const one = { ...plain, credits };
  expect([0, 1, 2, 3, 4].map((id) => reasons(creditsMadeWith(one, id)))).toEqual(['', 'ab', 'b', 'cd', 'd']);
});

test('the last edit began the present cart, and made it dearer by what it says', () => {
  expect([lastEdit(order)?.reason, lastEdit(plain)]).toEqual(['c', undefined]);
  expect([cartSinceMs(order), cartSinceMs(plain)]).toEqual([70, 1]);
  expect(editsOf(order)).toEqual([
    [5, 300],
    [7, -300],
  ]);
  expect(editsOf(plain)).toEqual([]);
});

test('figures count the first cart on the day of the order, and on that of each edit what it changed', () => {
  const counted = countedCarts({ ...order, day: 3 });
  expect(counted.map(([day, { sumMinor }, sign]) => [day, sumMinor, sign])).toEqual([
    [3, 1000, 1],
    [5, 1000, -1],
    [5, 1200, 1],
    [7, 1200, -1],
    [7, 900, 1],
  ]);
  expect(countedCarts({ ...plain, day: 3 })).toEqual([[3, plain.cart, 1]]);
});

test('an invoice is dated when its cart began, or when it was numbered for a parcel', () => {
  const partials = [{ invoice: order.invoice, atMs: 80, day: 0, parcelId: 1, lines: [] }];
  expect(invoicedMs({ ...order, partials })).toBe(70);
  expect(invoicedMs({ ...order, partials, isInvoicedByParcel: true })).toBe(80);
});
