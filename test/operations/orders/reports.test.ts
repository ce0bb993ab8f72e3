// Reports: what they say of orders, when a day begins, and what is refused.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { freeLine, line } from '../shop.ts';
import { DAY_MS, at, buy, days, list, report, setState } from './reported.ts';

describe('sales and orders', () => {
  test('a record for every day, zero days too: by default today and the six days before', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    await buy(shop, [[products[0], 2]]);
    shop.nowMs += 3 * DAY_MS;
    await buy(shop, [[products[1], 1]]);
    await buy(shop, [[products[1], 3]]);
    expect(await report(shop, 'sales')).toEqual({
      object: 'get_report',
      statistic: 'SALES',
      measurement: 'EUR',
      currency: 'EUR',
      start_date: '2026-03-07',
      end_date: '2026-03-13',
      sum: 60,
      status: 'SUCCESS',
      records: [
        { date: '2026-03-07', value: 0 },
        { date: '2026-03-08', value: 0 },
        { date: '2026-03-09', value: 0 },
        { date: '2026-03-10', value: 20 },
        { date: '2026-03-11', value: 0 },
        { date: '2026-03-12', value: 0 },
        { date: '2026-03-13', value: 40 },
      ],
    });
    expect(await report(shop, 'orders')).toMatchObject({ statistic: 'ORDERS', measurement: 'orders', sum: 3 });
    expect(await days(shop, 'orders')).toEqual({ '2026-03-10': 1, '2026-03-13': 2 });
  });

  test('dates choose the range; without a start it has seven days, without an end it ends today', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    await buy(shop, [[products[0], 1]]);
    const range = async (more: Given) => {
      const { start_date, end_date, records } = await report(shop, 'orders', more);
      return [start_date, end_date, records.length];
    };
    expect(await range({ start_date: '2026-03-09', end_date: '2026-03-11' })).toEqual(['2026-03-09', '2026-03-11', 3]);
    expect(await range({ start_date: '2026-03-10', end_date: '2026-03-10' })).toEqual(['2026-03-10', '2026-03-10', 1]);
    expect(await range({ end_date: '2026-03-02' })).toEqual(['2026-02-24', '2026-03-02', 7]);
    expect(await range({ start_date: '2026-02-27', end_date: '' })).toEqual(['2026-02-27', '2026-03-10', 12]);
    expect(await range({ start_date: 'undefined', end_date: 'null' })).toEqual(['2026-03-04', '2026-03-10', 7]);
  });

  test('sales are what is to pay: less coupons, with delivery, and nothing of a cancelled order', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const made = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'n',
      amount: 2.5,
      attributes: { combineable: 1 },
    });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, products[0], { quantity: 3 }));
    await shop.call('add_to_cart', freeLine(session, '1.99'));
    await shop.call('add_coupons', { session, coupons: [made.coupons[0]!.code] });
    await shop.call('add_delivery_costs', { session, delivery_costs: [['Post', 4.9, 0.19]] });
    const { total } = await shop.call<Cart>('get_cart', { session });
    expect(total).toBeCloseTo(30 + 1.99 - 2.5 + 4.9, 10);
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    expect(await days(shop, 'sales')).toEqual({ '2026-03-10': total });
    expect(await report(shop, 'coupons')).toMatchObject({ currency: 'EUR', measurement: 'EUR', sum: 2.5 });
    expect(await days(shop, 'canceled_orders')).toEqual({});
    shop.nowMs += 2 * DAY_MS;
    await setState(shop, id_order, 'CANCELED');
    expect(await days(shop, 'sales')).toEqual({});
    expect(await days(shop, 'sales_orders')).toEqual({});
    expect(await days(shop, 'coupons')).toEqual({});
    expect(await days(shop, 'canceled_orders')).toEqual({ '2026-03-10': 1 });
    expect(await days(shop, 'expired_orders'), 'a person cancelled it').toEqual({});
    expect(await days(shop, 'orders'), 'it was placed all the same').toEqual({ '2026-03-10': 1 });
    expect(await list(shop, 'hotlist_all_time')).toEqual([]);
    await setState(shop, id_order, 'OPEN');
    expect(await days(shop, 'sales'), 'on its own day').toEqual({ '2026-03-10': total });
    expect(await days(shop, 'sales_orders')).toEqual({ '2026-03-10': 1 });
    await shop.admin('update_order_details', {
      id_order,
      order_payment_state: 'PAYMENT_RECEIVED',
      order_delivery_state: 'CLOSED',
    });
    expect(await days(shop, 'sales')).toEqual({ '2026-03-10': total });
    expect(await list(shop, 'hotlist_all_time'), 'free lines and delivery are no products').toEqual([[products[0], 3]]);
  });

  test('orders in another currency are none of this one’s sales', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    await buy(shop, [[products[0], 1]]);
    await shop.restart({ rules: { currency: 'JPY', currencyDigits: 0 } });
    expect(await report(shop, 'sales')).toMatchObject({ measurement: 'JPY', sum: 0 });
    await buy(shop, [[products[0], 2]]);
    expect(await report(shop, 'sales')).toMatchObject({ measurement: 'JPY', sum: 20 });
    expect(await report(shop, 'sales_orders')).toMatchObject({
      statistic: 'SALES_ORDERS',
      measurement: 'orders',
      sum: 1,
    });
    expect(await report(shop, 'orders')).toMatchObject({ sum: 2 });
    // The shop sells in EUR no more, and its orders of before stay counted.
    expect(await report(shop, 'sales', { currency: 'EUR' })).toMatchObject({ measurement: 'EUR', sum: 10 });
    for (const currency of ['eur', 'ZZZ'])
      await shop.adminRefused('get_report', { statistic: 'sales', currency }, 'CURRENCY_NOT_FOUND', 'currency');
  });

  test('what an order is worth on average divides what is not cancelled by what is not cancelled', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const placed: number[] = [];
    for (let order = 0; order < 4; order += 1) placed.push(await buy(shop, [[products[0], 10]]));
    await setState(shop, placed[1]!, 'CANCELED');
    const [sales, sold] = [await report(shop, 'sales'), await report(shop, 'sales_orders')];
    expect([sales.sum, sold.sum, sales.sum / sold.sum]).toEqual([300, 3, 100]);
  });

  test('the reply waits for the disk', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, products[0]));
    void shop.call('checkout', { session });
    const sales = report(shop, 'sales').then(({ sum }) => [sum, shop.engine.durableSeq === shop.engine.headSeq]);
    expect(shop.engine.durableSeq).toBeLessThan(shop.engine.headSeq);
    expect(await sales).toEqual([10, true]);
  });
});

