// Releases what carts hold of the stock (D105) as soon as the lines that it was held for cannot be bought any more:
// their product, or one above it, was switched off or deleted, sells from other stock or by another step, or the
// session has ended.
//
// The engine calls it with the events of a decision, whichever procedure has caused them, so that the release is part
// of the same record. Only what is held too much is released: nothing is held anew and no hold lives longer; that is
// for the next change of the cart. Not promised: a release where a setting of the shop changes between two starts.
import { must } from '../../kernel/result.ts';
import { perProduct, wantedOf } from '../stock/availability.ts';
import type { WantedPieces } from '../stock/availability.ts';
import type { CartHolder, HoldEntry } from '../stock/hold.ts';
import { isActive } from '../stock/sellable.ts';
import type { StockItem } from '../stock/stock-item.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { family } from './product-family.ts';
import { stepMilliOf } from './quantity-step.ts';

/** The lines that a checkout would not refuse for their product. */
export const buyable = (shop: Reader, wanted: readonly WantedPieces[]): WantedPieces[] =>
  wanted.filter(({ productId, quantityMilli }) => {
    const product = shop.read('shopobject', productId);
    return product !== undefined && isActive(shop, product) && quantityMilli % stepMilliOf(shop, product) === 0;
  });

interface Change {
  readonly id: number;
  readonly event: { readonly type: string };
}

const STEP_SET = 'class_quantity_step_set';
const ENDED = 'session_ended';

/** Events after which a product may sell from other stock, or not at all. */
const PRODUCT_EVENTS: ReadonlySet<string> = new Set([
  'shopobject_activity_changed',
  'shopobject_metadata_set',
  'shopobject_availability_set',
  'shopobject_deleted',
  'product_bound',
  'product_unbound',
]);

/** Whether a cart may need fewer pieces after these events than it holds. */
export const mayReleaseHolds = (changes: readonly Change[]): boolean => {
  for (const { event } of changes)
    if (PRODUCT_EVENTS.has(event.type) || event.type === STEP_SET || event.type === ENDED) return true;
  return false;
};

interface Touched {
  /** Of which another quantity may be needed now. */
  readonly stockIds: Set<number>;
  readonly deleted: Set<number>;
  readonly closed: Set<number>;
  readonly endedSessions: Set<number>;
}

/** Whether a product of the class sells from the stock item. */
const isOfClass = (before: Reader, stockId: number, classId: number): boolean => {
  const { storageId, holderId } = before.read('stock', stockId)!;
  const productIds = storageId === 0 ? [holderId] : before.index('shopobject').bound.of(holderId).ids;
  return productIds.some((productId) => before.read('shopobject', productId)?.classId === classId);
};

/** `before`: the shop without the changes. */
const touchedBy = (before: Reader, changes: readonly Change[]): Touched => {
  const { held, own, ofEntity } = before.index('stock');
  const touched: Touched = { stockIds: new Set(), deleted: new Set(), closed: new Set(), endedSessions: new Set() };
  const add = (stockId: number | undefined): void => {
    if (stockId !== undefined && held.has(stockId)) touched.stockIds.add(stockId);
  };
  const addProduct = (productId: number): void => {
    add(own.get(productId));
    for (const { entityId } of before.read('shopobject', productId)?.bindings ?? [])
      for (const stockId of ofEntity.find(entityId)?.ids ?? []) add(stockId);
  };
  for (const { id, event } of changes) {
    if (event.type === ENDED) touched.endedSessions.add(id);
    else if (event.type === 'stock_closed') touched.closed.add(id);
    else if (event.type === STEP_SET) {
      for (const stockId of held) if (isOfClass(before, stockId, id)) touched.stockIds.add(stockId);
    } else if (PRODUCT_EVENTS.has(event.type)) {
      if (event.type === 'shopobject_deleted') touched.deleted.add(id);
      for (const productId of family(before, id)) addProduct(productId);
    }
  }
  return touched;
};

