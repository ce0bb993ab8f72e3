// Ends the messages that newer ones to the same user leave no place (D203). They end in a record of their own, after
// the one that queued the newer message: a call that tells somebody does the same work however many already wait, so
// its duration does not show whether an address has an account.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** At most `countMax` of them, of one user after the other, oldest first. */
export const surplusMessages = (shop: Reader, countMax: number): readonly number[] => {
  const { ids } = shop.index('webhook');
  return shop.index('message').surplus(ids, shop.rules.webhookMessagesPerUserMax, countMax);
};

/** Each counts as lost. */
export const endSurplus = (tx: Transaction, messageIds: readonly number[]): Result<void> => {
  for (const id of messageIds) {
    const { webhookId, parameters } = tx.read('message', id)!;
    const ended = tx.ask('message', id, { type: 'end_message' });
    const lost = ended.ok ? tx.ask('webhook', webhookId, { type: 'lose', parameters, suspends: false }) : ended;
    if (!lost.ok) return lost;
  }
  return DONE;
};
