// What the shop of a run sells, and what is known of it: stock that was placed, orders that were acknowledged.
import type { Client } from '../kill/client.ts';
import { must } from '../kill/client.ts';
import { productFields } from '../kill/office.ts';
import { deliveryCents, makeDelivery } from '../kill/delivered.ts';
import { makePromotion } from '../kill/promoted.ts';
import { stateProblems, stockProblems } from './contents.ts';
import type { StateChange, StateRead, StockChange, StockRead } from './contents.ts';

export interface Ware {
  readonly id: number;
  /** Of the one warehouse entity that it is made of. */
  readonly pieces: number;
}

export interface Order {
  readonly id: number;
  readonly tag: string;
  /** Product → quantity. */
  readonly lines: ReadonlyMap<number, number>;
  /** Its delivery is by the rules of METHOD. */
  readonly isSent: boolean;
}

export const ENTITY = 'rare';
const PLENTY = 10_000_000;
const START = 30;
/** Orders that may have the promotion. */
export const PROMOTED = 10;
/** Of the delivery of an order, in which it begins, and to which the office brings it. */
export const FIRST_STATE = 'PROCESSING';
export const OTHER_STATE = 'PARTIAL';

/** Everything that is known by all callers together. */
export class Books {
  readonly plenty: number[] = [];
  readonly rare: Ware[] = [];
  /** Pieces of the entity that were placed and that were taken away again. */
  placed = START;
  readonly orders = new Map<number, Order>();
  /** Carts that were sent to the checkout: tag → lines. */
  readonly sent = new Map<string, ReadonlyMap<number, number>>();
  /** Tags of checkouts that were refused, behind one without an answer. */
  readonly maybe = new Set<string>();
  readonly coupons: string[] = [];
  promotion = 0;
  readonly problems: string[] = [];
  /** Product → cents. */
  readonly prices = new Map<number, number>();
  readonly stockChanges: StockChange[] = [];
  readonly stockReads: StockRead[] = [];
  readonly stateChanges: StateChange[] = [];
  readonly stateReads: StateRead[] = [];

  bought(order: Order): void {
    const known = this.orders.get(order.id);
    if (known !== undefined) this.problems.push(`order ${order.id} was given to ${known.tag} and to ${order.tag}`);
    this.orders.set(order.id, order);
  }

  /** What reads have shown that no order of what was acknowledged allows, in lines. */
  contentProblems(): string[] {
    return [
      ...stockProblems(START, this.stockChanges, this.stockReads),
      ...stateProblems(FIRST_STATE, this.stateChanges, this.stateReads),
    ];
  }

  centsOf(lines: ReadonlyMap<number, number>): number {
    return [...lines].reduce((sum, [id, quantity]) => sum + quantity * this.prices.get(id)!, 0);
  }

  /** What a cart pays for delivery, in cents. */
  deliveryOf(lines: ReadonlyMap<number, number>, isSent: boolean): number {
    const pieces = [...lines.values()].reduce((sum, quantity) => sum + quantity, 0);
    return isSent ? deliveryCents(this.centsOf(lines), pieces) : 0;
  }

  /** Pieces of the entity that a cart takes. */
  piecesOf(lines: ReadonlyMap<number, number>): number {
    return this.rare.reduce((sum, { id, pieces }) => sum + (lines.get(id) ?? 0) * pieces, 0);
  }
}

const ATTRIBUTES = [
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
];

/** Fills an empty shop, before it is a cluster. */
export const fill = async (office: Client, books: Books): Promise<void> => {
  const { body } = await must(office.office('create_class', { name: 'article', type: 'product' }));
  const attributes = { id_class: String(body['id']), attributes: JSON.stringify(ATTRIBUTES) };
  await must(office.office('create_class_attributes', attributes));
  await must(office.office('create_class', { name: 'thing', type: 'warehouse_entity' }));
  const metadata = JSON.stringify({ element_number: ENTITY });
  await must(office.office('create_warehouse_entity', { class: 'thing', name: ENTITY, metadata }));
  await must(office.office('inventory_place', { storage: 'north', element_number: ENTITY, quantity: START }));
  const made = async (name: string, cents: number, availability: { readonly quantity?: number }): Promise<number> => {
    const product = await must(office.office('create_product', productFields(name, cents, availability)));
    const id = Number(product.body['id']);
    books.prices.set(id, cents);
    return id;
  };
  books.promotion = await makePromotion(office, PROMOTED);
  await makeDelivery(office);
  for (const name of ['pen', 'ink', 'paper', 'stamp']) books.plenty.push(await made(name, 199, { quantity: PLENTY }));
  for (const pieces of [1, 3]) {
    const id = await made(`rare-${pieces}`, 4900, {});
    await must(office.office('add_binding', { id_product: id, element_number: ENTITY, quantity: pieces }));
    books.rare.push({ id, pieces });
  }
};
