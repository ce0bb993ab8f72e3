// The lines of an order with those that hang below them, each with how deep it stands: what they cost adds up to the
// sum of the goods, and what is to be shipped stands among them.
import type { CartLine, Credit, Order } from '../src/client/operations.ts';
import { sumOfPieces } from './typed.ts';

export interface PlacedLine {
  readonly line: CartLine;
  readonly depth: number;
}

/** Returns each line before those below it; delivery costs are no goods. */
export const goodsOf = (lines: readonly CartLine[], depth = 0): readonly PlacedLine[] =>
  lines
    .filter(({ type }) => type !== 'DELIVERY_COSTS')
    .flatMap((line) => [{ line, depth }, ...goodsOf(line.sub_elements?.contents ?? [], depth + 1)]);

/** Credits of the cart that the order has now: an edit takes all of the cart before it back, with its credits. */
export const presentCredits = ({ credits = [] }: Pick<Order, 'credits'>): readonly Credit[] =>
  credits.slice(credits.findLastIndex(({ kind }) => kind === 'edited') + 1);

/** Pieces of a line that were cancelled or came back. */
export const goneOf = (order: Pick<Order, 'credits'>, id: number): number =>
  sumOfPieces(
    ...presentCredits(order).flatMap(({ lines }) => lines.map((one) => (one.id_element === id ? one.quantity : 0))),
  );

interface OpenLine {
  readonly id: number;
  readonly product: number;
  readonly name: string;
  readonly quantity: number;
}

/** Pieces of each product that are still to be sent, as the shop says it; none of an order that is over. */
export const openLines = ({ cart, to_send: left = [] }: Pick<Order, 'cart' | 'to_send'>) =>
  goodsOf(cart.contents).flatMap(({ line: { id, type, id_product: product, name } }) => {
    const quantity = left.find((line) => line.id_element === id)?.quantity ?? 0;
    return type === 'PRODUCT' && quantity > 0 ? [{ id, product, name, quantity } satisfies OpenLine] : [];
  });
