// Verifies refunds: what orders say went back is what their refunds say, and no more than came; what an exchange
// brought is what went to it.
import { keptMinor } from '../../domain/orders/credits.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Refund } from '../../domain/orders/refund.ts';
import type { Tables } from '../actors/tables.ts';
import { storedIds } from './stored-ids.ts';

/** Findings: orders whose sum of refunds differs from that of the refunds that are done, or is above what came. */
export function* refundsAgree({ order, refund }: Tables): Generator<string> {
  const sums = new Map<number, number>();
  const moved = new Map<string, number>();
  for (const id of storedIds(refund)) {
    const { orderId, countedMinor, state, to, transaction } = refund.peek(id) as Refund;
    if (to === 'exchange') moved.set(transaction, (moved.get(transaction) ?? 0) + countedMinor);
    if (state === 'done') sums.set(orderId, (sums.get(orderId) ?? 0) + countedMinor);
  }
  for (const id of storedIds(order)) {
    const state = order.peek(id) as Order | undefined;
    if (state === undefined) continue;
    const sum = sums.get(id) ?? 0;
    const brought = moved.get(`order-${id}`) ?? 0;
    if (state.exchangedMinor !== brought)
      yield `order ${id} has ${state.exchangedMinor} of an exchange, to which ${brought} went`;
    if (state.refundedMinor !== sum) yield `order ${id} has ${state.refundedMinor} refunded, its refunds make ${sum}`;
    if (keptMinor(state) < 0) yield `order ${id} has ${state.refundedMinor} refunded, more than came for it`;
  }
}
