// What the coupons of a cart take off together, by which delivery is chosen. It would catch a second coupon that is
// counted the other way, and an order that is counted by other terms than it was placed with.
import { expect, test } from 'vitest';
import { couponsTaken } from '../../../src/domain/calculation/coupons.ts';
import { ONE_OFF } from '../coupons/one-off.ts';
import { cartOf } from '../orders/simple-cart.ts';

const coupon = (amount: number, percentage = false) => {
  return { couponId: 1, code: 'c', name: '', terms: { ...ONE_OFF, amount, percentage } };
};

const use = (usedMinor: number) => ({ usedMinor, taxMinor: 0, baseMinor: 1000, parts: [] }) as never;

test('coupons take what each takes of what is left', () => {
  const taken = (...coupons: readonly ReturnType<typeof coupon>[]) => couponsTaken({ ...cartOf([1000]), coupons });
  expect([
    taken(),
    taken(coupon(300)),
    taken(coupon(300), coupon(100_000, true)),
    taken(coupon(900), coupon(200)),
  ]).toEqual([0, 300, 370, 1000]);
});

test('those of an order take what they took when it was placed', () => {
  const cart = { ...cartOf([1000]), coupons: [coupon(300), coupon(200)], couponUses: [use(30), use(5)] };
  expect([couponsTaken(cart), couponsTaken({ ...cart, couponUses: null })]).toEqual([35, 500]);
  expect(couponsTaken({ ...cart, coupons: [] })).toBe(0);
});
