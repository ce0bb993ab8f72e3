// Orders that end because nobody paid them, and that late money opens again, decision by decision. It would catch an
// order that ends before its time, one that ends although nothing is to be paid, and one that is opened again although
// something of it is gone.
import { describe, expect, test } from 'vitest';
import {
  endMs,
  expireOrder,
  REOPEN_REFUSALS,
  reopenExpired,
  setDeadline,
} from '../../../src/domain/orders/unpaid-order.ts';
import { issueInvoice } from '../../../src/domain/orders/issue-documents.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, refuse } from '../../../src/kernel/result.ts';
import { changedLine, EditedOrder } from './edited-order.ts';
import { erasing, FULL, OneOrder, refusing, withPromotion } from './one-order.ts';

const LATE_MS = 1000;

/** An order that must be paid until `untilMs`; the next transaction is at 1,700,000,000,014. */
const order = (untilMs: number, placed: ConstructorParameters<typeof OneOrder>[1] = {}): OneOrder =>
  new OneOrder([[1000]], { payUntilMs: untilMs, ...placed }, { pendingPaymentMsMax: LATE_MS });
const NEXT_MS = 1_700_000_000_014;

const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

const expire = (one: OneOrder, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => expireOrder(within(tx), one.orderId));
const reopen = (one: { shop: OneOrder['shop']; orderId: number }, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => reopenExpired(within(tx), one.orderId));
const state = (one: { order: Order }) => one.order.states.order;

const issue = (one: OneOrder): void =>
  one.run((tx) => issueInvoice(tx, one.orderId, { language: '', format: 'html', data: 'd', bytes: 'h' }));

describe('an order ends', () => {
  test('once its time is over, as one that expired, and is told', () => {
    const one = order(NEXT_MS);
    one.listen('ORDER_EXPIRED');
    const before = one.told().length;
    Object.assign(one.order, { payUntilMs: one.shop.nowMs + 7 });
    expect(expire(one)).toEqual(DONE);
    expect([state(one), one.told().slice(before)]).toEqual(['CANCELED', [{ id_order: one.orderId }]]);
    expect(one.shop.log.at(-1)!.events[0]).toMatchObject({
      event: { type: 'order_state_changed', byHand: false, by: 0, expired: true },
    });
    const early = order(NEXT_MS + 1);
    expect([expire(early), state(early)]).toEqual([DONE, 'OPEN']);
  });

  test('never without a time, nor while nothing is to be paid, nor where it is not there', () => {
    const paid = order(1);
    paid.pay(1000);
    const never = [order(0), paid];
    for (const one of never) expect([expire(one), state(one)]).toEqual([DONE, 'OPEN']);
    expect(order(1).shop.transact((tx) => expireOrder(tx, 99))).toEqual(DONE);
  });

  test('later while money for it is on its way', () => {
    const one = order(NEXT_MS + 14);
    const payment = one.start(1000);
    one.run((tx) => tx.ask('payment', payment, { type: 'promise', transaction: 't1' }));
    const ends = () => one.shop.transact((tx) => ({ ok: true, value: endMs(tx, one.orderId, 5) }));
    expect(ends()).toMatchObject({ value: 5 + LATE_MS });
    having(one, { payUntilMs: one.shop.nowMs });
    expect([expire(one), state(one)]).toEqual([DONE, 'OPEN']);
    one.shop.nowMs += LATE_MS;
    expect([expire(one), state(one)]).toEqual([DONE, 'CANCELED']);
    const other = order(5);
    expect(other.shop.transact((tx) => ({ ok: true, value: endMs(tx, other.orderId, 5) }))).toMatchObject({ value: 5 });
  });

  test('with a document that cancels its invoice, where that was issued', () => {
    const one = order(1);
    issue(one);
    expect(expire(one)).toEqual(DONE);
    expect(one.order.cancellation).toMatchObject({ number: 1, canceledMs: one.shop.nowMs });
  });

  test.each(['move', 'cancel_invoice', 'queue_message'])('not where %s is refused', (what) => {
    const one = order(1);
    issue(one);
    one.listen('ORDER_EXPIRED');
    expect(expire(one, (tx) => refusing(tx, what))).toBe(FULL);
    expect(state(one)).toBe('OPEN');
  });
});

