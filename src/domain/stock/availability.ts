// What can be sold of a product, and taking it. A product bound to warehouse entities has as many pieces as its
// scarcest part (D101); orders take from storages in the order in which those were made (D106).
import { atOnce } from '../../kernel/many.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { freeMilli } from './hold.ts';
import type { CartBuyer, CartHolder } from './hold.ts';
import { isActive } from './sellable.ts';
import { moveStock } from './move-stock.ts';
import type { Taken, WantedPieces } from './pieces.ts';
import type { Sellable } from './sellable.ts';
import type { StockItem } from './stock-item.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** The stock items that a product sells from, per binding; its own stock is a binding of one piece to itself. */
interface Source {
  /** The warehouse entity; for a product's own stock its id below zero. */
  readonly key: number;
  readonly perPieceMilli: number;
  readonly stockIds: readonly number[];
}

const OF_ENTITY = 'storages that hold one entity';

/** A product's own stock item. */
const ownStock = (shop: Reader, productId: number): number | undefined => {
  const own = shop.index('stock').own.get(productId);
  if (own === undefined) shop.trackAbsence('stock');
  return own;
};

export const sourcesOf = (shop: Reader, productId: number, product: Sellable): Source[] => {
  if (product.bindings.length === 0) {
    const own = ownStock(shop, productId);
    return [{ key: -productId, perPieceMilli: 1000, stockIds: own === undefined ? [] : [own] }];
  }
  const index = shop.index('stock');
  return product.bindings.map(({ entityId, perPieceMilli }) => {
    const items = index.ofEntity.of(entityId);
    shop.track(items);
    return { key: entityId, perPieceMilli, stockIds: atOnce(items.ids, OF_ENTITY) };
  });
};

/** Pieces of one stock item that no other cart holds, and those that come free for this one. */
const freeFor = (item: StockItem, stockId: number, buyer: CartBuyer): number =>
  freeMilli(item, buyer) + (buyer.freed?.get(stockId) ?? 0);

/** Pieces of one stock item; those that other carts hold are left out if `buyer` is given. */
const milliIn = (shop: Reader, stockId: number, buyer?: CartBuyer): number => {
  const item = shop.read('stock', stockId);
  return item === undefined ? 0 : buyer === undefined ? item.quantityMilli : freeFor(item, stockId, buyer);
};

/** Pieces of a warehouse entity in all storages together. */
export const entityMilli = (shop: Reader, entityId: number): number => {
  const items = shop.index('stock').ofEntity.of(entityId);
  shop.track(items);
  return atOnce(items.ids, OF_ENTITY).reduce((sum, id) => sum + milliIn(shop, id), 0);
};

/**
 * Pieces of the product that the stock allows, in 1/1,000; whole pieces for a bound product. Without a `buyer`, pieces
 * that carts hold count.
 */
export const availableMilli = (shop: Reader, productId: number, product: Sellable, buyer?: CartBuyer): number => {
  if (product.bindings.length === 0) {
    const own = ownStock(shop, productId);
    return own === undefined ? 0 : milliIn(shop, own, buyer);
  }
  const pieces = sourcesOf(shop, productId, product).map(({ stockIds, perPieceMilli }) =>
    Math.floor(stockIds.reduce((sum, id) => sum + milliIn(shop, id, buyer), 0) / perPieceMilli),
  );
  return Math.min(...pieces) * 1000;
};

/** Whether the stock of a product is managed and at or below the quantity at which the shop wants to be warned. */
export const isLow = (shop: Reader, productId: number, product: Sellable): boolean =>
  product.availability.managed && availableMilli(shop, productId, product) <= product.availability.warningMilli;

/** Whether `quantityMilli` can be sold to this buyer, ignoring other callers' later purchases. */
export const isAvailable = (
  shop: Reader,
  productId: number,
  product: Sellable,
  quantityMilli: number,
  buyer: CartBuyer,
): boolean => {
  if (!isActive(shop, product)) return false;
  const { managed, override } = product.availability;
  return !managed || override || availableMilli(shop, productId, product, buyer) >= quantityMilli;
};

/** What one product needs of a source. */
export interface Share {
  readonly productId: number;
  readonly perPieceMilli: number;
  readonly needMilli: number;
}

interface Demand {
  needMilli: number;
  /**
   * The first product that may not be sold below zero: if the source runs short, the whole demand is refused with its
   * id. 0: none.
   */
  strictProductId: number;
  readonly stockIds: readonly number[];
  /** Shares in the order of the lines. */
  readonly shares: Share[];
}

/** Maximum demand for a source, in 1/1,000,000: a thousand of them still add up exactly. */
const DEMAND_E6_MAX = 9e15;

export interface Picked {
  readonly taken: readonly Taken[];
  /** Pieces sold below zero, per product whose override allows it. */
  readonly backordered: readonly WantedPieces[];
}

const NOTHING_MISSED: readonly WantedPieces[] = [];

/** Sums the lines of each product, in the order of their first lines. */
export const perProduct = (wanted: readonly WantedPieces[]): readonly WantedPieces[] => {
  const sums = new Map<number, number>();
  for (const { productId, quantityMilli } of wanted) sums.set(productId, (sums.get(productId) ?? 0) + quantityMilli);
  return sums.size === wanted.length
    ? wanted
    : [...sums].map(([productId, quantityMilli]) => ({ productId, quantityMilli }));
};

/**
 * Sums the demand per source over all lines, so that two lines of one product cannot both have its last piece.
 *
 * Refuses, with the product's id: SHOPOBJECT_NOT_AVAILABLE, AMOUNT_OUT_OF_RANGE.
 */
