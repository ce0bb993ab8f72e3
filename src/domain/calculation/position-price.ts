// What a delivery position costs by its tax class: as one piece of a free element of that class.
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import { lineSum } from '../money.ts';
import type { ShopRules, TaxClass } from '../rules.ts';
import { taxed } from './tax.ts';
import type { TaxBasis } from './tax.ts';

export interface PositionPrice {
  readonly priceMinor: Minor;
  readonly rateE6: RateE6;
  /** What a tax class makes of the position's tax; null: the position names its rate, and keeps it. */
  readonly basis: TaxBasis | null;
}

const ONE_PIECE = 1000 as Milli;

/** What a position of a tax class costs, and the rate that is in it. */
export const positionPrice = (
  rules: ShopRules,
  taxClass: TaxClass,
  country: string,
  givenE4: PriceE4,
): PositionPrice => {
  const { priceE4, rateE6 } = taxed(rules, taxClass, country, givenE4);
  const priceMinor = lineSum(priceE4, ONE_PIECE, rules.currencyDigits);
  return { priceMinor, rateE6, basis: [givenE4, taxClass.name, country] };
};
