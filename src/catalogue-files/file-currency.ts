// The currency of the amounts in a file of the shop's own formats: the first record of JSON Lines, and a column of a
// table. Files without it are read as amounts of the shop: exports of before have none.
import { ConfigError } from '../config/setting.ts';
import { shown } from '../kernel/result.ts';

const CODE = /^[A-Z]{3}$/;

export interface CurrencyCheck {
  /** The shop's. */
  readonly currency: string;
  /** Amounts of any currency are taken as they stand. */
  readonly isAny: boolean;
}

/** The record that an export in JSON Lines begins with. */
export const shopRecord = (currency: string): object => ({ type: 'shop', currency });

/** Undefined for any other record. */
export const currencyOfShopRecord = (raw: unknown): string | undefined => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const { type, currency, ...others } = raw as { readonly [member: string]: unknown };
  const isOne = type === 'shop' && Object.keys(others).length === 0;
  return isOne && typeof currency === 'string' && CODE.test(currency) ? currency : undefined;
};

/** '' for a file that does not say it. Throws ConfigError for another currency than the shop's. */
export const checkCurrency = (line: number, currency: string, { currency: own, isAny }: CurrencyCheck): void => {
  if (currency === '' || currency === own || isAny) return;
  throw new ConfigError(
    `line ${line}: the amounts of the file are in ${shown(currency)} and those of the shop in ${own}: --any-currency ` +
      'brings them as they stand',
  );
};
