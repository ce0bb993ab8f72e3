// Takes a credit off an order; every one is made here.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { amountOf } from './credits.ts';
import type { Credit } from './credits.ts';
import { creditsIssued } from './issued-invoice.ts';
import { allCredits } from './past-carts.ts';

/** Credits of one order. */
const CREDITS_MAX = 100;

/**
 * Gives its number within the order, from 1, and calls the webhooks of ORDER_CREDITED, but for that of an edit. Where
 * an invoice of the order was issued, it has the number of a credit note. `tx` must not have changed an order yet.
 *
 * Refuses: CREDIT_LIMIT_REACHED.
 */
export const makeCredit = (
  tx: Transaction,
  orderId: number,
  credit: Pick<Credit, 'kind' | 'lines' | 'reason' | 'by'>,
): Result<number> => {
  const before = allCredits(tx.read('order', orderId)!).length;
  if (before >= CREDITS_MAX)
    return refuse('CREDIT_LIMIT_REACHED', orderId, `The order has ${before} credits, of at most ${CREDITS_MAX}.`);
  const { note, retain } = creditsIssued(tx, orderId);
  const day = bookingDay(tx);
  const made = tx.ask('order', orderId, { type: 'credit', ...credit, day, note });
  if (!made.ok) return made;
  const kept = retain();
  if (!kept.ok) return kept;
  const { currency, currencyDigits } = tx.read('order', orderId)!;
  if (credit.kind === 'edited') return ok(before + 1);
  const told = fire(tx, 'ORDER_CREDITED', {
    id_order: orderId,
    id_credit: before + 1,
    kind: credit.kind,
    amount: decimalText(amountOf(credit), currencyDigits),
    currency,
  });
  return told.ok ? ok(before + 1) : told;
};
