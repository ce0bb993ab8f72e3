// Sets the quantity of a cart's line.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isAvailable } from '../stock/availability.ts';
import { lineOf, quantityMilliOf } from './cart.ts';
import { changeCart } from './cart-hold.ts';
import type { Milli } from '../money.ts';
import type { Transaction } from '../transaction.ts';

export interface SetQuantity {
  readonly sessionId: number;
  readonly lineId: number;
  readonly quantityMilli: Milli;
}

/**
 * Price and lines below it stay as they are. More pieces are as available as where they were added: over all lines of
 * the product; fewer always are.
 *
 * Refuses: CART_LINE_NOT_FOUND, SHOPOBJECT_NOT_AVAILABLE with the product's id, AMOUNT_OUT_OF_RANGE.
 */
export const setQuantity = (tx: Transaction, { sessionId, lineId, quantityMilli }: SetQuantity): Result<void> => {
  const { cart, generation } = tx.read('session', sessionId)!;
  const line = lineOf(cart, lineId);
  if (line === undefined) return refuse('CART_LINE_NOT_FOUND', lineId);
  const more = quantityMilli - line.quantityMilli;
  const raised = more > 0 ? line.productId : 0;
  if (raised !== 0) {
    const product = tx.read('shopobject', raised);
    if (
      product === undefined ||
      !isAvailable(tx, raised, product, quantityMilliOf(cart, raised) + more, { sessionId, generation })
    ) {
      return refuse('SHOPOBJECT_NOT_AVAILABLE', raised);
    }
  }
  return changeCart(
    tx,
    sessionId,
    { type: 'set_line_quantity', lineId, quantityMilli, currencyDigits: tx.rules.currencyDigits },
    raised,
  );
};
