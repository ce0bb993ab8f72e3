// What promotions give one cart. It would catch a promotion that takes off other goods than its own, or counts others,
// one that takes off more than is left of its budget, and a verdict that stands beside another promotion.
import { expect, test } from 'vitest';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import type { PromotionContext } from '../../../src/domain/promotions/audience.ts';
import { judge } from '../../../src/domain/promotions/judge.ts';
import { promotion, runningAs } from '../../../src/domain/promotions/promotion.ts';
import type { PromotionTerms } from '../../../src/domain/promotions/promotion.ts';
import type { Constraint } from '../../../src/domain/search/constraint.ts';

const line = (id: number, productId: number, type = 'PRODUCT') => ({
  id,
  type,
  productId,
  priceE4: 100_000 as PriceE4,
  quantityMilli: 1000 as Milli,
  sumMinor: 1000 as Minor,
  sumTaxMinor: 0 as Minor,
  rateE6: 0 as RateE6,
});
const CART = { lines: [line(1, 1), line(2, 2), line(3, 3, 'DELIVERY_COSTS')], deliveryPositions: [] };

const CONTEXT: PromotionContext = {
  currency: 'EUR',
  groups: [],
  channelId: 1,
  country: 'DE',
  isFirstOrder: false,
  opened: new Set(),
  uses: () => 0,
  usesOfPerson: () => 0,
  spentMinor: ({ id }) => (id === 5 ? 150 : 0),
};
/** `12`: the first and the second. */
const OF = (product: number): string => JSON.stringify({ 'main.id': ['=', product] });
const TEN: Partial<PromotionTerms> = { kind: 'percent', value: 100_000, per: 'piece' };

const running = (id: number, terms: Partial<PromotionTerms>) =>
  runningAs(id, { ...promotion.state.initial().terms, ...TEN, ...terms });
const isAmong = (goods: Constraint, productId: number): boolean => JSON.stringify(goods).includes(`${productId}`);

type Judged = readonly ReturnType<typeof running>[];

/** With goods as a test alone, and as what is known of a list: the same. */
const judged = (all: Judged) => {
  const metBy = (of: Judged, product: number): readonly Constraint[] =>
    of.flatMap(({ counted, takenOff }) =>
      [counted, takenOff].filter((goods) => goods !== undefined && isAmong(goods, product)),
    ) as Constraint[];
  const { uses, all: considered } = judge(all, CART, CONTEXT, isAmong);
  expect(judge(all, CART, CONTEXT, { isAmong, metBy })).toMatchObject({ uses, all: considered });
  const shown = considered.map(({ promotion: { id }, verdict, missing }) => [id, verdict, missing]);
  return { uses: uses.map(({ id, parts }) => [id, parts.map(([of, , minor]) => [of, minor])]), shown };
};

test('each takes off its own goods, and goods alone', () => {
  const all = [
    running(1, { stack: 'a' }),
    running(2, { stack: 'b', goods: OF(2) }),
    running(3, { stack: 'c', countedGoods: OF(1) }),
    running(4, { stack: 'd', countedGoods: OF(3), goods: OF(12) }),
  ];
  expect(judged(all).uses).toEqual([
    [
      1,
      [
        [1, 100],
        [2, 100],
      ],
    ],
    [2, [[2, 90]]],
    [3, [[1, 90]]],
    [
      4,
      [
        [1, 81],
        [2, 81],
      ],
    ],
  ]);
});

test('each has its own verdict, in the order in which they are given', () => {
  const all = [
    running(1, { minSumMinor: 5000 }),
    running(2, { currency: 'USD' }),
    running(3, { countedGoods: OF(1), goods: OF(2), minMilli: 3000 }),
    running(4, { goods: OF(7) }),
    running(5, { budgetMinor: 150 }),
    running(6, { priority: 1, budgetMinor: 150 }),
  ];
  expect(judged(all)).toEqual({
    uses: [
      [
        6,
        [
          [1, 75],
          [2, 75],
        ],
      ],
    ],
    shown: [
      [1, 'needs_sum', 3150],
      [2, 'other_currency', 0],
      [3, 'needs_pieces', 2000],
      [4, 'no_goods', 0],
      [5, 'spent', 0],
      [6, 'gives', 0],
    ],
  });
});
