// What a call promises, as terms (S 4.12, Decision 27, 28).
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { CouponTerms } from './coupon.ts';
import { parseDay } from './date-time.ts';
import { parseDecimal, toMinor, toRate } from './money.ts';

export interface Promised {
  readonly name: string;
  readonly amount: string;
  readonly type: string;
  readonly attributes: {
    /** `YYYY-MM-DD`; '' for none. */
    readonly startDate: string;
    readonly endDate: string;
    readonly combineable: boolean;
  };
}

/** Percent with 4 decimals are a rate in 1/1,000,000. */
const toShare = (percent: string): Result<number> => {
  const share = parseDecimal(percent, 4);
  return share === undefined ? refuse('PARAMETER_INVALID', 'amount', `amount is no number: ${shown(percent)}.`) : toRate(`${share}e-6`, 'amount');
};

const toDay = (date: string): Result<number | null> => {
  if (date === '') return ok(null);
  const day = parseDay(date);
  return day === undefined ? refuse('PARAMETER_INVALID', 'attributes', `${shown(date)} is no date like 2026-12-31.`) : ok(day);
};

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const couponTerms = ({ name, amount: given, type, attributes }: Promised, digits: number): Result<CouponTerms> => {
  const percentage = type.endsWith('PERCENTAGE');
  const amount = percentage ? toShare(given) : toMinor(given, digits, 'amount');
  if (!amount.ok) return amount;
  if (amount.value <= 0) return refuse('PARAMETER_INVALID', 'amount', `amount is not more than 0: ${shown(given)}.`);
  const [start, end] = [toDay(attributes.startDate), toDay(attributes.endDate)];
  if (!start.ok) return start;
  if (!end.ok) return end;
  const [startDay, endDay] = [start.value, end.value];
  if (startDay !== null && endDay !== null && endDay < startDay) {
    return refuse('PARAMETER_INVALID', 'attributes', 'end_date is before start_date.');
  }
  return ok({ name, unique: type.startsWith('UNIQUE'), percentage, amount: amount.value, startDay, endDay, combineable: attributes.combineable });
};
