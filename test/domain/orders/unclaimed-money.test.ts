// Money that no order has a claim to. It would catch money that is kept twice or dropped, a claim that stays open once
// its money went back, and one that is closed while money is here.
import { describe, expect, test } from 'vitest';
import { moveRefund } from '../../../src/domain/orders/move-refund.ts';
import type { KeptNotice, PaymentNotice } from '../../../src/domain/orders/payment-notice.ts';
import {
  claimlessMinor,
  followOrder,
  keepEnd,
  keepMoney,
  settleMoney,
  unclaimedMoney,
} from '../../../src/domain/orders/unclaimed-money.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { FULL, OneOrder, moved, refusing } from './one-order.ts';

const NOTICE: KeptNotice = {
  methodId: 2,
  reference: 'q1',
  transaction: 'x1',
  amountMinor: 700,
  currency: 'EUR',
  currencyDigits: 2,
  reason: 'payment_unknown',
  orderId: 0,
  paymentId: 0,
};

const noticeOf = ({ shop }: OneOrder, id: number): PaymentNotice => shop.state('payment_notice', id);

/** [order's id, reason, settled] of each that is kept. */
const kept = ({ shop }: OneOrder) =>
  shop.ids('payment_notice').map((id) => {
    const { reason, settledMs, transaction } = shop.state('payment_notice', id);
    return [transaction, reason, settledMs !== 0];
  });

/** As the back office moves it. */
const move = (one: OneOrder, event: 'cancel' | 'reopen'): void => {
  const before = one.order.states;
  one.move(event);
  one.run((tx) => followOrder(tx, one.orderId, before));
};

/** What of each notice's money is here, by transaction. */
const here = (one: OneOrder) =>
  one.shop.ids('payment_notice').map((id) => one.run((tx) => ok(claimlessMinor(tx, noticeOf(one, id)))));

/** A cancelled order that payments of 10.00 and 5.00 have brought money for. */
const canceled = (): OneOrder => {
  const one = new OneOrder([[1500]]);
  one.pay(1000);
  one.pay(500);
  one.listen('PAYMENT_UNCLAIMED');
  move(one, 'cancel');
  return one;
};

describe('money for no payment that the shop knows', () => {
  test('is kept once, and told', () => {
    const one = new OneOrder([[1000]]);
    one.listen('PAYMENT_UNCLAIMED');
    const keep = (more: Partial<KeptNotice> = {}) => one.run((tx) => keepMoney(tx, { ...NOTICE, ...more }));
    expect([keep(), keep(), keep({ transaction: 'x2', orderId: 4 })]).toEqual([1, 0, 2]);
    const about = { reason: 'payment_unknown', amount: '7', currency: 'EUR' };
    expect(one.told()).toEqual([
      { ...about, id_money: 1, id_order: 0, transaction: 'x1' },
      { ...about, id_money: 2, id_order: 4, transaction: 'x2' },
    ]);
    expect(here(one)).toEqual([700, 700]);
  });

  test('is settled once, by a person', () => {
    const one = new OneOrder([[1000]]);
    one.run((tx) => keepMoney(tx, NOTICE));
    one.run((tx) => keepEnd(tx, { ...NOTICE, reason: 'ended' }));
    const settle = (id: number) => one.shop.transact((tx) => settleMoney(tx, id, 'sent back', 8));
    expect(settle(1).ok).toBe(true);
    expect(noticeOf(one, 1)).toMatchObject({ note: 'sent back', settlerChannelId: 8, isRefunded: false });
    expect(here(one)[0]).toBe(0);
    expect(settle(1)).toMatchObject({ code: 'MONEY_SETTLED', param: '1' });
    expect([2, 3].map(settle)).toMatchObject([
      { code: 'MONEY_NOT_FOUND', param: '2' },
      { code: 'MONEY_NOT_FOUND', param: '3' },
    ]);
  });
});

test('ends of unknown payments are kept once, and dropped after ten minutes, sixteen at a time', () => {
  const one = new OneOrder([[1000]]);
  const { ends } = one.shop.index('payment_notice');
  const end = (name: string) =>
    one.run((tx) => keepEnd(tx, { ...NOTICE, reason: 'ended', transaction: name, amountMinor: 0 }));
  for (let at = 1; at <= 20; at += 1) end(`x${at}`);
  end('x1');
  expect(ends.size).toBe(20);
  const [first] = [...ends.values()];
  // The clock of the shop goes on by seven milliseconds with each decision.
  one.shop.nowMs = first! + 600_000 - 14;
  end('y1');
  expect(ends.size).toBe(21);
  end('y2');
  expect([ends.size, ends.has(1), ends.has(2)]).toEqual([21, false, true]);
  one.shop.nowMs += 600_000;
  end('y3');
  expect([ends.size, ends.has(17), ends.has(18)]).toEqual([6, false, true]);
});

