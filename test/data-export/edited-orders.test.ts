// Catches documents of orders that were edited which the export would lose, number or sum otherwise than the shop does.
import { expect, test } from 'vitest';
import { TABLES } from '../../src/data-export/tables.ts';
import { eraseOrder } from '../../src/engine/maintenance/erasure.ts';
import type { Store } from '../../src/engine/store/store.ts';
import type { SetClock } from '../engine/seeded.ts';
import { orderOf, shopped } from '../engine/privacy/persons.ts';
import { cancelPiece, edit, issue } from './edits.ts';
import { exported, tablesIn } from './exported.ts';
import type { Row } from './exported.ts';

const rowsOf = async (store: Store, orderId: number): Promise<(table: string) => readonly Row[]> => {
  const tables = tablesIn((await exported(store)).directory);
  return (table) => tables.get(table)!.filter((row) => (row['order_id'] ?? row['id']) === orderId);
};

test('every credit has its number over all carts, and every invoice that was issued its own amounts', async () => {
  const { store, guestOrder: orderId } = await shopped();
  const { engine } = store;
  edit(engine, orderId, 3);
  cancelPiece(engine, orderId);
  issue(engine, orderId);
  cancelPiece(engine, orderId);
  edit(engine, orderId, 4);
  const edited = await rowsOf(store, orderId);
  // The invoice of the present cart is not issued.
  expect(edited('invoices')).toMatchObject([{ invoice_number: 'R-2', total_minor: 2000, is_destroyed: false }]);
  edit(engine, orderId, 2);
  expect((await rowsOf(store, orderId))('invoices')).toEqual(edited('invoices'));
  issue(engine, orderId);

  const rows = await rowsOf(store, orderId);
  expect(rows('credit_notes')).toMatchObject([
    { credit_id: 1, kind: 'edited', amount_minor: 1000, cart_number: 1, change_minor: 2000, note_number: null },
    { credit_id: 2, kind: 'canceled', amount_minor: 1000, cart_number: 2, change_minor: null, note_number: null },
    { credit_id: 3, kind: 'canceled', amount_minor: 1000, cart_number: 2, change_minor: null, note_number: 'S-1' },
    { credit_id: 4, kind: 'edited', amount_minor: 1000, cart_number: 2, change_minor: 3000, note_number: 'S-2' },
    { credit_id: 5, kind: 'edited', amount_minor: 4000, cart_number: 3, change_minor: -2000, note_number: null },
  ]);
  expect(rows('credit_note_lines').map(({ credit_id: id, cart_number: cart }) => [id, cart])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 3],
  ]);
  expect(rows('invoices').map((row) => [row['invoice_number'], row['total_minor'], row['tax_minor']])).toEqual([
    ['R-2', 2000, 319],
    ['R-4', 2000, 319],
  ]);
  expect(rows('orders')).toMatchObject([
    { placed_minor: 1000, total_minor: 2000, credited_minor: 0, left_minor: 2000, cart_number: 4 },
  ]);
  expect(rows('order_lines')).toMatchObject([{ quantity_milli: 2000, worth_minor: 2000, credited_minor: 0 }]);
  await store.close();
});

test('an erased order keeps its invoices without their content, and has none that was not issued', async () => {
  const { store, guestOrder: orderId } = await shopped();
  const { engine } = store;
  issue(engine, orderId);
  (engine.clock as SetClock).ms += 1;
  edit(engine, orderId, 2);
  // The time for which invoices are kept is over.
  await eraseOrder(engine, orderId, { years: -1 });
  const gone = { is_destroyed: true, issued_at: null, language: null };
  expect((await rowsOf(store, orderId))('invoices')).toMatchObject([
    { invoice_number: 'R-2', total_minor: 1000, ...gone },
  ]);
  await store.close();
});

test('an exchange is no money: received is what came as money, and the order says what else pays it', () => {
  const { columns } = TABLES.find(({ name }) => name === 'orders')!;
  const of = (name: string, order: object): unknown => columns[name]!.of({ order } as never);
  const paid = { states: { payment: 'PAYMENT_RECEIVED' }, receivedMinor: 300, exchangedMinor: 700, returnId: 5 };
  expect(of('received_minor', paid)).toBe(300);
  expect(of('exchanged_minor', paid)).toBe(700);
  expect(of('return_id', paid)).toBe(5);
  expect(columns['received_minor']!.about).toBe('money that came');
});

test('an order that was cancelled once its month was closed counts, as reports count it', async () => {
  const { store, guestOrder } = await shopped();
  const order = orderOf(store.engine, guestOrder);
  const { columns } = TABLES.find(({ name }) => name === 'orders')!;
  const counted = (changed: object): unknown => columns['is_counted']!.of({ order: { ...order, ...changed } } as never);
  const canceled = { states: { ...order.states, order: 'CANCELED' } };
  expect(counted({})).toBe(true);
  expect(counted({ isTrial: true })).toBe(false);
  expect(counted(canceled)).toBe(false);
  expect(counted({ ...canceled, turns: [{ day: 1, isCanceled: true, credits: 0, wasExpired: false }] })).toBe(true);
  await store.close();
});
