// The figures of reports over orders, maintained while orders change, so that a report costs its days and not all
// orders. Derived from the orders' states alone; `kontor verify` compares it with every order.
import { BoughtTogether } from './bought-together.ts';
import { dayText, monthOf, monthStart, weekOf, weekStart } from '../date-time.ts';
import { sumOf } from '../money.ts';
import type { Whole } from '../money.ts';
import type { Cart } from '../cart/cart.ts';
import { payableMinor } from '../calculation/calculate.ts';
import { couponsTaken } from '../calculation/coupons.ts';
import { promotionsTaken } from '../calculation/promotions.ts';
import { dayOfCancellation, documentSums, hasOnlyInvoice, isCounted, isCountedExpired } from './bookings.ts';
import type { Booked } from './bookings.ts';
import { allCredits, countedCarts, editsOf } from './past-carts.ts';
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import { DaySums } from './day-sums.ts';
import type { Scope } from './day-sums.ts';
import { ProductSales } from './product-sales.ts';
import { ReturningOrders } from './returning-orders.ts';

/** Thousandths of a piece, by product. */
export type Quantities = Iterable<readonly [productId: number, milli: Whole]>;

/** What is known of a product, found by one look-up for each line of an order. */
interface ProductTally {
  /** Its place among the products that were ordered, from 0. */
  readonly place: number;
  /** By orders of all time that are not cancelled; exact whatever it is made of, so it can be taken away again. */
  milli: Whole;
  /** The order of it that was placed last, for the name of a product that is gone. */
  last: Placing | undefined;
}

/**
 * Quantities by the places of products. A list has no record for each product: most products of a day are sold once on
 * it, and a record would cost more than all else that is counted of a line.
 */
type Quantified = Whole[];

const addAt = (quantities: Quantified, place: number, milli: number): void => {
  while (quantities.length <= place) quantities.push(0);
  quantities[place] = sumOf(quantities[place]!, milli);
};

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

/** Quantities of the latest days, weeks or months. */
class Latest {
  readonly kept = new Map<number, Quantified>();
  private readonly period: Period;
  private newest = -Infinity;
  // Orders come day by day.
  private lastDay = -1;
  private lastKey = 0;

  constructor(period: Period) {
    this.period = period;
  }

  /**
   * Where an order of this day counts; undefined when that is too long ago for any list. `products`: how many were
   * ordered so far.
   */
  of(day: number, products: number): Quantified | undefined {
    if (day !== this.lastDay) [this.lastDay, this.lastKey] = [day, periodOf(this.period, day)];
    const key = this.lastKey;
    if (key <= this.newest - PERIODS_KEPT) return undefined;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const made = Array.from<Whole>({ length: products }).fill(0);
    this.kept.set(key, made);
    this.newest = Math.max(this.newest, key);
    for (const old of this.kept.keys()) if (old <= this.newest - PERIODS_KEPT) this.kept.delete(old);
    return made;
  }
}

/** What reports say of an order depends on. */
interface Reported extends Booked {
  readonly createdMs: number;
  readonly userId: number;
  readonly currency: string;
  readonly currencyDigits: number;
  readonly channelId: number;
  readonly isPrepared: boolean;
  readonly products: readonly number[];
}

/** The first day of what came after the order was placed, which may be before it where the clock was set back since. */
const firstLaterDay = (order: Reported): number => {
  let first = order.cancellation.number === 0 ? Infinity : dayOfCancellation(order);
  for (const { day } of allCredits(order)) first = Math.min(first, day);
  for (const { day } of order.partials) first = Math.min(first, day);
  return first;
};

interface Placing {
  readonly id: number;
  readonly createdMs: number;
}

const isLater = (a: Placing, b: Placing | undefined): boolean =>
  b === undefined || a.createdMs > b.createdMs || (a.createdMs === b.createdMs && a.id > b.id);

