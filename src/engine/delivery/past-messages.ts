// Messages of a webhook, read from the journal to be sent again.
import type { PastMessage } from '../../domain/webhooks/replay-messages.ts';
import type { Loss, Parameters } from '../../domain/webhooks/webhook.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Engine } from '../engine.ts';
import { readBatch } from '../journal/record.ts';

interface Told {
  readonly type: string;
  readonly webhookId?: number;
  readonly atMs?: number;
  readonly firstSeq?: number;
  readonly parameters: Parameters;
  readonly subject?: number;
}

/** The oldest record that the journal still has. */
const oldestSeq = (engine: Engine): number => engine.journal.oldestBatches(1)[0] ?? engine.headSeq + 1;

/**
 * Messages of one webhook recorded from `seq` on, those included that found no room; repeats and secrets are not.
 *
 * Refuses: RESUME_TOO_OLD.
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
      // Of all webhooks: no two have a place in common, and one receiver may listen to several.
      let lost = 0;
      for (const { kind, id, event } of events) {
        const told = event as unknown as Told;
        if (told.type === 'webhook_message_lost') lost += 1;
        if (Object.keys(told.parameters ?? {}).length === 0) continue;
        if (kind === 'webhook' && id === webhookId && told.type === 'webhook_message_lost')
          yield { id: -lost, seq, atMs, parameters: told.parameters };
        else if (kind === 'message' && told.webhookId === webhookId && told.firstSeq === 0)
          yield { id, seq, atMs, parameters: told.parameters };
      }
    }
  }
  return undefined;
}

/** How many of them found no room, and the record of the first. */
export const lossSince = (engine: Engine, webhookId: number, fromSeq: number): Loss => {
  const loss = { lost: 0, firstLostSeq: 0 };
  for (const { id, seq } of pastMessages(engine, webhookId, fromSeq)) {
    if (id > 0) continue;
    loss.lost += 1;
    loss.firstLostSeq ||= seq;
  }
  return loss;
};
