// Journal truncation: finds the batches that no later start and no reader of the change feed needs.
//
// Batches are removed whole and oldest first. The newest batch always stays. A tombstone is needed while a replay may
// meet an event of its actor. The first commit after a truncation past that actor's end drops it.
// Glossary (docs/internals/glossary.md): tombstone, truncation.
import type { KindName } from '../../domain/kind-types.ts';
import type { Journal } from './journal.ts';

/** The end of an actor whose id is never used again. */
export interface Tombstone {
  readonly kind: KindName;
  readonly id: number;
  /** The record that ended it. */
  readonly seq: number;
}

/** Last records of the oldest kept and of the newest snapshot file; 0 without files. */
export interface SnapshotsUpTo {
  readonly oldest: number;
  readonly newest: number;
}

export interface TruncationPlan {
  /** Keys of the batches to remove. */
  readonly batches: readonly number[];
  /** The last record in these batches; without any, the last one truncated before. */
  readonly upToSeq: number;
}

/** Highest number of batches, and of tombstones, that one commit removes. */
export const REMOVED_PER_COMMIT_MAX = 256;

export class Truncation {
  /** Last record removed from the journal, counting the commit under way. */
  truncatedSeq: number;
  private readonly journal: Journal;
  /** The last record of the oldest batch, cached so that a commit that cannot truncate reads no keys. */
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

  /** Plans a truncation if nothing needs the records up to `floorSeq`. */
  plan(floorSeq: number): TruncationPlan {
    let upToSeq = this.truncatedSeq;
    if (floorSeq <= upToSeq || floorSeq < this.oldestBatchLastSeq) return { batches: [], upToSeq };
    // Earlier truncations may still be on their way to the disk.
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

  /** Carries out a plan. Returns the tombstones that no replay can need any more. */
  apply({ upToSeq }: TruncationPlan): Tombstone[] {
    let count = 0;
    while (count < REMOVED_PER_COMMIT_MAX && (this.tombstones[count]?.seq ?? Infinity) <= this.truncatedSeq) count += 1;
    this.truncatedSeq = upToSeq;
    return this.tombstones.splice(0, count);
  }
}
