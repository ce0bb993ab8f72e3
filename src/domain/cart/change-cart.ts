// The one way to change a cart's lines: where pieces of a product have another price by their number, its lines are
// priced anew first; the session decides; and what it holds of the stock follows (D105).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { lineOf, withChildren } from './cart.ts';
import type { Cart } from './cart.ts';
import { holdCart } from './cart-hold.ts';
import { hasHeldOut, reprice } from './line-price.ts';
import type { SessionCommand } from './session-commands.ts';
import { needsSettling, settleCart } from './settle-cart.ts';

/** Product → by how much a command changes its pieces. */
const changedBy = (cart: Cart, command: SessionCommand): ReadonlyMap<number, number> => {
  if (command.type === 'add_line') return new Map([[command.line.productId, command.quantityMilli]]);
  if (command.type === 'remove_line') {
    const changed = new Map<number, number>();
    for (const id of withChildren(cart, command.lineId)) {
      const { productId, quantityMilli } = lineOf(cart, id)!;
      changed.set(productId, (changed.get(productId) ?? 0) - quantityMilli);
    }
    return changed;
  }
  const line =
    command.type === 'set_line_quantity' || command.type === 'decrement_line'
      ? lineOf(cart, command.lineId)
      : undefined;
  if (line === undefined) return new Map();
  const more =
    command.type === 'set_line_quantity'
      ? command.quantityMilli - line.quantityMilli
      : -Math.min(line.quantityMilli, (command as { readonly pieceMilli?: number }).pieceMilli ?? 1000);
  return new Map([[line.productId, more]]);
};

/** Lines that the attribute alone could price keep their price. Refuses: AMOUNT_OUT_OF_RANGE. */
const repriceFor = (tx: Transaction, sessionId: number, cart: Cart, command: SessionCommand): Result<void> => {
  if (hasHeldOut(tx, cart)) return reprice(tx, sessionId, { why: 'hold', changed: changedBy(cart, command) });
  return cart.repriced.length === 0 && cart.lines.every(({ listed }) => listed === null)
    ? DONE
    : reprice(tx, sessionId, { why: 'quantity', changed: changedBy(cart, command) });
};

/**
 * Changes a cart's lines. `grownProductId`: the product whose quantity grows; 0 if none.
 *
 * Refuses what the session refuses; where carts hold stock also SHOPOBJECT_NOT_AVAILABLE and AMOUNT_OUT_OF_RANGE.
 */
export const changeCart = (
  tx: Transaction,
  sessionId: number,
  command: SessionCommand,
  grownProductId = 0,
): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart, heldStockIds, edits } = session;
  // Asked before, because a state with pending events is a copy, and lines change no holds. A shop that has ceased to
  // hold stock releases what a cart still holds.
  const mayHold = (tx.rules.cartHoldMs !== 0 || heldStockIds.length > 0) && edits?.isWhole !== true;
  const settles = needsSettling(tx, session);
  const priced = repriceFor(tx, sessionId, cart, command);
  if (!priced.ok) return priced;
  const changed = tx.ask('session', sessionId, command);
  const settled = changed.ok && settles ? settleCart(tx, sessionId) : changed;
  if (!settled.ok || !mayHold) return settled;
  return holdCart(tx, sessionId, command.type === 'add_line' ? command.line.productId : grownProductId);
};
