// Moves an order along one of its life cycles and carries out the effects of the move, all or nothing. Whether the move
// is allowed is the order's own decision.
import { refuse, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { regularTargets, moveOf } from '../lifecycles/lifecycles.ts';
import type { Effect, OrderLifecycle } from '../lifecycles/lifecycles.ts';
import { freeCoupons, redeemAgain } from '../coupons/redeem-coupons.ts';
import { pick, putBack } from '../stock/availability.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { wantedOf } from '../cart/cart.ts';

interface Move {
  readonly to: string;
  /** The back office says so; else it follows from something that happened. */
  readonly byHand: boolean;
  /** Its channel; 0: the buyer's doing. */
  readonly by: number;
}

const returnStock = (tx: Transaction, orderId: number): Result<void> => {
  const returned = putBack(tx, orderId, tx.read('order', orderId)!.taken);
  return returned.ok ? tx.ask('order', orderId, { type: 'set_stock', taken: [], backordered: [] }) : returned;
};

const takeStock = (tx: Transaction, orderId: number): Result<void> => {
  const picked = pick(tx, orderId, wantedOf(tx.read('order', orderId)!.cart));
  return picked.ok ? tx.ask('order', orderId, { type: 'set_stock', ...picked.value }) : picked;
};

type Bring = (tx: Transaction, orderId: number, from: string, to: string) => Result<void>;
const firing =
  (event: 'ORDER_PAYMENT_CHANGE' | 'ORDER_DELIVERY_CHANGE'): Bring =>
  (tx, orderId, state1, state2) =>
    fire(tx, event, { id_order: orderId, state1, state2 });

/** What the machines' arrows bring about. */
const EFFECTS: {
  readonly [E in Effect]: Bring;
} = {
  return_stock: returnStock,
  take_stock: takeStock,
  free_coupons: freeCoupons,
  redeem_coupons: redeemAgain,
  fire_payment_change: firing('ORDER_PAYMENT_CHANGE'),
  fire_delivery_change: firing('ORDER_DELIVERY_CHANGE'),
};

/** Refuses as `updateOrder` does. */
export const setState = (
  tx: Transaction,
  orderId: number,
  lifecycle: OrderLifecycle,
  { to, byHand, by }: Move,
): Result<void> => {
  const state = tx.read('order', orderId)!;
  const from = state.states[lifecycle];
  if (from === to) return ok(undefined);
  const move = moveOf(lifecycle, from, to, tx.rules.orderTransitions);
  if (move === undefined) {
    const allowed = regularTargets(lifecycle, from).join(', ');
    return refuse('ORDER_STATE_TRANSITION_INVALID', to, `From ${from} the ${lifecycle} may go to: ${allowed}.`);
  }
  for (const effect of move.effects) {
    const done = EFFECTS[effect](tx, orderId, from, to);
    if (!done.ok) return done;
  }
  return tx.ask('order', orderId, { type: 'set_state', lifecycle, state: to, byHand, by });
};
