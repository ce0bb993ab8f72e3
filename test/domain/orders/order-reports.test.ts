// The figures behind reports: folded from changes they are what the orders as they stand make, in any order of them.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import { dayText, monthOf, monthStart, parseDay, weekOf, weekStart } from '../../../src/domain/date-time.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Whole } from '../../../src/domain/money.ts';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { planReport } from '../../../src/domain/reports/report.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import type { Statistic } from '../../../src/domain/reports/report.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { searchTextOf } from '../../../src/domain/reports/usage.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { must } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { good } from '../seeded-shop.ts';

const placed = (
  day: number,
  quantities: readonly (readonly [productId: number, milli: number])[],
  canceled = false,
  sum = 0,
): Order => {
  const lines = quantities.map(
    ([productId, quantity]) =>
      ({ type: 'PRODUCT', productId, quantityMilli: quantity, sumMinor: 3 * quantity }) as unknown as Line,
  );
  const cart: Cart = { ...emptyCart(0), lines, sumMinor: sum as Cart['sumMinor'], couponUses: [] };
  return {
    ...order.state.initial(),
    currency: 'EUR',
    day,
    cart,
    states: { order: canceled ? 'CANCELED' : 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING' },
  };
};

const sorted = (reports: OrderReports): (readonly [string, Whole])[] =>
  [...reports.figures()].sort(([a], [b]) => (a < b ? -1 : 1));

// Catches a figure that remembers an order twice or not at all, and a list of the latest days that depends on the order
// in which orders came: a restart reads final states, a running shop saw every change.
test('whatever happened to orders on the way, their last states make the same figures', () => {
  const step = fc.oneof(
    fc.record({
      day: fc.integer({ min: 20_000, max: 20_150 }),
      lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3000 })), { maxLength: 3 }),
      sum: fc.nat({ max: 9999 }),
      of: fc.record({
        userId: fc.nat({ max: 3 }),
        channelId: fc.constantFrom(-1, 0, 1, 2),
        currency: fc.constantFrom('EUR', 'JPY'),
        currencyDigits: fc.constantFrom(0, 2),
        isTrial: fc.boolean(),
        isPrepared: fc.boolean(),
      }),
    }),
    fc.record({ toggled: fc.nat(), isExpired: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const live = new OrderReports();
      const orders: Order[] = [];
      for (const [seq, one] of steps.entries()) {
        if ('day' in one) {
          orders.push({ ...placed(one.day, one.lines, false, one.sum), ...one.of });
          live.add(orders.length, orders.at(-1)!, seq);
        } else if (orders.length > 0) {
          const at = one.toggled % orders.length;
          const before = orders[at]!;
          live.remove(at + 1, before, seq);
          const state = before.states.order === 'CANCELED' ? 'OPEN' : 'CANCELED';
          const isExpired = state === 'CANCELED' && one.isExpired;
          orders[at] = { ...before, isExpired, states: { ...before.states, order: state } };
          live.add(at + 1, orders[at]!, seq);
        }
      }
      const again = new OrderReports();
      for (const [at, one] of orders.entries()) again.add(at + 1, one, 0);
      expect(sorted(live)).toEqual(sorted(again));
      const backwards = new OrderReports();
      for (const [at, one] of [...orders.entries()].toReversed()) backwards.add(at + 1, one, 0);
      expect(sorted(live)).toEqual(sorted(backwards));
      for (const [at, one] of orders.entries()) live.remove(at + 1, one, 0);
      expect(sorted(live)).toEqual([]);
    }),
    { numRuns: runs(30) },
  );
});

interface Bought {
  readonly day: number;
  readonly userId: number;
  readonly channelId: number;
  readonly currency: string;
  readonly isCanceled: boolean;
  readonly isTrial: boolean;
  readonly lines: readonly (readonly [productId: number, milli: number])[];
}

const bought = fc.record<Bought>({
  day: fc.integer({ min: 20_000, max: 20_200 }),
  userId: fc.nat({ max: 3 }),
  channelId: fc.constantFrom(-1, 1, 2),
  currency: fc.constantFrom('EUR', 'JPY'),
  isCanceled: fc.boolean(),
  isTrial: fc.boolean(),
  lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3000 })), { maxLength: 3 }),
});

