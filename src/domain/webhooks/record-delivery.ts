// Records what became of a call: delivered, failed, or ended without a call.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

export const noteDelivered = (tx: Transaction, webhookId: number, messageId: number, answer: string): Result<void> => {
  const delivered = tx.ask('message', messageId, { type: 'deliver_message' });
  return delivered.ok ? tx.ask('webhook', webhookId, { type: 'note_success', answer }) : delivered;
};

/** `retryMs`: null after the last attempt. */
export const noteFailed = (tx: Transaction, webhookId: number, answer: string, retryMs: number | null): Result<void> =>
  tx.ask('webhook', webhookId, { type: 'note_failure', answer, retryMs });

/** Ends messages that were kept until the key that encrypts them was destroyed. */
export const endMessages = (tx: Transaction, ids: readonly number[]): Result<void> => {
  for (const id of ids) {
    const ended = tx.ask('message', id, { type: 'end_message' });
    if (!ended.ok) return ended;
  }
  return DONE;
};
