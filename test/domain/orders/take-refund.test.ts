// What a provider says of money that goes back. It would catch a notice that finds another refund than its own or
// counts twice, and one that is refused although its money is the shop's.
import { describe, expect, test } from 'vitest';
import type { Refund } from '../../../src/domain/orders/refund.ts';
import { refundKey, takeAnswer, takeRefund } from '../../../src/domain/orders/take-refund.ts';
import type { RefundNotice } from '../../../src/kernel/payment-provider.ts';
import { OneOrder } from './one-order.ts';

const NOTICE: RefundNotice = {
  origin: 'refund',
  key: '',
  reference: 'p1',
  payment: '',
  transaction: 'x1',
  amountMinor: 300,
  currency: 'EUR',
  state: 'done',
  failure: '',
};

/** An order of 10.00 that payment 1 has paid, by method 2. */
const paid = (): OneOrder => {
  const one = new OneOrder([[1000]]);
  one.pay(1000);
  return one;
};

/** A refund that the shop asks the provider for. */
const asked = (one: OneOrder, more: Parameters<OneOrder['refund']>[1] = {}): number =>
  one.refund(300, { paymentId: 1, to: 'payment', state: 'asked', ...more });

const take = (one: OneOrder, more: Partial<RefundNotice> = {}, methodId = 2) =>
  one.shop.transact((tx) => takeRefund(tx, methodId, { ...NOTICE, ...more }, 3));

const refunds = ({ shop }: OneOrder): readonly Refund[] => shop.ids('refund').map((id) => shop.state('refund', id));

const states = (one: OneOrder) => refunds(one).map(({ state, transaction }) => [state, transaction]);

describe('a notice with the key of a refund', () => {
  test('is about that refund, whatever payment it names', () => {
    const one = paid();
    const [, id] = [asked(one), asked(one)];
    const key = refundKey(id, one.shop.state('refund', id));
    expect(key).toBe(`refund-${one.orderId}-2-${one.shop.state('refund', id).askedMs}`);
    expect(take(one, { key, reference: 'p9', state: 'pending' }).ok).toBe(true);
    expect(states(one)).toEqual([
      ['asked', ''],
      ['pending', 'x1'],
    ]);
    take(one, { key, state: 'failed', failure: 'closed' });
    expect(refunds(one)[1]).toMatchObject({ state: 'failed', failure: 'closed' });
  });

  test.each([
    ['of another store', 'refund-1-1-5'],
    ['of no refund', 'refund-1-9-5'],
    ['of nothing', 'refund'],
    ['with a number that is none', 'refund-1-1.5-5'],
    ['with a number below one', 'refund-1-0-5'],
  ])('%s is about no refund of the shop, and its money counts all the same', (_what, key) => {
    const one = paid();
    asked(one);
    take(one, { key });
    expect(refunds(one)).toMatchObject([{ state: 'asked' }, { state: 'done', origin: 'provider', countedMinor: 300 }]);
  });
});

