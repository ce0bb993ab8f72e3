// Reads the terms of coupons from a call, and checks whether today is one of a coupon's days. A coupon is valid on
// whole days of the shop (D96).
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CouponTerms } from './coupon.ts';
import { dayIn, parseDay } from '../date-time.ts';
import { toMinor, toPercent } from '../money.ts';
import type { Reader } from '../transaction.ts';

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

const toDay = (date: string, member: string): Result<number | null> => {
  if (date === '') return ok(null);
  const day = parseDay(date);
  return day === undefined
    ? refuse('PARAMETER_INVALID', 'attributes', `attributes.${member}: ${shown(date)} is no date like 2026-12-31.`)
    : ok(day);
};

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const couponTerms = (
  { name, amount: given, type, attributes }: Promised,
  digits: number,
): Result<CouponTerms> => {
  const percentage = type.endsWith('PERCENTAGE');
  const amount = percentage ? toPercent(given, 'amount') : toMinor(given, digits, 'amount');
  if (!amount.ok) return amount;
  if (amount.value <= 0) return refuse('PARAMETER_INVALID', 'amount', `amount ${shown(given)} is not above 0.`);
  const [start, end] = [toDay(attributes.startDate, 'start_date'), toDay(attributes.endDate, 'end_date')];
  if (!start.ok) return start;
  if (!end.ok) return end;
  const [startDay, endDay] = [start.value, end.value];
  if (startDay !== null && endDay !== null && endDay < startDay) {
    return refuse('PARAMETER_INVALID', 'attributes', 'attributes.end_date: it is before start_date.');
  }
  return ok({
    name,
    unique: type.startsWith('UNIQUE'),
    percentage,
    amount: amount.value,
    startDay,
    endDay,
    combineable: attributes.combineable,
  });
};

/** Whether today is one of a coupon's days. Refuses: COUPON_NOT_YET_VALID, COUPON_EXPIRED, with its code. */
export const checkDay = ({ rules, atMs }: Reader, { startDay, endDay }: CouponTerms, code: string): Result<void> => {
  const today = dayIn(rules.timeZone, atMs);
  if (today < (startDay ?? today)) return refuse('COUPON_NOT_YET_VALID', code);
  return today > (endDay ?? today) ? refuse('COUPON_EXPIRED', code) : DONE;
};
