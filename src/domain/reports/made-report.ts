// What all reports share: the query, the report that is made of it, and how days, channels and the best of many are
// found.
import { currencyNamed, inCurrency } from '../currencies.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { BACK_OFFICE_CHANNEL, channelName } from '../channels/back-office.ts';
import { dayIn, dayText } from '../date-time.ts';
import { AMOUNT_MINOR_MAX, sumOf } from '../money.ts';
import type { Whole } from '../money.ts';
import type { Wanted } from '../orders/day-sums.ts';
import type { Reader } from '../transaction.ts';

/** Without its statistic. */
export interface Range {
  /** Days of the shop's calendar; undefined: today, and six days before the end. Lists of other days ignore both. */
  readonly fromDay: number | undefined;
  readonly toDay: number | undefined;
  /** A channel's name; '' for all of them. */
  readonly channel: string;
  /** The currency of amounts, and of orders that they add up; '': the shop's. */
  readonly currency: string;
}

/** As it was counted; a record of a report holds a number. */
export interface Counted<V extends Whole = Whole> {
  readonly day: number;
  /** In units of 10^−digits. */
  readonly value: V;
  readonly id?: number;
  readonly name?: string;
  /** What lists of what was sold know besides: money, in units of 10^−amountDigits. */
  readonly amount?: V;
  /** What lists of searches know besides. */
  readonly searched?: {
    readonly searches: number;
    readonly inVain: number;
    readonly hits: number;
    readonly clicked: number;
    readonly ordered: number;
  };
}

export type ReportRecord = Counted<number>;

export interface Report {
  readonly measurement: string;
  readonly digits: number;
  readonly fromDay: number;
  readonly toDay: number;
  /** Currency of amounts; '': there are none. */
  readonly currency: string;
  readonly amountDigits: number;
  /** Sum of all values, in their units. */
  readonly sum: number;
  /** Sum of all amounts, likewise. */
  readonly amountSum: number;
  readonly records: ReportRecords;
  /** The shop's cap, where it cuts the records; the sum is that of the whole range. */
  readonly recordsMax: number | undefined;
}

/** A report may have a record for every day that a calendar knows. */
interface ReportRecords {
  readonly count: number;
  at(index: number): ReportRecord;
}

/** A report that can be made. */
export interface PlannedReport {
  /** Tracks what it will read. */
  track(): void;
  /** Refuses: AMOUNT_OUT_OF_RANGE for more than 15 digits. */
  steps(): Steps<Result<Report>>;
}

const tooMany = (param: string, what: string): Result<never> =>
  refuse('AMOUNT_OUT_OF_RANGE', param, `${what} more than 15 digits, which a JSON number does not show exactly.`);

type Shape = Pick<Report, 'measurement' | 'digits' | 'fromDay' | 'toDay'> &
  Partial<Pick<Report, 'currency' | 'amountDigits'>>;

const isLong = (value: Whole): boolean => value > AMOUNT_MINOR_MAX || value < -AMOUNT_MINOR_MAX;

/** `sums`: of a list that was cut; absent: those of its records. */
export const shownAs = (
  { currency = '', amountDigits = 0, ...shape }: Shape,
  counted: readonly Counted[],
  sums?: readonly [sum: Whole, amountSum: Whole],
): Result<Report> => {
  const records: ReportRecord[] = [];
  let [sum, amountSum]: [Whole, Whole] = [0, 0];
  for (const { amount, ...entry } of counted) {
    const { day, value, name } = entry;
    if (isLong(value) || isLong(amount ?? 0))
      return tooMany('statistic', `${shape.measurement} of ${name ?? dayText(day)} has`);
    records.push({ ...entry, value: Number(value), ...(amount !== undefined && { amount: Number(amount) }) });
    [sum, amountSum] = [sumOf(sum, value), sumOf(amountSum, amount ?? 0)];
  }
  if (sums !== undefined) [sum, amountSum] = sums;
  if (isLong(sum) || isLong(amountSum)) return tooMany('start_date', `The sum of the ${records.length} records has`);
  const list = { count: records.length, at: (index: number) => records[index]! };
  const known = { ...shape, currency, amountDigits, sum: Number(sum), amountSum: Number(amountSum) };
  return ok({ ...known, records: list, recordsMax: undefined });
};

