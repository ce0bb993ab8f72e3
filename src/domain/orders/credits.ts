// What of a placed order no longer counts: pieces that were cancelled before they left, pieces that came back, and
// money off it without pieces. An order's cart stays as it was placed; what it comes to is that less its credits.
//
// Guaranteed: a credit fixes its amounts when it is made, from the worths of pieces (calculation/worth.ts). No line
// gets more than it is worth; once all pieces of a line are credited, its credits add up to its worth and to the tax in
// it, to the minor unit, whatever was credited in between. Not promised: that promotions are judged again for the rest.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { TaxPosition } from '../calculation/amounts.ts';
import { payableMinor } from '../calculation/calculate.ts';
import { lineWorths, worthBetween } from '../calculation/worth.ts';
import type { LineWorth } from '../calculation/worth.ts';
import type { Cart } from '../cart/cart.ts';
import type { Line } from '../cart/line.ts';
import { decimalText, mulDiv } from '../money.ts';
import type { Milli, Minor, RateE6 } from '../money.ts';
import { wantedOf } from '../stock/pieces.ts';
import type { WantedPieces } from '../stock/pieces.ts';
import { piecesByLine } from './order-parts.ts';
import type { LineAmount, PartialInvoice } from './partial-invoice.ts';
import type { InvoiceNumber } from './placed-order.ts';

