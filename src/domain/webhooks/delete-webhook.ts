// Deletes a webhook. What waits for it ends afterwards, in records of at most some hundred messages each: one record
// with the whole backlog would hold up every shopper (D322).
import type { Reader, Transaction } from '../transaction.ts';
import type { Result } from '../../kernel/result.ts';
import { webhookNamed } from './find-webhook.ts';

/** Nothing is queued or sent from then on, and the name may be used again. Refuses: WEBHOOK_NOT_FOUND. */
export const deleteWebhook = (tx: Transaction, name: string): Result<void> => {
  const known = webhookNamed(tx, name);
  return known.ok ? tx.ask('webhook', known.value, { type: 'delete_webhook' }) : known;
};

/** At most `countMax` messages that wait for deleted webhooks, of one webhook after the other, newest first. */
export const orphanedMessages = (shop: Reader, countMax: number): readonly number[] => {
  const { ids } = shop.index('webhook');
  const ended: number[] = [];
  for (const [webhookId, queue] of shop.index('message').queues)
    if (!ids.has(webhookId) && ended.length < countMax)
      // From the end, where taking one out of the queue moves no other.
      ended.push(...queue.slice(ended.length - countMax).toReversed());
  return ended;
};
