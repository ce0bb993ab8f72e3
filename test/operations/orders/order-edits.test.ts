// Edits of placed orders: what the order comes to, its stock, its coupons, its documents, and what is refused. It would
// catch a total that is not the one that was shown, stock that is taken twice or not given back, a cart that loses what
// has left, and figures that do not follow.
import { describe, expect, test } from 'vitest';
import { outstandingOf } from '../../../src/domain/orders/credits.ts';
import { startPayment } from '../../../src/domain/orders/start-payment.ts';
import { takePayment } from '../../../src/domain/orders/take-payment.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { Notice } from '../../../src/kernel/payment-provider.ts';
import type { Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Edit extends Reply {
  readonly id_edit: string;
  readonly session: string;
  readonly seq: number;
  readonly total: number;
}

interface Made {
  readonly goods: Goods;
  readonly products: readonly number[];
  readonly orderId: number;
}

/** An order of three pieces of one stocked product and two of another, at 10 each, and delivery: lines 1 to 3. */
const ordered = async (stock: readonly [number, number] = [5, 5], coupons: readonly string[] = []): Promise<Made> => {
  const goods = await Goods.open();
  const products = [await goods.stocked(stock[0]), await goods.stocked(stock[1])];
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, products[0]!, { quantity: 3 }));
  await goods.shop.call('add_to_cart', line(session, products[1]!, { quantity: 2 }));
  await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 5, 0.19]] });
  if (coupons.length > 0) await goods.shop.call('add_coupons', { session, coupons });
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, products, orderId };
};

const begin = ({ goods, orderId }: Made): Promise<Edit> =>
  goods.shop.admin<Edit>('begin_order_edit', { id_order: orderId });

const shown = ({ goods }: Made, { id_edit }: Edit): Promise<Edit> =>
  goods.shop.admin<Edit>('get_order_edit', { id_edit });

