// Accounts of revenue as they are typed in the dialog of accounting, and as a call has them.
import { numberIn, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import type { Held } from './shop-preview.ts';

export type Rule = Held['accounting']['revenue'][number];

export const RATE: NumberRule = { usualDecimals: 0, decimalsMax: 4, min: 0, max: 100 };

/** As it is typed; '' fits all. */
export interface RevenueDraft {
  readonly rate: string;
  readonly category: string;
  readonly country: string;
  readonly taxClass: string;
  readonly account: string;
  readonly taxCode: string;
}

export const NEW_REVENUE: RevenueDraft = {
  rate: '',
  category: '',
  country: '',
  taxClass: '',
  account: '',
  taxCode: '',
};

export const revenueDraft = ({ rate, category, country, tax_class, account, tax_code }: Rule): RevenueDraft => ({
  rate: rate === undefined ? '' : writeNumber(Math.round(rate * 1e6) / 1e4, RATE),
  category: category ?? '',
  country: country ?? '',
  taxClass: tax_class ?? '',
  account,
  taxCode: tax_code,
});

/** Undefined while a rate, a country or an account cannot be read. */
export const revenueRules = (drafts: readonly RevenueDraft[]): readonly Rule[] | undefined => {
  const rules: Rule[] = [];
  for (const { rate, category, country, taxClass, account, taxCode } of drafts) {
    const percent = rate.trim() === '' ? undefined : numberIn(rate, RATE);
    const isReadable = percent !== undefined || rate.trim() === '';
    if (!isReadable || !/^([A-Z]{2})?$/.test(country) || !/^\d{1,9}$/.test(account)) return undefined;
    rules.push({
      ...(percent !== undefined && { rate: Math.round(percent * 1e4) / 1e6 }),
      ...(category !== '' && { category: category as NonNullable<Rule['category']> }),
      ...(country !== '' && { country }),
      ...(taxClass !== '' && { tax_class: taxClass }),
      account,
      tax_code: taxCode,
    });
  }
  return rules;
};
