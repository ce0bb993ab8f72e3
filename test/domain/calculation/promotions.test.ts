// The step of the promotions. It would catch an amount that goes to another line or rate, free delivery that is not
// counted, and coupons that take what an exclusive promotion keeps.
import { expect, test } from 'vitest';
import type { Amounts, Calculable } from '../../../src/domain/calculation/amounts.ts';
import type { PromotionUse } from '../../../src/domain/calculation/promote.ts';
import { afterPromotions, promotions, promotionsTaken } from '../../../src/domain/calculation/promotions.ts';
import type { Minor, RateE6 } from '../../../src/domain/money.ts';

const line = (id: number, sum: number, tax: number, rate: number): Calculable['lines'][number] => ({
  id,
  type: 'PRODUCT',
  sumMinor: sum as Minor,
  sumTaxMinor: tax as Minor,
  rateE6: rate as RateE6,
});
const LINES = [line(4, 1190, 190, 190_000), line(9, 1070, 70, 70_000)];

const use = (more: object): PromotionUse => ({
  id: 1,
  usedMinor: 0 as Minor,
  taxMinor: 0 as Minor,
  parts: [],
  delivery: [],
  kept: [],
  ...more,
});
const ON_BOTH = use({
  usedMinor: 226,
  taxMinor: 26,
  parts: [
    [9, 1000, 107, 7],
    [4, 1000, 119, 19],
  ],
});
const FREE_DELIVERY = use({ id: 2, usedMinor: 119, taxMinor: 19, delivery: [[1, 1000, 119, 19]] });
const EXCLUSIVE = use({ id: 3, usedMinor: 119, taxMinor: 19, parts: [[4, 500, 119, 19]], kept: [[4, 476]] });

const added = (uses: readonly PromotionUse[]): Amounts => {
  const amounts: Amounts = { couponUses: [], promotions: 5, coupons: 0, delivery: 0, sumTax: 100, taxPositions: [] };
  const positions = [70_000, 190_000].map((rate) => ({ priceMinor: 119 as Minor, rateE6: rate as RateE6 }));
  const cart = { lines: LINES, sumMinor: 2260 as Minor, coupons: [], couponUses: null, deliveryPositions: positions };
  promotions(amounts, { ...cart, promotions: uses });
  return amounts;
};

test('each line and delivery position gives by its own rate', () => {
  const position = (rate: number, gross: number, tax: number) => ({
    rateE6: rate,
    grossMinor: gross,
    taxMinor: tax,
    netMinor: gross - tax,
  });
  expect(added([ON_BOTH, FREE_DELIVERY])).toMatchObject({
    promotions: 5 + 226 + 119,
    sumTax: 100 - 26 - 19,
    taxPositions: [position(70_000, -107, -7), position(190_000, -238, -38)],
  });
  expect(added([])).toMatchObject({ promotions: 5, sumTax: 100, taxPositions: [] });
});

test('together they come to what each takes off', () => {
  expect(promotionsTaken({ promotions: [ON_BOTH, FREE_DELIVERY] })).toBe(345);
  expect(promotionsTaken({ promotions: [] })).toBe(0);
});

test('coupons find what is left, without what an exclusive one keeps', () => {
  const left = (uses: readonly PromotionUse[]) =>
    afterPromotions({ lines: LINES, promotions: uses }).map((one) => [one.sumMinor, one.sumTaxMinor, one.rateE6]);
  expect(left([ON_BOTH, FREE_DELIVERY])).toEqual([
    [1071, 171, 190_000],
    [963, 63, 70_000],
  ]);
  expect(left([ON_BOTH, EXCLUSIVE])).toEqual([
    [1071 - 119 - 476, 171 - 19 - 76, 190_000],
    [963, 63, 70_000],
  ]);
  expect(LINES[0], 'the lines stay').toEqual(line(4, 1190, 190, 190_000));
  expect(afterPromotions({ lines: LINES, promotions: [] })).toBe(LINES);
});
