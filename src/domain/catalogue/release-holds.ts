// Releases what carts hold of the stock (D105) as soon as the lines that it was held for cannot be bought any more:
// their product, or one above it, was switched off or deleted, sells from other stock or by another step, or the
// session has ended.
//
// The engine calls it with the events of a decision, whichever procedure has caused them, so that the release is part
// of the same record, with one event per stock item, however many carts hold it. Only what is held too much is
// released: nothing is held anew and no hold lives longer; that is for the next change of the cart.
//
// The work is by holds: an item may be held by thousands of carts, and what each cart needs is read for it. Where a
// change touches more holds than a decision may take, it releases none of them, and the items are looked at in records
// of their own, some carts in each (expiry-sweeper.ts).
// Not promised: a release where a setting of the shop changes between two starts, or where the process ends before
// those records, or another one leads: what is held then ends by its time.
import { NONE, atOnce } from '../../kernel/many.ts';
import { must } from '../../kernel/result.ts';
import { wantedOf } from '../stock/pieces.ts';
import type { WantedPieces } from '../stock/pieces.ts';
import type { CartHolder, Hold, Holds, LoweredHold } from '../stock/hold.ts';
import { isActive } from '../stock/sellable.ts';
import type { StockItem } from '../stock/stock-item.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { stepMilliOf } from './quantity-step.ts';
import type { ShopObject } from './shop-object.ts';

/** The step in which the product is sold; 0: it is not sold. */
const soldStepMilli = (shop: Reader, productId: number): number => {
  const product = shop.read('shopobject', productId);
  return product !== undefined && isActive(shop, product) ? stepMilliOf(shop, product) : 0;
};

const fits = (quantityMilli: number, stepMilli: number): boolean => stepMilli !== 0 && quantityMilli % stepMilli === 0;

/** The lines that a checkout would not refuse for their product. */
export const buyable = (shop: Reader, wanted: readonly WantedPieces[]): WantedPieces[] =>
  wanted.filter(({ productId, quantityMilli }) => fits(quantityMilli, soldStepMilli(shop, productId)));

interface Change {
  readonly id: number;
  readonly event: { readonly type: string };
}

/** Most holds that one change releases itself; beyond that, most carts of one record. Tests lower both. */
export const AT_ONCE = { holdsMax: 1000, cartsMax: 64 };

/** Stands for all held items among those that are still to be looked at. */
export const ALL_HELD = 0;

const STEP_SET = 'class_quantity_step_set';
const ENDED = 'session_ended';

/** Fields of a product's events that say whether carts may need less. */
type ProductEvent = Change['event'] & Partial<Pick<ShopObject, 'active' | 'metadata' | 'availability'>>;

const ACTIVITY = 'shopobject_activity_changed';

/** Events after which a product may sell from other stock, or not at all. */
const PRODUCT_EVENTS: ReadonlySet<string> = new Set([
  'shopobject_metadata_set',
  'shopobject_availability_set',
  'shopobject_deleted',
  'product_bound',
  'product_unbound',
]);

const isOfProduct = ({ type, active }: ProductEvent): boolean =>
  type === ACTIVITY ? active === false : PRODUCT_EVENTS.has(type);

/** Whether a cart may need fewer pieces after these events than it holds. */
export const mayReleaseHolds = (changes: readonly Change[]): boolean => {
  for (const { event } of changes)
    if (event.type === STEP_SET || event.type === ENDED || isOfProduct(event)) return true;
  return false;
};

/** Which products an event makes sell otherwise: the product and those below it, the product alone, or none. */
const reachOf = (before: Reader, { id, event }: Change): 'family' | 'product' | 'none' => {
  const { type, metadata, availability } = event as ProductEvent;
  if (type === ACTIVITY || type === 'shopobject_deleted') return 'family';
  const known = before.read('shopobject', id);
  if (type === 'shopobject_metadata_set')
    return metadata!.quantity_step === known?.metadata.quantity_step ? 'none' : 'family';
  if (type === 'shopobject_availability_set')
    return known?.availability.managed === true && !availability!.managed ? 'product' : 'none';
  return 'product';
};

