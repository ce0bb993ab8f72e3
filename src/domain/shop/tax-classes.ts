// Tax classes as people write them, with rates as fractions.
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { parseDecimal } from '../money.ts';
import type { RateE6 } from '../money.ts';
import type { ShopRules, TaxClass } from '../rules.ts';

export interface WrittenTaxClass {
  readonly name: string;
  readonly calculation: string;
  /** Fraction by country code: 0.19 is 19 %. */
  readonly rates: { readonly [country: string]: number };
}

/** `classes`: validated by the schema of their parameter or setting. */
export const taxClassesFrom = (classes: readonly WrittenTaxClass[]): ShopRules['taxClasses'] =>
  classes.map(({ name, calculation, rates }): TaxClass => ({
    name: composed(name),
    calculation: calculation as TaxClass['calculation'],
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, parseDecimal(rate, 6) as RateE6])),
  })) as unknown as ShopRules['taxClasses'];

/** Refuses: PARAMETER_INVALID for two classes of one name, and for a rate with more than six decimals. */
export const checkedTaxClasses = (
  classes: readonly WrittenTaxClass[],
  param: string,
): Result<ShopRules['taxClasses']> => {
  const read = taxClassesFrom(classes);
  const names = new Set<string>();
  for (const [at, { name, rates }] of read.entries()) {
    if (names.has(name)) return refuse('PARAMETER_INVALID', param, `${param}: two classes are named ${shown(name)}.`);
    names.add(name);
    for (const [country, rate] of Object.entries(rates))
      if ((rate as number | undefined) === undefined || rate / 1_000_000 !== classes[at]!.rates[country])
        return refuse(
          'PARAMETER_INVALID',
          param,
          `${param}: the rate of ${shown(name)} in ${country} has more than six decimals.`,
        );
  }
  return ok(read);
};
