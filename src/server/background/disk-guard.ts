// Keeps a reserve of disk space: while the disk of the data directory has less, changes are refused by name before
// anything is decided, reads go on, and changes are taken again once there is space.
//
// The reserve is for what is under way when the check finds it: records that were decided, rows, results of calls. It
// is checked once a second, on another thread. Not promised: that a disk which fills faster than that, or a quota that
// the file system does not tell, cannot make a commit fail; the process then ends, and a restart recovers.
import { freeBytesSoon } from '../../engine/disk/disk-space.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Engine } from '../../engine/engine.ts';
import { logInfo, logWarning } from '../observability/log.ts';

const CHECK_MS = 1000;
const MIB = 1_048_576;

/** Bytes that are free where a directory is; Infinity where nobody can tell. */
export type FreeBytes = (directory: string) => Promise<number>;

export const mebibytes = (bytes: number): number => Math.floor(bytes / MIB);

export interface DiskGuardOptions {
  readonly directory: string;
  /** MiB; 0: no reserve. */
  readonly reserveMb: number;
  readonly freeBytes?: FreeBytes;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

export class DiskGuard {
  private readonly engine: Engine;
  private readonly options: DiskGuardOptions;
  private checkedMs = -Infinity;
  private isChecking = false;
  private refusal: Refusal | undefined;

  constructor(engine: Engine, options: DiskGuardOptions) {
    this.engine = engine;
    this.options = options;
    engine.writeRefusals.add(() => this.refusal);
  }

  /** Checks once a second; the server calls it every few milliseconds. */
  tick(): void {
    const { nowMs = () => performance.now() } = this.options;
    if (this.isChecking || nowMs() - this.checkedMs < CHECK_MS) return;
    this.checkedMs = nowMs();
    void this.check();
  }

  async check(): Promise<void> {
    const { directory, reserveMb, freeBytes = freeBytesSoon } = this.options;
    if (reserveMb === 0 || this.engine.isReadOnly) return;
    this.isChecking = true;
    const free = await freeBytes(directory);
    this.isChecking = false;
    const isShort = free < reserveMb * MIB;
    if (isShort === (this.refusal !== undefined)) return;
    const detail = `The disk has ${mebibytes(free)} MiB left, and changes leave ${reserveMb} MiB free.`;
    this.refusal = isShort ? refuse('DISK_FULL', '', detail) : undefined;
    const left = `the disk of ${directory} has ${mebibytes(free)} MiB left`;
    if (isShort) logWarning(`${left}, less than diskReserveMb (${reserveMb}): changes are refused, reads go on`);
    else logInfo(`${left}: changes are taken again`);
  }
}
