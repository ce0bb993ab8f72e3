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
import { refundsOf } from './refund.ts';
import type { KeptNotice, PaymentNotice } from './payment-notice.ts';

/** An answer of do_payment comes within two minutes, or not at all. */
const END_KEPT_MS = 600_000;
/** Ends that are dropped for each that is kept, so that they do not add up. */
const ENDS_DROPPED_MAX = 16;

/** `minor`: what of it is here. */
const announce = (tx: Transaction, id: number, notice: KeptNotice, minor = notice.amountMinor): Result<void> =>
  fire(tx, 'PAYMENT_UNCLAIMED', {
    id_money: id,
    id_order: notice.orderId,
    reason: notice.reason,
    amount: decimalText(minor, notice.currencyDigits),
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
        isCanceled
          ? { type: 'settle_notice', note: '', by: order.modifierChannelId, isRefunded: false }
          : { type: 'drop_notice' },
      );
      if (!done.ok) return done;
    }
    return DONE;
  }
  return wasCanceled ? DONE : keepClaimless(tx, orderId, heldMinor(tx, orderId));
};

/**
 * Attempts to pay that brought money of an order → what of it is still here, in the minor unit. What went back by hand
 * is taken off the oldest; attempts of which nothing is here are left out.
 */
const heldMinor = (shop: Reader, orderId: number): ReadonlyMap<number, number> => {
  const refunds = refundsOf(shop, orderId).map(([, refund]) => refund);
  const held = new Map<number, number>();
  let leftMinor = keptMinor(shop.read('order', orderId)!);
  for (const paymentId of attemptsFor(shop, orderId).toReversed()) {
    const { state, isReturned, amountMinor } = shop.read('payment', paymentId)!;
    if (state !== 'received' || isReturned) continue;
    const gone = refunds.filter((refund) => refund.paymentId === paymentId && refund.state === 'done');
    const ownMinor = gone.reduce((own, { countedMinor }) => own - countedMinor, amountMinor);
    const minor = Math.min(leftMinor, ownMinor);
    if (minor > 0) held.set(paymentId, minor);
    leftMinor -= Math.max(0, minor);
  }
  return held;
};

/** What of money without a claim is still here, in the minor unit: refunds of a cancelled order take it back. */
export const claimlessMinor = (shop: Reader, notice: PaymentNotice): number => {
  const { reason, orderId, paymentId, amountMinor, settledMs } = notice;
  if (settledMs !== 0) return 0;
  return reason === 'order_canceled' ? (heldMinor(shop, orderId).get(paymentId) ?? 0) : amountMinor;
};

/**
 * Keeps what attempts to pay brought for a cancelled order, or opens it again where refunds had settled it. `held`: the
 * attempts, and what of each is here.
 */
const keepClaimless = (tx: Transaction, orderId: number, held: ReadonlyMap<number, number>): Result<void> => {
  const { currencyDigits } = tx.read('order', orderId)!;
  tx.trackAbsence('payment_notice');
  const index = tx.index('payment_notice');
  const claimless = [...held].map(([paymentId, minor]) => {
    const { methodId, reference, transaction, amountMinor, currency } = tx.read('payment', paymentId)!;
    const money = { methodId, reference, transaction, amountMinor, currency, currencyDigits };
    const notice: KeptNotice = { ...money, paymentId, orderId, reason: 'order_canceled' };
    return [index.same(notice), notice, minor] as const;
  });
  for (const [id, notice, minor] of claimless) {
    if (id !== 0 && !tx.read('payment_notice', id)!.isRefunded) continue;
    const kept: Result<unknown> =
      id === 0
        ? tx.create('payment_notice', { type: 'keep_notice', ...notice })
        : tx.ask('payment_notice', id, { type: 'reopen_notice' });
    if (!kept.ok) return kept;
    const told = announce(tx, id === 0 ? (kept.value as number) : id, notice, minor);
    if (!told.ok) return told;
  }
  return DONE;
};

/**
 * Settles what a cancelled order has no claim to, once all of its money went back. `failed`: the attempt of a refund
 * that has failed, and how much of its money is here, without a claim again.
 */
export const followRefund = (
  tx: Transaction,
  orderId: number,
  by: number,
  failed?: readonly [paymentId: number, minor: number],
): Result<void> => {
  const order = tx.read('order', orderId)!;
  if (order.states.order !== 'CANCELED') return DONE;
  if (keptMinor(order) > 0) return failed === undefined ? DONE : keepClaimless(tx, orderId, new Map([failed]));
  for (const [id, { reason }] of moneyOf(tx, orderId)) {
    if (reason !== 'order_canceled') continue;
    const settled = tx.ask('payment_notice', id, { type: 'settle_notice', note: '', by, isRefunded: true });
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
    ? tx.ask('payment_notice', id, { type: 'settle_notice', note, by, isRefunded: false })
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
