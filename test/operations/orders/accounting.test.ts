// Bookings for accounting, and months that are closed. It would catch a file that lacks a document or money, an account
// of another tax, and a closed month that changes: by a cancellation, by a setting, by an erasure.
import { expect, test } from 'vitest';
import { bringRecords } from '../../catalogue-files/catalogue-shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';
import type { TestShop } from '../shop.ts';
import { exported, grossBy, rowsOf } from './accounting-shop.ts';
import { ORDER } from './past-order-records.ts';
import { days } from './reported.ts';

const TAX_CLASSES = [
  { name: 'default', calculation: 'included' as const, rates: { DE: 0.19, AT: 0.2, US: 0 } },
  { name: 'reduced', calculation: 'included' as const, rates: { DE: 0.07 } },
];
const SELLER = { name: 'Kontor GmbH', country: 'DE', city: 'Hamburg' };
const OPTIONS = { config: { taxClasses: TAX_CLASSES, seller: SELLER, accounting: { consultant: 1001, client: 7 } } };

/** Two pieces at 10.00 with 19 %, one at 20.00 with 7 %, delivery at 4.90 with 19 %: 44.90. */
const order = async (goods: Goods, country = 'DE'): Promise<number> => {
  const { shop } = goods;
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, await goods.product(10), { quantity: 2, country }));
  const book = await goods.product(20, { metadata: { taxclass: 'reduced' } });
  await shop.call('add_to_cart', line(session, book, { quantity: 1, country }));
  await shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 4.9, 0.19]] });
  await shop.call('set_order_details', { session, id_payment_method: 2 });
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  return Number(id_order);
};

const at = (shop: TestShop, month: number, date: number): void => {
  shop.nowMs = Date.UTC(2026, month - 1, date, 12);
};

const setState = (shop: TestShop, id_order: number, states: object) =>
  shop.admin('update_order_details', { id_order, ...states });

test('money before the first invoice of a parcel has the number of its order', async () => {
  const goods = await Goods.open({ ...OPTIONS, rules: { invoicePer: 'parcel' } });
  const { shop } = goods;
  const id = await order(goods);
  await setState(shop, id, { order_payment_state: 'PAYMENT_RECEIVED' });
  at(shop, 1, 20);
  await shop.admin('add_parcel', { id_order: id, lines: [{ id_element: 1, quantity: 2 }] });
  await shop.admin('refund', { id_order: id, to: 'manual', lines: [{ id_element: 1, quantity: 1 }] });
  const numbers = rowsOf(await exported(shop, '2026-01')).map((row) => `${row['kind']} ${row['number']}`);
  expect([...new Set(numbers)]).toEqual([`received ${id}`, 'invoice R-1', 'credit_note S-1', 'refunded R-1']);
});

test('documents are booked by tax, and money by itself', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  const id = await order(goods);
  await setState(shop, id, { order_payment_state: 'PAYMENT_RECEIVED' });
  await shop.admin('get_invoice', { id_order: id });
  at(shop, 1, 20);
  await shop.admin('cancel_lines', { id_order: id, lines: [{ id_element: 1, quantity: 1 }] });
  await shop.admin('refund', { id_order: id, to: 'manual', amount: 10 });
  const reply = await exported(shop, '2026-01');
  const shown = rowsOf(reply).map((row) =>
    ['date', 'kind', 'number', 'gross_minor', 'tax_minor', 'rate', 'account', 'contra_account', 'id_payment_method']
      .map((name) => row[name])
      .join(' '),
  );
  expect(shown).toEqual([
    '2026-01-02 invoice R-1 2490 397 0.19 10000 8400 ',
    '2026-01-02 invoice R-1 2000 131 0.07 10000 8300 ',
    '2026-01-02 received R-1 4490   1360 10000 2',
    '2026-01-20 credit_note S-1 -1000 -160 0.19 10000 8400 ',
    '2026-01-20 refunded R-1 -1000   1360 10000 0',
  ]);
  expect(reply).toMatchObject({
    bookings: 5,
    closed: 0,
    name: 'bookings-2026-01.csv',
    sums: [{ currency: 'EUR', gross: 34.9, net: 31.22, tax: 3.68, received: 44.9, refunded: 10 }],
  });
});

