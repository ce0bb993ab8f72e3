// Saves the settings of a webhook, which makes it healthy again: what waits for it is delivered.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { webhookNamed } from './find-webhook.ts';
import type { WebhookContent } from './webhook.ts';

interface WebhookUpdate {
  readonly url: string;
  readonly parameter: string;
  readonly rotateSecret: boolean;
  /** Absent: as it is. */
  readonly content?: WebhookContent;
}

/** Makes it healthy: what was missed is delivered. Refuses: WEBHOOK_NOT_FOUND. */
export const updateWebhook = (
  tx: Transaction,
  name: string,
  { url, parameter, rotateSecret, content }: WebhookUpdate,
): Result<number> => {
  const known = webhookNamed(tx, name);
  if (!known.ok) return known;
  const id = known.value;
  const { webhookBacklogMax } = tx.rules;
  // A full backlog would suspend it again at once.
  const room = webhookBacklogMax + Math.min(tx.index('message').waiting(id), webhookBacklogMax);
  const { body, filter, fields } = content ?? tx.read('webhook', id)!;
  const updated = tx.ask('webhook', id, { type: 'update_webhook', url, parameter, room, body, filter, fields });
  const rotated =
    updated.ok && rotateSecret ? tx.ask('webhook', id, { type: 'rotate_secret', nonce: tx.random(24) }) : updated;
  return rotated.ok ? ok(id) : rotated;
};
