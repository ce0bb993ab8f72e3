// Would catch a file for the tax adviser whose net and tax by rate, or whose lines, do not add up to the totals of the
// orders, and one that shows what a role hides.
import { afterEach, expect, test } from 'vitest';
import type { Order } from '../../src/client/operations.ts';
import { timeZone } from '../../back-office/format.ts';
import { language } from '../../back-office/language.ts';
import { linesTable, ordersTable } from '../../back-office/orders-table.ts';
import { bought } from '../operations/orders/bought.ts';
import { Goods, line } from '../operations/shop.ts';

const ZONE = 'Europe/Berlin';

afterEach(() => {
  timeZone.value = 'UTC';
});

const seenOf = (...orders: readonly Order[]) => ({ orders, zone: ZONE, sees: () => true });

type Row = { readonly [head: string]: string | number };

const rowsOf = ([heads = [], ...rows]: ReturnType<typeof ordersTable>): readonly Row[] =>
  rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]!])));

const cents = (...amounts: readonly (string | number | undefined)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

/** Two rates, a gift below a line, a coupon and delivery costs. */
const anOrder = async (): Promise<Order> => {
  const { goods, orderId } = await bought({}, { delivery_country: 'DE' });
  const { result } = await goods.shop.admin<{ readonly result: readonly Order[] }>('search_orders', {
    constraint: { 'main.id': orderId },
  });
  return result[0]!;
};

test('the rates of an order add up to its total, and its invoice has the day of the shop', async () => {
  timeZone.value = ZONE;
  const order = await anOrder();
  const none = { ...order, id: 2, cart: { ...order.cart, tax_positions: [], total: 0, sum_tax: 0 } };
  const [row, other] = rowsOf(ordersTable(seenOf({ ...order, creation_date: '2026-01-02 23:30:00' }, none)));
  expect(Object.keys(row!).filter((head) => /^(net|tax)/.test(head))).toEqual([
    'net',
    'tax',
    ...[19, 7].flatMap((rate) => [`net ${rate}%`, `tax ${rate}%`]),
  ]);
  expect(cents(row!['net 19%'], row!['net 7%'])).toBe(cents(row!['net']));
  expect(cents(row!['tax 19%'], row!['tax 7%'])).toBe(cents(row!['tax']));
  expect(cents(row!['net'], row!['tax'])).toBe(cents(row!['total']));
  expect(row).toMatchObject({
    'placed (Europe/Berlin)': '2026-01-03 00:30:00',
    invoice: order.invoice_number,
    invoice_date: '2026-01-03',
    delivery_country: 'DE',
    lines: 3,
    total: order.cart.total,
    tax: order.cart.sum_tax,
  });
  expect(other).toMatchObject({ net: 0, 'net 19%': 0, 'tax 7%': 0 });
});

test('the lines of an order add up to its total and to its tax', async () => {
  const order = await anOrder();
  const rows = rowsOf(linesTable(seenOf(order)));
  expect(rows.map(({ kind }) => kind)).toEqual(['product', 'free', 'product', 'coupon', 'delivery']);
  expect(cents(...rows.map(({ sum }) => sum))).toBe(cents(order.cart.total));
  expect(cents(...rows.map(({ tax }) => tax))).toBe(cents(order.cart.sum_tax));
  expect(rows[0]).toMatchObject({ number: 'W-1', name: 'Wanderhose', quantity: 2, price: 1234.5, tax_rate: 19 });
  expect(rows[3]).toMatchObject({ number: 'aaaa-bbbb-cccc-dddd', name: 'Willkommen', tax_rate: '' });
  expect(rows[4]).toMatchObject({ name: 'DHL', sum: 4.9, tax_rate: 19 });
});

test('what promotions take off stands by the rate of each line, and what is left of it by delivery', async () => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin' } });
  const { shop } = goods;
  const gives = { kind: 'percent', value: 15 };
  await shop.admin('create_promotion', { name: 'Sale', gives });
  await shop.admin('create_promotion', { name: 'Free delivery', gives: { kind: 'free_delivery' } });
  const products = [await goods.product('9.99', { metadata: { element_number: 'A-1' } }), await goods.product('3.33')];
  const session = await shop.session();
  for (const product of products) await shop.call('add_to_cart', line(session, product, { quantity: 3 }));
  await shop.call('add_delivery_costs', { session, delivery_costs: [['DHL', 4.9, 0.19]] });
  await shop.call('checkout', { session });
  const { result } = await shop.admin<{ readonly result: readonly Order[] }>('search_orders', { constraint: {} });
  const rows = rowsOf(linesTable(seenOf(...result)));
  const kinds = ['product', 'product', 'promotion', 'promotion', 'promotion', 'delivery'];
  expect(rows.map(({ kind }) => kind)).toEqual(kinds);
  expect(rows.slice(2, 5)).toMatchObject([
    { number: 'A-1', name: 'Sale', sum: -4.5, tax_rate: 19 },
    { name: 'Sale', sum: -1.5, tax_rate: 19 },
    { name: 'Free delivery', sum: -4.9, tax_rate: '' },
  ]);
  const [{ cart }] = result as readonly [Order];
  expect(cents(...rows.map(({ sum }) => sum))).toBe(cents(cart.total));
  expect(cents(...rows.map(({ tax }) => tax))).toBe(cents(cart.sum_tax));
});

test('a rate is written as the page writes numbers', async () => {
  const order = await anOrder();
  const cart = { ...order.cart, tax_positions: [{ rate: 0.055, net: 1, tax: 0.06, gross: 1.06 }] };
  const before = language.value;
  language.value = 'de';
  expect(ordersTable(seenOf({ ...order, cart }))[0]).toContain('net 5,5%');
  language.value = before;
});

test('hidden amounts and addresses are in neither', async () => {
  const order = await anOrder();
  const given = { orders: [order], zone: ZONE, sees: () => false };
  for (const table of [ordersTable(given), linesTable(given)])
    expect(table[0]!.filter((head) => /net|tax|total|sum|price|country|mail/.test(String(head)))).toEqual([]);
  expect(rowsOf(linesTable(given)).map(({ kind }) => kind)).not.toContain('coupon');
});
