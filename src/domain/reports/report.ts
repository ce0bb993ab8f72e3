// The reports that `get_report` gives. They are folded from events (D167), so a report costs its days.
//
// Made in steps: a figure is as it is when it is read, where others are served meanwhile.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { dayIn, dayText } from '../date-time.ts';
import { AMOUNT_MINOR_MAX, sumOf } from '../money.ts';
import type { Whole } from '../money.ts';
import { periodOf, periodStart } from '../orders/order-reports.ts';
import type { Period, Quantities } from '../orders/order-reports.ts';
import type { Reader } from '../transaction.ts';
import { ZERO_RESULT_SEARCHES } from './usage.ts';

const DAILY = ['sales', 'sales_orders', 'orders', 'traffic', 'requests'] as const;
const HOTLISTS = [
  'hotlist_all_time',
  'hotlist_month',
  'hotlist_last_month',
  'hotlist_week',
  'hotlist_last_week',
  'hotlist_today',
  'hotlist_yesterday',
] as const;
export const STATISTICS = [...DAILY, ...HOTLISTS, 'searchlist_products_empty_all_time'] as const;
export type Statistic = (typeof STATISTICS)[number];
type Daily = (typeof DAILY)[number];
type Hotlist = (typeof HOTLISTS)[number];

export interface ReportQuery {
  readonly statistic: Statistic;
  /** Days of the shop's calendar; undefined: today, and six days before the end. Lists ignore both. */
  readonly fromDay: number | undefined;
  readonly toDay: number | undefined;
  /** A channel's name; '' for all of them. */
  readonly channel: string;
}

/** As it was counted; a record of a report holds a number. */
interface Counted<V extends Whole = Whole> {
  readonly day: number;
  /** In units of 10^−digits. */
  readonly value: V;
  readonly id?: number;
  readonly name?: string;
}

export type ReportRecord = Counted<number>;

export interface Report {
  readonly measurement: string;
  readonly digits: number;
  readonly fromDay: number;
  readonly toDay: number;
  /** Sum of all values, in their units. */
  readonly sum: number;
  readonly records: ReportRecords;
  /** The shop's cap, where it cuts the records; the sum is that of the whole range. */
  readonly recordsMax: number | undefined;
}

/** A report may have a record for every day that a calendar knows. */
interface ReportRecords {
  readonly count: number;
  at(index: number): ReportRecord;
}

const DAYS_DEFAULT = 7;
const HOTLIST_MAX = 100;

/** A report that can be made. */
export interface PlannedReport {
  /** Tracks what it will read. */
  track(): void;
  /** Refuses: AMOUNT_OUT_OF_RANGE for more than 15 digits. */
  steps(): Steps<Result<Report>>;
}

/** Days of a report, and products of a list, that one step reads. */
const STEP = { days: 64, products: 4096 };

const tooMany = (param: string, what: string): Result<never> =>
  refuse('AMOUNT_OUT_OF_RANGE', param, `${what} more than 15 digits, which a JSON number does not show exactly.`);

const shownAs = (
  measurement: string,
  digits: number,
  fromDay: number,
  toDay: number,
  counted: readonly Counted[],
): Result<Report> => {
  const records: ReportRecord[] = [];
  let sum: Whole = 0;
  for (const entry of counted) {
    const { day, value, name } = entry;
    if (value > AMOUNT_MINOR_MAX || value < -AMOUNT_MINOR_MAX)
      return tooMany('statistic', `${measurement} of ${name ?? dayText(day)} has`);
    records.push({ ...entry, value: Number(value) });
    sum = sumOf(sum, value);
  }
  if (sum > AMOUNT_MINOR_MAX || sum < -AMOUNT_MINOR_MAX)
    return tooMany('start_date', `The sum of the ${records.length} records has`);
  const list = { count: records.length, at: (index: number) => records[index]! };
  return ok({ measurement, digits, fromDay, toDay, sum: Number(sum), records: list, recordsMax: undefined });
};

/** Refuses: PARAMETER_INVALID, CHANNEL_NOT_FOUND. */
export const planReport = (shop: Reader, query: ReportQuery): Result<PlannedReport> => {
  const { statistic, channel } = query;
  if (channel !== '' && statistic !== 'traffic' && statistic !== 'requests') {
    return refuse('PARAMETER_INVALID', 'channel', 'Only traffic and requests are counted by channel.');
  }
  if (statistic === 'searchlist_products_empty_all_time')
    return ok({
      track: () => shop.trackAbsence('zero_result_searches'),
      *steps() {
        yield '';
        return emptySearchesOf(shop);
      },
    });
  if (isDaily(statistic)) return planDaily(shop, statistic, query);
  return ok({ track: () => shop.track(shop.index('order').reports), steps: () => hotlistOf(shop, statistic) });
};