export const demandOf = (tx: Transaction, wanted: readonly WantedPieces[]): Result<Map<number, Demand>> => {
  const demands = new Map<number, Demand>();
  for (const { productId, quantityMilli } of perProduct(wanted)) {
    const product = tx.read('shopobject', productId);
    if (product === undefined || !isActive(tx, product)) return refuse('SHOPOBJECT_NOT_AVAILABLE', productId);
    const { managed, override } = product.availability;
    if (!managed) continue;
    for (const { key, perPieceMilli, stockIds } of sourcesOf(tx, productId, product)) {
      const needE6 = quantityMilli * perPieceMilli;
      if (needE6 > DEMAND_E6_MAX) return refuse('AMOUNT_OUT_OF_RANGE', productId);
      const needMilli = Math.ceil(needE6 / 1000);
      const share = { productId, perPieceMilli, needMilli };
      const strictProductId = override ? 0 : productId;
      const demand = demands.get(key);
      if (demand === undefined) demands.set(key, { needMilli, strictProductId, stockIds, shares: [share] });
      else {
        demand.needMilli += needMilli;
        demand.shares.push(share);
        if (demand.strictProductId === 0) demand.strictProductId = strictProductId;
      }
    }
  }
  return ok(demands);
};

/** Assigns a shortage to the last lines first. A product is short by its scarcest part. */
export const addMissing = (
  backordered: Map<number, number>,
  { shares }: { readonly shares: readonly Share[] },
  missingMilli: number,
): void => {
  let rest = missingMilli;
  for (const { productId, perPieceMilli, needMilli } of shares.toReversed()) {
    const lacking = Math.min(rest, needMilli);
    if (lacking === 0) continue;
    const quantityMilli = Math.ceil((lacking * 1000) / perPieceMilli);
    backordered.set(productId, Math.max(backordered.get(productId) ?? 0, quantityMilli));
    rest -= lacking;
  }
};

const isElsewhere = (item: { readonly storageId: number }, storageId: number): boolean =>
  storageId !== 0 && item.storageId !== 0 && item.storageId !== storageId;

/**
 * The first product that a storage has too few pieces of for this buyer; 0: it has all, or may sell them below zero. A
 * product's own stock is in no storage, and anywhere.
 */
export const lackingIn = (
  shop: Reader,
  storageId: number,
  wanted: readonly WantedPieces[],
  buyer: CartBuyer,
): number => {
  const needed = new Map<number, number>();
  for (const { productId, quantityMilli } of perProduct(wanted)) {
    const product = shop.read('shopobject', productId);
    if (product === undefined || !isActive(shop, product)) return productId;
    const { managed, override } = product.availability;
    if (!managed || override) continue;
    for (const { key, perPieceMilli, stockIds } of sourcesOf(shop, productId, product)) {
      const needMilli = (needed.get(key) ?? 0) + Math.ceil((quantityMilli * perPieceMilli) / 1000);
      needed.set(key, needMilli);
      let thereMilli = 0;
      for (const stockId of stockIds) {
        const item = shop.read('stock', stockId);
        if (item !== undefined && !isElsewhere(item, storageId)) thereMilli += freeFor(item, stockId, buyer);
      }
      if (thereMilli < needMilli) return productId;
    }
  }
  return 0;
};

/**
 * Takes the stock of an order, all of it or none; what the holder's cart held becomes the sale. `storageId`: where the
 * buyer fetches it, and alone it is taken from; 0: from any. A product's own stock is in no storage, and anywhere.
 *
 * Refuses: SHOPOBJECT_NOT_AVAILABLE with the product's id; AMOUNT_OUT_OF_RANGE where the demand, or what an item has
 * sold in all, is too large to count exactly.
 */
export const pick = (
  tx: Transaction,
  orderId: number,
  wanted: readonly WantedPieces[],
  holder?: CartHolder,
  storageId = 0,
): Result<Picked> => {
  const demands = demandOf(tx, wanted);
  return demands.ok ? takeDemanded(tx, orderId, demands.value, holder, storageId) : demands;
};

/** As `pick`, of what was asked for before the transaction changed any stock. */
export const takeDemanded = (
  tx: Transaction,
  orderId: number,
  demands: ReadonlyMap<number, Demand>,
  holder?: CartHolder,
  storageId = 0,
): Result<Picked> => {
  const taken: Taken[] = [];
  const backordered = new Map<number, number>();
  for (const demand of demands.values()) {
    let missingMilli = demand.needMilli;
    for (const stockId of demand.stockIds) {
      const item = tx.read('stock', stockId);
      if (item === undefined || isElsewhere(item, storageId)) continue;
      const quantityMilli = Math.min(missingMilli, freeMilli(item, holder));
      if (quantityMilli <= 0) continue;
      const sold = moveStock(tx, stockId, { type: 'sell', quantityMilli, orderId, holder });
      if (!sold.ok) return sold;
      taken.push({ stockId, quantityMilli });
      missingMilli -= quantityMilli;
    }
    if (missingMilli === 0) continue;
    if (demand.strictProductId !== 0) return refuse('SHOPOBJECT_NOT_AVAILABLE', demand.strictProductId);
    addMissing(backordered, demand, missingMilli);
  }
  if (backordered.size === 0) return ok({ taken, backordered: NOTHING_MISSED });
  const missed = [...backordered].map(([productId, quantityMilli]): WantedPieces => ({ productId, quantityMilli }));
  return ok({ taken, backordered: missed });
};

/** Gives back exactly what an order took; a product that was deleted since has no stock to give it back to. */
export const putBack = (tx: Transaction, orderId: number, taken: readonly Taken[]): Result<void> => {
  for (const { stockId, quantityMilli } of taken) {
    if (tx.read('stock', stockId) === undefined) continue;
    const returned = moveStock(tx, stockId, { type: 'put_back', quantityMilli, orderId });
    if (!returned.ok) return returned;
  }
  return DONE;
};
