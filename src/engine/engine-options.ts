// What the engine is given: limits, clocks, settings, and what it calls.
import type { ShopRules } from '../domain/rules.ts';
import type { Clock, Stopwatch } from '../kernel/clock.ts';
import type { MemoryAccount } from '../kernel/memory-account.ts';
import type { Random } from '../kernel/random.ts';
import type { CheckpointLimits } from './checkpoint.ts';
import type { JournalTime, TimeLimits } from './journal-time.ts';
import type { Tables } from './read-context.ts';

/** Keeps numbers of orders and invoices from being given twice where records may be lost (number-reservation.ts). */
export interface NumberKeeper {
  /** Called before each record. Throws where the next numbers cannot be reserved; nothing has changed then. */
  ensure(tables: Tables): void;
  /** Called every few milliseconds. */
  reserveAhead(tables: Tables): void;
}

export interface EngineLimits extends CheckpointLimits, TimeLimits {
  /** Session slots. */
  readonly sessionsMax: number;
  /** Of these, what the sessions opened by one channel may have. */
  readonly channelSessionsPercent: number;
  /** Actors of a kind kept in memory as objects; kinds may have a smaller capacity of their own. */
  readonly residentActorsMax: number;
  /** Replies that may wait for the disk. */
  readonly pendingRepliesMax: number;
  /** Records that the journal keeps for readers of the change feed. */
  readonly feedRetentionRecords: number;
  /** Records that are kept for restores to a record, whoever is short of session slots. */
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
  /** Without one, memory is counted and not bounded. */
  readonly memory?: MemoryAccount;
  /** False for `relaxed`: replies do not wait for the journal. */
  readonly gated: boolean;
  /** Bytes of records that may wait for the journal; absent: PENDING_BYTES_MAX. */
  readonly pendingBytesMax?: number;
  /** True: it folds what another process decides, until `lead`. Absent: it decides. */
  readonly follows?: boolean;
  /** Absent where no record that was answered can be lost. */
  readonly numbers?: NumberKeeper;
  /** Absent: it begins with the clock as it is. */
  readonly time?: JournalTime;
  /** Memory has records that the disk will never have, or a record was applied in part: the process must end. */
  readonly fatal: (reason: string, error: unknown) => void;
}