// Catches a packed day that loses a product, a day that is taken for another, a trial order that counts, a customer who
// returns by an order that is cancelled, and amounts of two currencies in one sum.
test('what was sold of products, and orders of returning customers, are sums over the orders', () => {
  const asked = fc.record({
    from: fc.integer({ min: 19_990, max: 20_210 }),
    days: fc.nat({ max: 120 }),
    channelId: fc.option(fc.constantFrom(-1, 1, 2), { nil: undefined }),
    currency: fc.constantFrom('EUR', 'JPY'),
  });
  fc.assert(
    fc.property(fc.array(bought, { maxLength: 120 }), asked, (all, { from, days, channelId, currency }) => {
      const reports = new OrderReports();
      for (const [at, one] of all.entries()) {
        const { lines, day, isCanceled, ...of } = one;
        reports.add(at + 1, { ...placed(day, lines, isCanceled), ...of }, 1);
      }
      const to = from + days;
      const counting = all.map((one, at) => ({ ...one, id: at + 1 })).filter((one) => !one.isCanceled && !one.isTrial);
      const wanted = counting.filter(
        (one) =>
          one.day >= from &&
          one.day <= to &&
          one.currency === currency &&
          (channelId === undefined || one.channelId === channelId),
      );
      const sums = new Map<number, { milli: number; minor: number }>();
      for (const [productId, milli] of wanted.flatMap(({ lines }) => lines)) {
        const before = sums.get(productId) ?? { milli: 0, minor: 0 };
        sums.set(productId, { milli: before.milli + milli, minor: before.minor + 3 * milli });
      }
      const sold = runToEnd(reports.products.sold({ channelId, currency }, [from, to], 2));
      expect([...sold].sort(([a], [b]) => a - b)).toEqual([...sums].sort(([a], [b]) => a - b));
      const isEarlier = (a: (typeof counting)[number], b: (typeof counting)[number]): boolean =>
        a.userId === b.userId && (a.day < b.day || (a.day === b.day && a.id < b.id));
      const returning = wanted.filter((one) => one.userId !== 0 && counting.some((other) => isEarlier(other, one)));
      let counted = 0;
      for (let day = from; day <= to; day += 1) counted += Number(reports.returning.on(day, { channelId, currency }));
      expect(counted).toBe(returning.length);
    }),
    { numRuns: runs(30) },
  );
});

const readerOf = (reports: OrderReports, day: number): Reader => {
  const rules = { timeZone: 'UTC', recordsMax: 10_000, currency: 'EUR', currencyDigits: 2 };
  return {
    atMs: day * 86_400_000,
    rules,
    index: () => ({ reports }),
    track: () => {},
    read: () => undefined,
  } as unknown as Reader;
};

const made = (reports: OrderReports, day: number, statistic: Statistic) => {
  const range = { fromDay: undefined, toDay: undefined, channel: '', currency: '' };
  const planned = planReport(readerOf(reports, day), { statistic, ...range });
  must(planned.ok, 'the report can be made');
  const { records } = good(runToEnd(planned.value.steps()));
  return { records: Array.from({ length: records.count }, (_, at) => records.at(at)) };
};

describe('a hotlist', () => {
  // Catches a walk over what changes meanwhile: an order that is changed is taken out and put in again.
  test('has a product once, whatever becomes of its order while the list is made', () => {
    const reports = new OrderReports();
    const [best, day] = [placed(20_000, [[9, 5000]]), 20_000];
    reports.add(1, best, 1);
    const others = Array.from({ length: 9000 }, (_, at) => [at + 10, 1000] as const);
    reports.add(2, placed(day, others), 2);
    const range = { fromDay: undefined, toDay: undefined, channel: '', currency: '' };
    const planned = planReport(readerOf(reports, day), { statistic: 'hotlist_all_time', ...range });
    must(planned.ok, 'the report can be made');
    const steps = planned.value.steps();
    expect(steps.next().done).toBe(false);
    reports.remove(1, best, 3);
    reports.add(1, best, 3);
    const { records } = good(runToEnd(steps));
    const ids = Array.from({ length: records.count }, (_, at) => records.at(at).id);
    expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => at + 9));
  });

  // Catches a selection that drops one of equal quantity, or one that comes late.
  test('holds the best hundred of any number of products, equal ones by their ids', () => {
    const product = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(fc.uniqueArray(product, { selector: ([id]) => id, maxLength: 4000, size: 'max' }), (quantities) => {
        const reports = new OrderReports();
        reports.add(1, placed(20_000, quantities), 1);
        const expected = quantities.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 100);
        for (const statistic of ['hotlist_all_time', 'hotlist_month'] as const) {
          expect(made(reports, 20_000, statistic).records.map(({ id, value }) => [id, value])).toEqual(expected);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  test('of 5,000 products with 50 quantities is as exact', () => {
    const reports = new OrderReports();
    const quantities = Array.from({ length: 5000 }, (_, n) => [n + 1, 1 + ((n * 7919) % 50)] as const);
    reports.add(1, placed(20_000, quantities), 1);
    const expected = quantities.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 100);
    expect(made(reports, 20_000, 'hotlist_today').records.map(({ id, value }) => [id, value])).toEqual(expected);
  });
});

// Catches a quantity in the place of a product that was first ordered on another day, or by a cancelled order.
test('hotlists of days have what was ordered on them, in whatever order days and products come', () => {
  const [first, second] = [20_000, 20_001];
  const reports = new OrderReports();
  reports.add(1, placed(first, [[1, 1000]]), 1);
  reports.add(2, placed(first, [[2, 9000]], true), 2);
  reports.add(3, placed(second, [[3, 4000]]), 3);
  reports.add(4, placed(first, [[4, 2000]]), 4);
  const shown = (statistic: Statistic) => made(reports, second, statistic).records.map(({ id, value }) => [id, value]);
  expect(shown('hotlist_yesterday')).toEqual([
    [4, 2000],
    [1, 1000],
  ]);
  expect(shown('hotlist_today')).toEqual([[3, 4000]]);
  reports.remove(4, placed(first, [[4, 2000]]), 5);
  expect(shown('hotlist_yesterday')).toEqual([[1, 1000]]);
});

describe('weeks and months', () => {
  // Catches a week that begins on Sunday and a month that is a day too long.
  test('are those of the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (day) => {
        const date = new Date(day * 86_400_000);
        expect(day - weekStart(weekOf(day))).toBe((date.getUTCDay() + 6) % 7);
        expect(dayText(monthStart(monthOf(day)))).toBe(`${dayText(day).slice(0, 8)}01`);
        expect(monthStart(monthOf(day) + 1) - monthStart(monthOf(day))).toBe(
          new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
        );
      }),
      { numRuns: runs(50) },
    );
    expect(weekOf(parseDay('2026-01-04')!) + 1).toBe(weekOf(parseDay('2026-01-05')!));
  });
});

