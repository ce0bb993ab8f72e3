// Takes a credit off an order; every one is made here.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText } from '../money.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { amountOf, byPartial } from './credits.ts';
import type { Credit, CreditedLine, TakenLine } from './credits.ts';
import { creditsIssued } from './issue-documents.ts';
import { allCredits } from './past-carts.ts';

/** Credits of one order; those of several invoices that were made together are one. */
const CREDITS_MAX = 100;

type NewCredit = Pick<Credit, 'kind' | 'reason' | 'by'> & { readonly lines: readonly TakenLine[] };

const tell = (tx: Transaction, orderId: number, creditId: number, credit: Pick<Credit, 'kind' | 'lines'>) => {
  const { currency, currencyDigits } = tx.read('order', orderId)!;
  return fire(tx, 'ORDER_CREDITED', {
    id_order: orderId,
    id_credit: creditId,
    kind: credit.kind,
    amount: decimalText(amountOf(credit), currencyDigits),
    currency,
  });
};

/**
 * Gives its number within the order, from 1, and calls the webhooks of ORDER_CREDITED, but for that of an edit. Where
 * an invoice of the order was issued, it has the number of a credit note. What stands on several partial invoices is as
 * many credits, one after the other, each with a note of its own; the number is that of the first one. `tx` must not
 * have changed an order yet.
 *
 * Refuses: CREDIT_LIMIT_REACHED.
 */
export const makeCredit = (tx: Transaction, orderId: number, { lines, ...credit }: NewCredit): Result<number> => {
  const all = allCredits(tx.read('order', orderId)!);
  const before = all.length;
  // A credit without lines, as of an edit of an order that comes to nothing, is one all the same.
  const groups: ReturnType<typeof byPartial<TakenLine>> = lines.length === 0 ? [[0, []]] : byPartial(lines);
  const counted = all.filter(({ isContinued = false }) => !isContinued).length;
  if (counted >= CREDITS_MAX)
    return refuse('CREDIT_LIMIT_REACHED', orderId, `The order has ${counted} credits, of at most ${CREDITS_MAX}.`);
  const { noteOf, retain } = creditsIssued(tx, orderId);
  const day = bookingDay(tx);
  for (const [at, [partialId, taken]] of groups.entries()) {
    const of = taken.map(({ partialId: _partialId, ...line }): CreditedLine => line);
    const which = { note: noteOf(partialId), partialId, isContinued: at > 0 };
    const made = tx.ask('order', orderId, { type: 'credit', ...credit, lines: of, day, ...which });
    if (!made.ok) return made;
    const told = credit.kind === 'edited' ? DONE : tell(tx, orderId, before + at + 1, { kind: credit.kind, lines: of });
    if (!told.ok) return told;
  }
  const kept = retain();
  return kept.ok ? ok(before + 1) : kept;
};
