// Catches an invoice of an order that is cancelled, an issued one that nothing takes back, a document that takes back
// other amounts than the invoice says, and a number that is given twice or skipped.
import { describe, expect, test } from 'vitest';
import { ORDER_EVENT_TO } from '../../../src/domain/lifecycles/order.ts';
import { moveOrder } from '../../../src/domain/orders/move-order.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { openShop } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';
import { decoded } from './bought.ts';
import { CONFIG, invoice, place } from './issued-shop.ts';

const cancel = (shop: TestShop, id_order: number) =>
  shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });

const cancellation = async (shop: TestShop, id_order: number, args: Given = {}, language = '') => {
  const reply = await shop.admin('get_cancellation_invoice', { id_order, args, language });
  expect(Object.keys(reply), JSON.stringify(reply)).toEqual(['object', 'number', 'cancellation_invoice']);
  return reply as { readonly number: string; readonly cancellation_invoice: string };
};

const seen = (base64: string): string =>
  decoded(Buffer.from(base64, 'base64').toString())
    .replaceAll(/<style>[\s\S]*<\/style>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('an issued invoice of a cancelled order', () => {
  test('is followed by a document with a number of its own that takes all of it back, once and for ever', async () => {
    const shop = openShop({ config: CONFIG });
    const [id_order, untouched] = [await place(shop), await place(shop)];
    const first = await invoice(shop, id_order);
    await shop.adminRefused('get_cancellation_invoice', { id_order }, 'INVOICE_NOT_CANCELED', id_order);
    shop.nowMs += 86_400_000;
    await cancel(shop, id_order);
    const { number, cancellation_invoice: taken } = await cancellation(shop, id_order);
    expect(number).toBe('S-1');
    const text = seen(taken);
    expect(text).toMatch(/Stornorechnung S-1 .*Stornierte Rechnung R-1 .*Datum 03\.01\.2026/);
    expect(text).toContain('Łuczak');
    // What the invoice says, with the other sign.
    expect(seen(first)).toMatch(/ 1 12,50 € 19 % 12,50 € .*Gesamtbetrag 12,50 €/);
    expect(text).toMatch(/ -1 12,50 € 19 % -12,50 € .*Gesamtbetrag -12,50 €/);
    expect(await invoice(shop, id_order)).toBe(first);
    await shop.restart({ config: { ...CONFIG, company: 'Another', cancellationPrefix: 'X' } });
    expect(await cancellation(shop, id_order, { title: 'Other' }, 'en_GB')).toMatchObject({
      number,
      cancellation_invoice: taken,
    });
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
      invoice_number: 'R-1',
      cancellation_number: 'S-1',
    });
    expect(await shop.call('get_order_by_id', { id_order: untouched })).not.toHaveProperty('cancellation_number');
  });

  test('is not opened again: what its invoice took is taken back', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop);
    await invoice(shop, id_order);
    await cancel(shop, id_order);
    for (const dry_run of [1, 0])
      await shop.adminRefused(
        'update_order_details',
        { id_order, order_state: 'OPEN', dry_run },
        'INVOICE_CANCELED',
        id_order,
      );
    // Again the same state: no second number.
    await cancel(shop, id_order);
    expect((await cancellation(shop, id_order)).number).toBe('S-1');
  });
});

test('numbers of cancellations have no gaps, whatever becomes of other orders', async () => {
  const shop = openShop({ config: CONFIG });
  const numbers: unknown[] = [];
  for (let one = 0; one < 4; one += 1) {
    const [issued, open] = [await place(shop), await place(shop)];
    await invoice(shop, issued);
    await cancel(shop, open);
    await cancel(shop, issued);
    if (one % 2 === 0) await shop.restart({ config: CONFIG });
    numbers.push((await cancellation(shop, issued)).number);
  }
  expect(numbers).toEqual(['S-1', 'S-2', 'S-3', 'S-4']);
});

test('an order that is cancelled before its invoice gets none until it is open again', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  await cancel(shop, id_order);
  for (const format of ['html', 'pdf'])
    await shop.adminRefused('get_invoice', { id_order, args: { format } }, 'ORDER_CANCELED', id_order);
  await shop.adminRefused('get_cancellation_invoice', { id_order }, 'INVOICE_NOT_CANCELED', id_order);
  expect(await shop.call('get_order_by_id', { id_order })).not.toHaveProperty('cancellation_number');
  await shop.admin('update_order_details', { id_order, order_state: 'OPEN' });
  expect(seen(await invoice(shop, id_order))).not.toContain('Storniert');
});

test('an order whose invoice an older version left as it was is given the number when somebody asks', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  await invoice(shop, id_order);
  // As that version did it: the move alone.
  const event = ORDER_EVENT_TO.CANCELED;
  const by = { byHand: true, by: 1 };
  const moved = shop.engine.transact(maintenanceCause('test'), (tx) =>
    moveOrder(tx, id_order, { lifecycle: 'order', event }, by),
  );
  expect(moved.ok).toBe(true);
  const canceledMs = (shop.engine.tables.order.peek(id_order) as Order).modifiedMs;
  shop.nowMs += 86_400_000;
  expect((await cancellation(shop, id_order)).number).toBe('S-1');
  expect((shop.engine.tables.order.peek(id_order) as Order).cancellation.canceledMs).toBe(canceledMs);
});

test('the document of an erased person keeps the address of the invoice, as the law wants', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  await invoice(shop, id_order);
  await cancel(shop, id_order);
  await shop.admin('erase_order', { id_order });
  expect(seen((await cancellation(shop, id_order)).cancellation_invoice)).toContain('Łuczak');
});
