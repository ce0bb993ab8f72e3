// Reads the terms of coupons from a call, and checks whether today is one of a coupon's days. A coupon is valid on
// whole days of the shop (docs/sell/coupons.md).
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CouponTerms } from './coupon.ts';
import { dayIn, parseDay } from '../date-time.ts';
import { toMinor, toPercent } from '../money.ts';
import type { ShopRules } from '../rules.ts';
import { currencyNamed, inCurrency } from '../currencies.ts';
import type { Reader } from '../transaction.ts';

/** How often they are redeemed, and what their amount is, as calls name it. */
export const COUPON_TYPES = ['UNIQUE_NOMINAL', 'UNIQUE_PERCENTAGE', 'MULTIPLE_NOMINAL', 'MULTIPLE_PERCENTAGE'] as const;

export interface Promised {
  readonly name: string;
  readonly amount: string;
  readonly type: string;
  /** ISO 4217 code of an amount; '': that of the shop. */
  readonly currency: string;
  /** The promotion that they open, instead of an amount; 0: none. */
  readonly promotionId: number;
  readonly attributes: {
    /** `YYYY-MM-DD`; '' for none. */
    readonly startDate: string;
    readonly endDate: string;
    readonly combineable: boolean;
  };
}

/** `path`: the parameter, or a member of it. Refuses: PARAMETER_INVALID. */
export const toDay = (date: string, param: string, path = param): Result<number | null> => {
  if (date === '') return ok(null);
  const day = parseDay(date);
  return day === undefined
    ? refuse('PARAMETER_INVALID', param, `${path}: ${shown(date)} is no date like 2026-12-31.`)
    : ok(day);
};

/** Refuses: PARAMETER_INVALID where the last day is before the first. */
export const daysInOrder = (
  startDay: number | null,
  endDay: number | null,
  param: string,
  path = param,
): Result<void> =>
  startDay !== null && endDay !== null && endDay < startDay
    ? refuse('PARAMETER_INVALID', param, `${path}: it is before start_date.`)
    : DONE;

/** The currency of an amount, '' for that of the shop. Refuses: PARAMETER_INVALID, CURRENCY_NOT_FOUND. */
const currencyOf = (rules: ShopRules, currency: string, percentage: boolean): Result<string> => {
  if (currency === '' || currency === rules.currency) return ok('');
  if (percentage) return refuse('PARAMETER_INVALID', 'currency', 'currency: a percentage has none.');
  return currencyNamed(rules, currency);
};

/** Refuses: PARAMETER_INVALID, CURRENCY_NOT_FOUND, AMOUNT_OUT_OF_RANGE. */
export const couponTerms = (
  { name, amount: given, type, currency: named, promotionId, attributes }: Promised,
  rules: ShopRules,
): Result<CouponTerms> => {
  const opens = promotionId !== 0;
  if (opens && (given !== '' || named !== ''))
    return refuse('PARAMETER_INVALID', 'amount', 'amount: what opens a promotion takes nothing off by itself.');
  const percentage = opens || type.endsWith('PERCENTAGE');
  const currency = currencyOf(rules, named, percentage);
  if (!currency.ok) return currency;
  const { currencyDigits: digits } = inCurrency(rules, currency.value);
  const amount = opens ? ok(0) : percentage ? toPercent(given, 'amount') : toMinor(given, digits, 'amount');
  if (!amount.ok) return amount;
  if (amount.value <= 0 && !opens)
    return refuse('PARAMETER_INVALID', 'amount', `amount ${shown(given)} is not above 0.`);
  const start = toDay(attributes.startDate, 'attributes', 'attributes.start_date');
  if (!start.ok) return start;
  const end = toDay(attributes.endDate, 'attributes', 'attributes.end_date');
  if (!end.ok) return end;
  const [startDay, endDay] = [start.value, end.value];
  const inOrder = daysInOrder(startDay, endDay, 'attributes', 'attributes.end_date');
  if (!inOrder.ok) return inOrder;
  return ok({
    name,
    unique: type.startsWith('UNIQUE'),
    percentage,
    amount: amount.value,
    startDay,
    endDay,
    combineable: attributes.combineable,
    currency: currency.value,
    promotionId,
  });
};

/** Whether today is one of a coupon's days. Refuses: COUPON_NOT_YET_VALID, COUPON_EXPIRED, with its code. */
export const checkDay = ({ rules, atMs }: Reader, { startDay, endDay }: CouponTerms, code: string): Result<void> => {
  const today = dayIn(rules.timeZone, atMs);
  if (today < (startDay ?? today)) return refuse('COUPON_NOT_YET_VALID', code);
  return today > (endDay ?? today) ? refuse('COUPON_EXPIRED', code) : DONE;
};
