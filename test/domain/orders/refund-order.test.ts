// What of an order's money goes back, and by which way, decision by decision. It would catch money that goes back
// although it is not here, an order that comes to more or less than it should, and a payment that cannot take it.
import { describe, expect, test } from 'vitest';
import { cancelLines } from '../../../src/domain/orders/cancel-lines.ts';
import { refundOrder } from '../../../src/domain/orders/refund-order.ts';
import type { RefundWanted } from '../../../src/domain/orders/refund-order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { ok } from '../../../src/kernel/result.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

/** An order of three pieces at 10.00 and one at 5.00, for which this much came. */
const paid = (...amounts: readonly number[]): OneOrder => {
  const one = new OneOrder([[3000, 0, 3], [500]]);
  for (const [at, amount] of amounts.entries()) one.pay(amount, at + 2);
  return one;
};

const refund = (one: OneOrder, more: Partial<RefundWanted> = {}, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) =>
    refundOrder(within(tx), {
      orderId: one.orderId,
      ifSeq: undefined,
      amountMinor: undefined,
      lines: undefined,
      to: 'manual',
      reason: 'late',
      note: 'by phone',
      by: 7,
      returns: () => true,
      ...more,
    }),
  );

/** So many pieces of the first line are cancelled. */
const cancel = (one: OneOrder, pieces: number): void => {
  const lines = [{ lineId: 1, quantityMilli: pieces * 1000 }];
  one.run((tx) => cancelLines(tx, { orderId: one.orderId, ifSeq: undefined, lines, reason: '', by: 7 }));
};

const refunds = ({ shop }: OneOrder) =>
  shop.ids('refund').map((id) => {
    const { paymentId, amountMinor, state } = shop.state('refund', id);
    return [paymentId, amountMinor, state];
  });

/** The amounts and kinds of an order's credits. */
const credits = ({ order }: OneOrder) =>
  order.credits.map(({ kind, lines }) => [kind, lines.reduce((sum, { minor }) => sum + minor, 0)]);

const made = (creditId: number, refundIds: readonly number[], moneyMinor: number) =>
  ok({ creditId, refundIds, moneyMinor });

