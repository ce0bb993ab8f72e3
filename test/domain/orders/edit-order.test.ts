// Edits by one call; test/operations/orders/edit-order.test.ts has the law that they do what edits in steps do. It
// would catch a step that is left out or comes too late, and a refused one of which something stays.
import { describe, expect, test } from 'vitest';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { editOrder } from '../../../src/domain/orders/edit-order.ts';
import type { WholeEdit } from '../../../src/domain/orders/edit-order.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { ok } from '../../../src/kernel/result.ts';
import { PIECE } from '../cart/plain-elements.ts';
import { ONE_OFF } from '../coupons/one-off.ts';
import { EditedOrder } from './edited-order.ts';
import { FULL, refusing } from './one-order.ts';

const edit = (made: EditedOrder, more: Partial<WholeEdit>, within = (tx: Transaction) => tx) =>
  made.shop.transact((tx) =>
    editOrder(within(tx), {
      orderId: made.orderId,
      ifSeq: undefined,
      userId: 3,
      by: 7,
      add: [],
      set: [],
      coupons: undefined,
      details: { fields: {}, attributes: {} },
      expectedMinor: undefined,
      reason: '',
      ...more,
    }),
  );

const set = (lineId: number, pieces: number) => ({ lineId, quantityMilli: (pieces * 1000) as Milli });
const added = (productId: number, pieces: number) => {
  return { ...PIECE, productId, quantityMilli: (pieces * 1000) as Milli };
};

/** Both coupons are the shop's, and the order has neither. */
const withCoupons = (): EditedOrder => {
  const made = new EditedOrder();
  for (const code of ['one', 'two']) made.run((tx) => createCoupons(tx, { terms: ONE_OFF, count: 1, code }));
  return made;
};

const codes = ({ order }: EditedOrder): readonly string[] => order.cart.coupons.map(({ code }) => code);