/** `goodwill`: money and no pieces. `edited`: all that was left of a cart that an edit has replaced. */
export const CREDIT_KINDS = ['canceled', 'returned', 'goodwill', 'edited'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** What of a line a credit takes off the order. */
export type CreditedLine = LineAmount;

export interface Credit {
  readonly kind: CreditKind;
  readonly atMs: number;
  /** Day of the shop's calendar, in days since 1970-01-01. */
  readonly day: number;
  readonly lines: readonly CreditedLine[];
  /** A code of the caller's; '': none. */
  readonly reason: string;
  /** Its credit note, in the series of documents that take invoices back; number 0: no invoice was issued. */
  readonly note: InvoiceNumber;
  /** The channel that made it; 0: the buyer did. */
  readonly by: number;
  /** The partial invoice that it credits, from 1; absent: none, or the order has one invoice over all of it. */
  readonly partialId?: number;
  /** It was made with the credit before it, of what stands on another invoice. */
  readonly isContinued?: boolean;
}

export interface Credited {
  readonly currencyDigits: number;
  readonly cart: Cart;
  readonly credits: readonly Credit[];
  /** Absent: none. */
  readonly partials?: readonly PartialInvoice[];
}

/** The amount of a credit, in the minor unit. */
export const amountOf = ({ lines }: Pick<Credit, 'lines'>): number => lines.reduce((sum, { minor }) => sum + minor, 0);

export const creditedMinor = ({ credits }: Pick<Credited, 'credits'>): number =>
  credits.reduce((sum, credit) => sum + amountOf(credit), 0);

/** What the order comes to without its credits, also once it is cancelled. */
export const orderTotal = (order: Pick<Credited, 'cart' | 'credits'>): number =>
  order.credits.length === 0 ? payableMinor(order.cart) : payableMinor(order.cart) - creditedMinor(order);

/** Line id → pieces that were credited, in 1/1,000. `kinds`: absent: all. */
export const creditedPieces = (
  { credits }: Pick<Credited, 'credits'>,
  kinds: readonly CreditKind[] = CREDIT_KINDS,
): ReadonlyMap<number, number> => piecesByLine(credits.filter(({ kind }) => kinds.includes(kind)));

/** What an order's lines need of the stock without pieces that are gone. `gone`: line id → pieces. */
export const wantedWithout = ({ lines }: Pick<Cart, 'lines'>, gone: ReadonlyMap<number, number>): WantedPieces[] =>
  wantedOf({
    lines: lines.map(({ id, type, productId, quantityMilli }) => ({
      type,
      productId,
      quantityMilli: quantityMilli - (gone.get(id) ?? 0),
    })),
  }).filter(({ quantityMilli }) => quantityMilli > 0);

/** What of an order needs stock: what was neither cancelled nor came back. */
export const stillWanted = (order: Pick<Credited, 'cart' | 'credits'>): readonly WantedPieces[] =>
  wantedWithout(order.cart, creditedPieces(order));

/** What a line, or the part of it on a partial invoice, has left to be credited. */
export interface Left {
  /** Partial invoice that it is on, from 1; 0: on none. */
  readonly partialId: number;
  readonly worth: LineWorth<Pick<Line, 'id' | 'quantityMilli'>>;
  /** Pieces that were credited, and those of a line that are on a partial invoice. */
  goneMilli: number;
  minor: number;
  taxMinor: number;
}

const takeOff = (of: Left, { quantityMilli, minor, taxMinor }: LineAmount): void => {
  of.goneMilli += quantityMilli;
  of.minor -= minor;
  of.taxMinor -= taxMinor;
};

/** What is left of each line that is on no partial invoice, and then of those that are, oldest invoice first. */
export const leftsOf = ({ cart, credits, partials = [] }: Omit<Credited, 'currencyDigits'>): readonly Left[] => {
  const lefts = lineWorths(cart).map((worth): Left => {
    const { minor, taxMinor } = worth;
    return { partialId: 0, worth, goneMilli: 0, minor, taxMinor };
  });
  const byLine = [new Map(lefts.map((left) => [left.worth.line.id, left]))];
  for (const [at, { lines }] of partials.entries()) {
    const own = lines.map((line): Left => {
      const { lineId, quantityMilli } = line;
      takeOff(byLine[0]!.get(lineId)!, line);
      const [minor, taxMinor] = [line.minor as Minor, line.taxMinor as Minor];
      const of = { id: lineId, quantityMilli: quantityMilli as Milli };
      return { partialId: at + 1, worth: { line: of, minor, taxMinor }, goneMilli: 0, minor, taxMinor };
    });
    byLine.push(new Map(own.map((left) => [left.worth.line.id, left])));
    lefts.push(...own);
  }
  for (const { partialId = 0, lines } of credits)
    for (const line of lines) takeOff(byLine[partialId]!.get(line.lineId)!, line);
  return lefts;
};

export const piecesOf = ({ worth, goneMilli }: Left): number => worth.line.quantityMilli - goneMilli;

/** The nearer to 0 of both, which have one sign. */
const atMost = (amount: number, limit: number): number =>
  limit >= 0 ? Math.min(amount, limit) : Math.max(amount, limit);

/** The tax within a part of an amount. */
const taxWithinPart = (minor: number, of: { readonly minor: number; readonly taxMinor: number }): number =>
  minor === of.minor
    ? of.taxMinor
    : of.minor === 0
      ? 0
      : mulDiv(of.minor < 0 ? -of.taxMinor : of.taxMinor, minor, Math.abs(of.minor));

/** The pieces of a line that come next, or all that is left of it where none stay. */
export const nextPieces = (of: Left, quantityMilli: number): TakenLine => {
  const { line } = of.worth;
  const taken = { partialId: of.partialId, lineId: line.id, quantityMilli };
  const toMilli = of.goneMilli + quantityMilli;
  if (toMilli === line.quantityMilli) return { ...taken, minor: of.minor, taxMinor: of.taxMinor };
  const worth = worthBetween(of.worth, of.goneMilli as Milli, toMilli as Milli);
  const minor = atMost(worth.minor, of.minor);
  const taxMinor = minor === worth.minor ? atMost(worth.taxMinor, of.taxMinor) : taxWithinPart(minor, of);
  return { ...taken, minor, taxMinor };
};

/** So much of what a line has left, without pieces. */
export const partOf = (of: Left, minor: number): LineAmount => ({
  lineId: of.worth.line.id,
  quantityMilli: 0,
  minor,
  taxMinor: taxWithinPart(minor, of),
});

/** What is to be credited of a line, with the partial invoice that it is on; 0: on none. */
export type TakenLine = LineAmount & { readonly partialId: number };

/** By the partial invoice that they are on, those on none first. */
export const byPartial = <T extends { readonly partialId: number }>(
  lines: readonly T[],
): readonly (readonly [partialId: number, lines: readonly T[]])[] => {
  const groups = new Map<number, T[]>();
  for (const line of lines) {
    const group = groups.get(line.partialId);
    if (group === undefined) groups.set(line.partialId, [line]);
    else group.push(line);
  }
  return [...groups].sort(([a], [b]) => a - b);
};

/** Pieces of one line that are to be credited. */
export interface WantedLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}

