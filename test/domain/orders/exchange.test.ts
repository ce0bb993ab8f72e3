// Exchanges, decision by decision; test/operations/orders/exchanges.test.ts has the law of their money. It would catch
// worth that pays more than came back or is owed, a draft that belongs to no return or to one that has ended, and an
// exchange of which a refused step leaves the rest.
import { describe, expect, test } from 'vitest';
import { fieldOf, NO_DETAILS, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import { openPrepared, preparedName, refTo } from '../../../src/domain/cart/prepared-session.ts';
import { frozen } from '../../../src/domain/orders/checkout.ts';
import { creditOfPieces } from '../../../src/domain/orders/credit-pieces.ts';
import {
  beginExchange,
  bindExchange,
  checkExchanged,
  exchangedBy,
  payCovered,
  payExchange,
} from '../../../src/domain/orders/exchange.ts';
import { makeCredit } from '../../../src/domain/orders/make-credit.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { PlacedOrder } from '../../../src/domain/orders/placed-order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { good } from '../seeded-shop.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';
import { cartOf } from './simple-cart.ts';

const US = { currencies: [{ code: 'USD', digits: 2 }] };

/** An order of five pieces at 10.00, of which return 1 is to bring some back. */
const sold = (placed: Partial<PlacedOrder> = {}, rules: Partial<ShopRules> = {}): OneOrder => {
  const one = new OneOrder([[5000, 0, 5]], placed, rules);
  const unsaid = { subject: 0, note: '', lines: [], wish: '', wished: [], by: 0 } as const;
  one.run((tx) => tx.create('order_return', { type: 'announce', orderId: one.orderId, ...unsaid }));
  return one;
};

const returnOf = ({ shop }: OneOrder) => shop.state('order_return', 1);

const withdraw = (one: OneOrder): void => one.run((tx) => tx.ask('order_return', 1, { type: 'withdraw', by: 7 }));

/** Return 1 has brought so many pieces, for which there is a credit. */
const receive = (one: OneOrder, pieces: number): void => {
  const lines = good(creditOfPieces(one.order, [{ lineId: 1, quantityMilli: pieces * 1000 }]));
  const creditId = one.run((tx) => makeCredit(tx, one.orderId, { kind: 'returned', lines, reason: 'late', by: 7 }));
  one.run((tx) => tx.ask('order_return', 1, { type: 'receive', lines: [], creditId, by: 7 }));
};

/** Another order of this amount; its id. */
const wanted = (one: OneOrder, minor: number): number => {
  const { order } = one;
  const cart = frozen(cartOf([minor]), 2, []);
  return one.run((tx) => tx.create('order', { ...order, type: 'place_order', cart }));
};

const opened = (tx: Transaction): Result<ReturnType<typeof refTo>> => {
  const id = good(openPrepared(tx));
  good(tx.ask('session', id, { type: 'prepare', by: 0, userId: 0, subject: 0, isTrial: false }));
  return ok(refTo(tx, id));
};

const begin = (one: OneOrder, within = (tx: Transaction) => tx, returnId = 1) =>
  one.shop.transact((tx) => beginExchange(within(tx), { returnId, by: 7, open: () => opened(tx) }));

const draftOf = ({ shop }: OneOrder, id: number) => shop.state('session', id);

describe('an exchange is begun', () => {
  const fields = { delivery_lastname: 'Ada', delivery_country_code: 'DE', note: 'rings at noon', email: '' };
  const details = (paymentMethodId: number, deliveryMethodId: number) =>
    changedDetails(NO_DETAILS, {
      paymentMethodId,
      deliveryMethodId,
      ...personalChange(NO_DETAILS, { fields, attributes: { floor: '3' } }),
    });

  test('with a draft that has the details of the buyer but for the note, in the currency of the order', () => {
    const methods = [1, 2].map((id) => ({ id, name: `method ${id}` }));
    const rules = { ...US, paymentMethods: methods, deliveryMethods: methods };
    const one = sold({ details: details(2, 1), subject: 5, currency: 'USD' }, rules);
    const { id, generation } = good(begin(one));
    const { draft, chosen, subject } = draftOf(one, id);
    const said = ['delivery_lastname', 'delivery_country_code', 'note', 'email'].map((name) => fieldOf(draft, name));
    expect(said).toEqual(['Ada', 'DE', '', '']);
    expect(draft).toMatchObject({ attributes: { floor: '3' }, paymentMethodId: 2, deliveryMethodId: 1 });
    expect([chosen, subject]).toEqual([{ currency: 'USD', country: '' }, 5]);
    expect(returnOf(one)).toMatchObject({ draftId: id, draftGeneration: generation, exchangeOrderId: 0 });
    expect(one.shop.log.at(-1)!.events).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ type: 'return_exchange_begun', by: 7 }) }),
    );
  });

  test('without methods that the shop has given up', () => {
    const one = sold({ details: details(9, 9) });
    expect(draftOf(one, good(begin(one)).id).draft).toMatchObject({ paymentMethodId: 0, deliveryMethodId: 0 });
  });

  test('for the person of an order of a guest, and for a new one where it has an account or none', () => {
    const subjectOf = (placed: Partial<PlacedOrder>): number => {
      const one = sold({ details: details(2, 1), ...placed });
      return draftOf(one, good(begin(one)).id).subject;
    };
    expect([{ subject: 5 }, { subject: 5, userId: 3 }, { subject: 0 }].map(subjectOf)).toEqual([5, 1, 1]);
  });

  test('once, until its draft is thrown away or ends', () => {
    const one = sold();
    const first = good(begin(one));
    expect(good(begin(one))).toEqual(first);
    expect(one.shop.ids('session')).toEqual([first.id]);
    one.run((tx) => tx.ask('session', first.id, { type: 'end' }));
    const second = good(begin(one));
    expect([second.nonce === first.nonce, returnOf(one).draftId]).toEqual([false, second.id]);
  });

  test('for a return that is there, is not withdrawn and has none', () => {
    const one = sold();
    expect(begin(one, (tx) => tx, 9)).toMatchObject({ code: 'RETURN_NOT_FOUND', param: '9' });
    const ended = { code: 'RETURN_ENDED', param: 'id_return' };
    const other = sold();
    withdraw(other);
    expect(begin(other)).toMatchObject({ ...ended, detail: 'It is withdrawn.' });
    const orderId = wanted(one, 1000);
    one.run((tx) => bindExchange(tx, 1, orderId, 7));
    expect(begin(one)).toMatchObject({ ...ended, detail: `Its exchange is order ${orderId}.` });
  });

  test('of an order whose person is not erased, in a currency that the shop sells in', () => {
    const one = sold({ subject: 5 });
    const erased = (tx: Transaction) =>
      Object.assign(Object.create(tx) as Transaction, { isErased: (subject: number) => subject === 5 });
    expect(begin(one, erased)).toMatchObject({ code: 'ORDER_ERASED', param: String(one.orderId) });
    expect(begin(sold({ currency: 'USD' }))).toMatchObject({ code: 'CURRENCY_NOT_FOUND', param: 'currency' });
  });

  test.each(['set_details', 'choose', 'begin_exchange'])('by no step where %s is refused', (what) => {
    const one = sold();
    expect(begin(one, (tx) => refusing(tx, what))).toBe(FULL);
    expect([one.shop.ids('session'), returnOf(one).draftId]).toEqual([[], 0]);
  });

  test('by no step where no draft is opened', () => {
    const one = sold();
    expect(one.shop.transact((tx) => beginExchange(tx, { returnId: 1, by: 7, open: () => FULL }))).toBe(FULL);
  });
});

