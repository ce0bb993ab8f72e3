// Catches goods for nothing by rounding: lines of one product that come to less than one line of the same pieces.
import * as fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { emptyCart, lineOf } from '../../../src/domain/cart/cart.ts';
import type { LineCommand, TaxLines } from '../../../src/domain/cart/cart-lines.ts';
import { applyLine, decideLine, priceLines } from '../../../src/domain/cart/cart-lines.ts';
import { explanation } from '../../../src/domain/cart/explanation.ts';
import { isWhole, sumChanges } from '../../../src/domain/calculation/line-sums.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { AMOUNT_MINOR_MAX, QUANTITY_MILLI_MAX, lineSum, taxWithin } from '../../../src/domain/money.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';

const ask = (cart: Cart, command: LineCommand): Result<unknown> => {
  const events = decideLine(cart, command);
  if (events.ok) for (const event of events.value) applyLine(cart, event);
  return events;
};

const add = (
  cart: Cart,
  productId: number,
  priceE4: number,
  milli: number,
  parentId = 0,
  currencyDigits = 2,
): Result<unknown> =>
  ask(cart, {
    type: 'add_line',
    line: {
      type: productId === 0 ? 'FREE_ELEMENT' : 'PRODUCT',
      productId,
      elementNumber: '',
      priceE4: priceE4 as PriceE4,
      rateE6: 190_000 as RateE6,
      taxMinor: 0 as Minor,
      name: '',
      description: '',
      attributes: [],
      parentId,
      measures: [],
      markup: 0,
    },
    quantityMilli: milli as Milli,
    grouped: false,
    linesMax: 1000,
    currencyDigits,
  });

test('990 lines of 0.01 pieces at 0.41 are 4.06, not nothing', () => {
  const cart = emptyCart(0);
  for (let made = 0; made < 990; made += 1) add(cart, 1, 4100, 10);
  expect(cart.sumMinor).toBe(406);
  expect(Math.max(...cart.lines.map(({ sumMinor }) => sumMinor))).toBe(1);
  expect(explanation(cart, 2).lines.slice(1, 2)).toEqual([
    'Line 2: 0.41 × 0.01 = 0.01 rounded half up together with the lines of this product, 19 % tax contained 0.00.',
  ]);
});

test('whole pieces at a price below a cent, and free elements, which stand by themselves', () => {
  const cart = emptyCart(0);
  for (let made = 0; made < 100; made += 1) add(cart, 1, 49, 1000);
  expect(cart.sumMinor).toBe(49);
  const free = emptyCart(0);
  for (let made = 0; made < 100; made += 1) add(free, 0, 49, 1000);
  expect(free.sumMinor).toBe(0);
});

// Catches a change of one line that makes all lines of the cart anew to find out that it moves no other one's sum.
test.each([
  [10_000, 1, false],
  [49, 0, false],
  [49, 1, true],
])('a price of %d ten-thousandths, product %d: all lines are made anew: %s', (priceE4, productId, isMadeAnew) => {
  const cart = emptyCart(0);
  for (let made = 0; made < 3; made += 1) add(cart, productId, priceE4, 1000);
  const anew = vi.spyOn(cart.lines as unknown[], 'map');
  const quantity = { lineId: 1, quantityMilli: 2000 as Milli, currencyDigits: 2 };
  expect(decideLine(cart, { type: 'set_line_quantity', ...quantity }).ok).toBe(true);
  expect(anew.mock.calls.length > 0).toBe(isMadeAnew);
});

const product = fc.constantFrom(0, 1, 1, 1, 2);
const price = fc.constantFrom(4100, 49, 3333, 50, 1_199_000, 10_005, -49, -3333);
const milli = fc.constantFrom(1, 10, 333, 500, 1000, 1000, 2000, 2500);
const at = fc.nat({ max: 9 });
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('add' as const), product, price, milli, below: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('set' as const), at, milli }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('remove' as const, 'decrement' as const), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('tax' as const), price, ats: fc.uniqueArray(at) }) },
);

type Change = typeof change extends fc.Arbitrary<infer S> ? S : never;

const taxed = (lineIds: readonly number[], priceE4: number, currencyDigits = 2): TaxLines => ({
  type: 'tax_lines',
  lines: lineIds.map((lineId) => ({
    lineId,
    priceE4: priceE4 as PriceE4,
    rateE6: 70_000 as RateE6,
    taxMinor: 0 as Minor,
    basis: [priceE4 as PriceE4, '', 'AT'],
  })),
  positions: [],
  currencyDigits,
});

