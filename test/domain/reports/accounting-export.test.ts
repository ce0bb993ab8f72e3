// The bookings of some days. It would catch a document or money that is in no booking or in two, a day that differs
// from the report, and a file that counts more than its currency.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ACCOUNTING } from '../../../src/domain/accounting.ts';
import { BookedDays } from '../../../src/domain/orders/booked-days.ts';
import { documentsOf } from '../../../src/domain/orders/bookings.ts';
import { keptMinor } from '../../../src/domain/orders/credits.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { bookingsOf } from '../../../src/domain/reports/accounting-export.ts';
import type { Booking } from '../../../src/domain/reports/accounting-export.ts';
import { NO_SELLER } from '../../../src/domain/seller.ts';
import { ClosedMonths } from '../../../src/domain/time/closed-month.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { runs } from '../../harness/effort.ts';
import { Life, life } from '../orders/order-life.ts';

const CURRENCIES = ['EUR', 'CHF'] as const;

interface Books {
  readonly reports: OrderReports;
  readonly reader: Reader;
}

/** `skips`: orders that the days do not know, which breaks it. */
const booksOf = (orders: readonly Order[], skips = 0): Books => {
  const [booked, reports] = [new BookedDays(), new OrderReports()];
  for (const [at, order] of orders.entries()) {
    reports.add(at + 1, order, 1);
    if (at >= skips) booked.add(at + 1, order, 1);
  }
  const closed = new ClosedMonths();
  const reader = {
    atMs: 0,
    rules: { accounting: NO_ACCOUNTING, seller: NO_SELLER, taxClasses: [] },
    trackAbsence: () => {},
    index: (kind: string) => (kind === 'order' ? { booked, reports } : closed),
    read: (kind: string, id: number) => (kind === 'order' ? orders[id - 1] : undefined),
  };
  return { reports, reader: reader as unknown as Reader };
};

const bookings = ({ reader }: Books, currency: string, byDay: boolean): readonly Booking[] => {
  const all: Booking[] = [];
  const query = { fromDay: 19_000, toDay: 21_000, currency, byDay, max: Infinity };
  const made = runToEnd(bookingsOf(reader, query, (booking) => void all.push(booking)));
  expect(made).toMatchObject({ ok: true, value: { bookings: all.length } });
  return all;
};

const sumBy = <T>(items: readonly T[], key: (item: T) => unknown, amount: (item: T) => number) => {
  const sums = new Map<string, number>();
  for (const item of items) {
    const name = JSON.stringify(key(item));
    sums.set(name, (sums.get(name) ?? 0) + amount(item));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0).sort());
};

/** What documents of orders say, line by line. */
const linesOf = (orders: readonly Order[]) =>
  orders.flatMap((order) =>
    documentsOf(order).flatMap(({ day, of, lines }) => {
      const rates = new Map(of.map(({ id, rateE6 }) => [id, rateE6]));
      return lines.map(({ lineId, minor, taxMinor }) => {
        return { day, currency: order.currency, rateE6: rates.get(lineId)!, minor, taxMinor };
      });
    }),
  );

const checkBooks = (skips: number) =>
  fc.property(fc.array(life, { minLength: 1, maxLength: 4 }), fc.boolean(), (lives, byDay) => {
    const orders = lives.map((lived, at) => {
      const one = new Life(lived);
      one.state.currency = CURRENCIES[at % CURRENCIES.length]!;
      for (const [step, share] of lived.steps) one.take(step, share);
      return one.state;
    });
    const books = booksOf(orders, skips);
    const all = bookings(books, '', byDay);
    const documents = all.filter(({ methodId }) => methodId < 0);
    const lines = linesOf(orders);
    const place = ({ day, currency, rateE6 }: { day: number; currency: string; rateE6: number }) => [
      day,
      currency,
      rateE6,
    ];
    expect(sumBy(documents, place, (one) => one.grossMinor)).toEqual(sumBy(lines, place, (one) => one.minor));
    expect(sumBy(documents, place, (one) => one.taxMinor)).toEqual(sumBy(lines, place, (one) => one.taxMinor));
    for (const { grossMinor, netMinor, taxMinor } of documents) expect(netMinor + taxMinor).toBe(grossMinor);
    for (const currency of CURRENCIES) {
      const own = documents.filter((one) => one.currency === currency);
      for (let day = 20_000; day < 20_020; day += 1) {
        const gross = own.filter((one) => one.day === day).reduce((sum, one) => sum + one.grossMinor, 0);
        expect(gross).toBe(Number(books.reports.documents.on(day, { currency }, 2)));
      }
      expect(bookings(books, currency, byDay)).toEqual(all.filter((one) => one.currency === currency));
    }
    const money = all.filter(({ methodId }) => methodId >= 0);
    const kept = sumBy(orders, ({ currency }) => currency, keptMinor);
    expect(
      sumBy(
        money,
        ({ currency }) => currency,
        (one) => one.grossMinor,
      ),
    ).toEqual(kept);
  });

test('bookings are the documents by day, currency and rate, and the report net_sales', () => {
  fc.assert(checkBooks(0), { numRuns: runs(60) });
});

test('canary: an order that no day knows is missed', () => {
  expect(fc.check(checkBooks(1), { numRuns: 100 }).failed).toBe(true);
});
