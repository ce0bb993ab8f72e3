// Continuous snapshots of actors as rows, oldest change first, driven by replay debt and not by a clock
// (DESIGN §5; the rules R1-R6 that make this exact are tested in test/engine/rules.test.ts).
import type { Row } from './journal.ts';
import type { Actor } from './table.ts';

export interface CheckpointLimits {
  /** Records that a restart may have to replay before rows are written beside the traffic. */
  readonly replayDebtMax: number;
  /** Rows per commit, at most. */
  readonly rowsMax: number;
  /** Pause between two row writes beside the traffic. */
  readonly pauseMs: number;
}

export class Checkpoint {
  /** In the order of `dirtySince`, so the first one says where recovery begins. What is before `at` is done. */
  private dirty: Actor[] = [];
  private at = 0;
  private readonly limits: CheckpointLimits;
  private lastMs = 0;

  constructor(limits: CheckpointLimits) {
    this.limits = limits;
  }

  get size(): number {
    return this.dirty.length - this.at;
  }

  /** The last record that needs no replay. */
  low(head: number): number {
    const oldest = this.dirty[this.at];
    return oldest === undefined ? head : oldest.dirtySince - 1;
  }

  changed(actor: Actor, seq: number): void {
    if (actor.dirtySince !== 0) return;
    actor.dirtySince = seq;
    this.dirty.push(actor);
  }

  /** How many rows the next commit should carry. */
  wanted(head: number, nowMs: number, idle: boolean): number {
    if (this.size === 0) return 0;
    const debt = head - this.low(head);
    if (!idle && debt <= this.limits.replayDebtMax) return 0;
    // Twice the debt: the pause would let it grow without bound, so the traffic pays instead.
    if (debt <= 2 * this.limits.replayDebtMax && nowMs - this.lastMs < this.limits.pauseMs) return 0;
    this.lastMs = nowMs;
    return this.limits.rowsMax;
  }

  /** Rows of the oldest changes. All their events are in this commit's batch or an earlier one. */
  take(count: number, commit: number): { readonly rows: Row[]; readonly ended: Actor[] } {
    const rows: Row[] = [];
    const ended: Actor[] = [];
    while (rows.length < count && this.at < this.dirty.length) {
      const actor = this.dirty[this.at]!;
      this.at += 1;
      rows.push(actor.table.row(actor));
      if (actor.ended) ended.push(actor);
      actor.dirtySince = 0;
      actor.rowCommit = commit;
    }
    // Copied only when half of it is done, so that an actor is moved once on the average.
    if (this.at * 2 >= this.dirty.length) {
      this.dirty = this.dirty.slice(this.at);
      this.at = 0;
    }
    return { rows, ended };
  }
}
