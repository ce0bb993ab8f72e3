// The mails that wait, by the queue of their address, and those that have failed for good.
import { dequeue, enqueue, takeLeast } from './queues.ts';

/** What a queue reads of a mail. */
interface Queued {
  readonly lane: number;
  readonly failed: boolean;
}

export class MailQueue {
  /** Lane → its mails that wait, oldest first. */
  readonly lanes = new Map<number, number[]>();
  /** Failed for good, until somebody sends them again or they are too old: in the order in which they failed. */
  readonly failed = new Set<number>();
  private waitingCount = 0;
  private readonly changed = new Set<number>();

  /** Those that have not failed for good. */
  get waiting(): number {
    return this.waitingCount;
  }

  get count(): number {
    return this.waitingCount + this.failed.size;
  }

  /** The oldest of those that wait, in order. A lane rises, so no more of it is looked at than counts. */
  oldestWaiting(count: number): number[] {
    const oldest: number[] = [];
    if (count <= 0) return oldest;
    for (const lane of this.lanes.values()) for (const id of lane) if (!takeLeast(oldest, id, count)) break;
    return oldest;
  }

  /** The newest of those that have failed, the newest first. */
  newestFailed(count: number): number[] {
    const newest: number[] = [];
    if (count > 0) for (const id of this.failed) takeLeast(newest, -id, count);
    return newest.map((id) => -id);
  }

  /** Lanes whose mails have changed since this was asked last. */
  takeChanged(): number[] {
    const lanes = [...this.changed];
    this.changed.clear();
    return lanes;
  }

  add(id: number, { lane, failed }: Queued): void {
    this.changed.add(lane);
    if (failed) {
      this.failed.add(id);
      return;
    }
    enqueue(this.lanes, lane, id);
    this.waitingCount += 1;
  }

  remove(id: number, { lane }: Queued): void {
    this.changed.add(lane);
    if (this.failed.delete(id)) return;
    if (dequeue(this.lanes, lane, id)) this.waitingCount -= 1;
  }
}
