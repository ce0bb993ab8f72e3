// Parts of an order that come after it was placed, and what becomes of its parcels.
import type { Cart } from '../cart/cart.ts';
import { parcelLifecycle } from '../lifecycles/parcel.ts';
import type { ParcelState } from '../lifecycles/parcel.ts';
import type { InvoiceNumber } from './placed-order.ts';

export interface StaffNote {
  readonly atMs: number;
  /** The user who wrote it; 0: a channel did. */
  readonly userId: number;
  readonly text: string;
}

export interface Cancellation extends InvoiceNumber {
  readonly canceledMs: number;
  /** Day of the shop's calendar on which it counts; −1: an older version did not note it. */
  readonly day: number;
}

/** An order that was cancelled, or opened again, after the month of its invoice was closed. */
export interface Turn {
  readonly day: number;
  readonly isCanceled: boolean;
  /** How many credits the order had. */
  readonly credits: number;
  /** Whether it had ended because it was not paid in time. */
  readonly wasExpired: boolean;
}

/** Goods that left the warehouse together. */
export interface Parcel {
  readonly sentMs: number;
  readonly lines: readonly ParcelLine[];
  readonly provider: string;
  readonly trackingNumber: string;
  /** By a scale, in kilograms in 1/1,000,000; 0, and absent in older rows: that of the goods in it. */
  readonly weightE6?: number;
  /** Where it can be followed, as its carrier's template was when it was sent; absent: nowhere. */
  readonly trackingUrl?: string;
  /** When it was delivered; absent: it has not been. */
  readonly deliveredMs?: number;
  /** Length, width and height in millimetres; absent: those of the goods in it, where they say them. */
  readonly measuresMm?: readonly number[];
}

/** A parcel as it is sent. */
export type PackedParcel = Required<Omit<Parcel, 'sentMs' | 'deliveredMs'>>;

export interface ParcelLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}

interface WithParcels {
  readonly parcels: readonly Parcel[];
  /** So many, the first ones, have come back. */
  readonly parcelsReturned: number;
}

/** Line id → pieces in parcels, credits or invoices; what is of money only is in none. */
export const piecesByLine = (parts: Iterable<{ readonly lines: readonly ParcelLine[] }>): Map<number, number> => {
  const pieces = new Map<number, number>();
  for (const { lines } of parts)
    for (const { lineId, quantityMilli } of lines)
      if (quantityMilli !== 0) pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantityMilli);
  return pieces;
};

/** Line id → pieces that have left: those in parcels that have not come back. No parcel takes these again. */
export const sentOf = ({ parcels, parcelsReturned }: WithParcels): Map<number, number> =>
  piecesByLine(parcels.slice(parcelsReturned));

/** `index`: from 0. */
export const parcelStateOf = ({ parcels, parcelsReturned }: WithParcels, index: number): ParcelState =>
  index < parcelsReturned ? 'returned' : parcels[index]!.deliveredMs === undefined ? 'sent' : 'delivered';

/** Whether the parcel is there and on its way. `parcelId`: from 1. */
export const isOnItsWay = (order: WithParcels, parcelId: number): boolean =>
  parcelId <= order.parcels.length && parcelLifecycle.allows(parcelStateOf(order, parcelId - 1), 'hand_over');

/** The parcel as the order keeps it: what it does not have is not kept. */
export const sentParcel = (
  sentMs: number,
  { lines, provider, trackingNumber, weightE6, trackingUrl, measuresMm }: PackedParcel,
): Parcel => ({
  sentMs,
  lines,
  provider,
  trackingNumber,
  ...(weightE6 > 0 && { weightE6 }),
  ...(trackingUrl !== '' && { trackingUrl }),
  ...(measuresMm.length > 0 && { measuresMm }),
});

export const deliveredParcels = ({ parcels }: WithParcels, parcelId: number, atMs: number): readonly Parcel[] =>
  parcels.map((parcel, index) => (index === parcelId - 1 ? { ...parcel, deliveredMs: atMs } : parcel));

/**
 * All have come back where staff set PROCESSING, and none of them where they take that back before the next parcel,
 * unless pieces were cancelled since that would have left. `canceled`: line id → pieces.
 */
export const returnedBy = (
  { cart, parcels, parcelsReturned: before }: WithParcels & { readonly cart: Pick<Cart, 'lines'> },
  to: string,
  byHand: boolean,
  canceled: ReadonlyMap<number, number>,
): number => {
  if (byHand && to === 'PROCESSING') return parcels.length;
  if (before !== parcels.length) return before;
  const packed = piecesByLine(parcels);
  const isLeft = ({ id, quantityMilli }: Cart['lines'][number]): boolean =>
    (packed.get(id) ?? 0) + (canceled.get(id) ?? 0) <= quantityMilli;
  return cart.lines.every(isLeft) ? 0 : before;
};
