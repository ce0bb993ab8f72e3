// Whose return it is, and who changes it.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { ownOrder } from './visible-order.ts';

/** The channel that does it; 0: the buyer. */
export const doer = ({ backOffice, channelId }: Context): number => (backOffice ? channelId : 0);

/** The record that changed a return last; undefined for shoppers. */
export const seqOfReturn = (ctx: Context, returnId: number): number | undefined =>
  ctx.backOffice ? ctx.shop.seqOf('order_return', returnId) : undefined;

/** Refuses: RETURN_NOT_FOUND to the back office, and PERMISSION_DENIED to others, where it is not theirs. */
export const ownReturn = (ctx: Context, returnId: number): Result<void> => {
  const of = ctx.shop.read('order_return', returnId);
  if (of !== undefined) {
    const order = ownOrder(ctx, of.orderId);
    // Whose order it is of is not for others to see.
    return order.ok ? DONE : ctx.backOffice ? order : refuse('PERMISSION_DENIED', returnId);
  }
  ctx.shop.trackAbsence('order_return');
  return ctx.backOffice ? refuse('RETURN_NOT_FOUND', returnId) : refuse('PERMISSION_DENIED', returnId);
};
