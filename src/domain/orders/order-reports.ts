// The figures of reports over orders, maintained while orders change, so that a report costs its days and not all
// orders. Derived from the orders' states alone; `kontor verify` compares it with every order.
import { dayText, monthOf, monthStart, weekOf, weekStart } from '../date-time.ts';
import { sumOf, tenTo } from '../money.ts';
import type { Whole } from '../money.ts';
import type { Cart } from '../cart/cart.ts';
import type { OrderState } from '../lifecycles/order.ts';
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';

/** Product → thousandths of a piece. */
export type Quantities = ReadonlyMap<number, Whole>;
/** Exact whatever they are made of: what was added can be taken away again. */
type Sums = Map<number, Whole>;

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];
/** This one, the last one, and one more for a shop that moves to another time zone. */
export const PERIODS_KEPT = 3;

/** The number of the period of a day; the next period has the next number. */
export const periodOf = (period: Period, day: number): number =>
  period === 'day' ? day : period === 'week' ? weekOf(day) : monthOf(day);

/** First day of a period. */
export const periodStart = (period: Period, key: number): number =>
  period === 'day' ? key : period === 'week' ? weekStart(key) : monthStart(key);

/** How verify calls a figure. */
export const hotlistFigure = (period: Period, key: number, product: number): string =>
  `hotlist of the ${period} from ${dayText(periodStart(period, key))}, product ${product}`;

/** Decimals that a currency may have. */
const DIGITS = [0, 1, 2, 3, 4] as const;

const timesTenTo = (amount: Whole, digits: number): Whole =>
  digits === 0 ? amount : sumOf(0n, BigInt(amount) * BigInt(tenTo(digits)));

const NOTHING: Quantities = new Map();

const change = (sums: Sums, key: number, by: number): void => {
  const sum = sumOf(sums.get(key) ?? 0, by);
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
};

/** Quantities of the latest days, weeks or months. */
class Latest {
  readonly kept = new Map<number, Sums>();
  private readonly period: Period;
  private newest = -Infinity;
  // Orders come day by day.
  private lastDay = -1;
  private lastKey = 0;

  constructor(period: Period) {
    this.period = period;
  }

  /** Where an order of this day counts; undefined when that is too long ago for any list. */
  of(day: number): Sums | undefined {
    if (day !== this.lastDay) [this.lastDay, this.lastKey] = [day, periodOf(this.period, day)];
    const key = this.lastKey;
    if (key <= this.newest - PERIODS_KEPT) return undefined;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const made: Sums = new Map();
    this.kept.set(key, made);
    this.newest = Math.max(this.newest, key);
    for (const old of this.kept.keys()) if (old <= this.newest - PERIODS_KEPT) this.kept.delete(old);
    return made;
  }
}

/** What reports say of an order depends on. */
interface Reported {
  readonly createdMs: number;
  readonly day: number;
  readonly states: { readonly order: OrderState };
  readonly currency: string;
  readonly currencyDigits: number;
  readonly cart: Cart;
}

/** What is to pay for an order: totalsOf without the taxes. */
export const payableMinor = ({ sumMinor, couponUses, deliveryPositions }: Cart): number => {
  let payable: number = sumMinor;
  for (const { usedMinor } of couponUses ?? []) payable -= usedMinor;
  for (const { priceMinor } of deliveryPositions) payable += priceMinor;
  return payable;
};

interface Placing {
  readonly id: number;
  readonly createdMs: number;
}

const isLater = (a: Placing, b: Placing | undefined): boolean =>
  b === undefined || a.createdMs > b.createdMs || (a.createdMs === b.createdMs && a.id > b.id);

const currencyKey = (currency: string, digits: number): string => `${currency} ${digits}`;

