// Changes of the back office to a placed order, decision by decision. It would catch an order that is changed in part,
// an issued invoice that would show something else, and money, stock or promotions that do not follow.
import { describe, expect, test } from 'vitest';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import { issueInvoice } from '../../../src/domain/orders/issue-documents.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { noteOrder, updateOrder } from '../../../src/domain/orders/update-order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE } from '../../../src/kernel/result.ts';
import { erasing, FULL, OneOrder, refusing, withPromotion } from './one-order.ts';

type Update = Partial<Parameters<typeof updateOrder>[1]>;

const NOTHING = { fields: {}, attributes: {} };
const note = (text: string) => ({ fields: { note: text }, attributes: {} });

/** An order of data subject 5. */
const order = (placed: ConstructorParameters<typeof OneOrder>[1] = {}, rules = {}): OneOrder =>
  new OneOrder([[1000, 0, 2], [500]], { subject: 5, ...placed }, rules);

const BY_PARCEL = { isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } };

const having = (one: OneOrder, more: Partial<Order>): OneOrder => {
  Object.assign(one.order, more);
  return one;
};

const update = (one: OneOrder, more: Update, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) =>
    updateOrder(within(tx), {
      orderId: one.orderId,
      details: NOTHING,
      states: {},
      by: 7,
      invoiceText: () => '',
      ...more,
    }),
  );

const issue = (one: OneOrder, language = 'de_DE'): void =>
  one.run((tx) => issueInvoice(tx, one.orderId, { language, format: 'html', data: 'd', bytes: 'h' }));

const invoicePart = (one: OneOrder): void =>
  one.run((tx) =>
    tx.ask('order', one.orderId, {
      type: 'invoice_part',
      invoice: { prefix: 'R-', number: 1 },
      day: 19_675,
      parcelId: 0,
      lines: [{ lineId: 1, quantityMilli: 1000, minor: 500, taxMinor: 0 }],
    }),
  );

/** Types of the events of the last record. */
const events = ({ shop }: OneOrder) => shop.log.at(-1)!.events.map(({ event }) => event.type);
const CANCEL = { states: { order: 'CANCELED' } } as const;
const REOPEN = { states: { order: 'OPEN' } } as const;
const UNPAID = { states: { payment: 'PAYMENT_NOT_RECEIVED' } } as const;

describe('a note', () => {
  const write = (one: OneOrder, orderId = one.orderId, within = (tx: Transaction) => tx) =>
    one.shop.transact((tx) => noteOrder(within(tx), orderId, 3, 'call back'));

  test('is of its user, under the key of the order or a new one', () => {
    const one = order();
    expect(write(one)).toEqual(DONE);
    expect(one.order.notes).toEqual([{ atMs: one.shop.nowMs, userId: 3, text: 'call back' }]);
    expect([one.order.subject, one.shop.subjects]).toEqual([5, 0]);
    const nobody = order({ subject: 0 });
    expect([write(nobody), nobody.order.subject]).toEqual([DONE, 1]);
  });

  test('is none of an order that is not there, whose person is erased, or that has two hundred', () => {
    const one = order();
    expect(write(one, 99)).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    const id = String(one.orderId);
    expect(write(one, one.orderId, erasing(5))).toMatchObject({ code: 'ORDER_ERASED', param: id });
    having(one, { notes: Array.from({ length: 199 }, () => ({ atMs: 1, userId: 3, text: 'x' })) });
    expect(write(one)).toEqual(DONE);
    const detail = 'The order has 200 notes, of at most 200.';
    expect(write(one)).toMatchObject({ code: 'NOTE_LIMIT_REACHED', param: '200', detail });
  });
});

