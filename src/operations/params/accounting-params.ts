// How calls send what bookkeeping needs: the setting `accounting`, months, and the days of an export.
import { heldAccounting } from '../../domain/accounting.ts';
import { dayText, monthStart, parseDay } from '../../domain/date-time.ts';
import {
  ACCOUNTING_TEXTS,
  ACCOUNTS_MAX,
  AccountDigits,
  AccountNumber,
  FiscalYear,
  METHOD_ID_MAX,
  SellerCountry,
  SellerText,
  TaxCategories,
  TaxCode,
} from '../../domain/shop/written-settings.ts';
import { parseMonth } from '../../domain/time/closed-month.ts';
import { Type, json, map, text } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

const CLOSED = { additionalProperties: false } as const;

const Accounting = Type.Partial(
  Type.Object(
    {
      ...ACCOUNTING_TEXTS,
      fiscal_year: FiscalYear,
      account_digits: AccountDigits,
      revenue: Type.Array(
        Type.Object(
          {
            rate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
            category: Type.Optional(TaxCategories),
            country: Type.Optional(SellerCountry),
            tax_class: Type.Optional(SellerText),
            account: AccountNumber,
            tax_code: Type.Optional(TaxCode),
          },
          CLOSED,
        ),
        { maxItems: ACCOUNTS_MAX },
      ),
      money: Type.Array(
        Type.Object(
          { id_payment_method: Type.Integer({ minimum: 0, maximum: METHOD_ID_MAX }), account: AccountNumber },
          CLOSED,
        ),
        { maxItems: ACCOUNTS_MAX },
      ),
    },
    CLOSED,
  ),
  {
    ...CLOSED,
    description:
      'accounts and numbers of exports for bookkeeping, as a whole; null = those of SKR03: ' +
      '{"chart":"skr04","consultant":1001,"client":1,"revenue":[{"rate":0.19,"account":"4400"}],' +
      '"money":[{"id_payment_method":3,"account":"1461"}]}',
  },
);

export const accountingParam = map(
  json(Accounting),
  ({ fiscal_year: fiscalYear, account_digits: accountDigits, revenue = [], money = [], ...rest }) =>
    ok(
      heldAccounting({
        ...rest,
        ...(fiscalYear !== undefined && { fiscalYear }),
        ...(accountDigits !== undefined && { accountDigits }),
        revenue: revenue.map(({ tax_class: taxClass, tax_code: taxCode = '', ...one }) => ({
          ...one,
          ...(taxClass !== undefined && { taxClass }),
          taxCode,
        })),
        money: money.map(({ id_payment_method: method, account }) => ({ method, account })),
      }),
    ),
);

/** A month of the calendar. Refuses: PARAMETER_INVALID. */
export const monthParam = map(text('month, YYYY-MM', { max: 7 }), (given, param): Result<number> => {
  const month = parseMonth(given);
  return month === undefined
    ? refuse('PARAMETER_INVALID', param, `${param}: ${shown(given)} is no month: YYYY-MM is wanted.`)
    : ok(month);
});

/** Days that are exported; a month stands for all of its days. Refuses: PARAMETER_INVALID. */
export const bookedDays = (from: string, to: string): Result<readonly [fromDay: number, toDay: number]> => {
  const [first, last] = [parseMonth(from), parseMonth(to || from)];
  const fromDay = first === undefined ? parseDay(from) : monthStart(first);
  const toDay = last === undefined ? parseDay(to || from) : monthStart(last + 1) - 1;
  if (fromDay === undefined)
    return refuse('PARAMETER_INVALID', 'from', `from: ${shown(from)} is neither YYYY-MM-DD nor YYYY-MM.`);
  if (toDay === undefined)
    return refuse('PARAMETER_INVALID', 'to', `to: ${shown(to)} is neither YYYY-MM-DD nor YYYY-MM.`);
  return fromDay <= toDay
    ? ok([fromDay, toDay])
    : refuse('PARAMETER_INVALID', 'to', `From ${dayText(fromDay)} to ${dayText(toDay)} there is no day.`);
};