/** Whether a statistic shows what is counted in memory first. */
export const isCounted = (statistic: Statistic): boolean =>
  statistic === 'traffic' || statistic === 'requests' || statistic === 'searchlist_products_empty_all_time';

/** Whether a statistic has a record for every day of a range; lists have none. */
export const isDaily = (statistic: Statistic): statistic is Daily => DAILY.some((daily) => daily === statistic);

const todayOf = ({ rules, atMs }: Reader): number => dayIn(rules.timeZone, atMs);

const planDaily = (shop: Reader, statistic: Daily, query: ReportQuery): Result<PlannedReport> => {
  const toDay = query.toDay ?? todayOf(shop);
  const fromDay = query.fromDay ?? toDay - (DAYS_DEFAULT - 1);
  if (fromDay > toDay)
    return refuse('PARAMETER_INVALID', 'start_date', `From ${dayText(fromDay)} to ${dayText(toDay)} there is no day.`);
  const channelId = channelNamed(shop, query.channel);
  if (!channelId.ok) return channelId;
  const isOfOrders = statistic !== 'traffic' && statistic !== 'requests';
  return ok({
    track: () => shop.track(isOfOrders ? shop.index('order').reports : shop.index('usage').changed),
    *steps() {
      const { measurement, digits, firstDay, lastDay, valueOn } = measureOf(shop, statistic, channelId.value);
      const counted: Counted[] = [];
      // Most days of a range of centuries are before the shop's first one.
      const first = Math.max(fromDay, firstDay);
      for (let day = first; day <= Math.min(toDay, lastDay); day += 1) {
        if (day > first && (day - first) % STEP.days === 0) yield '';
        const value = valueOn(day);
        if (value !== 0) counted.push({ day, value });
      }
      const report = shownAs(measurement, digits, fromDay, toDay, counted);
      return report.ok ? ok({ ...report.value, ...dayByDay(shop, fromDay, toDay, counted) }) : report;
    },
  });
};

const dayByDay = (
  shop: Reader,
  fromDay: number,
  toDay: number,
  counted: readonly Counted[],
): Pick<Report, 'records' | 'recordsMax'> => {
  const values = new Map(counted.map(({ day, value }) => [day, Number(value)]));
  const days = toDay - fromDay + 1;
  const { recordsMax } = shop.rules;
  const isCut = recordsMax !== 0 && days > recordsMax;
  const recordAt = (back: number): ReportRecord => ({ day: fromDay + back, value: values.get(fromDay + back) ?? 0 });
  return { records: { count: isCut ? recordsMax : days, at: recordAt }, recordsMax: isCut ? recordsMax : undefined };
};

/** 0 for all of them. */
const channelNamed = (shop: Reader, name: string): Result<number> => {
  if (name === '') return ok(0);
  shop.trackAbsence('channel');
  const id = shop.index('channel').byName.get(name);
  return id === undefined ? refuse('CHANNEL_NOT_FOUND', name) : ok(id);
};

interface Measure extends Pick<Report, 'measurement' | 'digits'> {
  /** On no other days is there anything but 0. */
  readonly firstDay: number;
  readonly lastDay: number;
  valueOn(day: number): Whole;
}

const measureOf = (shop: Reader, statistic: Daily, channelId: number): Measure => {
  const { reports } = shop.index('order');
  const { currency, currencyDigits } = shop.rules;
  // Orders keep their day, also where the shop has moved to another time zone since.
  const days = { firstDay: reports.firstDay, lastDay: todayOf(shop) + 1 };
  switch (statistic) {
    case 'sales': {
      // Orders of a time with more decimals count to the last of them.
      const digits = Math.max(currencyDigits, reports.digitsOf(currency));
      return { ...days, measurement: currency, digits, valueOn: (day) => reports.salesOn(day, currency, digits) };
    }
    case 'sales_orders':
      return { ...days, measurement: 'orders', digits: 0, valueOn: (day) => reports.salesOrdersOn(day, currency) };
    case 'orders':
      return { ...days, measurement: 'orders', digits: 0, valueOn: (day) => reports.ordersOn(day) };
    case 'requests':
      return { measurement: 'requests', digits: 0, ...usageOn(shop, channelId, 1) };
    case 'traffic':
      return { measurement: 'MB', digits: 6, ...usageOn(shop, channelId, 2) };
    default:
      return statistic satisfies never;
  }
};

