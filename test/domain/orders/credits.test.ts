// What comes off a placed order. It would catch a cent that is lost or given twice when pieces go one by one, between
// amounts of goodwill, an amount at another rate, and an order that comes to less than nothing; and tax that stays owed
// for an order of which all money went back.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import { lineWorths } from '../../../src/domain/calculation/worth.ts';
import { creditOfPieces } from '../../../src/domain/orders/credit-pieces.ts';
import {
  amountOf,
  creditOfAmount,
  creditedPieces,
  mergedLines,
  orderTotal,
} from '../../../src/domain/orders/credits.ts';
import type { Credit, CreditKind, CreditedLine } from '../../../src/domain/orders/credits.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { runs } from '../../harness/effort.ts';
import type { Minor } from '../../../src/domain/money.ts';
import { placedCart } from '../calculation/placed-carts.ts';
import { cartOf } from './simple-cart.ts';

interface Credited {
  readonly cart: Cart;
  readonly currencyDigits: number;
  credits: readonly Credit[];
}

const credit = (kind: CreditKind, lines: readonly CreditedLine[]): Credit => ({
  kind,
  lines,
  atMs: 0,
  day: 0,
  reason: '',
  note: { prefix: '', number: 0 },
  by: 0,
});

interface Step {
  readonly isAmount: boolean;
  readonly at: number;
  /** Of what is left, in 1/1,000. */
  readonly share: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  isAmount: fc.boolean(),
  at: fc.nat({ max: 7 }),
  share: fc.integer({ min: 1, max: 1000 }),
});

/** Takes a step, where the order allows it. */
const take = (order: Credited, { isAmount, at, share }: Step): void => {
  const total = orderTotal(order);
  if (isAmount) {
    const made = creditOfAmount(order, Math.floor((total * share) / 4000));
    if (made.ok) order.credits = [...order.credits, credit('goodwill', made.value)];
    return;
  }
  const { lines } = order.cart;
  const line = lines[at % lines.length]!;
  const leftMilli = line.quantityMilli - (creditedPieces(order).get(line.id) ?? 0);
  const quantityMilli = Math.ceil((leftMilli * share) / 1000);
  if (quantityMilli === 0) return;
  const made = creditOfPieces(order, [{ lineId: line.id, quantityMilli }]);
  if (made.ok) order.credits = [...order.credits, credit(share % 2 === 0 ? 'canceled' : 'returned', made.value)];
};

/** Credits whatever is left, all lines at once: discounts of the staff with their goods. */
const takeRest = (order: Credited): void => {
  const gone = creditedPieces(order);
  const rest = order.cart.lines
    .map(({ id, quantityMilli }) => ({ lineId: id, quantityMilli: quantityMilli - (gone.get(id) ?? 0) }))
    .filter(({ quantityMilli }) => quantityMilli > 0);
  const made = creditOfPieces(order, rest);
  if (!made.ok) throw new Error(made.code);
  order.credits = [...order.credits, credit('returned', made.value)];
};

const byRate = ({ cart, credits }: Credited): ReadonlyMap<number, readonly [minor: number, taxMinor: number]> => {
  const rates = new Map<number, readonly [number, number]>();
  const rateOf = new Map(cart.lines.map(({ id, rateE6 }) => [id, rateE6]));
  for (const { lines } of credits)
    for (const { lineId, minor, taxMinor } of lines) {
      const rate = rateOf.get(lineId)!;
      const [amount, tax] = rates.get(rate) ?? [0, 0];
      rates.set(rate, [amount + minor, tax + taxMinor]);
    }
  return rates;
};

const ofNothing = (cart: Cart): Credited => ({ cart, currencyDigits: 2, credits: [] });

test('once all pieces are credited, what was paid is credited: in all, by rate, and the tax in it', () => {
  fc.assert(
    fc.property(placedCart, fc.array(step, { maxLength: 12 }), (cart, steps) => {
      fc.pre(payableMinor(cart) >= 0);
      const order = ofNothing(cart);
      for (const one of steps) {
        take(order, one);
        expect(orderTotal(order)).toBeGreaterThanOrEqual(0);
      }
      takeRest(order);
      expect(orderTotal(order)).toBe(0);
      const rates = byRate(order);
      for (const { rateE6, grossMinor, taxMinor } of calculate(cart).taxPositions)
        expect(rates.get(rateE6) ?? [0, 0]).toEqual([grossMinor, taxMinor]);
    }),
    { numRuns: runs(600) },
  );
});

/** With a discount that staff entered, at whatever rate. */
const discountedCart = fc
  .tuple(placedCart, fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(190_000, 70_000, 0))
  .map(([cart, minor, rateE6]): Cart => {
    const [off] = cartOf([-minor, rateE6]).lines;
    const lines = [...cart.lines, { ...off!, id: Math.max(...cart.lines.map(({ id }) => id)) + 1 }];
    return { ...cart, lines, sumMinor: (cart.sumMinor - minor) as Minor };
  });

