// Stock of pieces that leave an order before they were sent, or come back, or that an edit moves. Claims: each is stock
// once, and where the return says; what is broken is in no stock; an edit moves pieces between stock and order, and the
// order holds all that it wants then.
import { stillWanted } from '../../src/domain/orders/credits.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { OrderReturn } from '../../src/domain/orders/order-return.ts';
import type { ShopObject } from '../../src/domain/catalogue/shop-object.ts';
import { perProduct, sourcesOf } from '../../src/domain/stock/availability.ts';
import type { StockItem } from '../../src/domain/stock/stock-item.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';

type Pieces = ReadonlyMap<number, Pick<StockItem, 'storageId' | 'holderId' | 'quantityMilli'>>;

interface Gone {
  readonly lineId: number;
  readonly quantityMilli: number;
  /** They are stock again. */
  readonly isKept: boolean;
  /** 0: where they came from. */
  readonly storageId: number;
}

const piecesOf = ({ tables: { stock } }: Engine): Pieces => {
  const pieces = new Map<number, Pick<StockItem, 'storageId' | 'holderId' | 'quantityMilli'>>();
  for (let id = 1; id < stock.nextId; id += 1) {
    const item = stock.peek(id) as StockItem | undefined;
    if (item === undefined) continue;
    const { storageId, holderId, quantityMilli } = item;
    pieces.set(id, { storageId, holderId, quantityMilli });
  }
  return pieces;
};

const add = (sums: Map<number, number>, key: number, by: number): void => void sums.set(key, (sums.get(key) ?? 0) + by);

interface Needs {
  readonly order: Order;
  /** How much its products need of all sources. */
  readonly milli: number;
  readonly parts: ReadonlyMap<number, string>;
  readonly text: string;
}

export class ReturnedStock {
  private readonly engine: Engine;
  private before: Pieces;
  /** Order → what its pieces need of which sources; '' where it has not got all of that: it cannot be said. */
  private readonly held = new Map<number, string>();
  /** Order → what it has taken, and what its products are made of. */
  private readonly noted = new Map<number, Pick<Needs, 'parts'> & Pick<Order, 'taken'>>();

  constructor(engine: Engine) {
    this.engine = engine;
    this.before = piecesOf(engine);
    const { order } = engine.tables;
    for (let id = 1; id < order.nextId; id += 1) this.note(id);
  }

  /** Looks at a record that the engine has applied. */
  check(events: readonly KindEvent[], found: (wrong: string) => void): void {
    const isMoved = events.some(({ kind }) => kind === 'stock');
    const after = isMoved ? piecesOf(this.engine) : this.before;
    for (const [orderId, gone] of this.goneIn(events)) {
      const held = this.held.get(orderId) ?? '';
      if (held !== '' && held === this.needsOf(orderId)?.text) this.checkOrder(orderId, gone, after, found);
    }
    for (const { id, event } of events) if (event.type === 'order_edited') this.checkEdited(id, after, found);
    this.before = after;
    for (const { kind, id } of events) if (kind === 'order') this.note(id);
  }

  /** What the lines of an order are made of now, and how much of that it wants; undefined: there is no such order. */
  private needsOf(orderId: number): Needs | undefined {
    const { engine } = this;
    const order = engine.tables.order.peek(orderId) as Order | undefined;
    if (order === undefined) return undefined;
    const shop = engine.readContext();
    const all = perProduct(stillWanted(order));
    const wanted = new Map(all.map(({ productId, quantityMilli }) => [productId, quantityMilli]));
    let milli = 0;
    const parts = new Map<number, string>();
    for (const productId of new Set(order.cart.lines.map((line) => line.productId))) {
      const product = engine.tables.shopobject.peek(productId) as ShopObject | undefined;
      if (product === undefined) continue;
      const { managed } = product.availability;
      const sources = sourcesOf(shop, productId, product);
      parts.set(productId, JSON.stringify([managed, sources.map(({ key, perPieceMilli }) => [key, perPieceMilli])]));
      for (const { perPieceMilli } of sources) {
        milli += product.availability.managed ? ((wanted.get(productId) ?? 0) * perPieceMilli) / 1000 : 0;
      }
    }
    return { order, milli, parts, text: JSON.stringify([...parts]) };
  }

