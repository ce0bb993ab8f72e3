// When snapshot files are written while the shop is served: soon after a first start, by time, by volume, on demand,
// and at a stop.
//
// Where commits are not synced, the newest file is all that a power failure leaves, so its age bounds what is lost.
// Not promised: a file in time where writing one takes long; files then take a twentieth of the time.
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { freeBytesSoon } from '../../engine/disk/disk-space.ts';
import type { Engine } from '../../engine/engine.ts';
import { findSnapshots, isOwn, listSnapshots } from '../../engine/snapshots/snapshot-files.ts';
import { writeSnapshot } from '../../engine/snapshots/write-snapshot.ts';
import type { SnapshotFile } from '../../engine/snapshots/snapshot-files.ts';
import type { SnapshotOptions } from '../../engine/snapshots/write-snapshot.ts';
import type { Store } from '../../engine/store/store.ts';
import { mebibytes } from './disk-guard.ts';
import type { FreeBytes } from './disk-guard.ts';
import { logInfo, logWarning } from '../observability/log.ts';

/** New records per slot at which a snapshot file is written early when session slots run out. */
const CROWDED_SHARE = 0.05;
/** Pause after a failure, such as a full disk. */
const RETRY_MS = 60_000;
/** The pause before the next file by time, as a multiple of what writing the last one took. */
const PAUSE_FACTOR = 20;

export interface SnapshotIntervals {
  /** Records after which a file is written. */
  readonly records: number;
  /** Milliseconds after which a file is written if anything has changed; 0: none is written by time. */
  readonly ms: number;
}

/** What a file may take of its disk; without one, whatever there is. */
export interface SnapshotSpace {
  readonly freeBytes: FreeBytes;
  /** The data directory, and the bytes of its disk that files leave free where they are on the same one. */
  readonly data: string;
  readonly reserveBytes: number;
}

