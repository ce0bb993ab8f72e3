// Money without a claim: what came for an order that is paid, is cancelled or asks for another amount, or for no
// payment that the shop knows. It is kept with its amount and transaction until somebody says what became of it (D391).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { decimalText } from '../money.ts';
import type { OrderStates } from '../lifecycles/order-lifecycles.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { attemptsFor } from './payment.ts';
import { keptMinor } from './credits.ts';
import type { KeptNotice, PaymentNotice } from './payment-notice.ts';

/** An answer of do_payment comes within two minutes, or not at all. */
const END_KEPT_MS = 600_000;
/** Ends that are dropped for each that is kept, so that they do not add up. */
const ENDS_DROPPED_MAX = 16;

const announce = (tx: Transaction, id: number, notice: KeptNotice): Result<void> =>
  fire(tx, 'PAYMENT_UNCLAIMED', {
    id_money: id,
    id_order: notice.orderId,
    reason: notice.reason,
    amount: decimalText(notice.amountMinor, notice.currencyDigits),
    currency: notice.currency,
    transaction: notice.transaction,
  });

/** Its id; 0 where the same is kept already. */
export const keepMoney = (tx: Transaction, notice: KeptNotice): Result<number> => {
  tx.trackAbsence('payment_notice');
  if (tx.index('payment_notice').same(notice) !== 0) return ok(0);
  const kept = tx.create('payment_notice', { type: 'keep_notice', ...notice });
  if (!kept.ok) return kept;
  const told = announce(tx, kept.value, notice);
  return told.ok ? kept : told;
};

/** Keeps the end of a payment that the shop does not know yet, and drops those that nobody will ask for any more. */
export const keepEnd = (tx: Transaction, notice: KeptNotice): Result<void> => {
  tx.trackAbsence('payment_notice');
  const index = tx.index('payment_notice');
  if (index.same(notice) !== 0) return DONE;
  let dropped = 0;
  for (const [id, keptMs] of index.ends) {
    if (keptMs > tx.atMs - END_KEPT_MS || dropped === ENDS_DROPPED_MAX) break;
    const gone = tx.ask('payment_notice', id, { type: 'drop_notice' });
    if (!gone.ok) return gone;
    dropped += 1;
  }
  const kept = tx.create('payment_notice', { type: 'keep_notice', ...notice });
  return kept.ok ? DONE : kept;
};

const moneyOf = (shop: Reader, orderId: number): readonly (readonly [id: number, notice: PaymentNotice])[] => {
  shop.trackAbsence('payment_notice');
  const ids = shop.index('payment_notice').byOrder.get(orderId) ?? [];
  return ids.flatMap((id) => {
    const notice = shop.read('payment_notice', id);
    return notice === undefined ? [] : [[id, notice] as const];
  });
};

/**
 * Updates claims after the back office has moved an order: a provider's money for a cancelled order has no claim, for
 * a reopened order it has one, and the word that the order is not paid says that the money went back.
 */
export const followOrder = (tx: Transaction, orderId: number, before: OrderStates): Result<void> => {
  const order = tx.read('order', orderId)!;
  const { states } = order;
  const wasCanceled = before.order === 'CANCELED';
  const isCanceled = states.order === 'CANCELED';
  const isPaid = states.payment === 'PAYMENT_RECEIVED';
  if (!wasCanceled && !isCanceled) return DONE;
  const open = moneyOf(tx, orderId).filter(
    ([, { reason, settledMs }]) => reason === 'order_canceled' && settledMs === 0,
  );
  if (!isCanceled || !isPaid) {
    for (const [id] of open) {
      const done = tx.ask(
        'payment_notice',
        id,
        isCanceled ? { type: 'settle_notice', note: '', by: order.modifierChannelId } : { type: 'drop_notice' },
      );
      if (!done.ok) return done;
    }
    return DONE;
  }
  if (wasCanceled || keptMinor(order) <= 0) return DONE;
  const index = tx.index('payment_notice');
  const missing = attemptsFor(tx, orderId)
    .map((paymentId) => [paymentId, tx.read('payment', paymentId)!] as const)
    .filter(([, { state, isReturned }]) => state === 'received' && !isReturned)
    .map(([paymentId, { methodId, reference, transaction, amountMinor, currency }]): KeptNotice => ({
      methodId,
      reference,
      transaction,
      amountMinor,
      currency,
      paymentId,
      orderId,
      currencyDigits: order.currencyDigits,
      reason: 'order_canceled',
    }))
    .filter((notice) => index.same(notice) === 0);
  for (const notice of missing) {
    const kept = tx.create('payment_notice', { type: 'keep_notice', ...notice });
    const told = kept.ok ? announce(tx, kept.value, notice) : kept;
    if (!told.ok) return told;
  }
  return DONE;
};

/** Settles what a cancelled order has no claim to, once all of its money went back. */
export const settleReturned = (tx: Transaction, orderId: number, by: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  if (order.states.order !== 'CANCELED' || keptMinor(order) > 0) return DONE;
  for (const [id, { reason }] of moneyOf(tx, orderId)) {
    const settled =
      reason === 'order_canceled' ? tx.ask('payment_notice', id, { type: 'settle_notice', note: '', by }) : DONE;
    if (!settled.ok) return settled;
  }
  return DONE;
};

/** Refuses: MONEY_NOT_FOUND, MONEY_SETTLED. */
export const settleMoney = (tx: Transaction, id: number, note: string, by: number): Result<void> => {
  const notice = tx.read('payment_notice', id);
  if (notice === undefined || notice.reason === 'ended') {
    tx.trackAbsence('payment_notice');
    return refuse('MONEY_NOT_FOUND', id);
  }
  return notice.settledMs === 0
    ? tx.ask('payment_notice', id, { type: 'settle_notice', note, by })
    : refuse('MONEY_SETTLED', id);
};

interface MoneyPage {
  /** 0: of every order, and of none. */
  readonly orderId: number;
  readonly isSettledToo: boolean;
  /** The last id of the page before; 0: the first page. */
  readonly after: number;
  readonly limit: number;
}

/** Ids, newest first. */
export const unclaimedMoney = (shop: Reader, { orderId, isSettledToo, after, limit }: MoneyPage): readonly number[] => {
  shop.trackAbsence('payment_notice');
  const { open, money, byOrder } = shop.index('payment_notice');
  const all = orderId === 0 ? [...(isSettledToo ? money : open.keys())] : (byOrder.get(orderId) ?? []);
  return all
    .filter((id) => (after === 0 || id < after) && money.has(id) && (isSettledToo || open.has(id)))
    .sort((a, b) => b - a)
    .slice(0, limit);
};
