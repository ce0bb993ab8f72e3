// Settings of the engine: where its files are, what stays in memory, and when it writes rows and snapshot files.
import { choice, text, whole } from './setting.ts';

export const ENGINE_SETTINGS = {
  data: text('./data', 'data directory'),
  snapshots: text('./snapshots', 'directory of snapshot files'),
  durability: choice('fsync', 'what a reply promises: fsync survives a power cut', ['fsync', 'commit', 'relaxed']),
  diskReserveMb: whole(
    64,
    'MiB that stay free on the disk of the data directory: below it changes are refused and reads go on; 0 = off',
    0,
    1_048_576,
  ),
  memory: whole(
    0,
    'bytes of memory that the process may use; 0: what the machine or its control group has (docs/limits.md)',
  ),
  residentActorsMax: whole(
    100_000,
    'actors of a kind kept in memory, of orders a tenth of it; others are read from disk when needed',
    100,
  ),
  aggregateBytesMax: whole(16_777_216, 'bytes of the replies of one aggregate together, as JSON', 65_536, 268_435_456),
  responseCacheBytesMax: whole(536_870_912, 'bytes of cached replies', 0),
  pendingRepliesMax: whole(100_000, 'replies that may wait for the disk', 1),
  replayRecordsMax: whole(
    200_000,
    'records that a restart may have to replay; with more of them a checkpoint writes rows',
    1,
  ),
  checkpointRowsMax: whole(200, 'rows that a checkpoint writes at a time while nothing else is written', 1),
  checkpointPauseMs: whole(20, 'milliseconds between two such writes of a checkpoint', 0),
  snapshotIntervalRecords: whole(2_000_000, 'records after which a snapshot file is written', 1000),
  snapshotMs: whole(
    900_000,
    'milliseconds after which a snapshot file is written if anything has changed; 0 = by volume only',
    0,
  ),
  snapshotFilesMax: whole(3, 'snapshot files that are kept; older ones are deleted', 1, 1000),
  clockJumpMs: whole(
    300_000,
    "milliseconds: a larger step of the system's clock is a jump, which times do not follow at once (docs/time.md)",
    1000,
    86_400_000,
  ),
  clockFollowMs: whole(
    3_600_000,
    'milliseconds for which a jump of the clock must have lasted before times follow it',
    1000,
    604_800_000,
  ),
  clockAheadDaysMax: whole(
    180,
    'days by which the clock may be after the last record at a start; further, --accept-time is wanted',
    1,
    36_500,
  ),
  backgroundSliceMs: whole(2, 'milliseconds of one slice of background work', 1, 1000),
  scrubMbPerSecond: whole(
    4,
    'megabytes per second of stored rows and records that are read and checked in the background; 0: none',
    0,
    1000,
  ),
  auditEntriesMax: whole(1_000_000, 'entries that the audit log keeps', 0),
  zeroResultSearchesMax: whole(1000, 'search texts without a result that are remembered', 0, 10_000),
};
