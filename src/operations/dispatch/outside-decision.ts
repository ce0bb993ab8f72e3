// A decision that belongs to no call, such as a payment notice.
import type { Transaction } from '../../domain/transaction.ts';
import type { Engine } from '../../engine/engine.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { ReplySender } from './reply-sender.ts';

type Decision = (tx: Transaction) => Result<void>;

export interface OutsideDecision {
  /** What the audit log calls it. */
  readonly operation: string;
  readonly decision: Decision;
  /** Called once, when what was decided, or seen, is on the disk. */
  readonly done: (refusal: Refusal | undefined) => void;
}

export const decideOutside = (
  engine: Engine,
  replies: ReplySender,
  { operation, decision, done }: OutsideDecision,
): void => {
  if (engine.hasFailed) return done(refuse('JOURNAL_FAILED'));
  if (engine.writeLoad.isFull) return done(engine.writeLoad.refusal());
  if (engine.writeRefusal !== undefined) return done(engine.writeRefusal);
  const unit = engine.begin();
  let refusal: Refusal | undefined;
  let seq = 0;
  try {
    const result = decision(unit);
    if (result.ok) seq = engine.record(unit, { operation, channelId: 0, sessionId: 0, userId: 0 });
    else refusal = result;
  } catch (error) {
    refusal = replies.faultOf(operation, error);
  }
  return engine.releaseWhenDurable(Math.max(seq, unit.readSeq), {
    release: () => done(refusal),
    fail: () => done(refuse('JOURNAL_FAILED')),
  });
};