export class OrderReports implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** The first day with an order; Infinity before it. */
  firstDay = Infinity;
  /** The last one; −Infinity before it. */
  lastDay = -Infinity;
  /** Of all time, by orders that are not cancelled. */
  readonly quantities: Sums = new Map();
  /** Day → orders placed on it, cancelled ones included. */
  private readonly orders: Sums = new Map();
  /** Currency → day → what is to pay for orders that are not cancelled. */
  private readonly salesMinor = new Map<string, Sums>();
  /** Currency → day → how many orders `salesMinor` adds up, of whatever decimals. */
  private readonly salesOrders = new Map<string, Sums>();
  private readonly latest = { day: new Latest('day'), week: new Latest('week'), month: new Latest('month') };
  /** Product → the order of it that was placed last, for the name of one that is gone. */
  private readonly lastOrders = new Map<number, Placing>();

  add(id: number, order: Reported, seq: number): void {
    this.firstDay = Math.min(this.firstDay, order.day);
    this.lastDay = Math.max(this.lastDay, order.day);
    const last = { id, createdMs: order.createdMs };
    for (const { productId } of order.cart.lines)
      if (isLater(last, this.lastOrders.get(productId))) this.lastOrders.set(productId, last);
    this.count(order, 1, seq);
  }

  remove(order: Reported, seq: number): void {
    this.count(order, -1, seq);
  }

  private count({ day, states, currency, currencyDigits, cart }: Reported, sign: 1 | -1, seq: number): void {
    touch(this, seq);
    change(this.orders, day, sign);
    // Also of a cancelled order: which days are the latest must not depend on what became of it.
    const lists = [this.quantities, this.latest.day.of(day), this.latest.week.of(day), this.latest.month.of(day)];
    if (states.order === 'CANCELED') return;
    const key = currencyKey(currency, currencyDigits);
    let sales = this.salesMinor.get(key);
    if (sales === undefined) this.salesMinor.set(key, (sales = new Map()));
    change(sales, day, sign * payableMinor(cart));
    let sold = this.salesOrders.get(currency);
    if (sold === undefined) this.salesOrders.set(currency, (sold = new Map()));
    change(sold, day, sign);
    for (const { type, productId, quantityMilli } of cart.lines) {
      if (type !== 'PRODUCT') continue;
      for (const list of lists) if (list !== undefined) change(list, productId, sign * quantityMilli);
    }
  }

  ordersOn(day: number): Whole {
    return this.orders.get(day) ?? 0;
  }

  /** Orders whose amounts are in the sales of a day. */
  salesOrdersOn(day: number, currency: string): Whole {
    return this.salesOrders.get(currency)?.get(day) ?? 0;
  }

  /** In units of 10^−digits, exact: of orders that were placed with so many decimals or fewer. */
  salesOn(day: number, currency: string, digits: number): Whole {
    let sum: Whole = 0;
    for (const own of DIGITS) {
      const minor = own > digits ? undefined : this.salesMinor.get(currencyKey(currency, own))?.get(day);
      if (minor !== undefined) sum = sumOf(sum, timesTenTo(minor, digits - own));
    }
    return sum;
  }

  /** The most decimals that orders in this currency were placed with; −1: there are none. */
  digitsOf(currency: string): number {
    return DIGITS.findLast((digits) => this.salesMinor.has(currencyKey(currency, digits))) ?? -1;
  }

  /** Of one of the latest periods: this one and the last are always among them. */
  quantitiesOf(period: Period, key: number): Quantities {
    return this.latest[period].kept.get(key) ?? NOTHING;
  }

  /** 0 for a product that nobody ordered. */
  lastOrderOf(productId: number): number {
    return this.lastOrders.get(productId)?.id ?? 0;
  }

  /** Every number that a report can show, by a name that says which. */
  *figures(): Generator<readonly [name: string, value: Whole]> {
    for (const [day, count] of this.orders) yield [`orders on ${dayText(day)}`, count];
    for (const [currency, sales] of this.salesMinor) {
      for (const [day, minor] of sales) yield [`sales on ${dayText(day)} in ${currency}`, minor];
    }
    for (const [currency, sold] of this.salesOrders) {
      for (const [day, orders] of sold) yield [`orders in the sales on ${dayText(day)} in ${currency}`, orders];
    }
    for (const [product, milli] of this.quantities) yield [`hotlist of all time, product ${product}`, milli];
    for (const period of PERIODS) {
      for (const [key, quantities] of this.latest[period].kept) {
        for (const [product, milli] of quantities) yield [hotlistFigure(period, key, product), milli];
      }
    }
  }
}
