// Catches an unpaid order that outlives its time, one that ends although its money is on its way or has come, goods
// that come back twice or not at all, and late money that is neither the order's nor without a claim, or both.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Checkout } from '../cart-reply.ts';
import { freeLine, line } from '../shop.ts';
import { BY_HAND, CARD, DAY_MS, PENDING_MS, STOCK, Unpaid } from './unpaid-shop.ts';
import type { Shown } from './unpaid-shop.ts';

describe('an order that is not paid', () => {
  test('ends when its time is over, and not before: its goods and its coupon are free again', async () => {
    const at = await Unpaid.open();
    const id = await at.place(BY_HAND);
    expect(await at.order(id)).toMatchObject({
      order_state: 'OPEN',
      pay_until: '2026-01-03 03:04:05',
      awaits_payment: 1,
    });
    at.pass(DAY_MS - 1);
    expect([(await at.order(id)).order_state, await at.left()]).toEqual(['OPEN', STOCK - 1]);
    at.pass(1);
    const ended = await at.order(id);
    expect(ended).toMatchObject({ order_state: 'CANCELED', expired: 1 });
    expect(ended).not.toHaveProperty('pay_until');
    expect(ended).not.toHaveProperty('awaits_payment');
    expect(await at.left()).toBe(STOCK);
    await at.shop.restart();
    expect(await at.order(id)).toMatchObject({ order_state: 'CANCELED', expired: 1 });
  });

  test('says until when it waits wherever it is shown to its shopper', async () => {
    const { shop } = await Unpaid.open();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 10));
    await shop.call('set_order_details', { session, id_payment_method: BY_HAND });
    expect(await shop.call('get_order_details', { session })).not.toHaveProperty('pay_until');
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const shown = await shop.call<Shown>('get_order_details', { session });
    expect(shown.pay_until).toBe('2026-01-03 03:04:05');
    await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
    expect(await shop.call('get_order_details', { session })).not.toHaveProperty('pay_until');
  });

  test('does not end where nothing of it is left to be paid', async () => {
    const at = await Unpaid.open();
    const [free, open] = [await at.place(BY_HAND), await at.place(BY_HAND)];
    const off = async (amount: string): Promise<object> =>
      at.shop.admin('refund', { id_order: free, to: 'credit', amount });
    expect(await off('4')).toMatchObject({ balance: { total: 6 } });
    expect(await at.order(free)).toMatchObject({ pay_until: '2026-01-03 03:04:05' });
    expect(await off('6')).toMatchObject({ balance: { total: 0 } });
    expect(await at.order(free)).not.toHaveProperty('pay_until');
    await at.shop.restart();
    at.pass(DAY_MS);
    expect([(await at.order(free)).order_state, (await at.order(open)).order_state]).toEqual(['OPEN', 'CANCELED']);
    expect(await at.left()).toBe(STOCK - 1);
  });

  test('its webhook is called', async () => {
    const at = await Unpaid.open();
    await at.shop.admin('create_webhook', { name: 'ENDED', event: 'ORDER_EXPIRED' });
    await at.shop.admin('update_webhook', { name: 'ENDED', url: 'https://hook.example.org/', parameter: '' });
    const id = await at.place(BY_HAND);
    at.pass(DAY_MS);
    const { queues } = at.shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()].flat().map((one) => at.shop.engine.tables.message.peek(one));
    expect(told).toMatchObject([{ parameters: { id_order: id } }]);
  });

  test('waits for money on its way, for a time; a payment that has only begun puts nothing off', async () => {
    const at = await Unpaid.open();
    const [begun, pending] = [await at.place(CARD), await at.place(CARD)];
    await at.begin(begun);
    await at.notify(await at.begin(pending), { status: 'pending' });
    at.pass(DAY_MS);
    expect((await at.order(begun)).order_state).toBe('CANCELED');
    expect((await at.order(pending)).order_state).toBe('OPEN');
    at.pass(PENDING_MS);
    expect(await at.order(pending)).toMatchObject({ order_state: 'CANCELED', expired: 1 });
  });

  test.each([
    ['paid', { order_payment_state: 'PAYMENT_RECEIVED' }],
    ['closed', { order_state: 'CLOSED' }],
    ['sent', { order_delivery_state: 'CLOSED' }],
  ])('which is %s does not end', async (_what, change) => {
    const at = await Unpaid.open();
    const id_order = await at.place(BY_HAND);
    await at.shop.admin('update_order_details', { id_order, ...change });
    const changed = await at.order(id_order);
    expect(changed).not.toHaveProperty('pay_until');
    expect(changed).not.toHaveProperty('awaits_payment');
    at.pass(10 * DAY_MS);
    expect((await at.order(id_order)).order_state).not.toBe('CANCELED');
  });

  test('because it is free waits for no money, and gets no time for it', async () => {
    const { shop, productId } = await Unpaid.open();
    const coupon = { count: 1, name: 'gift', amount: 100, type: 'MULTIPLE_PERCENTAGE', code: 'GIFT' };
    await shop.admin('create_coupons', coupon);
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, productId));
    await shop.call('add_coupons', { session, coupons: [['GIFT', 'gift']] });
    await shop.call('set_order_details', { session, id_payment_method: BY_HAND, email: 'ada@example.org' });
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
    expect(await shop.call('get_order_by_id', { id_order })).not.toHaveProperty('awaits_payment');
    await shop.adminRefused('set_order_deadline', { id_order, until: '2030-01-01' }, 'PARAMETER_INVALID', 'until');
  });

  test('has the time that the back office gives it', async () => {
    const at = await Unpaid.open();
    const [id_order, forever] = [await at.place(BY_HAND), await at.place(BY_HAND)];
    await at.shop.admin('set_order_deadline', { id_order, until: '2026-01-05' });
    await at.shop.admin('set_order_deadline', { id_order: forever, until: 'none' });
    at.pass(2 * DAY_MS);
    expect((await at.order(id_order)).order_state).toBe('OPEN');
    at.pass(2 * DAY_MS);
    expect((await at.order(id_order)).order_state).toBe('CANCELED');
    expect((await at.order(forever)).order_state).toBe('OPEN');
    await at.shop.adminRefused('set_order_deadline', { id_order: 999, until: 'none' }, 'ORDER_NOT_FOUND', 999);
    for (const until of ['soon', '1970-01-01', '2026-02-30', '2026-01-05 25:00:00'])
      await at.shop.adminRefused('set_order_deadline', { id_order: forever, until }, 'PARAMETER_INVALID', 'until');
    await at.shop.adminRefused('set_order_deadline', { id_order, until: '2030-01-01' }, 'PARAMETER_INVALID', 'until');
  });

  test('and is opened again by hand waits for ever', async () => {
    const at = await Unpaid.open();
    const id_order = await at.place(BY_HAND);
    at.pass(DAY_MS);
    await at.shop.admin('update_order_details', { id_order, order_state: 'OPEN' });
    at.pass(10 * DAY_MS);
    const opened = await at.order(id_order);
    expect(opened.order_state).toBe('OPEN');
    expect(opened).not.toHaveProperty('expired');
  });

  test('and is paid, closed or sent waits for ever once that is taken back', async () => {
    const at = await Unpaid.open();
    for (const [change, back] of [
      [{ order_payment_state: 'PAYMENT_RECEIVED' }, { order_payment_state: 'PAYMENT_NOT_RECEIVED' }],
      [{ order_state: 'CLOSED' }, { order_state: 'PROCESSING' }],
      [{ order_delivery_state: 'CLOSED' }, { order_delivery_state: 'PROCESSING' }],
    ]) {
      const id_order = await at.place(BY_HAND);
      await at.shop.admin('update_order_details', { id_order, ...change });
      at.pass(10 * DAY_MS);
      await at.shop.admin('update_order_details', { id_order, ...back });
      at.pass(10 * DAY_MS);
      expect((await at.order(id_order)).order_state, JSON.stringify(back)).not.toBe('CANCELED');
    }
  });
});

