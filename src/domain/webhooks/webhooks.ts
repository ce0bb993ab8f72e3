// Decisions over webhooks: what fires them, and what becomes of their messages (Decision 44; S 4.12, 6; W §5).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { messageSubject } from './message.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from './webhook.ts';
import type { Loss, Parameters, Webhook, WebhookEvent } from './webhook.ts';

/** Whether anybody is told. */
export const isAwaited = (tx: Transaction, event: WebhookEvent): boolean => tx.index('webhook').targets.has(event);

/**
 * Queues one message for every webhook of the event that has a target, in the record of the change that causes it.
 * `userId`: whom it is to, so that what waits goes with him when he is erased; 0 for what is to no user.
 *
 * Source: W §5 names the parameters of each event.
 */
export const fire = (tx: Transaction, event: WebhookEvent, parameters: Parameters, userId = 0): Result<void> => {
  const ids = tx.index('webhook').targets.get(event);
  if (ids === undefined) return DONE;
  for (const id of ids) {
    const queued = queue(tx, id, tx.read('webhook', id)!, parameters, userId);
    if (!queued.ok) return queued;
  }
  return DONE;
};

const queue = (
  tx: Transaction,
  webhookId: number,
  { event, parameter, health, room }: Webhook,
  given: Parameters,
  userId: number,
): Result<void> => {
  const { mode, secret, selectedBy } = WEBHOOK_EVENTS[event];
  if (selectedBy !== '' && parameter !== '' && String(given[selectedBy]) !== parameter) return DONE;
  const parameters = selectedBy === '' && parameter !== '' ? { ...given, parameter } : given;
  const { webhookBacklogMax, webhookDelayMs } = tx.rules;
  const full = tx.index('message').waiting(webhookId) >= Math.max(room, webhookBacklogMax);
  // What nobody will be told is not kept for nothing: of a lost secret only the number is known.
  if (full || health === 'suspended')
    return tx.ask('webhook', webhookId, { type: 'lose', parameters: secret ? {} : parameters });
  const made = tx.create('message', {
    type: 'queue_message',
    webhookId,
    atMs: tx.atMs,
    dueMs: tx.atMs + (mode === 'delayed' ? webhookDelayMs : 0),
    parameters: secret ? {} : parameters,
    subject: secret ? sealer(tx) : 0,
    secrets: secret ? parameters : {},
    firstId: 0,
    firstSeq: 0,
    userId,
  });
  return made.ok ? DONE : made;
};

/** That of the hour; the next one where its key went with an erasure. */
const sealer = (tx: Transaction): number => {
  let subject = messageSubject(tx.atMs);
  while (tx.isErased(subject)) subject += 1;
  return subject;
};

/** Refuses: WEBHOOK_NAME_NOT_VALID, WEBHOOK_NAME_ALREADY_IN_USE, WEBHOOK_LIMIT_REACHED. */
export const createWebhook = (tx: Transaction, name: string, event: WebhookEvent): Result<number> => {
  tx.missed('webhook');
  if (tx.index('webhook').byName.get(name) !== undefined) return refuse('WEBHOOK_NAME_ALREADY_IN_USE', name);
  if (tx.nextId('webhook') > tx.rules.webhooksMax) return refuse('WEBHOOK_LIMIT_REACHED', name);
  return tx.create('webhook', { type: 'create_webhook', name, event, nonce: tx.random(24) });
};

/** One webhook per event, named like it, without a target (W §5). */
export const createBuiltIns = (tx: Transaction): Result<void> => {
  const { byName } = tx.index('webhook');
  for (const event of WEBHOOK_EVENT_NAMES) {
    if (byName.get(event) !== undefined) continue;
    const made = tx.create('webhook', { type: 'create_webhook', name: event, event, nonce: tx.random(24) });
    if (!made.ok) return made;
  }
  return DONE;
};

export interface WebhookUpdate {
  readonly url: string;
  readonly parameter: string;
  readonly rotateSecret: boolean;
}

/** Makes it healthy: what was missed is delivered (W §5). Refuses: WEBHOOK_NOT_FOUND. */
export const updateWebhook = (
  tx: Transaction,
  name: string,
  { url, parameter, rotateSecret }: WebhookUpdate,
): Result<number> => {
  const id = tx.index('webhook').byName.get(name);
  if (id === undefined) {
    tx.missed('webhook');
    return refuse('WEBHOOK_NOT_FOUND', name);
  }
  const { webhookBacklogMax } = tx.rules;
  // A full backlog would suspend it again at once.
  const room = webhookBacklogMax + Math.min(tx.index('message').waiting(id), webhookBacklogMax);
  const updated = tx.ask('webhook', id, { type: 'update_webhook', url, parameter, room });
  const rotated =
    updated.ok && rotateSecret ? tx.ask('webhook', id, { type: 'rotate_secret', nonce: tx.random(24) }) : updated;
  return rotated.ok ? ok(id) : rotated;
};

export const noteDelivered = (tx: Transaction, webhookId: number, messageId: number, answer: string): Result<void> => {
  const delivered = tx.ask('message', messageId, { type: 'deliver_message' });
  return delivered.ok ? tx.ask('webhook', webhookId, { type: 'note_success', answer }) : delivered;
};

/** `retryMs`: null after the last attempt. */
export const noteFailed = (tx: Transaction, webhookId: number, answer: string, retryMs: number | null): Result<void> =>
  tx.ask('webhook', webhookId, { type: 'note_failure', answer, retryMs });

/** Ends messages that stayed for their key. */
export const endSealed = (tx: Transaction, ids: readonly number[]): Result<void> => {
  for (const id of ids) {
    const ended = tx.ask('message', id, { type: 'end_message' });
    if (!ended.ok) return ended;
  }
  return DONE;
};

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
    const none = { subject: 0, secrets: {}, userId: 0 };
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

/** In the order in which they were made. */
export const webhookIds = (shop: Reader): number[] => [...shop.index('webhook').ids].sort((a, b) => a - b);
