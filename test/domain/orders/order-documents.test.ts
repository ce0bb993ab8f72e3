// What the books say of an order, example by example. It would catch a document on a wrong day, with another's
// number or sign, and one that is in the books although nobody counts it.
import { describe, expect, test } from 'vitest';
import {
  NO_MONEY,
  documentSums,
  documentsOf,
  hasOnlyInvoice,
  isCounted,
  isCountedExpired,
  moneyAfter,
  turnsAfter,
} from '../../../src/domain/orders/bookings.ts';
import type { Booked, OrderMoney } from '../../../src/domain/orders/bookings.ts';
import type { Credit } from '../../../src/domain/orders/credits.ts';
import { cartOf } from './simple-cart.ts';

const numbered = (number: number) => ({ prefix: number === 0 ? '' : 'N-', number });

/** Of the first line, with a fifth of tax, on this day. */
const credit = (day: number, minor: number, note = 0, more: Partial<Credit> = {}): Credit => ({
  kind: 'goodwill',
  atMs: 0,
  day,
  lines: [{ lineId: 1, quantityMilli: 0, minor, taxMinor: minor / 5 }],
  reason: '',
  note: numbered(note),
  by: 1,
  ...more,
});

const NO_CANCELLATION = { ...numbered(0), canceledMs: 0, day: -1 };

/** An order of 15.00, of day 100, with invoice 5. */
const booked = (more: Partial<Booked> = {}): Booked => ({
  cart: cartOf([1000, 250_000], [500]),
  credits: [],
  invoice: numbered(5),
  isInvoicedByParcel: false,
  partials: [],
  day: 100,
  turns: [],
  past: [],
  states: { order: 'OPEN' },
  cancellation: NO_CANCELLATION,
  isExpired: false,
  isTrial: false,
  ...more,
});

const CANCELED = { states: { order: 'CANCELED' } } as const;

/** [kind, day, its number, number of its invoice, amounts of lines]; 'credit' where it takes off the sales. */
const documents = (order: Booked) =>
  documentsOf(order).map(({ kind, day, note, invoice, lines, isCredit }) => [
    kind,
    day,
    note.number,
    invoice.number,
    lines.map(({ minor }) => minor),
    ...(isCredit ? ['credit'] : []),
  ]);

/** [day, amount, what it takes off the sales]. */
const sums = (order: Booked) => documentSums(order).map(({ day, minor, creditMinor }) => [day, minor, creditMinor]);

const turn = (day: number, isCanceled: boolean, credits = 0, wasExpired = false) => {
  return { day, isCanceled, credits, wasExpired };
};

describe('an order with one invoice', () => {
  test('has it on its day, over each line', () => {
    const order = booked();
    expect(documents(order)).toEqual([['invoice', 100, 5, 5, [1000, 500]]]);
    const [only] = documentsOf(order);
    expect(only!.of).toBe(order.cart.lines);
    expect(only!.lines).toEqual([
      { lineId: 1, minor: 1000, taxMinor: 200 },
      { lineId: 2, minor: 500, taxMinor: 0 },
    ]);
    expect(sums(order)).toEqual([[100, 1500, 0]]);
    expect(hasOnlyInvoice(order)).toBe(true);
  });

  test('has each credit on its own day', () => {
    const order = booked({ credits: [credit(103, 100, 7), credit(104, 50)] });
    expect(documents(order)).toEqual([
      ['invoice', 100, 5, 5, [1000, 500]],
      ['credit_note', 103, 7, 5, [-100], 'credit'],
      ['credit_note', 104, 0, 5, [-50], 'credit'],
    ]);
    expect(documentsOf(order)[1]!.lines).toEqual([{ lineId: 1, minor: -100, taxMinor: -20 }]);
    expect(sums(order)).toEqual([
      [100, 1500, 0],
      [103, -100, 100],
      [104, -50, 50],
    ]);
    expect(hasOnlyInvoice(order)).toBe(false);
  });

  test('has nothing that is negative and zero', () => {
    const order = booked({ credits: [credit(103, 0)] });
    expect(documentsOf(order)[1]!.lines).toEqual([{ lineId: 1, minor: 0, taxMinor: 0 }]);
    expect(sums(order)[1]).toEqual([103, 0, 0]);
  });

  test('is in no book while it tries the shop out', () => {
    const order = booked({ isTrial: true, credits: [credit(103, 100)] });
    expect([documents(order), sums(order), hasOnlyInvoice(order)]).toEqual([[], [], false]);
    expect(sums({ ...order, isInvoicedByParcel: true })).toEqual([]);
  });
});

