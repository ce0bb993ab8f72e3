// Exchanges: a return and the order of what its buyer wants instead. It would catch worth that pays twice or gets lost,
// money that is counted and never was, an exchange of a return that has ended, and an order that its return does not
// name.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReturnIndex, orderReturn } from '../../../src/domain/orders/order-return.ts';
import { runs } from '../../harness/effort.ts';
import type { Checkout } from '../cart-reply.ts';
import { line } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import { announce, placed, receive, set, ship } from './returned-order.ts';
import type { Placed } from './returned-order.ts';

interface Balance {
  readonly total: number;
  readonly received: number;
  readonly refunded: number;
  readonly outstanding: number;
  readonly exchanged?: number;
}

interface Shown {
  readonly balance: Balance;
  readonly payment_state: { readonly name: string };
  readonly id_return?: number;
  readonly refunds?: readonly { readonly to: string; readonly amount: number }[];
}

const read = ({ goods }: Placed, id_order: number): Promise<Shown> => goods.shop.admin('get_order_by_id', { id_order });

const sent = async (isPaid = true): Promise<Placed> => {
  const order = await placed();
  if (isPaid) await set(order, { order_payment_state: 'PAYMENT_RECEIVED' });
  await ship(order, [
    [1, 3],
    [2, 3],
  ]);
  return order;
};

interface Draft {
  readonly session: string;
  readonly id_draft: string;
}

const begin = ({ goods }: Placed, id_return = 1): Promise<Draft> =>
  goods.shop.admin<Draft>('exchange_return', { id_return });

/** Fills the draft with the product that is bound to storages, at 20 a piece, or with the other one, at 10. */
const fill = ({ goods, own, bound }: Placed, { session }: Draft, pieces: number, isDear: boolean): Promise<Reply> =>
  goods.shop.call('add_to_cart', line(session, isDear ? bound : own, { quantity: pieces }));

const place = ({ goods }: Placed, { session }: Draft, more: Given = {}): Promise<Checkout> =>
  goods.shop.admin<Checkout>('checkout', { session, ...more });

/** Both orders balance, and what came and did not go back is what both come to, less what they still ask for. */
const holds = (orders: readonly Shown[], cash: number): void => {
  const sum = (of: (balance: Balance) => number): number => orders.reduce((all, { balance }) => all + of(balance), 0);
  for (const { balance: one } of orders) expect(one.outstanding).toBe(one.total - one.received + one.refunded);
  expect(sum(({ total, outstanding }) => total - outstanding)).toBe(cash);
  const moved = orders.flatMap(({ refunds = [] }) => refunds.filter(({ to }) => to === 'exchange'));
  expect(moved.reduce((all, { amount }) => all + amount, 0)).toBe(sum(({ exchanged = 0 }) => exchanged));
};

test('an order whose exchange covers what is left of it waits for no money', async () => {
  const order = await sent();
  const { shop } = order.goods;
  await announce(order, [[1, 1]]);
  const draft = await begin(order);
  await fill(order, draft, 2, false);
  const { id_order } = await place(order, draft);
  await receive(order, [[1, 1]], { back: 1 }, { id_return: 1 });
  expect(await read(order, id_order)).toMatchObject({ awaits_payment: 1, balance: { outstanding: 10 } });
  const lines = [{ id_element: 1, quantity: 1 }];
  expect(await shop.admin('cancel_lines', { id_order, lines })).toMatchObject({ status: 'success' });
  const covered = await read(order, id_order);
  expect(covered).toMatchObject({ balance: { outstanding: 0 } });
  expect(covered).not.toHaveProperty('awaits_payment');
  const until = { id_order, until: '2026-02-01 00:00:00' };
  expect(await shop.admin('set_order_deadline', until)).toMatchObject({ message: 'PARAMETER_INVALID' });
});

const scene = fc.record({
  isPaid: fc.boolean(),
  isFirst: fc.boolean(),
  back: fc.integer({ min: 1, max: 3 }),
  isDearBack: fc.boolean(),
  wanted: fc.integer({ min: 1, max: 3 }),
  isDear: fc.boolean(),
  /** Some of what is owed went back before. */
  before: fc.integer({ min: 0, max: 8 }),
});

