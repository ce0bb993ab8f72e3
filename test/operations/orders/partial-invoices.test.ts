// Orders of a shop that invoices each parcel, through the operations. It would catch an invoice that changes, a number
// with a gap, a delivery that is on two invoices, a note that names another invoice, and documents that differ from
// what reports and bookings count.
import { expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { Goods, freeLine, line } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import type { Placed, Pieces } from './returned-order.ts';
import { EN_16931, broken } from '../../outside/documents/e-invoice-rules.ts';
import { readInvoice } from '../../outside/documents/e-invoice-reader.ts';
import { BUYER, SELLER } from './e-invoice-shop.ts';
import { days } from './reported.ts';
import { pieces, placed, receive, set, ship } from './returned-order.ts';

const BY_PARCEL = { rules: { invoicePer: 'parcel' } } as const;

interface Shown {
  readonly invoice_number: string;
  readonly invoices?: readonly {
    readonly number: string;
    readonly id_parcel: number;
    readonly amount: number;
    readonly tax: number;
    readonly lines: readonly { readonly id_element: number; readonly quantity: number; readonly amount: number }[];
  }[];
  readonly credits?: readonly Given[];
  readonly balance: { readonly total: number };
}

const order = ({ goods, orderId }: Placed): Promise<Shown> =>
  goods.shop.admin('get_order_by_id', { id_order: orderId }) as unknown as Promise<Shown>;

const invoice = ({ goods, orderId }: Placed, number = '', more: Given = {}): Promise<Reply> =>
  goods.shop.admin('get_invoice', { id_order: orderId, invoice_number: number, language: 'en_GB', ...more });

const shown = (document: unknown): string =>
  Buffer.from(String(document), 'base64')
    .toString()
    .replaceAll('&#160;', ' ')
    .replaceAll('&#8364;', '€')
    .replaceAll(/<[^>]*>|\s+/gu, ' ')
    .replaceAll(/ +/gu, ' ');

const cancel = ({ goods, orderId }: Placed, lines: Pieces): Promise<Reply> =>
  goods.shop.admin('cancel_lines', { id_order: orderId, lines: pieces(lines) });

const netSales = async ({ goods }: Placed): Promise<number> =>
  Object.values(await days(goods.shop, 'net_sales')).reduce((sum, value) => sum + value, 0);

test('each parcel has an invoice: the first one with the delivery, the last one with all that is left', async () => {
  const made = await placed(BY_PARCEL);
  expect(await order(made)).toMatchObject({ invoice_number: '', invoices: [] });
  expect(await invoice(made)).toMatchObject({ message: 'INVOICE_NOT_FOUND' });
  expect(await ship(made, [[1, 2]])).toMatchObject({ id_parcel: 1, invoice_number: 'R-1' });
  expect(
    await ship(made, [
      [1, 1],
      [2, 1],
    ]),
  ).toMatchObject({ invoice_number: 'R-2' });
  await ship(made, [[2, 2]]);
  const { invoice_number: last, invoices = [], balance } = await order(made);
  expect(last).toBe('R-3');
  expect(invoices.map(({ number, id_parcel, amount }) => [number, id_parcel, amount])).toEqual([
    ['R-1', 1, 25],
    ['R-2', 2, 30],
    ['R-3', 3, 40],
  ]);
  expect(balance.total).toBe(95);
  expect(invoices[0]?.lines.map(({ id_element, quantity }) => [id_element, quantity])).toEqual([
    [1, 2],
    [3, 1],
  ]);
});

test('the shop changes what an invoice is over, at once and at a time, for orders that are placed from then on', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product(10);
  const place = async (): Promise<number> => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, product, { quantity: 2 }));
    return (await shop.call<Checkout>('checkout', { session })).id_order;
  };
  const shownAs = async (id_order: number) => {
    const { invoice_number: number, invoices } = await order({ goods, orderId: id_order } as Placed);
    return [number, invoices?.length];
  };
  const change = (params: Given): Promise<Reply> => shop.admin('update_shop_settings', params);
  const whole = await place();
  await change({ invoice_per: 'parcel' });
  await change({ invoice_per: 'order', effective_at: '2090-01-01' });
  const parcelled = await place();
  const both = async () => [await shownAs(whole), await shownAs(parcelled)];
  expect(await both()).toEqual([
    ['R-1', undefined],
    ['', 0],
  ]);
  await shop.restart();
  shop.nowMs = Date.UTC(2090, 0, 1);
  applyDueChanges(shop.engine);
  expect(await shownAs(await place())).toEqual(['R-2', undefined]);
  for (const orderId of [whole, parcelled]) await ship({ goods, orderId } as Placed, [[1, 1]]);
  expect(await both()).toEqual([
    ['R-1', undefined],
    ['R-3', 1],
  ]);
});

