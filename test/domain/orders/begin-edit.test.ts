// Edits that begin, go on and end, decision by decision. It would catch an edit of an order that may not be edited, a
// cart of it that is not what is left of the order's, and a session that outlives its edit.
import { describe, expect, test } from 'vitest';
import type { Line } from '../../../src/domain/cart/line.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import { preparedName } from '../../../src/domain/cart/prepared-session.ts';
import { beginEdit, checkEditable, continueEdit, editNamed, endEdit } from '../../../src/domain/orders/begin-edit.ts';
import { cancelLines } from '../../../src/domain/orders/cancel-lines.ts';
import type { Credit, CreditKind } from '../../../src/domain/orders/credits.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import { changedLine, EditedOrder } from './edited-order.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

const begin = (one: OneOrder, more: Partial<Parameters<typeof beginEdit>[1]> = {}, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => beginEdit(within(tx), { orderId: one.orderId, ifSeq: undefined, by: 3, ...more }));

const begun = (one: OneOrder, more: Partial<Parameters<typeof beginEdit>[1]> = {}) => {
  const made = begin(one, more);
  if (!made.ok) throw new Error(made.code);
  return one.shop.state('session', made.value.id);
};

/** So many pieces of lines of the order are cancelled. */
const cancel = (one: OneOrder, ...lines: readonly (readonly [lineId: number, pieces: number])[]): void => {
  const wanted = lines.map(([lineId, pieces]) => ({ lineId, quantityMilli: pieces * 1000 }));
  one.run((tx) => cancelLines(tx, { orderId: one.orderId, ifSeq: undefined, lines: wanted, reason: '', by: 7 }));
};

describe('an order is edited', () => {
  const check = (change: Partial<Order>, rules: Partial<ShopRules> = {}) => {
    const one = new OneOrder([[1000]], {}, rules);
    return one.shop.transact((tx) => checkEditable(tx, 5, { ...one.order, ...change }));
  };
  const { states } = new OneOrder([[1000]]).order;
  const credit = (kind: CreditKind): Credit => {
    return { kind, atMs: 0, day: 0, lines: [], reason: '', note: { prefix: '', number: 0 }, by: 0 };
  };

  test('also once pieces of it were cancelled or have left', () => {
    expect(check({})).toEqual(DONE);
    expect(check({ credits: [credit('canceled')] })).toEqual(DONE);
    expect(check({ states: { ...states, delivery: 'CLOSED' } })).toEqual(DONE);
  });

  test.each(['returned', 'goodwill', 'edited'] as const)('not with a credit that is %s', (kind) => {
    const credits = [credit('canceled'), credit(kind)];
    expect(check({ credits })).toMatchObject({ code: 'ORDER_HAS_CREDITS', param: '5' });
  });

  test('not once it is cancelled, done, or has left by hand', () => {
    expect(check({ states: { ...states, order: 'CANCELED' } })).toMatchObject({ code: 'ORDER_CANCELED', param: '5' });
    const over = { code: 'ORDER_COMPLETED', param: '5' };
    expect(check({ states: { ...states, order: 'CLOSED' } })).toMatchObject(over);
    expect(check({ states: { ...states, delivery: 'CLOSED' }, deliveryByHand: true })).toMatchObject(over);
  });

  test('not once a parcel of it has an invoice', () => {
    const partials = [{ invoice: { prefix: '', number: 1 }, atMs: 0, day: 0, parcelId: 1, lines: [] }];
    expect(check({ partials })).toMatchObject({
      code: 'INVOICE_ISSUED',
      param: '5',
      detail: 'A parcel of it has an invoice.',
    });
  });

  test('not once it was cancelled after its month was closed', () => {
    const turn = { day: 19_675, isCanceled: true, credits: 0, wasExpired: false };
    expect(check({ turns: [turn, { ...turn, day: 19_725 }] })).toMatchObject({
      code: 'MONTH_CLOSED',
      param: '2023-11',
      detail: 'It was cancelled or opened again after its month was closed: place another order.',
    });
  });

  test('not once its person is erased', () => {
    const one = new OneOrder([[1000]], { subject: 5 });
    const result = one.shop.transact((tx) => {
      const other = Object.assign(Object.create(tx) as Transaction, { isErased: (subject: number) => subject === 5 });
      return checkEditable(other, 8, one.order);
    });
    expect(result).toMatchObject({ code: 'ORDER_ERASED', param: '8' });
  });

  test('in a currency that the shop sells in, and counts as it did', () => {
    const sold = { currencies: [{ code: 'USD', digits: 2 }] };
    expect(check({ currency: 'USD' }, sold)).toEqual(DONE);
    expect(check({ currency: 'USD' })).toMatchObject({ code: 'CURRENCY_NOT_FOUND', param: 'currency' });
    expect(check({ currency: 'USD', currencyDigits: 3 }, sold)).toMatchObject({
      code: 'CURRENCY_NOT_FOUND',
      param: 'currency',
      detail: 'The order counts USD with other decimals.',
    });
  });
});