describe('money that comes after its time', () => {
  test('opens the order again, in the record that notes the money', async () => {
    const at = await Unpaid.open();
    const id = await at.place(CARD);
    const payment = await at.begin(id);
    at.pass(DAY_MS);
    const { headSeq } = at.shop.engine;
    expect((await at.notify(payment)).status).toBe(200);
    expect(at.shop.engine.headSeq).toBe(headSeq + 1);
    const opened = await at.order(id);
    expect(opened).toMatchObject({ order_state: 'OPEN', payment_state: { name: 'PAYMENT_RECEIVED' } });
    expect([await at.left(), await at.unclaimed(id)]).toEqual([STOCK - 1, 0]);
  });

  test('invoices what staff closed meanwhile, where each parcel has an invoice', async () => {
    const at = await Unpaid.open({ rules: { invoicePer: 'parcel' } });
    const id_order = await at.place(CARD);
    const payment = await at.begin(id_order);
    at.pass(DAY_MS);
    await at.shop.admin('update_order_details', { id_order, order_delivery_state: 'CLOSED' });
    expect(await at.order(id_order)).toMatchObject({ order_state: 'CANCELED', invoices: [] });
    await at.notify(payment);
    expect(await at.order(id_order)).toMatchObject({ order_state: 'OPEN', invoices: [{ number: 'R-1', amount: 10 }] });
  });

  test('is money without a claim where the goods are gone', async () => {
    const at = await Unpaid.open();
    const id = await at.place(CARD);
    const payment = await at.begin(id);
    at.pass(DAY_MS);
    for (let piece = 0; piece < STOCK; piece += 1) expect(await at.place(BY_HAND)).not.toBe(0);
    expect((await at.notify(payment)).status).toBe(200);
    expect((await at.order(id)).order_state).toBe('CANCELED');
    expect([await at.left(), await at.unclaimed(id)]).toEqual([0, 1]);
  });

  test('is money without a claim where a person cancelled what had ended', async () => {
    const at = await Unpaid.open();
    const id_order = await at.place(CARD);
    const payment = await at.begin(id_order);
    at.pass(DAY_MS);
    await at.shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    expect(await at.order(id_order)).not.toHaveProperty('expired');
    await at.notify(payment);
    expect([(await at.order(id_order)).order_state, await at.unclaimed(id_order)]).toEqual(['CANCELED', 1]);
  });

  test('is money without a claim where the person is erased', async () => {
    const at = await Unpaid.open();
    const id_order = await at.place(CARD);
    const payment = await at.begin(id_order);
    at.pass(DAY_MS);
    await at.shop.admin('erase_order', { id_order });
    await at.notify(payment);
    expect([(await at.order(id_order)).order_state, await at.unclaimed(id_order)]).toEqual(['CANCELED', 1]);
  });

  test('is money without a claim where a person cancelled the order', async () => {
    const at = await Unpaid.open();
    const id_order = await at.place(CARD);
    const payment = await at.begin(id_order);
    await at.shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    expect((await at.notify(payment)).status).toBe(200);
    expect([(await at.order(id_order)).order_state, await at.unclaimed(id_order)]).toEqual(['CANCELED', 1]);
  });
});