/** Adds up what names one line more than once. */
export const mergedLines = (wanted: readonly WantedLine[]): readonly WantedLine[] => {
  const merged = new Map<number, number>();
  for (const { lineId, quantityMilli } of wanted) merged.set(lineId, (merged.get(lineId) ?? 0) + quantityMilli);
  return [...merged].map(([lineId, quantityMilli]) => ({ lineId, quantityMilli }));
};

export const sumOf = (amounts: readonly { readonly minor: number }[]): number =>
  amounts.reduce((sum, { minor }) => sum + minor, 0);

/** All that an order's lines have left, delivery positions among them. */
export const creditOfRest = (order: Credited): readonly TakenLine[] =>
  leftsOf(order).flatMap((left) => {
    const milli = piecesOf(left);
    return milli === 0 && left.minor === 0 ? [] : [nextPieces(left, milli)];
  });

/** So much of what the amounts add up to, in proportion to each, those below zero among them, by largest remainder. */
const proportions = (part: number, amounts: readonly number[]): readonly number[] => {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  if (whole === 0) return amounts.map(() => 0);
  const [dividend, divisor] = [BigInt(Math.abs(part)), BigInt(Math.abs(whole))];
  const rests = amounts.map((amount) => (((dividend * BigInt(amount)) % divisor) + divisor) % divisor);
  const parts = amounts.map((amount, at) => Number((dividend * BigInt(amount) - rests[at]!) / divisor));
  const missing = parts.reduce((rest, one) => rest - one, part);
  // A stable sort: of equal remainders the earlier comes first.
  const byRest = [...rests.entries()].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  for (const [at] of byRest.slice(0, missing)) parts[at]! += 1;
  return parts;
};

/** What each has of an amount off them all: over the rates in proportion to what each has left, then over its lines. */
const partsOf = (minor: number, lefts: readonly Left[], rates: ReadonlyMap<number, RateE6>): readonly number[] => {
  const byRate = new Map<RateE6, number[]>();
  for (const [at, { worth }] of lefts.entries()) {
    const rateE6 = rates.get(worth.line.id)!;
    const places = byRate.get(rateE6);
    if (places === undefined) byRate.set(rateE6, [at]);
    else places.push(at);
  }
  const parts = lefts.map(() => 0);
  const groups = [...byRate.values()];
  const leftOf = (places: readonly number[]): readonly number[] => places.map((at) => lefts[at]!.minor);
  const shares = proportions(
    minor,
    groups.map((places) => leftOf(places).reduce((sum, left) => sum + left, 0)),
  );
  for (const [group, places] of groups.entries())
    for (const [index, part] of proportions(shares[group]!, leftOf(places)).entries()) parts[places[index]!] = part;
  return parts;
};

/**
 * An amount off the whole order: off as few of its invoices as can be, and of each off its rates and lines in
 * proportion to what they have left, so that no rate comes to less than nothing by it (D688). All that the order comes
 * to is all that each line has left.
 *
 * Refuses: CREDIT_AMOUNT_EXCEEDED with `amount`.
 */
export const creditOfAmount = (order: Credited, amountMinor: number): Result<readonly TakenLine[]> => {
  const total = orderTotal(order);
  if (amountMinor > total) {
    const [given, most] = [amountMinor, total].map((minor) => decimalText(minor, order.currencyDigits));
    return refuse('CREDIT_AMOUNT_EXCEEDED', 'amount', `${given} is more than ${most}, which the order comes to.`);
  }
  const rates = new Map(order.cart.lines.map(({ id, rateE6 }) => [id, rateE6]));
  const groups = byPartial(leftsOf(order)).toSorted(([, a], [, b]) => sumOf(b) - sumOf(a));
  let restMinor = amountMinor;
  return ok(
    groups.flatMap(([partialId, lefts]) => {
      const sum = sumOf(lefts);
      const offMinor = Math.min(restMinor, sum);
      restMinor -= offMinor;
      const isAll = amountMinor > 0 && (amountMinor === total || (offMinor === sum && sum > 0));
      const parts = isAll ? lefts.map(({ minor }) => minor) : partsOf(offMinor, lefts, rates);
      const lines = lefts.map((of, at) => partOf(of, parts[at]!));
      return lines.flatMap((line) =>
        line.minor === 0 && !(isAll && line.taxMinor !== 0) ? [] : [{ ...line, partialId }],
      );
    }),
  );
};