describe('an edit begins', () => {
  test('with what the order is and holds', () => {
    const details = { ...NO_DETAILS, paymentMethodId: 2, deliveryMethodId: 1 };
    const placed = { userId: 4, subject: 5, currency: 'USD', details };
    const one = new OneOrder([[3000, 0, 3]], placed, { currencies: [{ code: 'USD', digits: 2 }] });
    const session = begun(one);
    expect(session).toMatchObject({
      isPrepared: true,
      preparedBy: 3,
      preparedFor: 4,
      subject: 5,
      chosen: { currency: 'USD', country: '' },
      draft: details,
      edits: { orderId: one.orderId, orderSeq: 0, credits: 0, methods: [2, 1] },
    });
    expect(session.edits).not.toHaveProperty('isWhole');
    expect(begun(one, { isWhole: true }).edits!.isWhole).toBe(true);
  });

  test('with the credits that there are, and the pieces that are still wanted', () => {
    const made = new EditedOrder({
      pieces: [
        [1, 3],
        [2, 2],
        [1, 1],
      ],
    });
    const lines = [{ lineId: 1, quantityMilli: 1000 }];
    made.run((tx) => cancelLines(tx, { orderId: made.orderId, ifSeq: undefined, lines, reason: '', by: 7 }));
    const { edits } = made.session(made.begin());
    expect(edits!.credits).toBe(1);
    expect(edits!.wanted.toSorted((a, b) => a.productId - b.productId)).toEqual([
      { productId: 1, quantityMilli: 3000 },
      { productId: 2, quantityMilli: 2000 },
    ]);
  });

  test('for an order that is there, and as the caller has seen it', () => {
    const one = new OneOrder([[1000]]);
    expect(begin(one, { orderId: 99 })).toMatchObject({ code: 'ORDER_NOT_FOUND', param: '99' });
    expect(begin(one, { ifSeq: 4 })).toMatchObject({ code: 'CHANGED_MEANWHILE', param: 'if_seq' });
    one.move('cancel');
    expect(begin(one)).toMatchObject({ code: 'ORDER_CANCELED' });
  });

  test.each(['start', 'begin_edit'])('with nothing where %s is refused', (what) => {
    const one = new OneOrder([[1000]]);
    expect(begin(one, {}, (tx) => refusing(tx, what))).toBe(FULL);
  });
});