test('an invoice of a parcel is issued once and shown for ever, by its number', async () => {
  const made = await placed(BY_PARCEL);
  await ship(made, [[1, 2]]);
  const first = await invoice(made, 'R-1', { args: { format: 'html' } });
  const text = shown(first['invoice']);
  for (const part of ['R-1', '€ 20.00', '€ 5.00', '€ 25.00']) expect(text).toContain(part);
  await ship(made, [[2, 3]]);
  await made.goods.shop.admin('update_shop_settings', { company: ['Another Name'] });
  expect(await invoice(made, 'R-1', { args: { format: 'html' } })).toEqual(first);
  const second = shown((await invoice(made))['invoice']);
  for (const part of ['R-2', '€ 60.00']) expect(second).toContain(part);
  expect(await invoice(made, 'R-7')).toMatchObject({ message: 'INVOICE_NOT_FOUND', param: 'R-7' });
});

test('orders of a shop that invoices parcels share the series without gaps', async () => {
  const made = await placed(BY_PARCEL);
  const { shop } = made.goods;
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, made.own));
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  await ship(made, [[1, 1]]);
  await ship({ ...made, orderId }, [[1, 1]]);
  await ship(made, [[1, 1]]);
  const { invoices = [] } = await order(made);
  expect(invoices.map(({ number }) => number)).toEqual(['R-1', 'R-3']);
  expect(await order({ ...made, orderId })).toMatchObject({ invoice_number: 'R-2' });
});

test('what is cancelled before it leaves has no note and is on no invoice; what comes back has one of its invoice', async () => {
  const made = await placed(BY_PARCEL);
  await ship(made, [[1, 2]]);
  expect(await cancel(made, [[1, 1]])).not.toHaveProperty('credit.credit_note_number');
  await ship(made, [[2, 3]]);
  await receive(made, [
    [1, 1],
    [2, 1],
  ]);
  const { credits = [], invoices = [], balance } = await order(made);
  expect(
    credits.map(({ amount, credit_note_number, invoice_number }) => [amount, credit_note_number, invoice_number]),
  ).toEqual([
    [10, undefined, undefined],
    [10, 'S-1', 'R-1'],
    [20, 'S-2', 'R-2'],
  ]);
  expect(invoices.reduce((sum, { amount }) => sum + amount, 0) - 30).toBe(balance.total);
  const { credit_note: note } = await made.goods.shop.admin('get_credit_note', {
    id_order: made.orderId,
    id_credit: 3,
    language: 'en_GB',
  });
  const text = shown(note);
  for (const part of ['S-2', 'R-2', '-€ 20.00']) expect(text).toContain(part);
});

test('a call that credits pieces of two invoices shows both credits', async () => {
  const made = await placed(BY_PARCEL);
  const { shop } = made.goods;
  await ship(made, [[1, 2]]);
  await ship(made, [[2, 3]]);
  const lines: Pieces = [
    [1, 1],
    [2, 1],
  ];
  const both = [
    { id: 1, amount: 10, credit_note_number: 'S-1', invoice_number: 'R-1' },
    { id: 2, amount: 20, credit_note_number: 'S-2', invoice_number: 'R-2', continued: 1 },
  ];
  const received = await receive(made, lines);
  expect(received).toMatchObject({ credit: both[0], credits: both, return: { id_credit: 1 } });
  expect(received).not.toHaveProperty('credit.continued');
  const refunded = await shop.admin('refund', { id_order: made.orderId, lines: pieces(lines), to: 'credit' });
  expect(refunded).toMatchObject({ credit: { id: 3 }, credits: [{ id: 3 }, { id: 4, continued: 1 }] });
  expect(await cancel(made, [[1, 1]])).toMatchObject({ credit: { id: 5 } });
  expect(await receive(made, [[2, 1]])).not.toHaveProperty('credits');
});

test('the invoice of what no parcel had says no day on which it was delivered', async () => {
  const made = await placed({ ...BY_PARCEL, config: { seller: SELLER } });
  const { id_payment_method: _method, ...buyer } = BUYER;
  await set(made, buyer);
  await ship(made, [[1, 2]]);
  await set(made, { order_delivery_state: 'CLOSED' });
  const documents = ['R-1', 'R-2'].map(async (number) => {
    const issued = await invoice(made, number, { format: 'ubl' });
    return Buffer.from(String(issued['invoice']), 'base64').toString().includes('ActualDeliveryDate');
  });
  expect(await Promise.all(documents)).toEqual([true, false]);
});

test('closing the order invoices what no parcel had', async () => {
  const made = await placed(BY_PARCEL);
  await ship(made, [[1, 2]]);
  await set(made, { order_delivery_state: 'CLOSED' });
  const { invoices = [], balance } = await order(made);
  expect(invoices.map(({ id_parcel, amount }) => [id_parcel, amount])).toEqual([
    [1, 25],
    [0, 70],
  ]);
  expect(balance.total).toBe(95);
  await set(made, { order_state: 'CLOSED' });
  expect((await order(made)).invoices).toHaveLength(2);
});

