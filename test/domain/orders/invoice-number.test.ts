// Numbers of invoices and of what takes them back. It would catch a number that is given twice or left out, a document
// that is shown with another one's number, and a cancellation that is dated in a closed month.
import { describe, expect, test } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import { monthOf, monthStart } from '../../../src/domain/date-time.ts';
import type { Credit } from '../../../src/domain/orders/credits.ts';
import {
  cancellationNumberOf,
  cancellationOf,
  creditNoteNumberOf,
  invoiceNumberOf,
  invoicesOf,
  isInvoiceGiven,
  nextCancellation,
  nextDocuments,
  nextInvoice,
  skipNumbersOf,
} from '../../../src/domain/orders/invoice-number.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { closeMonth } from '../../../src/domain/time/closed-month.ts';
import { ok } from '../../../src/kernel/result.ts';
import { OneOrder } from './one-order.ts';

const DAY_MS = 86_400_000;

const number = (of: number, prefix = 'R-') => ({ prefix, number: of });
const cancellation = (of: number) => ({ ...number(of, 'S-'), canceledMs: 5, day: 3 });

const asked = <T>(one: OneOrder, look: (shop: Reader) => T): T => one.run((tx) => ok(look(tx)));

describe('a document', () => {
  test('has the prefix of its day and its number; none where it has no number', () => {
    expect([7, 0].map((of) => invoiceNumberOf({ invoice: number(of) }))).toEqual(['R-7', '']);
    expect([7, 0].map((of) => cancellationNumberOf({ cancellation: cancellation(of) }))).toEqual(['S-7', '']);
    const credit = (of: number): Credit => {
      return { kind: 'goodwill', atMs: 0, day: 0, lines: [], reason: '', note: number(of, 'S-'), by: 0 };
    };
    const order = { past: [], credits: [credit(4), credit(0)] };
    expect([1, 2, 3].map((id) => creditNoteNumberOf(order, id))).toEqual(['S-4', '', '']);
  });

  test('is an invoice of its order, also one that an edit took back', () => {
    const past = (...numbers: readonly number[]) =>
      numbers.map((of) => ({ cart: emptyCart(0), credits: [], invoice: number(of) }));
    const invoices = (more: Partial<Parameters<typeof invoicesOf>[0]>) =>
      invoicesOf({ past: [], invoice: number(3), isInvoicedByParcel: false, partials: [], ...more }).map(
        (one) => one.number,
      );
    expect(invoices({})).toEqual([3]);
    // An edit of an order whose invoice was not issued keeps the number.
    expect(invoices({ past: past(1, 1, 2) })).toEqual([1, 2, 3]);
    expect(invoices({ past: past(1, 3) })).toEqual([1, 3]);
    const partials = [4, 6].map((of) => ({ invoice: number(of), atMs: 0, day: 0, parcelId: 1, lines: [] }));
    expect(invoices({ partials, isInvoicedByParcel: true })).toEqual([4, 6]);
  });
});

describe('the next number', () => {
  test('of an invoice is one more than any has or had, and no lower than the shop begins', () => {
    const next = (rules: object, given: number) => {
      const one = new OneOrder([[1000]], { invoice: number(given) }, rules);
      return one.run((tx) => ok(nextInvoice(tx)));
    };
    expect(next({}, 4)).toEqual(number(5));
    expect(next({ invoicePrefix: 'X', invoiceNumberFirst: 5 }, 4)).toEqual(number(5, 'X'));
    expect(next({ invoiceNumberFirst: 100 }, 4)).toEqual(number(100));
  });

  test('is none that was lost with its order', () => {
    const one = new OneOrder([[1000]], { invoice: number(4) });
    const { invoices } = one.shop.index('order');
    skipNumbersOf(invoices, 9);
    expect(one.run((tx) => ok(nextInvoice(tx))).number).toBe(9);
    skipNumbersOf(invoices, 6);
    expect(one.run((tx) => ok(nextInvoice(tx))).number).toBe(9);
    expect([8, 9].map((of) => asked(one, (shop) => isInvoiceGiven(shop, of)))).toEqual([true, false]);
  });

  test('of what takes an invoice back is of another series', () => {
    const one = new OneOrder([[1000]], { invoice: number(4) }, { cancellationPrefix: 'C' });
    expect(asked(one, nextCancellation)).toEqual(number(1, 'C'));
    one.run((tx) => tx.ask('order', one.orderId, { type: 'cancel_invoice', ...cancellation(6) }));
    expect(asked(one, nextCancellation)).toEqual(number(7, 'C'));
    expect(nextDocuments(one.shop.index('order'))).toEqual({ invoice: 5, cancellation: 7 });
  });
});

describe('the cancellation of an order', () => {
  test('is the one that it has', () => {
    const one = new OneOrder([[1000]]);
    const order = { ...one.order, cancellation: cancellation(6) };
    expect(asked(one, (shop) => cancellationOf(shop, order))).toEqual(cancellation(6));
  });

  test('is else the next one, of the last change; of today, where the month of that is closed', () => {
    const one = new OneOrder([[1000]], {}, { timeZone: 'UTC' });
    const today = Math.floor(one.shop.nowMs / DAY_MS);
    const before = monthOf(today) - 1;
    const modifiedMs = monthStart(before) * DAY_MS + 5;
    const order = { ...one.order, modifiedMs };
    const made = () => asked(one, (shop) => cancellationOf(shop, order));
    expect(made()).toEqual({ ...number(1, 'S-'), canceledMs: modifiedMs, day: monthStart(before) });
    one.run((tx) => closeMonth(tx, before, 7));
    expect(made()).toEqual({ ...number(1, 'S-'), canceledMs: one.shop.nowMs, day: today });
  });
});
