// Moves an order along one of its life cycles and carries out the effects of the move, all or nothing. Whether the move
// is allowed is the order's own decision.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { ORDER_LIFECYCLES } from '../lifecycles/order-lifecycles.ts';
import type { MoveEffect, OrderMove } from '../lifecycles/order-lifecycles.ts';
import { freeCoupons, redeemAgain } from '../coupons/redeem-coupons.ts';
import { pick, putBack } from '../stock/availability.ts';
import { bookingDay, isClosedDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { stillWanted } from './credits.ts';
import { mailBuyer } from './mail-buyer.ts';
import { fire } from '../webhooks/fire-webhooks.ts';

interface MovedBy {
  /** The back office says so; otherwise the move follows from something that happened. */
  readonly byHand: boolean;
  /** The channel of the back office; 0: the buyer. */
  readonly by: number;
  /** It was not paid in time. */
  readonly expired?: boolean;
  /** Money that came; absent: what the order comes to. */
  readonly receivedMinor?: number;
  /** The method that brought it; absent: that of the order. */
  readonly methodId?: number;
}

const returnStock = (tx: Transaction, orderId: number): Result<void> => {
  const returned = putBack(tx, orderId, tx.read('order', orderId)!.taken);
  return returned.ok ? tx.ask('order', orderId, { type: 'set_stock', taken: [], backordered: [] }) : returned;
};

const takeStock = (tx: Transaction, orderId: number): Result<void> => {
  const picked = pick(tx, orderId, stillWanted(tx.read('order', orderId)!));
  return picked.ok ? tx.ask('order', orderId, { type: 'set_stock', ...picked.value }) : picked;
};

type CarryOut = (tx: Transaction, orderId: number, from: string, to: string) => Result<void>;

const firing =
  (event: 'ORDER_PAYMENT_CHANGE' | 'ORDER_DELIVERY_CHANGE'): CarryOut =>
  (tx, orderId, state1, state2) => {
    const fired = fire(tx, event, { id_order: orderId, state1, state2 });
    return fired.ok && state2 === 'PAYMENT_RECEIVED' ? mailBuyer(tx, 'payment_received', orderId) : fired;
  };

/** Who carries out each effect that a life cycle names. */
const EFFECTS: {
  readonly [E in MoveEffect]: CarryOut;
} = {
  return_stock: returnStock,
  take_stock: takeStock,
  free_coupons: freeCoupons,
  redeem_coupons: redeemAgain,
  fire_payment_change: firing('ORDER_PAYMENT_CHANGE'),
  fire_delivery_change: firing('ORDER_DELIVERY_CHANGE'),
};

/**
 * Refuses: ORDER_STATE_TRANSITION_INVALID, SHOPOBJECT_NOT_AVAILABLE or AMOUNT_OUT_OF_RANGE when stock cannot be taken
 * again, COUPON_NOT_VALID or COUPON_USED when a coupon cannot be redeemed again.
 */
export const moveOrder = (tx: Transaction, orderId: number, move: OrderMove, by: MovedBy): Result<void> => {
  const { lifecycle, event } = move;
  const mode = tx.rules.orderTransitions;
  const { states, day, details } = tx.read('order', orderId)!;
  const from = states[lifecycle];
  const booked = {
    day: bookingDay(tx),
    methodId: lifecycle === 'payment' ? details.paymentMethodId : 0,
    isLate: lifecycle === 'order' && isClosedDay(tx, day),
  };
  const moved = tx.ask('order', orderId, { type: 'move', mode, ...booked, ...move, ...by });
  if (!moved.ok) return moved;
  const step = ORDER_LIFECYCLES[lifecycle].step(from, event, mode);
  for (const effect of step?.effects ?? []) {
    const done = EFFECTS[effect](tx, orderId, from, step!.to);
    if (!done.ok) return done;
  }
  return DONE;
};
