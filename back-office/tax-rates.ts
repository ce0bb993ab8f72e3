// Standard rates of value added tax and of comparable taxes, and currencies, by country: from the package sales-tax,
// which is kept up to date with the laws. Reduced rates are not in it.
import RATES from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

interface Known {
  readonly type: string;
  readonly rate: number;
  readonly currency: string;
}

const known = (country: string): Known | undefined => (RATES as { readonly [country: string]: Known })[country];

/** Share, as 0.19; undefined: nothing is known, or each of its states has its own. */
export const standardRate = (country: string): number | undefined => {
  const entry = known(country);
  return entry === undefined || entry.type === 'none' ? undefined : entry.rate;
};

/**
 * Later than the package knows. Bulgaria has the euro since 2026-01-01, by the decision of the Council of the European
 * Union of 8 July 2025.
 */
const CURRENCIES: { readonly [country: string]: string } = { BG: 'EUR' };

export const currencyOf = (country: string): string | undefined => CURRENCIES[country] ?? known(country)?.currency;
