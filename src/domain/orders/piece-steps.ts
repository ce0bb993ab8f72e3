// Pieces that are named of a placed order's lines are whole ones, or parts as a cart has them: one bottle of a crate of
// six can leave, be cancelled and come back, half a bottle can't (D691).
//
// Guaranteed: all that is left of a line can be named at once, also where an older order or another step left a rest
// that is no multiple. Not promised: anything about lines without a product, or of one that is gone.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkQuantity, partMilliOf } from '../catalogue/quantity-step.ts';
import type { Reader } from '../transaction.ts';
import { creditedPieces } from './credits.ts';
import type { WantedLine } from './credits.ts';
import { sentOf } from './order-parts.ts';
import type { Order } from './order.ts';

/** Pieces of a line that are neither cancelled nor sent, of those that were ordered. */
export const unsentOf = (order: Order): ((lineId: number, orderedMilli: number) => number) => {
  const [sent, canceled] = [sentOf(order), creditedPieces(order, ['canceled'])];
  return (lineId, orderedMilli) => orderedMilli - (canceled.get(lineId) ?? 0) - (sent.get(lineId) ?? 0);
};

/**
 * `wanted`: pieces of the order's own lines, one line more than once maybe. What leaves a multiple of the step may be
 * named as well: the rest, then. `leftOf`: line id → pieces that may be named of it. `announced`: these quantities were
 * accepted before.
 *
 * Refuses: QUANTITY_INVALID with the line's id.
 */
export const checkPieces = (
  shop: Reader,
  { cart: { lines } }: Pick<Order, 'cart'>,
  wanted: readonly WantedLine[],
  leftOf: (lineId: number, orderedMilli: number) => number,
  announced: readonly WantedLine[] = [],
): Result<void> => {
  const lefts = new Map<number, number>();
  for (const { lineId, quantityMilli } of wanted) {
    const { productId, quantityMilli: orderedMilli } = lines.find(({ id }) => id === lineId)!;
    const product = productId === 0 ? undefined : shop.read('shopobject', productId);
    if (product === undefined) continue;
    const leftMilli = (lefts.get(lineId) ?? leftOf(lineId, orderedMilli)) - quantityMilli;
    lefts.set(lineId, leftMilli);
    const isKnown = announced.some((one) => one.lineId === lineId && one.quantityMilli === quantityMilli);
    const partMilli = partMilliOf(shop, product);
    if (isKnown || leftMilli % partMilli === 0) continue;
    const stepped = checkQuantity(shop, product, quantityMilli, lineId, partMilli);
    if (!stepped.ok) return stepped;
  }
  return DONE;
};
