// The currencies of a shop: its own, in which attributes are prices, and further ones, in which only price lists say
// what something costs. Nothing is ever converted.
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { CurrencyRule, ShopRules } from './rules.ts';

/** Rules → by currency, the same rules with amounts in it. Rules are few, and live as long as their settings. */
const known = new WeakMap<ShopRules, Map<string, ShopRules>>();

/**
 * The rules for amounts in a currency: `currency` and `currencyDigits` are its own. '': that of the shop, and so is one
 * that the shop has no more.
 */
export const inCurrency = (rules: ShopRules, code: string): ShopRules => {
  if (code === '' || code === rules.currency) return rules;
  const further = rules.currencies.find((one) => one.code === code);
  if (further === undefined) return rules;
  let byCode = known.get(rules);
  if (byCode === undefined) known.set(rules, (byCode = new Map()));
  let made = byCode.get(code);
  if (made === undefined) byCode.set(code, (made = { ...rules, currency: code, currencyDigits: further.digits }));
  return made;
};

/** All currencies of a shop, its own first. */
export const currenciesOf = ({ currency, currencyDigits, currencies }: ShopRules): readonly CurrencyRule[] => [
  { code: currency, digits: currencyDigits },
  ...currencies.filter(({ code }) => code !== currency),
];

/** The ISO 4217 code of a currency that a call names; the shop's own for ''. Refuses: CURRENCY_NOT_FOUND. */
export const currencyNamed = (rules: ShopRules, given: string): Result<string> => {
  const { currency } = inCurrency(rules, given);
  if (given === '' || given === currency) return ok(currency);
  const codes = currenciesOf(rules).map(({ code }) => code);
  return refuse('CURRENCY_NOT_FOUND', 'currency', `currency: ${shown(given)} is none of ${codes.join(', ')}.`);
};