test('is not among what is to be paid once a credit leaves no more than it was paid by', async () => {
  const order = await sent();
  const { shop } = order.goods;
  await announce(order, [[1, 1]]);
  const draft = await begin(order);
  await fill(order, draft, 2, false);
  const { id_order } = await place(order, draft);
  await receive(order, [[1, 1]], { back: 1 }, { id_return: 1 });
  const claims = async (): Promise<readonly unknown[]> => {
    const constraint = { order_payment_state: 'PAYMENT_NOT_RECEIVED', 'main.nothing_to_pay': 0 };
    const found = await shop.admin<{ readonly result: readonly { readonly id: unknown }[] }>('search_orders', {
      constraint,
    });
    return found.result.map(({ id }) => id);
  };
  expect(await claims()).toContain(id_order);
  expect(await shop.admin('refund', { id_order, to: 'credit', amount: 10 })).toMatchObject({ status: 'success' });
  expect(await read(order, id_order)).toMatchObject({ balance: { total: 10, outstanding: 0 } });
  expect(await claims()).not.toContain(id_order);
});

test('both orders balance whatever is exchanged, and only money is money', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ isPaid, isFirst, back, isDearBack, wanted, isDear, before }) => {
      const order = await sent(isPaid);
      const { shop } = order.goods;
      const lines = [[isDearBack ? 2 : 1, back]] as const;
      const takeBack = () => receive(order, lines, { back: 1 }, { id_return: 1 });
      await announce(order, lines);
      const worth = back * (isDearBack ? 20 : 10);
      const draft = await begin(order);
      if (!isFirst) await takeBack();
      const given = isPaid && !isFirst ? before : 0;
      if (given > 0) await shop.admin('refund', { id_order: order.orderId, to: 'manual', amount: given });
      const filled = await fill(order, draft, wanted, isDear);
      // The shop has two pieces of the one, and three of the other, besides what came back.
      const left = (isDear ? 3 : 2) + (isFirst || isDear !== isDearBack ? 0 : back);
      if (wanted > left) return expect(filled).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
      const { id_order: other } = await place(order, draft);
      if (isFirst) {
        holds([await read(order, order.orderId), await read(order, other)], isPaid ? 95 : 0);
        await takeBack();
      }
      const price = wanted * (isDear ? 20 : 10);
      const moved = isPaid ? Math.min(worth - given, price) : 0;
      const both = [await read(order, order.orderId), await read(order, other)] as const;
      expect(both[1].balance.exchanged ?? 0).toBe(moved);
      expect(both[1].balance.outstanding).toBe(price - moved);
      expect(both[1].payment_state.name).toBe(moved === price ? 'PAYMENT_RECEIVED' : 'PAYMENT_NOT_RECEIVED');
      holds(both, (isPaid ? 95 : 0) - given);
      // The difference is paid, and the rest goes back.
      for (const id_order of [order.orderId, other]) {
        const { balance } = await read(order, id_order);
        const paid = { id_order, order_payment_state: 'PAYMENT_RECEIVED' };
        if (balance.outstanding > 0) await shop.admin('update_order_details', paid);
        if (balance.outstanding < 0) await shop.admin('refund', { id_order, to: 'manual' });
      }
      const ends = [await read(order, order.orderId), await read(order, other)] as const;
      expect(ends.map(({ balance }) => balance.outstanding)).toEqual([0, 0]);
      holds(ends, 95 - worth + price);
    }),
    { numRuns: runs(12) },
  );
});

test('the law sees worth that pays twice, that is lost, or that is counted as money', async () => {
  const order = await sent();
  await receive(order, [[1, 2]]);
  const draft = await begin(order);
  await fill(order, draft, 1, false);
  const { id_order: other } = await place(order, draft);
  const [old, made] = [await read(order, order.orderId), await read(order, other)];
  holds([old, made], 95);
  const changed = (shown: Shown, balance: Partial<Balance>): Shown => ({
    ...shown,
    balance: { ...shown.balance, ...balance },
  });
  const twice = changed(old, { refunded: 0, outstanding: old.balance.outstanding - 10 });
  const lost = changed(made, { received: 0, outstanding: 10 });
  expect(() => holds([twice, made], 95)).toThrow();
  expect(() => holds([old, lost], 95)).toThrow();
  expect(() => holds([old, changed(made, { exchanged: 0 })], 95)).toThrow();
});

test('a draft is that of its return, whatever other return had one in the same slot of a session before', () => {
  const begun = (draftGeneration: number) => ({ ...orderReturn.state.initial(), draftId: 7, draftGeneration });
  const index = new ReturnIndex();
  index.add(3, begun(2), 1);
  index.add(5, begun(1), 2);
  index.remove(5, begun(1), 3);
  expect([...index.byDraft]).toEqual([['7.2', 3]]);
});