describe('the cart of an edit', () => {
  const LISTED: Line['listed'] = [1, 0 as Milli, 'price', '', 0];

  test('is that of the order, without what it does not count by itself', () => {
    const one = new OneOrder([[3000, 190_000, 3], [-500]]);
    const listed = changedLine(one.order.cart, 1, { listed: LISTED });
    const cart = changedLine(listed, 2, { type: 'DELIVERY_COSTS' });
    Object.assign(one.order, { cart: { ...cart, couponUses: [] } });
    const [line] = cart.lines;
    expect(begun(one).cart).toMatchObject({
      lines: [{ ...line, listed: null }],
      sumMinor: 3000,
      volumeMinor: 3000,
      couponUses: null,
    });
  });

  test('has a sum and a volume, which counts what is taken off', () => {
    expect(begun(new OneOrder([[3000], [-500]])).cart).toMatchObject({ sumMinor: 2500, volumeMinor: 3500 });
  });

  test('has what was cancelled no more', () => {
    const one = new OneOrder([[3000, 190_000, 3], [2000, 70_000], [1000]]);
    for (const id of [1, 2, 3])
      Object.assign(one.order, {
        cart: changedLine(one.order.cart, id, { listed: LISTED, parentId: id === 3 ? 2 : 0 }),
      });
    cancel(one, [1, 1], [2, 1]);
    const { lines, sumMinor } = begun(one).cart;
    expect(lines).toMatchObject([
      { id: 1, quantityMilli: 2000, sumMinor: 2000, sumTaxMinor: 319, listed: null, parentId: 0 },
      { id: 3, quantityMilli: 1000, sumMinor: 1000, sumTaxMinor: 0, listed: null, parentId: 0 },
    ]);
    expect([lines.length, sumMinor]).toEqual([2, 3000]);
  });

  test('keeps what hangs below a line that stays', () => {
    const one = new OneOrder([[2000, 0, 2], [1000]]);
    Object.assign(one.order, { cart: changedLine(one.order.cart, 2, { parentId: 1 }) });
    cancel(one, [1, 1]);
    expect(begun(one).cart.lines).toMatchObject([
      { id: 1, quantityMilli: 1000 },
      { id: 2, parentId: 1 },
    ]);
  });

  test('rounds all lines of a product together, as every cart does', () => {
    // 3.335 a piece: three are 10.005, and two 6.67.
    const made = new EditedOrder({
      pieces: [
        [3, 1],
        [3, 1],
        [3, 1],
        [1, 1],
      ],
    });
    const sums = () => made.session(made.begin()).cart.lines.map((line) => [line.id, line.sumMinor, line.sumTaxMinor]);
    expect(sums()).toEqual([
      [1, 334, 53],
      [2, 334, 53],
      [3, 333, 53],
      [4, 1000, 160],
    ]);
    const lines = [{ lineId: 1, quantityMilli: 1000 }];
    made.run((tx) => cancelLines(tx, { orderId: made.orderId, ifSeq: undefined, lines, reason: '', by: 7 }));
    expect(sums()).toEqual([
      [2, 334, 53],
      [3, 333, 53],
      [4, 1000, 160],
    ]);
  });
});

describe('an edit', () => {
  /** The name of an edit that has begun, and its session. */
  const opened = () => {
    const one = new OneOrder([[1000]]);
    const made = begin(one);
    if (!made.ok) throw new Error(made.code);
    const { id } = made.value;
    return [one, id, preparedName(id, one.shop.state('session', id))] as const;
  };
  const NONE = { code: 'ORDER_EDIT_NOT_FOUND', param: 'id_edit' };

  test('is found by its name while its session is there, and no draft is one', () => {
    const [one, id, name] = opened();
    const named = (which: string) => one.shop.transact((tx) => editNamed(tx, which));
    expect(named(name)).toMatchObject({ ok: true, value: { id, edits: { orderId: one.orderId } } });
    expect(named('9.1')).toMatchObject(NONE);
    Object.assign(one.shop.state('session', id), { edits: null });
    expect(named(name)).toMatchObject(NONE);
  });

  test('lives anew as it is continued', () => {
    const [one, id, name] = opened();
    const goOn = (within = (tx: Transaction) => tx, which = name) =>
      one.shop.transact((tx) => continueEdit(within(tx), which));
    expect(goOn((tx) => refusing(tx, 'touch'))).toBe(FULL);
    expect(goOn((tx) => tx, '9.1')).toMatchObject(NONE);
    const { generation, nonce, createdMs } = one.shop.state('session', id);
    expect(goOn()).toEqual(ok({ id, generation, nonce, createdMs }));
    expect(one.shop.state('session', id).expiresMs).toBe(one.shop.nowMs + one.shop.rules.draftTtlMs);
  });

  test('ends with its session', () => {
    const [one, id, name] = opened();
    const end = (within = (tx: Transaction) => tx) =>
      one.shop.transact((tx) => {
        const found = editNamed(tx, name);
        return found.ok ? endEdit(within(tx), found.value) : found;
      });
    expect(end((tx) => refusing(tx, 'end'))).toBe(FULL);
    expect(end()).toEqual(DONE);
    expect(one.shop.ids('session')).not.toContain(id);
    expect(end()).toMatchObject(NONE);
  });

  test('holds nothing any more once it has ended', () => {
    const made = new EditedOrder({ rules: { cartHoldMs: 60_000 } });
    const id = made.begin();
    made.set(id, 1, 5);
    const held = () => made.shop.state('stock', 1).holds?.heldMilli ?? 0;
    expect(made.session(id).heldStockIds).toEqual([1]);
    const end = (within = (tx: Transaction) => tx) =>
      made.shop.transact((tx) => endEdit(within(tx), { id, session: tx.read('session', id)! }));
    expect(end((tx) => refusing(tx, 'hold'))).toBe(FULL);
    expect(held()).toBeGreaterThan(0);
    expect(end()).toEqual(DONE);
    expect(held()).toBe(0);
  });
});
