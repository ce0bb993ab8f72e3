// What the soak samples and judges, and how its samples become a CSV file.
import type { Judged, Sample } from './flatness.ts';

/** What is sampled each second, in the order of the file. */
const COLUMNS = [
  'seconds',
  'rssMb',
  // Of the RSS, pages of LMDB's map of the journal, which are copies of a file.
  'journalMapMb',
  // Of the RSS, pages of the program and its libraries.
  'programFilesMb',
  // Of the RSS, all that is no copy of a file: V8's heap, and what is outside.
  'anonymousMb',
  // Pages that V8 has taken for its heap, used or not.
  'heapPagesMb',
  // Anonymous memory outside of V8's heap: buffers, native code, malloc's free lists, stacks.
  'outsideMb',
  // Of that, malloc's first arena.
  'mainArenaMb',
  // Used heap.
  'heapMb',
  // Used heap after the last collection of the old generation; NaN before the first.
  'heapAfterGcMb',
  // Memory of buffers outside of the heap.
  'externalMb',
  'loopP99Ms',
  'callsPerSecond',
  'p50Ms',
  'p99Ms',
  'journalMb',
  'snapshotsMb',
  'threads',
  'descriptors',
  'openSessions',
  // Actors in memory, of all kinds.
  'residentActors',
  // The last record that was truncated from the journal.
  'truncatedSeq',
  // Passes of the scrub, and actors evicted, since the server's start.
  'scrubPasses',
  'evictions',
  'orders',
  'webhookCalls',
  'failures',
] as const;

/** One second of the run. */
export type Row = { readonly [column in (typeof COLUMNS)[number]]: number };

export interface Series extends Judged {
  readonly column: keyof Row;
  /** Bytes that one order takes for good: orders are never deleted, so that much growth is no leak. */
  readonly bytesPerOrder: number;
}

/** Connections that the shoppers have open at most. */
export const CONNECTIONS_MAX = 64;

const MIB = 1_048_576;
const flat = (
  column: keyof Row,
  unit: string,
  bucket: Judged['bucket'],
  percentPerHourMax: number,
  growthMin: number,
  bytesPerOrder = 0,
): Series => ({ column, name: column, unit, bucket, percentPerHourMax, growthMin, bytesPerOrder });

export const SERIES: readonly Series[] = [
  // Not the RSS: pages of mapped files are no leak.
  flat('anonymousMb', 'MB', 'least', 10, 32, 2560),
  flat('outsideMb', 'MB', 'least', 10, 16, 512),
  flat('heapAfterGcMb', 'MB', 'least', 10, 8, 2048),
  flat('externalMb', 'MB', 'least', 10, 8, 512),
  // Other work on the machine moves these by tens of milliseconds within a minute.
  flat('loopP99Ms', 'ms', 'median', 10, 50),
  flat('p99Ms', 'ms', 'median', 10, 250),
  flat('journalMb', 'MB', 'least', 10, 8, 2048),
  // Three files are kept.
  flat('snapshotsMb', 'MB', 'least', 10, 8, 4096),
  flat('threads', '', 'least', 0, 2),
  // Connections of the shoppers come and go with the peaks.
  flat('descriptors', '', 'least', 0, CONNECTIONS_MAX),
  flat('openSessions', '', 'median', 10, 100),
  flat('residentActors', '', 'median', 10, 500),
];

/** The samples of a series, less what the orders since the start take. */
export const samplesOf = (rows: readonly Row[], { column, bytesPerOrder }: Series): Sample[] =>
  rows.map((row) => ({ seconds: row.seconds, value: row[column] - (row.orders * bytesPerOrder) / MIB }));

export const CSV_HEAD = `${COLUMNS.join(',')}\n`;

export const csvLine = (row: Row): string =>
  `${COLUMNS.map((column) => (Number.isNaN(row[column]) ? '' : Math.round(row[column] * 1000) / 1000)).join(',')}\n`;
