// The bookings of some days: the documents of orders by tax, and the money that came and went back.
//
// Guaranteed: bookings of documents add up to the report `net_sales` of the days, by currency; those of a closed month
// stay as they are, whatever becomes of its orders, of their persons and of the settings (D530, D531).
// Not promised: bookings of money that has no claim, or of orders that came from another system as history.
import { moneyAccount, revenueAccount } from '../accounting.ts';
import type { Accounting, TaxCategory } from '../accounting.ts';
import { own } from '../by-language.ts';
import { dayText, monthOf } from '../date-time.ts';
import { refuse, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { Line } from '../cart/line.ts';
import { AMOUNT_MINOR_MAX } from '../money.ts';
import { documentsOf } from '../orders/bookings.ts';
import type { DocumentKind, OrderDocument, OrderMoney } from '../orders/bookings.ts';
import { invoiceNumberOf } from '../orders/invoice-number.ts';
import type { Order } from '../orders/order.ts';
import { partialOn } from '../orders/partial-invoice.ts';
import { cartsOf, lastEdit } from '../orders/past-carts.ts';
import { NO_NUMBER } from '../orders/placed-order.ts';
import type { InvoiceNumber } from '../orders/placed-order.ts';
import { bookedCategory } from '../orders/vat-category.ts';
import type { TaxClass } from '../rules.ts';
import type { Seller } from '../seller.ts';
import { closingOf, isClosedDay } from '../time/closed-month.ts';
import type { Reader } from '../transaction.ts';

type BookingKind = DocumentKind | OrderMoney['kind'];

/** Bookings of one file. DATEV takes no more. */
export const BOOKINGS_MAX = 99_999;
/** Orders that one step reads, and lines of them. */
const STEP = { orders: 16, lines: 256 };

/** What a booking is about, beside its amounts. */
interface BookingHead {
  readonly day: number;
  readonly kind: BookingKind;
  /** The document's; of money the invoice's, before any the order's; '' for bookings that are added up by day. */
  readonly number: string;
  /** 0 for bookings that are added up by day. */
  readonly orderId: number;
  readonly currency: string;
  readonly digits: number;
  /** The rate of its tax, in 1/1,000,000; 0 for money. */
  readonly rateE6: number;
  /** '' for money. */
  readonly category: TaxCategory | '';
  /** Where its tax is owed; '': not known, or money. */
  readonly country: string;
  readonly account: string;
  readonly contraAccount: string;
  readonly taxCode: string;
  /** −1 for documents; 0: by hand. */
  readonly methodId: number;
}

/** Amounts in the minor unit; below 0: what is taken back. */
export interface Booking extends BookingHead {
  readonly grossMinor: number;
  readonly netMinor: number;
  readonly taxMinor: number;
}

/** What bookings in one currency add up to. */
export interface BookingSum {
  readonly currency: string;
  readonly digits: number;
  grossMinor: number;
  netMinor: number;
  taxMinor: number;
  receivedMinor: number;
  refundedMinor: number;
}

/** What the bookings of a day are made with. */
interface Books {
  readonly accounting: Accounting;
  readonly seller: Seller;
  readonly taxClasses: readonly TaxClass[];
}

/** The settings of a day: those that its month was closed with, or those of now. */
export const booksOf = (shop: Reader, day: number): Books => closingOf(shop, day) ?? shop.rules;

/** The seller as the order was placed; that of the books where none was told yet. */
const sellerOf = (shop: Reader, { profileId }: Order, books: Books): Seller => {
  const seller = profileId === 0 ? undefined : shop.read('shop_profile', profileId)?.seller;
  return seller === undefined || seller.name === '' ? books.seller : seller;
};

/** The country of the goods: positions of a delivery do not name theirs. */
const countryOf = (lines: readonly Line[]): string => lines.find(({ basis }) => basis !== null)?.basis?.[2] ?? '';

/** Adds up what has the same head. */
class Sums {
  private readonly byKey = new Map<string, Booking & { grossMinor: number; netMinor: number; taxMinor: number }>();

  private readonly byDay: boolean;

  /** `byDay`: over all orders. */
  constructor(byDay: boolean) {
    this.byDay = byDay;
  }

  add(of: BookingHead, grossMinor: number, taxMinor: number): void {
    const head = this.byDay ? { ...of, number: '', orderId: 0 } : of;
    const { kind, number, currency, digits, rateE6, category, country, account, contraAccount, taxCode, methodId } =
      head;
    const key = [kind, number, currency, digits, rateE6, category, country, account, contraAccount, taxCode, methodId];
    const text = key.join(' ');
    let sum = this.byKey.get(text);
    if (sum === undefined) this.byKey.set(text, (sum = { ...head, grossMinor: 0, netMinor: 0, taxMinor: 0 }));
    sum.grossMinor += grossMinor;
    sum.taxMinor += taxMinor;
    sum.netMinor += grossMinor - taxMinor;
  }

  /** In the order in which they came. */
  take(): readonly Booking[] {
    const all = [...this.byKey.values()];
    this.byKey.clear();
    return all.filter(({ grossMinor, taxMinor }) => grossMinor !== 0 || taxMinor !== 0);
  }
}

/** The number of a document; a document without one of its own names the invoice. */
const numberOf = ({ note, invoice }: OrderDocument): string =>
  note.number === 0 ? invoiceNumberOf({ invoice }) : `${note.prefix}${note.number}`;

interface OfOrder {
  readonly shop: Reader;
  readonly orderId: number;
  readonly order: Order;
  readonly day: number;
  readonly books: Books;
}

const addDocuments = ({ shop, orderId, order, day, books }: OfOrder, sums: Sums): void => {
  const documents = documentsOf(order).filter((document) => document.day === day);
  if (documents.length === 0) return;
  const { currency, currencyDigits: digits } = order;
  const { accounting, taxClasses } = books;
  const seller = sellerOf(shop, order, books);
  for (const document of documents) {
    const byId = new Map(document.of.map((line) => [line.id, line]));
    const ofGoods = countryOf(document.of);
    const head = { day, kind: document.kind, number: numberOf(document), orderId, currency, digits };
    for (const { lineId, minor, taxMinor } of document.lines) {
      const { basis, rateE6 } = byId.get(lineId)!;
      const [, taxClass = '', goesTo = ofGoods] = basis ?? [];
      const category = bookedCategory(taxClass, rateE6, goesTo, seller);
      // A country without a rate of its own pays that of the shop, which is owed at home.
      const isOwedThere = rateE6 === 0 || taxClasses.some(({ rates }) => own(rates, goesTo) === rateE6);
      const country = isOwedThere ? goesTo : seller.country;
      const sold = { rateE6, category, country, taxClass };
      const { account, taxCode } = revenueAccount(accounting, sold, seller.country, seller.smallBusiness);
      const booked = { rateE6, category, country, account: accounting.debtor, contraAccount: account, taxCode };
      sums.add({ ...head, ...booked, methodId: -1 }, minor, taxMinor);
    }
  }
};

const NO_TAX = { rateE6: 0, category: '', country: '', taxCode: '' } as const;

/** The invoice that the order had at the end of a day. */
const invoicedOn = (order: Order, day: number): InvoiceNumber =>
  order.isInvoicedByParcel
    ? (partialOn(order, day) ?? NO_NUMBER)
    : (cartsOf(order).findLast((one) => (lastEdit(one)?.day ?? -1) <= day) ?? order).invoice;

const addMoney = ({ orderId, order, day, books: { accounting } }: OfOrder, sums: Sums): void => {
  const { money, currency, currencyDigits: digits } = order;
  for (const { day: on, minor, kind, methodId } of money) {
    if (on !== day) continue;
    const accounts = { account: moneyAccount(accounting, methodId), contraAccount: accounting.debtor };
    const number = invoiceNumberOf({ invoice: invoicedOn(order, day) }) || String(orderId);
    const head = { day, kind, number, orderId, currency, digits };
    sums.add({ ...head, ...NO_TAX, ...accounts, methodId }, minor, 0);
  }
};

export interface BookingQuery {
  readonly fromDay: number;
  readonly toDay: number;
  /** '': all. */
  readonly currency: string;
  /** Whether the bookings of a day are added up over its documents. */
  readonly byDay: boolean;
  /** Bookings at most. */
  readonly max: number;
}

/** What was booked. */
export interface Booked {
  readonly bookings: number;
  /** By currency, all of them, as they are met. */
  readonly sums: readonly BookingSum[];
  /** Whether all of the days are in closed months. */
  readonly isClosed: boolean;
}

class Totals {
  private readonly byCurrency = new Map<string, BookingSum>();

  add({ currency, digits, kind, grossMinor, netMinor, taxMinor }: Booking): void {
    const key = `${currency} ${digits}`;
    let sum = this.byCurrency.get(key);
    if (sum === undefined) {
      sum = { currency, digits, grossMinor: 0, netMinor: 0, taxMinor: 0, receivedMinor: 0, refundedMinor: 0 };
      this.byCurrency.set(key, sum);
    }
    if (kind === 'received') sum.receivedMinor += grossMinor;
    else if (kind === 'refunded') sum.refundedMinor -= grossMinor;
    else {
      sum.grossMinor += grossMinor;
      sum.netMinor += netMinor;
      sum.taxMinor += taxMinor;
    }
  }

  get sums(): readonly BookingSum[] {
    return [...this.byCurrency.values()];
  }

  get isLong(): boolean {
    return this.sums.some(({ currency: _currency, digits: _digits, ...amounts }) =>
      Object.values(amounts).some((amount) => Math.abs(amount) > AMOUNT_MINOR_MAX),
    );
  }
}

/** Days with orders, of those that are asked for. */
const daysIn = (shop: Reader, { fromDay, toDay }: BookingQuery): readonly number[] => {
  const { booked } = shop.index('order');
  return booked.days(fromDay, toDay);
};

/**
 * Gives every booking to `take`, by day, and by order on a day. Sums are of all currencies.
 *
 * Refuses: PARAMETER_INVALID with `to` for more bookings than `max`, AMOUNT_OUT_OF_RANGE.
 */
export function* bookingsOf(
  shop: Reader,
  query: BookingQuery,
  take: (booking: Booking) => void,
): Steps<Result<Booked>> {
  const { booked } = shop.index('order');
  const totals = new Totals();
  const sums = new Sums(query.byDay);
  let [bookings, orders, lines] = [0, 0, 0];
  const flush = (): void => {
    for (const booking of sums.take()) {
      totals.add(booking);
      if (query.currency !== '' && booking.currency !== query.currency) continue;
      bookings += 1;
      if (bookings <= query.max) take(booking);
    }
  };
  for (const day of daysIn(shop, query)) {
    const books = booksOf(shop, day);
    for (const orderId of booked.bookedOn(day)) {
      orders += 1;
      if (orders % STEP.orders === 0 || lines >= STEP.lines) {
        yield '';
        lines = 0;
      }
      const order = shop.read('order', orderId);
      if (order === undefined || order.isTrial) continue;
      lines += order.cart.lines.length;
      const of = { shop, orderId, order, day, books };
      addDocuments(of, sums);
      addMoney(of, sums);
      if (!query.byDay) flush();
    }
    flush();
  }
  if (bookings > query.max) {
    const why = `There are ${bookings} bookings, and the file has ${query.max} at most: ask for fewer days.`;
    return refuse('PARAMETER_INVALID', 'to', why);
  }
  if (totals.isLong) return refuse('AMOUNT_OUT_OF_RANGE', 'from');
  return ok({ bookings, sums: totals.sums, isClosed: isClosedDay(shop, query.toDay) });
}

/** What the file of some days is called: their month, or both of them. */
export const daysName = (fromDay: number, toDay: number): string => {
  const [from, to] = [dayText(fromDay), dayText(toDay)];
  const isMonth = monthOf(fromDay) !== monthOf(fromDay - 1) && monthOf(toDay) !== monthOf(toDay + 1);
  return isMonth && monthOf(fromDay) === monthOf(toDay) ? from.slice(0, 7) : `${from}_${to}`;
};
