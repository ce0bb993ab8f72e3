// Money that goes back, refund by refund: what each counts in its order, and what is told. It would catch a refund that
// counts twice, more than came or in another currency, and one whose end nobody may say or anybody may.
import { describe, expect, test } from 'vitest';
import { clearRefunds, moveRefund, recordRefund, settleRefund } from '../../../src/domain/orders/move-refund.ts';
import type { Refund } from '../../../src/domain/orders/refund.ts';
import { refundPage, refundsOf } from '../../../src/domain/orders/refund.ts';
import { deferRefund } from '../../../src/domain/orders/take-refund.ts';
import { ok } from '../../../src/kernel/result.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

type Made = Parameters<OneOrder['refund']>[1];

const refundOf = (one: OneOrder, id: number): Refund => one.shop.state('refund', id);

const moved = (one: OneOrder, id: number, move: Parameters<typeof moveRefund>[2]): void =>
  one.run((tx) => moveRefund(tx, id, move));

/** An order of 10.00 that a payment has paid. */
const paid = (): OneOrder => {
  const one = new OneOrder([[1000]]);
  one.pay(1000);
  return one;
};

const ASKED = { paymentId: 1, to: 'payment', state: 'asked' } as const;

/** Money of the order that went back: each amount, and the method by which it came. */
const wentBack = ({ order }: OneOrder) =>
  order.money.filter(({ kind }) => kind === 'refunded').map(({ minor, methodId, day }) => [minor, methodId, day]);