describe('details', () => {
  test('change where a field, an attribute or a method does, and else not', () => {
    const changes: readonly [Update['details'], boolean][] = [
      [NOTHING, false],
      [note('ring'), true],
      [{ fields: {}, attributes: { colour: 'red' } }, true],
      [{ fields: {}, attributes: null }, true],
      [{ ...NOTHING, paymentMethodId: 2 }, true],
      [{ ...NOTHING, deliveryMethodId: 3 }, true],
    ];
    for (const [details, isChange] of changes) {
      const one = order({ details: { ...NO_DETAILS, attributes: { size: 'L' } } });
      const before = one.shop.log.length;
      expect(update(one, { details: details! })).toEqual(DONE);
      expect(one.shop.log.length - before).toBe(isChange ? 1 : 0);
      if (isChange)
        expect(one.shop.log.at(-1)!.events).toMatchObject([{ event: { type: 'order_details_changed', by: 7 } }]);
    }
    const one = order();
    update(one, { details: { ...note('ring'), paymentMethodId: 2 } });
    expect(one.order.details).toMatchObject({ paymentMethodId: 2, paymentMethod: 'PrePayment' });
  });

  test('are under the key of the order, or a new one', () => {
    const nobody = order({ subject: 0 });
    expect([update(nobody, { details: note('ring') }), nobody.order.subject]).toEqual([DONE, 1]);
    const one = order();
    expect([update(one, { details: note('ring') }), one.order.subject]).toEqual([DONE, 5]);
  });

  test('stay where the person is erased, the postal code is none, or they are refused', () => {
    const one = order({}, { addressChecks: true });
    const id = String(one.orderId);
    expect(update(one, { details: note('ring') }, erasing(5))).toMatchObject({ code: 'ORDER_ERASED', param: id });
    expect(update(one, {}, erasing(5))).toEqual(DONE);
    const zip = { fields: { delivery_zip: 'x', delivery_country_code: 'DE' }, attributes: {} };
    expect(update(one, { details: zip })).toMatchObject({ code: 'ZIP_NOT_VALID', param: 'delivery_zip' });
    expect(update(one, { details: note('x') }, (tx) => refusing(tx, 'change_details'))).toBe(FULL);
    expect(one.order.details).toEqual(order().order.details);
  });

  test('stay where an issued invoice would show them', () => {
    const text = ({ details }: Order, language: string) => `${details.contact.join('')} in ${language}`;
    const change = (one: OneOrder, invoiceText = text, within?: (tx: Transaction) => Transaction) =>
      update(one, { details: note('ring'), invoiceText }, within);
    const refused = { code: 'INVOICE_ISSUED', param: '1' };
    const asked: string[] = [];
    const noting = ({ details }: Order, language: string) => {
      asked.push(language);
      return details.contact.length === 0 ? 'same' : 'same';
    };
    expect(change(order(), () => 'unasked')).toEqual(DONE);
    const never = order();
    change(never, noting);
    expect(asked).toEqual([]);
    const one = order();
    issue(one);
    expect(change(one)).toMatchObject(refused);
    expect(one.order.details.contact).toEqual([]);
    expect(change(one, noting)).toEqual(DONE);
    expect(asked).toEqual(['de_DE', 'de_DE']);
    const gone = order();
    issue(gone);
    Object.assign(gone.shop.state('issued_invoice', gone.orderId), { content: null });
    expect(change(gone)).toEqual(DONE);
    const parted = order(BY_PARCEL);
    invoicePart(parted);
    expect(change(parted)).toMatchObject(refused);
    expect(change(parted, noting)).toEqual(DONE);
    expect(asked.slice(2)).toEqual(['', '']);
  });
});