describe('hotlists', () => {
  test('products by quantity, of equal ones the lower id first, with their names', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const [a, b, c] = products;
    await shop.admin('update_product', { id_product: c, metadata: { quantity_step: 0.5 } });
    await buy(shop, [
      [b, 2],
      [a, 2],
    ]);
    await buy(shop, [
      [c, 1],
      [c, 1.5],
    ]);
    expect(await report(shop, 'hotlist_today', { start_date: 'garbage', end_date: '2019-01-01' })).toEqual({
      object: 'get_report',
      statistic: 'HOTLIST_TODAY',
      measurement: 'pieces',
      start_date: '2026-03-10',
      end_date: '2026-03-10',
      sum: 6.5,
      status: 'SUCCESS',
      records: [
        { date: '2026-03-10', value: 2.5, id: c, name: 'product 3' },
        { date: '2026-03-10', value: 2, id: a, name: 'product 1' },
        { date: '2026-03-10', value: 2, id: b, name: 'product 2' },
      ],
    });
  });

  test('days, weeks from Monday and months of the calendar', async () => {
    // 2026-03-01 is a Sunday.
    const { shop, products } = await at('2026-01-31T12:00Z');
    const [a, b, c] = products;
    await buy(shop, [[a, 1]]);
    shop.nowMs = Date.parse('2026-02-01T00:00Z');
    await buy(shop, [[a, 10]]);
    shop.nowMs = Date.parse('2026-02-22T23:59:59.999Z');
    await buy(shop, [[b, 100]]);
    shop.nowMs = Date.parse('2026-02-28T12:00Z');
    await buy(shop, [[b, 1]]);
    shop.nowMs = Date.parse('2026-03-01T12:00Z');
    await buy(shop, [[c, 5]]);
    const all = async () => {
      const names = ['today', 'yesterday', 'week', 'last_week', 'month', 'last_month', 'all_time'];
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await list(shop, `hotlist_${name}`)] as const)),
      );
    };
    const ever = [
      [b, 101],
      [a, 11],
      [c, 5],
    ];
    expect(await all()).toEqual({
      today: [[c, 5]],
      yesterday: [[b, 1]],
      week: [
        [c, 5],
        [b, 1],
      ],
      last_week: [[b, 100]],
      month: [[c, 5]],
      last_month: [
        [b, 101],
        [a, 10],
      ],
      all_time: ever,
    });
    expect(await report(shop, 'hotlist_week')).toMatchObject({ start_date: '2026-02-23', end_date: '2026-03-01' });
    expect(await report(shop, 'hotlist_last_week')).toMatchObject({ start_date: '2026-02-16', end_date: '2026-02-22' });
    expect(await report(shop, 'hotlist_last_month')).toMatchObject({
      start_date: '2026-02-01',
      end_date: '2026-02-28',
    });
    expect(await report(shop, 'hotlist_all_time')).toMatchObject({ start_date: '2026-01-31', end_date: '2026-03-01' });
    // A day without an order is a day, too.
    shop.nowMs = Date.parse('2026-03-02T00:00Z');
    expect(await all()).toEqual({
      today: [],
      yesterday: [[c, 5]],
      week: [],
      last_week: [
        [c, 5],
        [b, 1],
      ],
      month: [[c, 5]],
      last_month: [
        [b, 101],
        [a, 10],
      ],
      all_time: ever,
    });
    shop.nowMs = Date.parse('2026-05-01T00:00Z');
    expect(await all()).toEqual({
      today: [],
      yesterday: [],
      week: [],
      last_week: [],
      month: [],
      last_month: [],
      all_time: ever,
    });
  });

  test('an order cancelled long after its day leaves the list of all time, and no other is changed by it', async () => {
    const { shop, products } = await at('2026-01-10T12:00Z');
    const old = await buy(shop, [[products[0], 4]]);
    shop.nowMs = Date.parse('2026-09-10T12:00Z');
    await buy(shop, [
      [products[0], 1],
      [products[1], 1],
    ]);
    await setState(shop, old, 'CANCELED');
    expect(await list(shop, 'hotlist_all_time')).toEqual([
      [products[0], 1],
      [products[1], 1],
    ]);
    await setState(shop, old, 'OPEN');
    expect(await list(shop, 'hotlist_all_time')).toEqual([
      [products[0], 5],
      [products[1], 1],
    ]);
    expect(await list(shop, 'hotlist_month')).toEqual([
      [products[0], 1],
      [products[1], 1],
    ]);
  });

  test('a product that is gone keeps its place and the name of its last order', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    await buy(shop, [
      [products[0], 2],
      [products[1], 1],
    ]);
    await shop.admin('delete_product', { id_product: products[0] });
    expect((await report(shop, 'hotlist_today')).records).toEqual([
      { date: '2026-03-10', value: 2, id: products[0], name: 'Ware 1' },
      { date: '2026-03-10', value: 1, id: products[1], name: 'product 2' },
    ]);
  });
});
