// When snapshot files are written while the shop is served: by volume, on demand, and at a stop.
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
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
  /** No snapshot file of this store covers what its journal lacks: it was restored, or its files were lost. */
  private bare: boolean;
  private notBeforeMs = 0;
  private readonly engine: Engine;
  private readonly options: SnapshotOptions;
  private readonly everyRecords: number;

  constructor(engine: Engine, options: SnapshotOptions, everyRecords: number) {
    this.engine = engine;
    this.options = options;
    this.everyRecords = everyRecords;
    const { directory, owner } = options;
    const files = listSnapshots(directory, owner);
    this.lastSeq = files.at(-1)?.seqTo ?? 0;
    this.bare = (engine.journal.meta?.truncatedSeq ?? 0) > 0 && !files.some((file) => isOwn(owner, file));
  }

  get recordsSinceSnapshot(): number {
    return this.engine.headSeq - this.lastSeq;
  }

  /**
   * Writes a file if the store has none of its own, after `everyRecords` records, and when session slots run out: a
   * slot is free again only when the journal is truncated, which a file allows.
   */
  makeIfDue(): void {
    if (this.underWay !== undefined || performance.now() < this.notBeforeMs) return;
    const crowded =
      this.engine.sessionsNearlyFull && this.recordsSinceSnapshot >= this.engine.limits.sessionsMax * CROWDED_SHARE;
    if (this.bare || crowded || this.recordsSinceSnapshot >= this.everyRecords) void this.make();
  }

  /** Does nothing if the newest file holds everything. */
  async make(): Promise<void> {
    // All callers that waited for the current file resume together; one of them starts the next.
    while (this.underWay !== undefined) await this.underWay;
    if (this.recordsSinceSnapshot === 0 && !this.bare) return;
    this.underWay = writeSnapshot(this.engine, this.options)
      .then(({ path, seqTo }) => {
        this.lastSeq = seqTo;
        this.bare = false;
        logInfo(`snapshot of record ${seqTo} in ${path}`);
      })
      .catch((error: unknown) => {
        this.notBeforeMs = performance.now() + RETRY_MS;
        logWarning(`no snapshot: ${(error as Error).message}`);
      })
      .finally(() => {
        this.underWay = undefined;
      });
    await this.underWay;
  }
}
