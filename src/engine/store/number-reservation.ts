// Numbers of orders and invoices that may have been given, in store.json: where commits are not synced, a power failure
// may take the records that gave them, and no number is ever given twice.
//
// Guaranteed: a number is given only after store.json, synced, says that numbers up to it may be. After a fall back to
// a snapshot file numbers go on after all that was reserved. Cost: one small file for each half of a block of numbers.
// Not promised: that all reserved numbers were given; what a fall back skips is listed in its loss file.
import { nextInvoiceNumber } from '../../domain/orders/invoice-number.ts';
import type { OrderIndex } from '../../domain/orders/order.ts';
import type { NumberKeeper } from '../engine-options.ts';
import type { Tables } from '../read-context.ts';

/** The next number of each that may be given; of a reservation, the first that may not. */
export interface Numbers {
  readonly order: number;
  readonly invoice: number;
}

/** Numbers that are reserved at a time. As many are skipped at most when records are lost. */
const BLOCK = 1000;
/** One record gives at most so many of either. */
const RECORD_NUMBERS_MAX = 4;

export const nextNumbers = (tables: Tables): Numbers => ({
  order: tables.order.nextId,
  invoice: nextInvoiceNumber(tables.order.index as OrderIndex),
});

export const highest = (a: Numbers, b: Numbers): Numbers => ({
  order: Math.max(a.order, b.order),
  invoice: Math.max(a.invoice, b.invoice),
});

export const blockAfter = ({ order, invoice }: Numbers): Numbers => ({
  order: order + BLOCK,
  invoice: invoice + BLOCK,
});

export class NumberReservation implements NumberKeeper {
  private reserved: Numbers;
  /** By the settings, the first numbers that may be given. */
  private readonly first: Numbers;
  private readonly save: (reserved: Numbers) => void;

  /** `save`: writes them to store.json, synced, or throws. */
  constructor(reserved: Numbers, first: Numbers, save: (reserved: Numbers) => void) {
    this.reserved = reserved;
    this.first = first;
    this.save = save;
  }

  ensure(tables: Tables): void {
    this.keepAhead(tables, RECORD_NUMBERS_MAX);
  }

  reserveAhead(tables: Tables): void {
    this.keepAhead(tables, BLOCK / 2);
  }

  private keepAhead(tables: Tables, ahead: number): void {
    const invoice = Math.max(nextInvoiceNumber(tables.order.index as OrderIndex), this.first.invoice);
    const order = Math.max(tables.order.nextId, this.first.order);
    if (order + ahead <= this.reserved.order && invoice + ahead <= this.reserved.invoice) return;
    const reserved = highest(this.reserved, blockAfter({ order, invoice }));
    this.save(reserved);
    this.reserved = reserved;
  }
}
