// Queues the past messages of a webhook again, as many as its backlog takes.
//
// Messages come from the journal in the order of their records. All messages of one record are queued together, so a
// replay that stops at a full backlog can go on with the next record. Messages that are queued no longer count as lost.
//
// Not promised: that nothing is sent twice. Receivers know a repeated message by its id, which stays the same.
import { forgetLoss, replay } from '../../domain/webhooks/replay-messages.ts';
import type { Loss } from '../../domain/webhooks/webhook.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Cause } from '../journal/record.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { pastMessages } from './past-messages.ts';

export interface Replayed {
  readonly queued: number;
  /** The first record whose messages did not fit into the backlog; 0 if all did. */
  readonly nextSeq: number;
}

/** The rest of a loss up to record `lastSeq` that was not queued: what the journal holds from record `fromSeq` on. */
const lossSince = async (
  engine: Engine,
  webhookId: number,
  { fromSeq, lastSeq }: { readonly fromSeq: number; readonly lastSeq: number },
  pause: () => Promise<void> | undefined,
): Promise<Loss> => {
  const loss = { lost: 0, firstLostSeq: 0 };
  for (let next = fromSeq; next <= lastSeq;) {
    const page = pastMessages(engine, webhookId, { fromSeq: next, lastSeq });
    if (!page.ok) break;
    for (const { id, seq } of page.value.messages) {
      if (id > 0) continue;
      loss.lost += 1;
      loss.firstLostSeq ||= seq;
    }
    next = page.value.nextSeq;
    await pause();
  }
  return loss;
};

export interface ReplayRange {
  readonly fromSeq: number;
  /** Last record of the range; absent: the newest. */
  readonly toSeq?: number;
}

interface ReplayOptions {
  /** Called between pages of records; calls served meanwhile may change or delete the webhook. */
  readonly pause?: () => Promise<void> | undefined;
  /** Cause of the records made, so that the audit log names who requested the replay. */
  readonly cause?: Cause;
}

/**
 * Queues again what an existing webhook was sent, or should have been sent, by the records of a range.
 *
 * Refuses: RESUME_TOO_OLD, WEBHOOK_NOT_FOUND; what was queued by then stays queued.
 */
export const replayWebhook = async (
  engine: Engine,
  webhookId: number,
  { fromSeq, toSeq = Infinity }: ReplayRange,
  { pause = yieldToEventLoop, cause = maintenanceCause('webhooks_replay') }: ReplayOptions = {},
): Promise<Result<Replayed>> => {
  const { headSeq } = engine;
  const lastSeq = Math.min(headSeq, toSeq);
  await engine.whenStored(headSeq);
  const before = engine.readContext().read('webhook', webhookId)!;
  const isThere = (): boolean => engine.readContext().index('webhook').ids.has(webhookId);
  let queued = 0;
  let nextSeq = 0;
  for (let next = fromSeq; next <= lastSeq && nextSeq === 0;) {
    const page = pastMessages(engine, webhookId, { fromSeq: next, lastSeq });
    if (!page.ok) return page;
    if (!isThere()) return refuse('WEBHOOK_NOT_FOUND', before.name);
    const { messages } = page.value;
    const replayed = engine.transact(cause, (tx) => replay(tx, webhookId, messages));
    if (!replayed.ok) return replayed;
    queued += replayed.value;
    nextSeq = messages[replayed.value]?.seq ?? 0;
    next = page.value.nextSeq;
    await pause();
  }
  if (fromSeq > before.firstLostSeq || lastSeq < before.firstLostSeq) return ok({ queued, nextSeq });
  // The journal no longer has messages lost before the first one counted.
  const leftSeq = Math.max(nextSeq === 0 ? lastSeq + 1 : nextSeq, before.firstLostSeq);
  const left = await lossSince(engine, webhookId, { fromSeq: leftSeq, lastSeq: headSeq }, pause);
  if (!isThere()) return ok({ queued, nextSeq });
  engine.transact(cause, (tx) => {
    const lostSince = Math.max(0, tx.read('webhook', webhookId)!.lost - before.lost);
    return forgetLoss(tx, webhookId, {
      lost: left.lost + lostSince,
      firstLostSeq: left.firstLostSeq || (lostSince === 0 ? 0 : headSeq + 1),
    });
  });
  return ok({ queued, nextSeq });
};