describe('states', () => {
  test('are set by hand, all or none of them', () => {
    const one = order();
    expect(update(one, { states: { order: 'PROCESSING', delivery: 'PARTIAL' } })).toEqual(DONE);
    expect(one.order.states).toEqual({ order: 'PROCESSING', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PARTIAL' });
    expect(one.shop.log.at(-1)!.events).toMatchObject([
      { event: { byHand: true, by: 7 } },
      { event: { byHand: true } },
    ]);
    expect(update(one, { ...CANCEL, details: note('x') }, (tx) => refusing(tx, 'move'))).toBe(FULL);
    expect([one.order.states.order, one.order.details.contact]).toEqual(['PROCESSING', []]);
  });

  test('are those of an order that is there, and as the caller has seen it', () => {
    const one = order();
    expect(update(one, { ...CANCEL, orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    expect(update(one, { ...CANCEL, ifSeq: 7 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(update(one, { ...CANCEL, ifSeq: 0 })).toEqual(DONE);
  });

  test('that cancel an order give its issued invoice a document, once', () => {
    const one = order();
    issue(one);
    expect(update(one, { states: { order: 'PROCESSING' } })).toEqual(DONE);
    expect(one.order.cancellation.number).toBe(0);
    expect(update(one, CANCEL, (tx) => refusing(tx, 'cancel_invoice'))).toBe(FULL);
    expect(update(one, CANCEL)).toEqual(DONE);
    expect(update(one, CANCEL)).toEqual(DONE);
    expect([one.order.cancellation.number, events(one)]).toEqual([
      1,
      ['order_state_changed', 'order_stock_set', 'order_invoice_canceled'],
    ]);
    const refused = { code: 'INVOICE_CANCELED', param: String(one.orderId) };
    expect([update(one, REOPEN), update(one, { states: { order: 'CLOSED' } })]).toMatchObject([refused, refused]);
    expect(update(one, { details: note('x') })).toEqual(DONE);
    expect(one.order.states.order).toBe('CANCELED');
  });

  test('cancel none that has partial invoices, but one that is cancelled stays so', () => {
    const one = order(BY_PARCEL);
    invoicePart(one);
    expect(update(one, CANCEL)).toMatchObject({
      code: 'INVOICE_ISSUED',
      param: String(one.orderId),
      detail: 'It has invoices of its parcels: cancel lines that have not left, and receive what comes back.',
    });
    expect(update(one, { states: { order: 'PROCESSING' } })).toEqual(DONE);
    one.move('cancel');
    expect(update(one, CANCEL)).toEqual(DONE);
  });

  test('that open an order again have its promotions again', () => {
    const one = order();
    one.move('cancel');
    withPromotion(one, 3);
    expect(update(one, REOPEN, withPromotion.usedUp)).toMatchObject({ code: 'PROMOTION_USED_UP', param: '3' });
    expect(update(one, CANCEL, withPromotion.usedUp)).toEqual(DONE);
    expect(update(one, { details: note('x') }, withPromotion.usedUp)).toEqual(DONE);
    Object.assign(one.order, { states: { ...one.order.states, order: 'OPEN' } });
    expect(update(one, REOPEN, withPromotion.usedUp)).toEqual(DONE);
  });

  test('that close one by parcel invoice the rest', () => {
    const one = order(BY_PARCEL);
    expect(update(one, { states: { order: 'PROCESSING' } })).toEqual(DONE);
    expect(one.order.partials).toEqual([]);
    const close = { states: { delivery: 'CLOSED' } } as const;
    expect(update(one, close, (tx) => refusing(tx, 'invoice_part'))).toBe(FULL);
    expect(update(one, close)).toEqual(DONE);
    expect(one.order.partials).toMatchObject([{ parcelId: 0, lines: [{ minor: 1000 }, { minor: 500 }] }]);
  });

  test('say of nothing that came back that it never left', () => {
    const one = order();
    const lines = [{ lineId: 1, quantityMilli: 1000 }];
    const credit = { kind: 'returned', atMs: 0, day: 0, reason: '', by: 7, note: { prefix: '', number: 0 } } as const;
    const returned = { ...credit, lines: [{ ...lines[0]!, minor: 0, taxMinor: 0 }] };
    having(one, { parcels: [{ sentMs: 1, lines, provider: '', trackingNumber: '' }], credits: [returned] });
    having(one, { states: { ...one.order.states, delivery: 'PARTIAL' } });
    expect(update(one, { states: { delivery: 'PROCESSING' } })).toMatchObject({ code: 'ORDER_HAS_RETURNS' });
    expect([update(one, { states: { order: 'PROCESSING' } }), one.order.states.delivery]).toEqual([DONE, 'PARTIAL']);
  });
});

describe('money', () => {
  test('of an order that is cancelled has no claim', () => {
    const one = order();
    one.pay(1500);
    expect(update(one, CANCEL, (tx) => refusing(tx, 'keep_notice'))).toBe(FULL);
    expect(update(one, CANCEL)).toEqual(DONE);
    const ids = one.shop.ids('payment_notice');
    expect(ids.map((id) => one.shop.state('payment_notice', id))).toMatchObject([
      { reason: 'order_canceled', orderId: one.orderId, amountMinor: 1500 },
    ]);
  });

  test('that is not received went back, with all that counted of it', () => {
    const paid = (): OneOrder => {
      const one = order();
      one.pay(1500);
      one.refund(100);
      return one;
    };
    const one = paid();
    expect(update(one, { states: { order: 'PROCESSING' } })).toEqual(DONE);
    const money = ({ shop }: OneOrder) => [shop.state('payment', 1).isReturned, shop.state('refund', 1).countedMinor];
    expect(money(one)).toEqual([false, 100]);
    expect(update(one, UNPAID, (tx) => refusing(tx, 'clear_refund'))).toBe(FULL);
    expect(update(one, UNPAID, (tx) => refusing(tx, 'return_money'))).toBe(FULL);
    expect(money(one)).toEqual([false, 100]);
    expect(update(one, UNPAID)).toEqual(DONE);
    expect([money(one), one.order.states.payment]).toEqual([[true, 0], 'PAYMENT_NOT_RECEIVED']);
  });

  test('that is on its way ends where its payment is not received', () => {
    const one = order();
    const id = one.start(1500);
    one.run((tx) => tx.ask('payment', id, { type: 'promise', transaction: 't1' }));
    expect(update(one, UNPAID)).toEqual(DONE);
    expect(one.shop.state('payment', id).state).toBe('expired');
  });

  test('that an exchange has moved stays received', () => {
    const one = order();
    one.pay(1500);
    const refused = { code: 'ORDER_STATE_TRANSITION_INVALID', param: 'PAYMENT_NOT_RECEIVED' };
    having(one, { exchangedMinor: 100, refundedMinor: 100 });
    expect(update(one, UNPAID)).toMatchObject(refused);
    expect(update(one, { states: { order: 'PROCESSING' } })).toEqual(DONE);
  });
});