describe('one call', () => {
  test('sets lines, removes them, and adds some', () => {
    const made = new EditedOrder();
    const sessions = made.shop.ids('session');
    expect(edit(made, { set: [set(1, 5), set(2, 0)], add: [added(3, 2)], reason: 'phone' })).toEqual(ok(1));
    expect([made.lines(), made.stock()]).toEqual([
      [
        [1, 5],
        [3, 2],
      ],
      [4, 9, 7, 9],
    ]);
    expect(made.order.past[0]!.credits).toMatchObject([{ reason: 'phone', by: 7 }]);
    expect(made.shop.ids('session')).toEqual(sessions);
  });

  test('adds lines alone', () => {
    const made = new EditedOrder();
    expect(edit(made, { add: [added(3, 1)] })).toEqual(ok(1));
    expect(made.lines().at(-1)).toEqual([3, 1]);
  });

  test('holds nothing of the stock, which it takes in the same record', () => {
    const made = new EditedOrder({ rules: { cartHoldMs: 60_000 } });
    expect(edit(made, { set: [set(1, 5)], add: [added(3, 2)] }).ok).toBe(true);
    const events = made.shop.log.at(-1)!.events.map(({ event }) => event.type);
    expect([events.includes('stock_held'), made.stock()]).toEqual([false, [4, 7, 7, 9]]);
  });

  test('takes lines out first, to make room for what comes', () => {
    const made = new EditedOrder();
    expect(edit(made, { set: [set(1, 0)], add: [added(1, 9)] }).ok).toBe(true);
    expect([made.lines(), made.stock()]).toEqual([
      [
        [2, 2],
        [3, 9],
      ],
      [0, 7, 9, 9],
    ]);
  });

  test('attaches coupons, takes all of them away, or leaves them', () => {
    const made = withCoupons();
    edit(made, { coupons: [{ code: 'one', name: '' }] });
    edit(made, { coupons: [{ code: 'two', name: '' }] });
    expect(codes(made)).toEqual(['one', 'two']);
    edit(made, { set: [set(1, 2)] });
    expect(codes(made)).toEqual(['one', 'two']);
    edit(made, { coupons: [] });
    expect([codes(made), made.lines()]).toEqual([
      [],
      [
        [1, 2],
        [2, 2],
      ],
    ]);
  });

  test('chooses methods, one or both', () => {
    const methods = [1, 2, 3].map((id) => ({ id, name: `method ${id}` }));
    const made = new EditedOrder({ rules: { paymentMethods: methods, deliveryMethods: methods } });
    const choose = (more: Partial<WholeEdit['details']>): readonly number[] => {
      expect(edit(made, { details: { fields: {}, attributes: {}, ...more } }).ok).toBe(true);
      const { paymentMethodId, deliveryMethodId } = made.order.details;
      return [paymentMethodId, deliveryMethodId];
    };
    expect(choose({ paymentMethodId: 2 })).toEqual([2, 0]);
    expect(choose({ deliveryMethodId: 3 })).toEqual([2, 3]);
    expect(choose({ paymentMethodId: 1, deliveryMethodId: 1 })).toEqual([1, 1]);
  });

  test('asks for what the caller was shown', () => {
    const made = new EditedOrder();
    const less = { set: [set(1, 1)] };
    expect(edit(made, { ...less, expectedMinor: 7000 })).toMatchObject({ code: 'TOTAL_CHANGED' });
    expect(edit(made, { ...less, ifSeq: 5 })).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(edit(made, { ...less, expectedMinor: 5000, ifSeq: 0 }).ok).toBe(true);
  });

  test('changes something', () => {
    expect(edit(new EditedOrder(), {})).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'add',
      detail: 'Nothing is to be changed: name lines, coupons or a method.',
    });
  });

  test('settles the cart once, when the edit is made', () => {
    const made = new EditedOrder();
    const settled: (boolean | undefined)[] = [];
    edit(made, { set: [set(1, 1)], add: [added(3, 1)] }, (tx) => {
      const ask = ((kind, id, command) => {
        if (/line/.test((command as { type: string }).type)) settled.push(within.settlesLater);
        return tx.ask(kind, id, command);
      }) as typeof tx.ask;
      const within = Object.assign(Object.create(tx) as Transaction, { ask });
      return within;
    });
    expect(settled).toEqual([true, true]);
  });
});

describe('nothing is changed', () => {
  const cases: readonly (readonly [code: string, more: Partial<WholeEdit>])[] = [
    ['ORDER_NOT_FOUND', { orderId: 99, set: [set(1, 1)] }],
    ['CART_LINE_NOT_FOUND', { set: [set(1, 1), set(9, 2)] }],
    ['CART_LINE_NOT_FOUND', { set: [set(9, 0)] }],
    ['SHOPOBJECT_NOT_AVAILABLE', { set: [set(1, 1)], add: [added(3, 1), added(2, 8)] }],
    ['COUPON_NOT_VALID', { set: [set(1, 1)], coupons: [{ code: 'none', name: '' }] }],
  ];

  test.each(cases)('where a step is refused: %s', (code, more) => {
    const made = new EditedOrder();
    const before = made.shop.rows();
    expect(edit(made, more)).toMatchObject({ code });
    expect(made.shop.rows()).toEqual(before);
  });

  test.each(['set_line_quantity', 'remove_line', 'add_line', 'set_coupons', 'set_details', 'edit'])(
    'where %s is refused',
    (what) => {
      const made = withCoupons();
      const all: Partial<WholeEdit> = {
        set: [set(1, 2), set(2, 0)],
        add: [added(3, 1)],
        coupons: [{ code: 'one', name: '' }],
        details: { fields: {}, attributes: {}, paymentMethodId: 2 },
      };
      expect(edit(made, all, (tx) => refusing(tx, what))).toBe(FULL);
      expect(made.order.past).toEqual([]);
      expect(edit(made, all).ok).toBe(true);
    },
  );
});
