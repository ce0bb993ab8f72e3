// What an edit would change, as it is shown. It would catch a line that is shown twice or not at all, a promotion or a
// coupon that only one of both carts has and nobody is told of, and pieces that lack and are not named.
import { describe, expect, test } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { cancelLines } from '../../../src/domain/orders/cancel-lines.ts';
import { couponsBeyond, editedLines, lackingOf, promotionsBeyond } from '../../../src/domain/orders/edit-preview.ts';
import { ok } from '../../../src/kernel/result.ts';
import { good } from '../seeded-shop.ts';
import { changedLine, EditedOrder } from './edited-order.ts';

const edit = (made: EditedOrder, id: number) => {
  const session = made.session(id);
  return { id, session, edits: session.edits! };
};

/** Line id and pieces before and after; none: there is no such line. */
const shown = (made: EditedOrder, id: number) =>
  editedLines(made.order, edit(made, id)).map((both) =>
    both.map((line) => line && [line.id, line.quantityMilli / 1000]),
  );

describe('lines of an edit', () => {
  test('are those of the order as they were and will be, and then those that are added', () => {
    const made = new EditedOrder({
      pieces: [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
    });
    const id = made.begin();
    good(made.set(id, 1, 1));
    good(made.set(id, 2, 0));
    good(made.add(id, 4, 2));
    expect(shown(made, id)).toEqual([
      [
        [1, 3],
        [1, 1],
      ],
      [[2, 2], undefined],
      [
        [3, 1],
        [3, 1],
      ],
      [undefined, [4, 2]],
    ]);
  });

  test('are not those that were cancelled as a whole, nor what delivery costs', () => {
    const made = new EditedOrder({
      pieces: [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
    });
    const lines = [
      { lineId: 1, quantityMilli: 3000 },
      { lineId: 2, quantityMilli: 1000 },
    ];
    made.run((tx) => cancelLines(tx, { orderId: made.orderId, ifSeq: undefined, lines, reason: '', by: 7 }));
    Object.assign(made.order, { cart: changedLine(made.order.cart, 3, { type: 'DELIVERY_COSTS' }) });
    const id = made.begin();
    expect(shown(made, id)).toEqual([
      [
        [2, 2],
        [2, 1],
      ],
    ]);
  });
});

describe('what one cart has beyond the other', () => {
  const cart = (more: object): Cart => Object.assign(emptyCart(0), more);

  test('are promotions by their ids, with their names', () => {
    const of = (...ids: readonly number[]) => cart({ promotions: ids.map((id) => ({ id, name: `name ${id}` })) });
    expect(promotionsBeyond(of(1, 2, 3), of(2))).toEqual(['name 1', 'name 3']);
    expect(promotionsBeyond(of(2), of(1, 2, 3))).toEqual([]);
  });

  test('are coupons by their ids, with their codes', () => {
    const of = (...ids: readonly number[]) =>
      cart({ coupons: ids.map((couponId) => ({ couponId, code: `code ${couponId}` })) });
    expect(couponsBeyond(of(1, 2, 3), of(2))).toEqual(['code 1', 'code 3']);
    expect(couponsBeyond(of(2), of(1, 2, 3))).toEqual([]);
  });
});

describe('pieces that an edit lacks', () => {
  const lacking = (made: EditedOrder, id: number) => made.run((tx) => ok([...lackingOf(tx, edit(made, id))] as const));
  /** So many pieces of a product are left in stock. */
  const left = (made: EditedOrder, productId: number, pieces: number): void => {
    Object.assign(made.shop.state('stock', productId), { quantityMilli: pieces * 1000 });
  };

  test('are those that it wants besides the order, as far as they are not there', () => {
    const made = new EditedOrder();
    const id = made.begin();
    good(made.set(id, 1, 5));
    good(made.add(id, 3, 2));
    good(made.add(id, 3, 1));
    expect(lacking(made, id)).toEqual([]);
    left(made, 1, 1);
    left(made, 2, 0);
    left(made, 3, 3);
    expect(lacking(made, id)).toEqual([[1, 1000]]);
    left(made, 1, 2);
    left(made, 3, 1);
    expect(lacking(made, id)).toEqual([[3, 2000]]);
    left(made, 3, -4);
    expect(lacking(made, id)).toEqual([[3, 3000]]);
  });

  test('are none that its own cart holds', () => {
    const made = new EditedOrder({ rules: { cartHoldMs: 60_000 } });
    const id = made.begin();
    good(made.set(id, 1, 9));
    expect([made.session(id).heldStockIds, lacking(made, id)]).toEqual([[1], []]);
  });

  test('are none of a product that is not managed, or sells below zero', () => {
    const made = new EditedOrder();
    const id = made.begin();
    good(made.add(id, 3, 2));
    good(made.add(id, 4, 2));
    for (const product of [3, 4]) left(made, product, 0);
    expect(lacking(made, id)).toEqual([[3, 2000]]);
    const product = made.shop.state('shopobject', 3);
    Object.assign(product, { availability: { ...product.availability, managed: false } });
    expect(lacking(made, id)).toEqual([]);
  });

  test('are all of a product that is gone', () => {
    const made = new EditedOrder();
    const id = made.begin();
    good(made.add(id, 3, 2));
    Object.assign(made.session(id).cart.lines[2]!, { productId: 99 });
    expect(lacking(made, id)).toEqual([[99, 2000]]);
  });
});
