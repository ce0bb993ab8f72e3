// Records refunds and moves them; what they count in their order follows in the same record (D521).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { RefundEvent } from '../lifecycles/refund.ts';
import { decimalText } from '../money.ts';
import { bookingDay } from '../time/closed-month.ts';
import { NO_MONEY } from './bookings.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { keptMinor } from './credits.ts';
import type { Order } from './order.ts';
import type { Refund, RefundCommand } from './refund.ts';
import { isInFlight, refundStep, refundsOf } from './refund.ts';
import { followRefund } from './unclaimed-money.ts';

const NOT_RECEIVED = 'The payment of the order was set to not received.';

const announce = (tx: Transaction, id: number): Result<void> => {
  const { orderId, state, amountMinor, currency, currencyDigits } = tx.read('refund', id)!;
  return fire(tx, 'REFUND_CHANGE', {
    id_order: orderId,
    id_refund: id,
    state,
    amount: decimalText(amountMinor, currencyDigits),
    currency,
  });
};

/** Changes what counts in the order; below 0: what had gone back is here after all. */
const countInOrder = (tx: Transaction, id: number, minor: number, by: number): Result<void> => {
  const { orderId, paymentId, to } = tx.read('refund', id)!;
  const methodId = to === 'exchange' ? NO_MONEY : (tx.read('payment', paymentId)?.methodId ?? 0);
  return tx.ask('order', orderId, { type: 'refund', minor, by, day: bookingDay(tx), methodId });
};

/** Changes what counts in the order, and calls the webhooks. `others`: refunds that may count what it leaves. */
const follow = (
  tx: Transaction,
  id: number,
  minor: number,
  by: number,
  others: readonly number[] = [],
): Result<void> => {
  const { orderId, paymentId } = tx.read('refund', id)!;
  const before = keptMinor(tx.read('order', orderId)!);
  const counted = minor === 0 ? DONE : countInOrder(tx, id, minor, by);
  if (!counted.ok) return counted;
  const again = countAgain(tx, orderId, others, by);
  if (!again.ok) return again;
  const hereMinor = keptMinor(tx.read('order', orderId)!) - before;
  const failed = hereMinor > 0 ? ([paymentId, hereMinor] as const) : undefined;
  const followed = minor === 0 ? DONE : followRefund(tx, orderId, by, failed);
  return followed.ok ? announce(tx, id) : followed;
};

/** What of it counts once it is done: no more than is here, and nothing in another currency than the order's. */
const countable = (order: Order, refund: Pick<Refund, 'amountMinor' | 'currency' | 'isApart'>): number => {
  const { amountMinor, currency, isApart } = refund;
  return isApart || currency !== order.currency ? 0 : Math.min(amountMinor, keptMinor(order));
};

/** Gives its id. What is done counts at once. */
export const recordRefund = (
  tx: Transaction,
  made: Omit<Extract<RefundCommand, { type: 'make_refund' }>, 'type' | 'countedMinor'>,
): Result<number> => {
  const { orderId, state, by } = made;
  const countedMinor = state === 'failed' ? 0 : countable(tx.read('order', orderId)!, made);
  const created = tx.create('refund', { type: 'make_refund', ...made, countedMinor });
  if (!created.ok) return created;
  const followed = follow(tx, created.value, state === 'done' ? countedMinor : 0, by);
  return followed.ok ? ok(created.value) : followed;
};

/** What one refund leaves, others of the order that are done take, oldest first: they counted less than went back. */
const countAgain = (tx: Transaction, orderId: number, ids: readonly number[], by: number): Result<void> => {
  for (const id of ids) {
    const { state, countedMinor, currency, amountMinor, isApart } = tx.read('refund', id)!;
    const missing = { amountMinor: amountMinor - countedMinor, currency, isApart };
    const minor = state === 'done' ? countable(tx.read('order', orderId)!, missing) : 0;
    if (minor <= 0) continue;
    const counted = tx.ask('refund', id, { type: 'count_refund', countedMinor: countedMinor + minor });
    if (!counted.ok) return counted;
    const lowered = countInOrder(tx, id, minor, by);
    if (!lowered.ok) return lowered;
  }
  return DONE;
};

interface Move {
  readonly event: RefundEvent;
  /** The provider's own number; absent: as it is. */
  readonly transaction?: string;
  /** Why it failed. */
  readonly failure?: string;
  /** The channel that says so; 0: the provider does. */
  readonly by?: number;
}

/** Where the event is no news, nothing happens. The refund must be there. */
export const moveRefund = (
  tx: Transaction,
  id: number,
  { event, transaction = '', failure = '', by = 0 }: Move,
): Result<void> => {
  const before = tx.read('refund', id)!;
  const step = refundStep(before, event);
  if (step === undefined) return DONE;
  const { orderId, state, countedMinor: willCount } = before;
  const isDone = step.to === 'done';
  const inFlight = step.to === 'failed' ? 0 : willCount;
  const countedMinor = isDone ? countable(tx.read('order', orderId)!, before) : inFlight;
  const freedMinor = state === 'done' ? willCount : 0;
  // Read before anything changes: a lookup of refunds sees none that is pending.
  const others = freedMinor > 0 ? refundsOf(tx, orderId).map(([other]) => other) : [];
  const moved = tx.ask('refund', id, { type: event, transaction, failure, countedMinor, byHand: by !== 0 });
  if (!moved.ok) return moved;
  return follow(tx, id, (isDone ? countedMinor : 0) - freedMinor, by, others);
};

/**
 * A person says what became of a refund that nobody else says any more about. Refuses: REFUND_NOT_FOUND, REFUND_ENDED,
 * REFUND_PENDING while its provider is still to be asked.
 */
export const settleRefund = (tx: Transaction, id: number, state: 'done' | 'failed', by: number): Result<void> => {
  const refund = tx.read('refund', id);
  if (refund === undefined) {
    tx.trackAbsence('refund');
    return refuse('REFUND_NOT_FOUND', id);
  }
  if (!isInFlight(refund)) return refuse('REFUND_ENDED', id);
  if (refund.state === 'asked' && refund.nextMs >= 0)
    return refuse('REFUND_PENDING', id, 'Its provider is still being asked.');
  return moveRefund(tx, id, { event: state === 'done' ? 'complete' : 'fail', by });
};

/**
 * The payment of an order is not received any more: nothing of what went back, or goes, counts from now on. What its
 * provider was not asked for yet has failed, unless the provider knows better.
 */
export const clearRefunds = (tx: Transaction, orderId: number, by: number): Result<void> => {
  for (const [id, { state }] of refundsOf(tx, orderId)) {
    const ended = state === 'asked' ? moveRefund(tx, id, { event: 'fail', failure: NOT_RECEIVED, by }) : DONE;
    if (!ended.ok) return ended;
    const cleared = tx.ask('refund', id, { type: 'clear_refund' });
    if (!cleared.ok) return cleared;
  }
  return DONE;
};
