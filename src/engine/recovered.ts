import type { Actor } from './actor-table.ts';
import type { Journal } from './journal/journal.ts';
import type { RowDigests } from './journal/row-digests.ts';
import type { DataSubjects } from './privacy/data-subjects.ts';
import type { Tables } from './read-context.ts';
import type { Tombstone } from './truncation.ts';

/** Where recovery left the store. */
export interface Recovered {
  readonly journal: Journal;
  readonly tables: Tables;
  readonly headSeq: number;
  /** The time of the last record. */
  readonly lastMs: number;
  readonly subjects: DataSubjects;
  /** Replayed actors, whose rows are older than their states. */
  readonly dirty: readonly Actor[];
  /** Oldest first. */
  readonly tombstones: readonly Tombstone[];
  /** Of what is on the disk. */
  readonly digests: RowDigests;
}
