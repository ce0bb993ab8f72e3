// Asks a customer to pay what the shop has prepared: in one record the draft becomes an order that waits for its money.
// Its prices are those of the draft for ever, its stock and coupons are taken, and both come back when its time is over
// (unpaid-order.ts). Paid twice it is still one order: what comes too much has no claim.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { calculate } from '../calculation/calculate.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { checkout } from './checkout.ts';
import { setDeadline } from './unpaid-order.ts';

interface Offer {
  /** When it ends unless it is paid; 0: never; undefined: as its payment method says. */
  readonly untilMs: number | undefined;
  readonly expectedMinor: number | undefined;
  /** The channel that asks for it. */
  readonly by: number;
}

/**
 * Places the order of a draft's session, and returns its id. Refuses: as `checkout` does; ORDER_DETAILS_MISSING where
 * something is to be paid and no payment method says how; PARAMETER_INVALID for a time that is over, or where nothing
 * is to be paid.
 */
export const sendDraft = (
  tx: Transaction,
  sessionId: number,
  { untilMs, expectedMinor, by }: Offer,
): Result<number> => {
  if (untilMs !== undefined && untilMs !== 0 && untilMs <= tx.atMs)
    return refuse('PARAMETER_INVALID', 'valid_until', 'That time is over.');
  const placed = checkout(tx, sessionId, { expectedMinor, isFree: true, channelId: by });
  if (!placed.ok) return placed;
  const { orderId } = placed.value;
  const { details, cart } = tx.read('order', orderId)!;
  if (details.paymentMethodId === 0 && calculate(cart).totalMinor !== 0)
    return refuse('ORDER_DETAILS_MISSING', 'id_payment_method', 'No payment method says how the customer pays.');
  const limited = untilMs === undefined ? ok(undefined) : setDeadline(tx, orderId, untilMs, by);
  if (!limited.ok) return { ...limited, param: 'valid_until' };
  const fired = fire(tx, 'DRAFT_SENT', { id_order: orderId });
  return fired.ok ? ok(orderId) : fired;
};
