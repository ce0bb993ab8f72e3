// When a batch is ripe. A commit costs the same for one record or for hundreds, so just after one it pays to wait
// a moment for the callers whose replies it has released: without that, two halves of them take turns, 32
// records a commit at 64 callers (figures: bench/README.md).

/** Of a commit's usual time; the most that a record is held back. */
const PATIENCE = 0.5;
const PATIENCE_MS_MAX = 1;
/** Callers that do not come back must not be waited for to the last one. */
const ENOUGH = 0.9;

export class Gathering {
  private expected = 0;
  private commitMs = 0;
  private startedMs = 0;
  private endedMs = 0;

  started(): void {
    this.startedMs = performance.now();
  }

  /** `released`: records of the commit; `pending`: records that arrived meanwhile. */
  ended(released: number, pending: number): void {
    this.endedMs = performance.now();
    this.commitMs += (this.endedMs - this.startedMs - this.commitMs) / 8;
    this.expected = Math.floor((released + pending) * ENOUGH);
  }

  ripe(pending: number): boolean {
    if (pending >= this.expected) return true;
    return performance.now() - this.endedMs >= Math.min(this.commitMs * PATIENCE, PATIENCE_MS_MAX);
  }
}