describe('late money', () => {
  /** An order of data subject 5 that ended; its line is of no product, of which there might be no stock. */
  const ended = (placed: ConstructorParameters<typeof OneOrder>[1] = {}): OneOrder => {
    const one = order(1, { subject: 5, ...placed });
    expire(one);
    return having(one, { cart: changedLine(one.order.cart, 1, { type: 'FREE_ELEMENT' }) });
  };

  test('opens an order again', () => {
    const one = ended();
    expect([reopen(one), state(one)]).toEqual([DONE, 'OPEN']);
    expect(one.shop.log.at(-1)!.events[0]).toMatchObject({ event: { byHand: false, by: 0 } });
  });

  test('invoices what is left of one by parcel that staff closed meanwhile', () => {
    const again = (delivery: 'CLOSED' | 'PROCESSING') => {
      const one = new EditedOrder({ rules: { invoicePer: 'parcel' } });
      one.run((tx) => tx.ask('order', one.orderId, { type: 'set_deadline', untilMs: 1, by: 0 }));
      one.run((tx) => expireOrder(tx, one.orderId));
      Object.assign(one.order, { states: { ...one.order.states, delivery } });
      if (delivery === 'CLOSED') expect(reopen(one, (tx) => refusing(tx, 'invoice_part'))).toBe(FULL);
      expect(reopen(one)).toEqual(DONE);
      return one.order.partials;
    };
    expect(again('CLOSED')).toMatchObject([{ parcelId: 0, lines: [{ minor: 3000 }, { minor: 4000 }] }]);
    expect(again('PROCESSING')).toEqual([]);
  });

  test('opens none whose invoice was taken back, whose person is erased, or that did not end', () => {
    const canceled = order(1);
    issue(canceled);
    expire(canceled);
    const refused = (code: string, param: string) => ({ code, param });
    const id = String(canceled.orderId);
    expect(reopen(canceled)).toMatchObject(refused('INVOICE_CANCELED', id));
    expect(reopen(ended(), erasing(5))).toMatchObject(refused('ORDER_ERASED', id));
    expect(reopen(withPromotion(ended(), 3), withPromotion.usedUp)).toMatchObject(refused('PROMOTION_USED_UP', '3'));
    const one = ended();
    expect(reopen(one, (tx) => refusing(tx, 'move'))).toBe(FULL);
    expect(state(one)).toBe('CANCELED');
  });

  test('is kept without a claim for each reason that its order stays closed', () => {
    const goods = new EditedOrder();
    goods.run((tx) => tx.ask('order', goods.orderId, { type: 'set_deadline', untilMs: 1, by: 0 }));
    goods.run((tx) => expireOrder(tx, goods.orderId));
    expect([state(goods), goods.stock()]).toEqual(['CANCELED', [9, 9, 9, 9]]);
    Object.assign(goods.shop.state('stock', 1), { quantityMilli: 0 });
    const soldOut = reopen(goods);
    expect(soldOut).toMatchObject({ code: 'SHOPOBJECT_NOT_AVAILABLE', param: '1' });
    const reasons = [
      soldOut,
      reopen(ended(), erasing(5)),
      reopen(withPromotion(ended(), 3), withPromotion.usedUp),
      refuse('INVOICE_CANCELED', 1),
      refuse('ORDER_STATE_TRANSITION_INVALID', 'x'),
      refuse('AMOUNT_OUT_OF_RANGE', 1),
      refuse('COUPON_NOT_VALID', 'x'),
      refuse('COUPON_USED', 'x'),
    ];
    expect(reasons.map((reason) => (reason.ok ? '' : reason.code)).toSorted()).toEqual(REOPEN_REFUSALS.toSorted());
  });
});

describe('a deadline', () => {
  const set = (one: OneOrder, untilMs: number, orderId = one.orderId) =>
    one.shop.transact((tx) => setDeadline(tx, orderId, untilMs, 7));

  test('is set by its channel, and taken away with 0', () => {
    const one = order(0);
    expect(set(one, 5)).toEqual(DONE);
    expect([one.order.payUntilMs, one.order.modifierChannelId]).toEqual([5, 7]);
    expect([set(one, 0), one.order.payUntilMs]).toEqual([DONE, 0]);
  });

  test('is none of an order that is not there, or waits for no money, of which it may be taken away', () => {
    const one = order(5);
    expect(set(one, 5, 99)).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    one.pay(1000);
    expect(set(one, 9)).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'until',
      detail: 'It waits for no money: it is paid, cancelled, closed, sent or free.',
    });
    expect([set(one, 0), one.order.payUntilMs]).toEqual([DONE, 0]);
  });
});
