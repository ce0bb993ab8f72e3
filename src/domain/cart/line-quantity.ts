// Sets the quantity of a cart's line, and takes pieces off it.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkQuantity, pieceMilliOf } from '../catalogue/quantity-step.ts';
import { isAvailable } from '../stock/availability.ts';
import { lineOf, quantityMilliOf } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { cartRules } from './chosen.ts';
import { freedBeside, orderedMilli } from './edited-order.ts';
import type { Milli } from '../money.ts';
import type { Transaction } from '../transaction.ts';

export interface SetQuantity {
  readonly sessionId: number;
  readonly lineId: number;
  readonly quantityMilli: Milli;
}

/** Removes a line and what hangs below it. Refuses: CART_LINE_NOT_FOUND, AMOUNT_OUT_OF_RANGE. */
export const removeLine = (tx: Transaction, sessionId: number, lineId: number): Result<void> => {
  const { currencyDigits } = cartRules(tx.rules, tx.read('session', sessionId)!);
  return changeCart(tx, sessionId, { type: 'remove_line', lineId, currencyDigits });
};

/**
 * Sets a line's quantity; its price and the lines below it stay. More pieces must be available for all lines of the
 * product together; fewer always are.
 *
 * Refuses: CART_LINE_NOT_FOUND, QUANTITY_INVALID, SHOPOBJECT_NOT_AVAILABLE with the product's id, AMOUNT_OUT_OF_RANGE.
 */
export const setQuantity = (tx: Transaction, { sessionId, lineId, quantityMilli }: SetQuantity): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart, generation } = session;
  const line = lineOf(cart, lineId);
  if (line === undefined) return refuse('CART_LINE_NOT_FOUND', lineId);
  const own = line.productId === 0 ? undefined : tx.read('shopobject', line.productId);
  const stepped = own === undefined ? DONE : checkQuantity(tx, own, quantityMilli, 'quantity');
  if (!stepped.ok) return stepped;
  const more = quantityMilli - line.quantityMilli;
  const raised = more > 0 ? line.productId : 0;
  if (raised !== 0) {
    const pieces = quantityMilliOf(cart, raised) + more;
    const wanted = pieces - orderedMilli(session, raised);
    const freed = freedBeside(tx, session, raised, pieces);
    if (own === undefined || !isAvailable(tx, raised, own, wanted, { sessionId, generation, freed }))
      return refuse('SHOPOBJECT_NOT_AVAILABLE', raised);
  }
  return changeCart(
    tx,
    sessionId,
    { type: 'set_line_quantity', lineId, quantityMilli, currencyDigits: cartRules(tx.rules, session).currencyDigits },
    raised,
  );
};

/**
 * Takes one piece off a line, or as many as the quantity step of its product is; the last ones take the line.
 *
 * Refuses: CART_LINE_NOT_FOUND.
 */
export const takeOff = (tx: Transaction, sessionId: number, lineId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const productId = lineOf(session.cart, lineId)?.productId ?? 0;
  const pieceMilli = pieceMilliOf(tx, productId === 0 ? undefined : tx.read('shopobject', productId)) as Milli;
  const { currencyDigits } = cartRules(tx.rules, session);
  return changeCart(tx, sessionId, { type: 'decrement_line', lineId, pieceMilli, currencyDigits });
};
