// Queues the past messages of a webhook again, as many as its backlog takes.
//
// Messages come from the journal in the order of their records. All messages of one record are queued together, so a
// replay that stops at a full backlog can go on with the next record. Messages that are queued no longer count as lost.
//
// Not promised: that nothing is sent twice. Receivers know a repeated message by its id, which stays the same.
import { forgetLoss, replay } from '../../domain/webhooks/replay-messages.ts';
import type { PastMessage } from '../../domain/webhooks/replay-messages.ts';
import { must, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { lossSince, pastMessages } from './past-messages.ts';

/** Messages that are queued in one record, or as many as one past record sent. */
const MESSAGES_PER_RECORD = 1000;

const CAUSE = maintenanceCause('webhooks_replay');

export interface Replayed {
  readonly queued: number;
  /** The first record whose messages did not fit into the backlog; 0 if all did. */
  readonly nextSeq: number;
}

/** Sets the webhook's count of lost messages to those that the journal holds and that were not queued now. */
const forgetQueued = (engine: Engine, webhookId: number, fromSeq: number, nextSeq: number): void => {
  const { firstLostSeq } = engine.readContext().read('webhook', webhookId)!;
  if (fromSeq > firstLostSeq) return;
  // Messages lost before the first one that is counted are not in the journal any more.
  const left =
    nextSeq === 0 ? { lost: 0, firstLostSeq: 0 } : lossSince(engine, webhookId, Math.max(nextSeq, firstLostSeq));
  engine.transact(CAUSE, (tx) => forgetLoss(tx, webhookId, left));
};

/**
 * Queues again what an existing webhook was sent, or should have been sent, from record `fromSeq` on.
 *
 * Refuses: RESUME_TOO_OLD.
 */
export const replayWebhook = (engine: Engine, webhookId: number, fromSeq: number): Result<Replayed> => {
  const past = pastMessages(engine, webhookId, fromSeq);
  let queued = 0;
  let chunk: PastMessage[] = [];
  let nextSeq = 0;
  const queueChunk = (): number => {
    const replayed = engine.transact(CAUSE, (tx) => replay(tx, webhookId, chunk));
    must(replayed.ok, 'a message can be queued again');
    queued += replayed.value;
    const next = chunk[replayed.value]?.seq ?? 0;
    chunk = [];
    return next;
  };
  for (let step = past.next(); ; step = past.next()) {
    if (step.done && step.value !== undefined) return step.value;
    const isWhole = step.done || (chunk.length >= MESSAGES_PER_RECORD && step.value.seq !== chunk.at(-1)!.seq);
    if (isWhole) nextSeq = queueChunk();
    if (step.done || nextSeq > 0) break;
    chunk.push(step.value);
  }
  forgetQueued(engine, webhookId, fromSeq, nextSeq);
  return ok({ queued, nextSeq });
};
