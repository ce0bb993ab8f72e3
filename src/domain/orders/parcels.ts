// Parcels of an order. They hold pieces of its lines, and the delivery state follows from them until the back office
// sets it.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isGoods } from '../calculation/goods.ts';
import type { Line } from '../cart/line.ts';
import { checkSeen } from '../seen-record.ts';
import { decimalText } from '../money.ts';
import { moveOrder } from './move-order.ts';
import { creditedPieces } from './credits.ts';
import type { Order, ParcelLine } from './order.ts';
import { isOnItsWay, parcelStateOf, sentOf } from './order-parts.ts';
import { checkPieces, unsentOf } from './piece-steps.ts';
import type { Transaction } from '../transaction.ts';
import { invoicesPart } from './invoice-parcel.ts';
import { mailBuyer } from './mail-buyer.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { trackingUrlOf } from './tracking.ts';

const PARCELS_MAX = 1000;

/** `ship` once every product that stays is in a parcel; what is no product of the catalogue need not travel. */
const deliveryEvent = (order: Order, sent: ReadonlyMap<number, number>): 'ship' | 'ship_part' => {
  const canceled = creditedPieces(order, ['canceled']);
  const hasLeft = ({ type, id, quantityMilli }: Line): boolean =>
    type !== 'PRODUCT' || (sent.get(id) ?? 0) + (canceled.get(id) ?? 0) >= quantityMilli;
  return order.cart.lines.every(hasLeft) ? 'ship' : 'ship_part';
};

/** Where something has left already, the delivery state follows from what is still to leave. */
export const followDelivery = (tx: Transaction, orderId: number, by: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  const sent = sentOf(order);
  if (sent.size === 0 || order.deliveryByHand) return DONE;
  return moveOrder(tx, orderId, { lifecycle: 'delivery', event: deliveryEvent(order, sent) }, { byHand: false, by });
};

/** Calls the webhooks of an event of a parcel. */
const fireParcel = (
  tx: Transaction,
  event: 'ORDER_PARCEL_SHIPPED' | 'ORDER_PARCEL_DELIVERED',
  orderId: number,
  parcelId: number,
): Result<void> => {
  const { provider, trackingNumber, trackingUrl = '' } = tx.read('order', orderId)!.parcels[parcelId - 1]!;
  return fire(tx, event, {
    id_order: orderId,
    id_parcel: parcelId,
    provider,
    tracking_number: trackingNumber,
    tracking_url: trackingUrl,
  });
};

interface NewParcel {
  readonly orderId: number;
  /** A line may be named more than once. */
  readonly lines: readonly ParcelLine[];
  readonly provider: string;
  readonly trackingNumber: string;
  /** By a scale, in kilograms in 1/1,000,000; 0: that of the goods in it. */
  readonly weightE6: number;
  /** Length, width and height in millimetres; none: those of the goods in it. */
  readonly measuresMm: readonly number[];
  /** The channel that asks for it. */
  readonly by: number;
}

/**
 * Calls webhooks of ORDER_PARCEL_SHIPPED. The delivery state becomes PARTIAL or CLOSED unless the back office set it
 * itself. An order that is invoiced by parcel has an invoice of it.
 *
 * Refuses: ORDER_NOT_FOUND, ORDER_CANCELED, PARCEL_LIMIT_REACHED; with the line's id ORDER_LINE_NOT_FOUND,
 * PARCEL_QUANTITY_EXCEEDED, QUANTITY_INVALID. Gives the number of the order's parcels.
 */
export const addParcel = (
  tx: Transaction,
  { orderId, lines, provider, trackingNumber, weightE6, measuresMm, by }: NewParcel,
): Result<number> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (order.parcels.length >= PARCELS_MAX) {
    const detail = `The order has ${order.parcels.length} parcels, of at most ${PARCELS_MAX}.`;
    return refuse('PARCEL_LIMIT_REACHED', orderId, detail);
  }
  const invoicePart = invoicesPart(tx, orderId);
  const [sent, canceled] = [sentOf(order), creditedPieces(order, ['canceled'])];
  const inside = new Map<number, number>();
  for (const { lineId, quantityMilli } of lines) {
    const line = order.cart.lines.find(({ id }) => id === lineId);
    if (line === undefined || !isGoods(line)) return refuse('ORDER_LINE_NOT_FOUND', lineId);
    const before = sent.get(lineId) ?? 0;
    const orderedMilli = line.quantityMilli - (canceled.get(lineId) ?? 0);
    if (before + quantityMilli > orderedMilli) {
      const ordered = decimalText(orderedMilli, 3);
      const left = decimalText(orderedMilli - before, 3);
      return refuse(
        'PARCEL_QUANTITY_EXCEEDED',
        lineId,
        `Of line ${lineId} ${ordered} were ordered, ${left} have not left yet.`,
      );
    }
    sent.set(lineId, before + quantityMilli);
    inside.set(lineId, (inside.get(lineId) ?? 0) + quantityMilli);
  }
  const stepped = checkPieces(tx, order, lines, unsentOf(order));
  if (!stepped.ok) return stepped;
  const merged = [...inside].map(([lineId, quantityMilli]): ParcelLine => ({ lineId, quantityMilli }));
  const trackingUrl = trackingUrlOf(tx.rules.carriers, provider, trackingNumber);
  const parcel = { lines: merged, provider, trackingNumber, weightE6, trackingUrl, measuresMm };
  const added = tx.ask('order', orderId, { type: 'add_parcel', ...parcel, by });
  if (!added.ok) return added;
  const parcelId = order.parcels.length + 1;
  const isLast = deliveryEvent(order, sent) === 'ship';
  const invoiced = invoicePart({ parcelId, isLast });
  if (!invoiced.ok) return invoiced;
  const told = fireParcel(tx, 'ORDER_PARCEL_SHIPPED', orderId, parcelId);
  const mailed = told.ok ? mailBuyer(tx, 'parcel_shipped', orderId, { id_parcel: parcelId }) : told;
  if (!mailed.ok) return mailed;
  if (!order.deliveryByHand) {
    const move = { lifecycle: 'delivery', event: isLast ? 'ship' : 'ship_part' } as const;
    const moved = moveOrder(tx, orderId, move, { byHand: false, by });
    if (!moved.ok) return moved;
  }
  return ok(parcelId);
};

interface DeliveredParcel {
  readonly orderId: number;
  readonly parcelId: number;
  /** Record of the order that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  readonly by: number;
}

/**
 * Notes that a parcel was delivered, and calls the webhooks of ORDER_PARCEL_DELIVERED; one that has been stays as it
 * is, and nobody is called again.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, ORDER_CANCELED; with the parcel's id PARCEL_NOT_FOUND,
 * PARCEL_RETURNED.
 */
export const deliverParcel = (tx: Transaction, { orderId, parcelId, ifSeq, by }: DeliveredParcel): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (parcelId > order.parcels.length) return refuse('PARCEL_NOT_FOUND', parcelId);
  if (parcelStateOf(order, parcelId - 1) === 'returned') return refuse('PARCEL_RETURNED', parcelId);
  if (!isOnItsWay(order, parcelId)) return ok(undefined);
  const delivered = tx.ask('order', orderId, { type: 'deliver_parcel', parcelId, by });
  return delivered.ok ? fireParcel(tx, 'ORDER_PARCEL_DELIVERED', orderId, parcelId) : delivered;
};
