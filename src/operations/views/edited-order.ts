// What came of an edit of a placed order, as clients read it.
import { outstandingOf } from '../../domain/orders/credits.ts';
import { invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Context } from '../context/operation.ts';
import { viewBalance, viewCredit } from './order.ts';
import { paymentLink } from './payment-link.ts';
import { viewRefund } from './payments.ts';

export interface EditedOrder {
  readonly orderId: number;
  readonly creditId: number;
  /** None: nothing goes back. */
  readonly refundIds: readonly number[];
}

export const viewEdited = <O extends string>(
  object: O,
  ctx: Context,
  { orderId, creditId, refundIds }: EditedOrder,
) => {
  const order = ctx.shop.read('order', orderId)!;
  return {
    object,
    status: 'success',
    id_order: orderId,
    credit: viewCredit(order, creditId),
    invoice_number: invoiceNumberOf(order),
    balance: viewBalance(order),
    ...(refundIds.length > 0 && { refunds: refundIds.map((refundId) => viewRefund(ctx.shop, refundId)) }),
    ...(outstandingOf(order) > 0 && paymentLink(ctx, orderId, order)),
  } as const;
};
