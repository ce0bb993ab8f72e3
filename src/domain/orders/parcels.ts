// Parcels of an order. They hold pieces of its lines, and the delivery state follows from them until the back office
// sets it.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isGoods } from '../calculation/goods.ts';
import { decimalText } from '../money.ts';
import { moveOrder } from './move-order.ts';
import type { Order, ParcelLine } from './order.ts';
import type { Transaction } from '../transaction.ts';

const PARCELS_MAX = 1000;

/** Line id → pieces that have left: those in parcels that have not come back. No parcel takes these again. */
export const sentOf = ({ parcels, parcelsReturned }: Order): Map<number, number> => {
  const sent = new Map<number, number>();
  for (const { lines } of parcels.slice(parcelsReturned))
    for (const { lineId, quantityMilli } of lines) sent.set(lineId, (sent.get(lineId) ?? 0) + quantityMilli);
  return sent;
};

/** `ship` once every product of the order is in a parcel; what is no product of the catalogue need not travel. */
const deliveryEvent = ({ cart }: Order, sent: ReadonlyMap<number, number>): 'ship' | 'ship_part' =>
  cart.lines.every(({ type, id, quantityMilli }) => type !== 'PRODUCT' || (sent.get(id) ?? 0) >= quantityMilli)
    ? 'ship'
    : 'ship_part';

interface NewParcel {
  readonly orderId: number;
  /** A line may be named more than once. */
  readonly lines: readonly ParcelLine[];
  readonly provider: string;
  readonly trackingNumber: string;
  /** The channel that asks for it. */
  readonly by: number;
}

/**
 * The delivery state becomes PARTIAL or CLOSED unless the back office has set it itself.
 *
 * Refuses: ORDER_NOT_FOUND, ORDER_CANCELED, PARCEL_LIMIT_REACHED; with the line's id ORDER_LINE_NOT_FOUND,
 * PARCEL_QUANTITY_EXCEEDED. Gives the number of the order's parcels.
 */
export const addParcel = (
  tx: Transaction,
  { orderId, lines, provider, trackingNumber, by }: NewParcel,
): Result<number> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (order.parcels.length >= PARCELS_MAX) return refuse('PARCEL_LIMIT_REACHED', orderId);
  const sent = sentOf(order);
  const inside = new Map<number, number>();
  for (const { lineId, quantityMilli } of lines) {
    const line = order.cart.lines.find(({ id }) => id === lineId);
    if (line === undefined || !isGoods(line)) return refuse('ORDER_LINE_NOT_FOUND', lineId);
    const before = sent.get(lineId) ?? 0;
    if (before + quantityMilli > line.quantityMilli) {
      const [ordered, left] = [line.quantityMilli, line.quantityMilli - before].map((milli) =>
        decimalText(milli, 3),
      ) as [string, string];
      return refuse(
        'PARCEL_QUANTITY_EXCEEDED',
        lineId,
        `Of line ${lineId} ${ordered} were ordered, ${left} have not left yet.`,
      );
    }
    sent.set(lineId, before + quantityMilli);
    inside.set(lineId, (inside.get(lineId) ?? 0) + quantityMilli);
  }
  const merged = [...inside].map(([lineId, quantityMilli]): ParcelLine => ({ lineId, quantityMilli }));
  const added = tx.ask('order', orderId, { type: 'add_parcel', lines: merged, provider, trackingNumber, by });
  if (!added.ok) return added;
  if (!order.deliveryByHand) {
    const move = { lifecycle: 'delivery', event: deliveryEvent(order, sent) } as const;
    const moved = moveOrder(tx, orderId, move, { byHand: false, by });
    if (!moved.ok) return moved;
  }
  return ok(order.parcels.length + 1);
};
