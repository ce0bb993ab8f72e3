// Journal truncation: which batches no later start and no reader of the change feed needs any more.
//
// Batches are removed whole and oldest first. The newest batch always stays. A tombstone is needed as long as a replay
// may meet an event of its actor, so that it is dropped by the first commit after the journal was truncated past its
// end.
// Glossary (docs/internals/glossary.md): tombstone, truncation.
import type { KindName } from '../domain/kinds.ts';
import type { Journal } from './journal/journal.ts';

/** The end of an actor whose id is never used again. */
export interface Tombstone {
  readonly kind: KindName;
  readonly id: number;
  /** The record that ended it. */
  readonly seq: number;
}

/** The last record that the oldest kept snapshot file holds, and the newest one; 0 without files. */
export interface SnapshotsUpTo {
  readonly oldest: number;
  readonly newest: number;
}

export interface TruncationPlan {
  /** Keys of the batches to remove. */
  readonly batches: readonly number[];
  /** The last record in them; without any, what was truncated before. */
  readonly upToSeq: number;
}

/** Batches, and tombstones, that one commit removes at most. */
export const REMOVED_PER_COMMIT_MAX = 256;

export class Truncation {
  /** Records up to this one are gone from the journal, or go with the commit under way. */
  truncatedSeq: number;
  private readonly journal: Journal;
  /** The last record of the oldest batch, so that keys are not read for a commit that cannot truncate anything. */
  private oldestBatchLastSeq = 0;
  /** Oldest first. */
  private readonly tombstones: Tombstone[];

  constructor(journal: Journal, tombstones: readonly Tombstone[]) {
    this.journal = journal;
    this.truncatedSeq = journal.meta?.truncatedSeq ?? 0;
    this.tombstones = [...tombstones];
  }

  addTombstone(tombstone: Tombstone): void {
    this.tombstones.push(tombstone);
  }

  get nothing(): TruncationPlan {
    return { batches: [], upToSeq: this.truncatedSeq };
  }

  /** What may go when nothing needs the records up to `floorSeq`. */
  plan(floorSeq: number): TruncationPlan {
    let upToSeq = this.truncatedSeq;
    if (floorSeq <= upToSeq || floorSeq < this.oldestBatchLastSeq) return { batches: [], upToSeq };
    // Commits that truncate may be on their way to the disk.
    const keys = this.journal.oldestBatches(REMOVED_PER_COMMIT_MAX + 1, this.truncatedSeq + 1);
    const batches: number[] = [];
    for (let index = 0; index + 1 < keys.length; index += 1) {
      const lastSeq = keys[index + 1]! - 1;
      this.oldestBatchLastSeq = lastSeq;
      if (lastSeq > floorSeq) break;
      batches.push(keys[index]!);
      upToSeq = lastSeq;
    }
    return { batches, upToSeq };
  }

  /** Follows a plan. Returns the tombstones that no replay can need any more. */
  apply({ upToSeq }: TruncationPlan): Tombstone[] {
    let count = 0;
    while (count < REMOVED_PER_COMMIT_MAX && (this.tombstones[count]?.seq ?? Infinity) <= this.truncatedSeq) count += 1;
    this.truncatedSeq = upToSeq;
    return this.tombstones.splice(0, count);
  }
}