describe('money of a cancelled order', () => {
  test('is kept by payment, what went back by hand off the oldest, and told with what is here', () => {
    const one = new OneOrder([[1500]]);
    const first = one.pay(1000);
    one.pay(500);
    one.start(800);
    one.refund(300);
    one.refund(100, { paymentId: first });
    one.listen('PAYMENT_UNCLAIMED');
    move(one, 'cancel');
    const about = { id_order: one.orderId, reason: 'order_canceled', currency: 'EUR' };
    expect(one.told()).toEqual([
      { ...about, id_money: 1, transaction: 't2', amount: '5' },
      { ...about, id_money: 2, transaction: 't1', amount: '6' },
    ]);
    expect(noticeOf(one, 2)).toMatchObject({
      methodId: 2,
      reference: 'p1',
      amountMinor: 1000,
      currencyDigits: 2,
      orderId: one.orderId,
      paymentId: first,
    });
    expect(here(one)).toEqual([500, 600]);
  });

  test('is none where its payment is said to have gone back, or all of it did', () => {
    const one = new OneOrder([[1500]]);
    const [first, second] = [one.pay(1000), one.pay(500)];
    one.run((tx) => tx.ask('payment', first, { type: 'return_money' }));
    one.refund(500, { paymentId: second });
    move(one, 'cancel');
    expect(kept(one)).toEqual([]);
  });

  test('that goes back only in part, or not at all, stays open', () => {
    const one = canceled();
    one.refund(999, { paymentId: 1 });
    expect(kept(one)).toEqual([
      ['t2', 'order_canceled', false],
      ['t1', 'order_canceled', false],
    ]);
    expect(here(one)).toEqual([500, 1]);
    const asked = one.refund(100, { paymentId: 2, to: 'payment', state: 'asked' });
    expect(here(one)).toEqual([500, 1]);
    one.run((tx) => moveRefund(tx, asked, { event: 'fail' }));
    expect(here(one)).toEqual([500, 1]);
    expect(one.told()).toHaveLength(2);
  });

  test('is settled once all went back, and open again where a refund fails', () => {
    const one = canceled();
    one.run((tx) => keepMoney(tx, { ...NOTICE, orderId: one.orderId, reason: 'paid_already' }));
    one.refund(500, { paymentId: 2 });
    const last = one.refund(1000, { paymentId: 1, to: 'payment', state: 'asked' });
    one.run((tx) => moveRefund(tx, last, { event: 'complete', by: 9 }));
    expect(kept(one)).toEqual([
      ['t2', 'order_canceled', true],
      ['t1', 'order_canceled', true],
      ['x1', 'paid_already', false],
    ]);
    expect(noticeOf(one, 2)).toMatchObject({ note: '', settlerChannelId: 9, isRefunded: true });
    one.run((tx) => moveRefund(tx, last, { event: 'fail' }));
    expect(kept(one).map(([, , isSettled]) => isSettled)).toEqual([true, false, false]);
    expect(here(one)).toEqual([0, 1000, 700]);
    expect(one.told().at(-1)).toMatchObject({ id_money: 2, transaction: 't1', amount: '10' });
  });

  test('that a person has settled stays so where a refund fails', () => {
    const one = canceled();
    one.run((tx) => settleMoney(tx, 2, 'cash', 8));
    one.refund(500, { paymentId: 2 });
    const last = one.refund(1000, { paymentId: 1 });
    one.run((tx) => moveRefund(tx, last, { event: 'fail', by: 8 }));
    expect(noticeOf(one, 2)).toMatchObject({ note: 'cash', isRefunded: false });
    expect(noticeOf(one, 2).settledMs).not.toBe(0);
  });

  test('has a claim again once the order is opened, and none once more where it is cancelled again', () => {
    const one = canceled();
    one.run((tx) => keepMoney(tx, { ...NOTICE, orderId: one.orderId, reason: 'paid_already' }));
    one.run((tx) => settleMoney(tx, 1, 'cash', 8));
    move(one, 'reopen');
    expect(kept(one)).toEqual([
      ['t2', 'order_canceled', true],
      ['x1', 'paid_already', false],
    ]);
    expect(one.told()).toHaveLength(3);
    move(one, 'cancel');
    expect(kept(one)).toEqual([
      ['t2', 'order_canceled', true],
      ['x1', 'paid_already', false],
      ['t1', 'order_canceled', false],
    ]);
    expect(one.told()).toHaveLength(4);
    const other = canceled();
    move(other, 'reopen');
    expect(kept(other)).toEqual([]);
  });

  test('went back where the back office says that the cancelled order is not paid', () => {
    const one = canceled();
    one.run((tx) => settleMoney(tx, 1, 'cash', 8));
    const before = one.order.states;
    Object.assign(one.order, { states: { ...before, payment: 'PAYMENT_NOT_RECEIVED' }, modifierChannelId: 11 });
    one.run((tx) => followOrder(tx, one.orderId, before));
    expect([noticeOf(one, 1).note, noticeOf(one, 2).note]).toEqual(['cash', '']);
    expect(noticeOf(one, 2)).toMatchObject({ settlerChannelId: 11, isRefunded: false });
  });

  test('is as it was while the order is neither cancelled nor opened', () => {
    const open = new OneOrder([[1000]]);
    open.pay(1000);
    open.run((tx) => followOrder(tx, open.orderId, open.order.states));
    expect(kept(open)).toEqual([]);
    const one = canceled();
    const records = one.shop.log.length;
    one.run((tx) => followOrder(tx, one.orderId, one.order.states));
    expect(one.shop.log).toHaveLength(records);
    const back = open.refund(1000, { paymentId: 1 });
    open.run((tx) => moveRefund(tx, back, { event: 'fail' }));
    expect(kept(open)).toEqual([]);
  });
});

