// The step of the promotions, after the goods: what the cart's last change found that they take off (promote.ts).
import type { Minor } from '../money.ts';
import { taxWithin } from '../money.ts';
import { addTaxed } from './amounts.ts';
import type { Calculable, Step } from './amounts.ts';
import type { Discountable } from './discount.ts';

type Promoted = Pick<Calculable, 'lines' | 'promotions'>;

/** What promotions take off together, free delivery included. */
export const promotionsTaken = ({ promotions: uses }: Pick<Promoted, 'promotions'>): number => {
  let taken = 0;
  for (const { usedMinor } of uses) taken += usedMinor;
  return taken;
};

/** The lines as coupons find them: less promotions, and without pieces that an exclusive one keeps. */
export const afterPromotions = ({ lines, promotions: uses }: Promoted): readonly Discountable[] => {
  if (uses.length === 0) return lines;
  const left = lines.map(({ sumMinor, sumTaxMinor, rateE6 }) => ({ sumMinor, sumTaxMinor, rateE6 }));
  const places = new Map(lines.map(({ id }, at) => [id, at]));
  for (const { parts } of uses)
    for (const [id, , minor, tax] of parts) {
      const line = left[places.get(id)!]!;
      line.sumMinor = (line.sumMinor - minor) as Minor;
      line.sumTaxMinor = (line.sumTaxMinor - tax) as Minor;
    }
  for (const { kept } of uses)
    for (const [id, minor] of kept) {
      const line = left[places.get(id)!]!;
      line.sumMinor = (line.sumMinor - minor) as Minor;
      line.sumTaxMinor = (line.sumTaxMinor - taxWithin(minor, line.rateE6)) as Minor;
    }
  return left;
};

export const promotions: Step = (amounts, { lines, promotions: uses, deliveryPositions }) => {
  if (uses.length === 0) return;
  const rates = new Map(lines.map(({ id, rateE6 }) => [id, rateE6]));
  for (const { usedMinor, taxMinor, parts, delivery } of uses) {
    for (const [id, , minor, tax] of parts) addTaxed(amounts, rates.get(id)!, -minor, -tax);
    for (const [at, , minor, tax] of delivery) addTaxed(amounts, deliveryPositions[at]!.rateE6, -minor, -tax);
    amounts.promotions += usedMinor;
    amounts.sumTax -= taxMinor;
  }
};
