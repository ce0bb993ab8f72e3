// Catches an invoice of a parcel that the export lacks because nobody has fetched it, and a credit of two invoices
// whose second half cannot be told from a credit of its own.
import { expect, test } from 'vitest';
import { makeCredit } from '../../src/domain/orders/make-credit.ts';
import { BY_PARCEL, buyTwo, fillShop, make, ship } from '../engine/shop.ts';
import { newPlace, open } from '../engine/store/stores.ts';
import { exported, tablesIn } from './exported.ts';

test('invoices of parcels have their lines before anybody has fetched one, and credits go on others', async () => {
  const store = await open(newPlace(), { rules: BY_PARCEL });
  const { engine } = store;
  fillShop(engine);
  const orderId = buyTwo(engine);
  ship(engine, orderId, 1);
  ship(engine, orderId, 2);
  const lines = [1, 2].map((at) => ({ partialId: at, lineId: at, quantityMilli: 1000, minor: 100, taxMinor: 16 }));
  make(engine, (tx) => makeCredit(tx, orderId, { kind: 'returned', reason: '', by: 0, lines }));
  const tables = tablesIn((await exported(store)).directory);
  expect(tables.get('invoices') ?? []).toEqual([]);
  expect(tables.get('partial_invoice_lines')).toMatchObject([
    { order_id: orderId, invoice_number: 'R-1', parcel_id: 1, line_id: 1, quantity_milli: 1000, amount_minor: 1099 },
    { order_id: orderId, invoice_number: 'R-2', parcel_id: 2, line_id: 2, quantity_milli: 1000, amount_minor: 1199 },
  ]);
  const credits = tables.get('credit_notes')!;
  expect(credits.map(({ note_number: number, is_continued: isContinued }) => [number, isContinued])).toEqual([
    ['S-1', false],
    ['S-2', true],
  ]);
  await store.close();
});
