// Pieces that are cancelled: what the order comes to, its stock, what is sent of it, its numbers. It would catch stock
// that comes back twice or not at all, and a parcel that takes what was cancelled.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, line } from '../shop.ts';

interface Order extends Reply {
  readonly balance: { readonly total: number; readonly received: number; readonly outstanding: number };
  readonly delivery_state: { readonly name: string };
  readonly to_send?: readonly Reply[];
  readonly credits?: readonly Reply[];
}

interface Made {
  readonly goods: Goods;
  readonly products: readonly number[];
  readonly orderId: number;
}

/** An order of three pieces of one stocked product and two of another, at 10 each, and delivery: lines 1 to 3. */
const ordered = async (stock: readonly [number, number] = [5, 5], more: Given = {}): Promise<Made> => {
  const goods = await Goods.open();
  const products = [await goods.stocked(stock[0], more), await goods.stocked(stock[1], more)];
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, products[0]!, { quantity: 3 }));
  await goods.shop.call('add_to_cart', line(session, products[1]!, { quantity: 2 }));
  await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 5, 0.19]] });
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, products, orderId };
};

const cancel = ({ goods, orderId }: Made, lines: readonly (readonly [number, number])[], more: Given = {}) =>
  goods.shop.admin('cancel_lines', {
    id_order: orderId,
    lines: lines.map(([id_element, quantity]) => ({ id_element, quantity })),
    ...more,
  });

const read = ({ goods, orderId }: Made): Promise<Order> =>
  goods.shop.call<Order>('get_order_by_id', { id_order: orderId });

const set = ({ goods, orderId }: Made, states: Given): Promise<Reply> =>
  goods.shop.admin('update_order_details', { id_order: orderId, ...states });

const ship = ({ goods, orderId }: Made, lines: readonly (readonly [number, number])[]): Promise<Reply> =>
  goods.shop.admin('add_parcel', {
    id_order: orderId,
    lines: lines.map(([id_element, quantity]) => ({ id_element, quantity })),
  });

