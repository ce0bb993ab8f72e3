// An engine on the machine's clock whose journal is memory, for benches that leave the disk out.
import { randomBytes } from 'node:crypto';
import type { ShopRules } from '../src/domain/rules.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import { Engine } from '../src/engine/engine.ts';
import { MemoryJournal } from '../src/engine/journal/memory-journal.ts';
import { recover } from '../src/engine/store/recovery.ts';
import { Fault, must } from '../src/kernel/result.ts';
import type { Result } from '../src/kernel/result.ts';
import { SYSTEM_STOPWATCH } from '../src/outside/stopwatch.ts';
import { SYSTEM_CLOCK } from '../src/outside/system-clock.ts';

const CAUSE = { operation: 'bench', channelId: 1, sessionId: 1, userId: 0 };

/** So high that no bench reaches one. */
const LIMITS = {
  sessionsMax: 1e6,
  channelSessionsPercent: 100,
  residentActorsMax: 1e6,
  pendingRepliesMax: 1e7,
  replayRecordsMax: 1e7,
  checkpointRowsMax: 1000,
  checkpointPauseMs: 100,
  auditEntriesMax: 1e6,
  feedRetentionRecords: 0,
  journalKeepRecords: 0,
  clockJumpMs: 300_000,
  clockFollowMs: 3_600_000,
  clockConfirmMs: 86_400_000,
  clockAheadDaysMax: 180,
};

export const memoryEngine = (rules: ShopRules, journal = new MemoryJournal()): Engine =>
  new Engine(
    {
      rules,
      limits: LIMITS,
      clock: SYSTEM_CLOCK,
      stopwatch: SYSTEM_STOPWATCH,
      random: { text: (bytes) => randomBytes(bytes).toString('base64url') },
      gated: true,
      fatal: (reason) => {
        throw new Fault(reason);
      },
    },
    recover(journal),
  );

/** Decides and commits; a refusal ends the bench. */
export const does = <T>(engine: Engine, decide: (tx: Transaction) => Result<T>): T => {
  const done = engine.transact(CAUSE, decide);
  must(done.ok, 'the bench is refused');
  return done.value;
};
