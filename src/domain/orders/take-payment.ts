// Applies what a payment provider reports. Notices may be repeated, late, or out of order: each changes a payment once.
import type { Notice } from '../../kernel/payment-provider.ts';
import { DONE, mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { inCurrency } from '../currencies.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { EVENT_OF_NOTICE, paymentAttemptLifecycle } from '../lifecycles/payment-attempt.ts';
import { moneyReceivedOf, outstandingOf } from './credits.ts';
import { moveOrder } from './move-order.ts';
import { attemptsFor, broughtMinor } from './payment.ts';
import type { KeptNotice, PaymentNotice } from './payment-notice.ts';
import { keepEnd, keepMoney } from './unclaimed-money.ts';
import { reopenExpired } from './unpaid-order.ts';

/**
 * Records that an order is not paid, as the back office says: its pending attempts end, so that another may begin, and
 * money that other attempts brought went back. Money that comes later for an ended attempt still counts.
 */
export const revokeAttempts = (tx: Transaction, orderId: number): Result<void> => {
  for (const id of attemptsFor(tx, orderId)) {
    const { state, transaction } = tx.read('payment', id)!;
    if (state !== 'pending' && state !== 'received') continue;
    const ended = tx.ask(
      'payment',
      id,
      state === 'pending' ? { type: 'expire', transaction } : { type: 'return_money' },
    );
    if (!ended.ok) return ended;
  }
  return DONE;
};

/** Another payment brought the money, and the order asks for no more, or not for so much. */
const isPaidOtherwise = (tx: Transaction, orderId: number, amountMinor: number): boolean => {
  const order = tx.read('order', orderId)!;
  const isPaid = tx.index('payment').received.has(orderId) && order.states.payment === 'PAYMENT_RECEIVED';
  return isPaid && amountMinor > outstandingOf(order);
};

/** What became of a notice that the shop has read. */
export interface TakenNotice {
  /** What the provider is answered; undefined: success. */
  readonly refusal: Refusal | undefined;
  /** The money without a claim that was kept for it; 0: none, or the notice repeats what is kept. */
  readonly unclaimedId: number;
}

const TAKEN = ok<TakenNotice>({ refusal: undefined, unclaimedId: 0 });

interface Arrived {
  readonly methodId: number;
  readonly notice: Notice;
  /** Decimals of a currency that is neither the order's nor the shop's. */
  readonly digits: number;
  /** Whether money opens an order again that ended unpaid. */
  readonly reopens: boolean;
}

const kept = (
  tx: Transaction,
  { methodId, notice, digits }: Arrived,
  reason: KeptNotice['reason'],
  { orderId, paymentId }: Pick<KeptNotice, 'orderId' | 'paymentId'>,
): KeptNotice => {
  const { reference, transaction, amountMinor, currency } = notice;
  const order = orderId === 0 ? undefined : tx.read('order', orderId);
  const ofShop = inCurrency(tx.rules, currency);
  const own = [order, ofShop].find((one) => one?.currency === currency)?.currencyDigits;
  return {
    methodId,
    reference,
    transaction,
    amountMinor,
    currency,
    reason,
    orderId,
    paymentId,
    currencyDigits: own ?? digits,
  };
};

/** Keeps money that has no claim, and answers with the refusal all the same. */
const unclaimed = (tx: Transaction, notice: KeptNotice, refusal?: Refusal): Result<TakenNotice> =>
  mapOk(keepMoney(tx, notice), (unclaimedId) => ({ refusal, unclaimedId }));

const NO_PAYMENT = { orderId: 0, paymentId: 0 };

/**
 * Money for an unknown payment is kept until the payment begins and takes it. Its end is kept, too: the answer with
 * which the provider began it may still be under way. What nobody began here is somebody else's.
 */
const takeUnknown = (tx: Transaction, arrived: Arrived): Result<TakenNotice> => {
  const { outcome, reference, isForeign = false } = arrived.notice;
  tx.trackAbsence('payment');
  const refusal = refuse('PAYMENT_NOT_FOUND', reference);
  switch (outcome) {
    case 'received':
      return isForeign ? refusal : unclaimed(tx, kept(tx, arrived, 'payment_unknown', NO_PAYMENT), refusal);
    case 'expired': {
      if (isForeign) return TAKEN;
      const done = keepEnd(tx, kept(tx, arrived, 'ended', NO_PAYMENT));
      return done.ok ? TAKEN : done;
    }
    case 'pending':
      return refusal;
    default:
      return outcome satisfies never;
  }
};

/**
 * Applies a provider's notice: the payment attempt moves and, where the money came, the order's payment does. A
 * repeated notice changes nothing; one in another amount is refused, and is no other money: the transaction says which
 * it is. Money that has no claim is kept, whatever the provider is answered.
 *
 * `reopens`: money opens an order again that ended unpaid; a caller whom that is refused asks without.
 *
 * Refuses, or answers with: PAYMENT_NOT_FOUND, but for an end without money; PAYMENT_AMOUNT_INVALID;
 * PAYMENT_ALREADY_RECEIVED for a second transaction; with `reopens` as `reopenExpired` does.
 */
export const takePayment = (
  tx: Transaction,
  methodId: number,
  notice: Notice,
  { digits = 2, reopens = false }: Partial<Pick<Arrived, 'digits' | 'reopens'>> = {},
): Result<TakenNotice> => {
  const arrived = { methodId, notice, digits, reopens };
  const id = tx.index('payment').named(methodId, notice.reference);
  const payment = id === undefined ? undefined : tx.read('payment', id);
  if (id === undefined || payment === undefined) return takeUnknown(tx, arrived);
  const { outcome, transaction, amountMinor, currency, reference } = notice;
  const { orderId } = payment;
  const isMoney = outcome === 'received';
  const about = { orderId, paymentId: id };
  const isTaken = payment.state === 'received';
  const isRepeated = isTaken && payment.transaction === transaction;
  if (isMoney && !isRepeated && (isTaken || isPaidOtherwise(tx, orderId, payment.amountMinor)))
    return unclaimed(tx, kept(tx, arrived, 'paid_already', about), refuse('PAYMENT_ALREADY_RECEIVED', reference));
  const event = EVENT_OF_NOTICE[outcome];
  const isNews = paymentAttemptLifecycle.allows(payment.state, event);
  if ((isNews || isMoney) && (amountMinor !== payment.amountMinor || currency !== payment.currency)) {
    const why = `${amountMinor} ${currency} is not ${payment.amountMinor} ${payment.currency}.`;
    const refusal = refuse('PAYMENT_AMOUNT_INVALID', reference, why);
    if (!isMoney) return refusal;
    if (isRepeated) return ok({ refusal, unclaimedId: 0 });
    return unclaimed(tx, kept(tx, arrived, 'amount_differs', about), refusal);
  }
  if (!isNews) return TAKEN;
  if (!isMoney) {
    const told = tx.ask('payment', id, { type: event, transaction });
    return told.ok ? TAKEN : told;
  }
  return takeMoney(tx, arrived, about);
};

/** The first money of an attempt, in the amount asked for. It may have come before, when another had paid the order. */
const takeMoney = (
  tx: Transaction,
  arrived: Arrived,
  about: Pick<KeptNotice, 'orderId' | 'paymentId'>,
): Result<TakenNotice> => {
  const { states, isExpired } = tx.read('order', about.orderId)!;
  const isReopened = isExpired && arrived.reopens;
  const isCanceled = states.order === 'CANCELED' && !isReopened;
  const notice = kept(tx, arrived, 'order_canceled', about);
  tx.trackAbsence('payment_notice');
  const notices = tx.index('payment_notice');
  const keptId = notices.same(notice);
  const otherwise = (notices.byOrder.get(about.orderId) ?? []).filter((id) => {
    const other = tx.read('payment_notice', id)!;
    return id !== keptId && isSameMoney(other, notice);
  });
  const keptBefore = keptId === 0 ? undefined : tx.read('payment_notice', keptId);
  // A person has already said what became of this money, so a repeat of its notice pays nothing.
  if (keptBefore !== undefined && keptBefore.settledMs !== 0) return TAKEN;
  const opened = isReopened ? reopenExpired(tx, about.orderId) : DONE;
  if (!opened.ok) return opened;
  const paid = receive(tx, about, arrived.notice.transaction, broughtMinor(tx, about.orderId));
  if (!paid.ok) return paid;
  const claimed = keptBefore === undefined ? DONE : claim(tx, keptId, about, isCanceled);
  if (!claimed.ok) return claimed;
  const taken = keptBefore === undefined && isCanceled ? unclaimed(tx, notice) : TAKEN;
  const dropped = taken.ok ? dropNotices(tx, otherwise) : taken;
  return dropped.ok ? taken : dropped;
};

/** The order has a claim to money that had none, unless it is cancelled. */
const claim = (
  tx: Transaction,
  id: number,
  about: Pick<KeptNotice, 'orderId' | 'paymentId'>,
  isCanceled: boolean,
): Result<void> =>
  tx.ask(
    'payment_notice',
    id,
    isCanceled ? { type: 'assign_notice', ...about, reason: 'order_canceled' } : { type: 'drop_notice' },
  );

/** Whether a notice that nobody has settled names the same transaction of the same payment, in another amount. */
const isSameMoney = (
  other: PaymentNotice,
  { methodId, reference, transaction }: Pick<KeptNotice, 'methodId' | 'reference' | 'transaction'>,
): boolean =>
  other.settledMs === 0 &&
  other.reason === 'amount_differs' &&
  other.methodId === methodId &&
  other.reference === reference &&
  other.transaction === transaction;

const dropNotices = (tx: Transaction, ids: readonly number[]): Result<void> => {
  for (const id of ids) {
    const dropped = tx.ask('payment_notice', id, { type: 'drop_notice' });
    if (!dropped.ok) return dropped;
  }
  return DONE;
};

/**
 * Takes the money of a payment. Where a person has said that the order is paid, without an amount, this is that money
 * as far as it goes: what came is never less than payments brought, and nothing counts twice (D521).
 *
 * `beforeMinor`: what other payments of the order brought.
 */
const receive = (
  tx: Transaction,
  { orderId, paymentId }: Pick<KeptNotice, 'orderId' | 'paymentId'>,
  transaction: string,
  beforeMinor: number,
): Result<void> => {
  const told = tx.ask('payment', paymentId, { type: 'receive', transaction });
  if (!told.ok) return told;
  const { amountMinor, methodId, beforeMinor: askedMinor } = tx.read('payment', paymentId)!;
  const order = tx.read('order', orderId)!;
  const pay = { lifecycle: 'payment', event: 'pay' } as const;
  if (order.states.payment !== 'PAYMENT_RECEIVED')
    return moveOrder(tx, orderId, pay, { byHand: false, by: 0, receivedMinor: amountMinor, methodId });
  // One that began when the order was paid already asked for what it had become dearer by.
  const minor = Math.max(beforeMinor, askedMinor) + amountMinor - moneyReceivedOf(order);
  return minor > 0 ? tx.ask('order', orderId, { type: 'receive', minor, day: bookingDay(tx), methodId }) : DONE;
};

/** A payment that has just begun takes the money that came before the shop knew it; what else came stays unclaimed. */
export const takeEarly = (
  tx: Transaction,
  early: readonly number[],
  about: Pick<KeptNotice, 'orderId' | 'paymentId'>,
  beforeMinor: number,
): Result<void> => {
  const { amountMinor, currency } = tx.read('payment', about.paymentId)!;
  const fitting = (id: number): boolean => {
    const notice = tx.read('payment_notice', id)!;
    return notice.amountMinor === amountMinor && notice.currency === currency;
  };
  const takenId = early.find((id) => fitting(id) && tx.read('payment_notice', id)!.settledMs === 0);
  const taken = takenId === undefined ? undefined : tx.read('payment_notice', takenId);
  const paid = taken === undefined ? DONE : receive(tx, about, taken.transaction, beforeMinor);
  if (!paid.ok) return paid;
  for (const id of early) {
    const { transaction, settledMs } = tx.read('payment_notice', id)!;
    const fits = fitting(id);
    const isTaken = settledMs === 0 && transaction === taken?.transaction;
    const done = tx.ask(
      'payment_notice',
      id,
      isTaken
        ? { type: 'drop_notice' }
        : { type: 'assign_notice', ...about, reason: fits ? 'paid_already' : 'amount_differs' },
    );
    if (!done.ok) return done;
  }
  return DONE;
};