describe('an order that is cancelled', () => {
  test('is in no book while its month is open and no invoice was issued', () => {
    const order = booked({ ...CANCELED, credits: [credit(103, 100)] });
    expect([documents(order), sums(order), hasOnlyInvoice(order)]).toEqual([[], [], false]);
    expect(hasOnlyInvoice(booked(CANCELED))).toBe(false);
  });

  test('whose issued invoice a document takes back, takes nothing off the sales', () => {
    const cancellation = { ...numbered(8), canceledMs: 0, day: 105 };
    const order = booked({ ...CANCELED, cancellation, credits: [credit(103, 100, 7)] });
    expect(documents(order)).toEqual([
      ['invoice', 100, 5, 5, [1000, 500]],
      ['credit_note', 103, 7, 5, [-100]],
      ['cancellation', 105, 8, 5, [-900, -500]],
    ]);
    expect(documentsOf(order)[2]!.lines[0]!.taxMinor).toBe(-180);
    expect(sums(order)).toEqual([
      [100, 1500, 0],
      [103, -100, 0],
      [105, -1400, 0],
    ]);
    const old = { ...cancellation, day: -1, canceledMs: 106.9 * 86_400_000 };
    expect(documents({ ...order, cancellation: old }).at(-1)).toEqual(['cancellation', 106, 8, 5, [-900, -500]]);
    expect(documents({ ...order, cancellation: { ...old, day: 0 } }).at(-1)![1]).toBe(0);
  });

  test('after its month was closed has a document of its own, and another once it is opened again', () => {
    const cancellation = { ...numbered(8), canceledMs: 0, day: 110 };
    const credits = [credit(103, 100, 7), credit(115, 50)];
    const order = booked({ ...CANCELED, cancellation, credits, turns: [turn(110, true, 1)] });
    expect(documents(order)).toEqual([
      ['invoice', 100, 5, 5, [1000, 500]],
      ['credit_note', 103, 7, 5, [-100], 'credit'],
      ['credit_note', 115, 0, 5, [-50], 'credit'],
      ['cancellation', 110, 8, 5, [-900, -500], 'credit'],
    ]);
    const reopened = booked({ cancellation, credits, turns: [turn(110, true, 1), turn(120, false, 2)] });
    expect(documents(reopened).slice(3)).toEqual([
      ['cancellation', 110, 0, 5, [-900, -500], 'credit'],
      ['reopening', 120, 0, 5, [850, 500], 'credit'],
    ]);
    expect(sums(reopened).slice(3)).toEqual([
      [110, -1400, 1400],
      [120, 1350, -1350],
    ]);
    expect(hasOnlyInvoice(booked({ turns: reopened.turns }))).toBe(false);
  });

  test('before its month was closed, and opened again after it, is in the books from then on', () => {
    const credits = [credit(103, 100), credit(130, 50)];
    const order = booked({ credits, turns: [turn(120, false, 1)] });
    expect(documents(order)).toEqual([
      ['credit_note', 130, 0, 5, [-50], 'credit'],
      ['reopening', 120, 0, 5, [900, 500], 'credit'],
    ]);
  });

  test('counts on its day as it was when its month was closed', () => {
    const counted = (more: Partial<Booked>) => [isCounted(booked(more)), isCountedExpired(booked(more))];
    expect(counted({})).toEqual([true, false]);
    expect(counted(CANCELED)).toEqual([false, false]);
    expect(counted({ ...CANCELED, isExpired: true })).toEqual([false, true]);
    expect(counted({ isExpired: true })).toEqual([true, false]);
    expect(counted({ ...CANCELED, isExpired: true, turns: [turn(110, true)] })).toEqual([true, false]);
    expect(counted({ turns: [turn(110, false, 0, true)] })).toEqual([false, true]);
    expect(counted({ isExpired: true, turns: [turn(110, false)] })).toEqual([false, false]);
  });
});

describe('an order that is invoiced by parcel', () => {
  const partial = (number: number, day: number, lineId: number, minor: number) => {
    const lines = [{ lineId, quantityMilli: 1000, minor, taxMinor: minor / 5 }];
    return { invoice: numbered(number), atMs: 0, day, parcelId: 1, lines };
  };
  const partials = [partial(21, 101, 1, 1000), partial(22, 102, 2, 500)];

  test('has each invoice, and each note of one, on its day; other credits are on none', () => {
    const credits = [credit(103, 100, 7, { partialId: 1 }), credit(104, 50)];
    const order = booked({ isInvoicedByParcel: true, partials, credits });
    expect(documents(order)).toEqual([
      ['invoice', 101, 21, 21, [1000]],
      ['invoice', 102, 22, 22, [500]],
      ['credit_note', 103, 7, 21, [-100], 'credit'],
    ]);
    expect(sums(order)).toEqual([
      [101, 1000, 0],
      [102, 500, 0],
      [103, -100, 100],
      [104, 0, 50],
    ]);
    expect(hasOnlyInvoice(booked({ isInvoicedByParcel: true }))).toBe(false);
  });

  test('and has none is in no book, and is off the sales once it is cancelled', () => {
    const order = booked({ ...CANCELED, isInvoicedByParcel: true, turns: [turn(110, true)] });
    expect([documents(order), sums(order)]).toEqual([[], [[110, 0, 1500]]]);
  });
});

