// When snapshot files are written while the shop is served: soon after a first start, by time, by volume, on demand,
// and at a stop.
//
// Where commits are not synced, the newest file is all that a power failure leaves, so its age bounds what is lost.
// Not promised: a file in time where writing one takes long; files then take a twentieth of the time.
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { isOwn, listSnapshots } from '../engine/store/snapshot-files.ts';
import { writeSnapshot } from '../engine/store/write-snapshot.ts';
import type { SnapshotOptions } from '../engine/store/write-snapshot.ts';
import { logInfo, logWarning } from './log.ts';

/** When session slots run out, a snapshot file is written early if there are so many new records per slot. */
const CROWDED_SHARE = 0.05;
/** Pause after a failure, such as a full disk. */
const RETRY_MS = 60_000;
/** After a file, so many times as long as writing it took passes before the next one is written by time. */
const PAUSE_FACTOR = 20;

export interface SnapshotIntervals {
  /** Records after which a file is written. */
  readonly records: number;
  /** Milliseconds after which a file is written if anything has changed; 0: none is written by time. */
  readonly ms: number;
}

/**
 * Makes the directory and tries to write a file in it: without snapshot files the journal is never truncated. Throws
 * ConfigError.
 */
export const prepareSnapshotDirectory = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `kontor-${process.pid}.part`);
  try {
    closeSync(openSync(path, 'w', 0o600));
    rmSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // A full disk is reported with every snapshot, and may have space again.
    if (!['ENOSPC', 'EDQUOT'].includes(code))
      throw new ConfigError(`no snapshot file can be written to ${directory}: ${message}`);
  }
};

/** Writes one snapshot file at a time. */
export class SnapshotSchedule {
  private underWay: Promise<void> | undefined;
  private lastSeq: number;
  /** The store has no snapshot file of its own: it is new, it was restored, or its files were lost. */
  private bare: boolean;
  private notBeforeMs = 0;
  /** When a file is due by time. */
  private dueMs: number;
  private readonly engine: Engine;
  private readonly options: SnapshotOptions;
  private readonly every: SnapshotIntervals;
  private readonly nowMs: () => number;

  /** `nowMs`: a monotonic clock. */
  constructor(
    engine: Engine,
    options: SnapshotOptions,
    every: SnapshotIntervals,
    nowMs: () => number = () => performance.now(),
  ) {
    this.engine = engine;
    this.options = options;
    this.every = every;
    this.nowMs = nowMs;
    const { directory, owner } = options;
    const files = listSnapshots(directory, owner);
    const newest = files.at(-1);
    this.lastSeq = newest?.seqTo ?? 0;
    this.bare = !files.some((file) => isOwn(owner, file));
    // A server that starts again and again must not put off its next file each time.
    const ageMs = newest === undefined ? 0 : Date.now() - statSync(newest.path).mtimeMs;
    this.dueMs = nowMs() + this.every.ms - Math.min(Math.max(ageMs, 0), this.every.ms);
  }

  get recordsSinceSnapshot(): number {
    return this.engine.headSeq - this.lastSeq;
  }

  get isWriting(): boolean {
    return this.underWay !== undefined;
  }

  /**
   * Writes a file if the store has none of its own, after so many records or so much time, and when session slots run
   * out: a slot is free again only when the journal is truncated, which a file allows.
   */
  makeIfDue(): void {
    const nowMs = this.nowMs();
    if (this.underWay !== undefined || nowMs < this.notBeforeMs) return;
    const records = this.recordsSinceSnapshot;
    const crowded = this.engine.sessionSlots.nearlyFull && records >= this.engine.limits.sessionsMax * CROWDED_SHARE;
    const isOld = this.every.ms > 0 && nowMs >= this.dueMs && records > 0;
    if (this.bare || crowded || isOld || records >= this.every.records) void this.make();
  }

  /** Does nothing if the newest file holds everything. */
  async make(): Promise<void> {
    // All callers that waited for the current file resume together; one of them starts the next.
    while (this.underWay !== undefined) await this.underWay;
    if (this.engine.headSeq === 0 || (this.recordsSinceSnapshot === 0 && !this.bare)) return;
    const startedMs = this.nowMs();
    this.underWay = writeSnapshot(this.engine, this.options)
      .then(({ path, seqTo }) => {
        this.lastSeq = seqTo;
        this.bare = false;
        const endedMs = this.nowMs();
        this.dueMs = endedMs + Math.max(this.every.ms, (endedMs - startedMs) * PAUSE_FACTOR);
        logInfo(`snapshot of record ${seqTo} in ${path}`);
      })
      .catch((error: unknown) => {
        this.notBeforeMs = this.nowMs() + RETRY_MS;
        logWarning(`no snapshot: ${(error as Error).message}`);
      })
      .finally(() => {
        this.underWay = undefined;
      });
    await this.underWay;
  }
}
