// Parts of an order that come after it was placed.
import type { InvoiceNumber } from './placed-order.ts';

export interface StaffNote {
  readonly atMs: number;
  /** The user who wrote it; 0: a channel did. */
  readonly userId: number;
  readonly text: string;
}

export interface Cancellation extends InvoiceNumber {
  readonly canceledMs: number;
}

/** Goods that left the warehouse together. */
export interface Parcel {
  readonly sentMs: number;
  readonly lines: readonly ParcelLine[];
  readonly provider: string;
  readonly trackingNumber: string;
}

export interface ParcelLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}
