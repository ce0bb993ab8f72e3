// Whether reports say what the orders say: every figure that was folded from events, against a scan of all orders and
// of all that was counted.
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

type Figures = Map<string, Whole>;

const add = (figures: Figures, name: string, by: number): void =>
  void figures.set(name, sumOf(figures.get(name) ?? 0, by));

/** The slow way: one order after the other, with the totals that its own view has. */
const scan = (orders: Generator<Order>, lastDay: number): Figures => {
  const figures: Figures = new Map();
  const isKept = (period: Period, key: number): boolean => key > periodOf(period, lastDay) - PERIODS_KEPT;
  for (const { day, states, currency, currencyDigits, cart } of orders) {
    add(figures, `orders on ${dayText(day)}`, 1);
    if (states.order === 'CANCELED') continue;
    add(figures, `sales on ${dayText(day)} in ${currency} ${currencyDigits}`, totalsOf(cart).totalMinor);
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
  for (let id = 1; id < tables.order.nextId; id += 1) {
    const state = tables.order.peek(id);
    if (state !== undefined) yield state as Order;
  }
}

const scanUsage = ({ usage }: Tables): Figures => {
  const figures: Figures = new Map();
  for (let id = 1; id < usage.nextId; id += 1) {
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

function* compared(said: Iterable<readonly [string, Whole]>, are: Figures, who: string): Generator<string> {
  const seen = new Map(said);
  for (const [name, value] of seen) {
    const is = are.get(name) ?? 0;
    if (value !== is) yield `the report ${name} says ${value}, ${who} make ${is}`;
  }
  for (const [name, is] of are) if (is !== 0 && !seen.has(name)) yield `the report ${name} says 0, ${who} make ${is}`;
}

/** What of the reports does not agree with that which they tell of. */
export function* reportsAgree(tables: Tables): Generator<string> {
  const { reports } = tables.order.index as IndexOf<'order'>;
  yield* compared(reports.figures(), scan(ordersOf(tables), reports.lastDay), 'the orders');
  yield* compared(usageFigures(tables.usage.index as UsageIndex), scanUsage(tables), 'the counts');
}
