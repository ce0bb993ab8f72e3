// Orders of another system as history. Catches one that takes a number, an invoice or a message of this shop, that a
// report counts, that somebody reads who is not its customer, and what is left of a person who was erased.
import { expect, test } from 'vitest';
import { bringRecords, isUnchanged } from '../../catalogue-files/catalogue-shop.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { Goods, freeLine, openShop } from '../shop.ts';
import type { Reply } from '../shop.ts';
import { ANNA, CUSTOMER, ORDER, counted, customerWith, pastOf } from './past-order-records.ts';

test('it is shown as it was, by number, address, account and id, and to its customer', async () => {
  const shop = openShop();
  const report = await bringRecords(shop.engine, [CUSTOMER, ORDER]);
  expect([report.listed, report.types]).toEqual([
    [],
    { customer: { ...counted, created: 1 }, past_order: { ...counted, created: 1 } },
  ]);
  const shown = await shop.admin('get_past_order', { id_past_order: 1 });
  expect(shown).toEqual({
    object: 'past_order',
    id: 1,
    source: 'shopify',
    number: '#10001',
    creation_date: '2025-03-01 11:00:00',
    cancellation_date: '',
    id_user: 1,
    email: ANNA,
    phone: '+49 1',
    note: 'please "ring"',
    delivery: { name: 'Anna A', companyname: '', street: '', zip: '', city: 'Bonn', state: '', country: '', phone: '' },
    invoice: {
      name: 'Anna A',
      companyname: '',
      street: '',
      zip: '',
      city: 'Köln',
      state: '',
      country: 'DE',
      phone: '',
    },
    payment_state: 'paid',
    delivery_state: 'fulfilled',
    payment_method: 'PayPal',
    delivery_method: 'DHL',
    discount_code: 'SPRING',
    currency: 'EUR',
    currency_digits: 2,
    subtotal: 39.8,
    delivery_costs: 4.9,
    tax: 7.13,
    discount: 2,
    total: 44.7,
    refunded: 12.5,
    taxes: [{ name: 'MwSt 19%', amount: 7.13 }],
    lines: [{ name: 'Mug', element_number: 'M-1', quantity: 2, price: 12.5, discount: 1 }],
  });
  await shop.restart();
  for (const params of [{ number: '#10001' }, { number: ' 10001' }, { email: 'ANNA@example.org' }, { id_user: 1 }, {}])
    expect(await pastOf(shop, params), JSON.stringify(params)).toEqual([shown]);
  for (const params of [{ number: '1000' }, { email: 'berta@example.org' }, { id_user: 2 }, { after: 1 }])
    expect(await pastOf(shop, params), JSON.stringify(params)).toEqual([]);
  const session = await customerWith(shop, 'Secret1');
  expect(await shop.call('get_user_orders', { session })).toEqual({
    object: 'get_user_orders',
    orders: [],
    past_orders: [shown],
  });
  await shop.adminRefused('get_past_order', { id_past_order: 2 }, 'ORDER_NOT_FOUND', 2);
  for (const operation of ['search_past_orders', 'get_past_order'])
    expect(await shop.call(operation, { id_past_order: 1 }), operation).toMatchObject({ status: 'error' });
});

test('nothing of the shop hangs on it: numbers, invoices, stock, webhooks, reports, searches of orders', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  for (const event of ['ORDER_CREATE', 'SEND_MESSAGE_TO_USER']) {
    await shop.admin('create_webhook', { name: event, event });
    await shop.admin('update_webhook', { name: event, url: 'http://127.0.0.1/hook', parameter: '', rotate_secret: 0 });
  }
  const reports = async (): Promise<unknown[]> => {
    const all = ['sales', 'orders', 'hotlist_all_time'];
    return Promise.all(all.map((statistic) => shop.admin('get_report', { statistic })));
  };
  const before = [await reports(), await shop.admin('search_orders', {})];
  const nextId = shop.engine.rules.orderIdFirst;
  const numbered = { ...ORDER, number: String(nextId) };
  const dated = { ...ORDER, number: '#2', placed: '2026-01-02 01:00:00' };
  await bringRecords(shop.engine, [CUSTOMER, numbered, dated]);
  expect([await reports(), await shop.admin('search_orders', {})]).toEqual(before);
  expect([...shop.engine.readContext().index('message').queues.values()].flatMap((ids) => [...ids])).toEqual([]);
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 5));
  const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
  expect(id_order).toBe(nextId);
  expect(await shop.admin('get_order_by_id', { id_order })).toMatchObject({ invoice_number: 'R-1' });
  expect(await pastOf(shop, { number: String(nextId) })).toMatchObject([{ id: 1, number: String(nextId) }]);
});

