// What an order adds to the books: its documents, each with the day on which it counts, and the money that came and
// went back.
//
// Guaranteed: it follows from the order alone. The documents of an order add up to what it comes to, and to nothing
// once it is cancelled; its money adds up to what came and did not go back. A document keeps its day and its amounts
// once its month is closed: what is cancelled or opened again later counts on its own day (D531).
import { payableMinor } from '../calculation/calculate.ts';
import { lineWorths } from '../calculation/worth.ts';
import type { Line } from '../cart/line.ts';
import type { OrderState } from '../lifecycles/order.ts';
import { amountOf } from './credits.ts';
import type { Cancellation, Turn } from './order-parts.ts';
import type { Invoiced } from './partial-invoice.ts';
import { cartsOf, lastEdit } from './past-carts.ts';
import type { PastCart } from './past-carts.ts';
import { NO_NUMBER } from './placed-order.ts';
import type { InvoiceNumber } from './placed-order.ts';

/** Money that came for an order, or went back where it is below 0. */
export interface OrderMoney {
  readonly day: number;
  readonly minor: number;
  readonly kind: 'received' | 'refunded';
  /** Id of the payment method; 0: by hand. */
  readonly methodId: number;
}

/** What an order's documents follow from. */
export interface Booked extends PastCart, Invoiced {
  readonly day: number;
  readonly turns: readonly Turn[];
  readonly past: readonly PastCart[];
  readonly states: { readonly order: OrderState };
  readonly cancellation: Cancellation;
  readonly isExpired: boolean;
  readonly isTrial: boolean;
}

export type DocumentKind = 'invoice' | 'credit_note' | 'cancellation' | 'reopening';

/** What of a line a document counts; below 0: what it takes back. */
interface BookedLine {
  readonly lineId: number;
  readonly minor: number;
  readonly taxMinor: number;
}

export interface OrderDocument {
  readonly kind: DocumentKind;
  readonly day: number;
  /** Its number; 0: it has none of its own. */
  readonly note: InvoiceNumber;
  /** That of the cart's invoice. */
  readonly invoice: InvoiceNumber;
  /** The lines of the cart that it is about. */
  readonly of: readonly Line[];
  /** It takes something off the sales. */
  readonly isCredit: boolean;
  readonly lines: readonly BookedLine[];
}

const DAY_MS = 86_400_000;

/** Whether the day of an order counts it: as it was when its month was closed, else as it is. */
export const isCounted = ({ turns, states }: Pick<Booked, 'turns' | 'states'>): boolean =>
  turns[0]?.isCanceled ?? states.order !== 'CANCELED';

/** Whether the day of an order counts it among those that ended unpaid. */
export const isCountedExpired = (order: Pick<Booked, 'turns' | 'states' | 'isExpired'>): boolean =>
  !isCounted(order) && (order.turns[0]?.wasExpired ?? order.isExpired);

/** Its issued invoice was taken back by a document while its month was open. */
const isTakenBack = ({ turns, states, cancellation }: Booked): boolean =>
  turns.length === 0 && states.order === 'CANCELED' && cancellation.number !== 0;

/** Older versions noted no day: it is that of UTC. */
export const dayOfCancellation = ({ cancellation: { day, canceledMs } }: Booked): number =>
  day < 0 ? Math.floor(canceledMs / DAY_MS) : day;

/** A document whose amounts are not made yet. */
interface Planned {
  readonly kind: DocumentKind;
  readonly day: number;
  readonly note: InvoiceNumber;
  /** Partial invoice of the order that it is, or whose credit; −1: none. */
  readonly partial: number;
  /** Credit of the order that it is; −1: it is about all that the order comes to, or its partial invoice. */
  readonly credit: number;
  /** How many credits are taken off that. */
  readonly before: number;
  readonly sign: 1 | -1;
}

/**
 * Where the order is invoiced by parcel: each partial invoice on its day, and what takes off one. What has no invoice
 * is in no book, and an order with one is not cancelled.
 */
