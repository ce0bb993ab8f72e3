// Reports of what was sold, of carts and of customers who return. Catches a list that differs from the orders that it
// sums up, a channel or a currency that is mixed with another, and a draft of the shop that counts as a cart.
import { describe, expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { line } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';
import { DAY_MS, at, buy, days, report, setState } from './reported.ts';

interface Sold {
  readonly currency: string;
  readonly sum: number;
  readonly amount_sum: number;
  readonly records: readonly {
    readonly id: number;
    readonly name: string;
    readonly value: number;
    readonly amount: number;
  }[];
}

const sold = async (shop: TestShop, statistic: string, more: Given = {}) => {
  const { currency, sum, amount_sum, records } = (await report(shop, statistic, more)) as unknown as Sold;
  return { currency, sum, amount_sum, records: records.map(({ id, value, amount }) => [id, value, amount]) };
};

describe('what was sold', () => {
  test('is listed by money, then pieces, of the days that are asked for, before coupons and delivery', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const [a, b, c] = products;
    await buy(shop, [
      [a, 1],
      [b, 3],
    ]);
    shop.nowMs += DAY_MS;
    await buy(shop, [[c, 2]]);
    const canceled = await buy(shop, [[c, 9]]);
    await setState(shop, canceled, 'CANCELED');
    expect(await sold(shop, 'products_sold')).toEqual({
      currency: 'EUR',
      sum: 6,
      amount_sum: 60,
      records: [
        [b, 3, 30],
        [c, 2, 20],
        [a, 1, 10],
      ],
    });
    const day = { start_date: '2026-03-11', end_date: '2026-03-11' };
    expect((await sold(shop, 'products_sold', day)).records).toEqual([[c, 2, 20]]);
    await shop.restart();
    expect((await sold(shop, 'products_sold', day)).records).toEqual([[c, 2, 20]]);
    expect((await sold(shop, 'products_sold', { start_date: '2026-01-01', end_date: '2026-03-09' })).records).toEqual(
      [],
    );
  });

  test('belongs to the categories in which it is now: to each of two, and to none', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const [a, b, c] = products;
    const category = async (name: string): Promise<number> =>
      Number((await shop.admin<{ id: number }>('create_category', { id_parent: 0, name })).id);
    const [desk, sale] = [await category('desk'), await category('sale')];
    await shop.admin('update_product', { id_product: a, categories: [desk, sale] });
    await shop.admin('update_product', { id_product: b, categories: [desk] });
    await shop.admin('update_product', { id_product: c, categories: [] });
    await buy(shop, [
      [a, 1],
      [b, 2],
      [c, 4],
    ]);
    expect(await sold(shop, 'categories_sold')).toEqual({
      currency: 'EUR',
      sum: 7,
      amount_sum: 70,
      records: [
        [0, 4, 40],
        [desk, 3, 30],
        [sale, 1, 10],
      ],
    });
    await shop.admin('update_product', { id_product: c, categories: [sale] });
    expect((await sold(shop, 'categories_sold')).records).toEqual([
      [sale, 5, 50],
      [desk, 3, 30],
    ]);
  });

  test('in another currency is another list, and has that currency', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    await buy(shop, [[products[0], 1]]);
    await shop.restart({ rules: { currency: 'JPY', currencyDigits: 0 } });
    await buy(shop, [[products[1], 2]]);
    expect(await sold(shop, 'products_sold')).toMatchObject({ currency: 'JPY', records: [[products[1], 2, 20]] });
    const euros = { currency: 'EUR' };
    expect(await sold(shop, 'products_sold', euros)).toMatchObject({
      currency: 'EUR',
      records: [[products[0], 1, 10]],
    });
    expect(await report(shop, 'sales', euros)).toMatchObject({ measurement: 'EUR', currency: 'EUR', sum: 10 });
    expect(await report(shop, 'sales_orders', euros)).toMatchObject({ measurement: 'orders', sum: 1 });
  });
});

test('orders are told apart by the channel that placed them, and by the back office', async () => {
  const { shop, products } = await at('2026-03-10T12:00Z');
  const [product] = products;
  await buy(shop, [[product, 1]]);
  const name = (await shop.admin<{ channels: { name: string }[] }>('get_channels')).channels[0]!.name;
  for (const statistic of ['orders', 'sales_orders', 'carts_ordered'])
    expect(await days(shop, statistic, { channel: name })).toEqual({ '2026-03-10': 1 });
  expect(await report(shop, 'sales', { channel: name })).toMatchObject({ sum: 10 });
  expect((await sold(shop, 'products_sold', { channel: name })).records).toEqual([[product, 1, 10]]);
  expect(await report(shop, 'orders', { channel: 'back office' })).toMatchObject({ sum: 0 });
  await shop.adminRefused('get_report', { statistic: 'orders', channel: 'no' }, 'CHANNEL_NOT_FOUND', 'no');
  for (const [statistic, param] of [
    ['carts', 'channel'],
    ['hotlist_today', 'channel'],
    ['orders', 'currency'],
    ['traffic', 'currency'],
  ] as const)
    await shop.adminRefused('get_report', { statistic, [param]: 'EUR' }, 'PARAMETER_INVALID', param);
});

describe('carts', () => {
  test('count once, with their first line, and those of a draft do not', async () => {
    const { shop, products } = await at('2026-03-10T12:00Z');
    const [product] = products;
    const [empty, session] = [await shop.session(), await shop.session()];
    await shop.call('clear_cart', { session: empty });
    for (let pieces = 0; pieces < 3; pieces += 1) await shop.call('add_to_cart', line(session, product));
    await shop.call('clear_cart', { session });
    await shop.call('add_to_cart', line(session, product));
    const draft = await shop.admin<{ session: string }>('create_draft');
    await shop.call('add_to_cart', line(draft.session, product));
    await shop.admin('checkout', { session: draft.session });
    expect(await days(shop, 'carts')).toEqual({ '2026-03-10': 1 });
    expect(await days(shop, 'carts_ordered')).toEqual({});
    await shop.call('checkout', { session });
    expect(await days(shop, 'carts_ordered')).toEqual({ '2026-03-10': 1 });
    await shop.restart();
    expect(await days(shop, 'carts')).toEqual({ '2026-03-10': 1 });
  });
});

test('a customer returns with the second order that is not cancelled, a guest never', async () => {
  const { shop, products } = await at('2026-03-10T12:00Z');
  await verified(shop, 'anna');
  const order = async (): Promise<number> => {
    const session = await loggedIn(shop, 'anna');
    await shop.call('add_to_cart', line(session, products[0]));
    return Number((await shop.call<{ id_order: number }>('checkout', { session })).id_order);
  };
  const first = await order();
  await buy(shop, [[products[0], 1]]);
  await buy(shop, [[products[0], 1]]);
  expect(await days(shop, 'returning_orders')).toEqual({});
  shop.nowMs += DAY_MS;
  await order();
  expect(await days(shop, 'returning_orders')).toEqual({ '2026-03-11': 1 });
  await setState(shop, first, 'CANCELED');
  expect(await days(shop, 'returning_orders')).toEqual({});
  await setState(shop, first, 'OPEN');
  expect(await days(shop, 'returning_orders')).toEqual({ '2026-03-11': 1 });
});
