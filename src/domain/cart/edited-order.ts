// What a session that edits a placed order has already: pieces of the stock, and uses of promotions. None of it is
// asked for twice, and what the order gives back is there for what takes its place.
import { perProduct } from '../stock/availability.ts';
import { heldAfter } from '../stock/give-back.ts';
import { beyond, wantedOf } from '../stock/pieces.ts';
import type { WantedPieces } from '../stock/pieces.ts';
import type { Reader } from '../transaction.ts';
import type { Cart } from './cart.ts';
import type { OrderEdit } from './session-commands.ts';

interface Edits {
  /** Absent, as of a cart that no session has: none. */
  readonly edits?: OrderEdit | null;
}

/** Pieces of a product that the order holds, in 1/1,000. */
export const orderedMilli = ({ edits }: Edits, productId: number): number => {
  if (edits === null || edits === undefined) return 0;
  return edits.wanted.find((one) => one.productId === productId)?.quantityMilli ?? 0;
};

/** What is wanted besides what the order holds. */
export const beyondOrder = ({ edits }: Edits, wanted: readonly WantedPieces[]): readonly WantedPieces[] =>
  edits === null || edits === undefined ? wanted : beyond(wanted, edits.wanted);

const NONE: ReadonlyMap<number, number> = new Map();

/** Stock item → pieces that the order gives back where its cart comes to want these, in 1/1,000. */
export const freedMilli = (
  shop: Reader,
  { edits }: Edits,
  wanted: readonly WantedPieces[],
): ReadonlyMap<number, number> => {
  if (edits === null || edits === undefined) return NONE;
  const order = shop.read('order', edits.orderId);
  if (order === undefined) return NONE;
  const after = perProduct(wanted);
  const { sources } = heldAfter(shop, order, edits.wanted, beyond(after, beyond(after, edits.wanted)));
  const freed = new Map<number, number>();
  for (const { stockId, quantityMilli } of sources.flatMap((source) => source.freed))
    freed.set(stockId, (freed.get(stockId) ?? 0) + quantityMilli);
  return freed;
};

/** As `freedMilli`, where the cart comes to have another quantity of one product. */
export const freedBeside = (
  shop: Reader,
  session: Edits & { readonly cart: Cart },
  productId: number,
  quantityMilli: number,
): ReadonlyMap<number, number> =>
  session.edits === null || session.edits === undefined
    ? NONE
    : freedMilli(shop, session, [
        ...wantedOf(session.cart).filter((one) => one.productId !== productId),
        { productId, quantityMilli },
      ]);

/** Promotion → what the order has of it, in the minor unit. A trial has none: it uses nothing. */
export const orderedPromotions = (shop: Reader, { edits }: Edits): ReadonlyMap<number, number> => {
  if (edits === null || edits === undefined) return NONE;
  const order = shop.read('order', edits.orderId);
  if (order === undefined || order.isTrial) return NONE;
  return new Map(order.cart.promotions.map(({ id, usedMinor }) => [id, usedMinor]));
};
