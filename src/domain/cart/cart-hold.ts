// Keeps what a cart holds of the stock equal to what its lines need, where `cartHoldMs` lets carts hold stock (D105).
// Missing pieces are not held: the checkout refuses them. Holds of an unchanged cart are released
// by src/domain/catalogue/release-holds.ts.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { buyable } from '../catalogue/release-holds.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import { demandOf } from '../stock/availability.ts';
import { wantedOf } from '../stock/pieces.ts';
import { beyondOrder, freedMilli } from './edited-order.ts';
import { freeMilli } from '../stock/hold.ts';
import type { CartHolder } from '../stock/hold.ts';
import type { Session } from './session.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Stock item → pieces that the cart needs and nobody else holds. `freed`: stock item → pieces that the edited order
 * has, and gives back: nobody else can have them.
 *
 * Refuses: SHOPOBJECT_NOT_AVAILABLE if the product `added` lacks pieces; AMOUNT_OUT_OF_RANGE.
 */
const needed = (
  tx: Transaction,
  wanted: readonly WantedPieces[],
  holder: CartHolder,
  added: number,
  freed: ReadonlyMap<number, number>,
): Result<ReadonlyMap<number, number>> => {
  const milliByStock = new Map<number, number>();
  const demands = demandOf(tx, buyable(tx, wanted));
  if (!demands.ok) return demands;
  for (const { needMilli, stockIds, strictProductId, shares } of demands.value.values()) {
    const freedSum = stockIds.reduce((sum, stockId) => sum + (freed.get(stockId) ?? 0), 0);
    let missingMilli = Math.max(0, needMilli - freedSum);
    for (const stockId of stockIds) {
      const item = tx.read('stock', stockId);
      const milli = item === undefined ? 0 : Math.min(missingMilli, freeMilli(item, holder));
      if (milli <= 0) continue;
      milliByStock.set(stockId, milli);
      missingMilli -= milli;
    }
    // Two products of one cart may want the same pieces. The checkout refuses what ran out before it was held.
    if (missingMilli > 0 && strictProductId !== 0 && shares.some(({ productId }) => productId === added))
      return refuse('SHOPOBJECT_NOT_AVAILABLE', added);
  }
  return ok(milliByStock);
};

/** Whether the hold has the right quantity and more than half of its time left. */
const isHoldCurrent = (tx: Transaction, stockId: number, holder: CartHolder, milli: number): boolean => {
  const hold = tx.read('stock', stockId)?.holds?.find(holder);
  if (hold === undefined) return milli === 0;
  return hold.quantityMilli === milli && hold.expiresMs - tx.atMs > tx.rules.cartHoldMs / 2;
};

const setHold = (tx: Transaction, stockId: number, holder: CartHolder, quantityMilli: number): Result<void> =>
  isHoldCurrent(tx, stockId, holder, quantityMilli) || tx.read('stock', stockId) === undefined
    ? DONE
    : tx.ask('stock', stockId, { type: 'hold', holder, quantityMilli, lifeMs: tx.rules.cartHoldMs });

/** Sets the holds of a session to what its cart needs; a piece that is not there is not held. */
export const holdCart = (tx: Transaction, sessionId: number, added: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart, generation, heldStockIds } = session;
  const holder = { sessionId, generation };
  const all = wantedOf(cart);
  const wanted = needed(tx, beyondOrder(session, all), holder, added, freedMilli(tx, session, all));
  if (!wanted.ok) return wanted;
  for (const stockId of new Set([...heldStockIds, ...wanted.value.keys()])) {
    const set = setHold(tx, stockId, holder, wanted.value.get(stockId) ?? 0);
    if (!set.ok) return set;
  }
  const stockIds = [...wanted.value.keys()];
  const same = stockIds.length === heldStockIds.length && stockIds.every((id) => heldStockIds.includes(id));
  return same ? DONE : tx.ask('session', sessionId, { type: 'record_stock_holds', stockIds });
};

/** Releases what the cart still holds after its order took the rest. */
export const releaseRest = (
  tx: Transaction,
  { heldStockIds, generation }: Session,
  sessionId: number,
  taken: readonly Taken[],
): Result<void> => {
  for (const stockId of heldStockIds) {
    if (taken.some((entry) => entry.stockId === stockId)) continue;
    const released = setHold(tx, stockId, { sessionId, generation }, 0);
    if (!released.ok) return released;
  }
  return DONE;
};