test('a currency that neither the shop nor an order has is refused by name, and one of past orders is not', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  await order(goods);
  await shop.restart({ rules: { currency: 'CHF' } });
  const bookings = async (currency: string) => (await exported(shop, '2026-01', { currency })).bookings;
  expect([await bookings(''), await bookings('EUR'), await bookings('CHF')]).toEqual([2, 2, 0]);
  for (const currency of ['eur', 'ZZZ'])
    await shop.adminRefused('get_accounting_export', { from: '2026-01', currency }, 'CURRENCY_NOT_FOUND', 'currency');
});

test('a file for DATEV has its header, its columns, and positive amounts on their sides', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  const id = await order(goods);
  await setState(shop, id, { order_payment_state: 'PAYMENT_RECEIVED' });
  await shop.admin('get_invoice', { id_order: id });
  await setState(shop, id, { order_state: 'CANCELED' });
  const reply = await exported(shop, '2026-01', { format: 'datev' });
  expect(reply.name).toBe('EXTF_Buchungsstapel_2026-01.csv');
  const text = Buffer.from(reply.file, 'base64').toString('latin1');
  const [head, columns, ...rows] = text.split('\r\n');
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260102030405678;;"KO";"";"";1001;7;20260101;4;20260101;20260131;' +
      '"Shop 2026-01";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  );
  expect(columns!.split(';')).toHaveLength(125);
  expect(columns).toContain('Beleginfo - Inhalt 8;KOST1 - Kostenstelle');
  expect(rows.pop()).toBe('');
  expect(rows.map((row) => row.split(';').slice(0, 14).join(';'))).toEqual([
    '24,90;"S";"EUR";;;;10000;8400;"";0201;"R-1";;;"Rechnung R-1"',
    '20,00;"S";"EUR";;;;10000;8300;"";0201;"R-1";;;"Rechnung R-1"',
    '24,90;"H";"EUR";;;;10000;8400;"";0201;"S-1";;;"Storno S-1"',
    '20,00;"H";"EUR";;;;10000;8300;"";0201;"S-1";;;"Storno S-1"',
    '44,90;"S";"EUR";;;;1360;10000;"";0201;"R-1";;;"Zahlungseingang R-1"',
  ]);
  for (const row of rows) expect(row.split(';')).toHaveLength(125);
});

test('tax that is owed abroad, and goods that leave the Union, have accounts of their own', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  await order(goods, 'AT');
  await order(goods, 'US');
  const accounts = rowsOf(await exported(shop, '2026-01-02')).map((row) =>
    [row['rate'], row['category'], row['country'], row['contra_account']].join(' '),
  );
  expect(accounts).toEqual([
    '0.2 S AT 8320',
    '0.07 S DE 8300',
    '0.19 S DE 8400',
    '0 G US 8120',
    '0.07 S DE 8300',
    '0.19 S DE 8400',
  ]);
  const rows = (await exported(shop, '2026-01-02', { format: 'datev' })).file;
  expect(Buffer.from(rows, 'base64').toString('latin1')).toContain(';"AT";20,00;');
  await shop.admin('update_shop_settings', {
    accounting: { chart: 'skr04', revenue: [{ country: 'AT', account: '4321', tax_code: '9' }] },
  });
  const own = rowsOf(await exported(shop, '2026-01-02')).map((row) => `${row['contra_account']} ${row['tax_code']}`);
  expect(own).toEqual(['4321 9', '4300 ', '4400 ', '4120 ', '4300 ', '4400 ']);
});

