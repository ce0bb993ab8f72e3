// When goods arrive: working days are counted from the day on which an order is handed over, which is the day it is
// placed if that is a working day and the clock of the shop is before the rule's cutoff, else the next working day.
import { dayIn, minuteIn, parseDay, weekdayOf } from '../date-time.ts';
import type { ShopRules } from '../rules.ts';
import type { DeliveryTerms } from './terms.ts';

/** Days of the shop, counted from 1970-01-01. */
export interface DeliveryDays {
  readonly from: number;
  readonly to: number;
}

type Calendar = Pick<ShopRules, 'timeZone' | 'workingDays' | 'holidays'>;

const isWorking = ({ workingDays }: Calendar, off: ReadonlySet<number | undefined>, day: number): boolean =>
  workingDays.includes(weekdayOf(day)) && !off.has(day);

/** More days than all holidays of a shop. */
const SEARCHED_MAX = 1500;

/** Undefined: the rule says none, or the shop has no working day. */
export const deliveryDays = (
  rules: Calendar,
  { daysMin, daysMax, cutoffMinute }: Pick<DeliveryTerms, 'daysMin' | 'daysMax' | 'cutoffMinute'>,
  atMs: number,
): DeliveryDays | undefined => {
  if (daysMax === 0 && cutoffMinute < 0) return undefined;
  const off = new Set(rules.holidays.map(parseDay));
  const today = dayIn(rules.timeZone, atMs);
  const next = (day: number): number => {
    for (let at = day; at < day + SEARCHED_MAX; at += 1) if (isWorking(rules, off, at)) return at;
    return NaN;
  };
  const isLate = cutoffMinute >= 0 && minuteIn(rules.timeZone, atMs) >= cutoffMinute;
  let day = next(isLate && isWorking(rules, off, today) ? today + 1 : today);
  let from = day;
  for (let counted = 0; counted < daysMax; counted += 1) {
    if (counted === daysMin) from = day;
    day = next(day + 1);
  }
  if (daysMin === daysMax) from = day;
  return Number.isNaN(day) ? undefined : { from, to: day };
};
