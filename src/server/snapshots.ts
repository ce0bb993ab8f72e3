// When snapshot files are made while the shop is served.
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { isOwn, listSnapshots, writeSnapshot } from '../engine/store/snapshot.ts';
import type { SnapshotOptions } from '../engine/store/snapshot.ts';

/** Records, as a share of the session slots, that make a snapshot file worth its work when slots run out. */
const CROWDED_SHARE = 0.05;
/** A full disk is not tried again at every tick. */
const RETRY_MS = 60_000;

const say = (line: string): void => console.log(`kontor: ${line}`);
const complain = (line: string): void => console.error(`kontor: ${line}`);

/**
 * Makes the directory, and tries a file in it: without one the journal is never cut, and the stop would be the first to
 * say so.
 */
export const prepareSnapshotDirectory = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `kontor-${process.pid}.part`);
  try {
    closeSync(openSync(path, 'w', 0o600));
    rmSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // A full disk passes, and says so with every snapshot.
    if (!['ENOSPC', 'EDQUOT'].includes(code))
      throw new ConfigError(`no snapshot file can be written to ${directory}: ${message}`);
  }
};

/** Makes snapshot files by volume and on demand, one at a time. */
export class SnapshotSchedule {
  private underWay: Promise<void> | undefined;
  private lastSeq: number;
  /** A restored store, or one whose files were lost: nothing of its own stands before its journal. */
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
    this.bare = (engine.journal.meta?.cut ?? 0) > 0 && !files.some((file) => isOwn(owner, file));
  }

  get recordsSinceSnapshot(): number {
    return this.engine.headSeq - this.lastSeq;
  }

  /**
   * At once where none is the store's own; by volume; and when session slots run out: one is free again only behind the
   * cut that a file allows.
   */
  makeIfDue(): void {
    if (this.underWay !== undefined || performance.now() < this.notBeforeMs) return;
    const crowded =
      this.engine.sessionsNearlyFull && this.recordsSinceSnapshot >= this.engine.limits.sessionsMax * CROWDED_SHARE;
    if (this.bare || crowded || this.recordsSinceSnapshot >= this.everyRecords) void this.make();
  }

  /** Nothing to do when the newest file already holds everything. */
  async make(): Promise<void> {
    // All who waited for the one under way come back at once; one of them starts the next.
    while (this.underWay !== undefined) await this.underWay;
    if (this.recordsSinceSnapshot === 0 && !this.bare) return;
    this.underWay = writeSnapshot(this.engine, this.options)
      .then(({ path, seqTo }) => {
        this.lastSeq = seqTo;
        this.bare = false;
        say(`snapshot of record ${seqTo} in ${path}`);
      })
      .catch((error: unknown) => {
        this.notBeforeMs = performance.now() + RETRY_MS;
        complain(`no snapshot: ${(error as Error).message}`);
      })
      .finally(() => {
        this.underWay = undefined;
      });
    await this.underWay;
  }
}