export class OrderReports implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** The first day with an order, or with a document of one; Infinity before it. */
  firstDay = Infinity;
  /** The last one; −Infinity before it. */
  lastDay = -Infinity;
  /** Orders by the day on which they were placed, cancelled ones included. */
  readonly orders = new DaySums();
  /** Those of them that are cancelled. */
  readonly canceled = new DaySums();
  /** Those of them that ended because they were not paid in time. */
  readonly expired = new DaySums();
  /** Those of them that came of a shopper's cart, and not of a draft of the shop. */
  readonly ofCarts = new DaySums();
  /** What orders that are not cancelled came to when they were placed, and what edits made them dearer by. */
  readonly sales = new DaySums();
  /** What documents of orders come to, by their days: invoices less what takes them back. */
  readonly documents = new DaySums();
  /** What was credited of these, or edits made them cheaper by, by the day of it. */
  readonly credits = new DaySums();
  /** What coupons took off these. */
  readonly coupons = new DaySums();
  /** What promotions took off these. */
  readonly promotions = new DaySums();
  /** How many orders `sales` adds up, of whatever decimals. */
  readonly salesOrders = new DaySums();
  /** Those of them whose account had ordered before. */
  readonly returning = new ReturningOrders();
  /** What they hold of each product. */
  readonly products = new ProductSales();
  /** What was ordered together, by product. */
  readonly together = new BoughtTogether();
  private readonly latest = { day: new Latest('day'), week: new Latest('week'), month: new Latest('month') };
  private readonly tallies = new Map<number, ProductTally>();
  /** Products that were ordered, by their places. */
  private readonly ordered: number[] = [];

  /** A trial order is in no figure (D466). */
  add(id: number, order: Reported, seq: number): void {
    if (order.isTrial) return;
    this.firstDay = Math.min(this.firstDay, order.day);
    this.firstDay = Math.min(this.firstDay, firstLaterDay(order));
    this.lastDay = Math.max(this.lastDay, order.day);
    const last = { id, createdMs: order.createdMs };
    for (const { productId } of order.cart.lines) {
      const tally = this.tallyOf(productId);
      if (isLater(last, tally.last)) tally.last = last;
    }
    this.together.set(id, order, seq);
    this.count(id, order, 1, seq);
  }

  remove(id: number, order: Reported, seq: number): void {
    if (!order.isTrial) this.count(id, order, -1, seq);
  }

  private count(id: number, order: Reported, sign: 1 | -1, seq: number): void {
    const { day, userId, currency, currencyDigits: digits, channelId, cart } = order;
    const scope: Scope = { channelId, currency, digits };
    const ofAny: Scope = { channelId, currency: '', digits: 0 };
    touch(this, seq);
    this.orders.change(ofAny, day, sign);
    if (!order.isPrepared) this.ofCarts.change(ofAny, day, sign);
    // A cancelled order counts here, too: its state must not decide which days are the latest.
    const { length } = this.ordered;
    const { day: days, week: weeks, month: months } = this.latest;
    const lists = [days.of(day, length), weeks.of(day, length), months.of(day, length)];
    if (isCountedExpired(order)) this.expired.change(ofAny, day, sign);
    // Nearly every order, and each that has just been placed: what it comes to is calculated once.
    const invoiceMinor = hasOnlyInvoice(order) ? payableMinor(cart) : undefined;
    if (invoiceMinor !== undefined) this.documents.change(scope, day, sign * invoiceMinor);
    else this.countDocuments(order, scope, sign);
    if (!isCounted(order)) {
      this.canceled.change(ofAny, day, sign);
      return;
    }
    this.sales.change(scope, day, sign * (invoiceMinor ?? payableMinor((order.past[0] ?? order).cart)));
    for (const [on, more] of editsOf(order))
      if (more > 0) this.sales.change(scope, on, sign * more);
      else this.credits.change(scope, on, -sign * more);
    this.salesOrders.change({ channelId, currency, digits: 0 }, day, sign);
    if (sign > 0) this.returning.add(userId, id, day, scope);
    else this.returning.remove(userId, id, day);
    for (const { type, productId, quantityMilli } of cart.lines)
      if (type === 'PRODUCT') this.countPieces(this.tallyOf(productId), lists, sign * quantityMilli);
    // Nearly every order has one cart; a list of carts for each checkout took a sixth of what is counted here.
    if (order.past.length === 0) this.countCart(cart, scope, day, sign);
    else for (const [on, counted, by] of countedCarts(order)) this.countCart(counted, scope, on, sign * by);
  }

  private tallyOf(productId: number): ProductTally {
    let tally = this.tallies.get(productId);
    if (tally !== undefined) return tally;
    tally = { place: this.ordered.push(productId) - 1, milli: 0, last: undefined };
    this.tallies.set(productId, tally);
    return tally;
  }

  private countPieces(tally: ProductTally, lists: readonly (Quantified | undefined)[], milli: number): void {
    tally.milli = sumOf(tally.milli, milli);
    for (const list of lists) if (list !== undefined) addAt(list, tally.place, milli);
  }

  private countDocuments(order: Reported, scope: Scope, sign: 1 | -1): void {
    for (const { day, minor, creditMinor } of documentSums(order)) {
      this.documents.change(scope, day, sign * minor);
      // An order that a document took back counts in no sales, so that nothing comes off them either.
      if (creditMinor !== 0) this.credits.change(scope, day, sign * creditMinor);
    }
  }

  private countCart(cart: Cart, scope: Scope, day: number, sign: number): void {
    this.coupons.change(scope, day, sign * couponsTaken(cart));
    this.promotions.change(scope, day, sign * promotionsTaken(cart));
    for (const { type, productId, quantityMilli, sumMinor } of cart.lines)
      if (type === 'PRODUCT') this.products.change(scope, day, productId, sign * quantityMilli, sign * sumMinor);
  }

  /** The most decimals that orders in this currency were placed with; −1: there are none. */
  digitsOf(currency: string): number {
    return this.sales.digitsOf(currency);
  }

  /** Quantities of one of the latest periods, of which this one and the last are always kept. */
  *quantitiesOf(period: Period, key: number): Generator<readonly [productId: number, milli: Whole]> {
    const list = this.latest[period].kept.get(key) ?? [];
    for (let place = 0; place < list.length; place += 1)
      if (list[place] !== 0) yield [this.ordered[place]!, list[place]!];
  }

  /** Quantities of all time, by orders that are not cancelled. */
  *quantities(): Generator<readonly [productId: number, milli: Whole]> {
    for (const [productId, { milli }] of this.tallies) if (milli !== 0) yield [productId, milli];
  }

  /** 0 for a product that nobody ordered. */
  lastOrderOf(productId: number): number {
    return this.tallies.get(productId)?.last?.id ?? 0;
  }

  /** Every number that a report can show, by a name that says which. */
  *figures(): Generator<readonly [name: string, value: Whole]> {
    yield* this.orders.figures('orders on');
    yield* this.canceled.figures('canceled orders of');
    yield* this.expired.figures('expired orders of');
    yield* this.ofCarts.figures('orders of carts on');
    yield* this.sales.figures('sales on');
    yield* this.documents.figures('documents on');
    yield* this.credits.figures('credits on');
    yield* this.coupons.figures('coupons on');
    yield* this.promotions.figures('promotions on');
    yield* this.salesOrders.figures('orders in the sales on');
    yield* this.returning.figures();
    yield* this.products.figures();
    yield* this.together.figures();
    for (const [product, milli] of this.quantities()) yield [`hotlist of all time, product ${product}`, milli];
    for (const period of PERIODS) {
      for (const key of this.latest[period].kept.keys())
        for (const [product, milli] of this.quantitiesOf(period, key))
          yield [hotlistFigure(period, key, product), milli];
    }
  }
}