describe('cancelled pieces', () => {
  test('come off the order, and their stock is free again; a dry run says so and changes nothing', async () => {
    const made = await ordered();
    const [first] = made.products;
    const tried = await cancel(made, [[1, 2]], { dry_run: 1 });
    expect(await read(made)).not.toHaveProperty('credits');
    expect(await made.goods.left(first!)).toBe(2);
    const reply = await cancel(made, [[1, 2]], { reason: 'not_available' });
    expect(reply).toMatchObject({
      status: 'success',
      credit: {
        id: 1,
        kind: 'canceled',
        reason: 'not_available',
        amount: 20,
        lines: [{ id_element: 1, quantity: 2, amount: 20 }],
      },
      order_delivery_state: 'PROCESSING',
      balance: { total: 35, received: 0, outstanding: 35 },
    });
    expect(tried).toMatchObject({ balance: { total: 35, received: 0, outstanding: 35 } });
    expect(await made.goods.left(first!)).toBe(4);
    expect(await read(made)).toMatchObject({
      cart: { total: 55 },
      balance: { total: 35 },
      to_send: [
        { id_element: 1, quantity: 1 },
        { id_element: 2, quantity: 2 },
      ],
      credits: [{ id: 1, amount: 20 }],
    });
  });

  test('of a paid order are owed to its buyer', async () => {
    const made = await ordered();
    await set(made, { order_payment_state: 'PAYMENT_RECEIVED' });
    await cancel(made, [[2, 1]]);
    expect(await read(made)).toMatchObject({ balance: { total: 45, received: 55, outstanding: -10 } });
    await set(made, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await read(made)).toMatchObject({ balance: { total: 45, received: 0, outstanding: 45 } });
    await set(made, { order_payment_state: 'PAYMENT_RECEIVED' });
    expect(await read(made)).toMatchObject({ balance: { total: 45, received: 45, outstanding: 0 } });
  });

  test('are in no parcel, and what stays is all of it', async () => {
    const made = await ordered();
    await ship(made, [[1, 2]]);
    expect(await cancel(made, [[1, 2]])).toMatchObject({ message: 'LINE_SENT', param: '1' });
    expect(await cancel(made, [[1, 1]])).toMatchObject({ order_delivery_state: 'PARTIAL' });
    expect(await ship(made, [[1, 1]])).toMatchObject({ message: 'PARCEL_QUANTITY_EXCEEDED' });
    expect(await cancel(made, [[2, 2]])).toMatchObject({ order_delivery_state: 'CLOSED' });
    expect(await read(made)).not.toHaveProperty('to_send');
  });

  test('are refused by name where there are none', async () => {
    const made = await ordered();
    expect(await cancel(made, [[9, 1]])).toMatchObject({ message: 'ORDER_LINE_NOT_FOUND', param: '9' });
    expect(
      await cancel(made, [
        [1, 2],
        [1, 2],
      ]),
    ).toMatchObject({ message: 'CREDIT_QUANTITY_EXCEEDED', param: '1' });
    expect(
      await cancel(made, [
        [1, 3],
        [2, 2],
      ]),
    ).toMatchObject({ message: 'ORDER_EMPTIED' });
    expect(await cancel(made, [[1, 1]], { reason: 'Broken!' })).toMatchObject({ message: 'PARAMETER_INVALID' });
    expect(await cancel(made, [[1, 1]], { if_seq: 1 })).toMatchObject({ message: 'CHANGED_MEANWHILE' });
    expect(await cancel({ ...made, orderId: 999 }, [[1, 1]])).toMatchObject({ message: 'ORDER_NOT_FOUND' });
    await set(made, { order_state: 'CLOSED' });
    expect(await cancel(made, [[1, 1]])).toMatchObject({ message: 'ORDER_COMPLETED' });
    await set(made, { order_state: 'PROCESSING' });
    await set(made, { order_state: 'CANCELED' });
    expect(await cancel(made, [[1, 1]])).toMatchObject({ message: 'ORDER_CANCELED' });
    expect(await read(made)).not.toHaveProperty('credits');
  });

  test('that the stock lacked are given up first', async () => {
    const made = await ordered([1, 5], { allow_override: 1 });
    expect(await made.goods.left(made.products[0]!)).toBe(0);
    await cancel(made, [[1, 2]]);
    expect(await made.goods.left(made.products[0]!)).toBe(0);
    expect(await read(made)).not.toHaveProperty('backordered');
    await cancel(made, [[1, 1]]);
    expect(await made.goods.left(made.products[0]!)).toBe(1);
  });

  test('of an order with an invoice have a credit note, in one series with cancellations', async () => {
    const made = await ordered();
    await made.goods.shop.admin('get_invoice', { id_order: made.orderId });
    const [first, second] = [await cancel(made, [[1, 1]]), await cancel(made, [[2, 1]])];
    expect([first, second]).toMatchObject([
      { credit: { credit_note_number: 'S-1' } },
      { credit: { credit_note_number: 'S-2' } },
    ]);
    await set(made, { order_state: 'CANCELED' });
    expect(await read(made)).toMatchObject({ cancellation_number: 'S-3' });
  });
});

test('stock comes back once, whatever is cancelled, sent for, cancelled as a whole and opened again', async () => {
  const step = fc.record({
    what: fc.constantFrom('lines', 'lines', 'order', 'reopen' as const),
    line: fc.constantFrom(1, 2),
    quantity: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const made = await ordered();
      const kept = [3, 2];
      let isCanceled = false;
      for (const { what, line: id, quantity } of steps) {
        if (what === 'lines') {
          const reply = await cancel(made, [[id, quantity]]);
          if (reply['status'] === 'success') kept[id - 1]! -= quantity;
          const isLeft = kept[id - 1]! >= 0;
          expect(isLeft).toBe(true);
        } else {
          const reply = await set(made, { order_state: what === 'order' ? 'CANCELED' : 'OPEN' });
          if (reply['status'] === 'success') isCanceled = what === 'order';
        }
        for (const at of [0, 1] as const)
          expect(await made.goods.left(made.products[at]!)).toBe(5 - (isCanceled ? 0 : kept[at]!));
      }
    }),
    { numRuns: runs(40, 10) },
  );
});