const usageOn = (shop: Reader, channelId: number, member: 1 | 2): Pick<Measure, 'firstDay' | 'lastDay' | 'valueOn'> => {
  const { byDay } = shop.index('usage');
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const day of byDay.keys()) {
    firstDay = Math.min(firstDay, day);
    lastDay = Math.max(lastDay, day);
  }
  const isMeant = (id: number): boolean => channelId === 0 || id === channelId;
  const valueOn = (day: number): number =>
    (byDay.get(day)?.channels ?? []).reduce((sum, channel) => (isMeant(channel[0]) ? sum + channel[member] : sum), 0);
  return { firstDay, lastDay, valueOn };
};

const PERIOD_OF: { readonly [H in Exclude<Hotlist, 'hotlist_all_time'>]: readonly [period: Period, ago: number] } = {
  hotlist_today: ['day', 0],
  hotlist_yesterday: ['day', 1],
  hotlist_week: ['week', 0],
  hotlist_last_week: ['week', 1],
  hotlist_month: ['month', 0],
  hotlist_last_month: ['month', 1],
};

function* hotlistOf(shop: Reader, statistic: Hotlist): Steps<Result<Report>> {
  const { reports } = shop.index('order');
  const today = todayOf(shop);
  if (statistic === 'hotlist_all_time')
    return yield* hotlist(shop, reports.quantities, Math.min(reports.firstDay, today), today);
  const [period, ago] = PERIOD_OF[statistic];
  const key = periodOf(period, today) - ago;
  return yield* hotlist(
    shop,
    reports.quantitiesOf(period, key),
    periodStart(period, key),
    Math.min(periodStart(period, key + 1) - 1, today),
  );
}

function* hotlist(shop: Reader, quantities: Quantities, fromDay: number, toDay: number): Steps<Result<Report>> {
  const records = (yield* best(quantities)).map(([id, value]) => ({ day: toDay, value, id, name: nameOf(shop, id) }));
  return shownAs('pieces', 3, fromDay, toDay, records);
}

type Quantity = readonly [productId: number, milli: Whole];

/**
 * The largest quantities, of equal ones the lower id first; in passes, because a shop may have sold a million products.
 */
function* best(quantities: Quantities): Steps<Quantity[]> {
  const byQuantity = (a: Quantity, b: Quantity): number => (a[1] === b[1] ? a[0] - b[0] : a[1] < b[1] ? 1 : -1);
  const candidates: Quantity[] = [];
  let floor: Whole = 0;
  let looked = 0;
  for (const quantity of quantities) {
    if ((looked += 1) % STEP.products === 0) yield '';
    if (quantity[1] < floor) continue;
    candidates.push(quantity);
    if (candidates.length < 10 * HOTLIST_MAX) continue;
    candidates.sort(byQuantity).length = HOTLIST_MAX;
    floor = candidates.at(-1)![1];
  }
  return candidates.sort(byQuantity).slice(0, HOTLIST_MAX);
}

/** A product that is gone is called as in its last order. */
const nameOf = (shop: Reader, productId: number): string => {
  const product = shop.read('shopobject', productId);
  if (product !== undefined) return product.name;
  const order = shop.read('order', shop.index('order').reports.lastOrderOf(productId));
  return order?.cart.lines.find((line) => line.productId === productId)?.name ?? '';
};

/** So many texts as `zeroResultSearchesMax` at most: they are one state, and sorted in one step. */
const emptySearchesOf = (shop: Reader): Result<Report> => {
  const today = todayOf(shop);
  const { texts = [] } = shop.read('zero_result_searches', ZERO_RESULT_SEARCHES) ?? {};
  const records = texts
    .toSorted((a, b) => b[1] - a[1] || b[2] - a[2] || (a[0] < b[0] ? -1 : 1))
    .map(([name, value, day]) => ({ day, value, name }));
  return shownAs(
    'searches',
    0,
    records.reduce((first, { day }) => Math.min(first, day), today),
    today,
    records,
  );
};