describe('the text of a search', () => {
  test.each<[unknown, string]>([
    [{ name: ['LIKE', '%Blue  Shirt%'] }, 'blue shirt'],
    [{ name: ['LIKE', 'blue_shirt'] }, 'blue shirt'],
    [{ name: ['LIKE', '100\\%%'] }, '100%'],
    [{ name: ['LIKE', 'a\\b'] }, 'a\\b'],
    [{ OR: [{ name: ['LIKE', '%Tea%'] }, { description: ['LIKE', '%tea%'] }, { name: ['MATCH', 'TEA'] }] }, 'tea'],
    [{ name: ['MATCH', 'red'], brand: ['LIKE', 'nike'] }, 'red nike'],
    [{ name: 'red', price: ['<', 5], color: ['IN', ['a', 'b']], size: ['NOT LIKE', 'x'] }, ''],
    [{ name: ['LIKE', '%%'] }, ''],
    [{ name: ['LIKE', null] }, ''],
    [{ name: ['LIKE', 7] }, '7'],
    [[], ''],
    [{ name: ['LIKE', 'x'.repeat(150)] }, 'x'.repeat(100)],
    [{ name: ['MATCH', `${'x'.repeat(99)}🫖🫖`] }, `${'x'.repeat(99)}🫖`],
  ])('%j is %j', (raw, text) => {
    const constraint = parseConstraint(raw);
    must(constraint.ok, 'the constraint is one');
    expect(searchTextOf(constraint.value)).toBe(text);
  });
});

// Catches a credit that no report shows: the shop began while its clock was ahead, and was set back since.
test('a credit of a day before the first order is among the days of reports', () => {
  const credit = { kind: 'goodwill', atMs: 0, reason: '', note: { prefix: '', number: 0 }, by: 1 } as const;
  const lines = [{ lineId: 1, quantityMilli: 0, minor: 100, taxMinor: 0 }];
  const reports = new OrderReports();
  reports.add(1, { ...placed(20_010, [[1, 1000]], false, 300), credits: [{ ...credit, day: 20_000, lines }] }, 1);
  expect(reports.firstDay).toBe(20_000);
  expect(reports.credits.on(20_000, {}, 2)).toBe(100);
});

// Catches sales of an edit that no report shows, for the same reason.
test('so is an edit, an invoice of a parcel and a cancellation', () => {
  const credit = { kind: 'edited', atMs: 0, reason: '', note: { prefix: '', number: 0 }, by: 1 } as const;
  const lines = [{ lineId: 1, quantityMilli: 1000, minor: 300, taxMinor: 0 }];
  const first = placed(20_010, [[1, 1000]], false, 300);
  const { cart, invoice } = placed(20_010, [[1, 1000]], false, 500);
  const reports = new OrderReports();
  reports.add(
    1,
    { ...first, cart, past: [{ cart: first.cart, invoice, credits: [{ ...credit, day: 20_003, lines }] }] },
    1,
  );
  expect([reports.firstDay, reports.sales.on(20_003, {}, 2)]).toEqual([20_003, 200]);
  reports.add(2, { ...first, cancellation: { prefix: '', number: 1, canceledMs: 0, day: 20_002 } }, 2);
  expect(reports.firstDay).toBe(20_002);
  const partial = { invoice, day: 20_001 } as Order['partials'][number];
  reports.add(3, { ...first, isTrial: false, partials: [partial] }, 3);
  expect(reports.firstDay).toBe(20_001);
});
