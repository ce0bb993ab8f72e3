// Creates webhooks: the built-in ones, and those of the back office.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { WEBHOOK_EVENT_NAMES } from './webhook.ts';
import type { WebhookEvent } from './webhook.ts';

/** Refuses: WEBHOOK_NAME_NOT_VALID, WEBHOOK_NAME_ALREADY_IN_USE, WEBHOOK_LIMIT_REACHED. */
export const createWebhook = (tx: Transaction, name: string, event: WebhookEvent): Result<number> => {
  tx.trackAbsence('webhook');
  if (tx.index('webhook').byName.get(name) !== undefined) return refuse('WEBHOOK_NAME_ALREADY_IN_USE', name);
  if (tx.nextId('webhook') > tx.rules.webhooksMax) return refuse('WEBHOOK_LIMIT_REACHED', name);
  return tx.create('webhook', { type: 'create_webhook', name, event, nonce: tx.random(24) });
};

/** One webhook per event, named like it, without a target. */
export const createBuiltIns = (tx: Transaction): Result<void> => {
  const { byName } = tx.index('webhook');
  for (const event of WEBHOOK_EVENT_NAMES) {
    if (byName.get(event) !== undefined) continue;
    const made = tx.create('webhook', { type: 'create_webhook', name: event, event, nonce: tx.random(24) });
    if (!made.ok) return made;
  }
  return DONE;
};
