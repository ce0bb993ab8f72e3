// Puts the states of an order back to what they were before an action, unless somebody else has moved it since.
import type { Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { seenAs } from '../seen.ts';
import type { OrderChange } from './order-plan.ts';

const statesOf = ({ order_state, payment_state, delivery_state }: Order): Required<OrderChange> => ({
  order_state,
  order_payment_state: payment_state.name,
  order_delivery_state: delivery_state.name,
});

/** `before`: the order as it was; `change`: what was done. Refuses CHANGED_MEANWHILE, and what the engine refuses. */
export const undoOrder = async (before: Order, change: OrderChange): Promise<void> => {
  const now = await call('get_order_by_id', { id_order: before.id });
  const [then, states] = [statesOf(before), statesOf(now)];
  const fields = Object.keys(change) as (keyof OrderChange)[];
  if (fields.some((field) => states[field] !== change[field]))
    throw new Refused(200, 'CHANGED_MEANWHILE', 'if_seq', String(before.id));
  const back = Object.fromEntries(fields.map((field) => [field, then[field]]));
  await call('update_order_details', { id_order: before.id, ...back, ...seenAs(now.seq) });
};