type Step = readonly [
  what: 'place' | 'begin' | 'pending' | 'receive' | 'pass' | 'cancel' | 'open' | 'close' | 'deadline' | 'restart',
  which: number,
];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'place',
    'place',
    'begin',
    'pending',
    'receive',
    'receive',
    'pass',
    'pass',
    'cancel',
    'open',
    'close',
    'deadline',
    'restart',
  ),
  fc.nat(9),
);

test('whatever happens, pieces add up, and each payment is the order’s or has no claim, never both', async () => {
  const law = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const at = await Unpaid.open();
    const orders: { id: number; payment: unknown; came: number }[] = [];
    for (const [what, which] of steps) {
      const chosen = orders[which % Math.max(1, orders.length)];
      if (what === 'place') {
        const id = await at.place(which % 3 === 0 ? BY_HAND : CARD);
        if (id !== 0) orders.push({ id, payment: undefined, came: 0 });
      } else if (what === 'pass') at.pass(which * 0.3 * DAY_MS);
      else if (what === 'restart') await at.shop.restart();
      else if (chosen !== undefined) {
        const id_order = chosen.id;
        if (what === 'begin') chosen.payment ??= await at.begin(id_order);
        const states = { cancel: 'CANCELED', open: 'OPEN', close: 'CLOSED' } as const;
        if (what === 'cancel' || what === 'open' || what === 'close')
          await at.shop.admin('update_order_details', {
            id_order,
            order_state: states[what],
          });
        if (what === 'deadline') await at.shop.admin('set_order_deadline', { id_order, until: '2026-01-03' });
        if (chosen.payment !== undefined && (what === 'pending' || what === 'receive')) {
          await at.notify(chosen.payment, { status: what === 'receive' ? 'received' : 'pending' });
          if (what === 'receive') chosen.came += 1;
        }
      }
      at.pass(0);
      let taken = 0;
      for (const { id, came } of orders) {
        const { order_state: state, payment_state: payment, pay_until: until } = await at.order(id);
        if (state !== 'CANCELED') taken += 1;
        const isPaid = payment.name === 'PAYMENT_RECEIVED';
        expect(isPaid, 'the money of an order counts').toBe(came > 0);
        // Each further transaction has no claim, and the first one none while the order is cancelled.
        const without = Math.max(0, came - 1) + (isPaid && state === 'CANCELED' ? 1 : 0);
        expect(await at.unclaimed(id)).toBe(without);
        if (until !== undefined) expect([isPaid, state]).toEqual([false, 'OPEN']);
      }
      expect((await at.left()) + taken).toBe(STOCK);
    }
  });
  await fc.assert(law, { numRuns: runs(10) });
});