interface Touched {
  /** Stock items of which carts may need another quantity now. */
  readonly stockIds: Set<number>;
  readonly deleted: Set<number>;
  readonly closed: Set<number>;
  readonly endedSessions: Set<number>;
  /** Warehouse entity → products that the changes bind to it. */
  readonly bound: Map<number, number[]>;
}

const untouched = (): Touched => ({
  stockIds: new Set(),
  deleted: new Set(),
  closed: new Set(),
  endedSessions: new Set(),
  bound: new Map(),
});

const CHANGED = 'a write, of what one call may change';

/** The products that sell from a stock item. `before`: the shop without the changes. */
const soldFrom = (before: Reader, { storageId, holderId }: StockItem): readonly number[] =>
  storageId === 0 ? [holderId] : atOnce(before.index('shopobject').bound.of(holderId).ids, CHANGED);

/** Adds the held stock items of a class: by what is held, because nothing lists the products of a class. */
const addClass = (before: Reader, classId: number, { stockIds }: Touched): void => {
  for (const stockId of before.index('stock').held) {
    if (stockIds.has(stockId)) continue;
    const productIds = soldFrom(before, before.read('stock', stockId)!);
    if (productIds.some((id) => before.read('shopobject', id)?.classId === classId)) stockIds.add(stockId);
  }
};

/** Whether the items have more holds than a decision may look at. */
const areTooMany = (before: Reader, stockIds: Iterable<number>): boolean => {
  let holds = 0;
  for (const stockId of stockIds) {
    holds += before.read('stock', stockId)?.holds?.size ?? 0;
    if (holds > AT_ONCE.holdsMax) return true;
  }
  return false;
};

/** `before`: the shop without the changes. `later` gets the items that are too many to be looked at. */
const touchedBy = (before: Reader, changes: readonly Change[], later: Set<number>): Touched => {
  const { held, own, ofEntity } = before.index('stock');
  const { variations, ofClass } = before.index('shopobject');
  const touched = untouched();
  const add = (stockId: number | undefined): void => {
    if (stockId !== undefined && held.has(stockId)) touched.stockIds.add(stockId);
  };
  const [families, products, classes] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const change of changes) {
    const { id, event } = change;
    if (event.type === ENDED) touched.endedSessions.add(id);
    else if (event.type === 'stock_closed') touched.closed.add(id);
    else if (event.type === STEP_SET) {
      // A class of persons or parts has a step, too, but nothing is sold by it.
      if (ofClass.of(id) > 0) classes.add(id);
    } else if (isOfProduct(event)) {
      if (event.type === 'shopobject_deleted') touched.deleted.add(id);
      if (event.type === 'product_bound') {
        const { entityId } = event as unknown as { readonly entityId: number };
        touched.bound.set(entityId, [...(touched.bound.get(entityId) ?? []), id]);
      }
      const reach = reachOf(before, change);
      if (reach !== 'none') (reach === 'family' ? families : products).add(id);
    }
  }
  // Iterating a set also gives what is added meanwhile: each product once, however many above it have changed.
  for (const id of families) for (const below of atOnce(variations.find(id)?.ids ?? NONE, CHANGED)) families.add(below);
  for (const id of products) families.add(id);
  for (const productId of families) {
    add(own.get(productId));
    for (const { entityId } of before.read('shopobject', productId)?.bindings ?? [])
      for (const stockId of atOnce(ofEntity.find(entityId)?.ids ?? NONE, CHANGED)) add(stockId);
  }
  // Each held item has at least one hold.
  if (classes.size > 0 && held.size > AT_ONCE.holdsMax) later.add(ALL_HELD);
  else for (const classId of classes) addClass(before, classId, touched);
  if (areTooMany(before, touched.stockIds)) {
    for (const stockId of touched.stockIds) later.add(stockId);
    touched.stockIds.clear();
  }
  return touched;
};