/** The taxes in credits, by rate as a calculation has them; in no order. */
export const taxesOfCredits = (cart: Cart, credits: readonly Pick<Credit, 'lines'>[]): readonly TaxPosition[] => {
  const rates = new Map(cart.lines.map(({ id, rateE6 }) => [id, rateE6]));
  const taxes = new Map<RateE6, TaxPosition>();
  for (const { lines } of credits)
    for (const { lineId, minor, taxMinor } of lines) {
      const rateE6 = rates.get(lineId)!;
      const before = taxes.get(rateE6) ?? { netMinor: 0, taxMinor: 0, grossMinor: 0 };
      taxes.set(rateE6, {
        rateE6,
        netMinor: (before.netMinor + minor - taxMinor) as Minor,
        taxMinor: (before.taxMinor + taxMinor) as Minor,
        grossMinor: (before.grossMinor + minor) as Minor,
      });
    }
  return [...taxes.values()];
};

/** The taxes of an order once these are taken off it, rates of which nothing is left aside. */
export const taxesAfter = (taxes: readonly TaxPosition[], credited: readonly TaxPosition[]): readonly TaxPosition[] => {
  if (credited.length === 0) return taxes;
  const off = new Map(credited.map((position) => [position.rateE6, position]));
  const left = taxes.map((position) => {
    const { netMinor = 0, taxMinor = 0, grossMinor = 0 } = off.get(position.rateE6) ?? {};
    return {
      rateE6: position.rateE6,
      netMinor: (position.netMinor - netMinor) as Minor,
      taxMinor: (position.taxMinor - taxMinor) as Minor,
      grossMinor: (position.grossMinor - grossMinor) as Minor,
    };
  });
  return left.filter(({ grossMinor, taxMinor }) => grossMinor !== 0 || taxMinor !== 0);
};

type MadeCredit = Omit<Credit, 'atMs' | 'note'> & { readonly notePrefix: string; readonly noteNumber: number };

/** The credit that an event made; as older versions made it where no partial invoice is credited. */
export const creditMade = (
  atMs: number,
  { kind, day, lines, reason, notePrefix, noteNumber, by, partialId = 0, isContinued = false }: MadeCredit,
): Credit => ({
  kind,
  atMs,
  day,
  lines,
  reason,
  note: { prefix: notePrefix, number: noteNumber },
  by,
  ...(partialId !== 0 && { partialId }),
  ...(isContinued && { isContinued }),
});

/** The money that is here once the payment of an order has come to this state; unless it is told, what was to pay. */
export const receivedBy = (
  order: Pick<Credited, 'cart' | 'credits'> & Pick<Paid, 'exchangedMinor' | 'refundedMinor'>,
  to: string,
  receivedMinor = Math.max(0, orderTotal(order) - order.exchangedMinor + order.refundedMinor),
): number => (to === 'PAYMENT_RECEIVED' ? receivedMinor : 0);

interface Paid extends Pick<Credited, 'cart' | 'credits'> {
  readonly states: { readonly order: string; readonly payment: string };
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly exchangedMinor: number;
}

/** What came for the order as money, in the minor unit. */
export const moneyReceivedOf = ({ states, cart, receivedMinor }: Paid): number =>
  states.payment !== 'PAYMENT_RECEIVED' ? 0 : receivedMinor < 0 ? payableMinor(cart) : receivedMinor;

/** What came for the order, as money or by an exchange, in the minor unit. */
export const receivedOf = (order: Paid): number => moneyReceivedOf(order) + order.exchangedMinor;

/** What came for the order and did not go back, in the minor unit. */
export const keptMinor = (order: Paid): number => receivedOf(order) - order.refundedMinor;

/** What the order comes to now; a cancelled one comes to nothing. */
export const owedTotal = (order: Pick<Paid, 'cart' | 'credits' | 'states'>): number =>
  order.states.order === 'CANCELED' ? 0 : orderTotal(order);

/** What is still to be paid, in the minor unit; below 0: is to be given back. */
export const outstandingOf = (order: Paid): number => owedTotal(order) - keptMinor(order);
