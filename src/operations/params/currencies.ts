// Currencies that calls name.
import { currenciesOf, inCurrency } from '../../domain/currencies.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** The ISO 4217 code of a currency of the shop; its own for ''. Refuses: CURRENCY_NOT_FOUND. */
export const currencyNamed = (rules: ShopRules, given: string): Result<string> => {
  const { currency } = inCurrency(rules, given);
  return given === '' || given === currency
    ? ok(currency)
    : refuse(
        'CURRENCY_NOT_FOUND',
        'currency',
        `currency: ${shown(given)} is none of ${currenciesOf(rules)
          .map(({ code }) => code)
          .join(', ')}.`,
      );
};
