// Edits that are made, decision by decision. It would catch an order that is another one than the edit has shown,
// stock or coupons that do not follow, and an edit of which a refused step leaves the rest.
import { describe, expect, test } from 'vitest';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { makeRule } from '../../../src/domain/delivery/change-rules.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import { cancelLines } from '../../../src/domain/orders/cancel-lines.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { ok } from '../../../src/kernel/result.ts';
import { FREE_PIECE } from '../cart/plain-elements.ts';
import { ONE_OFF } from '../coupons/one-off.ts';
import { good } from '../seeded-shop.ts';
import { changedLine, EditedOrder } from './edited-order.ts';
import type { Committing } from './edited-order.ts';
import { FULL, refusing } from './one-order.ts';

/** The order has this beside what it was placed with. */
const having = (made: EditedOrder, more: Partial<Order>): EditedOrder => {
  Object.assign(made.order, more);
  return made;
};

/** The transaction, in which an order is as of this record. */
const asOf = (seq: number) => (tx: Transaction) =>
  Object.assign(Object.create(tx) as Transaction, { seqOf: () => seq });

describe('an edit that is made', () => {
  test('gives the order its cart, its stock, and a credit of all that was left', () => {
    const made = new EditedOrder();
    made.listen('ORDER_EDITED');
    const id = made.begin();
    good(made.set(id, 1, 1));
    good(made.set(id, 2, 0));
    good(made.add(id, 3, 2));
    expect(made.stock()).toEqual([6, 7, 9, 9]);
    expect(made.commit(id, { reason: 'phone' })).toEqual(ok(1));
    const { credits, past, taken, products } = made.order;
    expect(made.lines()).toEqual([
      [1, 1],
      [3, 2],
    ]);
    expect([made.stock(), taken]).toEqual([
      [8, 9, 7, 9],
      [
        { stockId: 1, quantityMilli: 1000 },
        { stockId: 3, quantityMilli: 2000 },
      ],
    ]);
    expect([credits, past.length, products]).toEqual([[], 1, [1, 2, 3]]);
    expect(past[0]!.credits).toMatchObject([
      {
        kind: 'edited',
        reason: 'phone',
        by: 7,
        lines: [
          { lineId: 1, quantityMilli: 3000, minor: 3000 },
          { lineId: 2, quantityMilli: 2000, minor: 4000 },
        ],
      },
    ]);
    expect(made.told()).toEqual([{ id_order: made.orderId, total: '16.67', before: '70', currency: 'EUR' }]);
    expect(made.shop.ids('session')).not.toContain(id);
  });

  test('takes more of what the order has beside what it has taken', () => {
    const made = new EditedOrder({
      pieces: [
        [1, 3],
        [4, 11],
        [5, 10],
      ],
    });
    const other = { productId: 5, quantityMilli: 1000 };
    expect(made.order).toMatchObject({ backordered: [{ productId: 4, quantityMilli: 2000 }, other] });
    const id = made.begin();
    good(made.set(id, 1, 5));
    good(made.set(id, 2, 14));
    good(made.commit(id));
    expect(made.order.taken).toEqual([
      { stockId: 1, quantityMilli: 5000 },
      { stockId: 4, quantityMilli: 9000 },
      { stockId: 5, quantityMilli: 9000 },
    ]);
    expect(made.order.backordered).toEqual([{ productId: 4, quantityMilli: 5000 }, other]);
    expect(made.stock()).toEqual([4, 9, 9, 0]);
  });

  test('takes what its cart holds', () => {
    const made = new EditedOrder({ rules: { cartHoldMs: 60_000 } });
    const id = made.begin();
    good(made.set(id, 1, 9));
    good(made.commit(id));
    expect([made.order.taken, made.stock()[0]]).toEqual([
      [
        { stockId: 1, quantityMilli: 9000 },
        { stockId: 2, quantityMilli: 2000 },
      ],
      0,
    ]);
  });

  test('has the number of the invoice as long as that was not issued', () => {
    const made = new EditedOrder();
    const { invoice } = made.order;
    const id = made.begin();
    good(made.set(id, 1, 1));
    good(made.commit(id));
    expect(made.order.invoice).toEqual(invoice);
    expect(made.order.past[0]!.credits[0]!.note.number).toBe(0);
    expect(made.shop.ids('issued_invoice')).toEqual([]);
  });

  test('takes an issued invoice back and has another number', () => {
    const made = new EditedOrder();
    made.issue();
    const { invoice } = made.order;
    const id = made.begin();
    good(made.set(id, 1, 1));
    good(made.commit(id));
    expect(made.order.invoice).toEqual({ ...invoice, number: invoice.number + 1 });
    expect(made.order.past[0]!.credits[0]!.note.number).toBe(1);
    expect(made.shop.state('issued_invoice', made.orderId)).toMatchObject({
      content: { data: '' },
      earlier: [{ invoice, content: { data: 'x' } }],
    });
  });

  test('prices lines of the order as they were there, and others as they are', () => {
    const made = new EditedOrder();
    const listed = [4, 1000, 'price', 'de_DE', 0, 5] as never;
    having(made, { cart: changedLine(made.order.cart, 1, { listed }) });
    const id = made.begin();
    good(made.add(id, 3, 1));
    const own = made.session(id).cart.lines.map((line) => line.listed);
    expect(own.slice(0, 2)).toEqual([null, null]);
    Object.assign(made.session(id).cart.lines[2]!, { listed });
    good(made.commit(id));
    expect(made.order.cart.lines.map((line) => line.listed)).toEqual([listed, null, listed]);
  });

  test('frees coupons that it lost, and redeems those that it won', () => {
    const coupon = (tx: Transaction, code: string) => createCoupons(tx, { terms: ONE_OFF, count: 1, code });
    const made = new EditedOrder();
    for (const code of ['first', 'second']) made.run((tx) => coupon(tx, code));
    const edit = (codes: readonly string[]): void => {
      const id = made.begin();
      const given = codes.map((code) => ({ code, name: '' }));
      good(made.shop.transact((tx) => addCoupons(tx, id, [])));
      good(made.shop.transact((tx) => addCoupons(tx, id, given)));
      good(made.commit(id));
    };
    const states = () => [1, 2].map((id) => made.shop.state('coupon', id).state);
    edit(['first']);
    expect([states(), made.order.cart.coupons.map(({ code }) => code)]).toEqual([['REDEEMED', 'OPEN'], ['first']]);
    edit(['second']);
    expect(states()).toEqual(['FREED', 'REDEEMED']);
    edit(['second', 'first']);
    expect(states()).toEqual(['REDEEMED', 'REDEEMED']);
  });

  test('counts a coupon once that is not redeemed for good', () => {
    const terms = { ...ONE_OFF, unique: false };
    const made = new EditedOrder();
    made.run((tx) => createCoupons(tx, { terms, count: 1, code: 'each' }));
    const uses = [true, false, true].map((isWanted) => {
      const id = made.begin();
      const coupons = isWanted ? [{ code: 'each', name: '' }] : [];
      good(made.shop.transact((tx) => addCoupons(tx, id, coupons)));
      good(made.commit(id));
      return made.shop.state('coupon', 1).uses;
    });
    expect(uses).toEqual([1, 1, 1]);
  });

  test('has the methods that were chosen for it, and else those that the order has by now', () => {
    const methods = [1, 2, 3].map((id) => ({ id, name: `method ${id}` }));
    const rules = { paymentMethods: methods, deliveryMethods: methods };
    const choose = (payment: number | undefined, delivery: number | undefined): readonly number[] => {
      const made = new EditedOrder({ rules });
      const set = (ids: Partial<Record<'paymentMethodId' | 'deliveryMethodId', number>>) => {
        having(made, { details: { ...made.order.details, ...ids } });
      };
      set({ paymentMethodId: 1, deliveryMethodId: 1 });
      const id = made.begin();
      const { draft } = made.session(id);
      Object.assign(made.session(id), {
        draft: { ...draft, paymentMethodId: payment ?? 1, deliveryMethodId: delivery ?? 1 },
      });
      set({ paymentMethodId: 3, deliveryMethodId: 3 });
      good(made.commit(id));
      const { paymentMethodId, deliveryMethodId } = made.order.details;
      return [paymentMethodId, deliveryMethodId];
    };
    expect(choose(undefined, undefined)).toEqual([3, 3]);
    expect(choose(2, undefined)).toEqual([2, 3]);
    expect(choose(undefined, 2)).toEqual([3, 2]);
    expect(choose(2, 2)).toEqual([2, 2]);
  });

  test('says nothing of methods that stay', () => {
    const made = new EditedOrder();
    const id = made.begin();
    good(made.commit(id));
    const events = made.shop.log.at(-1)!.events.map(({ event }) => event.type);
    expect(events).not.toContain('order_details_changed');
  });
});