const run = (cart: Cart, step: Change, currencyDigits: number): unknown => {
  const nth = (place: number): number => cart.lines[place % Math.max(1, cart.lines.length)]?.id ?? 0;
  switch (step.does) {
    case 'add': {
      const parent = step.below ? cart.lines.find(({ parentId }) => parentId === 0) : undefined;
      return add(cart, step.product, step.price, step.milli, parent?.id, currencyDigits);
    }
    case 'set': {
      const quantityMilli = step.milli as Milli;
      return ask(cart, { type: 'set_line_quantity', lineId: nth(step.at), quantityMilli, currencyDigits });
    }
    case 'remove':
      return ask(cart, { type: 'remove_line', lineId: nth(step.at), currencyDigits });
    case 'decrement':
      return ask(cart, { type: 'decrement_line', lineId: nth(step.at), currencyDigits });
    case 'tax': {
      const events = priceLines(cart, taxed([...new Set(step.ats.map(nth))], step.price, currencyDigits));
      if (events.ok) for (const event of events.value) applyLine(cart, event);
      return events;
    }
    default:
      return step satisfies never;
  }
};

it('n lines of a product come to what one line of the same pieces costs, after every change', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30, size: 'large' }), fc.constantFrom(0, 2, 3), (steps, digits) => {
      const cart = emptyCart(0);
      const unit = 10n ** BigInt(7 - digits);
      for (const step of steps) {
        run(cart, step, digits);
        for (const productId of [1, 2])
          for (const isBelow of [false, true]) {
            const lines = cart.lines.filter((one) => one.productId === productId && one.priceE4 < 0 === isBelow);
            const exact = lines.reduce((sum, one) => sum + BigInt(one.priceE4) * BigInt(one.quantityMilli), 0n);
            const size = exact < 0n ? -exact : exact;
            const whole = Number((size * 2n + unit) / (2n * unit)) * (isBelow ? -1 : 1);
            expect(lines.reduce((sum, { sumMinor }) => sum + sumMinor, 0) - whole).toBeCloseTo(0);
            // No line is further from its own amount than one minor unit.
            for (const { priceE4, quantityMilli, sumMinor } of lines)
              expect(Math.abs(sumMinor - lineSum(priceE4, quantityMilli, digits))).toBeLessThanOrEqual(1);
          }
        for (const { id, productId, priceE4, quantityMilli, sumMinor, sumTaxMinor, rateE6 } of cart.lines) {
          expect(sumTaxMinor).toBe(taxWithin(sumMinor, rateE6));
          expect(lineOf(cart, id)?.sumMinor).toBe(sumMinor);
          if (productId === 0) expect(sumMinor).toBe(lineSum(priceE4, quantityMilli, digits));
        }
        expect(cart.sumMinor - cart.lines.reduce((sum, { sumMinor }) => sum + sumMinor, 0)).toBeCloseTo(0);
        expect(cart.volumeMinor).toBe(cart.lines.reduce((sum, { sumMinor }) => sum + Math.abs(sumMinor), 0));
      }
    }),
    { numRuns: runs(200) },
  );
});

/** What differs of lines of one piece each, all of product 1, with these prices and sums. */
const changesOf = (lines: readonly (readonly [priceE4: number, sumMinor: number])[]) =>
  sumChanges(
    lines.map(([priceE4, sumMinor], index) => ({
      id: index + 1,
      productId: 1,
      priceE4: priceE4 as PriceE4,
      quantityMilli: 1000 as Milli,
      rateE6: 1_000_000 as RateE6,
      sumMinor: sumMinor as Minor,
    })),
    new Set([1]),
    2,
  ).map(({ lineId, sumMinor, sumTaxMinor, moreMinor }) => [lineId, sumMinor, sumTaxMinor, moreMinor]);

test.each([
  ['the largest fraction', [30, 60, 30], [2, 1, 1, 1]],
  ['of equal fractions the largest amount', [49, 149, 49], [2, 2, 1, 2]],
  ['of equal amounts the first line', [49, 49, 49], [1, 1, 1, 1]],
  ['below zero as above', [-49, -149, -49], [2, -2, -1, 2]],
])('a missing minor unit goes to %s', (_which, prices, change) => {
  expect(changesOf(prices.map((price) => [price, 0]))).toEqual([change]);
});

// Catches a change that changes nothing, growth of a wrong sign, and a sum of −0 on the disk.
test('only a sum that differs is changed; an amount of nothing below zero is 0', () => {
  expect(
    changesOf([
      [149, 1],
      [149, 1],
      [-149, -1],
      [-149, -1],
    ]),
  ).toEqual([
    [1, 2, 1, 1],
    [3, -2, -1, 1],
  ]);
  expect(
    changesOf([
      [149, 2],
      [149, 2],
      [-149, -2],
      [-149, -2],
    ]),
  ).toEqual([
    [2, 1, 1, -1],
    [4, -1, -1, -1],
  ]);
  expect(changesOf([[-49, -1]])).toEqual([[1, 0, 0, -1]]);
});