test('it is listed newest first, of an order or of all, settled or not, page by page', () => {
  const one = new OneOrder([[1000]]);
  for (const [at, orderId] of [4, 0, 4, 0].entries())
    one.run((tx) => keepMoney(tx, { ...NOTICE, orderId, transaction: `x${at}` }));
  one.run((tx) => keepEnd(tx, { ...NOTICE, reason: 'ended', orderId: 4 }));
  one.run((tx) => settleMoney(tx, 3, '', 8));
  const page = (more: Partial<Parameters<typeof unclaimedMoney>[1]> = {}) =>
    one.run((tx) => ok(unclaimedMoney(tx, { orderId: 0, isSettledToo: false, after: 0, limit: 9, ...more })));
  expect(page()).toEqual([4, 2, 1]);
  expect(page({ isSettledToo: true })).toEqual([4, 3, 2, 1]);
  expect(page({ isSettledToo: true, limit: 2 })).toEqual([4, 3]);
  expect(page({ isSettledToo: true, after: 3 })).toEqual([2, 1]);
  expect(page({ orderId: 4 })).toEqual([1]);
  expect(page({ orderId: 4, isSettledToo: true })).toEqual([3, 1]);
  expect(page({ orderId: 5 })).toEqual([]);
});

describe('where a part is refused, so is the whole', () => {
  const open = (): OneOrder => {
    const one = canceled();
    move(one, 'reopen');
    move(one, 'cancel');
    return one;
  };

  const followed = (one: OneOrder, tx: Transaction, event: 'cancel' | 'reopen', what: string) => {
    const { states } = one.order;
    const done = moved(tx, one.orderId, event);
    return done.ok ? followOrder(refusing(tx, what), one.orderId, states) : done;
  };

  const opened = (): OneOrder => {
    const one = canceled();
    move(one, 'reopen');
    return one;
  };

  /** An order whose refunds had settled all. */
  const refunded = (): OneOrder => {
    const one = canceled();
    one.refund(500, { paymentId: 2 });
    one.refund(1000, { paymentId: 1 });
    return one;
  };

  /** An order the last of whose money is on its way back. */
  const nearly = (): OneOrder => {
    const one = canceled();
    one.refund(500, { paymentId: 2 });
    one.refund(1000, { paymentId: 1, to: 'payment', state: 'asked' });
    return one;
  };

  const cases: readonly (readonly [
    string,
    () => OneOrder,
    (one: OneOrder, tx: Transaction, what: string) => Result<unknown>,
  ])[] = [
    ['keep_notice', canceled, (_, tx, what) => keepMoney(refusing(tx, what), NOTICE)],
    ['queue_message', canceled, (_, tx, what) => keepMoney(refusing(tx, what), NOTICE)],
    ['keep_notice', canceled, (_, tx, what) => keepEnd(refusing(tx, what), { ...NOTICE, reason: 'ended' })],
    ['drop_notice', open, (one, tx, what) => followed(one, tx, 'reopen', what)],
    ['keep_notice', opened, (one, tx, what) => followed(one, tx, 'cancel', what)],
    ['queue_message', opened, (one, tx, what) => followed(one, tx, 'cancel', what)],
    ['settle_notice', nearly, (_, tx, what) => moveRefund(refusing(tx, what), 2, { event: 'complete' })],
    ['reopen_notice', refunded, (_, tx, what) => moveRefund(refusing(tx, what), 2, { event: 'fail' })],
  ];
  test.each(cases)('%s', (what, begin, decide) => {
    const one = begin();
    const before = one.shop.rows();
    expect(one.shop.transact((tx) => decide(one, tx, what))).toBe(FULL);
    expect(one.shop.rows()).toEqual(before);
  });

  test('drop_notice of an end that is over', () => {
    const one = canceled();
    one.run((tx) => keepEnd(tx, { ...NOTICE, reason: 'ended' }));
    one.shop.nowMs += 600_000;
    const later = { ...NOTICE, reason: 'ended', transaction: 'x2' } as const;
    expect(one.shop.transact((tx) => keepEnd(refusing(tx, 'drop_notice'), later))).toBe(FULL);
  });
});
