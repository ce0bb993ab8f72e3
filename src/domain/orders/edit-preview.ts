// What an edit would change of an order: line by line, in promotions and coupons, and in the stock.
import { isGoods } from '../calculation/goods.ts';
import type { Cart } from '../cart/cart.ts';
import { beyondOrder, freedMilli } from '../cart/edited-order.ts';
import { availableMilli, perProduct } from '../stock/availability.ts';
import type { Line } from '../cart/line.ts';
import { wantedOf } from '../stock/pieces.ts';
import type { Reader } from '../transaction.ts';
import type { OpenEdit } from './begin-edit.ts';
import { creditedPieces } from './credits.ts';
import type { Order } from './order.ts';

/** A line before and after the edit; undefined where there is none. */
export type EditedLine = readonly [before: Line | undefined, after: Line | undefined];

/** Lines of goods of both carts, in the order of their ids, without what was cancelled. */
export const editedLines = (order: Order, { session }: OpenEdit): readonly EditedLine[] => {
  const gone = creditedPieces(order);
  const before = order.cart.lines.filter((line) => isGoods(line) && line.quantityMilli > (gone.get(line.id) ?? 0));
  const after = new Map(session.cart.lines.map((line) => [line.id, line]));
  const known = new Set(before.map(({ id }) => id));
  const kept = before.map((line): EditedLine => [line, after.get(line.id)]);
  const added = session.cart.lines.filter(({ id }) => !known.has(id)).map((line): EditedLine => [undefined, line]);
  return [...kept, ...added];
};

/** Names of the promotions that one cart has and the other lacks. */
export const promotionsBeyond = (cart: Cart, other: Cart): readonly string[] => {
  const ids = new Set(other.promotions.map(({ id }) => id));
  return cart.promotions.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
};

/** Codes of the coupons that one cart has and the other lacks. */
export const couponsBeyond = (cart: Cart, other: Cart): readonly string[] => {
  const ids = new Set(other.coupons.map(({ couponId }) => couponId));
  return cart.coupons.filter(({ couponId }) => !ids.has(couponId)).map(({ code }) => code);
};

/** Product → pieces that the edit wants besides those of the order, and that are not there. */
export const lackingOf = (shop: Reader, { id: sessionId, session }: OpenEdit): ReadonlyMap<number, number> => {
  const lacking = new Map<number, number>();
  const wanted = wantedOf(session.cart);
  const buyer = { sessionId, generation: session.generation, freed: freedMilli(shop, session, wanted) };
  for (const { productId, quantityMilli } of perProduct(beyondOrder(session, wanted))) {
    const product = shop.read('shopobject', productId);
    if (product !== undefined && (!product.availability.managed || product.availability.override)) continue;
    const thereMilli = product === undefined ? 0 : availableMilli(shop, productId, product, buyer);
    if (thereMilli < quantityMilli) lacking.set(productId, quantityMilli - Math.max(0, thereMilli));
  }
  return lacking;
};