describe('an exchange', () => {
  test('shows its return and is shown by it, and has the details of the buyer', async () => {
    const order = await sent();
    const { shop } = order.goods;
    const details = { delivery_lastname: 'Ada', delivery_country: 'DE', email: 'ada@example.org' };
    await set(order, { ...details, attributes: { floor: '3' } });
    await receive(order, [[2, 1]]);
    const draft = await begin(order);
    expect(await begin(order)).toEqual(draft);
    await fill(order, draft, 1, true);
    const { id_order: other } = await place(order, draft);
    expect(await read(order, other)).toMatchObject({
      order_delivery_lastname: 'Ada',
      order_delivery_country_code: 'DE',
      order_email: 'ada@example.org',
      attributes: { floor: { value: '3' } },
      id_return: 1,
      payment_state: { name: 'PAYMENT_RECEIVED' },
      balance: { total: 20, received: 20, exchanged: 20, outstanding: 0 },
    });
    expect(await shop.admin('get_returns', { id_return: 1 })).toMatchObject({
      returns: [{ id_exchange_order: other }],
    });
    expect(await shop.admin('get_refunds', { id_order: order.orderId })).toMatchObject({
      refunds: [{ to: 'exchange', state: 'done', amount: 20, transaction: `order-${other}` }],
    });
  });

  test('is refused of a return that is withdrawn, has one, or is none, also where its draft is placed', async () => {
    const order = await sent();
    const { shop } = order.goods;
    await announce(order, [[1, 1]]);
    const draft = await begin(order);
    await fill(order, draft, 1, false);
    await shop.admin('withdraw_return', { id_return: 1 });
    expect(await place(order, draft)).toMatchObject({ message: 'RETURN_ENDED', param: 'id_return' });
    await shop.adminRefused('exchange_return', { id_return: 1 }, 'RETURN_ENDED', 'id_return');
    await shop.adminRefused('exchange_return', { id_return: 9 }, 'RETURN_NOT_FOUND', '9');
    await announce(order, [[1, 1]]);
    const another = await begin(order, 2);
    await fill(order, another, 1, false);
    await place(order, another);
    await shop.adminRefused('exchange_return', { id_return: 2 }, 'RETURN_ENDED', 'id_return');
  });

  test('is begun anew where its draft was thrown away, which is then an order of nobody', async () => {
    const order = await sent();
    await receive(order, [[1, 1]]);
    const draft = await begin(order);
    await order.goods.shop.admin('discard_draft', { id_draft: draft.id_draft });
    const next = await begin(order);
    expect(next.id_draft).not.toBe(draft.id_draft);
    const free = await order.goods.shop.admin<Draft>('create_draft');
    await fill(order, free, 1, false);
    expect(await read(order, (await place(order, free)).id_order)).not.toHaveProperty('id_return');
  });

  test('keeps the payment of its orders where it is, and is owed where it is cancelled', async () => {
    const order = await sent();
    const { shop } = order.goods;
    await receive(order, [[1, 2]]);
    const draft = await begin(order);
    await fill(order, draft, 1, false);
    const { id_order: other } = await place(order, draft);
    const unpaid = { id_order: order.orderId, order_payment_state: 'PAYMENT_NOT_RECEIVED' };
    const refused = ['ORDER_STATE_TRANSITION_INVALID', 'PAYMENT_NOT_RECEIVED'] as const;
    await shop.adminRefused('update_order_details', unpaid, ...refused);
    for (const order_payment_state of ['PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED']) {
      await shop.admin('update_order_details', { id_order: other, order_payment_state });
      const balance = { total: 10, received: 10, exchanged: 10, refunded: 0, outstanding: 0 };
      expect((await read(order, other)).balance).toEqual(balance);
    }
    await shop.admin('update_order_details', { id_order: other, order_state: 'CANCELED' });
    expect((await read(order, other)).balance).toMatchObject({ outstanding: -10, exchanged: 10 });
    await shop.admin('refund', { id_order: other, to: 'manual' });
    expect((await read(order, other)).balance).toMatchObject({ outstanding: 0, refunded: 10 });
    await shop.adminRefused('update_order_details', { ...unpaid, id_order: other }, ...refused);
    // Opened again it owes what went back, which comes by hand.
    await shop.admin('update_order_details', { id_order: other, order_state: 'OPEN', received_amount: '10' });
    expect((await read(order, other)).balance).toMatchObject({ outstanding: 0, received: 20, refunded: 10 });
  });
});
