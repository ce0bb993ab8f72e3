// What goods of a cart weigh for delivery rules. It would catch weights that are rounded to grams before they are added
// up, and pieces that weigh otherwise in a parcel than in the cart.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf } from '../../../src/domain/cart/deliver-cart.ts';
import { MEASURED_MAX } from '../../../src/domain/delivery/facts.ts';
import type { Measured } from '../../../src/domain/delivery/facts.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { weightOfParcel } from '../../../src/domain/orders/parcel-weight.ts';
import { ok } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { MemoryShop } from '../memory-shop.ts';

type Weighed = readonly [kilograms: number, quantityMilli: number];

const lineOf = ([kilograms, quantityMilli]: Weighed, at: number) => ({
  id: at + 1,
  type: 'PRODUCT' as const,
  productId: at + 1,
  quantityMilli: quantityMilli as Milli,
  measures: [kilograms],
  sumMinor: 0 as Minor,
  rateE6: 0 as RateE6,
});

const shop = new MemoryShop();
const weightOf = (goods: readonly Weighed[]): Measured => {
  const to = { currency: 'EUR', country: 'DE', zip: '', channelId: 1, groups: [], sumBeforeMinor: 0, sumAfterMinor: 0 };
  const holder = { sessionId: 0, generation: 0 };
  const weighed = shop.transact((tx) => ok(factsOf(tx, goods.map(lineOf), { ...to, holder }).weight()));
  return weighed.ok ? weighed.value : { total: NaN, lacking: 0 };
};

test('ten pieces of 0.4 g are 4 g; what weighs nothing, or less than a millionth of a kilogram, is named', () => {
  expect(weightOf([[0.0004, 10_000]])).toEqual({ total: 4_000_000, lacking: 0 });
  expect(weightOf([[0.000001, 1]])).toEqual({ total: 1, lacking: 0 });
  for (const none of [0, 0.0000004, -1])
    expect(weightOf([[1, 1000] as const, [none, 1000] as const])).toMatchObject({ lacking: 2 });
  expect(weightOf([[1e9, 1_000_000_000]])).toEqual({ total: MEASURED_MAX, lacking: 0 });
});

const goods = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 40_000_000 }).map((mg) => mg / 1_000_000),
    fc.integer({ min: 1, max: 100_000 }),
  ),
  { minLength: 1, maxLength: 8 },
);

test('a cart weighs what its pieces weigh, however they are split over lines, and what a parcel of them does', () => {
  fc.assert(
    fc.property(goods, (all) => {
      const { total } = weightOf(all);
      const exact = all.reduce((sum, [kg, milli]) => sum + BigInt(Math.round(kg * 1e6)) * BigInt(milli), 0n);
      expect(BigInt(total)).toBe(exact);
      const split = all.flatMap(([kg, milli]): Weighed[] => [
        [kg, 1],
        ...(milli > 1 ? [[kg, milli - 1] as const] : []),
      ]);
      expect(weightOf(split.toReversed())).toEqual({ total, lacking: 0 });
      const lines = all.map(lineOf);
      const parcel = {
        sentMs: 0,
        provider: '',
        trackingNumber: '',
        lines: lines.map(({ id, quantityMilli }) => ({ lineId: id, quantityMilli })),
      };
      expect(weightOfParcel({ cart: { lines } } as unknown as Order, parcel)).toEqual({ weightE9: exact, unknown: [] });
    }),
    { numRuns: runs(500) },
  );
});
