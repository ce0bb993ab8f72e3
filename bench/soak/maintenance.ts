// What a server does now and then beside its calls, and from which length of a soak on each of it must have happened.
import type { Row } from './series.ts';

export interface Pace {
  readonly snapshotMs: number;
  /** Snapshot files that are kept: the journal is truncated up to the oldest of them. */
  readonly snapshotFilesMax: number;
  readonly scrubMbPerSecond: number;
}

export interface MaintenanceWork {
  readonly name: string;
  readonly unit: string;
  /** How often, or how much of it, during the run. */
  readonly count: number;
  /** The run is so long that it must have happened, by the settings of the server. */
  readonly due: boolean;
}

/** Two files more than are kept: one may be under way at either end of the run. */
const SPARE_SNAPSHOTS = 2;
/** A pass takes longer than its bytes where the machine is busy, and one is under way at either end of the run. */
const SPARE_PASSES = 3;
/** From one pass to the next, at least. */
const PASS_SECONDS_MIN = 10;
const EVICTION_SECONDS = 45;

const MB = 1_000_000;
const MIB = 1_048_576;

/** Between the first sample and the last one. A column that was not sampled counts as nothing. */
export const maintenanceWork = (rows: readonly Row[], pace: Pace): MaintenanceWork[] => {
  const [first, last] = [rows[0], rows.at(-1)];
  const seconds = last?.seconds ?? 0;
  const done = (column: 'truncatedSeq' | 'scrubPasses' | 'evictions'): number => {
    const count = (last?.[column] ?? 0) - (first?.[column] ?? 0);
    return Number.isNaN(count) ? 0 : count;
  };
  const truncationSeconds = ((pace.snapshotFilesMax + SPARE_SNAPSHOTS) * pace.snapshotMs) / 1000;
  const passSeconds = Math.max(PASS_SECONDS_MIN, ((last?.journalMb ?? 0) * MIB) / (pace.scrubMbPerSecond * MB));
  return [
    {
      name: 'truncation of the journal',
      unit: 'records',
      count: done('truncatedSeq'),
      due: seconds >= truncationSeconds,
    },
    { name: 'scrub', unit: 'passes', count: done('scrubPasses'), due: seconds >= SPARE_PASSES * passSeconds },
    { name: 'eviction', unit: 'actors', count: done('evictions'), due: seconds >= EVICTION_SECONDS },
  ];
};