test('what is left of an order goes by one amount: of each rate all, and before it no more than a rate has', () => {
  const none = [0, 0] as const;
  fc.assert(
    fc.property(fc.oneof(placedCart, discountedCart), fc.array(step, { maxLength: 8 }), (cart, steps) => {
      fc.pre(payableMinor(cart) > 0);
      const order = ofNothing(cart);
      const whole = calculate(cart).taxPositions;
      for (const one of steps) {
        const before = byRate(order);
        const count = order.credits.length;
        const total = orderTotal(order);
        take(order, one);
        if (!one.isAmount || order.credits.length === count) continue;
        expect(orderTotal(order)).toBe(total - Math.floor((total * one.share) / 4000));
        for (const { rateE6, grossMinor } of whole) {
          const [was] = before.get(rateE6) ?? none;
          const off = (byRate(order).get(rateE6) ?? none)[0] - was;
          const left = grossMinor - was;
          expect(left >= 0 ? off >= 0 && off <= left : off <= 0 && off >= left).toBe(true);
        }
      }
      fc.pre(orderTotal(order) > 0);
      const made = creditOfAmount(order, orderTotal(order));
      if (!made.ok) throw new Error(made.code);
      order.credits = [...order.credits, credit('goodwill', made.value)];
      expect(orderTotal(order)).toBe(0);
      for (const { rateE6, grossMinor, taxMinor } of whole)
        expect(byRate(order).get(rateE6) ?? none).toEqual([grossMinor, taxMinor]);
    }),
    { numRuns: runs(600) },
  );
});

test('a discount of the staff lowers the rate that it is of, and no rate is left with tax', () => {
  const order = ofNothing(cartOf([10_000, 190_000], [5994, 70_000, 6], [-5000, 70_000]));
  const made = creditOfAmount(order, 10_994);
  if (!made.ok) throw new Error(made.code);
  order.credits = [credit('goodwill', made.value)];
  expect([...byRate(order)]).toEqual([
    [190_000, [10_000, 1597]],
    [70_000, [994, 65]],
  ]);
});

test('no line gets more than it is worth, and its pieces go once', () => {
  fc.assert(
    fc.property(placedCart, fc.array(step, { maxLength: 12 }), (cart, steps) => {
      fc.pre(payableMinor(cart) >= 0);
      const order = ofNothing(cart);
      for (const one of steps) take(order, one);
      const all = order.credits.flatMap(({ lines }) => lines);
      for (const { line, minor } of lineWorths(cart)) {
        const own = all.filter(({ lineId }) => lineId === line.id);
        expect(Math.abs(amountOf({ lines: own }))).toBeLessThanOrEqual(Math.abs(minor));
        expect(creditedPieces(order).get(line.id) ?? 0).toBeLessThanOrEqual(line.quantityMilli);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('without money beside them, pieces that go one by one are worth what they are together', () => {
  fc.assert(
    fc.property(placedCart, (cart) => {
      const line = cart.lines.find(({ sumMinor, quantityMilli }) => sumMinor >= 0 && quantityMilli >= 2000);
      fc.pre(line !== undefined && payableMinor(cart) >= 0);
      const order = ofNothing(cart);
      const wanted = [{ lineId: line!.id, quantityMilli: 1000 }];
      const together = creditOfPieces(order, mergedLines([...wanted, ...wanted]));
      fc.pre(together.ok);
      const first = creditOfPieces(order, wanted);
      if (first.ok) order.credits = [credit('canceled', first.value)];
      const second = creditOfPieces(order, wanted);
      fc.pre(second.ok);
      const apart = [first, second].reduce((sum, one) => sum + (one.ok ? amountOf({ lines: one.value }) : 0), 0);
      expect(apart).toBe(together.ok ? amountOf({ lines: together.value }) : Number.NaN);
    }),
    { numRuns: runs(200) },
  );
});

test('what there is not is refused by name', () => {
  const [cart] = fc.sample(
    placedCart.filter((one) => payableMinor(one) > 100 && one.lines[0]!.sumMinor > 0),
    { numRuns: 1, seed: 7 },
  );
  const order = ofNothing(cart!);
  const { id, quantityMilli } = cart!.lines[0]!;
  expect(creditOfPieces(order, [{ lineId: 99, quantityMilli: 1 }])).toMatchObject({
    code: 'ORDER_LINE_NOT_FOUND',
    param: '99',
  });
  expect(creditOfPieces(order, [{ lineId: id, quantityMilli: quantityMilli + 1 }])).toMatchObject({
    code: 'CREDIT_QUANTITY_EXCEEDED',
    param: String(id),
  });
  expect(creditOfAmount(order, orderTotal(order) + 1)).toMatchObject({ code: 'CREDIT_AMOUNT_EXCEEDED' });
});
