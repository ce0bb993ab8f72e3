// Reads messages of a webhook from the journal, so that they can be sent again: queued ones, and those lost to a full
// queue. Not promised: truncated records, and secrets, which no message has in clear.
import type { PastMessage } from '../../domain/webhooks/replay-messages.ts';
import type { Parameters } from '../../domain/webhooks/webhook.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
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

/** Records read at a time. */
const PAGE_RECORDS = 200;

interface Page {
  /** Messages, oldest first, lost ones included; repeats are left out. */
  readonly messages: readonly PastMessage[];
  /** First record of the next page; beyond the last record after the last page. */
  readonly nextSeq: number;
}

/**
 * A page of the messages of one webhook, from record `fromSeq` on.
 *
 * Refuses: RESUME_TOO_OLD where the journal no longer has that record.
 */
export const pastMessages = (
  engine: Engine,
  webhookId: number,
  { fromSeq, lastSeq }: { readonly fromSeq: number; readonly lastSeq: number },
): Result<Page> => {
  const oldest = oldestSeq(engine);
  if (fromSeq < oldest) return refuse('RESUME_TOO_OLD', fromSeq, `The journal begins with record ${oldest}.`);
  const messages: PastMessage[] = [];
  let records = 0;
  for (const { bytes } of engine.journal.batches(fromSeq)) {
    for (const { seq, atMs, events } of readBatch(bytes, engine.journal.cipher)) {
      if (seq < fromSeq) continue;
      if (records === PAGE_RECORDS || seq > lastSeq) return ok({ messages, nextSeq: seq });
      records += 1;
      // Lost messages are counted over all webhooks, because ids made of these numbers must differ at a receiver of
      // several.
      let lost = 0;
      for (const { kind, id, event } of events) {
        const message = event as unknown as MessageEvent;
        if (message.type === 'webhook_message_lost') lost += 1;
        if (Object.keys(message.parameters ?? {}).length === 0) continue;
        if (kind === 'webhook' && id === webhookId && message.type === 'webhook_message_lost')
          messages.push({ id: -lost, seq, atMs, parameters: message.parameters });
        else if (kind === 'message' && message.webhookId === webhookId && message.firstSeq === 0)
          messages.push({ id, seq, atMs, parameters: message.parameters });
      }
    }
  }
  return ok({ messages, nextSeq: lastSeq + 1 });
};
