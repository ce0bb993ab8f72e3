// Queue of commits that wait for the disk of this process; a log already has their records.
//
// Commits that wait while the disk works are written together as one, so the disk catches up with one sync. Guaranteed:
// commits are stored in order, each with all before it. Not promised: that a queued commit survives a crash; the log
// has its records, which are folded again.
import type { ActorRow, Commit, Journal } from '../journal/journal.ts';

/** Merges commits, oldest first, into one, with the last version of each row and the last meta row. */
export const mergedCommit = (commits: readonly Commit[]): Commit => {
  const last = commits.at(-1)!;
  if (commits.length === 1) return last;
  const rows = new Map<string, ActorRow>();
  for (const commit of commits) for (const row of commit.rows) rows.set(`${row.kind} ${row.id}`, row);
  return {
    follows: commits[0]!.follows,
    batches: commits.flatMap(({ batches }) => batches),
    entries: commits.flatMap(({ entries }) => entries),
    rows: [...rows.values()],
    truncatedBatches: commits.flatMap(({ truncatedBatches }) => truncatedBatches),
    droppedTombstones: commits.flatMap(({ droppedTombstones }) => droppedTombstones),
    audit: {
      add: commits.flatMap(({ audit }) => audit.add),
      remove: commits.flatMap(({ audit }) => audit.remove),
    },
    meta: last.meta,
  };
};

const sizeOf = ({ batches, rows }: Commit): number =>
  batches.reduce((sum, { bytes }) => sum + bytes.length, 0) +
  rows.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);

interface Queued {
  readonly commit: Commit;
  readonly bytes: number;
  readonly stored: (written: boolean) => void;
  readonly failed: (error: unknown) => void;
}

export class CommitQueue {
  private queue: Queued[] = [];
  private bytes = 0;
  private isWriting = false;
  private waiting: (() => void)[] = [];
  private readonly journal: Journal;
  private readonly bytesMax: number;

  /** `bytesMax`: beyond it, `room` waits. */
  constructor(journal: Journal, bytesMax: number) {
    this.journal = journal;
    this.bytesMax = bytesMax;
  }

  /** Resolves as `Journal.commit` does, once this commit is on the disk. */
  store(commit: Commit): Promise<boolean> {
    return new Promise((stored, failed) => {
      const bytes = sizeOf(commit);
      this.queue.push({ commit, bytes, stored, failed });
      this.bytes += bytes;
      if (!this.isWriting) void this.write();
    });
  }

  /** Resolves when the disk is not too far behind. */
  room(): Promise<void> {
    if (this.bytes <= this.bytesMax) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.queue.length > 0) {
      const taken = this.queue.splice(0);
      try {
        const written = await this.journal.commit(mergedCommit(taken.map(({ commit }) => commit)));
        for (const { stored } of taken) stored(written);
      } catch (error) {
        for (const { failed } of taken) failed(error);
      }
      for (const { bytes } of taken) this.bytes -= bytes;
      if (this.bytes <= this.bytesMax) for (const resolve of this.waiting.splice(0)) resolve();
    }
    this.isWriting = false;
  }
}