test('added up by day, the documents of a day are one booking for each tax', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  for (let at = 0; at < 3; at += 1) await order(goods);
  const byDay = await exported(shop, '2026-01', { by_day: 1 });
  expect(rowsOf(byDay).map((row) => [row['kind'], row['number'], row['id_order'], row['gross_minor']])).toEqual([
    ['invoice', '', '', '7470'],
    ['invoice', '', '', '6000'],
  ]);
  const single = await exported(shop, '2026-01');
  expect(grossBy(byDay, (row) => row['rate']!)).toEqual(grossBy(single, (row) => row['rate']!));
});

test('what a file of DATEV cannot say is refused', async () => {
  const { shop } = await Goods.open({ config: { accounting: {} } });
  const refused = (params: object, param: string) =>
    shop.adminRefused(
      'get_accounting_export',
      { format: 'datev', from: '2026-01', ...params },
      'PARAMETER_INVALID',
      param,
    );
  await refused({}, 'format');
  await shop.admin('update_shop_settings', { accounting: { consultant: 1001, client: 7, fiscal_year: '02-01' } });
  await refused({ to: '2026-02' }, 'to');
  await refused({ from: '2026-13' }, 'from');
  await refused({ to: '2026-01-32' }, 'to');
  await refused({ from: '2026-02', to: '2026-01' }, 'to');
});

test('months close in order, once they are over, and the last one is opened first', async () => {
  const { shop } = await Goods.open(OPTIONS);
  const refused = (request: string, month: string, code: string) => shop.adminRefused(request, { month }, code, month);
  at(shop, 3, 5);
  await refused('open_month', '2026-01', 'MONTH_OUT_OF_ORDER');
  await refused('close_month', '2026-03', 'MONTH_OUT_OF_ORDER');
  expect(await shop.admin('close_month', { month: '2026-01' })).toMatchObject({ status: 'success' });
  await refused('close_month', '2026-01', 'MONTH_CLOSED');
  await refused('close_month', '2025-12', 'MONTH_CLOSED');
  await refused('open_month', '2025-12', 'MONTH_OUT_OF_ORDER');
  at(shop, 4, 5);
  await refused('close_month', '2026-03', 'MONTH_OUT_OF_ORDER');
  await shop.admin('close_month', { month: '2026-02' });
  const { months } = await shop.admin<{ months: readonly { month: string }[] }>('get_closed_months');
  expect(months.map(({ month }) => month)).toEqual(['2026-01', '2026-02']);
  await refused('open_month', '2026-01', 'MONTH_OUT_OF_ORDER');
  await shop.admin('open_month', { month: '2026-02' });
  await shop.admin('close_month', { month: '2026-02' });
  await shop.restart();
  await refused('close_month', '2026-02', 'MONTH_CLOSED');
});

