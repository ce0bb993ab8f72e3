// What of an order its buyer has, and may send back, and until when.
//
// Guaranteed: no more comes back of a line than was delivered. The pieces of parcels that left are delivered, whether
// or not somebody noted it; where all has left by the back office's word, all that was not cancelled is. Not promised:
// the day on which the buyer had an order that no parcel was noted of.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isGoods } from '../calculation/goods.ts';
import { fieldOf } from '../cart/order-details.ts';
import { dayIn, dayText } from '../date-time.ts';
import { decimalText } from '../money.ts';
import type { Reader } from '../transaction.ts';
import { creditedPieces } from './credits.ts';
import type { WantedLine } from './credits.ts';
import type { Order } from './order.ts';
import { sentOf } from './order-parts.ts';
import { returnsOf } from './order-return.ts';

const DAY_MS = 86_400_000;

/** Days after which a parcel counts as delivered that nobody noted it of. */
const ON_ITS_WAY_DAYS = 7;

/** Countries of the European Union, whose buyers may withdraw for 14 days. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ') as readonly string[],
);
const EU_DAYS = 14;

const hasAllLeft = ({ states }: Pick<Order, 'states'>): boolean =>
  states.delivery === 'CLOSED' || states.order === 'CLOSED';

/** Line of goods → pieces that the buyer has had. */
const deliveredOf = (order: Order): ReadonlyMap<number, number> => {
  const [sent, canceled] = [sentOf(order), creditedPieces(order, ['canceled'])];
  const hadOf = hasAllLeft(order)
    ? (id: number, quantityMilli: number) => quantityMilli - (canceled.get(id) ?? 0)
    : (id: number) => sent.get(id) ?? 0;
  return new Map(
    order.cart.lines.filter(isGoods).map(({ id, quantityMilli }) => [id, hadOf(id, quantityMilli)] as const),
  );
};

/**
 * Line of goods → pieces that may still come back, less what returns announce. `exceptId`: a return that is not
 * counted; 0: all are.
 */
export const returnableOf = (
  shop: Reader,
  orderId: number,
  order: Order,
  exceptId = 0,
): ReadonlyMap<number, number> => {
  const left = new Map(deliveredOf(order));
  const takeOff = (lineId: number, quantityMilli: number): void =>
    void left.set(lineId, Math.max(0, (left.get(lineId) ?? 0) - quantityMilli));
  for (const [lineId, quantityMilli] of creditedPieces(order, ['returned'])) takeOff(lineId, quantityMilli);
  for (const [id, { state, lines }] of returnsOf(shop, orderId))
    if (state === 'announced' && id !== exceptId)
      for (const { lineId, quantityMilli } of lines) takeOff(lineId, quantityMilli);
  return left;
};

/** `wanted`: each line once. Refuses, with the line's id: ORDER_LINE_NOT_FOUND, RETURN_QUANTITY_EXCEEDED. */
export const checkReturnable = (
  returnable: ReadonlyMap<number, number>,
  wanted: readonly WantedLine[],
): Result<void> => {
  for (const { lineId, quantityMilli } of wanted) {
    const left = returnable.get(lineId);
    if (left === undefined) return refuse('ORDER_LINE_NOT_FOUND', lineId);
    if (quantityMilli > left)
      return refuse('RETURN_QUANTITY_EXCEEDED', lineId, `Of line ${lineId} ${decimalText(left, 3)} may come back.`);
  }
  return DONE;
};

/** Refuses, with the order's id: ORDER_HAS_RETURNS, where pieces have come back that would not have left. */
export const checkReturned = (orderId: number, order: Order): Result<void> => {
  if (order.states.order === 'CANCELED') return DONE;
  const returned = creditedPieces(order, ['returned']);
  if (returned.size === 0) return DONE;
  const delivered = deliveredOf(order);
  for (const [lineId, quantityMilli] of returned)
    if (quantityMilli > (delivered.get(lineId) ?? 0)) return refuse('ORDER_HAS_RETURNS', orderId);
  return DONE;
};

/**
 * The last day on which the buyer may announce a return, in days since 1970-01-01; undefined while pieces are still to
 * be sent. It is counted from the last parcel: from its delivery, or from ON_ITS_WAY_DAYS after it was sent. Without
 * parcels it is counted from the last change of the order.
 */
export const lastReturnDay = ({ rules }: Reader, order: Order): number | undefined => {
  if (!hasAllLeft(order)) return undefined;
  const { details, parcels, parcelsReturned, modifiedMs } = order;
  const had = parcels
    .slice(parcelsReturned)
    .map(({ sentMs, deliveredMs }) => deliveredMs ?? sentMs + ON_ITS_WAY_DAYS * DAY_MS);
  const country = fieldOf(details, 'delivery_country_code') || rules.country;
  const days = EU.has(country) ? Math.max(EU_DAYS, rules.returnDays) : rules.returnDays;
  return dayIn(rules.timeZone, had.length === 0 ? modifiedMs : Math.max(...had)) + days;
};

/** Refuses: RETURN_TOO_LATE with the last day. */
export const checkInTime = (shop: Reader, order: Order): Result<void> => {
  const last = lastReturnDay(shop, order);
  if (last === undefined || dayIn(shop.rules.timeZone, shop.atMs) <= last) return DONE;
  return refuse('RETURN_TOO_LATE', dayText(last), `Returns could be announced until ${dayText(last)}.`);
};
