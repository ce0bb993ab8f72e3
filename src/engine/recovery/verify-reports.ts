// Verifies reports: compares every figure of the report indexes, which events update, with a scan of all orders and
// usage states. Not promised: that usage was counted right; it has no second source.
import { calculate } from '../../domain/calculation/calculate.ts';
import { dayText } from '../../domain/date-time.ts';
import { sumOf } from '../../domain/money.ts';
import type { Whole } from '../../domain/money.ts';
import { isGoods } from '../../domain/calculation/goods.ts';
import { documentsOf, isCounted, isCountedExpired } from '../../domain/orders/bookings.ts';
import type { OrderDocument } from '../../domain/orders/bookings.ts';
import { ORDERS_MAX, PRODUCTS_MAX, togetherFigures } from '../../domain/orders/bought-together.ts';
import { amountOf, orderTotal } from '../../domain/orders/credits.ts';
import { scopeText } from '../../domain/orders/day-sums.ts';
import type { Scope } from '../../domain/orders/day-sums.ts';
import type { Order } from '../../domain/orders/order.ts';
import { PERIODS, PERIODS_KEPT, hotlistFigure, periodOf } from '../../domain/orders/order-reports.ts';
import type { Period } from '../../domain/orders/order-reports.ts';
import { DaySold } from '../../domain/orders/product-sales.ts';
import type { Usage, UsageIndex } from '../../domain/reports/usage.ts';
import type { IndexOf } from '../../domain/kind-types.ts';
import type { Tables } from '../actors/tables.ts';
import { storedIds } from './stored-ids.ts';

type Figures = Map<string, Whole>;

const add = (figures: Figures, name: string, by: Whole): void =>
  void figures.set(name, sumOf(figures.get(name) ?? 0, by));

/** Orders of accounts that count, by account. */
type OfAccounts = Map<number, { readonly id: number; readonly order: Order }[]>;

const scopeOf = ({ channelId, currency, currencyDigits: digits }: Order): Scope => ({ channelId, currency, digits });

const addReturning = (figures: Figures, accounts: OfAccounts): void => {
  for (const orders of accounts.values()) {
    orders.sort((a, b) => a.order.day - b.order.day || a.id - b.id);
    for (const { order } of orders.slice(1)) {
      const where = scopeText({ ...scopeOf(order), digits: 0 });
      add(figures, `orders of returning customers on ${dayText(order.day)}${where}`, 1);
    }
  }
};

const addProducts = (figures: Figures, order: Order, isKept: (period: Period, key: number) => boolean): void => {
  for (const { type, productId, quantityMilli } of order.cart.lines) {
    if (type !== 'PRODUCT') continue;
    add(figures, `hotlist of all time, product ${productId}`, quantityMilli);
    for (const period of PERIODS) {
      const key = periodOf(period, order.day);
      if (isKept(period, key)) add(figures, hotlistFigure(period, key, productId), quantityMilli);
    }
  }
};

/** Goods, coupons and promotions: an edit takes those of the cart before it back, and counts its own. */
const addCarts = (figures: Figures, order: Order): void => {
  const scope = scopeOf(order);
  let before: Order['cart'] | undefined;
  for (const [at, { cart }] of [...order.past, order].entries()) {
    const day = order.past[at - 1]?.credits.at(-1)?.day ?? order.day;
    for (const [one, sign] of [[before, -1] as const, [cart, 1] as const]) {
      if (one === undefined) continue;
      const { promotionsMinor, couponsMinor } = calculate(one);
      add(figures, `coupons on ${dayText(day)}${scopeText(scope)}`, sign * couponsMinor);
      add(figures, `promotions on ${dayText(day)}${scopeText(scope)}`, sign * promotionsMinor);
      const sold = new DaySold();
      for (const { type, productId, quantityMilli, sumMinor } of one.lines)
        if (type === 'PRODUCT') sold.add(productId, sign * quantityMilli, sign * sumMinor);
      for (const [name, value] of sold.figures(day, scope)) add(figures, name, value);
    }
    before = cart;
  }
};

interface WithOthers {
  readonly id: number;
  readonly goods: ReadonlySet<number>;
  readonly isCanceled: boolean;
}

const latest = (orders: readonly WithOthers[]): WithOthers[] =>
  orders.toSorted((a, b) => a.id - b.id).slice(-ORDERS_MAX);

/** The latest orders of each product that have others, in whatever order they are added. */
class OrderedTogether {
  private readonly byProduct = new Map<number, WithOthers[]>();

  add(id: number, { cart, states, products }: Order): void {
    const ids = cart.lines.flatMap((line) => (isGoods(line) && line.productId !== 0 ? [line.productId] : []));
    const goods = new Set(products.length > 0 ? products : ids);
    if (goods.size < 2 || goods.size > PRODUCTS_MAX) return;
    for (const productId of goods) {
      const orders = this.byProduct.get(productId) ?? [];
      orders.push({ id, goods, isCanceled: states.order === 'CANCELED' });
      this.byProduct.set(productId, orders.length > 2 * ORDERS_MAX ? latest(orders) : orders);
    }
  }

  *figures(): Generator<readonly [name: string, value: number]> {
    for (const [productId, orders] of this.byProduct) {
      const counted = latest(orders).filter(({ isCanceled }) => !isCanceled);
      yield* togetherFigures(
        productId,
        counted.map(({ id, goods }) => [id, [...goods].filter((other) => other !== productId)] as const),
      );
    }
  }
}

