// Queues the calls that a change causes, in the record of that change: a change and its calls are both there, or
// neither (D155). Sending is the outbox's work.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { UNTRIED } from './message.ts';
import type { Message } from './message.ts';
import { sealed } from './sealed.ts';
import type { Transaction } from '../transaction.ts';
import { WEBHOOK_EVENTS } from './webhook.ts';
import type { Parameters, Webhook, WebhookEvent } from './webhook.ts';

/** Whether anybody is told. */
export const isAwaited = (tx: Transaction, event: WebhookEvent): boolean => tx.index('webhook').targets.has(event);

/**
 * Queues one message for every webhook of the event that has a target, in the record of the change that causes it.
 * While it waits it ends with the erasure of the user it is addressed to, and with the invitation whose code it
 * carries; 0: none.
 */
export const fire = (
  tx: Transaction,
  event: WebhookEvent,
  parameters: Parameters,
  userId = 0,
  invitationId = 0,
): Result<void> => {
  const ids = tx.index('webhook').targets.get(event);
  if (ids === undefined) return DONE;
  for (const id of ids) {
    const queued = queue(tx, id, tx.read('webhook', id)!, parameters, { userId, invitationId });
    if (!queued.ok) return queued;
  }
  return DONE;
};

const queue = (
  tx: Transaction,
  webhookId: number,
  { event, parameter, health, room }: Webhook,
  given: Parameters,
  { userId, invitationId }: Pick<Message, 'userId' | 'invitationId'>,
): Result<void> => {
  const { mode, secret, selectedBy } = WEBHOOK_EVENTS[event];
  if (selectedBy !== '' && parameter !== '' && String(given[selectedBy]) !== parameter) return DONE;
  const parameters = selectedBy === '' && parameter !== '' ? { ...given, parameter } : given;
  const { webhookBacklogMax, webhookMessagesPerUserMax, webhookDelayMs } = tx.rules;
  const messages = tx.index('message');
  // It takes the place of an older message to the same user, which ends later (surplus-messages.ts).
  const hasPlace = userId !== 0 && messages.waitingFor(webhookId, userId) >= webhookMessagesPerUserMax;
  const full = !hasPlace && messages.isFull(webhookId, Math.max(room, webhookBacklogMax), webhookMessagesPerUserMax);
  // What nobody will be told is not kept for nothing: of a lost secret only the number is known.
  if (health === 'suspended' || full)
    return tx.ask('webhook', webhookId, { type: 'lose', parameters: secret ? {} : parameters, suspends: true });
  const made = tx.create('message', {
    type: 'queue_message',
    webhookId,
    atMs: tx.atMs,
    dueMs: tx.atMs + (mode === 'delayed' ? webhookDelayMs : 0),
    ...(secret ? sealed(tx, {}, parameters) : sealed(tx, parameters, {})),
    firstId: 0,
    firstSeq: 0,
    userId,
    invitationId,
    ...UNTRIED,
  });
  return made.ok ? DONE : made;
};
