// Whether a session is used, when it was used last, and what is in its cart.
import type { Cart } from './cart.ts';
import { isBlank } from './order-details.ts';
import { hashOf } from './person.ts';
import type { OrderDetails } from './order-details.ts';

interface Lived {
  readonly expiresMs: number;
  readonly lifeMs: number;
}

/** When the session was used last, to within `sessionTouchIntervalMs`. `ttlMs`: the setting. */
export const lastUsedMs = ({ expiresMs, lifeMs }: Lived, ttlMs: number): number =>
  expiresMs - (lifeMs === 0 ? ttlMs : lifeMs);

interface Used {
  readonly cart: Cart;
  readonly draft: OrderDetails;
  readonly userId: number;
  readonly placedOrderId: number;
  readonly isPrepared: boolean;
}

/** Whether nobody would miss the session: an empty cart, nobody logged in, no order to show. */
export const isIdle = ({ cart, draft, userId, placedOrderId, isPrepared }: Used): boolean =>
  !isPrepared &&
  cart.lines.length + cart.deliveryPositions.length + cart.coupons.length === 0 &&
  isBlank(draft) &&
  userId === 0 &&
  placedOrderId === 0;

/** A number for products and quantities of a cart: 52 bits, the same for the same lines. A price is no part of it. */
export const cartMark = ({ lines }: Cart): number =>
  hashOf(lines.map(({ id, productId, quantityMilli }) => `${productId || -id}:${quantityMilli}`).join());