/** What lines need of a stock item and its siblings in other storages together. */
const neededMilli = (tx: Transaction, wanted: readonly WantedPieces[], { storageId, holderId }: StockItem): number => {
  let sumMilli = 0;
  for (const { productId, quantityMilli } of wanted) {
    const { availability, bindings } = tx.read('shopobject', productId)!;
    if (!availability.managed) continue;
    const perPieceMilli =
      storageId !== 0
        ? (bindings.find(({ entityId }) => entityId === holderId)?.perPieceMilli ?? 0)
        : productId === holderId && bindings.length === 0
          ? 1000
          : 0;
    sumMilli += Math.ceil((quantityMilli * perPieceMilli) / 1000);
  }
  return sumMilli;
};

/** What the lines of a cart that can be bought want of each product; nothing where the session has ended. */
const wantedBy = (tx: Transaction, { sessionId, generation }: CartHolder, touched: Touched): WantedPieces[] => {
  const session = touched.endedSessions.has(sessionId) ? undefined : tx.read('session', sessionId);
  if (session?.generation !== generation) return [];
  const present = wantedOf(session.cart).filter(({ productId }) => !touched.deleted.has(productId));
  return [...perProduct(buyable(tx, present))];
};

type Held = readonly [stockId: number, item: StockItem, entry: HoldEntry];

/** Its end stays as it is. */
const setHeld = (tx: Transaction, stockId: number, entry: HoldEntry, quantityMilli: number): void => {
  const [sessionId, generation, , expiresMs] = entry;
  const holder = { sessionId, generation };
  const set = tx.ask('stock', stockId, { type: 'hold', holder, quantityMilli, lifeMs: expiresMs - tx.atMs });
  must(set.ok, 'a cart may hold less than it holds');
};

/** `held`: of one cart. It keeps what it needs of that, and the rest is released. */
const releaseOf = (tx: Transaction, held: readonly Held[], touched: Touched): void => {
  const [, , [sessionId, generation]] = held[0]!;
  const wanted = wantedBy(tx, { sessionId, generation }, touched);
  /** By owner: a warehouse entity, or a product below zero. */
  const missing = new Map<number, number>();
  for (const [stockId, item, entry] of held) {
    const owner = item.storageId === 0 ? -item.holderId : item.holderId;
    const missingMilli = missing.get(owner) ?? neededMilli(tx, wanted, item);
    const keptMilli = Math.min(missingMilli, entry[2]);
    missing.set(owner, missingMilli - keptMilli);
    if (keptMilli < entry[2]) setHeld(tx, stockId, entry, keptMilli);
  }
};

/** Directly: others that hold the same items have nothing to do with the end of a session. */
const releaseEnded = (tx: Transaction, before: Reader, { endedSessions, closed }: Touched): void => {
  for (const sessionId of endedSessions) {
    const { generation, heldStockIds } = before.read('session', sessionId)!;
    for (const stockId of heldStockIds) {
      const item = closed.has(stockId) ? undefined : tx.read('stock', stockId);
      const entry = item?.holds?.find({ sessionId, generation });
      if (entry !== undefined) setHeld(tx, stockId, entry, 0);
    }
  }
};

/**
 * To be called where `mayReleaseHolds` says so and carts hold anything. `before`: the shop without the changes, whose
 * indexes `tx` does not show.
 */
export const releaseHolds = (tx: Transaction, before: Reader, changes: readonly Change[]): void => {
  const touched = touchedBy(before, changes);
  const byCart = new Map<string, Held[]>();
  for (const stockId of touched.stockIds) {
    const item = touched.closed.has(stockId) ? undefined : tx.read('stock', stockId);
    for (const entry of item?.holds?.entries ?? []) {
      const cart = `${entry[0]}.${entry[1]}`;
      const known = byCart.get(cart);
      if (known === undefined) byCart.set(cart, [[stockId, item!, entry]]);
      else known.push([stockId, item!, entry]);
    }
  }
  for (const held of byCart.values()) releaseOf(tx, held, touched);
  releaseEnded(tx, before, touched);
};