describe('money of an order goes back', () => {
  test('as it is owed, where nothing else is said', () => {
    const one = paid(3500);
    cancel(one, 1);
    expect(refund(one)).toEqual(made(0, [1], 1000));
    expect(one.shop.state('refund', 1)).toMatchObject({
      orderId: one.orderId,
      paymentId: 0,
      creditId: 0,
      amountMinor: 1000,
      currency: 'EUR',
      currencyDigits: 2,
      to: 'manual',
      origin: 'shop',
      reason: 'late',
      note: 'by phone',
      transaction: '',
      state: 'done',
      by: 7,
      isApart: false,
    });
    expect([credits(one).length, one.order.refundedMinor]).toEqual([1, 1000]);
  });

  test('as the caller says: what is not owed comes off the order', () => {
    const one = paid(3500);
    cancel(one, 1);
    expect(refund(one, { amountMinor: 400 })).toEqual(made(0, [1], 400));
    expect(refund(one, { amountMinor: 900 })).toEqual(made(2, [2], 900));
    expect(credits(one)).toEqual([
      ['canceled', 1000],
      ['goodwill', 300],
    ]);
    expect(one.order.credits[1]).toMatchObject({ reason: 'late', by: 7 });
    expect(one.shop.state('refund', 2)).toMatchObject({ creditId: 2 });
  });

  test('for pieces that stay the buyer’s', () => {
    const one = paid(3500);
    const lines = [
      { lineId: 1, quantityMilli: 1000 },
      { lineId: 2, quantityMilli: 1000 },
      { lineId: 1, quantityMilli: 1000 },
    ];
    expect(refund(one, { lines })).toEqual(made(1, [1], 2500));
    expect(one.order.credits).toMatchObject([
      {
        kind: 'goodwill',
        lines: [
          { lineId: 1, quantityMilli: 0, minor: 2000 },
          { lineId: 2, quantityMilli: 0, minor: 500 },
        ],
      },
    ]);
    const many = [{ lineId: 1, quantityMilli: 4000 }];
    expect(refund(paid(3500), { lines: many }).ok).toBe(false);
  });

  test('of a cancelled order as a whole, which comes to no less', () => {
    const one = paid(3500);
    one.move('cancel');
    const canceled = { code: 'ORDER_CANCELED', param: String(one.orderId) };
    expect(refund(one, { to: 'credit', amountMinor: 100 })).toMatchObject(canceled);
    expect(refund(one, { lines: [{ lineId: 1, quantityMilli: 1000 }] })).toMatchObject(canceled);
    expect(refund(one)).toEqual(made(0, [1], 3500));
  });

  test('where it came and did not go back', () => {
    const more = { code: 'REFUND_EXCEEDED', param: 'amount' };
    expect(refund(paid(2000), { amountMinor: 2001 })).toMatchObject({
      ...more,
      detail: '20.01 is more than 20, what came and did not go back.',
    });
    expect(refund(paid(3500), { amountMinor: 3501 })).toMatchObject(more);
    expect(refund(paid(2000), { lines: [{ lineId: 1, quantityMilli: 3000 }] })).toMatchObject(more);
    expect(refund(paid(2000), { amountMinor: 2000 }).ok).toBe(true);
  });

  test('where there is any', () => {
    const one = paid(3500);
    const nothing = { code: 'NOTHING_TO_REFUND', param: String(one.orderId) };
    expect(refund(one)).toMatchObject(nothing);
    expect(refund(one, { amountMinor: 0 })).toMatchObject(nothing);
    expect(refund(one, { to: 'credit' })).toMatchObject(nothing);
    expect(refund(one, { to: 'credit', amountMinor: 0 })).toMatchObject(nothing);
    expect(refund(paid())).toMatchObject({ code: 'NOTHING_TO_REFUND' });
    expect(refund(one, { amountMinor: 1 }).ok).toBe(true);
  });

  test('of an order that is there, and as the caller has seen it', () => {
    const one = paid(3500);
    expect(refund(one, { orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    expect(refund(one, { ifSeq: 4, amountMinor: 1 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  test.each(['asked', 'pending', 'done', 'failed'] as const)('while another refund is not on its way: %s', (state) => {
    const one = paid(3500);
    one.refund(100, { state });
    const isOnItsWay = state === 'asked' || state === 'pending';
    const result = refund(one, { amountMinor: 200 });
    expect(result.ok).toBe(!isOnItsWay);
    if (isOnItsWay) expect(result).toMatchObject({ code: 'REFUND_PENDING', param: String(one.orderId) });
    expect(refund(one, { amountMinor: 200, to: 'credit' }).ok).toBe(true);
  });

  test.each(['credit', 'make_refund'])('by no step where %s is refused', (what) => {
    const one = paid(3500);
    expect(refund(one, { amountMinor: 100 }, (tx) => refusing(tx, what))).toBe(FULL);
    expect([credits(one), refunds(one)]).toEqual([[], []]);
  });
});

describe('an order comes to less', () => {
  test('by an amount, and no money goes back', () => {
    const one = paid();
    expect(refund(one, { to: 'credit', amountMinor: 700 })).toEqual(made(1, [], 0));
    expect([credits(one), refunds(one)]).toEqual([[['goodwill', 700]], []]);
  });

  test('by pieces, though nothing of it was paid', () => {
    const one = paid();
    expect(refund(one, { to: 'credit', lines: [{ lineId: 1, quantityMilli: 1000 }] })).toEqual(made(1, [], 0));
    expect(credits(one)).toEqual([['goodwill', 1000]]);
  });

  test('by what was asked for, whatever is owed', () => {
    const one = paid(3500);
    cancel(one, 1);
    expect(refund(one, { to: 'credit', amountMinor: 400 })).toEqual(made(2, [], 0));
    expect(credits(one)[1]).toEqual(['goodwill', 400]);
  });

  test('and by no more than it comes to', () => {
    expect(refund(paid(3500), { to: 'credit', amountMinor: 3501 })).toMatchObject({ code: 'CREDIT_AMOUNT_EXCEEDED' });
  });
});

describe('by payments', () => {
  const back = (one: OneOrder, amountMinor: number, returns: RefundWanted['returns'] = () => true) =>
    refund(one, { to: 'payment', amountMinor, returns });

  test('goes what the last one that can takes as a whole', () => {
    const one = paid(2000, 1000, 500);
    expect(back(one, 700)).toEqual(made(1, [1], 700));
    expect(refunds(one)).toEqual([[2, 700, 'asked']]);
    const other = paid(2000, 1500);
    back(other, 700);
    expect(refunds(other)).toEqual([[2, 700, 'asked']]);
  });

  test('goes what none can take as a whole to several, the last first', () => {
    const one = paid(2000, 1000, 500);
    expect(back(one, 2700)).toEqual(made(1, [1, 2, 3], 2700));
    expect(refunds(one)).toEqual([
      [3, 500, 'asked'],
      [2, 1000, 'asked'],
      [1, 1200, 'asked'],
    ]);
    const two = paid(1000, 1000, 1500);
    back(two, 2500);
    expect(refunds(two)).toEqual([
      [3, 1500, 'asked'],
      [2, 1000, 'asked'],
    ]);
  });

  test('goes all that came', () => {
    const one = paid(2000, 1000, 500);
    back(one, 3500);
    expect(refunds(one)).toEqual([
      [3, 500, 'asked'],
      [2, 1000, 'asked'],
      [1, 2000, 'asked'],
    ]);
  });

  test('goes nothing to one that has nothing left', () => {
    const one = paid(2000, 1000, 500);
    one.refund(1000, { paymentId: 2, to: 'payment' });
    back(one, 2200);
    expect(refunds(one).slice(1)).toEqual([
      [3, 500, 'asked'],
      [1, 1700, 'asked'],
    ]);
  });

  test('goes no more to one than is left of it', () => {
    const one = paid(2000, 1500);
    one.refund(1000, { paymentId: 2, to: 'payment' });
    one.refund(400, { paymentId: 2, to: 'payment', state: 'failed' });
    back(one, 500);
    expect(refunds(one).at(-1)).toEqual([2, 500, 'asked']);
    const more = paid(2000, 1500);
    more.refund(1000, { paymentId: 2, to: 'payment' });
    back(more, 600);
    expect(refunds(more).at(-1)).toEqual([1, 600, 'asked']);
    const other = paid(2000, 1500);
    other.refund(1500, { paymentId: 2, to: 'payment' });
    back(other, 2000);
    expect(refunds(other).slice(1)).toEqual([[1, 2000, 'asked']]);
  });

  test('goes nothing to one that has not come, or has gone back', () => {
    const one = paid(2000);
    one.start(1500);
    back(one, 700);
    expect(refunds(one)).toEqual([[1, 700, 'asked']]);
    const other = paid(2000, 1500);
    other.run((tx) => tx.ask('payment', 2, { type: 'return_money' }));
    back(other, 700);
    expect(refunds(other)).toEqual([[1, 700, 'asked']]);
  });

  test('goes what their providers give back', () => {
    const one = paid(2000, 1500);
    const asked: unknown[] = [];
    back(one, 1800, (...given) => {
      asked.push(given);
      return given[0] === 2;
    });
    const amount = { currency: 'EUR', currencyDigits: 2 };
    expect(asked).toEqual([
      [3, { ...amount, amountMinor: 1500 }],
      [2, { ...amount, amountMinor: 1800 }],
    ]);
    expect(refunds(one)).toEqual([[1, 1800, 'asked']]);
  });

  test('goes nothing where they cannot take all of it', () => {
    const one = paid(2000, 1500);
    const only = (methodId: number) => methodId === 3;
    expect(back(one, 1600, only)).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
      param: String(one.orderId),
      detail: 'Of 16 payments can take 15 back by their providers: give it back by hand, to=manual.',
    });
    expect(back(one, 1500, only).ok).toBe(true);
    expect(back(paid(2000), 700, () => false)).toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  });
});