test('the same again changes nothing; another state of it is taken over; two systems may share a number', async () => {
  const shop = openShop();
  await bringRecords(shop.engine, [CUSTOMER, ORDER]);
  await isUnchanged(shop.engine, () => bringRecords(shop.engine, [CUSTOMER, ORDER]));
  const refunded = { ...ORDER, payment_state: 'refunded', sums: { ...ORDER.sums, refunded: '44.70' } };
  const other = { ...ORDER, source: 'magento' };
  const report = await bringRecords(shop.engine, [refunded, other]);
  expect(report.types).toEqual({ past_order: { created: 1, updated: 1, unchanged: 0 } });
  expect(await pastOf(shop, { number: '#10001' })).toMatchObject([
    { id: 1, source: 'shopify', payment_state: 'refunded', refunded: 44.7 },
    { id: 2, source: 'magento', payment_state: 'paid' },
  ]);
});

test('amounts are in the currency that it had, with its decimals', async () => {
  const shop = openShop();
  await bringRecords(shop.engine, [{ ...ORDER, currency: 'JPY', sums: { total: '1200' }, taxes: [], lines: [] }]);
  expect(await pastOf(shop, {})).toMatchObject([{ currency: 'JPY', currency_digits: 0, total: 1200, subtotal: 0 }]);
});

test('it is that of the account which came with its address, whichever came first, and of nobody else', async () => {
  const shop = openShop();
  await verified(shop, 'berta');
  const session = await loggedIn(shop, 'berta');
  await bringRecords(shop.engine, [ORDER, { ...ORDER, number: '#3', email: 'berta@example.org' }]);
  // Whoever registers here, or enters an address later, has not shown that it is theirs.
  expect(await shop.call('get_user_orders', { session })).not.toHaveProperty('past_orders');
  expect(await shop.call('set_user_data', { session, attributes: { email: ANNA } })).toMatchObject({
    status: 'SUCCESS',
  });
  await bringRecords(shop.engine, [ORDER]);
  expect(await shop.call('get_user_orders', { session })).not.toHaveProperty('past_orders');
  await shop.call('set_user_data', { session, attributes: { email: 'b@example.org' } });
  await bringRecords(shop.engine, [CUSTOMER]);
  expect(await pastOf(shop, { number: '#10001' })).toMatchObject([{ id_user: 2 }]);
  const own = await customerWith(shop, 'Secret1');
  // The account keeps what it has, and gets nothing of an address that was entered here.
  await shop.call('set_user_data', { session: own, attributes: { email: 'berta@example.org' } });
  await bringRecords(shop.engine, [ORDER, { ...ORDER, number: '#3', email: 'berta@example.org', note: 'new' }]);
  const { past_orders: past } = await shop.call<{ past_orders: readonly Reply[] }>('get_user_orders', { session: own });
  expect(past.map(({ number }) => number)).toEqual(['#10001']);
});

test('with another address it is another person’s: the former account loses it, their keys end', async () => {
  const shop = openShop();
  const berta = { ...CUSTOMER, email: 'berta@example.org' };
  await bringRecords(shop.engine, [CUSTOMER, berta, ORDER]);
  const session = await customerWith(shop, 'Secret1');
  const subjectOf = () => shop.engine.readContext().read('past_order', 1)!.subject;
  const first = subjectOf();
  // The same address in another case is the same person's.
  await bringRecords(shop.engine, [{ ...ORDER, email: 'Anna@Example.org' }]);
  expect([subjectOf(), await pastOf(shop, { id_user: 1 })]).toMatchObject([first, [{ id: 1, id_user: 1 }]]);
  for (const [email, owner] of [
    ['berta@example.org', 2],
    ['guest@example.org', 0],
  ] as const) {
    await bringRecords(shop.engine, [{ ...ORDER, email }]);
    expect(await shop.call('get_user_orders', { session })).not.toHaveProperty('past_orders');
    expect(await pastOf(shop, { email })).toMatchObject([{ id: 1, id_user: owner }]);
    expect(await pastOf(shop, { email: ANNA })).toEqual([]);
  }
  const keys = shop.engine
    .readContext()
    .read('keyring', 1)!
    .scheduled.map(([keyNumber]) => keyNumber);
  expect(keys).toEqual(expect.arrayContaining([first * 2, first * 2 + 1]));
  expect(keys).not.toContain(subjectOf() * 2);
  await shop.restart();
  expect(await pastOf(shop, {})).toMatchObject([{ id: 1, id_user: 0, email: 'guest@example.org' }]);
});

test('a page goes on behind ids that were never given', async () => {
  const shop = openShop();
  await bringRecords(shop.engine, [ORDER]);
  shop.engine.tables.past_order.nextId = 5;
  await bringRecords(shop.engine, [
    { ...ORDER, number: '#2' },
    { ...ORDER, number: '#3' },
  ]);
  expect(await shop.admin('search_past_orders', { limit: 2 })).toMatchObject({
    next: 5,
    orders: [{ id: 1 }, { id: 5 }],
  });
  expect(await shop.admin('search_past_orders', { limit: 2, after: 2 })).toMatchObject({
    next: 0,
    orders: [{ id: 5 }, { id: 6 }],
  });
});