  private note(id: number): void {
    const needs = this.needsOf(id);
    if (needs === undefined) return;
    const { taken, backordered } = needs.order;
    const has = taken.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0);
    const isWhole = taken.every(({ stockId }) => this.engine.tables.stock.peek(stockId) !== undefined);
    this.noted.set(id, { taken, parts: needs.parts });
    this.held.set(id, isWhole && backordered.length === 0 && has === needs.milli ? needs.text : '');
  }

  /** What a record takes out of one order alone: a record that does more says nothing of its stock. */
  private goneIn(events: readonly KindEvent[]): [orderId: number, gone: readonly Gone[]][] {
    const credits = events.filter(({ event }) => event.type === 'order_credited');
    const [credited] = credits;
    if (credited === undefined || credits.length > 1) return [];
    if (events.some(({ event }) => event.type === 'order_placed' || event.type === 'order_state_changed')) return [];
    const { kind, lines } = credited.event as unknown as { readonly kind: string; readonly lines: readonly Gone[] };
    if (kind === 'canceled') return [[credited.id, lines.map((line) => ({ ...line, isKept: true, storageId: 0 }))]];
    const received = events.find(({ event }) => event.type === 'return_received');
    if (received === undefined) return [];
    return [[credited.id, (this.engine.tables.order_return.peek(received.id) as OrderReturn).received]];
  }

  /** Source → what should be stock again of it, of products whose stock is managed; undefined: it cannot be said. */
  private wantedOf(orderId: number, gone: readonly Gone[]) {
    const { engine } = this;
    const { cart } = engine.tables.order.peek(orderId) as Order;
    const shop = engine.readContext();
    const wanted = new Map<number, number>();
    const said = new Map<string, number>();
    for (const { lineId, quantityMilli, isKept, storageId } of gone) {
      const { productId, type } = cart.lines.find(({ id }) => id === lineId)!;
      const product = engine.tables.shopobject.peek(productId) as ShopObject | undefined;
      if (type !== 'PRODUCT' || product === undefined || !product.availability.managed) return undefined;
      for (const { key, perPieceMilli } of sourcesOf(shop, productId, product)) {
        const milli = (quantityMilli * perPieceMilli) / 1000;
        if (!Number.isInteger(milli)) return undefined;
        add(wanted, key, isKept ? milli : 0);
        if (storageId !== 0 && key > 0) said.set(`${key} ${storageId}`, (said.get(`${key} ${storageId}`) ?? 0) + milli);
      }
    }
    return { wanted, said };
  }

  private checkEdited(orderId: number, after: Pieces, found: (wrong: string) => void): void {
    const needs = this.needsOf(orderId);
    const noted = this.noted.get(orderId);
    if (needs === undefined || noted === undefined) return;
    const { taken, backordered } = needs.order;
    const moved = new Map<number, number>();
    const place = (id: number, milli: number): void => {
      const { storageId = 0, holderId = 0 } = after.get(id) ?? this.before.get(id) ?? {};
      add(moved, storageId === 0 ? -holderId : holderId, milli);
    };
    for (const id of new Set([...after.keys(), ...this.before.keys()]))
      place(id, (after.get(id)?.quantityMilli ?? 0) - (this.before.get(id)?.quantityMilli ?? 0));
    for (const { stockId, quantityMilli } of taken) place(stockId, quantityMilli);
    for (const { stockId, quantityMilli } of noted.taken) place(stockId, -quantityMilli);
    for (const [key, milli] of moved)
      if (milli !== 0) found(`order ${orderId}: an edit leaves ${milli} of source ${key} nowhere`);
    const isSame = [...noted.parts].every(([id, text]) => (needs.parts.get(id) ?? text) === text);
    if (this.held.get(orderId) === '' || !isSame || backordered.length > 0) return;
    const has = taken.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0);
    if (has !== needs.milli) found(`order ${orderId} holds ${has} after an edit, and wants ${needs.milli}`);
  }

  private checkOrder(orderId: number, gone: readonly Gone[], after: Pieces, found: (wrong: string) => void): void {
    const asked = this.wantedOf(orderId, gone);
    if (asked === undefined) return;
    const came = new Map<number, number>();
    const at = new Map<string, number>();
    for (const [id, { storageId, holderId, quantityMilli }] of after) {
      const more = quantityMilli - (this.before.get(id)?.quantityMilli ?? 0);
      add(came, storageId === 0 ? -holderId : holderId, more);
      at.set(`${holderId} ${storageId}`, (at.get(`${holderId} ${storageId}`) ?? 0) + more);
    }
    for (const [key, milli] of asked.wanted)
      if ((came.get(key) ?? 0) !== milli)
        found(`order ${orderId}: ${came.get(key) ?? 0} of source ${key} came back, and ${milli} should`);
    for (const [place, milli] of asked.said)
      if ((at.get(place) ?? 0) < milli)
        found(`order ${orderId}: ${at.get(place) ?? 0} came to ${place}, and ${milli} should`);
  }
}
