// Takes pieces out of an order that have not left: their worth comes off it, and their stock is free again.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isGoods } from '../calculation/goods.ts';
import { decimalText } from '../money.ts';
import { checkSeen } from '../seen-record.ts';
import { putBack } from '../stock/availability.ts';
import { heldAfter } from '../stock/give-back.ts';
import type { Transaction } from '../transaction.ts';
import { creditOfPieces } from './credit-pieces.ts';
import { creditedPieces, mergedLines, stillWanted } from './credits.ts';
import type { WantedLine } from './credits.ts';
import { payCovered } from './exchange.ts';
import { makeCredit } from './make-credit.ts';
import type { Order } from './order.ts';
import { sentOf } from './order-parts.ts';
import { followDelivery } from './parcels.ts';
import { checkPieces, unsentOf } from './piece-steps.ts';
import { isOver } from './to-ship.ts';

interface CanceledLines {
  readonly orderId: number;
  /** Record of the order that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  /** A line may be named more than once. */
  readonly lines: readonly WantedLine[];
  readonly reason: string;
  /** The channel that asks for it. */
  readonly by: number;
}

/** Refuses: LINE_SENT with the line's id; ORDER_EMPTIED, unless it has a partial invoice. */
const checkLeft = (order: Order, wanted: readonly WantedLine[]): Result<void> => {
  // What came back has left, and is among what was sent.
  const [sent, gone] = [sentOf(order), creditedPieces(order, ['canceled'])];
  const going = new Map(wanted.map(({ lineId, quantityMilli }) => [lineId, quantityMilli]));
  let keptMilli = 0;
  for (const line of order.cart.lines) {
    const restMilli = line.quantityMilli - (gone.get(line.id) ?? 0) - (going.get(line.id) ?? 0);
    const sentMilli = sent.get(line.id) ?? 0;
    if (going.has(line.id) && restMilli < sentMilli) {
      const left = decimalText(Math.max(0, line.quantityMilli - (gone.get(line.id) ?? 0) - sentMilli), 3);
      return refuse('LINE_SENT', line.id, `Of line ${line.id} ${left} have not left yet.`);
    }
    if (isGoods(line) && line.priceE4 >= 0) keptMilli += restMilli;
  }
  // An order with invoices of parcels cannot be cancelled as a whole.
  return keptMilli > 0 || order.partials.length > 0 ? DONE : refuse('ORDER_EMPTIED', 'lines');
};

/** Gives the stock of pieces back that the order no longer wants. */
const releaseStock = (tx: Transaction, orderId: number, before: Order): Result<void> => {
  const order = tx.read('order', orderId)!;
  const { sources, ...held } = heldAfter(tx, order, stillWanted(before), stillWanted(order));
  const returned = putBack(
    tx,
    orderId,
    sources.flatMap(({ freed }) => freed),
  );
  return returned.ok ? tx.ask('order', orderId, { type: 'set_stock', ...held }) : returned;
};

/**
 * Cancels pieces of an order, all or nothing. Gives the number of the credit within the order. The delivery state
 * follows where all that stays has left, unless the back office set it.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, ORDER_CANCELED, ORDER_COMPLETED, ORDER_EMPTIED; with the line's id
 * ORDER_LINE_NOT_FOUND, CREDIT_QUANTITY_EXCEEDED, LINE_SENT, QUANTITY_INVALID; CREDIT_AMOUNT_EXCEEDED,
 * CREDIT_LIMIT_REACHED.
 */
export const cancelLines = (tx: Transaction, { orderId, ifSeq, lines, reason, by }: CanceledLines): Result<number> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (isOver(order)) return refuse('ORDER_COMPLETED', orderId);
  const wanted = mergedLines(lines);
  const credit = creditOfPieces(order, wanted, true);
  if (!credit.ok) return credit;
  const left = checkLeft(order, wanted);
  if (!left.ok) return left;
  const stepped = checkPieces(tx, order, lines, unsentOf(order));
  if (!stepped.ok) return stepped;
  const made = makeCredit(tx, orderId, { kind: 'canceled', lines: credit.value, reason, by });
  if (!made.ok) return made;
  const released = releaseStock(tx, orderId, order);
  if (!released.ok) return released;
  const followed = followDelivery(tx, orderId, by);
  if (!followed.ok) return followed;
  const paid = payCovered(tx, orderId);
  return paid.ok ? made : paid;
};
