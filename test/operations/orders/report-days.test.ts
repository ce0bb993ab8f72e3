// Catches reports whose days begin at another hour than the shop's, that miss an order, or take wrong dates.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Given, TestShop } from '../shop.ts';
import type { CartLine } from '../cart-reply.ts';
import { openShop } from '../shop.ts';
import { HOUR_MS, at, buy, days, list, localDay, report, setState } from './reported.ts';

describe('days of the shop’s time zone', () => {
  // The day on which the clocks go forward has 23 hours, the one on which they go back 25.
  test.each([
    ['2026-03-29', '2026-03-28T23:00Z', 23],
    ['2026-10-25', '2026-10-24T22:00Z', 25],
    ['2026-06-10', '2026-06-09T22:00Z', 24],
  ])('%s in Berlin begins at %s and has %i hours', async (date, from, hours) => {
    const { shop, products } = await at(new Date(Date.parse(from) - HOUR_MS).toISOString(), {
      rules: { timeZone: 'Europe/Berlin' },
    });
    // One order and one call in the middle of every hour, from the hour before to the hour after.
    for (let hour = -1; hour <= hours; hour += 1) {
      shop.nowMs = Date.parse(from) + hour * HOUR_MS + HOUR_MS / 2;
      shop.usage.tick();
      await buy(shop, [[products[0], 1]]);
    }
    const range = { start_date: date, end_date: date };
    expect((await report(shop, 'orders', range)).sum).toBe(hours);
    expect((await report(shop, 'sales', range)).sum).toBe(10 * hours);
    expect((await report(shop, 'requests', range)).sum).toBe(3 * hours);
    expect((await report(shop, 'orders')).end_date).toBe(localDay('Europe/Berlin', shop.nowMs));
  });

  test('midnight divides to the millisecond', async () => {
    const { shop, products } = await at('2026-03-29T21:59:59.999Z', { rules: { timeZone: 'Europe/Berlin' } });
    await buy(shop, [[products[0], 1]]);
    shop.nowMs += 1;
    shop.usage.tick();
    await buy(shop, [[products[0], 2]]);
    expect(await days(shop, 'sales')).toEqual({ '2026-03-29': 10, '2026-03-30': 20 });
    expect(await days(shop, 'requests')).toMatchObject({
      '2026-03-29': expect.any(Number),
      '2026-03-30': expect.any(Number),
    });
    expect(await list(shop, 'hotlist_yesterday')).toEqual([[products[0], 1]]);
    expect(await list(shop, 'hotlist_today')).toEqual([[products[0], 2]]);
  });

  test('an order keeps its day when the shop moves to another zone', async () => {
    const { shop, products } = await at('2026-03-10T23:30Z');
    await buy(shop, [[products[0], 1]]);
    await shop.restart({ rules: { timeZone: 'Pacific/Kiritimati' } });
    await buy(shop, [[products[1], 1]]);
    expect(await days(shop, 'orders')).toEqual({ '2026-03-10': 1, '2026-03-11': 1 });
    await shop.restart({ rules: { timeZone: 'Pacific/Niue' } });
    await buy(shop, [[products[2], 1]]);
    expect(await days(shop, 'orders', { end_date: '2026-03-12' })).toEqual({ '2026-03-10': 2, '2026-03-11': 1 });
    expect(await list(shop, 'hotlist_today')).toEqual([
      [products[0], 1],
      [products[2], 1],
    ]);
  });
});

interface PlacedOrder {
  readonly creation_date: string;
  readonly order_state: string;
  readonly cart: { readonly total: number; readonly contents: readonly CartLine[] };
}

/** Every order, as a client reads it. */
const allOrders = async (shop: TestShop): Promise<PlacedOrder[]> => {
  const { result } = await shop.call<{ result: PlacedOrder[] }>('search_orders', { constraint: [] });
  return result;
};