describe('a session is the draft of an exchange', () => {
  const by = (one: OneOrder, id: number) => one.shop.transact((tx) => exchangedBy(tx, id, tx.read('session', id)!));

  test('where its return has begun it', () => {
    const one = sold();
    const { id } = good(begin(one));
    expect(by(one, id)).toEqual(ok(1));
    expect(by(one, one.run(opened).id)).toEqual(ok(0));
    expect(preparedName(id, draftOf(one, id))).toBe(`${returnOf(one).draftId}.${returnOf(one).draftGeneration}`);
    Object.assign(draftOf(one, id), { isPrepared: false });
    expect(by(one, id)).toEqual(ok(0));
  });

  test('unless the return has ended meanwhile', () => {
    const one = sold();
    const { id } = good(begin(one));
    withdraw(one);
    expect(by(one, id)).toMatchObject({ code: 'RETURN_ENDED', param: 'id_return' });
  });

  test('in the currency of what came back', () => {
    const one = sold({}, US);
    const { id } = good(begin(one));
    one.run((tx) => tx.ask('session', id, { type: 'choose', chosen: { currency: 'USD', country: '' } }));
    expect(by(one, id)).toMatchObject({
      code: 'CURRENCY_NOT_FOUND',
      param: 'session',
      detail: 'What came back was paid in EUR, and so is its exchange.',
    });
  });
});