/** How a product is sold from a stock item. */
interface Sale {
  readonly perPieceMilli: number;
  readonly stepMilli: number;
}

/** Keyed by products that may be sold from the stock item and counted; lines of others need nothing. */
export type Sales = ReadonlyMap<number, Sale>;

/** `before`: the shop without the changes, `shop`: with them. */
const salesOf = (shop: Reader, before: Reader, item: StockItem, touched: Touched): Sales => {
  const { storageId, holderId } = item;
  const sales = new Map<number, Sale>();
  const bound = storageId === 0 ? [] : (touched.bound.get(holderId) ?? []);
  for (const productId of new Set([...soldFrom(before, item), ...bound])) {
    const product = touched.deleted.has(productId) ? undefined : shop.read('shopobject', productId);
    if (product?.availability.managed !== true) continue;
    const { bindings } = product;
    const perPieceMilli =
      storageId !== 0
        ? (bindings.find(({ entityId }) => entityId === holderId)?.perPieceMilli ?? 0)
        : bindings.length === 0
          ? 1000
          : 0;
    const stepMilli = perPieceMilli === 0 ? 0 : soldStepMilli(shop, productId);
    if (stepMilli > 0) sales.set(productId, { perPieceMilli, stepMilli });
  }
  return sales;
};

/** What lines need of a stock item and its siblings in other storages together. */
const neededMilli = (wanted: readonly WantedPieces[], sales: Sales): number => {
  const byProduct = new Map<number, number>();
  for (const { productId, quantityMilli } of wanted)
    if (fits(quantityMilli, sales.get(productId)?.stepMilli ?? 0))
      byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantityMilli);
  let sumMilli = 0;
  for (const [productId, milli] of byProduct)
    sumMilli += Math.ceil((milli * sales.get(productId)!.perPieceMilli) / 1000);
  return sumMilli;
};

/** The product lines of a cart; none where the session has ended. */
const wantedBy = (tx: Transaction, { sessionId, generation }: CartHolder, touched: Touched): WantedPieces[] => {
  const session = touched.endedSessions.has(sessionId) ? undefined : tx.read('session', sessionId);
  return session?.generation === generation ? wantedOf(session.cart) : [];
};

interface HeldItem {
  readonly stockId: number;
  readonly owner: number;
  readonly hold: Hold;
}

/** A warehouse entity, or a product below zero. */
const ownerOf = ({ storageId, holderId }: StockItem): number => (storageId === 0 ? -holderId : holderId);

/** Directly: others that hold the same items have nothing to do with the end of a session. */
const releaseEnded = (tx: Transaction, before: Reader, { endedSessions, closed }: Touched): void => {
  for (const sessionId of endedSessions) {
    const session = before.read('session', sessionId);
    // One that began with the same changes held nothing before them.
    if (session === undefined) continue;
    const { generation, heldStockIds } = session;
    for (const stockId of heldStockIds) {
      if (closed.has(stockId) || tx.read('stock', stockId) === undefined) continue;
      lower(tx, stockId, [[sessionId, generation, 0]]);
    }
  }
};

const lower = (tx: Transaction, stockId: number, holds: readonly LoweredHold[]): void => {
  const lowered = tx.ask('stock', stockId, { type: 'lower_holds', holds });
  must(lowered.ok, 'a cart may hold less than it holds');
};