describe('an edit is made', () => {
  /** An edit of the order that has begun; what becomes of it. */
  const tried = (more: Committing = {}, change: (made: EditedOrder, id: number) => unknown = () => {}) => {
    const made = new EditedOrder();
    const id = made.begin();
    change(made, id);
    const [before, lines] = [made.stock(), made.lines()];
    const result = made.commit(id, more);
    if (!result.ok) expect([made.stock(), made.lines(), made.order.past]).toEqual([before, lines, []]);
    return result;
  };

  test('of an order that is there, and may be edited', () => {
    const gone = (_made: EditedOrder, id: number) => {
      const session = _made.session(id);
      Object.assign(session, { edits: { ...session.edits!, orderId: 99 } });
    };
    expect(tried({}, gone)).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    const cancel = (made: EditedOrder) => having(made, { states: { ...made.order.states, order: 'CANCELED' } });
    expect(tried({}, cancel)).toMatchObject({ code: 'ORDER_CANCELED' });
  });

  test('of an order that nobody has changed since, unless the caller has seen how', () => {
    const made = new EditedOrder();
    const id = made.begin();
    const unseen = { code: 'CHANGED_MEANWHILE', param: 'if_seq' };
    expect(made.commit(id, {}, asOf(8))).toMatchObject({
      ...unseen,
      detail: 'It is as of record 8, and not of 0; if_seq takes this one.',
    });
    expect(made.commit(id, { ifSeq: 7 }, asOf(8))).toMatchObject(unseen);
    expect(made.commit(id, { ifSeq: 8 }, asOf(8)).ok).toBe(true);
  });

  test('of the lines and for the place that it began from', () => {
    const detail = 'It is as of record 8, and not of 0; its lines, or where it goes, are other ones: begin a new edit.';
    const other = { code: 'CHANGED_MEANWHILE', param: 'id_edit', detail };
    const made = new EditedOrder();
    const id = made.begin();
    const lines = [{ lineId: 2, quantityMilli: 1000 }];
    made.run((tx) => cancelLines(tx, { orderId: made.orderId, ifSeq: undefined, lines, reason: '', by: 7 }));
    expect(made.commit(id, { ifSeq: 8 }, asOf(8))).toMatchObject(other);
    const [delivery, zip] = [{ delivery_country_code: 'AT' }, { delivery_zip: '1010' }];
    for (const fields of [delivery, zip]) {
      const moved = new EditedOrder();
      const edit = moved.begin();
      const { subject } = moved.order;
      const names = { paymentMethod: null, deliveryMethod: null };
      const change = { type: 'change_details', subject, by: 7, names, fields, attributes: {} } as const;
      moved.run((tx) => tx.ask('order', moved.orderId, change));
      expect(moved.commit(edit, { ifSeq: 8 }, asOf(8))).toMatchObject(other);
    }
  });

  test('in the currency of its order', () => {
    const rules = { currencies: [{ code: 'USD', digits: 2 }] };
    const made = new EditedOrder({ rules });
    const id = made.begin();
    Object.assign(made.session(id), { chosen: { currency: 'USD', country: '' } });
    expect(made.commit(id)).toMatchObject({
      code: 'CURRENCY_NOT_FOUND',
      param: 'currency',
      detail: 'The order is in EUR, the edit in USD.',
    });
  });

  test('while no payment of it is pending', () => {
    const pending = ({ shop, orderId }: EditedOrder) => {
      const texts = { redirect: '', token: '', successUrl: '', cancelUrl: '', reference: 'p1' };
      const of = { orderId, methodId: 2, amountMinor: 100, currency: 'EUR', expiresMs: 2e12, beforeMinor: 0 };
      const id = good(shop.transact((tx) => tx.create('payment', { type: 'start_payment', ...of, ...texts })));
      good(shop.transact((tx) => tx.ask('payment', id, { type: 'promise', transaction: 't' })));
    };
    expect(tried({}, pending)).toMatchObject({ code: 'PAYMENT_PENDING' });
  });

  test('with lines, and a total that is not below zero', () => {
    const empty = (made: EditedOrder, id: number) => [1, 2].map((line) => good(made.set(id, line, 0)));
    expect(tried({}, empty)).toMatchObject({ code: 'ORDER_EMPTIED', param: 'lines' });
    const off = (price: string) => (made: EditedOrder, id: number) =>
      good(made.add(id, 0, 1, { ...FREE_PIECE, priceField: price, backOffice: true }));
    expect(tried({}, off('-70.01'))).toMatchObject({ code: 'CART_TOTAL_NEGATIVE', param: 'session' });
    expect(tried({}, off('-70')).ok).toBe(true);
  });

  test('for the total that the caller was shown', () => {
    expect(tried({ expectedMinor: 6999 })).toMatchObject({
      code: 'TOTAL_CHANGED',
      param: 'expected_total',
      detail: 'The order would come to 70, not to 69.99.',
    });
    expect(tried({ expectedMinor: 7000 }).ok).toBe(true);
  });

  test('where it is delivered', () => {
    // Seven and a half kilograms, and the rule is made once the edit has begun.
    const upTo = (weightToG: number) => (made: EditedOrder, id: number) => {
      Object.assign(made.session(id), { draft: { ...made.session(id).draft, deliveryMethodId: 1 } });
      const terms = { ...NEW_RULE, name: 'Parcel', methodId: 1, weightToG };
      made.run((tx) => makeRule(tx, terms, { madeBefore: 0 }));
    };
    expect(tried({}, upTo(7500))).toMatchObject({
      code: 'DELIVERY_METHOD_NOT_AVAILABLE',
      param: 'above_weight',
      detail: 'It is for less than 7.5 kg.',
    });
    expect(tried({}, upTo(7501)).ok).toBe(true);
    const made = new EditedOrder();
    const id = made.begin();
    upTo(7501)(made, id);
    expect(made.commit(id, {}, (tx) => refusing(tx, 'set_delivery'))).toBe(FULL);
  });

  test('in steps of its products', () => {
    const step = (made: EditedOrder) => {
      const product = made.shop.state('shopobject', 1);
      Object.assign(product, { metadata: { ...product.metadata, quantity_step: '2' } });
    };
    expect(tried({}, step)).toMatchObject({ code: 'QUANTITY_INVALID', param: '1' });
  });

  test('with what has left', () => {
    const sent = (made: EditedOrder, id: number) => {
      const lines = [1, 2].map((lineId) => ({ lineId, quantityMilli: 2000 }));
      having(made, { parcels: [{ sentMs: 1, lines, provider: '', trackingNumber: '' }] });
      return id;
    };
    const less = (pieces: number) => (made: EditedOrder, id: number) => good(made.set(sent(made, id), 1, pieces));
    expect(tried({}, less(2)).ok).toBe(true);
    expect(tried({}, less(1))).toMatchObject({ code: 'LINE_SENT', param: '1', detail: 'Of line 1 2 have left.' });
    const without = (made: EditedOrder, id: number) => good(made.set(sent(made, id), 2, 0));
    expect(tried({}, without)).toMatchObject({ code: 'LINE_SENT', param: '2' });
  });

  test('of pieces that are there', () => {
    const wanted = (made: EditedOrder, id: number) => {
      good(made.set(id, 1, 5));
      Object.assign(made.shop.state('stock', 1), { quantityMilli: 1000 });
    };
    expect(tried({}, wanted)).toMatchObject({ code: 'SHOPOBJECT_NOT_AVAILABLE', param: '1' });
    const ended = (made: EditedOrder, id: number) => {
      good(made.set(id, 1, 5));
      Object.assign(made.shop.state('shopobject', 1), { active: false });
    };
    expect(tried({}, ended)).toMatchObject({ code: 'SHOPOBJECT_NOT_AVAILABLE', param: '1' });
  });

  test.each([
    'credit',
    'edit',
    'supersede',
    'put_back',
    'sell',
    'set_stock',
    'redeem',
    'change_details',
    'move',
    'end',
    'queue_message',
  ])('as a whole, and not at all where %s is refused', (what) => {
    const rules = { paymentMethods: [1, 2].map((id) => ({ id, name: `method ${id}` })) };
    const made = new EditedOrder({ rules });
    made.listen('ORDER_EDITED');
    made.issue();
    const lines = [{ lineId: 1, quantityMilli: 1000 }];
    having(made, { parcels: [{ sentMs: 1, lines, provider: '', trackingNumber: '' }] });
    good(made.shop.transact((tx) => createCoupons(tx, { terms: ONE_OFF, count: 1, code: 'one' })));
    const id = made.begin();
    good(made.set(id, 1, 1));
    good(made.set(id, 2, 4));
    good(made.shop.transact((tx) => addCoupons(tx, id, [{ code: 'one', name: '' }])));
    Object.assign(made.session(id), { draft: { ...made.session(id).draft, paymentMethodId: 2 } });
    const before = made.shop.rows();
    expect(made.commit(id, {}, (tx) => refusing(tx, what))).toBe(FULL);
    expect(made.shop.rows()).toEqual(before);
    expect(made.commit(id).ok).toBe(true);
  });
});
