// The figures of a period and of the one before it, from reports: what the screen shows, and what its file holds.
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { csvOf } from '../csv.ts';
import type { Days, Period } from './figures-period.ts';

export type Report = Reply<'get_report'>;

/** Statistics with a value for each day; `of`: what they are counted apart by. */
const DAILY = {
  sales: ['channel', 'currency'],
  sales_orders: ['channel', 'currency'],
  orders: ['channel'],
  canceled_orders: ['channel'],
  returning_orders: ['channel', 'currency'],
  coupons: ['channel', 'currency'],
  promotions: ['channel', 'currency'],
  credits: ['channel', 'currency'],
  carts: [],
  carts_ordered: [],
} as const;
type Daily = keyof typeof DAILY;
const NAMES = Object.keys(DAILY) as Daily[];

export interface Chosen {
  /** '': all of them. */
  readonly channel: string;
  /** '': the shop's. */
  readonly currency: string;
}

export interface Figures {
  readonly now: { readonly [name in Daily]: Report };
  readonly before: { readonly [name in Daily]: number };
  readonly products: Report;
  readonly categories: Report;
  /** How many products are to be ordered anew; undefined: the person may not ask. */
  readonly low: number | undefined;
}

/** Products that are counted; more are that many at least. */
export const LOW_MAX = 1000;

const narrowedTo = (chosen: Chosen, of: readonly (keyof Chosen)[]): Partial<Chosen> =>
  Object.fromEntries(of.flatMap((name) => (chosen[name] === '' ? [] : [[name, chosen[name]]])));

const ask = (statistic: Daily, { from, to }: Days, chosen: Chosen, signal: AbortSignal): Promise<Report> =>
  call('get_report', { statistic, start_date: from, end_date: to, ...narrowedTo(chosen, DAILY[statistic]) }, signal);

const byName = <T>(values: readonly T[]): { readonly [name in Daily]: T } =>
  Object.fromEntries(NAMES.map((name, at) => [name, values[at]!])) as { [name in Daily]: T };

export const readFigures = async (period: Period, chosen: Chosen, signal: AbortSignal): Promise<Figures> => {
  const sold = (statistic: 'products_sold' | 'categories_sold'): Promise<Report> => {
    const days = { start_date: period.from, end_date: period.to };
    return call('get_report', { statistic, ...days, ...narrowedTo(chosen, ['channel', 'currency']) }, signal);
  };
  const [now, before, products, categories, low] = await Promise.all([
    Promise.all(NAMES.map((name) => ask(name, period, chosen, signal))),
    Promise.all(NAMES.map((name) => ask(name, period.before, chosen, signal))),
    sold('products_sold'),
    sold('categories_sold'),
    may('get_low_stock') ? call('get_low_stock', { limit: LOW_MAX }, signal) : undefined,
  ]);
  return {
    now: byName(now),
    before: byName(before.map(({ sum }) => sum)),
    products,
    categories,
    low: low?.products.length,
  };
};

type Row = readonly (string | number)[];

/**
 * Days, products and categories as one table: what a row is about, its name, pieces and money. `names`: of statistics.
 * Columns keep their English names, which programs read.
 */
export const fileOf = ({ now, before, products, categories }: Figures, period: Period): string => {
  const head = ['what', 'day', 'id', 'name', 'value', 'amount', 'unit', 'currency'];
  const sums = NAMES.flatMap((name): Row[] => [
    [
      name,
      `${period.from} to ${period.to}`,
      '',
      'sum',
      now[name].sum,
      '',
      now[name].measurement,
      now[name].currency ?? '',
    ],
    [
      name,
      `${period.before.from} to ${period.before.to}`,
      '',
      'sum before',
      before[name],
      '',
      now[name].measurement,
      now[name].currency ?? '',
    ],
  ]);
  const days = NAMES.flatMap((name) =>
    now[name].records.map(({ date, value }): Row => [
      name,
      date,
      '',
      '',
      value,
      '',
      now[name].measurement,
      now[name].currency ?? '',
    ]),
  );
  const lists = [products, categories].flatMap(({ statistic, records, currency = '', measurement }) =>
    records.map(({ id = 0, name = '', value, amount = 0 }): Row => [
      statistic.toLowerCase(),
      '',
      id,
      name,
      value,
      amount,
      measurement,
      currency,
    ]),
  );
  return csvOf([head, ...sums, ...days, ...lists]);
};
