import type { Actor } from './actors/actor-table.ts';
import type { Journal } from './journal/journal.ts';
import type { RowDigests } from './journal/row-digests.ts';
import type { DataSubjects } from './privacy/data-subjects.ts';
import type { Tables } from './actors/tables.ts';
import type { Tombstone } from './journal/truncation.ts';

/** State of the store after recovery. */
export interface Recovered {
  readonly journal: Journal;
  readonly tables: Tables;
  readonly headSeq: number;
  /** Time of the last record. */
  readonly lastMs: number;
  readonly subjects: DataSubjects;
  /** Replayed actors, whose rows are older than their states, oldest change first. */
  readonly dirty: readonly Actor[];
  /** Tombstones, oldest first. */
  readonly tombstones: readonly Tombstone[];
  /** Digests of the rows on the disk. */
  readonly digests: RowDigests;
}