describe('a refund', () => {
  test('by hand counts at once, on its day, and is told with its state', () => {
    const one = paid();
    one.listen('REFUND_CHANGE');
    const id = one.refund(250, { reason: 'late', note: 'sorry' });
    expect(refundOf(one, id)).toMatchObject({ state: 'done', countedMinor: 250, reason: 'late', note: 'sorry', by: 7 });
    expect(refundOf(one, id).endedMs).toBe(refundOf(one, id).askedMs);
    expect([one.order.refundedMinor, one.order.modifierChannelId, wentBack(one)]).toEqual([
      250,
      7,
      [[-250, 0, 19_675]],
    ]);
    expect(one.told()).toEqual([
      { id_order: one.orderId, id_refund: id, state: 'done', amount: '2.5', currency: 'EUR' },
    ]);
  });

  test('by a payment counts once its provider has done it, and no more where the bank sends it back', () => {
    const one = paid();
    one.listen('REFUND_CHANGE');
    const id = one.refund(400, ASKED);
    expect([refundOf(one, id).countedMinor, refundOf(one, id).endedMs, one.order.refundedMinor]).toEqual([400, 0, 0]);
    moved(one, id, { event: 'accept', transaction: 'x1' });
    expect(refundOf(one, id)).toMatchObject({ state: 'pending', transaction: 'x1', countedMinor: 400, endedMs: 0 });
    moved(one, id, { event: 'complete' });
    expect(refundOf(one, id)).toMatchObject({ state: 'done', transaction: 'x1', failure: '', endedMs: one.shop.nowMs });
    expect([one.order.refundedMinor, wentBack(one)]).toEqual([400, [[-400, 2, 19_675]]]);
    for (const event of ['complete', 'accept'] as const) moved(one, id, { event });
    moved(one, id, { event: 'fail', failure: 'closed account' });
    expect(refundOf(one, id)).toMatchObject({ state: 'failed', failure: 'closed account', countedMinor: 0 });
    expect([one.order.refundedMinor, wentBack(one).at(-1)]).toEqual([0, [400, 2, 19_675]]);
    expect(one.told().map((told) => (told as { state: string }).state)).toEqual(['asked', 'pending', 'done', 'failed']);
  });

  test('that its provider says has failed stays so; one that a person says so of may be done after all', () => {
    const one = paid();
    const [byProvider, byHand] = [one.refund(100, ASKED), one.refund(200, ASKED)];
    moved(one, byProvider, { event: 'fail' });
    moved(one, byHand, { event: 'fail', by: 7 });
    expect([refundOf(one, byProvider).isFailedByHand, refundOf(one, byHand).isFailedByHand]).toEqual([false, true]);
    for (const id of [byProvider, byHand]) moved(one, id, { event: 'complete', by: 7 });
    expect([refundOf(one, byProvider).state, refundOf(one, byHand).state]).toEqual(['failed', 'done']);
    expect([one.order.refundedMinor, refundOf(one, byHand).isFailedByHand]).toEqual([200, false]);
  });

  test.each([
    ['no more than is here', { amountMinor: 1200 }, 1000],
    ['nothing in another currency', { currency: 'USD' }, 0],
    ['nothing where its money is none that came', { isApart: true }, 0],
    ['nothing where it has failed', { state: 'failed' }, 0],
  ] as const)('counts %s', (_what, { amountMinor = 300, ...more }: Made & object, counted) => {
    const one = paid();
    const id = one.refund(amountMinor, more);
    expect([refundOf(one, id).countedMinor, one.order.refundedMinor]).toEqual([counted, counted]);
    expect(wentBack(one)).toHaveLength(counted === 0 ? 0 : 1);
  });

  test('that goes to an exchange is no money', () => {
    const one = paid();
    one.refund(300, { to: 'exchange' });
    expect([one.order.refundedMinor, wentBack(one)]).toEqual([300, []]);
  });

  test('whose provider was slower than a person counts what is here by then', () => {
    const one = paid();
    const id = one.refund(800, ASKED);
    one.refund(500);
    moved(one, id, { event: 'complete' });
    expect([refundOf(one, id).countedMinor, one.order.refundedMinor]).toEqual([500, 1000]);
  });

  test('that fails leaves what it counted to others, the oldest first', () => {
    const one = paid();
    const first = one.refund(900, ASKED);
    moved(one, first, { event: 'complete' });
    const others = [
      one.refund(300),
      one.refund(700),
      one.refund(50, { isApart: true }),
      one.refund(60, { currency: 'USD' }),
      one.refund(400, ASKED),
      one.refund(500),
    ];
    const counted = () => others.map((id) => refundOf(one, id).countedMinor);
    expect(counted()).toEqual([100, 0, 0, 0, 0, 0]);
    moved(one, first, { event: 'fail' });
    expect(counted()).toEqual([300, 700, 0, 0, 0, 0]);
    expect([one.order.refundedMinor, wentBack(one)]).toEqual([
      1000,
      [
        [-900, 2, 19_675],
        [-100, 0, 19_675],
        [900, 2, 19_675],
        [-200, 0, 19_675],
        [-700, 0, 19_675],
      ],
    ]);
  });

  test('is asked for again, or no more', () => {
    const one = paid();
    const id = one.refund(100, ASKED);
    const { toAsk } = one.shop.index('refund');
    const defer = (nextMs: number) => one.run((tx) => deferRefund(tx, id, 'no answer', nextMs));
    defer(5);
    expect([refundOf(one, id).nextMs, refundOf(one, id).attempts, [...toAsk]]).toEqual([5, 1, [id]]);
    defer(0);
    expect([...toAsk]).toEqual([id]);
    defer(-1);
    expect([refundOf(one, id).failure, refundOf(one, id).attempts, [...toAsk]]).toEqual(['no answer', 3, []]);
    moved(one, id, { event: 'accept' });
    defer(9);
    expect(refundOf(one, id)).toMatchObject({ nextMs: -1, attempts: 3, failure: '' });
  });
});

