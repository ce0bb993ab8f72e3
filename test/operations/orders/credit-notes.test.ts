// Credit notes: what a credit of an invoiced order takes off the invoice, on paper. It would catch a document that
// changes, a tax of another rate, a number with a gap, and a cancellation that takes back what a note took already.
import { expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import type { Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const HTML = { format: 'html' };

const shown = (document: unknown): string =>
  Buffer.from(String(document), 'base64')
    .toString()
    .replaceAll('&#160;', ' ')
    .replaceAll('&#8364;', '€')
    .replaceAll(/<[^>]*>|\s+/gu, ' ')
    .replaceAll(/ +/gu, ' ');

/** An order of three pieces at 10.00 with 19 %, two at 20.00 with 7 %, and delivery at 4.90: 74.90. */
const ordered = async (): Promise<{ goods: Goods; orderId: number }> => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, await goods.product(10), { quantity: 3 }));
  await goods.shop.call('add_to_cart', line(session, await goods.product(20), { quantity: 2, tax_class: 'reduced' }));
  await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 4.9, 0.19]] });
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, orderId };
};

const cancel = (goods: Goods, id_order: number, id_element: number, quantity: number): Promise<Reply> =>
  goods.shop.admin('cancel_lines', { id_order, lines: [{ id_element, quantity }] });

const note = async (goods: Goods, id_order: number, id_credit: number): Promise<Reply> =>
  goods.shop.admin('get_credit_note', { id_order, id_credit, args: HTML, language: 'en_GB' });

test('a credit of an invoiced order has a note, made once, with what came off the invoice', async () => {
  const { goods, orderId } = await ordered();
  const invoice = await goods.shop.admin('get_invoice', { id_order: orderId, args: HTML });
  await cancel(goods, orderId, 1, 2);
  const first = await note(goods, orderId, 1);
  expect(first).toMatchObject({ object: 'credit_note', number: 'S-1' });
  const text = shown(first['credit_note']);
  for (const part of ['Credit note', 'S-1', '-2', '-€ 20.00']) expect(text).toContain(part);
  await goods.shop.admin('update_shop_settings', { company: ['Another Name'] });
  expect(await note(goods, orderId, 1)).toEqual(first);
  expect(await goods.shop.admin('get_invoice', { id_order: orderId, args: HTML })).toEqual(invoice);
  const pdf = await goods.shop.admin('get_credit_note', { id_order: orderId, id_credit: 1, args: { format: 'pdf' } });
  expect(Buffer.from(String(pdf['credit_note']), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

test('an invoice that is issued later has what was credited before, which has no note', async () => {
  const { goods, orderId } = await ordered();
  await cancel(goods, orderId, 1, 2);
  expect(await note(goods, orderId, 1)).toMatchObject({ message: 'CREDIT_NOTE_NOT_FOUND', param: '1' });
  const { invoice } = await goods.shop.admin('get_invoice', { id_order: orderId, args: HTML, language: 'en_GB' });
  const text = shown(invoice);
  for (const part of ['Cancelled: No. 1', '-€ 20.00', '€ 54.90']) expect(text).toContain(part);
});

test('cancelling the order takes back what the notes have left of its invoice, in the same series', async () => {
  const { goods, orderId } = await ordered();
  await goods.shop.admin('get_invoice', { id_order: orderId, args: HTML });
  await cancel(goods, orderId, 2, 1);
  await goods.shop.admin('update_order_details', { id_order: orderId, order_state: 'CANCELED' });
  const taken = await goods.shop.admin('get_cancellation_invoice', {
    id_order: orderId,
    args: HTML,
    language: 'en_GB',
  });
  expect(taken['number']).toBe('S-2');
  const text = shown(taken['cancellation_invoice']);
  for (const part of ['Goods -€ 70.00', 'Cancelled: No. 2 € 20.00', 'Total -€ 54.90'])
    expect(text, text).toContain(part);
});

test('there is none for a credit that is not there', async () => {
  const { goods, orderId } = await ordered();
  await goods.shop.admin('get_invoice', { id_order: orderId, args: HTML });
  expect(await note(goods, orderId, 1)).toMatchObject({ message: 'CREDIT_NOTE_NOT_FOUND', param: '1' });
  expect(await note(goods, 4711, 1)).toMatchObject({ message: 'ORDER_NOT_FOUND' });
});
