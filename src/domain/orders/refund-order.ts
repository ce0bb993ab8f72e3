// Decides what money of an order goes back, and by which way. A provider is asked once the record of it is durable.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import { amountOf, creditOfAmount, creditOfPieces, keptMinor, mergedLines, outstandingOf } from './credits.ts';
import type { CreditedLine, WantedLine } from './credits.ts';
import { makeCredit } from './make-credit.ts';
import { recordRefund } from './move-refund.ts';
import type { Order } from './order.ts';
import { attemptsFor } from './payment.ts';
import { isInFlight, refundsOf } from './refund.ts';

/** An amount in an order's currency. */
interface OrderAmount {
  readonly amountMinor: number;
  readonly currency: string;
  readonly currencyDigits: number;
}

/** Where the money goes; `credit`: nowhere, the order comes to less. */
export const REFUND_TARGETS = ['payment', 'manual', 'credit'] as const;
type RefundTarget = (typeof REFUND_TARGETS)[number];

export interface RefundWanted {
  readonly orderId: number;
  /** Record of the order that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  /** Neither amount nor lines: what is owed. */
  readonly amountMinor: number | undefined;
  /** Pieces that money is given back for, and that stay the buyer's; a line may be named more than once. */
  readonly lines: readonly WantedLine[] | undefined;
  readonly to: RefundTarget;
  readonly reason: string;
  readonly note: string;
  /** The channel that asks for it. */
  readonly by: number;
  /** Whether the provider of a payment method can give such an amount back. */
  readonly returns: (methodId: number, amount: OrderAmount) => boolean;
}

/** What is to be done: money that goes back, and what the order comes to less. */
interface Plan {
  readonly moneyMinor: number;
  readonly credit: readonly CreditedLine[];
}

/** Refuses: REFUND_EXCEEDED with the figures. */
const checkKept = (order: Order, moneyMinor: number): Result<void> => {
  const kept = keptMinor(order);
  if (moneyMinor <= kept) return DONE;
  const [given, most] = [moneyMinor, kept].map((minor) => decimalText(minor, order.currencyDigits));
  return refuse('REFUND_EXCEEDED', 'amount', `${given} is more than ${most}, what came and did not go back.`);
};

const planOf = (orderId: number, order: Order, wanted: RefundWanted): Result<Plan> => {
  const { amountMinor, lines, to } = wanted;
  const isCredit = to === 'credit';
  if (order.states.order === 'CANCELED' && (isCredit || lines !== undefined)) return refuse('ORDER_CANCELED', orderId);
  if (lines !== undefined) {
    const worth = creditOfPieces(order, mergedLines(lines));
    if (!worth.ok) return worth;
    const credit = worth.value.map((line) => ({ ...line, quantityMilli: 0 }));
    return ok({ moneyMinor: isCredit ? 0 : amountOf({ lines: credit }), credit });
  }
  const owed = isCredit ? 0 : Math.max(0, -outstandingOf(order));
  const given = amountMinor ?? owed;
  const kept = isCredit ? DONE : checkKept(order, given);
  if (!kept.ok) return kept;
  const credited = given <= owed ? ok([]) : creditOfAmount(order, given - owed);
  return credited.ok ? ok({ moneyMinor: isCredit ? 0 : given, credit: credited.value }) : credited;
};

/**
 * The attempt that brought the money and can take so much of it back; the last of several. Refuses: PAYMENT_NOT_FOUND.
 */
const payingAttempt = (
  tx: Transaction,
  orderId: number,
  amount: OrderAmount,
  returns: RefundWanted['returns'],
): Result<number> => {
  const refunds = refundsOf(tx, orderId).map(([, refund]) => refund);
  const fits = (id: number): boolean => {
    const { state, isReturned, methodId, amountMinor } = tx.read('payment', id)!;
    if (state !== 'received' || isReturned || !returns(methodId, amount)) return false;
    const gone = refunds.filter(({ paymentId, state: at }) => paymentId === id && at !== 'failed');
    return gone.reduce((left, refund) => left - refund.amountMinor, amountMinor) >= amount.amountMinor;
  };
  const id = attemptsFor(tx, orderId).findLast(fits);
  const why = 'No payment of the order can take so much back by its provider: give it back by hand, to=manual.';
  return id === undefined ? refuse('PAYMENT_NOT_FOUND', orderId, why) : ok(id);
};

/** Number of the credit within the order and id of the refund; 0: none was made. */
export interface Refunded {
  readonly creditId: number;
  readonly refundId: number;
}

/**
 * Refunds money of an order, all or nothing, also of a cancelled one.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, REFUND_PENDING, REFUND_EXCEEDED, NOTHING_TO_REFUND, PAYMENT_NOT_FOUND;
 * ORDER_CANCELED for a credit; as `creditOfPieces` and `creditOfAmount` do.
 */
export const refundOrder = (tx: Transaction, wanted: RefundWanted): Result<Refunded> => {
  const { orderId, ifSeq, to, reason, note, by } = wanted;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  if (to !== 'credit' && refundsOf(tx, orderId).some(([, refund]) => isInFlight(refund)))
    return refuse('REFUND_PENDING', orderId);
  const plan = planOf(orderId, order, wanted);
  if (!plan.ok) return plan;
  const { moneyMinor, credit } = plan.value;
  const kept = checkKept(order, moneyMinor);
  if (!kept.ok) return kept;
  if (to === 'credit' ? amountOf({ lines: credit }) <= 0 : moneyMinor <= 0) return refuse('NOTHING_TO_REFUND', orderId);
  const { currency, currencyDigits } = order;
  const amount = { amountMinor: moneyMinor, currency, currencyDigits };
  const paying = to === 'payment' ? payingAttempt(tx, orderId, amount, wanted.returns) : ok(0);
  if (!paying.ok) return paying;
  const made = credit.length === 0 ? ok(0) : makeCredit(tx, orderId, { kind: 'goodwill', lines: credit, reason, by });
  if (!made.ok) return made;
  const creditId = made.value;
  if (to === 'credit') return ok({ creditId, refundId: 0 });
  const refunded = recordRefund(tx, {
    orderId,
    paymentId: paying.value,
    creditId,
    ...amount,
    to,
    origin: 'shop',
    reason,
    note,
    transaction: '',
    state: to === 'manual' ? 'done' : 'asked',
    by,
    isApart: false,
  });
  return refunded.ok ? ok({ creditId, refundId: refunded.value }) : refunded;
};
