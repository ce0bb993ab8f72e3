// Decides what money of an order goes back, and by which way. A provider is asked once the record of it is durable.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import { creditOfPieces } from './credit-pieces.ts';
import { amountOf, creditOfAmount, creditedPieces, keptMinor, mergedLines, outstandingOf } from './credits.ts';
import type { TakenLine, WantedLine } from './credits.ts';
import { makeCredit } from './make-credit.ts';
import { recordRefund } from './move-refund.ts';
import type { Order } from './order.ts';
import { attemptsFor } from './payment.ts';
import { checkPieces } from './piece-steps.ts';
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
  readonly credit: readonly TakenLine[];
}

/** Refuses: REFUND_EXCEEDED with the figures. */
const checkKept = (order: Order, moneyMinor: number): Result<void> => {
  const kept = keptMinor(order);
  if (moneyMinor <= kept) return DONE;
  const [given, most] = [moneyMinor, kept].map((minor) => decimalText(minor, order.currencyDigits));
  return refuse('REFUND_EXCEEDED', 'amount', `${given} is more than ${most}, what came and did not go back.`);
};

const planOf = (tx: Transaction, orderId: number, order: Order, wanted: RefundWanted): Result<Plan> => {
  const { amountMinor, lines, to } = wanted;
  const isCredit = to === 'credit';
  if (order.states.order === 'CANCELED' && (isCredit || lines !== undefined)) return refuse('ORDER_CANCELED', orderId);
  if (lines !== undefined) {
    const worth = creditOfPieces(order, mergedLines(lines));
    if (!worth.ok) return worth;
    const gone = creditedPieces(order);
    const stepped = checkPieces(tx, order, lines, (id, ordered) => ordered - (gone.get(id) ?? 0));
    if (!stepped.ok) return stepped;
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

/** What of the money goes back by one attempt to pay. */
interface Part {
  /** 0: by hand. */
  readonly paymentId: number;
  readonly amountMinor: number;
}

/**
 * The attempt that brought the money and can take so much of it back, the last of several; where none can, parts that
 * several take, the last first. Refuses: PAYMENT_NOT_FOUND with what they can take.
 */
const partsByPayment = (
  tx: Transaction,
  orderId: number,
  amount: OrderAmount,
  returns: RefundWanted['returns'],
): Result<readonly Part[]> => {
  const refunds = refundsOf(tx, orderId).map(([, refund]) => refund);
  const { amountMinor, currency, currencyDigits } = amount;
  const taking = attemptsFor(tx, orderId)
    .toReversed()
    .flatMap((paymentId): Part[] => {
      const payment = tx.read('payment', paymentId)!;
      const gone = refunds.filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed');
      const leftMinor = gone.reduce((left, refund) => left - refund.amountMinor, payment.amountMinor);
      const most = { amountMinor: Math.min(leftMinor, amountMinor), currency, currencyDigits };
      const isHere = payment.state === 'received' && !payment.isReturned && leftMinor > 0;
      return isHere && returns(payment.methodId, most) ? [{ paymentId, amountMinor: most.amountMinor }] : [];
    });
  const whole = taking.find((part) => part.amountMinor === amountMinor);
  if (whole !== undefined) return ok([whole]);
  const parts: Part[] = [];
  let restMinor = amountMinor;
  for (const part of taking) {
    if (restMinor > 0) parts.push({ ...part, amountMinor: Math.min(part.amountMinor, restMinor) });
    restMinor -= part.amountMinor;
  }
  if (restMinor <= 0) return ok(parts);
  const [given, most] = [amountMinor, amountMinor - restMinor].map((minor) => decimalText(minor, currencyDigits));
  const why = `Of ${given} payments can take ${most} back by their providers: give it back by hand, to=manual.`;
  return refuse('PAYMENT_NOT_FOUND', orderId, why);
};

export interface Refunded {
  /** Number of the credit within the order; 0: none was made. */
  readonly creditId: number;
  /** One for each payment that takes part; none for a credit. */
  readonly refundIds: readonly number[];
  /** What goes back altogether. */
  readonly moneyMinor: number;
}

/**
 * Refunds money of an order, all or nothing, also of a cancelled one.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, REFUND_PENDING, REFUND_EXCEEDED, NOTHING_TO_REFUND, PAYMENT_NOT_FOUND;
 * ORDER_CANCELED for a credit; QUANTITY_INVALID with the line's id; as `creditOfPieces` and `creditOfAmount` do.
 */
export const refundOrder = (tx: Transaction, wanted: RefundWanted): Result<Refunded> => {
  const { orderId, ifSeq, to, reason, note, by } = wanted;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  if (to !== 'credit' && refundsOf(tx, orderId).some(([, refund]) => isInFlight(refund)))
    return refuse('REFUND_PENDING', orderId);
  const plan = planOf(tx, orderId, order, wanted);
  if (!plan.ok) return plan;
  const { moneyMinor, credit } = plan.value;
  const kept = checkKept(order, moneyMinor);
  if (!kept.ok) return kept;
  if (to === 'credit' ? amountOf({ lines: credit }) <= 0 : moneyMinor <= 0) return refuse('NOTHING_TO_REFUND', orderId);
  const { currency, currencyDigits } = order;
  const amount = { amountMinor: moneyMinor, currency, currencyDigits };
  const byHand = ok([{ paymentId: 0, amountMinor: moneyMinor }]);
  const parts = to === 'payment' ? partsByPayment(tx, orderId, amount, wanted.returns) : byHand;
  if (!parts.ok) return parts;
  const made = credit.length === 0 ? ok(0) : makeCredit(tx, orderId, { kind: 'goodwill', lines: credit, reason, by });
  if (!made.ok) return made;
  const creditId = made.value;
  const refundIds: number[] = [];
  if (to === 'credit') return ok({ creditId, refundIds, moneyMinor });
  for (const { paymentId, amountMinor } of parts.value) {
    const refunded = recordRefund(tx, {
      orderId,
      paymentId,
      creditId,
      amountMinor,
      currency,
      currencyDigits,
      to,
      origin: 'shop',
      reason,
      note,
      transaction: '',
      state: to === 'manual' ? 'done' : 'asked',
      by,
      isApart: false,
    });
    if (!refunded.ok) return refunded;
    refundIds.push(refunded.value);
  }
  return ok({ creditId, refundIds, moneyMinor });
};