/** Bytes of the newest file, which the next one is not much smaller than. */
const newestBytes = async ({ directory, owner }: SnapshotOptions): Promise<number> => {
  const newest = (await findSnapshots(directory, owner)).at(-1);
  return newest === undefined ? 0 : (await stat(newest.path)).size;
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
  private readonly space: SnapshotSpace | undefined;
  /** When the newest file was written, by the system's clock; undefined without one. */
  private madeMs: number | undefined;
  /** Attempts since then that failed, and why the last one did. */
  failures = 0;
  private whyNot = 'the store takes no changes';

  /** `nowMs`: a monotonic clock. */
  constructor(
    engine: Engine,
    options: SnapshotOptions,
    every: SnapshotIntervals,
    nowMs: () => number = () => performance.now(),
    space?: SnapshotSpace,
  ) {
    this.engine = engine;
    this.space = space;
    this.options = options;
    this.every = every;
    this.nowMs = nowMs;
    const { directory, owner } = options;
    const files = listSnapshots(directory, owner);
    const newest = files.at(-1);
    this.lastSeq = newest?.seqTo ?? 0;
    this.bare = !files.some((file) => isOwn(owner, file));
    // A server that starts again and again must not put off its next file each time.
    this.madeMs = newest === undefined ? undefined : statSync(newest.path).mtimeMs;
    this.dueMs = nowMs() + this.every.ms - Math.min(this.ageMs ?? 0, this.every.ms);
  }

  get recordsSinceSnapshot(): number {
    return this.engine.headSeq - this.lastSeq;
  }

  /** Milliseconds since the newest file was written; undefined without one. */
  get ageMs(): number | undefined {
    return this.madeMs === undefined ? undefined : Math.max(0, Date.now() - this.madeMs);
  }

  get isWriting(): boolean {
    return this.underWay !== undefined;
  }

  /**
   * Writes a file if the store has none of its own, after a number of records or a time, and when session slots run
   * out: a slot is free again only when the journal is truncated, which a file allows.
   */
  makeIfDue(): void {
    const nowMs = this.nowMs();
    if (this.underWay !== undefined || nowMs < this.notBeforeMs) return;
    const records = this.recordsSinceSnapshot;
    const crowded = this.engine.sessionSlots.fewFree && records >= this.engine.limits.sessionsMax * CROWDED_SHARE;
    const isOld = this.every.ms > 0 && nowMs >= this.dueMs && records > 0;
    if (this.bare || crowded || isOld || records >= this.every.records) void this.make();
  }

  /** A file that holds everything there is now. Rejects with why it could not be written. */
  async makeNow(): Promise<SnapshotFile> {
    const { failures } = this;
    await this.make();
    const newest = (await findSnapshots(this.options.directory, this.options.owner)).at(-1);
    if (newest === undefined || this.failures > failures) throw new Error(`no snapshot: ${this.whyNot}`);
    return newest;
  }

  /** Resolves when no file is being written. */
  async idle(): Promise<void> {
    while (this.underWay !== undefined) await this.underWay;
  }

  /** Does nothing if the newest file holds everything. */
  async make(): Promise<void> {
    // All callers that waited for the current file resume together; one of them starts the next.
    while (this.underWay !== undefined) await this.underWay;
    if (this.engine.isReadOnly || this.engine.headSeq === 0 || (this.recordsSinceSnapshot === 0 && !this.bare)) return;
    const startedMs = this.nowMs();
    this.underWay = this.write()
      .then(({ path, seqTo }) => {
        this.lastSeq = seqTo;
        this.bare = false;
        this.madeMs = Date.now();
        this.failures = 0;
        const endedMs = this.nowMs();
        this.dueMs = endedMs + Math.max(this.every.ms, (endedMs - startedMs) * PAUSE_FACTOR);
        logInfo(`snapshot of record ${seqTo} in ${path}`);
      })
      .catch((error: unknown) => {
        this.failures += 1;
        this.whyNot = (error as Error).message;
        this.notBeforeMs = this.nowMs() + RETRY_MS;
        // A journal that has failed is reported by the engine, and ends the process.
        if (!this.engine.hasFailed) logWarning(`no snapshot: ${(error as Error).message}`);
      })
      .finally(() => {
        this.underWay = undefined;
      });
    await this.underWay;
  }

  private write(): Promise<SnapshotFile> {
    return this.space === undefined ? writeSnapshot(this.engine, this.options) : this.writeWithin(this.space);
  }

  /** There are other reasons not to take changes, which a file has nothing to do with. */
  private get isDiskFull(): boolean {
    return this.engine.writeRefusal?.code === 'DISK_FULL';
  }

  /** A file that does not fit would first take what is reserved for the journal. */
  private async writeWithin({ freeBytes, data, reserveBytes }: SnapshotSpace): Promise<SnapshotFile> {
    const { directory } = this.options;
    const shares = (await stat(directory)).dev === (await stat(data)).dev;
    const wanted = (await newestBytes(this.options)) + (shares ? reserveBytes : 0);
    const free = await freeBytes(directory);
    if (free < wanted)
      throw new Error(
        `${directory} has ${mebibytes(free)} MiB left, the file and the reserve need ${mebibytes(wanted)} MiB`,
      );
    return writeSnapshot(this.engine, { ...this.options, mayGoOn: () => !shares || !this.isDiskFull });
  }
}

/** The schedule that the settings name. */
export const snapshotSchedule = (config: Config, { engine, identity: owner }: Store): SnapshotSchedule => {
  const { backgroundSliceMs: sliceMs, snapshotFilesMax: keep, snapshots: directory } = config;
  return new SnapshotSchedule(
    engine,
    { directory, owner, keep, sliceMs },
    { records: config.snapshotIntervalRecords, ms: config.snapshotMs },
    undefined,
    { freeBytes: freeBytesSoon, data: config.data, reserveBytes: config.diskReserveMb * 1_048_576 },
  );
};