/** Lowers what each cart holds of items to what it needs. `salesByOwner`: of all that the carts hold. */
const releaseCarts = (
  tx: Transaction,
  carts: Iterable<readonly HeldItem[]>,
  salesByOwner: ReadonlyMap<number, Sales>,
  touched: Touched,
): void => {
  const lowered = new Map<number, LoweredHold[]>();
  for (const held of carts) {
    const { sessionId, generation } = held[0]!.hold;
    // Its row is read only where something is still sold from what it holds.
    const mayNeed = held.some(({ owner }) => salesByOwner.get(owner)!.size > 0);
    const wanted = mayNeed ? wantedBy(tx, { sessionId, generation }, touched) : [];
    const missing = new Map<number, number>();
    for (const { stockId, owner, hold } of held) {
      const heldMilli = hold.quantityMilli;
      const missingMilli = missing.get(owner) ?? neededMilli(wanted, salesByOwner.get(owner)!);
      const keptMilli = Math.min(missingMilli, heldMilli);
      missing.set(owner, missingMilli - keptMilli);
      if (keptMilli === heldMilli) continue;
      const known = lowered.get(stockId);
      if (known === undefined) lowered.set(stockId, [[sessionId, generation, keptMilli]]);
      else known.push([sessionId, generation, keptMilli]);
    }
  }
  for (const [stockId, holds] of lowered) lower(tx, stockId, holds);
};

/**
 * To be called where `mayReleaseHolds` says so and carts hold anything. `before`: the shop without the changes, whose
 * indexes `tx` does not show. `later` gets the held items that `releaseHeld` is still to look at, or ALL_HELD.
 */
export const releaseHolds = (tx: Transaction, before: Reader, changes: readonly Change[], later: Set<number>): void => {
  const touched = touchedBy(before, changes, later);
  const byCart = new Map<string, HeldItem[]>();
  const salesByOwner = new Map<number, Sales>();
  for (const stockId of touched.stockIds) {
    const item = touched.closed.has(stockId) ? undefined : tx.read('stock', stockId);
    if (item?.holds === undefined) continue;
    const owner = ownerOf(item);
    if (!salesByOwner.has(owner)) salesByOwner.set(owner, salesOf(tx, before, item, touched));
    for (const hold of item.holds.all) {
      const cart = `${hold.sessionId}.${hold.generation}`;
      const known = byCart.get(cart);
      if (known === undefined) byCart.set(cart, [{ stockId, owner, hold }]);
      else known.push({ stockId, owner, hold });
    }
  }
  releaseCarts(tx, byCart.values(), salesByOwner, touched);
  releaseEnded(tx, before, touched);
};

/** The carts that hold pieces of a stock item, in the order in which their holds were set. */
export const cartsHolding = (shop: Reader, stockId: number): readonly CartHolder[] =>
  shop.read('stock', stockId)?.holds?.all.map(({ sessionId, generation }) => ({ sessionId, generation })) ?? [];

/** How products are sold from a stock item. They may be thousands: it is for many calls of `releaseHeld`. */
export const salesFrom = (shop: Reader, stockId: number): Sales => {
  const item = shop.read('stock', stockId);
  return item === undefined ? new Map() : salesOf(shop, shop, item, untouched());
};

/**
 * Releases the surplus that some carts hold of a stock item and its siblings in other storages. `tx` has changed
 * nothing. `sales`: those of the item, as they are now.
 */
export const releaseHeld = (
  tx: Transaction,
  before: Reader,
  { stockId, sales }: { readonly stockId: number; readonly sales: Sales },
  carts: readonly CartHolder[],
): void => {
  const item = before.read('stock', stockId);
  if (item?.holds === undefined) return;
  const owner = ownerOf(item);
  const siblings =
    item.storageId === 0 ? [stockId] : atOnce(before.index('stock').ofEntity.of(item.holderId).ids, CHANGED);
  const held: (readonly [stockId: number, holds: Holds])[] = [];
  for (const id of siblings) {
    const holds = before.read('stock', id)?.holds;
    if (holds !== undefined) held.push([id, holds]);
  }
  const byCart = carts.map((cart) =>
    held.flatMap(([id, holds]): HeldItem[] => {
      const hold = holds.find(cart);
      return hold === undefined ? [] : [{ stockId: id, owner, hold }];
    }),
  );
  const holding = byCart.filter(({ length }) => length > 0);
  releaseCarts(tx, holding, new Map([[owner, sales]]), untouched());
};
