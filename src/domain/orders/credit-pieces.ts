// What pieces of an order's lines are credited with where they are cancelled, come back or are paid back for.
//
// Guaranteed: whatever has left comes back whole, and what has not is cancelled, however staff's discounts were split
// over the invoices of an order: no invoice comes to less than nothing by it.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { byPartial, leftsOf, nextPieces, partOf, piecesOf, sumOf } from './credits.ts';
import { invoiceNumberOf } from './invoice-number.ts';
import type { Credited, Left, TakenLine, WantedLine } from './credits.ts';

/**
 * Refuses: CREDIT_AMOUNT_EXCEEDED, so that no order and no partial invoice comes to less than nothing, nor a credit
 * takes anything back.
 */
const within = (
  { currencyDigits, partials = [] }: Credited,
  lefts: readonly Left[],
  lines: readonly TakenLine[],
): Result<readonly TakenLine[]> => {
  for (const [partialId, own] of byPartial(lines)) {
    const minor = sumOf(own);
    const total = sumOf(lefts.filter((left) => left.partialId === partialId));
    if (minor >= 0 && minor <= total) continue;
    const [given, most] = [minor, total].map((amount) => decimalText(amount, currencyDigits));
    const rest = partials.length === 0 ? 'the order' : 'what has no invoice';
    const partial = partials[partialId - 1];
    const of = partial === undefined ? rest : `invoice ${invoiceNumberOf(partial)}`;
    return refuse('CREDIT_AMOUNT_EXCEEDED', 'lines', `They come to ${given}, of 0 to ${most} that ${of} comes to.`);
  }
  return ok(lines);
};

/** Takes pieces off what is left of one line, and all of its money once no piece stays. */
const taken = (lefts: readonly Left[], quantityMilli: number): readonly TakenLine[] => {
  let restMilli = quantityMilli;
  const lines = lefts.map((left) => {
    const milli = Math.min(restMilli, piecesOf(left));
    restMilli -= milli;
    return [left, milli] as const;
  });
  const isAll = lines.every(([left, milli]) => milli === piecesOf(left));
  return lines.flatMap(([left, milli]) => (milli > 0 || (isAll && left.minor !== 0) ? [nextPieces(left, milli)] : []));
};

/** Pieces whose money went before them come last. */
const moneyFirst = (lefts: readonly Left[]): readonly Left[] =>
  lefts.toSorted((a, b) => Number(a.minor === 0) - Number(b.minor === 0));

/**
 * Where a discount that staff entered, a line below zero, is split over invoices: each takes so much of it back as the
 * goods that come off it bear, of one that is named, and at least so much that they fit in what the invoice has left.
 * Pieces of the discount go with all that was to go of its money.
 */
const borne = (lefts: readonly Left[], lines: readonly TakenLine[]): readonly TakenLine[] => {
  const fitting = byPartial(lines).flatMap(([partialId, own]) => {
    const group = lefts.filter((left) => left.partialId === partialId);
    const offs = group.filter(({ worth }) => worth.minor < 0);
    const named = new Map(own.map((line) => [line.lineId, line]));
    const isNamed = ({ worth }: Left): boolean => named.has(worth.line.id);
    const goods = own.filter(({ lineId }) => !offs.some(({ worth }) => worth.line.id === lineId));
    let most = sumOf(goods);
    let least = most - sumOf(group);
    const back = [...offs.filter(isNamed), ...offs.filter((of) => !isNamed(of))].flatMap((of): TakenLine[] => {
      const line = named.get(of.worth.line.id);
      const minor = Math.min(most, Math.max(-(line?.minor ?? 0), Math.min(-of.minor, least)));
      most -= minor;
      least -= minor;
      if (minor <= 0) return [];
      return [line?.minor === -minor ? line : { ...partOf(of, -minor), partialId }];
    });
    return [...goods, ...back];
  });
  // A discount whose money stays keeps its pieces.
  const whole = new Set(fitting);
  const cut = new Set(lines.filter((line) => !whole.has(line)).map(({ lineId }) => lineId));
  return fitting.map((line) => (cut.has(line.lineId) ? { ...line, quantityMilli: 0 } : line));
};

/**
 * What pieces of an order's lines are credited with. `wanted`: each line once. A line below zero, a discount that staff
 * entered, is named with the goods that it is for. Where the order is invoiced by parcel: pieces that are on no invoice
 * go first where `unsent`, then those of its newest one; else those of its oldest invoice that have money left.
 *
 * Refuses, with the line's id: ORDER_LINE_NOT_FOUND, CREDIT_QUANTITY_EXCEEDED; CREDIT_AMOUNT_EXCEEDED with `lines`.
 */
export const creditOfPieces = (
  order: Credited,
  wanted: readonly WantedLine[],
  unsent = false,
): Result<readonly TakenLine[]> => {
  const lefts = leftsOf(order);
  const byLine = new Map<number, Left[]>();
  for (const left of lefts) {
    const { id } = left.worth.line;
    const known = byLine.get(id);
    if (known === undefined) byLine.set(id, [left]);
    else if (unsent) known.splice(1, 0, left);
    else known.splice(-1, 0, left);
  }
  const lines: TakenLine[] = [];
  for (const { lineId, quantityMilli } of wanted) {
    const of = byLine.get(lineId);
    if (of === undefined) return refuse('ORDER_LINE_NOT_FOUND', lineId);
    const restMilli = of.reduce((sum, left) => sum + piecesOf(left), 0);
    if (quantityMilli > restMilli) {
      const { quantityMilli: orderedMilli } = order.cart.lines.find(({ id }) => id === lineId)!;
      const [rest, ordered] = [restMilli, orderedMilli].map((milli) => decimalText(milli, 3));
      return refuse('CREDIT_QUANTITY_EXCEEDED', lineId, `Of line ${lineId} ${rest} of ${ordered} are left.`);
    }
    lines.push(...taken(unsent ? of : moneyFirst(of), quantityMilli));
  }
  const fitting = (order.partials ?? []).length === 0 ? lines : borne(lefts, lines);
  // Discounts without any goods are refused as they were named.
  return within(order, lefts, fitting.length === 0 ? lines : fitting);
};