/** What the exchange of return 1 gets of the order that it is of. */
const moved = (one: OneOrder, minor: number): number => {
  const orderId = wanted(one, minor);
  one.run((tx) => bindExchange(tx, 1, orderId, 8));
  return one.shop.state('order', orderId).exchangedMinor;
};

describe('what came back pays the exchange', () => {
  test.each([
    ['as far as it costs', 5000, 2, 1500, 1500],
    ['as far as it is worth', 5000, 2, 9000, 2000],
    ['as far as it was paid', 4000, 2, 9000, 1000],
    ['by nothing where nothing of it was paid', 0, 2, 9000, 0],
    ['by nothing where less was paid than is kept', 3000, 2, 9000, 0],
    ['by nothing where it costs nothing', 5000, 2, 0, 0],
  ])('%s', (_how, paidMinor, pieces, minor, paysMinor) => {
    const one = sold();
    if (paidMinor > 0) one.pay(paidMinor);
    receive(one, pieces);
    expect(moved(one, minor)).toBe(paysMinor);
    expect(one.order.refundedMinor).toBe(paysMinor);
    expect(one.shop.ids('refund')).toHaveLength(paysMinor === 0 ? 0 : 1);
  });

  test.each(['asked', 'done', 'failed'] as const)('less what goes back, if it is %s', (state) => {
    const one = sold();
    one.pay(5000);
    receive(one, 2);
    one.refund(500, { state });
    expect(moved(one, 9000)).toBe(state === 'failed' ? 2000 : 1500);
  });

  test('by a refund that is no money', () => {
    const one = sold();
    one.pay(5000);
    receive(one, 2);
    const orderId = wanted(one, 9000);
    one.run((tx) => bindExchange(tx, 1, orderId, 8));
    expect(one.shop.state('refund', 1)).toMatchObject({
      orderId: one.orderId,
      paymentId: 0,
      creditId: 1,
      amountMinor: 2000,
      countedMinor: 2000,
      currency: 'EUR',
      to: 'exchange',
      origin: 'shop',
      reason: 'late',
      note: '',
      transaction: `order-${orderId}`,
      state: 'done',
      by: 8,
      isApart: false,
    });
    expect(one.shop.state('order', orderId)).toMatchObject({ returnId: 1, exchangedMinor: 2000 });
    expect(returnOf(one).exchangeOrderId).toBe(orderId);
  });

  test('once it is there', () => {
    const one = sold();
    one.pay(5000);
    const orderId = wanted(one, 1500);
    one.run((tx) => bindExchange(tx, 1, orderId, 8));
    expect(one.shop.state('order', orderId).exchangedMinor).toBe(0);
    receive(one, 2);
    expect(one.shop.state('order', orderId).exchangedMinor).toBe(0);
    one.run((tx) => payExchange(tx, 1, 8));
    expect(one.shop.state('order', orderId).exchangedMinor).toBe(1500);
    one.run((tx) => payExchange(tx, 1, 8));
    expect([one.order.refundedMinor, one.shop.ids('refund')]).toEqual([1500, [1]]);
  });

  test('where there is one', () => {
    const one = sold();
    one.pay(5000);
    receive(one, 2);
    expect(one.shop.transact((tx) => payExchange(tx, 1, 8))).toEqual(DONE);
    expect(one.shop.ids('refund')).toEqual([]);
  });

  test.each(['place_exchange', 'exchange', 'make_refund', 'move'])('by nothing where %s is refused', (what) => {
    const one = sold();
    one.pay(5000);
    receive(one, 2);
    const orderId = wanted(one, 1500);
    expect(one.shop.transact((tx) => bindExchange(refusing(tx, what), 1, orderId, 8))).toBe(FULL);
  });
});