describe('a notice without a key', () => {
  test('is about the refund with its transaction', () => {
    const one = paid();
    take(one, { state: 'pending' });
    expect(refunds(one)).toMatchObject([{ state: 'pending', origin: 'provider', by: 0, to: 'payment', note: '' }]);
    take(one);
    take(one);
    expect(states(one)).toEqual([['done', 'x1']]);
    expect(one.order.refundedMinor).toBe(300);
  });

  test('is about a refund of the shop that is on its way, for the same money', () => {
    const one = paid();
    asked(one);
    take(one);
    expect(refunds(one)).toMatchObject([{ state: 'done', origin: 'shop', transaction: 'x1', countedMinor: 300 }]);
  });

  test.each([
    ['another amount', { amountMinor: 301 }, {}],
    ['another currency', { currency: 'USD' }, {}],
    ['another payment', { reference: 'p2' }, {}],
    ['a dispute', { origin: 'dispute' }, {}],
    ['a failure', { state: 'failed' }, {}],
    ['one that has a number', {}, { transaction: 'x9' }],
    ['one that is over', {}, { state: 'failed' }],
    ['one of the provider', {}, { origin: 'provider' }],
    ['one by hand', {}, { paymentId: 0 }],
  ] as const)('and is not, where it is of %s', (_what, notice, more) => {
    const one = paid();
    one.pay(500);
    asked(one, more);
    take(one, notice);
    expect(refunds(one)).toHaveLength(2);
    expect(refunds(one)[0]).toMatchObject({ countedMinor: 'state' in more ? 0 : 300, ...more });
  });

  test('finds its payment by the transaction of the money, too', () => {
    const one = paid();
    expect(take(one, { reference: '', payment: 't1' }).ok).toBe(true);
    expect(take(one, { reference: '', payment: 't1', transaction: 'x2' }, 3)).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
      param: 't1',
    });
    expect(refunds(one)).toMatchObject([{ paymentId: 1, orderId: one.orderId }]);
  });

  test('about a payment of nobody is refused, unless it may be of another shop', () => {
    const one = paid();
    expect(take(one, { reference: 'p9' })).toMatchObject({ code: 'PAYMENT_NOT_FOUND', param: 'p9' });
    expect(take(one, { reference: 'p9', isForeign: true }).ok).toBe(true);
    expect(refunds(one)).toEqual([]);
  });
});

describe('what the provider gave back by itself', () => {
  test('is recorded with its reason, in its currency', () => {
    const one = paid();
    take(one, { origin: 'dispute', failure: 'fraudulent' });
    take(one, { currency: 'KWD', amountMinor: 1250, transaction: 'x2' });
    expect(refunds(one)).toMatchObject([
      { origin: 'dispute', note: 'fraudulent', currencyDigits: 2, countedMinor: 300, creditId: 0, reason: '' },
      { origin: 'provider', currency: 'KWD', currencyDigits: 3, countedMinor: 0, isApart: false },
    ]);
  });

  test('counts nothing where its payment brought no money, or is said to have gone back', () => {
    const one = paid();
    one.start(500);
    take(one, { reference: 'p2' });
    one.run((tx) => tx.ask('payment', 1, { type: 'return_money' }));
    take(one, { transaction: 'x2' });
    expect(refunds(one).map(({ isApart, countedMinor }) => [isApart, countedMinor])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });
});

describe('an answer', () => {
  /** A refund that a notice without key was taken for. */
  const noticed = (): OneOrder => {
    const one = paid();
    asked(one);
    take(one);
    return one;
  };
  const answer = (one: OneOrder, more: Partial<RefundNotice>) =>
    one.run((tx) => takeAnswer(tx, 1, { state: 'done', transaction: 'x2', failure: '', ...more }));

  test('under another number than that of the notice is another refund, once', () => {
    const one = noticed();
    for (let at = 0; at < 2; at += 1) answer(one, {});
    expect(states(one)).toEqual([
      ['done', 'x1'],
      ['done', 'x2'],
    ]);
    expect(refunds(one)[1]).toMatchObject({
      orderId: one.orderId,
      paymentId: 1,
      creditId: 0,
      amountMinor: 300,
      countedMinor: 300,
      currency: 'EUR',
      currencyDigits: 2,
      to: 'payment',
      origin: 'provider',
      reason: '',
      note: '',
      by: 0,
      isApart: false,
    });
    expect(one.order.refundedMinor).toBe(600);
  });

  test.each([
    ['the same number', { transaction: 'x1' }, 'done'],
    ['no number', { transaction: '' }, 'done'],
    ['another number, and a failure', { state: 'failed' }, 'failed'],
  ] as const)('under %s is none', (_what, more, state) => {
    const one = noticed();
    answer(one, more);
    expect(refunds(one).map((refund) => refund.state)).toEqual([state]);
  });

  test('to what is still on its way moves it, under any number', () => {
    const one = paid();
    asked(one, { transaction: 'x1' });
    answer(one, {});
    expect(states(one)).toEqual([['done', 'x2']]);
  });

  test('to one that failed without a number is none', () => {
    const one = paid();
    asked(one, { state: 'failed' });
    answer(one, {});
    expect(states(one)).toEqual([['failed', '']]);
  });
});
