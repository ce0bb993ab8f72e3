// When a batch is ripe. While the thread is the limit, at once: the disk then works while replies go out and the next
// requests are decided. While the disk is the limit, it pays to wait a moment after a commit for the callers whose
// replies it has released: else two halves of them take turns, each waiting for the other's commit
// (figures: bench/README.md).

/** Of a commit's usual time; the most that a record is held back. */
const PATIENCE = 0.5;
const PATIENCE_MS_MAX = 1;
/** Callers that do not come back must not be waited for to the last one. */
const ENOUGH = 0.9;
/** Of a new measurement in the running mean. */
const WEIGHT = 1 / 8;

export class Gathering {
  private expected = 0;
  private commitMs = 0;
  /** What a record costs the thread, from request to reply. */
  private recordMs = 0;
  private activeMs = 0;
  private startedMs = 0;
  private endedMs = 0;

  started(): void {
    this.startedMs = performance.now();
  }

  /** `released`: records of the commit; `pending`: records that arrived meanwhile. */
  ended(released: number, pending: number): void {
    this.endedMs = performance.now();
    this.commitMs += (this.endedMs - this.startedMs - this.commitMs) * WEIGHT;
    const { active } = performance.eventLoopUtilization();
    if (released > 0) this.recordMs += ((active - this.activeMs) / released - this.recordMs) * WEIGHT;
    this.activeMs = active;
    const callers = released + pending;
    this.expected = this.commitMs > this.recordMs * callers ? Math.floor(callers * ENOUGH) : 0;
  }

  ripe(pending: number): boolean {
    if (pending >= this.expected) return true;
    return performance.now() - this.endedMs >= Math.min(this.commitMs * PATIENCE, PATIENCE_MS_MAX);
  }
}