describe('an exchange is paid', () => {
  const paymentOf = ({ shop }: OneOrder, orderId: number): string => shop.state('order', orderId).states.payment;

  /** The second order, which costs 10.00 and got this much by an exchange. */
  const exchanged = (minor: number, costsMinor = 1000) => {
    const one = sold();
    const orderId = wanted(one, costsMinor);
    if (minor > 0) one.run((tx) => tx.ask('order', orderId, { type: 'exchange', returnId: 1, minor, by: 8 }));
    return [one, orderId] as const;
  };

  test.each([
    ['once all of it is covered', 1000, 'PAYMENT_RECEIVED'],
    ['once more than all of it is covered', 1200, 'PAYMENT_RECEIVED'],
    ['not before', 999, 'PAYMENT_NOT_RECEIVED'],
  ])('%s, without money', (_when, minor, state) => {
    const [one, orderId] = exchanged(minor);
    one.run((tx) => payCovered(tx, orderId));
    expect(paymentOf(one, orderId)).toBe(state);
    if (state === 'PAYMENT_NOT_RECEIVED') return;
    expect(one.shop.state('order', orderId).receivedMinor).toBe(0);
    expect(one.shop.log.at(-1)!.events[0]!.event).toMatchObject({ lifecycle: 'payment', byHand: false, by: 0 });
  });

  test('by what came back alone: an order that comes to nothing waits as it did', () => {
    const [one, orderId] = exchanged(0, 0);
    one.run((tx) => payCovered(tx, orderId));
    expect(paymentOf(one, orderId)).toBe('PAYMENT_NOT_RECEIVED');
  });

  test('once', () => {
    const [one, orderId] = exchanged(1000);
    one.run((tx) => payCovered(tx, orderId));
    const records = one.shop.log.length;
    one.run((tx) => payCovered(tx, orderId));
    expect(one.shop.log).toHaveLength(records);
  });
});

describe('the payment of an order is set back', () => {
  const check = (one: OneOrder, order: Order = one.order) =>
    one.shop.transact((tx) => checkExchanged(tx, one.orderId, order));
  const REFUSED = {
    code: 'ORDER_STATE_TRANSITION_INVALID',
    param: 'PAYMENT_NOT_RECEIVED',
    detail: 'Money of it was moved by an exchange: give back the rest instead.',
  };

  test('unless it pays an exchange', () => {
    const one = sold();
    one.pay(5000);
    one.refund(500);
    expect(check(one)).toEqual(DONE);
    one.refund(500, { to: 'exchange', state: 'failed' });
    expect(check(one)).toEqual(DONE);
    one.refund(500, { to: 'exchange' });
    expect(check(one)).toMatchObject(REFUSED);
  });

  test('unless what an exchange paid of it goes back', () => {
    const one = sold();
    const order = (exchangedMinor: number, refundedMinor: number) => ({ ...one.order, exchangedMinor, refundedMinor });
    expect([order(1000, 0), order(0, 1000)].map((of) => check(one, of))).toEqual([DONE, DONE]);
    expect(check(one, order(1000, 1000))).toMatchObject(REFUSED);
  });
});