test('newest first for its customer, in the order in which they came for the office, page by page', async () => {
  const shop = openShop();
  const days = ['2025-03-03', '2025-03-01', '2025-03-02'];
  await bringRecords(shop.engine, [
    CUSTOMER,
    ...days.map((day, index) => ({ ...ORDER, number: `#${index + 1}`, placed: `${day} 10:00:00` })),
  ]);
  const session = await customerWith(shop, 'Secret1');
  const { past_orders: past } = await shop.call<{ past_orders: readonly Reply[] }>('get_user_orders', { session });
  expect(past.map(({ number }) => number)).toEqual(['#1', '#3', '#2']);
  for (const asked of [{}, { email: ANNA }, { id_user: 1 }]) {
    const page = await shop.admin('search_past_orders', { ...asked, limit: 2 });
    expect(page).toMatchObject({ next: 2, orders: [{ number: '#1' }, { number: '#2' }] });
    const next = await shop.admin('search_past_orders', { ...asked, limit: 2, after: 2 });
    expect(next).toMatchObject({ next: 0, orders: [{ number: '#3' }] });
  }
});

test('it is in the export of its person, and erased with them', async () => {
  const shop = openShop();
  await bringRecords(shop.engine, [CUSTOMER, ORDER]);
  expect(await shop.admin('export_user', { id_user: 1 })).toMatchObject({ past_orders: [{ number: '#10001' }] });
  expect(await shop.admin('erase_user', { id_user: 1, dry_run: 1 })).toMatchObject({ past_orders: 1, orders: 0 });
  expect(await shop.admin('erase_user', { id_user: 1 })).toMatchObject({ past_orders: 1, orders: 0 });
  const gone = { email: 'erased', phone: 'erased', note: 'erased', total: 44.7, invoice: { name: '', city: '' } };
  const check = async (): Promise<void> => {
    expect(await pastOf(shop, { number: '#10001' })).toMatchObject([gone]);
    expect(await pastOf(shop, { email: ANNA })).toEqual([]);
  };
  await check();
  await isUnchanged(shop.engine, () => bringRecords(shop.engine, [ORDER]));
  await shop.restart();
  await check();
});

test('one that is nobody’s account is erased with all others of its address', async () => {
  const shop = openShop();
  const berta = { ...ORDER, number: '#4', email: 'berta@example.org' };
  await bringRecords(shop.engine, [ORDER, { ...ORDER, number: '#3' }, berta]);
  expect(await shop.admin('erase_past_order', { id_past_order: 1, dry_run: 1 })).toMatchObject({ past_orders: 2 });
  expect(await shop.admin('erase_past_order', { id_past_order: 1 })).toMatchObject({ past_orders: 2, orders: 0 });
  expect((await pastOf(shop, {})).map(({ email }) => email)).toEqual(['erased', 'erased', 'berta@example.org']);
  await shop.adminRefused('erase_past_order', { id_past_order: 9 }, 'ORDER_NOT_FOUND', 9);
  await bringRecords(shop.engine, [{ ...CUSTOMER, email: 'berta@example.org' }]);
  await shop.adminRefused('erase_past_order', { id_past_order: 3 }, 'PARAMETER_INVALID', 'id_past_order');
});

test('a record that cannot be is refused whole, by its line', async () => {
  const shop = openShop();
  const { headSeq } = shop.engine;
  const report = await bringRecords(shop.engine, [
    { ...ORDER, number: '' },
    { ...ORDER, placed: 'yesterday' },
    { ...ORDER, currency: 'Euro' },
    { ...ORDER, email: 'anna' },
    { ...ORDER, sums: { total: 'much' } },
    { ...ORDER, sums: { goods: '1', shipping: '1' } },
    { ...ORDER, lines: [{ name: 'Mug', quantity: -1, price: '1' }] },
    { ...ORDER, delivery: { planet: 'Mars' } },
    { ...ORDER, status: 'paid' },
  ]);
  expect(report.refusals.map(({ line, code, param }) => `${line} ${code} ${String(param)}`)).toEqual([
    '1 PARAMETER_MISSING number',
    '2 PARAMETER_INVALID placed',
    '3 PARAMETER_INVALID currency',
    '4 EMAIL_IS_INVALID email',
    '5 PARAMETER_INVALID total',
    '6 PARAMETER_INVALID sums',
    '7 PARAMETER_INVALID lines',
    '8 PARAMETER_INVALID delivery',
    '9 PARAMETER_INVALID status',
  ]);
  expect(shop.engine.headSeq).toBe(headSeq);
});
