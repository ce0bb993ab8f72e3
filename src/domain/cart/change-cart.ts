// The one way to change a cart's lines: the session decides, and what it holds of the stock follows (D105).
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { holdCart } from './cart-hold.ts';
import type { SessionCommand } from './session-commands.ts';

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
  // Asked before, because a state with pending events is a copy, and lines change no holds. A shop that has ceased to
  // hold stock releases what a cart still holds.
  const mayHold = tx.rules.cartHoldMs !== 0 || tx.read('session', sessionId)!.heldStockIds.length > 0;
  const changed = tx.ask('session', sessionId, command);
  if (!changed.ok || !mayHold) return changed;
  return holdCart(tx, sessionId, command.type === 'add_line' ? command.line.productId : grownProductId);
};