test('a closed month stays as it is; what becomes of its orders counts on its own day', async () => {
  const goods = await Goods.open(OPTIONS);
  const { shop } = goods;
  const [canceled, invoiced, ended] = [await order(goods), await order(goods, 'US'), await order(goods)];
  const edited = await order(goods);
  await shop.admin('get_invoice', { id_order: invoiced });
  await setState(shop, edited, { order_payment_state: 'PAYMENT_RECEIVED' });
  await shop.admin('get_invoice', { id_order: edited });
  await setState(shop, ended, { order_state: 'CANCELED' });
  at(shop, 2, 3);
  await shop.admin('close_month', { month: '2026-01' });
  const month = { start_date: '2026-01-01', end_date: '2026-01-31' };
  const reports = async () =>
    Promise.all(
      ['sales', 'credits', 'net_sales', 'sales_orders', 'canceled_orders', 'products_sold'].map((statistic) =>
        shop.text('get_report', { statistic, ...month }, { secret: true }),
      ),
    );
  const files = async () =>
    Promise.all(
      ['plain', 'datev'].map((format) =>
        shop.text('get_accounting_export', { from: '2026-01', format }, { secret: true }),
      ),
    );
  const before = [...(await reports()), ...(await files())];
  await setState(shop, canceled, { order_state: 'CANCELED' });
  await setState(shop, invoiced, { order_state: 'CANCELED' });
  await setState(shop, ended, { order_state: 'OPEN', order_payment_state: 'PAYMENT_RECEIVED' });
  const edit = await shop.admin<{ id_edit: string; session: string }>('begin_order_edit', { id_order: edited });
  await shop.call('set_quantity', { session: edit.session, id_element: 1, quantity: 3 });
  const made = await shop.admin('commit_order_edit', { id_edit: edit.id_edit });
  expect(made).toMatchObject({ status: 'success', invoice_number: 'R-5' });
  const again = await shop.admin('begin_order_edit', { id_order: ended });
  expect(again).toMatchObject({ message: 'MONTH_CLOSED' });
  await shop.admin('update_shop_settings', { accounting: { chart: 'skr04', consultant: 2, client: 2 }, seller: null });
  expect([...(await reports()), ...(await files())]).toEqual(before);
  await shop.restart();
  expect([...(await reports()), ...(await files())]).toEqual(before);
  const february = await exported(shop, '2026-02');
  expect(rowsOf(february).map((row) => `${row['kind']} ${row['number']} ${row['gross_minor']}`)).toEqual([
    'cancellation R-1 -2490',
    'cancellation R-1 -2000',
    'cancellation S-1 -2000',
    'cancellation S-1 -2000',
    'cancellation S-1 -490',
    'reopening R-3 2490',
    'reopening R-3 2000',
    'received R-3 4490',
    'credit_note S-2 -2490',
    'credit_note S-2 -2000',
    'invoice R-5 3490',
    'invoice R-5 2000',
  ]);
  expect(await days(shop, 'net_sales', { start_date: '2026-02-01' })).toEqual({ '2026-02-03': -34.9 });
  at(shop, 3, 3);
  await setState(shop, canceled, { order_state: 'OPEN' });
  expect(await days(shop, 'net_sales', { start_date: '2026-01-01', end_date: '2026-03-31' })).toEqual({
    '2026-01-02': 134.7,
    '2026-02-03': -34.9,
    '2026-03-03': 44.9,
  });
});

test('an order of another system is not brought into a closed month, nor out of one', async () => {
  const { shop } = await Goods.open();
  const bring = async (record: object) => (await bringRecords(shop.engine, [record])).listed;
  const closed = (month: string) => [
    `line 1: MONTH_CLOSED "${month}": ${month} is closed: nothing is dated in it any more.`,
  ];
  expect(await bring({ ...ORDER, placed: '2025-12-05 11:00:00' })).toEqual([]);
  await shop.admin('close_month', { month: '2025-12' });
  expect(await bring({ ...ORDER, placed: '2025-12-05 11:00:00', note: 'another' })).toEqual([]);
  expect(await bring({ ...ORDER, placed: '2026-01-01 11:00:00' })).toEqual(closed('2025-12'));
  expect(await bring({ ...ORDER, placed: '2025-12-05 11:00:00', canceled: '2025-12-06' })).toEqual(closed('2025-12'));
  expect(await bring({ ...ORDER, number: '#2' })).toEqual(closed('2025-03'));
  expect(await bring({ ...ORDER, number: '#2', placed: '2026-01-01 11:00:00' })).toEqual([]);
});

test('a shop that moves to a zone whose today is in a closed month dates on its first open day', async () => {
  const goods = await Goods.open({ config: { ...OPTIONS.config, timeZone: 'Pacific/Auckland' } });
  const { shop } = goods;
  shop.nowMs = Date.UTC(2026, 0, 31, 20);
  await shop.admin('close_month', { month: '2026-01' });
  await shop.admin('update_shop_settings', { time_zone: 'America/New_York' });
  await order(goods);
  expect(rowsOf(await exported(shop, '2026-01'))).toEqual([]);
  expect(rowsOf(await exported(shop, '2026-02')).map((row) => row['date'])).toEqual(['2026-02-01', '2026-02-01']);
});
