// Coupons of one cart, code by code. It would catch a coupon that is attached beside one which stands alone, in another
// currency or twice, one too many, and an edit that loses or asks again for what its order has redeemed.
import { describe, expect, test } from 'vitest';
import { addCoupons, CART_COUPONS_MAX } from '../../../src/domain/coupons/attach-coupons.ts';
import type { CouponTerms } from '../../../src/domain/coupons/coupon.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { EditedOrder } from '../orders/edited-order.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good, openSession } from '../seeded-shop.ts';
import { ONE_OFF } from './one-off.ts';

const make = (shop: MemoryShop, code: string, more: Partial<CouponTerms> = {}): void =>
  void good(shop.transact((tx) => createCoupons(tx, { terms: { ...ONE_OFF, ...more }, count: 1, code })));

/** A cart for coupons that are made with these codes. */
class CouponCart {
  readonly shop = new MemoryShop();
  readonly sessionId = openSession(this.shop);

  constructor(...codes: readonly string[]) {
    for (const code of codes) make(this.shop, code);
  }
  add(codes: readonly string[], currency?: string) {
    const given = codes.map((code) => ({ code, name: '' }));
    const result = this.shop.transact((tx) => addCoupons(tx, this.sessionId, given, currency));
    return result.ok ? 'done' : result;
  }
  get codes(): readonly string[] {
    return this.shop.state('session', this.sessionId).cart.coupons.map(({ code }) => code);
  }
}

describe('coupons', () => {
  test('are added to those of the cart, all or none, and taken away by none', () => {
    const cart = new CouponCart('a', 'b', 'c');
    expect([cart.add(['a']), cart.add(['b', 'c'])]).toEqual(['done', 'done']);
    expect(cart.codes).toEqual(['a', 'b', 'c']);
    expect([cart.add([]), cart.codes]).toEqual(['done', []]);
    expect(cart.add(['a', 'nobody'])).toMatchObject({ code: 'COUPON_NOT_VALID', param: 'nobody' });
    expect(cart.codes).toEqual([]);
  });

  test('are each there once, as they were made, however their codes are written', () => {
    const cart = new CouponCart('Ab');
    expect([cart.add(['aB']), cart.codes]).toEqual(['done', ['Ab']]);
    expect(cart.add(['AB'])).toMatchObject({ code: 'COUPON_ALREADY_ADDED', param: 'AB' });
    const both = new CouponCart('a', 'b');
    expect(both.add(['a', 'b', 'A'])).toMatchObject({ code: 'COUPON_ALREADY_ADDED', param: 'A' });
  });

  test('of codes that differ in case only are the very ones, and else the first', () => {
    const cart = new CouponCart('x1', 'x2');
    const [first, second] = [1, 2].map((id) => cart.shop.state('coupon', id));
    const holders = [1, 2];
    Object.assign(first!, { code: 'ABC' });
    Object.assign(second!, { code: 'abc' });
    const ask = (code: string): readonly string[] => {
      good(
        cart.shop.transact((tx) => {
          const index = (() => ({ byCode: { holders: () => holders } })) as never;
          good(addCoupons(tx, cart.sessionId, []));
          return addCoupons(Object.assign(Object.create(tx) as typeof tx, { index }), cart.sessionId, [
            { code, name: '' },
          ]);
        }),
      );
      return cart.codes;
    };
    expect([ask('ABC'), ask('abc'), ask('aBc')]).toEqual([['ABC'], ['abc'], ['ABC']]);
  });

  test('stand alone where one of them does', () => {
    const cart = new CouponCart('a');
    make(cart.shop, 'lone', { combineable: false });
    expect([cart.add(['lone']), cart.codes]).toEqual(['done', ['lone']]);
    expect(cart.add(['a'])).toMatchObject({ code: 'COUPON_NOT_COMBINEABLE', param: 'a' });
    cart.add([]);
    expect(cart.add(['a', 'lone'])).toMatchObject({ code: 'COUPON_NOT_COMBINEABLE', param: 'lone' });
  });

  test('are twenty at most', () => {
    const codes = Array.from({ length: CART_COUPONS_MAX + 1 }, (_, at) => `c${at}`);
    const cart = new CouponCart(...codes);
    expect(cart.add(codes)).toMatchObject({
      code: 'COUPON_LIMIT_REACHED',
      param: 'c20',
      detail: 'The cart would hold 21 coupons, of at most 20.',
    });
    expect(cart.add(codes.slice(0, -1))).toBe('done');
  });

  test('that take an amount off are for their currency, and percentages for each', () => {
    const cart = new CouponCart('own');
    make(cart.shop, 'usd', { currency: 'USD' });
    make(cart.shop, 'share', { percentage: true, amount: 100_000 });
    const refused = (code: string, detail: string) => ({ code: 'COUPON_OTHER_CURRENCY', param: code, detail });
    expect(cart.add(['own'], 'USD')).toMatchObject(refused('own', 'It takes off EUR, the cart is in USD.'));
    expect(cart.add(['usd'])).toMatchObject(refused('usd', 'It takes off USD, the cart is in EUR.'));
    expect([cart.add(['share', 'usd'], 'USD'), cart.add([]), cart.add(['own', 'share'])]).toEqual([
      'done',
      'done',
      'done',
    ]);
  });
});

test('an edit has those of its order again, as they were, and others as they are', () => {
  const made = new EditedOrder();
  for (const code of ['first', 'second']) make(made.shop, code);
  const edit = (name: string, ...codes: readonly string[]) => {
    const id = made.begin();
    const given = codes.map((code) => ({ code, name }));
    const empty = made.shop.transact((tx) => addCoupons(tx, id, []));
    good(empty);
    return [id, made.shop.transact((tx) => addCoupons(tx, id, given))] as const;
  };
  const [id, added] = edit('as ordered', 'first');
  good(added);
  good(made.commit(id));
  const [again, result] = edit('new', 'first', 'second');
  good(result);
  expect(made.session(again).cart.coupons.map(({ code, name }) => [code, name])).toEqual([
    ['first', 'as ordered'],
    ['second', 'new'],
  ]);
  // Anybody else is told that it was used.
  const other = openSession(made.shop);
  expect(made.shop.transact((tx) => addCoupons(tx, other, [{ code: 'first', name: '' }]))).toMatchObject({
    code: 'COUPON_USED',
    param: 'first',
  });
  const gone = made.session(again);
  Object.assign(gone, { edits: { ...gone.edits!, orderId: 99 } });
  good(made.shop.transact((tx) => addCoupons(tx, again, [])));
  expect(made.session(again).cart.coupons).toEqual([]);
});
