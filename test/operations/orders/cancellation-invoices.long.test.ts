// Catches a document that cancels an invoice and cannot be had as PDF, or is another one the second time.
import { expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import { CONFIG, invoice, place } from './issued-shop.ts';

test('a cancellation invoice is a PDF as well, the same for ever', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  await invoice(shop, id_order);
  await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
  const ask = () => shop.admin('get_cancellation_invoice', { id_order, args: { format: 'pdf' } });
  const { cancellation_invoice: pdf } = await ask();
  expect(Buffer.from(String(pdf), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  await shop.restart({ config: { ...CONFIG, company: 'Another' } });
  expect((await ask())['cancellation_invoice']).toBe(pdf);
});