test('a person says what became of a refund that nobody else is asked about any more', () => {
  const one = paid();
  const id = one.refund(100, ASKED);
  const settle = (of: number, state: 'done' | 'failed') => one.shop.transact((tx) => settleRefund(tx, of, state, 7));
  expect(settle(99, 'done')).toMatchObject({ code: 'REFUND_NOT_FOUND', param: '99' });
  expect(settle(id, 'done')).toMatchObject({
    code: 'REFUND_PENDING',
    param: String(id),
    detail: 'Its provider is still being asked.',
  });
  one.run((tx) => deferRefund(tx, id, '', -1));
  expect(settle(id, 'failed').ok).toBe(true);
  expect(refundOf(one, id)).toMatchObject({ state: 'failed', isFailedByHand: true });
  expect(settle(id, 'done')).toMatchObject({ code: 'REFUND_ENDED', param: String(id) });
  const other = one.refund(200, ASKED);
  moved(one, other, { event: 'accept' });
  expect(settle(other, 'done').ok).toBe(true);
  expect([refundOf(one, other).state, one.order.refundedMinor]).toEqual(['done', 200]);
});

test('once a payment is not received any more, nothing of its refunds counts, nor does one that comes later', () => {
  const one = paid();
  const [asked, done, pending] = [one.refund(100, ASKED), one.refund(200), one.refund(50, ASKED)];
  moved(one, pending, { event: 'accept' });
  one.listen('REFUND_CHANGE');
  one.run((tx) => clearRefunds(tx, one.orderId, 7));
  expect(refundOf(one, asked)).toMatchObject({
    state: 'failed',
    failure: 'The payment of the order was set to not received.',
    isFailedByHand: true,
    isApart: true,
  });
  expect(refundOf(one, done)).toMatchObject({ state: 'done', countedMinor: 0, isApart: true });
  expect(refundOf(one, pending)).toMatchObject({ state: 'pending', countedMinor: 0, isApart: true });
  expect(one.told()).toMatchObject([{ id_refund: asked, state: 'failed' }]);
  const records = one.shop.log.length;
  one.run((tx) => clearRefunds(tx, one.orderId, 7));
  expect(one.shop.log).toHaveLength(records);
});

test('refunds are read newest first, of an order or of all, by state and page by page', () => {
  const one = paid();
  for (let at = 0; at < 3; at += 1) one.refund(10);
  one.refund(10, ASKED);
  const page = (more: Partial<Parameters<typeof refundPage>[1]> = {}) =>
    one.run((tx) => ok(refundPage(tx, { orderId: 0, state: undefined, after: 0, limit: 9, ...more })));
  expect(page()).toEqual([4, 3, 2, 1]);
  expect(page({ limit: 2 })).toEqual([4, 3]);
  expect(page({ after: 3 })).toEqual([2, 1]);
  expect(page({ state: 'asked' })).toEqual([4]);
  expect(page({ orderId: one.orderId, state: 'done', after: 3 })).toEqual([2, 1]);
  expect(page({ orderId: 99 })).toEqual([]);
  const idsOf = (orderId: number) => one.run((tx) => ok(refundsOf(tx, orderId).map(([id]) => id)));
  expect([idsOf(one.orderId), idsOf(99)]).toEqual([[1, 2, 3, 4], []]);
});

test.each(['make_refund', 'refund', 'fail', 'count_refund', 'clear_refund'])(
  'where %s is refused, so is the whole',
  (what) => {
    const one = paid();
    const first = one.refund(900, ASKED);
    moved(one, first, { event: 'complete' });
    one.refund(300);
    const before = one.shop.rows();
    const refused = one.shop.transact<unknown>((tx) => {
      const other = refusing(tx, what);
      if (what === 'make_refund') return recordRefund(other, { ...refundOf(one, first), state: 'done' });
      if (what === 'clear_refund') return clearRefunds(other, one.orderId, 7);
      return moveRefund(other, first, { event: 'fail' });
    });
    expect(refused).toBe(FULL);
    expect(one.shop.rows()).toEqual(before);
  },
);

test('where one that is asked for cannot fail, none is cleared', () => {
  const one = paid();
  one.refund(900, ASKED);
  expect(one.shop.transact((tx) => clearRefunds(refusing(tx, 'fail'), one.orderId, 7))).toBe(FULL);
});
