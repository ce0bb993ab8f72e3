// Notices that are kept, and what finds them. It would catch one that is found under a payment or an order that it is
// not of, and one that is found although it is gone.
import { expect, test } from 'vitest';
import { PaymentNoticeIndex, paymentNotice } from '../../../src/domain/orders/payment-notice.ts';
import type { PaymentNotice, PaymentNoticeCommand } from '../../../src/domain/orders/payment-notice.ts';

const MONEY = { methodId: 2, reference: 'q1', transaction: 'x1', amountMinor: 700, currency: 'EUR', currencyDigits: 3 };
const KEPT = { ...MONEY, reason: 'payment_unknown' as const, orderId: 4, paymentId: 6 };

/** A notice after these commands, one each millisecond. */
const after = (...commands: readonly PaymentNoticeCommand[]): PaymentNotice => {
  const state = paymentNotice.state.initial();
  for (const [at, command] of commands.entries()) {
    const decided = paymentNotice.decide(state, command, { atMs: 0, id: 1 } as never);
    if (decided.ok) for (const event of decided.value) paymentNotice.apply(state, event as never, at + 1, 1);
  }
  return state;
};

const keep = (more: Partial<typeof KEPT> = {}) => ({ type: 'keep_notice', ...KEPT, ...more }) as const;
const settle = { type: 'settle_notice', note: 'cash', by: 8, isRefunded: true } as const;

test('a notice is kept, settled once, and open again where refunds had settled it', () => {
  const kept = { ...KEPT, keptMs: 1, settledMs: 0, note: '', settlerChannelId: 0, isRefunded: false };
  expect(after(keep())).toEqual(kept);
  const settled = { ...kept, settledMs: 2, note: 'cash', settlerChannelId: 8, isRefunded: true };
  expect(after(keep(), settle)).toEqual(settled);
  expect(after(keep(), settle, { ...settle, by: 9 })).toEqual(settled);
  expect(after(keep(), settle, { type: 'reopen_notice' })).toEqual({ ...kept, note: 'cash' });
  const byHand = { ...settle, isRefunded: false };
  expect(after(keep(), byHand, { type: 'reopen_notice' })).toEqual({ ...settled, isRefunded: false });
  const assign = { type: 'assign_notice', orderId: 9, paymentId: 3, reason: 'paid_already' } as const;
  expect(after(keep(), assign)).toEqual({ ...kept, orderId: 9, paymentId: 3, reason: 'paid_already' });
});

test('one that is dropped says what it was', () => {
  const decide = (reason: PaymentNotice['reason']) =>
    paymentNotice.decide(after({ ...keep(), reason }), { type: 'drop_notice' }, { atMs: 0, id: 1 } as never);
  expect(decide('ended')).toEqual({ ok: true, value: [{ type: 'notice_dropped', reason: 'ended' }] });
  expect(paymentNotice.ends).toBe('notice_dropped');
});

const notice = (more: Partial<PaymentNotice> = {}): PaymentNotice => ({
  ...after(keep()),
  ...more,
});

/** What of the index is not empty. */
const found = ({ open, money, ends, byOrder }: PaymentNoticeIndex) => [[...open], [...money], [...ends], [...byOrder]];

test('money is open until it is settled, and an end is no money', () => {
  const index = paymentNotice.index!.create();
  const [first, settled, end] = [notice(), notice({ transaction: 'x2', settledMs: 5 }), notice({ reason: 'ended' })];
  for (const [at, one] of [first, settled, end].entries()) paymentNotice.index!.add(index, at + 1, one, 1);
  expect(found(index)).toEqual([[[1, 'payment_unknown']], [1, 2], [[3, 1]], [[4, [1, 2, 3]]]]);
  expect([index.same(first), index.same(settled), index.same(end)]).toEqual([1, 2, 3]);
  expect(index.same(notice({ reason: 'paid_already' }))).toBe(1);
  for (const more of [
    { methodId: 3 },
    { reference: 'q2' },
    { transaction: 'x9' },
    { amountMinor: 1 },
    { currency: 'USD' },
  ])
    expect(index.same(notice(more))).toBe(0);
  for (const [at, one] of [first, settled, end].entries()) paymentNotice.index!.remove(index, at + 1, one, 2);
  expect(found(index)).toEqual([[], [], [], []]);
  expect(index.same(first)).toBe(0);
});

test('what came before its payment began is found by the name of that, oldest first', () => {
  const index = new PaymentNoticeIndex();
  const early = notice({ paymentId: 0 });
  index.add(7, early);
  index.add(3, { ...early, transaction: 'x2' });
  index.add(7, early);
  index.add(8, notice({ transaction: 'x3' }));
  expect([index.early(2, 'q1'), index.early(3, 'q1'), index.early(2, 'q2')]).toEqual([[3, 7], [], []]);
  index.remove(3, { ...early, transaction: 'x2' });
  expect(index.early(2, 'q1')).toEqual([7]);
  index.remove(7, early);
  expect(index.early(2, 'q1')).toEqual([]);
});

test('notices of an order are by their numbers, each once, and those of none are of none', () => {
  const index = new PaymentNoticeIndex();
  for (const id of [9, 2, 5, 9]) index.add(id, notice({ transaction: `x${id}` }));
  index.add(6, notice({ transaction: 'x6', orderId: 0 }));
  expect([...index.byOrder]).toEqual([[4, [2, 5, 9]]]);
  index.remove(5, notice({ transaction: 'x5' }));
  expect(index.byOrder.get(4)).toEqual([2, 9]);
});
