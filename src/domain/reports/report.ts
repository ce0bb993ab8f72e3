// The reports that `get_report` gives. They are folded from events (D167), so a report costs its days.
//
// Made in steps: a figure is as it is when it is read, where others are served meanwhile.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { Whole } from '../money.ts';
import { periodOf, periodStart } from '../orders/order-reports.ts';
import type { Period, Quantities } from '../orders/order-reports.ts';
import type { Reader } from '../transaction.ts';
import {
  best,
  channelNamed,
  checkCounted,
  daysOf,
  digitsOf,
  falling,
  nameOf,
  shownAs,
  todayOf,
} from './made-report.ts';
import type { Asked, Counted, PlannedReport, Range, Report, ReportRecord } from './made-report.ts';
import { SEARCH_LISTS, planSearches } from './searched.ts';
import { SOLD_LISTS, planSold } from './sold.ts';
import { ZERO_RESULT_SEARCHES } from './usage.ts';
import type { Usage } from './usage.ts';

const DAILY = [
  'sales',
  'credits',
  'net_sales',
  'sales_orders',
  'orders',
  'canceled_orders',
  'expired_orders',
  'coupons',
  'promotions',
  'traffic',
  'requests',
  'returning_orders',
  'carts',
  'carts_ordered',
] as const;
const HOTLISTS = [
  'hotlist_all_time',
  'hotlist_month',
  'hotlist_last_month',
  'hotlist_week',
  'hotlist_last_week',
  'hotlist_today',
  'hotlist_yesterday',
] as const;
export const STATISTICS = [
  ...DAILY,
  ...HOTLISTS,
  'searchlist_products_empty_all_time',
  ...SOLD_LISTS,
  ...SEARCH_LISTS,
] as const;
export type Statistic = (typeof STATISTICS)[number];
type Daily = (typeof DAILY)[number];
type SoldList = (typeof SOLD_LISTS)[number];
type SearchList = (typeof SEARCH_LISTS)[number];
type Hotlist = (typeof HOTLISTS)[number];

const OF_CALLS: ReadonlySet<Statistic> = new Set(['traffic', 'requests']);
const OF_CURRENCY: ReadonlySet<Statistic> = new Set([
  'sales',
  'credits',
  'net_sales',
  'sales_orders',
  'coupons',
  'promotions',
  'returning_orders',
  ...SOLD_LISTS,
]);
const OF_CHANNEL: ReadonlySet<Statistic> = new Set([
  ...OF_CALLS,
  ...OF_CURRENCY,
  'orders',
  'canceled_orders',
  'expired_orders',
  'carts_ordered',
]);

/** Days that one step reads. */
const STEP = 64;
const HOTLIST_MAX = 100;

export interface ReportQuery extends Range {
  readonly statistic: Statistic;
}

/** Refuses: PARAMETER_INVALID, CHANNEL_NOT_FOUND, CURRENCY_NOT_FOUND. */
export const planReport = (shop: Reader, query: ReportQuery): Result<PlannedReport> => {
  const { statistic, channel, currency } = query;
  if (channel !== '' && !OF_CHANNEL.has(statistic))
    return refuse('PARAMETER_INVALID', 'channel', `${statistic} is not counted by channel.`);
  if (currency !== '' && !OF_CURRENCY.has(statistic))
    return refuse('PARAMETER_INVALID', 'currency', `${statistic} is not counted by currency.`);
  const known = checkCounted(shop, currency);
  if (!known.ok) return known;
  if (statistic === 'searchlist_products_empty_all_time')
    return ok({
      track: () => shop.trackAbsence('zero_result_searches'),
      *steps() {
        yield '';
        return emptySearchesOf(shop);
      },
    });
  if (isDaily(statistic)) return planDaily(shop, statistic, query);
  if (isSold(statistic)) return planSold(shop, statistic, query);
  if (isSearched(statistic)) return planSearches(shop, statistic, query);
  return ok({ track: () => shop.track(shop.index('order').reports), steps: () => hotlistOf(shop, statistic) });
};

/** Whether a statistic shows what is counted in memory first. */
export const isCounted = (statistic: Statistic): boolean =>
  OF_CALLS.has(statistic) ||
  statistic === 'carts' ||
  isSearched(statistic) ||
  statistic === 'searchlist_products_empty_all_time';

/** Whether a statistic has a record for every day of a range; lists have none. */
const isDaily = (statistic: Statistic): statistic is Daily => DAILY.some((daily) => daily === statistic);

const isSold = (statistic: Statistic): statistic is SoldList => SOLD_LISTS.some((sold) => sold === statistic);

const isSearched = (statistic: Statistic): statistic is SearchList => SEARCH_LISTS.some((list) => list === statistic);

/** Whether a statistic is of the days that are asked for; other lists have their own. */
export const hasDays = (statistic: Statistic): boolean =>
  isDaily(statistic) || isSold(statistic) || isSearched(statistic);

