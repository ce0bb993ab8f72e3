// Reads what a journal still holds after a record, for a journal that is not trusted or cannot be opened.
//
// The file is read without LMDB (scan-batches.ts), so no damage in it can end the process, and nothing is written.
// Unreadable parts are listed as gaps between records. Not promised: the number of records after the last one found.
import { KINDS } from '../../domain/kinds.ts';
import { decimalText } from '../../domain/money.ts';
import { orderTotal } from '../../domain/orders/credits.ts';
import { invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { InvoiceNumber } from '../../domain/orders/placed-order.ts';
import { scanBatches } from '../journal/scan-batches.ts';
import { readBatch } from '../journal/record.ts';
import type { JournalRecord, KindEvent } from '../journal/record.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

export interface SalvagedOrder {
  readonly id: number;
  readonly order: Order;
}

/** An invoice over a part of an order, as a parcel of it was invoiced. */
interface SalvagedInvoice {
  readonly invoice: string;
  readonly order: number;
}

export interface Salvaged {
  readonly batches: number;
  readonly records: number;
  /** The last record found; without any, the record after which the search began. */
  readonly lastSeq: number;
  /** First and last record of each part that is missing or unreadable. */
  readonly gaps: readonly (readonly [first: number, last: number])[];
  /** Orders placed by these records, in that order, each as of its last record found. */
  readonly orders: readonly SalvagedOrder[];
  /** Orders placed before and changed by these records. */
  readonly changedOrderIds: readonly number[];
  /** Invoices over parts of orders that these records numbered, in that order. */
  readonly invoices: readonly SalvagedInvoice[];
  /** The highest number that a session reserved for its order; 0 without one. */
  readonly reservedOrderId: number;
}

export const NOTHING_FOUND: Salvaged = {
  batches: 0,
  records: 0,
  lastSeq: 0,
  gaps: [],
  orders: [],
  changedOrderIds: [],
  invoices: [],
  reservedOrderId: 0,
};

/** Amount to be paid, in the minor unit of the order's currency. */

class Orders {
  readonly placed = new Map<number, Order>();
  readonly changed = new Set<number>();
  readonly invoices: SalvagedInvoice[] = [];
  reservedOrderId = 0;

  add({ kind, id, event }: KindEvent, { atMs }: JournalRecord): void {
    const { reserves } = KINDS.session;
    if (kind === 'session' && event.type === reserves?.event) {
      const reserved = (event as unknown as { readonly [field: string]: number })[reserves.field]!;
      this.reservedOrderId = Math.max(this.reservedOrderId, reserved);
    }
    if (kind !== 'order') return;
    if (event.type === 'order_part_invoiced') {
      const invoice = event as unknown as InvoiceNumber;
      this.invoices.push({ invoice: invoiceNumberOf({ invoice }), order: id });
    }
    let order = this.placed.get(id);
    if (order === undefined) {
      if (event.type !== 'order_placed') return void this.changed.add(id);
      this.placed.set(id, (order = KINDS.order.state.initial()));
    }
    KINDS.order.apply(order, event as Parameters<typeof KINDS.order.apply>[1], atMs, 0);
  }
}

/**
 * Reads records after `seq`; `onRecord` gets each of them in order. Without a cipher, personal values stay encrypted.
 * Throws errors of the system.
 */
export const salvage = (
  directory: string,
  seq: number,
  cipher: SubjectCipher | undefined,
  onRecord: (record: JournalRecord) => void = () => {},
): Salvaged => {
  const orders = new Orders();
  const gaps: [number, number][] = [];
  let [batches, records, lastSeq] = [0, 0, seq];
  const found = (record: JournalRecord): void => {
    if (record.seq > lastSeq + 1) gaps.push([lastSeq + 1, record.seq - 1]);
    for (const event of record.events) orders.add(event, record);
    onRecord(record);
    records += 1;
    lastSeq = record.seq;
  };
  for (const { bytes } of scanBatches(directory, seq)) {
    let read: JournalRecord[];
    try {
      read = readBatch(bytes, cipher);
    } catch {
      // A whole batch of another version, or with other keys, becomes a gap.
      continue;
    }
    batches += 1;
    for (const record of read) if (record.seq > lastSeq) found(record);
  }
  return {
    batches,
    records,
    lastSeq,
    gaps,
    orders: [...orders.placed].map(([id, order]) => ({ id, order })),
    changedOrderIds: [...orders.changed],
    invoices: orders.invoices,
    reservedOrderId: orders.reservedOrderId,
  };
};

/** Order as shown on a line of its own, without data about its buyer. */
export const orderLine = ({ id, order }: SalvagedOrder) => ({
  order: id,
  invoice: invoiceNumberOf(order),
  placed: new Date(order.createdMs).toISOString(),
  total: decimalText(orderTotal(order), order.currencyDigits),
  currency: order.currency,
});

/** Sums of orders by currency. */
export const sumsOf = (orders: readonly SalvagedOrder[]): { readonly [currency: string]: string } => {
  const sums = new Map<string, { minor: number; digits: number }>();
  for (const { order } of orders) {
    const sum = sums.get(order.currency) ?? { minor: 0, digits: order.currencyDigits };
    sum.minor += orderTotal(order);
    sums.set(order.currency, sum);
  }
  return Object.fromEntries([...sums].map(([currency, { minor, digits }]) => [currency, decimalText(minor, digits)]));
};