// Numbers beyond 2^53 have lost their last digits.
test('a product of price and quantity is whole by its exact value, however large it is', () => {
  const whole = (priceE4: number, quantityMilli: number) =>
    isWhole({ priceE4: priceE4 as PriceE4, quantityMilli: quantityMilli as Milli }, 2);
  expect([
    whole(90_000_000_000_000, 1_000_000),
    whole(90_000_000_000_001, 1000),
    whole(-90_000_000_000_001, 1000),
  ]).toEqual([true, false, false]);
  expect([whole(999_999_999_999_999, 999_999_999), whole(100_000_000_000_003, 100_000)]).toEqual([false, true]);
});

// An older version rounded each line by itself, and its carts are opened.
test('the lines of another product keep their sums, and so does one whose own change needs no rounding', () => {
  const cart = emptyCart(0);
  const old = (lineId: number, priceE4: number, sumMinor: number): void =>
    applyLine(cart, {
      type: 'line_added',
      lineId,
      elementType: 'PRODUCT',
      productId: 2,
      elementNumber: '',
      quantityMilli: 1000 as Milli,
      priceE4: priceE4 as PriceE4,
      sumMinor: sumMinor as Minor,
      rateE6: 0 as RateE6,
      taxMinor: 0 as Minor,
      sumTaxMinor: 0 as Minor,
      name: '',
      description: '',
      attributes: [],
      parentId: 0,
      measures: [],
      markup: 0,
      basis: null,
      listed: null,
    });
  old(1, 40, 0);
  old(2, 40, 0);
  old(3, 100, 1);
  add(cart, 1, 40, 1000);
  add(cart, 1, 40, 1000);
  ask(cart, { type: 'set_line_quantity', lineId: 4, quantityMilli: 3000 as Milli, currencyDigits: 2 });
  for (const lineId of [5, 3]) ask(cart, { type: 'remove_line', lineId, currencyDigits: 2 });
  expect(cart.lines.map(({ id, sumMinor }) => [id, sumMinor])).toEqual([
    [1, 0],
    [2, 0],
    [4, 1],
  ]);
  const events = priceLines(cart, taxed([4], 30));
  expect(events).toMatchObject({ ok: true, value: { length: 1 } });
});

// Catches a look at the lines as they were alone: none of them needed rounding.
test('a line that begins to need rounding is summed with the others of its product', () => {
  const cart = emptyCart(0);
  for (const priceE4 of [100, 40]) add(cart, 1, priceE4, 1000);
  ask(cart, { type: 'set_line_quantity', lineId: 1, quantityMilli: 400 as Milli, currencyDigits: 2 });
  expect(cart.lines.map(({ sumMinor }) => sumMinor)).toEqual([1, 0]);
  const other = emptyCart(0);
  for (const priceE4 of [100, 100]) add(other, 1, priceE4, 1000);
  const events = priceLines(other, taxed([1, 2], 40));
  if (events.ok) for (const event of events.value) applyLine(other, event);
  expect(other.lines.map(({ sumMinor }) => sumMinor)).toEqual([1, 0]);
});

test.each([1, -1])('a unit that all lines of a product make together must have room, of sign %d', (sign) => {
  const full = (restMinor: number): Cart => {
    const cart = emptyCart(0);
    add(cart, 0, sign * 99_999_999_999, QUANTITY_MILLI_MAX);
    add(cart, 0, sign * (9999 - restMinor) * 100, 1000);
    expect(cart.volumeMinor).toBe(AMOUNT_MINOR_MAX - restMinor);
    return cart;
  };
  const refused = refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
  for (const rest of [0, 1]) {
    const cart = full(rest);
    expect(add(cart, 1, sign * 40, 1000).ok).toBe(true);
    expect(add(cart, 1, sign * 40, 1000)).toEqual(rest === 0 ? refused : expect.objectContaining({ ok: true }));
  }
  // The unit that is left is that of a delivery position: of the cart, or of those that are taxed with the lines.
  const position = { name: 'd', priceMinor: sign as Minor, rateE6: 0 as RateE6, basis: null, ruleId: 0 };
  const cart = full(1);
  cart.deliveryPositions = [position];
  add(cart, 1, sign * 10, 1000);
  add(cart, 1, sign * 10, 1000);
  expect(add(cart, 1, sign * 40, 1000)).toEqual(refused);
  expect(priceLines(cart, taxed([3, 4], sign * 40)).ok).toBe(true);
  expect(priceLines(cart, { ...taxed([3, 4], sign * 40), positions: [position] })).toEqual(
    refuse('AMOUNT_OUT_OF_RANGE', 'delivery_country'),
  );
});

test('a line whose sum alone changes is not the one that was added last', () => {
  const cart = emptyCart(0);
  add(cart, 1, 49, 1000);
  add(cart, 1, 49, 1000);
  expect(cart.lines.map(({ sumMinor }) => sumMinor)).toEqual([1, 0]);
  expect(cart.lastLineId).toBe(2);
});
