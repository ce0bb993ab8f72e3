// Options of the engine: limits, clocks, settings, and callbacks.
import type { ShopRules } from '../domain/rules.ts';
import type { Clock, Stopwatch } from '../kernel/clock.ts';
import type { MemoryAccount } from '../kernel/memory-account.ts';
import type { Random } from '../kernel/random.ts';
import type { CheckpointLimits } from './commit/checkpoint.ts';
import type { JournalTime, TimeLimits } from './time/journal-time.ts';
import type { Tables } from './actors/tables.ts';

/** Prevents that a number of an order or invoice is given twice where records may be lost (number-reservation.ts). */
export interface NumberKeeper {
  /** Called before each record. Throws where the next numbers cannot be reserved; nothing has changed then. */
  ensure(tables: Tables): void;
  /** Called every few milliseconds. */
  reserveAhead(tables: Tables): void;
}

export interface EngineLimits extends CheckpointLimits, TimeLimits {
  /** Number of session slots. */
  readonly sessionsMax: number;
  /** Percentage of the slots for sessions opened by one channel. */
  readonly channelSessionsPercent: number;
  /** Actors of a kind kept in memory; kinds may have a smaller capacity of their own. */
  readonly residentActorsMax: number;
  /** Replies that may wait for the disk. */
  readonly pendingRepliesMax: number;
  /** Records that the journal keeps for readers of the change feed. */
  readonly feedRetentionRecords: number;
  /** Records kept for restores to a record, even when session slots are short. */
  readonly journalKeepRecords: number;
  /** Records that the audit log keeps. */
  readonly auditEntriesMax: number;
}

export interface EngineOptions {
  readonly rules: ShopRules;
  readonly limits: EngineLimits;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly random: Random;
  /** Account of memory; absent: memory is counted and not bounded. */
  readonly memory?: MemoryAccount;
  /** False for `relaxed`: replies do not wait for the journal. */
  readonly gated: boolean;
  /** Bytes of records that may wait for the journal; absent: PENDING_BYTES_MAX. */
  readonly pendingBytesMax?: number;
  /** True: the engine folds what another process decides, until `lead`. Absent: it decides. */
  readonly follows?: boolean;
  /** Absent where no answered record can be lost. */
  readonly numbers?: NumberKeeper;
  /** Time of records; absent: it begins with the system's clock. */
  readonly time?: JournalTime;
  /**
   * Called when memory has records that the disk will never have, or a record was applied in part: the process must
   * end.
   */
  readonly fatal: (reason: string, error: unknown) => void;
}
