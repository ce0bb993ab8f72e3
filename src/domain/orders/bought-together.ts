// What was ordered together: for each product its latest orders, and what else is in them.
//
// Folded from the orders as they are: the same orders give the same lists, in whatever order they come, so a start, a
// follower and a restore have what a running shop has. A cancelled order keeps its place and counts nothing; what an
// edit has taken out of an order was ordered with the rest all the same (D580). Bounded by ORDERS_MAX for a
// product, at most 20 kB: 100 rows of up to 51 numbers. Older orders are forgotten, which makes room and keeps what is
// shown of today.
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
/** Numbers by which the room of a product grows: ten orders of three products. */
const ROOM = 40;
/** Numbers of the first room: V8 keeps arrays of 64 bytes on its heap, and most products have few orders. */
const FIRST_ROOM = 16;
const NO_ROWS = new Uint32Array(0);

interface Bought {
  readonly cart: { readonly lines: readonly Line[] };
  readonly products: readonly number[];
}

interface Ordered extends Bought {
  readonly states: { readonly order: string };
}

/** Each once. */
const productsIn = ({ cart, products }: Bought): readonly number[] => {
  if (products.length > 0) return products;
  return [...new Set(cart.lines.flatMap((line) => (isGoods(line) && line.productId !== 0 ? [line.productId] : [])))];
};

/**
 * The products of an order after an edit: those that it has had. They only become more, because a list that has
 * forgotten an older order could not have it back; and none is added where they would be more than PRODUCTS_MAX.
 */
export const productsAfterEdit = (order: Bought, edited: readonly number[]): readonly number[] => {
  const before = productsIn(order);
  const all = [...new Set([...before, ...edited])];
  return all.length > PRODUCTS_MAX ? before : all;
};

/** The latest orders of one product in which there is another one. */
export class ProductOrders implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  /** By rising order; more room than `used`, so that a checkout of a product with many orders allocates nothing. */
  private rows = NO_ROWS;
  private used = 0;
  private count = 0;
  private lastId = 0;

  /** Orders that are not cancelled, each with its other products, as they are when the first is read. */
  *orders(): Generator<readonly [orderId: number, others: Uint32Array]> {
    const rows = this.rows.slice(0, this.used);
    let end = 0;
    for (let at = 0; at < rows.length; at = end) {
      end = at + HEAD + (rows[at + 1]! & LENGTH);
      if ((rows[at + 1]! & CANCELED) === 0) yield [rows[at]!, rows.subarray(at + HEAD, end)];
    }
  }

  /** `goods`: the products of the order, each once; `own`: this one of them. */
  set(orderId: number, goods: readonly number[], own: number, isCanceled: boolean, seq: number): void {
    const { rows, used } = this;
    let place = used;
    // A checkout places the newest order, and looks at no other one.
    if (orderId <= this.lastId) {
      place = 0;
      for (let at = 0; at < used; at += this.widthAt(at)) {
        if (rows[at] === orderId) return this.change(at, goods, own, isCanceled, seq);
        if (rows[at]! < orderId) place = at + this.widthAt(at);
      }
    }
    const isFull = this.count >= ORDERS_MAX;
    if (isFull && place === 0) return;
    this.lastId = Math.max(this.lastId, orderId);
    if (isFull) {
      const oldest = this.widthAt(0);
      this.makeRoom(0, oldest, 0);
      place -= oldest;
    } else this.count += 1;
    this.makeRoom(place, 0, HEAD + goods.length - 1);
    this.rows[place] = orderId;
    this.write(place, goods, own, isCanceled);
    touch(this, seq);
  }

  /** An edit may have given the order another product. */
  private change(at: number, goods: readonly number[], own: number, isCanceled: boolean, seq: number): void {
    const width = this.widthAt(at);
    const before = this.rows.slice(at, at + width);
    this.makeRoom(at + HEAD, width - HEAD, goods.length - 1);
    this.write(at, goods, own, isCanceled);
    const isSame = width === HEAD + goods.length - 1 && before.every((one, place) => this.rows[at + place] === one);
    if (!isSame) touch(this, seq);
  }

  /** Writes all of a row but its order. */
  private write(at: number, goods: readonly number[], own: number, isCanceled: boolean): void {
    const { rows } = this;
    rows[at + 1] = (goods.length - 1) | (isCanceled ? CANCELED : 0);
    let next = at + HEAD;
    for (const id of goods) if (id !== own) rows[next++] = id;
  }

  /** Has room for `width` numbers in the place of `gone` others. */
  private makeRoom(at: number, gone: number, width: number): void {
    const { rows, used } = this;
    this.used = used + width - gone;
    if (this.used > rows.length) {
      this.rows = new Uint32Array(this.used <= FIRST_ROOM ? FIRST_ROOM : Math.ceil(this.used / ROOM) * ROOM);
      this.rows.set(rows);
    }
    this.rows.copyWithin(at + width, at + gone, used);
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

  /** Also for an order that is known and has changed; its products only become more. */
  set(orderId: number, order: Ordered, seq: number): void {
    const goods = productsIn(order);
    if (goods.length < 2 || goods.length > PRODUCTS_MAX) return;
    const isCanceled = order.states.order === 'CANCELED';
    for (const id of goods) {
      let orders = this.byProduct.get(id);
      if (orders === undefined) {
        this.byProduct.set(id, (orders = new ProductOrders()));
        touch(this.begun, seq);
      }
      orders.set(orderId, goods, id, isCanceled, seq);
    }
  }
}
