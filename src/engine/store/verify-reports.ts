// Verifies reports: every figure kept by the report indexes, which events update, against a scan of all orders and of
// all usage states. Not promised: that usage itself was counted right; it has no second source.
import { totalsOf } from '../../domain/cart/totals.ts';
import { dayText } from '../../domain/date-time.ts';
import { sumOf } from '../../domain/money.ts';
import type { Whole } from '../../domain/money.ts';
import type { Order } from '../../domain/orders/order.ts';
import { PERIODS, PERIODS_KEPT, hotlistFigure, periodOf } from '../../domain/orders/order-reports.ts';
import type { Period } from '../../domain/orders/order-reports.ts';
import type { Usage, UsageIndex } from '../../domain/reports/usage.ts';
import type { IndexOf } from '../../domain/kinds.ts';
import type { Tables } from '../read-context.ts';
import { storedIds } from './stored-ids.ts';

type Figures = Map<string, Whole>;

const add = (figures: Figures, name: string, by: number): void =>
  void figures.set(name, sumOf(figures.get(name) ?? 0, by));

/** The figures by a scan of all orders, with the totals that the view of each order shows. */
const scanOrders = (orders: Generator<Order>, lastDay: number): Figures => {
  const figures: Figures = new Map();
  const isKept = (period: Period, key: number): boolean => key > periodOf(period, lastDay) - PERIODS_KEPT;
  for (const { day, states, currency, currencyDigits, cart } of orders) {
    add(figures, `orders on ${dayText(day)}`, 1);
    if (states.order === 'CANCELED') continue;
    add(figures, `sales on ${dayText(day)} in ${currency} ${currencyDigits}`, totalsOf(cart).totalMinor);
    add(figures, `orders in the sales on ${dayText(day)} in ${currency}`, 1);
    for (const { type, productId, quantityMilli } of cart.lines) {
      if (type !== 'PRODUCT') continue;
      add(figures, `hotlist of all time, product ${productId}`, quantityMilli);
      for (const period of PERIODS) {
        const key = periodOf(period, day);
        if (isKept(period, key)) add(figures, hotlistFigure(period, key, productId), quantityMilli);
      }
    }
  }
  return figures;
};

function* ordersOf(tables: Tables): Generator<Order> {
  for (const id of storedIds(tables.order)) {
    const state = tables.order.peek(id);
    if (state !== undefined) yield state as Order;
  }
}

const scanUsage = ({ usage }: Tables): Figures => {
  const figures: Figures = new Map();
  for (const id of storedIds(usage)) {
    const state = usage.peek(id) as Usage | undefined;
    for (const [channelId, requests, bytes] of state?.channels ?? []) {
      add(figures, `requests on ${dayText(state!.day)} of channel ${channelId}`, requests);
      add(figures, `bytes on ${dayText(state!.day)} of channel ${channelId}`, bytes);
    }
  }
  return figures;
};

function* usageFigures({ byDay }: UsageIndex): Generator<readonly [string, number]> {
  for (const [day, { channels }] of byDay) {
    for (const [channelId, requests, bytes] of channels) {
      yield [`requests on ${dayText(day)} of channel ${channelId}`, requests];
      yield [`bytes on ${dayText(day)} of channel ${channelId}`, bytes];
    }
  }
}

function* compare(reported: Iterable<readonly [string, Whole]>, scanned: Figures, source: string): Generator<string> {
  const figures = new Map(reported);
  for (const [name, value] of figures) {
    const sum = scanned.get(name) ?? 0;
    if (value !== sum) yield `the report ${name} says ${value}, ${source} make ${sum}`;
  }
  for (const [name, sum] of scanned)
    if (sum !== 0 && !figures.has(name)) yield `the report ${name} says 0, ${source} make ${sum}`;
}

/** Findings: figures of reports that differ from the orders or usage states that they summarize. */
export function* reportsAgree(tables: Tables): Generator<string> {
  const { reports } = tables.order.index as IndexOf<'order'>;
  yield* compare(reports.figures(), scanOrders(ordersOf(tables), reports.lastDay), 'the orders');
  yield* compare(usageFigures(tables.usage.index as UsageIndex), scanUsage(tables), 'the counts');
}
