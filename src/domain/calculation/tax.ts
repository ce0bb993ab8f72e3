// The gross price of a unit and its tax, from a product's tax class and a country (D74).
import { PRICE_E4_MAX, mulDiv, tenTo, subtractTax, NO_RATE, addTax } from '../money.ts';
import type { PriceE4, RateE6, Minor } from '../money.ts';
import { rateIn } from '../rules.ts';
import type { ShopRules, TaxClass } from '../rules.ts';

/**
 * What a price was taxed from: the price as catalogue or call gave it, in 1/10,000; the name of the tax class, '' for
 * the first; the country whose rate applied.
 */
export type TaxBasis = readonly [givenE4: PriceE4, taxClass: string, country: string];

/** The tax in one unit, rounded once, straight to the minor unit. */
export const unitTax = (price: PriceE4, rate: RateE6, digits: number): Minor =>
  mulDiv(price, rate, (1000000 + rate) * tenTo(4 - digits)) as Minor;

/** Checked after tax: a net price within the limit may have a gross price beyond it. */
export const isBeyond = (price: PriceE4): boolean => price > PRICE_E4_MAX || price < -PRICE_E4_MAX;

export const taxed = (rules: ShopRules, taxClass: TaxClass, country: string, priceE4: PriceE4) => {
  const rateE6 = rateIn(rules, taxClass, country);
  switch (taxClass.calculation) {
    case 'included':
      return { priceE4, rateE6 };
    case 'added':
      return { priceE4: addTax(priceE4, rateE6), rateE6 };
    case 'subtracted':
      return { priceE4: subtractTax(priceE4, rateE6), rateE6: NO_RATE };
    default:
      return taxClass.calculation satisfies never;
  }
};
