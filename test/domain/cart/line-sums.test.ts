// Catches goods for nothing by rounding: lines of one product that come to less than one line of the same pieces.
import * as fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { emptyCart, lineOf } from '../../../src/domain/cart/cart.ts';
import type { LineCommand } from '../../../src/domain/cart/cart-lines.ts';
import { applyLine, decideLine, taxLines } from '../../../src/domain/cart/cart-lines.ts';
import { explanation } from '../../../src/domain/cart/explanation.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { lineSum, taxWithin } from '../../../src/domain/money.ts';
import { runs } from '../../harness/effort.ts';

const ask = (cart: Cart, command: LineCommand): void => {
  const events = decideLine(cart, command);
  if (events.ok) for (const event of events.value) applyLine(cart, event);
};

const add = (cart: Cart, productId: number, priceE4: number, milli: number, parentId = 0, currencyDigits = 2): void =>
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

const run = (cart: Cart, step: Change, currencyDigits: number): void => {
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
      const ids = [...new Set(step.ats.map(nth))];
      const lines = ids.map((lineId) => ({
        lineId,
        priceE4: step.price as PriceE4,
        rateE6: 70_000 as RateE6,
        taxMinor: 0 as Minor,
        basis: [step.price as PriceE4, '', 'AT'] as const,
      }));
      const events = taxLines(cart, { type: 'tax_lines', lines, positions: [], currencyDigits });
      if (events.ok) for (const event of events.value) applyLine(cart, event);
      return;
    }
    default:
      step satisfies never;
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
