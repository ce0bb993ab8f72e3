// Money that goes back: what may be given, what it leaves of the order, and what is refused. It would catch an order
// that gives more back than came for it, a balance that does not add up, and a debt that is paid back twice.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundsAgree } from '../../../src/engine/recovery/verify-refunds.ts';
import { runs } from '../../harness/effort.ts';
import type { Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Order extends Reply {
  readonly balance: {
    readonly total: number;
    readonly received: number;
    readonly outstanding: number;
    readonly refunded: number;
  };
  readonly refunds?: readonly Reply[];
}

interface Made {
  readonly goods: Goods;
  readonly orderId: number;
}

/** A paid order of three pieces at 10 each and two at 10, line 1 and 2: 50. */
const paid = async (isPaid = true): Promise<Made> => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  for (const quantity of [3, 2])
    await goods.shop.call('add_to_cart', line(session, await goods.stocked(5), { quantity }));
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  if (isPaid) await set({ goods, orderId }, { order_payment_state: 'PAYMENT_RECEIVED' });
  return { goods, orderId };
};

const set = ({ goods, orderId }: Made, states: Given): Promise<Reply> =>
  goods.shop.admin('update_order_details', { id_order: orderId, ...states });

const refund = ({ goods, orderId }: Made, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('refund', { id_order: orderId, to: 'manual', ...more });

const cancel = ({ goods, orderId }: Made, id_element: number, quantity: number): Promise<Reply> =>
  goods.shop.admin('cancel_lines', { id_order: orderId, lines: [{ id_element, quantity }] });

const read = ({ goods, orderId }: Made): Promise<Order> =>
  goods.shop.call<Order>('get_order_by_id', { id_order: orderId });

const refunds = async ({ goods }: Made, more: Given = {}): Promise<readonly Reply[]> =>
  (await goods.shop.admin<{ refunds: readonly Reply[] }>('get_refunds', more)).refunds;

describe('a refund by hand', () => {
  test('gives back what is owed; a dry run says so and changes nothing', async () => {
    const made = await paid();
    expect(await refund(made)).toMatchObject({ message: 'NOTHING_TO_REFUND' });
    await cancel(made, 1, 2);
    const tried = await refund(made, { dry_run: 1 });
    expect(await refunds(made)).toEqual([]);
    const reply = await refund(made, { note: 'by transfer', reason: 'late' });
    expect(reply).toMatchObject({
      refund: { id: 1, amount: 20, counted: 20, state: 'done', origin: 'shop', note: 'by transfer', reason: 'late' },
      balance: { total: 30, received: 50, outstanding: 0, refunded: 20 },
    });
    expect(tried).toMatchObject({ balance: (reply as Order).balance });
    expect(reply).not.toHaveProperty('credit');
    expect(await read(made)).toMatchObject({ refunds: [{ id: 1, amount: 20, to: 'manual', state: 'done' }] });
    expect(await refund(made)).toMatchObject({ message: 'NOTHING_TO_REFUND' });
  });

  test('of an amount takes the debt first; what is above it the order comes to less by', async () => {
    const made = await paid();
    await cancel(made, 1, 1);
    expect(await refund(made, { amount: '4' })).toMatchObject({ balance: { total: 40, outstanding: -6 } });
    expect(await refund(made, { amount: '11' })).toMatchObject({
      credit: { kind: 'goodwill', amount: 5 },
      refund: { amount: 11, id_credit: 2 },
      balance: { total: 35, received: 50, outstanding: 0, refunded: 15 },
    });
    await made.goods.shop.restart();
    expect(await read(made)).toMatchObject({ balance: { total: 35, received: 50, outstanding: 0, refunded: 15 } });
  });

  test('of pieces gives their worth back, and they stay in the order', async () => {
    const made = await paid();
    expect(await refund(made, { lines: [{ id_element: 2, quantity: 1 }] })).toMatchObject({
      credit: { kind: 'goodwill', amount: 10, lines: [{ id_element: 2, quantity: 0, amount: 10 }] },
      balance: { total: 40, received: 50, outstanding: 0, refunded: 10 },
    });
    expect(await cancel(made, 2, 2)).toMatchObject({ credit: { amount: 10 } });
  });

  test('of a cancelled order gives all of it back', async () => {
    const made = await paid();
    await refund(made, { amount: '5' });
    await set(made, { order_state: 'CANCELED' });
    expect(await refund(made, { to: 'credit', amount: '5' })).toMatchObject({ message: 'ORDER_CANCELED' });
    expect(await refund(made)).toMatchObject({ refund: { amount: 45 }, balance: { outstanding: 0, refunded: 50 } });
  });

  test('ends where the payment is set to not received: all of it went back', async () => {
    const made = await paid();
    await refund(made, { amount: '5' });
    await set(made, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    expect(await read(made)).toMatchObject({ balance: { total: 45, received: 0, outstanding: 45, refunded: 0 } });
    expect(await refunds(made)).toMatchObject([{ amount: 5, counted: 0, state: 'done' }]);
    await set(made, { order_payment_state: 'PAYMENT_RECEIVED' });
    expect(await read(made)).toMatchObject({ balance: { total: 45, received: 45, outstanding: 0, refunded: 0 } });
  });

  test('as a credit is no money', async () => {
    const made = await paid(false);
    expect(await refund(made, { to: 'credit', amount: '5' })).toMatchObject({
      credit: { amount: 5 },
      balance: { total: 45, received: 0, outstanding: 45, refunded: 0 },
    });
    expect(await refunds(made)).toEqual([]);
    expect(await refund(made, { to: 'credit' })).toMatchObject({ message: 'NOTHING_TO_REFUND' });
  });

  test('is refused by name', async () => {
    const made = await paid();
    expect(await refund(made, { amount: '50.01' })).toMatchObject({
      message: 'REFUND_EXCEEDED',
      detail: '50.01 is more than 50, what came and did not go back.',
    });
    expect(await refund(await paid(false), { amount: '1' })).toMatchObject({ message: 'REFUND_EXCEEDED' });
    expect(await refund(made, { amount: '0' })).toMatchObject({ message: 'PARAMETER_INVALID' });
    const lines = [{ id_element: 1, quantity: 1 }];
    expect(await refund(made, { amount: '1', lines })).toMatchObject({ message: 'PARAMETER_INVALID' });
    expect(await refund(made, { to: 'payment', amount: '1' })).toMatchObject({ message: 'PAYMENT_NOT_FOUND' });
    expect(await refund(made, { if_seq: 1 })).toMatchObject({ message: 'CHANGED_MEANWHILE' });
    expect(await refund({ ...made, orderId: 999 })).toMatchObject({ message: 'ORDER_NOT_FOUND' });
    expect(await made.goods.shop.admin('settle_refund', { id_refund: 9, state: 'done' })).toMatchObject({
      message: 'REFUND_NOT_FOUND',
    });
    await refund(made, { amount: '50' });
    expect(await refund(made, { lines })).toMatchObject({ message: 'NOTHING_TO_REFUND' });
    expect(await made.goods.shop.admin('settle_refund', { id_refund: 1, state: 'failed' })).toMatchObject({
      message: 'REFUND_ENDED',
    });
    expect(await refunds(made, { id_order: made.orderId, state: 'failed' })).toEqual([]);
  });
});

test('the verification finds an order that says otherwise than its refunds', async () => {
  const made = await paid();
  await refund(made, { amount: '5' });
  const { tables } = made.goods.shop.engine;
  const order = tables.order.get(made.orderId)!.state as { refundedMinor: number };
  expect([...refundsAgree(tables)]).toEqual([]);
  order.refundedMinor = 5001;
  expect([...refundsAgree(tables)]).toEqual([
    `order ${made.orderId} has 5001 refunded, its refunds make 500`,
    `order ${made.orderId} has 5001 refunded, more than came for it`,
  ]);
  order.refundedMinor = 500;
});

test('no order gives more back than came, and its balance adds up, whatever is called in whatever order', async () => {
  const step = fc.oneof(
    fc.record({
      request: fc.constant('refund'),
      to: fc.constantFrom('manual', 'credit'),
      amount: fc.constantFrom('', '0.01', '7.77', '20', '50'),
    }),
    fc.record({
      request: fc.constant('refund'),
      to: fc.constant('manual'),
      lines: fc.constant([{ id_element: 1, quantity: 1 }]),
    }),
    fc.record({ request: fc.constant('cancel_lines'), lines: fc.constant([{ id_element: 1, quantity: 1 }]) }),
    fc.record({
      request: fc.constant('update_order_details'),
      order_payment_state: fc.constantFrom('PAYMENT_RECEIVED', 'PAYMENT_NOT_RECEIVED'),
    }),
    fc.record({ request: fc.constant('update_order_details'), order_state: fc.constantFrom('CANCELED', 'OPEN') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const made = await paid();
      for (const { request, ...given } of steps) {
        await made.goods.shop.admin(request, { id_order: made.orderId, ...given });
        const { balance, order_state: state } = await read(made);
        const [total, received, outstanding, refunded] = (
          ['total', 'received', 'outstanding', 'refunded'] as const
        ).map((name) => Math.round(balance[name] * 100));
        expect(outstanding).toBe(total! - received! + refunded!);
        if (state === 'CANCELED') expect(total).toBe(0);
        expect(refunded).toBeLessThanOrEqual(received!);
        const counted = (await refunds(made)).reduce((sum, one) => sum + Math.round(Number(one['counted']) * 100), 0);
        expect(counted).toBe(refunded);
      }
    }),
    { numRuns: runs(40, 8) },
  );
});
