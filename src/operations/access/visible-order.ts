// Which placed orders a call may see.
import { placedIn } from '../../domain/orders/order.ts';
import type { Order } from '../../domain/orders/order.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

/**
 * A session owns the orders of its user, and a guest's order that it, or the session before it, placed. An order of a
 * user is nobody's in a session that the user has left.
 */
const owns = ({ session, sessionId }: Context, order: Order): boolean =>
  order.userId === 0 ? placedIn(order, sessionId, session.generation) : session.userId === order.userId;

/** Returns the order if the call may see it. Refuses: ORDER_NOT_FOUND; PERMISSION_DENIED if `ownership` is strict. */
export const visibleOrder = (ctx: Context, orderId: number): Result<Order> => {
  const order = ctx.shop.read('order', orderId);
  const open = ctx.backOffice || ctx.service.accounts.ownership === 'open';
  if (order === undefined) return open ? refuse('ORDER_NOT_FOUND', orderId) : refuse('PERMISSION_DENIED', orderId);
  return open || (ctx.sessionId !== 0 && owns(ctx, order)) ? ok(order) : refuse('PERMISSION_DENIED', orderId);
};

/**
 * Returns the order to the back office, and to a session that owns it, whatever `ownership` says: others may see an
 * order, and not change it. Refuses: ORDER_NOT_FOUND to the back office; PERMISSION_DENIED.
 */
export const ownOrder = (ctx: Context, orderId: number): Result<Order> => {
  const order = ctx.shop.read('order', orderId);
  if (order !== undefined && (ctx.backOffice || (ctx.sessionId !== 0 && owns(ctx, order)))) return ok(order);
  return ctx.backOffice ? refuse('ORDER_NOT_FOUND', orderId) : refuse('PERMISSION_DENIED', orderId);
};
