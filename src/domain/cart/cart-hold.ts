// Keeps what a cart holds of the stock equal to what its lines need, where `cartHoldMs` lets carts hold stock (D105).
// Pieces that are not there are not held: the checkout refuses them. What becomes of a hold while the cart stays as it
// is: src/domain/catalogue/release-holds.ts.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { buyable } from '../catalogue/release-holds.ts';
import type { Taken } from '../stock/availability.ts';
import { demandOf, wantedOf } from '../stock/availability.ts';
import type { Cart } from './cart.ts';
import { freeMilli } from '../stock/hold.ts';
import type { CartHolder } from '../stock/hold.ts';
import type { Session } from './session.ts';
import type { SessionCommand } from './session-commands.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Stock item → pieces that the cart needs of it and nobody else holds. Refuses: SHOPOBJECT_NOT_AVAILABLE where those of
 * `added` are too few; AMOUNT_OUT_OF_RANGE.
 */
const needed = (
  tx: Transaction,
  cart: Cart,
  holder: CartHolder,
  added: number,
): Result<ReadonlyMap<number, number>> => {
  const milliByStock = new Map<number, number>();
  const demands = demandOf(tx, buyable(tx, wantedOf(cart)));
  if (!demands.ok) return demands;
  for (const { needMilli, stockIds, strictProductId, shares } of demands.value.values()) {
    let missingMilli = needMilli;
    for (const stockId of stockIds) {
      const item = tx.read('stock', stockId);
      const milli = item === undefined ? 0 : Math.min(missingMilli, freeMilli(item, holder));
      if (milli <= 0) continue;
      milliByStock.set(stockId, milli);
      missingMilli -= milli;
    }
    // Two products of one cart may want the same pieces; what ran out while nothing was held
    // is for the checkout to refuse.
    if (missingMilli > 0 && strictProductId !== 0 && shares.some(({ productId }) => productId === added))
      return refuse('SHOPOBJECT_NOT_AVAILABLE', added);
  }
  return ok(milliByStock);
};

/** Whether the hold has the right quantity and more than half of its time left; else it is set anew. */
const lasts = (tx: Transaction, stockId: number, holder: CartHolder, milli: number): boolean => {
  const [, , heldMilli, expiresMs] = tx.read('stock', stockId)?.holds?.find(holder) ?? [0, 0, 0, 0];
  return heldMilli === milli && (milli === 0 || expiresMs - tx.atMs > tx.rules.cartHoldMs / 2);
};

const setHold = (tx: Transaction, stockId: number, holder: CartHolder, quantityMilli: number): Result<void> =>
  lasts(tx, stockId, holder, quantityMilli) || tx.read('stock', stockId) === undefined
    ? DONE
    : tx.ask('stock', stockId, { type: 'hold', holder, quantityMilli, lifeMs: tx.rules.cartHoldMs });

/** Makes what the session holds what its cart needs; a piece that is not there is not held. */
const holdCart = (tx: Transaction, sessionId: number, added: number): Result<void> => {
  const { cart, generation, heldStockIds } = tx.read('session', sessionId)!;
  const holder = { sessionId, generation };
  const wanted = needed(tx, cart, holder, added);
  if (!wanted.ok) return wanted;
  for (const stockId of new Set([...heldStockIds, ...wanted.value.keys()])) {
    const set = setHold(tx, stockId, holder, wanted.value.get(stockId) ?? 0);
    if (!set.ok) return set;
  }
  const stockIds = [...wanted.value.keys()];
  const same = stockIds.length === heldStockIds.length && stockIds.every((id) => heldStockIds.includes(id));
  return same ? DONE : tx.ask('session', sessionId, { type: 'record_stock_holds', stockIds });
};

/**
 * Every change of a cart's lines; `raised`: the product of which it holds more by it, 0 for none.
 *
 * Refuses what the session refuses; where carts hold stock also SHOPOBJECT_NOT_AVAILABLE and AMOUNT_OUT_OF_RANGE.
 */
export const changeCart = (tx: Transaction, sessionId: number, command: SessionCommand, raised = 0): Result<void> => {
  const changed = tx.ask('session', sessionId, command);
  if (!changed.ok || tx.rules.cartHoldMs === 0) return changed;
  return holdCart(tx, sessionId, command.type === 'add_line' ? command.line.productId : raised);
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