/** What each edit made the order dearer or cheaper by. */
const addEdits = (figures: Figures, order: Order): void => {
  const carts = [...order.past, order].map(({ cart }) => calculate(cart).totalMinor);
  for (const [at, { credits }] of order.past.entries()) {
    const edit = credits.at(-1);
    if (edit === undefined) continue;
    const { day, lines } = edit;
    const moreMinor = carts[at + 1]! - amountOf({ lines });
    const where = `${dayText(day)}${scopeText(scopeOf(order))}`;
    add(figures, `${moreMinor > 0 ? 'sales' : 'credits'} on ${where}`, Math.abs(moreMinor));
  }
};

/** By the worths of lines, where reports have totals. */
const addDocuments = (figures: Figures, order: Order): void => {
  const minorOf = ({ lines }: OrderDocument): number =>
    amountOf({ lines: lines.map((line) => ({ ...line, quantityMilli: 0 })) });
  const where = (day: number): string => `${dayText(day)}${scopeText(scopeOf(order))}`;
  for (const document of documentsOf(order)) {
    add(figures, `documents on ${where(document.day)}`, minorOf(document));
    if (document.isCredit) add(figures, `credits on ${where(document.day)}`, -minorOf(document));
  }
  if (!order.isInvoicedByParcel) return;
  // What came off it before an invoice had that is on no document: as if it had one invoice over all of it.
  for (const document of documentsOf({ ...order, isInvoicedByParcel: false, partials: [] }))
    if (document.isCredit && document.note.number === 0)
      add(figures, `credits on ${where(document.day)}`, -minorOf(document));
};

const addPromotions = (figures: Figures, order: Order): void => {
  for (const { id: promotion, usedMinor } of order.cart.promotions) {
    add(figures, `uses of promotion ${promotion}`, 1);
    add(figures, `${order.currency} of promotion ${promotion}`, usedMinor);
    add(figures, `${order.currency} of orders with promotion ${promotion}`, orderTotal(order));
  }
};

/** Figures by a scan of all orders, with the totals shown by each order's view. */
const scanOrders = (orders: Generator<readonly [id: number, order: Order]>, lastDay: number): Figures => {
  const figures: Figures = new Map();
  const accounts: OfAccounts = new Map();
  const together = new OrderedTogether();
  const isKept = (period: Period, key: number): boolean => key > periodOf(period, lastDay) - PERIODS_KEPT;
  for (const [id, order] of orders) {
    if (order.isTrial) continue;
    together.add(id, order);
    const { states, userId } = order;
    const day = dayText(order.day);
    const scope = scopeOf(order);
    const ofAny = scopeText({ ...scope, currency: '', digits: 0 });
    add(figures, `orders on ${day}${ofAny}`, 1);
    if (!order.isPrepared) add(figures, `orders of carts on ${day}${ofAny}`, 1);
    if (isCountedExpired(order)) add(figures, `expired orders of ${day}${ofAny}`, 1);
    addDocuments(figures, order);
    if (states.order !== 'CANCELED') addPromotions(figures, order);
    if (!isCounted(order)) {
      add(figures, `canceled orders of ${day}${ofAny}`, 1);
      continue;
    }
    const first = (order.past[0] ?? order).cart;
    add(figures, `sales on ${day}${scopeText(scope)}`, calculate(first).totalMinor);
    addEdits(figures, order);
    add(figures, `orders in the sales on ${day}${scopeText({ ...scope, digits: 0 })}`, 1);
    addProducts(figures, order, isKept);
    addCarts(figures, order);
    if (userId === 0) continue;
    const known = accounts.get(userId);
    if (known === undefined) accounts.set(userId, [{ id, order }]);
    else known.push({ id, order });
  }
  addReturning(figures, accounts);
  for (const [name, value] of together.figures()) add(figures, name, value);
  return figures;
};

function* ordersOf(tables: Tables): Generator<readonly [id: number, order: Order]> {
  for (const id of storedIds(tables.order)) {
    const state = tables.order.peek(id);
    if (state !== undefined) yield [id, state as Order];
  }
}

const scanUsage = ({ usage }: Tables): Figures => {
  const figures: Figures = new Map();
  for (const id of storedIds(usage)) {
    const state = usage.peek(id) as Usage | undefined;
    if (state !== undefined) add(figures, `carts begun on ${dayText(state.day)}`, state.cartsBegun);
    for (const [channelId, requests, bytes] of state?.channels ?? []) {
      add(figures, `requests on ${dayText(state!.day)} of channel ${channelId}`, requests);
      add(figures, `bytes on ${dayText(state!.day)} of channel ${channelId}`, bytes);
    }
  }
  return figures;
};

function* usageFigures({ byDay }: UsageIndex): Generator<readonly [name: string, figure: number]> {
  for (const [day, { channels, cartsBegun }] of byDay) {
    if (cartsBegun > 0) yield [`carts begun on ${dayText(day)}`, cartsBegun];
    for (const [channelId, requests, bytes] of channels) {
      yield [`requests on ${dayText(day)} of channel ${channelId}`, requests];
      yield [`bytes on ${dayText(day)} of channel ${channelId}`, bytes];
    }
  }
}

function* compare(
  reported: Iterable<readonly [name: string, figure: Whole]>,
  scanned: Figures,
  source: string,
): Generator<string> {
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
  const { reports, promotions } = tables.order.index as IndexOf<'order'>;
  const reported = [...reports.figures(), ...promotions.figures()];
  yield* compare(reported, scanOrders(ordersOf(tables), reports.lastDay), 'the orders');
  yield* compare(usageFigures(tables.usage.index as UsageIndex), scanUsage(tables), 'the counts');
}