test('an order with an invoice is neither cancelled nor edited, and keeps what the invoice shows', async () => {
  const made = await placed(BY_PARCEL);
  const { shop } = made.goods;
  await ship(made, [[1, 2]]);
  const { orderId: id_order } = made;
  await shop.adminRefused('update_order_details', { id_order, order_state: 'CANCELED' }, 'INVOICE_ISSUED', id_order);
  await shop.adminRefused('begin_order_edit', { id_order }, 'INVOICE_ISSUED', id_order);
  await shop.adminRefused('update_order_details', { id_order, invoice_city: 'Rom' }, 'INVOICE_ISSUED', id_order);
});

test('a discount of an edit that is more than a parcel is carried, and after an invoice no edit takes one', async () => {
  const made = await placed(BY_PARCEL);
  const { shop } = made.goods;
  const begin = () => shop.admin<{ session: string; id_edit: string }>('begin_order_edit', { id_order: made.orderId });
  const edit = await begin();
  await shop.call('add_to_cart', freeLine(edit.session, -40), { secret: true });
  expect(await shop.admin('commit_order_edit', { id_edit: edit.id_edit })).toMatchObject({ status: 'success' });
  const { session, id_edit } = await begin();
  await shop.call('add_to_cart', freeLine(session, -20), { secret: true });
  await ship(made, [[1, 1]]);
  const late = await shop.admin('commit_order_edit', { id_edit });
  expect(late).toMatchObject({ message: 'CHANGED_MEANWHILE' });
  await shop.adminRefused('commit_order_edit', { id_edit, if_seq: late['seq'] }, 'INVOICE_ISSUED', made.orderId);
  await ship(made, [[1, 2]]);
  await ship(made, [[2, 3]]);
  const { invoices = [], balance } = await order(made);
  expect(balance.total).toBe(55);
  expect(invoices.map(({ amount }) => amount)).toEqual([0, 0, 55]);
});

test('what came back undelivered is cancelled whole, with a note of its invoice', async () => {
  const made = await placed(BY_PARCEL);
  await ship(made, [
    [1, 3],
    [2, 3],
  ]);
  await set(made, { order_delivery_state: 'PROCESSING' });
  expect(
    await cancel(made, [
      [1, 3],
      [2, 3],
    ]),
  ).toMatchObject({ credit: { credit_note_number: 'S-1', invoice_number: 'R-1', amount: 90 } });
  expect((await order(made)).balance.total).toBe(5);
});

// The store is verified behind each test: a return is what its credits say came back.
test.each([
  ['goods', [[2, 1]]],
  [
    'goods with the discount',
    [
      [2, 1],
      [3, 1],
    ],
  ],
  [
    'all of it',
    [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
  ],
] as const)('what comes back of an order whose discount is on two invoices is credited: %s', async (_, lines) => {
  const goods = await Goods.open(BY_PARCEL);
  const { shop } = goods;
  const session = await shop.session();
  for (const price of [10, 100]) await shop.call('add_to_cart', line(session, await goods.product(price)));
  await shop.admin('add_to_cart', freeLine(session, -15));
  const { id_order: orderId } = await shop.admin<Checkout>('checkout', { session });
  const made = { goods, orderId };
  for (const id of [1, 2]) expect(await ship(made, [[id, 1]])).toMatchObject({ invoice_number: `R-${id}` });
  expect(await receive(made, lines)).toMatchObject({ status: 'success' });
});

test('figures and bookings are those of the documents', async () => {
  const made = await placed(BY_PARCEL);
  expect(await netSales(made)).toBe(0);
  await ship(made, [[1, 2]]);
  expect(await netSales(made)).toBe(25);
  await ship(made, [
    [1, 1],
    [2, 3],
  ]);
  await receive(made, [[2, 1]]);
  expect(await netSales(made)).toBe(75);
});

test('an order keeps what it was placed with, and others have one invoice', async () => {
  const made = await placed();
  await ship(made, [[1, 2]]);
  expect(await order(made)).toMatchObject({ invoice_number: 'R-1' });
  expect(await order(made)).not.toHaveProperty('invoices');
});

test('an invoice of a parcel and its note are made for programs, each by the rules of the standard', async () => {
  const made = await placed({ ...BY_PARCEL, config: { seller: SELLER } });
  const { shop } = made.goods;
  const { id_payment_method: _method, ...buyer } = BUYER;
  await set(made, buyer);
  await ship(made, [[1, 2]]);
  await ship(made, [[2, 3]]);
  const ubl = await invoice(made, 'R-1', { format: 'ubl' });
  const first = Buffer.from(String(ubl['invoice']), 'base64').toString();
  expect(broken(EN_16931, readInvoice(first))).toEqual([]);
  expect(first).toMatch(/<cbc:PayableAmount currencyID="EUR">25\.00</);
  expect(first).toContain('ActualDeliveryDate');
  expect(first).toContain(`<cac:OrderReference><cbc:ID>${made.orderId}<`);
  await receive(made, [[1, 1]]);
  const noted = await shop.admin('get_credit_note', { id_order: made.orderId, id_credit: 1, format: 'ubl' });
  const note = Buffer.from(String(noted['credit_note']), 'base64').toString();
  expect(broken(EN_16931, readInvoice(note))).toEqual([]);
  expect(note).toContain('<cac:InvoiceDocumentReference><cbc:ID>R-1<');
});
