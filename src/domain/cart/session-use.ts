// Whether a session is used, and when it was used last.
import type { Cart } from './cart.ts';
import { isBlank } from './order-details.ts';
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
