// Settings of the engine: where its files are, what stays in memory, and when it writes rows and snapshot files.
import { choice, text, whole } from './setting.ts';

export const ENGINE_SETTINGS = {
  data: text('./data', 'data directory', {
    when: 'For every real shop: a directory on a local disk that only this user writes.',
  }),
  snapshots: text('./snapshots', 'directory of snapshot files', {
    when: 'For every real shop: on another disk than the data directory, and copied elsewhere.',
  }),
  durability: choice('fsync', 'what a reply promises: fsync survives a power cut', {
    values: ['fsync', 'commit', 'relaxed'],
    when: 'commit or relaxed where a power cut may lose what came after the last snapshot file: docs/operate/durability.md.',
  }),
  diskReserveMb: whole(64, 'space that stays free on the disk of the data directory; 0 = off', {
    unit: 'MiB',
    max: 1_048_576,
    when: 'Higher where other programs write to the same disk. Below it changes are refused and reads go on.',
  }),
  memory: whole(0, 'memory that the process may use; 0 = what the machine or its control group has', {
    unit: 'bytes',
    when: 'Where other programs share the machine without limits of their own: docs/operate/limits.md.',
  }),
  residentActorsMax: whole(100_000, 'actors of a kind in memory, of orders a tenth of it; others are read from disk', {
    unit: 'actors',
    min: 100,
    when: 'Higher where the catalogue is larger and memory is there; products that are read from disk are slower.',
  }),
  responseCacheBytesMax: whole(536_870_912, 'size of the cached replies, at most 20 % of all memory', {
    unit: 'bytes',
    when: 'Higher for a large catalogue that is read much; lower where memory is short.',
  }),
  replayRecordsMax: whole(200_000, 'records that a restart may have to replay; with more of them rows are written', {
    unit: 'records',
    min: 1,
    when: 'Lower for a faster restart, at the price of more writes to the disk.',
  }),
  checkpointRowsMax: whole(200, 'rows that a checkpoint writes at a time while nothing else is written', {
    unit: 'rows',
    min: 1,
    when: 'Lower on a slow disk, where a commit waits for such a write.',
  }),
  checkpointPauseMs: whole(20, 'pause between two such writes of a checkpoint', {
    unit: 'ms',
    when: 'Longer on a disk that others use as well.',
  }),
  snapshotIntervalRecords: whole(2_000_000, 'records after which a snapshot file is written', {
    unit: 'records',
    min: 1000,
    when: 'Lower for a shop with durability commit or relaxed and much traffic.',
  }),
  snapshotMs: whole(
    900_000,
    'time after which a snapshot file is written if anything has changed; 0 = by volume only',
    {
      unit: 'ms',
      when: 'Shorter where a backup must be younger, or a power cut may lose less; each file is a copy of the store.',
    },
  ),
  snapshotFilesMax: whole(3, 'snapshot files that are kept; older ones are deleted', {
    unit: 'files',
    min: 1,
    max: 1000,
    when: 'More for a longer way back; each takes its space on the disk.',
  }),
  journalKeepRecords: whole(0, 'records that the journal keeps for restores, beyond what snapshot files need', {
    unit: 'records',
    when: 'To go back to a record or a moment (docs/operate/backup.md); they take space in the data directory.',
  }),
  clockJumpMs: whole(300_000, "step of the system's clock that is a jump, which times do not follow at once", {
    unit: 'ms',
    min: 1000,
    max: 86_400_000,
    when: 'Longer on a machine whose clock is set in larger steps as a rule: docs/operate/time.md.',
  }),
  clockFollowMs: whole(3_600_000, 'time for which a jump of the clock must have lasted before times follow it', {
    unit: 'ms',
    min: 1000,
    max: 604_800_000,
    when: 'Shorter where a paused virtual machine must have the right time soon: docs/operate/time.md.',
  }),
  clockAheadDaysMax: whole(180, 'age of the last record at a start; further, --accept-time is wanted', {
    unit: 'days',
    min: 1,
    max: 36_500,
    when: 'Higher for a shop that rests for longer than half a year.',
  }),
  backgroundSliceMs: whole(2, 'length of one slice of background work', {
    unit: 'ms',
    min: 1,
    max: 1000,
    when: 'Higher where snapshot files and the index of words must be ready sooner; calls wait that much longer.',
  }),
  scrubMbPerSecond: whole(4, 'stored rows and records that are read and checked in the background; 0 = none', {
    unit: 'MB/s',
    max: 1000,
    when: 'Higher for a large store whose damage must be found within a day; 0 where kontor verify runs instead.',
  }),
};