const planDaily = (shop: Reader, statistic: Daily, query: ReportQuery): Result<PlannedReport> => {
  const asked = daysOf(shop, query);
  if (!asked.ok) return asked;
  const [fromDay, toDay] = asked.value;
  const channelId = channelNamed(shop, query.channel);
  if (!channelId.ok) return channelId;
  const wanted = { channelId: channelId.value, currency: query.currency || shop.rules.currency };
  const isOfUsage = OF_CALLS.has(statistic) || statistic === 'carts';
  return ok({
    track: () => shop.track(isOfUsage ? shop.index('usage').changed : shop.index('order').reports),
    *steps() {
      const { firstDay, lastDay, valueOn, ...measure } = measureOf(shop, statistic, wanted);
      const counted: Counted[] = [];
      // Most days of a range of centuries are before the shop's first one.
      const first = Math.max(fromDay, firstDay);
      for (let day = first; day <= Math.min(toDay, lastDay); day += 1) {
        if (day > first && (day - first) % STEP === 0) yield '';
        const value = valueOn(day);
        if (value !== 0) counted.push({ day, value });
      }
      const report = shownAs({ ...measure, fromDay, toDay }, counted);
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

interface Measure extends Pick<Report, 'measurement' | 'digits' | 'currency'> {
  /** On no other days is there anything but 0. */
  readonly firstDay: number;
  readonly lastDay: number;
  valueOn(day: number): Whole;
}

const measureOf = (shop: Reader, statistic: Daily, wanted: Asked): Measure => {
  const { reports } = shop.index('order');
  const { channelId, currency } = wanted;
  // Orders keep their day, also where the shop has moved to another time zone since.
  const days = { firstDay: reports.firstDay, lastDay: todayOf(shop) + 1 };
  const digits = digitsOf(shop, currency);
  const money = { ...days, measurement: currency, digits, currency };
  const orders = { ...days, measurement: 'orders', digits: 0, currency: '' };
  switch (statistic) {
    case 'sales':
      return { ...money, valueOn: (day) => reports.sales.on(day, wanted, digits) };
    case 'credits':
      return { ...money, valueOn: (day) => reports.credits.on(day, wanted, digits) };
    case 'net_sales':
      return { ...money, valueOn: (day) => reports.documents.on(day, wanted, digits) };
    case 'coupons':
      return { ...money, valueOn: (day) => reports.coupons.on(day, wanted, digits) };
    case 'promotions':
      return { ...money, valueOn: (day) => reports.promotions.on(day, wanted, digits) };
    case 'sales_orders':
      return { ...orders, valueOn: (day) => reports.salesOrders.on(day, wanted) };
    case 'returning_orders':
      return { ...orders, valueOn: (day) => reports.returning.on(day, wanted) };
    case 'orders':
      return { ...orders, valueOn: (day) => reports.orders.on(day, { channelId }) };
    case 'canceled_orders':
      return { ...orders, valueOn: (day) => reports.canceled.on(day, { channelId }) };
    case 'expired_orders':
      return { ...orders, valueOn: (day) => reports.expired.on(day, { channelId }) };
    case 'carts_ordered':
      return { ...orders, measurement: 'carts', valueOn: (day) => reports.ofCarts.on(day, { channelId }) };
    case 'carts':
      return { measurement: 'carts', digits: 0, currency: '', ...usageOn(shop, ({ cartsBegun }) => cartsBegun) };
    case 'requests':
      return { measurement: 'requests', digits: 0, currency: '', ...usageOn(shop, callsOf(channelId, 1)) };
    case 'traffic':
      return { measurement: 'MB', digits: 6, currency: '', ...usageOn(shop, callsOf(channelId, 2)) };
    default:
      return statistic satisfies never;
  }
};

type DayOfUsage = Pick<Usage, 'channels' | 'cartsBegun'>;

const callsOf =
  (channelId: number | undefined, member: 1 | 2) =>
  ({ channels }: DayOfUsage): number =>
    channels.reduce(
      (sum, channel) => (channelId === undefined || channel[0] === channelId ? sum + channel[member] : sum),
      0,
    );

const usageOn = (
  shop: Reader,
  valueOf: (usage: DayOfUsage) => number,
): Pick<Measure, 'firstDay' | 'lastDay' | 'valueOn'> => {
  const { byDay } = shop.index('usage');
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const day of byDay.keys()) {
    firstDay = Math.min(firstDay, day);
    lastDay = Math.max(lastDay, day);
  }
  const valueOn = (day: number): number => {
    const usage = byDay.get(day);
    return usage === undefined ? 0 : valueOf(usage);
  };
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
    return yield* hotlist(shop, reports.quantities(), Math.min(reports.firstDay, today), today);
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
  const records = (yield* best(quantities, byQuantity, HOTLIST_MAX)).map(([id, value]) => ({
    day: toDay,
    value,
    id,
    name: nameOf(shop, id),
  }));
  return shownAs({ measurement: 'pieces', digits: 3, fromDay, toDay }, records);
}

/** Larger quantities first, of equal ones the lower id. */
const byQuantity = (a: readonly [number, Whole], b: readonly [number, Whole]): number =>
  falling(a[1], b[1]) || a[0] - b[0];

/** Sorts at most `zeroResultSearchesMax` texts in one step: they are one state. */
const emptySearchesOf = (shop: Reader): Result<Report> => {
  const today = todayOf(shop);
  const { texts = [] } = shop.read('zero_result_searches', ZERO_RESULT_SEARCHES) ?? {};
  const records = texts
    .toSorted(
      ([nameA, searchesA, dayA], [nameB, searchesB, dayB]) =>
        searchesB - searchesA || dayB - dayA || (nameA < nameB ? -1 : 1),
    )
    .map(([name, value, day]) => ({ day, value, name }));
  const fromDay = records.reduce((first, { day }) => Math.min(first, day), today);
  return shownAs({ measurement: 'searches', digits: 0, fromDay, toDay: today }, records);
};