/** Products that one step reads. */
const STEP = 4096;
const DAYS_DEFAULT = 7;

export const todayOf = ({ rules, atMs }: Reader): number => dayIn(rules.timeZone, atMs);

/** Days that are asked for. Refuses: PARAMETER_INVALID. */
export const daysOf = (shop: Reader, query: Range): Result<readonly [fromDay: number, toDay: number]> => {
  const toDay = query.toDay ?? todayOf(shop);
  const fromDay = query.fromDay ?? toDay - (DAYS_DEFAULT - 1);
  return fromDay <= toDay
    ? ok([fromDay, toDay])
    : refuse('PARAMETER_INVALID', 'start_date', `From ${dayText(fromDay)} to ${dayText(toDay)} there is no day.`);
};

/** Undefined for all of them. Refuses: CHANNEL_NOT_FOUND. */
export const channelNamed = (shop: Reader, name: string): Result<number | undefined> => {
  if (name === '') return ok(undefined);
  shop.trackAbsence('channel');
  const id = shop.index('channel').byName.get(name);
  if (id !== undefined) return ok(id);
  return name === channelName(shop, BACK_OFFICE_CHANNEL) ? ok(BACK_OFFICE_CHANNEL) : refuse('CHANNEL_NOT_FOUND', name);
};

/** Refuses: CURRENCY_NOT_FOUND for a currency that the shop does not sell in and no order of it is in. '': any. */
export const checkCounted = (shop: Reader, currency: string): Result<void> => {
  const named = currencyNamed(shop.rules, currency);
  if (named.ok) return DONE;
  const { reports } = shop.index('order');
  shop.track(reports);
  return reports.digitsOf(currency) >= 0 ? DONE : named;
};

/** What amounts are added up of. */
export interface Asked extends Wanted {
  readonly currency: string;
}

/** Decimals of amounts: orders of a time with more of them count to the last. */
export const digitsOf = (shop: Reader, currency: string): number => {
  const { rules } = shop;
  const known = inCurrency(rules, currency);
  return Math.max(
    known.currency === currency ? known.currencyDigits : 0,
    shop.index('order').reports.digitsOf(currency),
  );
};

/** Larger ones first. */
export const falling = (a: Whole, b: Whole): number => (a === b ? 0 : a < b ? 1 : -1);

/**
 * The first `max` of an order, each id once; in passes, because a shop may have sold a million products. Others have
 * their turn meanwhile, and a product whose order changes then comes again behind the others. A text may be an id.
 */
export function* best<T extends readonly [id: unknown, ...rest: unknown[]]>(
  items: Iterable<T>,
  compare: (a: T, b: T) => number,
  max: number,
): Steps<T[]> {
  let candidates: T[] = [];
  const firstOf = (): T[] => {
    const ids = new Set<unknown>();
    return candidates
      .sort(compare)
      .filter(([id]) => ids.size < ids.add(id).size)
      .slice(0, max);
  };
  let last: T | undefined;
  let looked = 0;
  for (const item of items) {
    if ((looked += 1) % STEP === 0) yield '';
    if (last !== undefined && compare(item, last) > 0) continue;
    candidates.push(item);
    if (candidates.length < 10 * max) continue;
    candidates = firstOf();
    last = candidates[max - 1];
  }
  return firstOf();
}

/** A product that is gone is called as in its last order. */
export const nameOf = (shop: Reader, productId: number): string => {
  const product = shop.read('shopobject', productId);
  if (product !== undefined) return product.name;
  const order = shop.read('order', shop.index('order').reports.lastOrderOf(productId));
  return order?.cart.lines.find((line) => line.productId === productId)?.name ?? '';
};
