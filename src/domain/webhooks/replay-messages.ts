// Queues messages again that the journal still holds, and forgets the losses that this makes good.
import { UNTRIED } from './message.ts';
import type { Transaction } from '../transaction.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Loss, Parameters } from './webhook.ts';

/** A message as the journal has it. */
export interface PastMessage {
  /** Minus its place among those of its record that found no room, where it is one of them. */
  readonly id: number;
  readonly seq: number;
  readonly atMs: number;
  readonly parameters: Parameters;
}

/**
 * Queues messages again, as far as there is room; how many. What one record told finds its places together, as it did
 * the first time: else there would be no way past a record that told more than there is room for.
 */
export const replay = (tx: Transaction, webhookId: number, past: readonly PastMessage[]): Result<number> => {
  const { webhookBacklogMax } = tx.rules;
  const room = Math.max(
    0,
    Math.max(tx.read('webhook', webhookId)!.room, webhookBacklogMax) - tx.index('message').waiting(webhookId),
  );
  let count = Math.min(past.length, room);
  while (count > 0 && past[count]?.seq === past[count - 1]!.seq) count += 1;
  for (const { id, seq, atMs, parameters } of past.slice(0, count)) {
    const none = { subject: 0, secrets: {}, userId: 0, invitationId: 0, ...UNTRIED };
    const made = tx.create('message', {
      type: 'queue_message',
      webhookId,
      atMs,
      dueMs: 0,
      parameters,
      ...none,
      firstId: id,
      firstSeq: seq,
    });
    if (!made.ok) return made;
  }
  return ok(count);
};

/** What was lost has been queued again, but for `left`. */
export const forgetLoss = (tx: Transaction, webhookId: number, left: Loss): Result<void> =>
  tx.ask('webhook', webhookId, { type: 'forget_loss', ...left });