const scanned = async (shop: TestShop, timeZone: string) => {
  const [sales, orders] = [new Map<string, number>(), new Map<string, number>()];
  const quantities = new Map<number, number>();
  for (const { creation_date, order_state, cart } of await allOrders(shop)) {
    const day = localDay(timeZone, Date.parse(`${creation_date.replace(' ', 'T')}Z`));
    orders.set(day, (orders.get(day) ?? 0) + 1);
    if (order_state === 'CANCELED') continue;
    sales.set(day, Math.round(((sales.get(day) ?? 0) + cart.total) * 100) / 100);
    for (const { id_product, quantity } of cart.contents)
      quantities.set(id_product, (quantities.get(id_product) ?? 0) + quantity);
  }
  const hot = [...quantities].filter(([, quantity]) => quantity > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { sales: Object.fromEntries(sales), orders: Object.fromEntries(orders), hot };
};

// Catches an order that is counted twice or not at all, a cancellation that takes from another day, a day that ends by
// another clock than the shop's, and an index that a restart builds otherwise than the events did.
test('reports agree with a scan of all orders, whatever happens to them and whenever the shop restarts', async () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        buy: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        order: fc.nat(),
        state: fc.constantFrom('CANCELED', 'CANCELED', 'OPEN', 'PROCESSING', 'CLOSED'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        minutes: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 40 * 1440 })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Australia/Lord_Howe'),
      fc.array(step, { maxLength: 20 }),
      async (timeZone, steps) => {
        const { shop, products } = await at('2026-03-27T22:00Z', { rules: { timeZone, sessionTtlMs: 1e12 } });
        const orders: number[] = [];
        for (const one of steps) {
          if ('buy' in one)
            orders.push(
              await buy(
                shop,
                one.buy.map(([product, quantity]) => [products[product]!, quantity] as const),
              ),
            );
          else if ('minutes' in one) shop.nowMs += one.minutes * 60_000;
          else if ('restart' in one) await shop.restart();
          else if (orders.length > 0) await setState(shop, orders[one.order % orders.length]!, one.state);
        }
        const expected = await scanned(shop, timeZone);
        const range = { start_date: '2026-03-20' };
        expect(await days(shop, 'sales', range)).toEqual(
          Object.fromEntries(Object.entries(expected.sales).filter(([, value]) => value !== 0)),
        );
        expect(await days(shop, 'orders', range)).toEqual(expected.orders);
        expect(await list(shop, 'hotlist_all_time')).toEqual(expected.hot);
      },
    ),
    { numRuns: runs(10) },
  );
});

describe('bad input', () => {
  test.each<[string, Given, string, string]>([
    ['no statistic', {}, 'PARAMETER_MISSING', 'statistic'],
    ['an unknown one', { statistic: 'profits' }, 'PARAMETER_INVALID', 'statistic'],
    ['a name of Object.prototype', { statistic: 'constructor' }, 'PARAMETER_INVALID', 'statistic'],
    ['no list of orders', { statistic: 'hotlist_year' }, 'PARAMETER_INVALID', 'statistic'],
    [
      'a range upside down',
      { statistic: 'sales', start_date: '2026-01-02', end_date: '2026-01-01' },
      'PARAMETER_INVALID',
      'start_date',
    ],
    ['one that begins tomorrow', { statistic: 'sales', start_date: '2026-01-03' }, 'PARAMETER_INVALID', 'start_date'],
    ['no day', { statistic: 'sales', start_date: 'yesterday' }, 'PARAMETER_INVALID', 'start_date'],
    ['a day that no calendar has', { statistic: 'orders', end_date: '2026-02-30' }, 'PARAMETER_INVALID', 'end_date'],
    ['a moment', { statistic: 'traffic', end_date: '2026-02-03 00:00:00' }, 'PARAMETER_INVALID', 'end_date'],
    ['a channel that there is not', { statistic: 'requests', channel: 'nowhere' }, 'CHANNEL_NOT_FOUND', 'nowhere'],
    ['carts of a channel', { statistic: 'carts', channel: 'test' }, 'PARAMETER_INVALID', 'channel'],
    ['a hotlist of a channel', { statistic: 'hotlist_week', channel: 'test' }, 'PARAMETER_INVALID', 'channel'],
  ])('%s', async (_what, given, code, param) => {
    const shop = openShop();
    await shop.adminRefused('get_report', given, code, param);
  });

  test('every day that there is, however many', async () => {
    const shop = openShop();
    const { records, sum } = await report(shop, 'sales', { start_date: '1926-01-02', end_date: '2026-01-01' });
    expect([records.length, records[0], records.at(-1), sum]).toEqual([
      36_525,
      { date: '1926-01-02', value: 0 },
      { date: '2026-01-01', value: 0 },
      0,
    ]);
  });

  test('at most recordsMax days, which it says', async () => {
    const shop = openShop({ rules: { recordsMax: 10 } });
    expect((await report(shop, 'sales', { start_date: '2026-01-01', end_date: '2026-01-10' })).records).toHaveLength(
      10,
    );
    const cut = await shop.admin<{ records: readonly unknown[]; records_max: number }>('get_report', {
      statistic: 'sales',
      start_date: '2026-01-01',
      end_date: '2026-01-11',
    });
    expect([cut.records.length, cut.records_max]).toEqual([10, 10]);
  });

  test('without the secret key', async () => {
    await openShop().refused('get_report', { statistic: 'sales' }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});