const plannedParts = ({ partials, credits }: Booked): readonly Planned[] => [
  ...partials.map(({ day, invoice }, partial): Planned => ({
    kind: 'invoice',
    day,
    note: invoice,
    partial,
    credit: -1,
    before: 0,
    sign: 1,
  })),
  ...credits.flatMap(({ day, note, partialId = 0 }, credit): readonly Planned[] =>
    partialId === 0 ? [] : [{ kind: 'credit_note', day, note, partial: partialId - 1, credit, before: 0, sign: -1 }],
  ),
];

const planned = (order: Booked): readonly Planned[] => {
  if (order.isTrial) return [];
  return order.isInvoicedByParcel ? plannedParts(order) : plannedWhole(order);
};

/** Where the order has one invoice over all of it. */
const plannedWhole = (order: Booked): readonly Planned[] => {
  const { day, invoice, credits, turns, cancellation } = order;
  const isTaken = isTakenBack(order);
  const counts = isCounted(order) || isTaken;
  if (!counts && turns.length === 0) return [];
  const all: Planned[] = counts
    ? [{ kind: 'invoice', day, note: invoice, partial: -1, credit: -1, before: 0, sign: 1 }]
    : [];
  for (let at = counts ? 0 : turns[0]!.credits; at < credits.length; at += 1) {
    const { day: creditDay, note } = credits[at]!;
    all.push({ kind: 'credit_note', day: creditDay, note, partial: -1, credit: at, before: 0, sign: -1 });
  }
  for (const [at, { day: turnDay, isCanceled, credits: before }] of turns.entries()) {
    const note = isCanceled && at === turns.length - 1 ? cancellation : NO_NUMBER;
    const kind = isCanceled ? 'cancellation' : 'reopening';
    all.push({ kind, day: turnDay, note, partial: -1, credit: -1, before, sign: isCanceled ? -1 : 1 });
  }
  if (isTaken) {
    const one = { kind: 'cancellation', day: dayOfCancellation(order), note: cancellation } as const;
    all.push({ ...one, partial: -1, credit: -1, before: credits.length, sign: -1 });
  }
  return all;
};

/** What an order comes to after its first credits. */
const totalAfter = ({ cart, credits }: Pick<Booked, 'cart' | 'credits'>, before: number): number => {
  let total: number = payableMinor(cart);
  for (const credit of credits.slice(0, before)) total -= amountOf(credit);
  return total;
};

/** One cart of an order, as an order that has no other. */
interface Book {
  readonly order: Booked;
  /** Its last credit is that of an edit. */
  readonly isPast: boolean;
  /** It is in the books because it was issued, or taken back with the order, which counts no more. */
  readonly isApart: boolean;
}

const NO_CANCELLATION: Cancellation = { ...NO_NUMBER, canceledMs: 0, day: -1 };

/** The carts of an order that count: one that an edit replaced does while the order does, or where it was issued. */
const booksOf = (order: Booked): readonly Book[] => {
  if (order.past.length === 0) return [{ order, isPast: false, isApart: false }];
  const counts = isCounted(order) || isTakenBack(order);
  return cartsOf(order).flatMap((one, at): Book[] => {
    const day = lastEdit(one)?.day ?? order.day;
    if (at === order.past.length) return [{ order: { ...one, day, past: [] }, isPast: false, isApart: false }];
    const wasIssued = (one.credits.at(-1)?.note.number ?? 0) !== 0;
    const past: Booked = {
      ...one,
      day,
      past: [],
      states: { ...order.states, order: 'OPEN' },
      cancellation: NO_CANCELLATION,
      turns: [],
      isExpired: false,
      partials: [],
    };
    return counts || wasIssued ? [{ order: past, isPast: true, isApart: !isCounted(order) }] : [];
  });
};

/** Whether a document takes something off the sales: what an edit takes back, it also gives. */
const isCreditOf = ({ order, isPast, isApart }: Book, { kind, credit }: Planned): boolean =>
  kind !== 'invoice' && !isApart && !isTakenBack(order) && !(isPast && credit === order.credits.length - 1);

interface DocumentSum {
  readonly day: number;
  /** 0 for what was credited before any invoice had it: that is on no document. */
  readonly minor: number;
  /** What it takes off the sales. */
  readonly creditMinor: number;
}

