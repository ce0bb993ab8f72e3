// What was ordered together: for each product its latest orders, and what else is in them.
//
// Folded from the orders as they are: the same orders give the same lists, in whatever order they come, so a start, a
// follower and a restore have what a running shop has. A cancelled order keeps its place and counts nothing. Bounded by
// ORDERS_MAX for a product, at most 20 kB: 100 rows of up to 51 numbers. Older orders are forgotten, which makes room
// and keeps what is shown of today.
// An order of before `Order.products` is kept by the variations that it has, and read as products by
// listing/bought-with.ts, which also says what may be shown.
import { newVersioned, touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import { isGoods } from '../calculation/goods.ts';
import type { Line } from '../cart/line.ts';

/** Orders that are kept of a product: those with the highest numbers. */
export const ORDERS_MAX = 100;
/** Products of an order; one with more says nothing about any of them. */
export const PRODUCTS_MAX = 50;

/** A row is the order, its head and the other products; the head is their number, and whether it is cancelled. */
const HEAD = 2;
const LENGTH = 0xff;
const CANCELED = 0x100;

interface Ordered {
  readonly cart: { readonly lines: readonly Line[] };
  readonly states: { readonly order: string };
  readonly products: readonly number[];
}

/** The latest orders of one product in which there is another one. */
export class ProductOrders implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** By rising order. */
  private rows = new Uint32Array(0);
  private count = 0;
  private lastId = 0;

  /** Orders that are not cancelled, each with its other products. */
  *orders(): Generator<readonly [orderId: number, others: Uint32Array]> {
    const { rows } = this;
    for (let at = 0; at < rows.length; at += this.widthAt(at))
      if ((rows[at + 1]! & CANCELED) === 0) yield [rows[at]!, rows.subarray(at + HEAD, at + this.widthAt(at))];
  }

  set(orderId: number, others: readonly number[], isCanceled: boolean, seq: number): void {
    const head = others.length | (isCanceled ? CANCELED : 0);
    const { rows } = this;
    let place = rows.length;
    // A checkout places the newest order, and looks at no other one.
    if (orderId <= this.lastId) {
      place = 0;
      for (let at = 0; at < rows.length; at += this.widthAt(at)) {
        if (rows[at] === orderId) return this.setHead(at, head, seq);
        if (rows[at]! < orderId) place = at + this.widthAt(at);
      }
    }
    const isFull = this.count >= ORDERS_MAX;
    if (isFull && place === 0) return;
    if (!isFull) this.count += 1;
    this.lastId = Math.max(this.lastId, orderId);
    const from = isFull ? this.widthAt(0) : 0;
    const next = new Uint32Array(rows.length - from + HEAD + others.length);
    next.set(rows.subarray(from, place));
    next.set([orderId, head, ...others], place - from);
    next.set(rows.subarray(place), place - from + HEAD + others.length);
    this.rows = next;
    touch(this, seq);
  }

  private setHead(at: number, head: number, seq: number): void {
    if (this.rows[at + 1] === head) return;
    this.rows[at + 1] = head;
    touch(this, seq);
  }

  private widthAt(at: number): number {
    return HEAD + (this.rows[at + 1]! & LENGTH);
  }
}

/** How verify compares the orders of a product. Sums, because there are millions of pairs. */
export function* togetherFigures(
  productId: number,
  latest: Iterable<readonly [orderId: number, others: Iterable<number>]>,
): Generator<readonly [name: string, value: number]> {
  let [count, orderIds, otherIds] = [0, 0, 0];
  for (const [orderId, others] of latest) {
    count += 1;
    orderIds += orderId;
    for (const other of others) otherIds += other;
  }
  if (count === 0) return;
  yield [`orders of product ${productId} with others`, count];
  yield [`ids of the orders of product ${productId} with others, added up,`, orderIds];
  yield [`ids of what was ordered with product ${productId}, added up,`, otherIds];
}

export class BoughtTogether {
  /** Changes when a product gets its first order. */
  readonly begun = newVersioned();
  private readonly byProduct = new Map<number, ProductOrders>();

  /** Undefined: nothing was ordered with it, which depends on `begun`. */
  find(productId: number): ProductOrders | undefined {
    return this.byProduct.get(productId);
  }

  /** See `togetherFigures`. */
  *figures(): Generator<readonly [name: string, value: number]> {
    for (const [id, orders] of this.byProduct) yield* togetherFigures(id, orders.orders());
  }

  /** Also for an order that is known and has changed; its products never do. */
  set(orderId: number, { cart, states, products }: Ordered, seq: number): void {
    const goods = new Set(products);
    if (products.length === 0)
      for (const line of cart.lines) if (isGoods(line) && line.productId !== 0) goods.add(line.productId);
    if (goods.size < 2 || goods.size > PRODUCTS_MAX) return;
    for (const id of goods) {
      let orders = this.byProduct.get(id);
      if (orders === undefined) {
        this.byProduct.set(id, (orders = new ProductOrders()));
        touch(this.begun, seq);
      }
      const others = [...goods].filter((other) => other !== id);
      orders.set(orderId, others, states.order === 'CANCELED', seq);
    }
  }
}