const commit = ({ goods }: Made, { id_edit }: Edit, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('commit_order_edit', { id_edit, ...more });

const read = ({ goods, orderId }: Made): Promise<Reply> => goods.shop.admin('get_order_by_id', { id_order: orderId });

const add = ({ goods, products }: Made, { session }: Edit, at: number, quantity: number): Promise<Reply> =>
  goods.shop.call('add_to_cart', line(session, products[at]!, { quantity }));

const set = ({ goods }: Made, { session }: Edit, id_element: number, quantity: number): Promise<Reply> =>
  goods.shop.call('set_quantity', { session, id_element, quantity });

const stock = ({ goods, products }: Made): Promise<readonly number[]> =>
  Promise.all(products.map((product) => goods.left(product)));

const invoice = async ({ goods, orderId }: Made, more: Given = {}): Promise<string> => {
  const given = { id_order: orderId, args: { format: 'html' }, language: 'en_GB', ...more };
  const { invoice: shownInvoice, message } = await goods.shop.admin('get_invoice', given);
  return message === undefined ? Buffer.from(String(shownInvoice), 'base64').toString() : String(message);
};

describe('an edit', () => {
  test('shows what it would change, and changes the order when it is made', async () => {
    const made = await ordered();
    const edit = await begin(made);
    const same = { id_order: made.orderId, total_before: 55, total: 55, difference: 0, lacking: [] };
    expect(await shown(made, edit)).toMatchObject(same);
    const { session } = await made.goods.shop.admin<Edit>('continue_order_edit', { id_edit: edit.id_edit });
    expect(session).toBe(edit.session);
    await set(made, edit, 1, 1);
    await add(made, edit, 1, 2);
    const before = await read(made);
    expect(await shown(made, edit)).toMatchObject({
      changed: 0,
      total: 55,
      lines: [
        { id_element: 1, quantity_before: 3, quantity: 1, amount_before: 30, amount: 10 },
        { id_element: 2, quantity_before: 2, quantity: 4, amount_before: 20, amount: 40 },
      ],
    });
    await add(made, edit, 1, 1);
    const expected = { id_order: made.orderId, credit: { id: 1, kind: 'edited', amount: 55 }, balance: { total: 65 } };
    expect(await commit(made, edit, { dry_run: 1 })).toMatchObject(expected);
    expect(await read(made)).toEqual(before);
    expect(await commit(made, edit, { expected_total: '55' })).toMatchObject({ message: 'TOTAL_CHANGED' });
    expect(await commit(made, edit, { expected_total: '65', reason: 'phone' })).toMatchObject(expected);
    expect(await read(made)).toMatchObject({
      invoice_number: before['invoice_number'],
      cart: { total: 65, contents: [{ id: 1, quantity: 1 }, { id: 2, quantity: 5 }, {}] },
      balance: { total: 65, outstanding: 65 },
      credits: [{ kind: 'edited', reason: 'phone' }],
    });
    expect(await stock(made)).toEqual([4, 0]);
    expect(await commit(made, edit)).toMatchObject({ message: 'ORDER_EDIT_NOT_FOUND' });
  });

  test('may have again what the order has, and no piece more', async () => {
    const made = await ordered([3, 2]);
    const edit = await begin(made);
    await set(made, edit, 1, 1);
    expect(await set(made, edit, 1, 3)).not.toHaveProperty('message');
    expect(await set(made, edit, 1, 4)).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
    await set(made, edit, 2, 1);
    expect(await stock(made)).toEqual([0, 0]);
    expect(await commit(made, edit)).toMatchObject({ status: 'success' });
    expect(await stock(made)).toEqual([0, 1]);
  });

  test('lacks what somebody else bought meanwhile, and says so', async () => {
    const made = await ordered([4, 2]);
    const edit = await begin(made);
    await set(made, edit, 1, 4);
    const session = await made.goods.shop.session();
    await made.goods.shop.call('add_to_cart', line(session, made.products[0]!));
    await made.goods.shop.call('checkout', { session });
    const [product] = made.products;
    expect(await shown(made, edit)).toMatchObject({ lacking: [{ id_shopobject: product, quantity: 1 }] });
    const refused = { message: 'SHOPOBJECT_NOT_AVAILABLE', param: String(product) };
    expect(await commit(made, edit)).toMatchObject(refused);
    expect(await read(made)).toMatchObject({ cart: { total: 55 } });
  });

  test('keeps what has left, and the delivery state follows', async () => {
    const made = await ordered();
    const { shop } = made.goods;
    await shop.admin('add_parcel', { id_order: made.orderId, lines: [{ id_element: 1, quantity: 2 }] });
    const edit = await begin(made);
    await set(made, edit, 1, 1);
    expect(await commit(made, edit)).toMatchObject({ message: 'LINE_SENT', param: '1' });
    await set(made, edit, 1, 2);
    await shop.call('del_from_cart', { session: edit.session, id_element: 2 });
    expect(await commit(made, edit)).toMatchObject({ balance: { total: 25 } });
    expect(await read(made)).toMatchObject({ delivery_state: { name: 'CLOSED' } });
    const again = await begin(made);
    await add(made, again, 1, 1);
    expect(await commit(made, again)).toMatchObject({ balance: { total: 35 } });
    expect(await read(made)).toMatchObject({
      delivery_state: { name: 'PARTIAL' },
      to_send: [{ quantity: 1 }],
      credits: [{ id: 1 }, { id: 2 }],
    });
  });

  test('of an order with an invoice has a credit note and a new invoice; the first one stays', async () => {
    const made = await ordered();
    const first = await invoice(made);
    const edit = await begin(made);
    await set(made, edit, 2, 1);
    expect(await commit(made, edit)).toMatchObject({
      invoice_number: 'R-2',
      credit: { id: 1, amount: 55, credit_note_number: 'S-1' },
    });
    const { credit_note: note } = await made.goods.shop.admin('get_credit_note', {
      id_order: made.orderId,
      id_credit: 1,
      args: { format: 'html' },
    });
    const noted = Buffer.from(String(note), 'base64').toString();
    for (const part of ['S-1', 'R-1', '-3', '-2', '55']) expect(noted).toContain(part);
    const second = await invoice(made);
    expect(second).toContain('R-2');
    expect(second).not.toContain('R-1');
    expect(await invoice(made, { invoice_number: 'R-1' })).toBe(first);
    expect(await invoice(made, { invoice_number: 'R-2' })).toBe(second);
    expect(await invoice(made, { invoice_number: 'R-9' })).toBe('INVOICE_NOT_FOUND');
    const constraint = { 'main.invoice_number': 'R-1' };
    expect(await made.goods.shop.admin('search_orders', { constraint })).toMatchObject({ count: 1 });
    // The next order has the number after it.
    const session = await made.goods.shop.session();
    await made.goods.shop.call('add_to_cart', line(session, made.products[0]!));
    const { id_order } = await made.goods.shop.call<Checkout>('checkout', { session });
    expect(await made.goods.shop.admin('get_order_by_id', { id_order })).toMatchObject({ invoice_number: 'R-3' });
  });

  test('keeps the first invoice, which may still be asked for in another format', async () => {
    const made = await ordered();
    await invoice(made);
    const edit = await begin(made);
    await set(made, edit, 2, 1);
    await commit(made, edit);
    const pdf = await made.goods.shop.admin('get_invoice', {
      id_order: made.orderId,
      invoice_number: 'R-1',
      format: 'pdf',
    });
    expect(Buffer.from(String(pdf['invoice']), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('of a paid order asks for what it is dearer by, or gives back what it is cheaper by', async () => {
    const made = await ordered();
    await made.goods.shop.admin('update_order_details', {
      id_order: made.orderId,
      order_payment_state: 'PAYMENT_RECEIVED',
    });
    const edit = await begin(made);
    await set(made, edit, 1, 4);
    expect(await shown(made, edit)).toMatchObject({ difference: 10, outstanding: 10 });
    const dearer = await commit(made, edit, { settle: 'manual' });
    expect(dearer).toMatchObject({ balance: { total: 65, received: 55, outstanding: 10 } });
    expect(dearer).toHaveProperty('code');
    const back = await begin(made);
    await set(made, back, 1, 2);
    expect(await commit(made, back, { settle: 'manual' })).toMatchObject({
      refunds: [{ amount: 10, state: 'done', to: 'manual' }],
      balance: { total: 45, received: 55, refunded: 10, outstanding: 0 },
    });
  });

  test('of an order that was paid by hand is paid by the rest that it asks for', async () => {
    const made = await ordered();
    const paid = { id_order: made.orderId, order_payment_state: 'PAYMENT_RECEIVED' };
    await made.goods.shop.admin('update_order_details', paid);
    const edit = await begin(made);
    await set(made, edit, 1, 4);
    await commit(made, edit);
    const order = made.goods.shop.engine.readContext().read('order', made.orderId)!;
    expect(outstandingOf(order)).toBe(1000);
    const { engine } = made.goods.shop;
    engine.transact(maintenanceCause('test'), (tx) =>
      startPayment(tx, {
        orderId: made.orderId,
        methodId: order.details.paymentMethodId,
        amountMinor: 1000,
        reference: 'rest',
        redirect: '',
        token: '',
        expiresMs: tx.atMs + 1000,
        successUrl: '',
        cancelUrl: '',
      }),
    );
    const notice = { outcome: 'received', reference: 'rest', transaction: 't-1', amountMinor: 1000, currency: 'EUR' };
    engine.transact(maintenanceCause('test'), (tx) => takePayment(tx, order.details.paymentMethodId, notice as Notice));
    expect(await read(made)).toMatchObject({ balance: { total: 65, received: 65, outstanding: 0 } });
  });

  test('stays in the currency of its order', async () => {
    const goods = await Goods.open({ rules: { currencies: [{ code: 'USD', digits: 2 }] } });
    const products = [await goods.stocked(5), await goods.stocked(5)];
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, products[0]!));
    const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
    const edit = await begin({ goods, products, orderId });
    await goods.shop.call('clear_cart', { session: edit.session });
    await goods.shop.call('set_context', { session: edit.session, currency: 'USD' });
    await goods.shop.call('add_to_cart', {
      ...line(edit.session, 0),
      element_type: 'FREE_ELEMENT',
      price_field: '12',
      name_field: 'x',
    });
    expect(await commit({ goods, products, orderId }, edit)).toMatchObject({ message: 'CURRENCY_NOT_FOUND' });
  });

  test('begins anew where the order goes elsewhere, and keeps a method that somebody else has chosen', async () => {
    const made = await ordered();
    const { shop } = made.goods;
    const edit = await begin(made);
    await set(made, edit, 1, 2);
    await shop.admin('update_order_details', { id_order: made.orderId, id_payment_method: 1 });
    const { seq } = await shown(made, edit);
    const tried = await commit(made, edit, { if_seq: seq, dry_run: 1 });
    expect(tried).toMatchObject({ status: 'success' });
    await shop.admin('update_order_details', { id_order: made.orderId, delivery_country: 'AT' });
    const later = (await shown(made, edit)).seq;
    const elsewhere = await commit(made, edit, { if_seq: later });
    expect(elsewhere).toMatchObject({ message: 'CHANGED_MEANWHILE', detail: expect.stringContaining('a new edit') });
  });

  test('knows when the order changed meanwhile', async () => {
    const made = await ordered();
    const { shop } = made.goods;
    const edit = await begin(made);
    await set(made, edit, 1, 2);
    await shop.admin('add_order_note', { id_order: made.orderId, text: 'rings at noon' });
    const { seq } = await shown(made, edit);
    expect(await shown(made, edit)).toMatchObject({ changed: 1 });
    expect(await commit(made, edit)).toMatchObject({ message: 'CHANGED_MEANWHILE', param: 'if_seq' });
    expect(await commit(made, edit, { if_seq: seq, dry_run: 1 })).toMatchObject({ balance: { total: 45 } });
    await shop.admin('cancel_lines', { id_order: made.orderId, lines: [{ id_element: 2, quantity: 1 }] });
    const later = (await shown(made, edit)).seq;
    const refused = await commit(made, edit, { if_seq: later });
    expect(refused).toMatchObject({ message: 'CHANGED_MEANWHILE', detail: expect.stringContaining('a new edit') });
    const anew = await begin(made);
    expect(await shown(made, anew)).toMatchObject({
      total_before: 45,
      total: 45,
      lines: [{ quantity: 3 }, { quantity_before: 1 }],
    });
  });

  test('is made of an order that nobody had named a buyer of, and that names one meanwhile', async () => {
    const made = await ordered();
    const edit = await begin(made);
    await set(made, edit, 1, 2);
    const details = { id_order: made.orderId, note: 'rings at noon', email: 'ada@example.org' };
    await made.goods.shop.admin('update_order_details', details);
    expect(await commit(made, edit)).toMatchObject({ message: 'CHANGED_MEANWHILE', param: 'if_seq' });
    const { seq } = await shown(made, edit);
    expect(await commit(made, edit, { if_seq: seq })).toMatchObject({ balance: { total: 45 } });
    expect(await read(made)).toMatchObject({ order_email: 'ada@example.org' });
  });

  test('frees coupons that it takes away, keeps those that it has, and takes them back', async () => {
    const goods = await Goods.open();
    await goods.shop.admin('create_coupons', {
      count: 1,
      name: 'C',
      amount: 10,
      code: 'TEN',
      type: 'UNIQUE_PERCENTAGE',
    });
    const session = await goods.shop.session();
    const products = [await goods.stocked(9), await goods.stocked(9)];
    await goods.shop.call('add_to_cart', line(session, products[0]!, { quantity: 2 }));
    await goods.shop.call('add_coupons', { session, coupons: [['TEN']] });
    const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
    const made = { goods, products, orderId };
    const edit = await begin(made);
    expect(await shown(made, edit)).toMatchObject({ total_before: 18, total: 18 });
    await goods.shop.call('add_coupons', { session: edit.session, coupons: [] });
    expect(await shown(made, edit)).toMatchObject({ total: 20, coupons_removed: ['TEN'] });
    await goods.shop.call('add_coupons', { session: edit.session, coupons: [['TEN']] });
    await add(made, edit, 1, 1);
    expect(await commit(made, edit)).toMatchObject({ balance: { total: 27 } });
    const without = await begin(made);
    await goods.shop.call('add_coupons', { session: without.session, coupons: [] });
    expect(await commit(made, without)).toMatchObject({ balance: { total: 30 } });
    const other = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(other, products[0]!));
    expect(await goods.shop.call('add_coupons', { session: other, coupons: [['TEN']] })).not.toHaveProperty('message');
    const taken = await goods.shop.call<Checkout>('checkout', { session: other });
    expect(taken.id_order).toBeGreaterThan(0);
    const late = await begin(made);
    const add10 = { session: late.session, coupons: [['TEN']] };
    expect(await goods.shop.call('add_coupons', add10)).toMatchObject({ message: 'COUPON_USED' });
  });

  test('is refused by name where an order cannot be edited', async () => {
    const made = await ordered();
    const { shop } = made.goods;
    const { session, id_edit } = await begin(made);
    expect(await shop.call('checkout', { session })).toMatchObject({ message: 'SESSION_IS_EDIT' });
    const address = await shop.call('set_order_details', { session, delivery_city: 'Berlin' });
    expect(address).toMatchObject({ message: 'SESSION_IS_EDIT' });
    expect(await shop.admin('send_draft', { id_draft: id_edit })).toMatchObject({ message: 'DRAFT_NOT_FOUND' });
    expect(await shop.admin('get_drafts')).toMatchObject({ count: 0 });
    await shop.call('clear_cart', { session });
    expect(await shop.admin('commit_order_edit', { id_edit })).toMatchObject({ message: 'ORDER_EMPTIED' });
    expect(await shop.admin('discard_order_edit', { id_edit })).toMatchObject({ status: 'success' });
    expect(await shop.admin('get_order_edit', { id_edit })).toMatchObject({ message: 'ORDER_EDIT_NOT_FOUND' });
    await shop.admin('refund', { id_order: made.orderId, amount: '5', to: 'credit' });
    expect(await begin(made)).toMatchObject({ message: 'ORDER_HAS_CREDITS' });
    await shop.admin('update_order_details', { id_order: made.orderId, order_state: 'CANCELED' });
    expect(await begin(made)).toMatchObject({ message: 'ORDER_CANCELED' });
    expect(await begin({ ...made, orderId: 4711 })).toMatchObject({ message: 'ORDER_NOT_FOUND' });
  });
});