const minorOf = ({ cart, credits, partials }: Booked, { credit, partial, before }: Planned): number => {
  if (credit >= 0) return amountOf(credits[credit]!);
  return partial >= 0 ? amountOf(partials[partial]!) : totalAfter({ cart, credits }, before);
};

/** What came off an order that is invoiced by parcel before any invoice had it: off its sales, on no document. */
const creditedUnnumbered = (book: Book): readonly DocumentSum[] => {
  const { order } = book;
  if (order.isTrial || !order.isInvoicedByParcel) return [];
  const isOnNone = ({ credit }: Planned): boolean => (order.credits[credit]?.partialId ?? 0) === 0;
  return plannedWhole(order)
    .filter((one) => isCreditOf(book, one) && isOnNone(one))
    .map((one) => ({ day: one.day, minor: 0, creditMinor: -one.sign * minorOf(order, one) + 0 }));
};

/** Whether the invoice is its only document. */
export const hasOnlyInvoice = ({ isTrial, isInvoicedByParcel, past, credits, turns, states }: Booked): boolean =>
  !isTrial && !isInvoicedByParcel && past.length + credits.length + turns.length === 0 && states.order !== 'CANCELED';

/** What the documents of an order come to; for those who read it of every order. */
export const documentSums = (given: Booked): readonly DocumentSum[] =>
  booksOf(given).flatMap((book) => [
    ...planned(book.order).map((one) => {
      // Adding zero makes a negative zero a positive one.
      const minor = one.sign * minorOf(book.order, one) + 0;
      return { day: one.day, minor, creditMinor: isCreditOf(book, one) ? -minor + 0 : 0 };
    }),
    ...creditedUnnumbered(book),
  ]);

/** What each line comes to after the first credits of an order. */
const linesAfter = ({ cart, credits }: Booked, before: number): readonly BookedLine[] => {
  const left = new Map<number, { lineId: number; minor: number; taxMinor: number }>();
  for (const { line, minor, taxMinor } of lineWorths(cart)) left.set(line.id, { lineId: line.id, minor, taxMinor });
  for (const { lines } of credits.slice(0, before))
    for (const { lineId, minor, taxMinor } of lines) {
      const of = left.get(lineId)!;
      of.minor -= minor;
      of.taxMinor -= taxMinor;
    }
  return [...left.values()];
};

/** The documents of an order that count, without those that nobody ever counted. */
export const documentsOf = (given: Booked): readonly OrderDocument[] =>
  booksOf(given).flatMap((book) =>
    planned(book.order).map((one): OrderDocument => {
      const { order } = book;
      const partial = order.partials[one.partial];
      const lines =
        one.credit >= 0 ? order.credits[one.credit]!.lines : (partial?.lines ?? linesAfter(order, one.before));
      return {
        kind: one.kind,
        day: one.day,
        note: one.note,
        invoice: partial?.invoice ?? order.invoice,
        of: order.cart.lines,
        isCredit: isCreditOf(book, one),
        lines: lines.map(({ lineId, minor, taxMinor }) => ({
          lineId,
          minor: one.sign * minor + 0,
          taxMinor: one.sign * taxMinor + 0,
        })),
      };
    }),
  );

interface Turning extends Pick<Booked, 'states' | 'turns' | 'credits' | 'isExpired'> {}

/** The turns of an order after a move to a state. `isLate`: the month of its invoice is closed, or was at a turn. */
export const turnsAfter = (order: Turning, to: string, isLate: boolean, day: number): readonly Turn[] => {
  const { states, turns, credits, isExpired } = order;
  const isCanceled = to === 'CANCELED';
  if (!isLate || isCanceled === (states.order === 'CANCELED')) return turns;
  return [...turns, { day, isCanceled, credits: credits.length, wasExpired: isExpired }];
};

/** In place of a payment method: what goes to an exchange is no money. */
export const NO_MONEY = -1;

/** The money of an order after so much came, or went back where it is below 0. */
export const moneyAfter = (money: readonly OrderMoney[], one: OrderMoney): readonly OrderMoney[] =>
  one.minor === 0 || one.day < 0
    ? money
    : [...money, { day: one.day, minor: one.minor, kind: one.kind, methodId: one.methodId }];
