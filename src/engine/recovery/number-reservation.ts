// Reserves numbers of orders, invoices and cancellations in store.json, so that none is given twice although a power
// failure may take the records that gave them where commits are not synced.
//
// Guaranteed: a number is given only after store.json, synced, has reserved it. After a fall back to a snapshot file,
// numbers go on after all reserved ones. Cost: one small file for each half of a block of numbers.
// Not promised: that all reserved numbers were given; the loss file lists those that a fall back skips.
import { nextDocuments } from '../../domain/orders/invoice-number.ts';
import type { OrderIndex } from '../../domain/orders/order-index.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { SHOP_ID, inForce } from '../../domain/shop/shop.ts';
import type { Shop } from '../../domain/shop/shop.ts';
import type { NumberKeeper } from '../engine-options.ts';
import { rulesOf } from '../transactions/read-context.ts';
import type { Tables } from '../actors/tables.ts';

/** Next number of each; in a reservation, the first number that is not reserved. */
export interface Numbers {
  readonly order: number;
  readonly invoice: number;
  readonly cancellation: number;
}

/** Completes numbers of a store written before there were cancellations. */
export const allNumbers = (known: Partial<Numbers> = {}): Numbers => ({
  order: 1,
  invoice: 1,
  cancellation: 1,
  ...known,
});

/** Numbers reserved at a time, and skipped at most when records are lost. */
const BLOCK = 1000;
/** Highest count of numbers of a kind that one record gives: a credit note for each partial invoice. */
const RECORD_NUMBERS_MAX = 100;

/** The first number of an order, as the shop holds it. */
const firstOrder = ({ shop }: Tables): number => {
  const held = shop.peek(SHOP_ID) as Readonly<Shop> | undefined;
  return (held === undefined ? undefined : inForce(held).orderIdFirst) ?? 1;
};

export const nextNumbers = (tables: Tables): Numbers => ({
  order: Math.max(tables.order.nextId, firstOrder(tables)),
  ...nextDocuments(tables.order.index as OrderIndex),
});

export const highest = (a: Numbers, b: Numbers): Numbers => ({
  order: Math.max(a.order, b.order),
  invoice: Math.max(a.invoice, b.invoice),
  cancellation: Math.max(a.cancellation, b.cancellation),
});

export const blockAfter = ({ order, invoice, cancellation }: Numbers): Numbers => ({
  order: order + BLOCK,
  invoice: invoice + BLOCK,
  cancellation: cancellation + BLOCK,
});

export class NumberReservation implements NumberKeeper {
  private reserved: Numbers;
  private readonly base: ShopRules;
  private readonly save: (reserved: Numbers) => void;

  /**
   * `base`: rules of the configuration, which say the first numbers where the shop does not. `save`: writes reserved
   * numbers to store.json, synced, or throws.
   */
  constructor(reserved: Numbers, base: ShopRules, save: (reserved: Numbers) => void) {
    this.reserved = reserved;
    this.base = base;
    this.save = save;
  }

  ensure(tables: Tables): void {
    this.keepAhead(tables, RECORD_NUMBERS_MAX);
  }

  reserveAhead(tables: Tables): void {
    this.keepAhead(tables, BLOCK / 2);
  }

  private keepAhead(tables: Tables, ahead: number): void {
    const { reserved: given } = this;
    const next = nextNumbers(tables);
    const { orderIdFirst, invoiceNumberFirst } = rulesOf(tables, this.base);
    const invoice = Math.max(next.invoice, invoiceNumberFirst);
    const order = Math.max(next.order, orderIdFirst);
    const { cancellation } = next;
    const isAhead = order + ahead <= given.order && invoice + ahead <= given.invoice;
    if (isAhead && cancellation + ahead <= given.cancellation) return;
    const reserved = highest(given, blockAfter({ order, invoice, cancellation }));
    this.save(reserved);
    this.reserved = reserved;
  }
}