describe('an order that was edited', () => {
  /** Its first cart, of 20.00, less a credit of 1.00, was edited on day 104. */
  const edited = (note: number, more: Partial<Booked> = {}): Booked => {
    const all = { ...credit(104, 1900, note), kind: 'edited' as const };
    const past = { cart: cartOf([2000]), credits: [credit(102, 100), all], invoice: numbered(4) };
    return booked({ past: [past], credits: [credit(106, 30)], ...more });
  };

  test('has the documents of both carts, and takes nothing off by the edit', () => {
    expect(documents(edited(6))).toEqual([
      ['invoice', 100, 4, 4, [2000]],
      ['credit_note', 102, 0, 4, [-100], 'credit'],
      ['credit_note', 104, 6, 4, [-1900]],
      ['invoice', 104, 5, 5, [1000, 500]],
      ['credit_note', 106, 0, 5, [-30], 'credit'],
    ]);
    expect(sums(edited(6)).map(([, minor]) => minor)).toEqual([2000, -100, -1900, 1500, -30]);
    expect(hasOnlyInvoice(edited(6, { credits: [] }))).toBe(false);
  });

  test('and is cancelled has those of a cart whose invoice was issued, which take nothing off', () => {
    expect(documents(edited(0, CANCELED))).toEqual([]);
    expect(documents(edited(6, { ...CANCELED, isExpired: true }))).toEqual([
      ['invoice', 100, 4, 4, [2000]],
      ['credit_note', 102, 0, 4, [-100]],
      ['credit_note', 104, 6, 4, [-1900]],
    ]);
  });

  test('and whose invoice is taken back has them all', () => {
    const order = edited(0, { ...CANCELED, cancellation: { ...numbered(8), canceledMs: 0, day: 107 } });
    expect(documents(order).map(([kind, day, , , lines]) => [kind, day, lines])).toEqual([
      ['invoice', 100, [2000]],
      ['credit_note', 102, [-100]],
      ['credit_note', 104, [-1900]],
      ['invoice', 104, [1000, 500]],
      ['credit_note', 106, [-30]],
      ['cancellation', 107, [-970, -500]],
    ]);
    expect(documentsOf(order).filter(({ isCredit }) => isCredit)).toEqual([]);
  });

  test('and cancelled after its month was closed has one cancellation', () => {
    const order = edited(0, { ...CANCELED, turns: [turn(140, true, 1)] });
    expect(documents(order).map(([kind, day]) => [kind, day])).toEqual([
      ['invoice', 100],
      ['credit_note', 102],
      ['credit_note', 104],
      ['invoice', 104],
      ['credit_note', 106],
      ['cancellation', 140],
    ]);
  });
});

describe('an order turns', () => {
  const order = { ...booked({ credits: [credit(103, 100)] }), isExpired: true };

  test('where it is cancelled or opened again after its month was closed', () => {
    expect(turnsAfter(order, 'CANCELED', true, 130)).toEqual([turn(130, true, 1, true)]);
    const canceled = { ...order, ...CANCELED, turns: [turn(130, true)] };
    expect(turnsAfter(canceled, 'OPEN', true, 140)).toEqual([turn(130, true), turn(140, false, 1, true)]);
  });

  test('and does not where its month is open, or it stays what it is', () => {
    expect(turnsAfter(order, 'CANCELED', false, 130)).toBe(order.turns);
    expect(turnsAfter(order, 'CLOSED', true, 130)).toBe(order.turns);
    expect(turnsAfter({ ...order, ...CANCELED }, 'CANCELED', true, 130)).toBe(order.turns);
  });
});

test('money is noted with its day, unless it is none or nobody knows the day', () => {
  const one: OrderMoney = { day: 0, minor: 5, kind: 'received', methodId: 2 };
  const before = [one];
  const more = { ...one, day: 9, minor: -5, kind: 'refunded' as const };
  expect(moneyAfter(before, { ...more, type: 'order_refunded' } as OrderMoney)).toEqual([one, more]);
  expect(moneyAfter([], one)).toEqual([one]);
  expect(moneyAfter(before, { ...more, minor: 0 })).toBe(before);
  expect(moneyAfter(before, { ...more, day: -1 })).toBe(before);
  expect(NO_MONEY).toBe(-1);
});
