// What delivery costs under a rule. It would catch a kilogram or a piece that is rounded by itself, a sum from which it
// is free that is one off, a price beyond what may be charged, and shares of tax rates that are lost.
import { expect, test } from 'vitest';
import { GRAM, MEASURED_MAX } from '../../../src/domain/delivery/facts.ts';
import type { DeliveryFacts } from '../../../src/domain/delivery/facts.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import { goodsByRate, positionsOf } from '../../../src/domain/delivery/rule-price.ts';
import type { GoodsOfRate } from '../../../src/domain/delivery/rule-price.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import type { Minor, RateE6 } from '../../../src/domain/money.ts';
import { RULES } from '../memory-shop.ts';

const FULL = 190_000 as RateE6;
const REDUCED = 70_000 as RateE6;
const facts = (more: Partial<DeliveryFacts> = {}) =>
  ({
    sumBeforeMinor: 5000,
    sumAfterMinor: 4000,
    piecesMilli: 2500,
    weight: () => ({ total: 1500 * GRAM, lacking: 0 }),
    ...more,
  }) as DeliveryFacts;

const positions = (
  terms: Partial<DeliveryTerms>,
  more: Partial<DeliveryFacts> = {},
  goods: readonly GoodsOfRate[] = [[FULL, 4000]],
) =>
  positionsOf(RULES, { ...NEW_RULE, name: 'Parcel', ...terms, id: 9 }, facts(more), {
    country: 'DE',
    goods: () => goods,
  });
const cents = (...given: Parameters<typeof positions>) =>
  positions(...given)?.map(({ priceMinor, rateE6 }) => [rateE6, priceMinor]);

test('price, kilograms and pieces are added up and rounded once', () => {
  expect(cents({ priceE4: 49_000 })).toEqual([[FULL, 490]]);
  expect(cents({ priceE4: 49_000, perKgE4: 10_000 })).toEqual([[FULL, 640]]);
  expect(cents({ perPieceE4: 10_000 })).toEqual([[FULL, 250]]);
  // 0.0033 for 1.5 kg and 0.0001 for 2.5 pieces are 0.0052: a half is rounded up.
  expect(cents({ priceE4: 48, perKgE4: 33, perPieceE4: 1 })).toEqual([[FULL, 1]]);
  expect(cents({ priceE4: 47, perKgE4: 33, perPieceE4: 1 }, { piecesMilli: 2000 })).toEqual([[FULL, 1]]);
  expect(cents({ priceE4: 47, perKgE4: 1 }, { weight: () => ({ total: 2000 * GRAM, lacking: 0 }) })).toEqual([
    [FULL, 0],
  ]);
  expect(cents({ perKgE4: 3 }, { weight: () => ({ total: 500 * GRAM, lacking: 0 }) })).toEqual([[FULL, 0]]);
});

test('only a rule with a price per kilogram asks for a weight, and one that is not known has none', () => {
  const heavy = { weight: () => ({ total: MEASURED_MAX, lacking: 0 }) };
  expect(cents({ priceE4: 10_000, perPieceE4: 10_000 }, heavy)).toEqual([[FULL, 350]]);
  expect(cents({ priceE4: 10_000, perKgE4: 1 }, heavy)).toBeUndefined();
});

test('it is free from a sum on, that one included, as the basis of the rule counts it', () => {
  expect(cents({ priceE4: 49_000, freeFromMinor: 4001 })).toEqual([[FULL, 490]]);
  expect(cents({ priceE4: 49_000, freeFromMinor: 4000 })).toEqual([[FULL, 0]]);
  expect(cents({ priceE4: 49_000, freeFromMinor: 4001, basis: 'before' })).toEqual([[FULL, 0]]);
  expect(cents({ priceE4: 49_000, freeFromMinor: 0 }, { sumAfterMinor: 0 })).toEqual([[FULL, 490]]);
});

test('the tax class says what becomes of the price, and whose rate it is', () => {
  expect(cents({ priceE4: 100_000, taxClass: 'reduced' })).toEqual([[REDUCED, 1000]]);
  expect(cents({ priceE4: 100_000, taxClass: 'net' })).toEqual([[FULL, 1190]]);
  expect(positions({ priceE4: 100_000, taxClass: 'net' })).toEqual([
    { name: 'Parcel', priceMinor: 1190, rateE6: FULL, basis: [100_000, 'net', 'DE'], ruleId: 9 },
  ]);
});

test('a price as the goods is spread over their rates, and free delivery is one position', () => {
  const goods: readonly GoodsOfRate[] = [
    [FULL, 1000],
    [REDUCED, 2000],
  ];
  const as = (priceE4: number, given = goods) => cents({ priceE4, taxClass: 'goods' }, {}, given);
  expect(as(10_000)).toEqual([
    [FULL, 33],
    [REDUCED, 67],
  ]);
  expect(as(100)).toEqual([[REDUCED, 1]]);
  expect(as(0)).toEqual([[FULL, 0]]);
  const nothing: readonly GoodsOfRate[] = [
    [FULL, 0],
    [REDUCED, 0],
  ];
  expect(as(10_000, nothing)).toEqual([[FULL, 100]]);
  expect(as(0, [])).toEqual([[0, 0]]);
  const discounted: readonly GoodsOfRate[] = [
    [FULL, 0],
    [REDUCED, 1],
  ];
  expect(as(10_000, discounted)).toEqual([[REDUCED, 100]]);
  expect(positions({ priceE4: 10_000, taxClass: 'goods' })).toEqual([
    { name: 'Parcel', priceMinor: 100, rateE6: FULL, basis: null, ruleId: 9 },
  ]);
});

test('more than a price may be is none', () => {
  const most = { priceE4: PRICE_E4_MAX - 1, perKgE4: 1, taxClass: 'goods' };
  const kilogram = { weight: () => ({ total: 1000 * GRAM, lacking: 0 }) };
  expect(positions(most, kilogram)).not.toBeUndefined();
  expect(positions({ ...most, perKgE4: 2 }, kilogram)).toBeUndefined();
  expect(positions({ priceE4: PRICE_E4_MAX, taxClass: 'net' })).toBeUndefined();
  // Rounded to cents it is more than the greatest of them.
  expect(positions({ priceE4: PRICE_E4_MAX, taxClass: 'default' })).toBeUndefined();
  expect(positions({ priceE4: PRICE_E4_MAX - 99, taxClass: 'default' })).not.toBeUndefined();
});

test('sums by rate are the same whatever the order of the lines, the highest rate first', () => {
  const line = (rateE6: RateE6, sumMinor: number) => ({ rateE6, sumMinor: sumMinor as Minor });
  const lines = [line(REDUCED, 100), line(FULL, 200), line(REDUCED, 50)];
  const wanted = [
    [FULL, 200],
    [REDUCED, 150],
  ];
  expect([goodsByRate(lines), goodsByRate(lines.toReversed()), goodsByRate([])]).toEqual([wanted, wanted, []]);
});
