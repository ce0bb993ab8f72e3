// Creates webhooks: the built-in ones, and those of the back office.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { FORM, WEBHOOK_EVENT_NAMES } from './webhook.ts';
import type { WebhookContent, WebhookEvent } from './webhook.ts';

interface WebhookTarget {
  /** '': none yet. */
  readonly url: string;
  readonly parameter: string;
}

const NO_TARGET: WebhookTarget = { url: '', parameter: '' };

/** Refuses: WEBHOOK_NAME_NOT_VALID, WEBHOOK_NAME_ALREADY_IN_USE, WEBHOOK_LIMIT_REACHED. */
export const createWebhook = (
  tx: Transaction,
  name: string,
  event: WebhookEvent,
  content: WebhookContent = FORM,
  { url, parameter }: WebhookTarget = NO_TARGET,
): Result<number> => {
  tx.trackAbsence('webhook');
  if (tx.index('webhook').byName.get(name) !== undefined) return refuse('WEBHOOK_NAME_ALREADY_IN_USE', name);
  const { ids, retired } = tx.index('webhook');
  const { webhooksMax } = tx.rules;
  if (ids.size >= webhooksMax)
    return refuse('WEBHOOK_LIMIT_REACHED', name, `There are ${ids.size} webhooks, of at most ${webhooksMax}.`);
  const former = retired.get(name);
  const ended = former === undefined ? DONE : tx.ask('webhook', former, { type: 'delete_webhook' });
  if (!ended.ok) return ended;
  const made = tx.create('webhook', { type: 'create_webhook', name, event, nonce: tx.random(24), ...content });
  if (!made.ok || (url === '' && parameter === '')) return made;
  const { webhookBacklogMax: room } = tx.rules;
  const aimed = tx.ask('webhook', made.value, { type: 'update_webhook', url, parameter, room, ...content });
  return aimed.ok ? made : aimed;
};

/** Events whose own webhook is neither there nor was deleted. */
export const missingBuiltIns = (shop: Reader): readonly WebhookEvent[] => {
  const { byName, retired } = shop.index('webhook');
  return WEBHOOK_EVENT_NAMES.filter((name) => byName.get(name) === undefined && retired.get(name) === undefined);
};

/** One webhook per event, named like it, without a target; none in the place of one that was deleted. */
export const createBuiltIns = (tx: Transaction): Result<void> => {
  for (const event of missingBuiltIns(tx)) {
    const nonce = tx.random(24);
    const made = tx.create('webhook', { type: 'create_webhook', name: event, event, nonce, ...FORM });
    if (!made.ok) return made;
  }
  return DONE;
};
