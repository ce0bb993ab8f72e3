// Continuous snapshots of actors as rows, oldest change first, driven by replay debt and not by a clock
// (DESIGN §5; the rules R1-R6 that make this exact are tested in test/engine/rules.test.ts).
import type { ActorRow } from './journal/journal.ts';
import type { Actor } from './actor-table.ts';

/**
 * What waits for its row stays in memory, and a restart replays it: of large states so many at most before rows are
 * written.
 */
const LARGE_MAX = 1000;

const isLarge = ({ table }: Actor): boolean => table.kind.residentMax !== undefined;

export interface CheckpointLimits {
  /** Records that a restart may have to replay before rows are written beside the traffic. */
  readonly replayRecordsMax: number;
  /** Rows per commit while nothing else is written. */
  readonly checkpointRowsMax: number;
  /** Pause between two such commits. */
  readonly checkpointPauseMs: number;
}

export interface CheckpointRows {
  readonly rows: readonly ActorRow[];
  readonly ended: readonly Actor[];
  readonly evictable: readonly Actor[];
}

export class Checkpoint {
  /** In the order of `dirtySince`, so the first one says where recovery begins. What is before `at` is done. */
  private dirty: Actor[] = [];
  private firstDirty = 0;
  private readonly limits: CheckpointLimits;
  private lastIdleRowsMs = 0;
  /** Actors that became dirty since the last rows were taken. */
  private newlyDirty = 0;
  /** Dirty actors of kinds whose states are large. */
  private largeDirty = 0;

  constructor(limits: CheckpointLimits) {
    this.limits = limits;
  }

  get size(): number {
    return this.dirty.length - this.firstDirty;
  }

  /** The last record that needs no replay. */
  checkpointSeq(head: number): number {
    const oldest = this.dirty[this.firstDirty];
    return oldest === undefined ? head : oldest.dirtySince - 1;
  }

  markDirty(actor: Actor, seq: number): void {
    if (actor.dirtySince !== 0) return;
    actor.dirtySince = seq;
    this.dirty.push(actor);
    this.newlyDirty += 1;
    if (isLarge(actor)) this.largeDirty += 1;
  }

  /** How many rows the next commit, of so many records, should carry. */
  rowsToWrite(head: number, records: number, nowMs: number, idle: boolean): number {
    if (this.size === 0) return 0;
    if (idle) {
      if (nowMs - this.lastIdleRowsMs < this.limits.checkpointPauseMs) return 0;
      this.lastIdleRowsMs = nowMs;
      return this.limits.checkpointRowsMax;
    }
    const over =
      Math.max((head - this.checkpointSeq(head)) / this.limits.replayRecordsMax, this.largeDirty / LARGE_MAX) - 1;
    // As many as became dirty, and more the greater the debt is: it comes to rest by itself, and no commit carries the
    // rows of a thousand others.
    return over <= 0 ? 0 : Math.ceil(Math.max(this.newlyDirty, records) * (1 + over));
  }

  /** Rows of the oldest changes. All their events are in this commit's batch or an earlier one. */
  takeRows(count: number, commit: number): CheckpointRows {
    const [rows, ended, resting]: [ActorRow[], Actor[], Actor[]] = [[], [], []];
    this.newlyDirty = 0;
    while (rows.length < count && this.firstDirty < this.dirty.length) {
      const actor = this.dirty[this.firstDirty]!;
      this.firstDirty += 1;
      rows.push(actor.table.rowOf(actor));
      if (actor.ended) ended.push(actor);
      else if (actor.table.isEvictable(actor)) {
        actor.recentlyUsed = false;
        resting.push(actor);
      }
      actor.dirtySince = 0;
      actor.rowCommit = commit;
      if (isLarge(actor)) this.largeDirty -= 1;
    }
    // Copied only when half of it is done, so that an actor is moved once on the average.
    if (this.firstDirty * 2 >= this.dirty.length) {
      this.dirty = this.dirty.slice(this.firstDirty);
      this.firstDirty = 0;
    }
    return { rows, ended, evictable: resting };
  }
}
