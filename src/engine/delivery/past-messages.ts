// Messages of a webhook, read from the journal so that they can be sent again: those that were queued, and those that
// were lost because the queue was full. Not promised: records that the journal has truncated, and secrets, which no
// message has in clear.
import type { PastMessage } from '../../domain/webhooks/replay-messages.ts';
import type { Loss, Parameters } from '../../domain/webhooks/webhook.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Engine } from '../engine.ts';
import { readBatch } from '../journal/record.ts';

/** Members of the journal's message events that are read here. */
interface MessageEvent {
  readonly type: string;
  readonly webhookId?: number;
  readonly atMs?: number;
  readonly firstSeq?: number;
  readonly parameters: Parameters;
  readonly subject?: number;
}

/** Sequence number of the oldest record that the journal still has. */
const oldestSeq = (engine: Engine): number => engine.journal.oldestBatches(1)[0] ?? engine.headSeq + 1;

/**
 * Messages of one webhook from record `fromSeq` on, oldest first, lost ones included; messages that were themselves
 * repeats are left out.
 *
 * Refuses: RESUME_TOO_OLD where the journal no longer has that record.
 */
export function* pastMessages(
  engine: Engine,
  webhookId: number,
  fromSeq: number,
): Generator<PastMessage, Refusal | undefined> {
  const oldest = oldestSeq(engine);
  if (fromSeq < oldest) return refuse('RESUME_TOO_OLD', fromSeq, `The journal begins with record ${oldest}.`);
  for (const { bytes } of engine.journal.batches(fromSeq)) {
    for (const { seq, atMs, events } of readBatch(bytes, engine.journal.cipher)) {
      if (seq < fromSeq) continue;
      // Counted over all webhooks: one receiver may serve several, and the ids made of these numbers must differ.
      let lost = 0;
      for (const { kind, id, event } of events) {
        const message = event as unknown as MessageEvent;
        if (message.type === 'webhook_message_lost') lost += 1;
        if (Object.keys(message.parameters ?? {}).length === 0) continue;
        if (kind === 'webhook' && id === webhookId && message.type === 'webhook_message_lost')
          yield { id: -lost, seq, atMs, parameters: message.parameters };
        else if (kind === 'message' && message.webhookId === webhookId && message.firstSeq === 0)
          yield { id, seq, atMs, parameters: message.parameters };
      }
    }
  }
  return undefined;
}

/** How many messages of the webhook were lost from record `fromSeq` on, and the record of the first. */
export const lossSince = (engine: Engine, webhookId: number, fromSeq: number): Loss => {
  const loss = { lost: 0, firstLostSeq: 0 };
  for (const { id, seq } of pastMessages(engine, webhookId, fromSeq)) {
    if (id > 0) continue;
    loss.lost += 1;
    loss.firstLostSeq ||= seq;
  }
  return loss;
};
