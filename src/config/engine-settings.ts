// Settings of the engine: where its files are, what stays in memory, and when it writes rows and snapshot files.
import { choice, text, whole } from './setting.ts';

export const ENGINE_SETTINGS = {
  data: text('./data', 'directory of the store: all data of the shop', {
    when: 'For every real shop: a directory on a local disk that only this user writes.',
  }),
  snapshots: text('./snapshots', 'directory of snapshot files, which are backups of the store', {
    when: 'For every real shop: on another disk than the data directory, and copied elsewhere.',
  }),
  durability: choice(
    'fsync',
    'what an answered change survives: fsync a power cut, commit a killed process, relaxed that but for its last batch',
    {
      values: ['fsync', 'commit', 'relaxed'],
      when: 'commit or relaxed where a power cut may lose what came after the last snapshot file: docs/operate/durability.md.',
    },
  ),
  diskReserveMb: whole(
    64,
    'space that changes leave free on the disk of the data directory; with less they are refused; 0 = off',
    {
      unit: 'MiB',
      max: 1_048_576,
      when: 'Higher where other programs write to the same disk, so that it is never full. Reads go on below it.',
    },
  ),
  memory: whole(0, 'memory that the process may use; 0 = what the machine or its control group has', {
    unit: 'bytes',
    when: 'Where other programs share the machine without limits of their own: docs/operate/limits.md.',
  }),
  residentActorsMax: whole(
    100_000,
    'objects of each kind that stay in memory, of orders a tenth as many; others are read from the disk',
    {
      unit: 'actors',
      min: 100,
      when: 'Higher where the catalogue is larger and memory is there; products that are read from disk are slower.',
    },
  ),
  responseCacheBytesMax: whole(
    536_870_912,
    'memory of replies that are kept to be sent again, never more than 20 % of all memory',
    {
      unit: 'bytes',
      when: 'Higher for a large catalogue that is read much; lower where memory is short.',
    },
  ),
  replayRecordsMax: whole(200_000, 'records that a restart may have to replay; with more of them rows are written', {
    unit: 'records',
    min: 1,
    when: 'Lower for a faster restart, at the price of more writes to the disk.',
  }),
  checkpointRowsMax: whole(
    200,
    'changed objects that are written to the disk at a time while no call changes anything',
    {
      unit: 'rows',
      min: 1,
      when: 'Lower on a slow disk, where the next change waits for such a write.',
    },
  ),
  checkpointPauseMs: whole(20, 'pause between two of the writes that checkpointRowsMax limits', {
    unit: 'ms',
    when: 'Longer on a disk that others use as well; a restart then has more to replay.',
  }),
  snapshotIntervalRecords: whole(
    2_000_000,
    'changes, as records of the journal, after which a snapshot file is written',
    {
      unit: 'records',
      min: 1000,
      when: 'Lower where a power cut may lose less with durability commit or relaxed; each file is a copy of the store.',
    },
  ),
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
  clockJumpMs: whole(
    300_000,
    "step of the system's clock from which on it is a jump, which the shop does not follow at once",
    {
      unit: 'ms',
      min: 1000,
      max: 86_400_000,
      when: 'Longer on a machine whose clock is set in larger steps as a rule: docs/operate/time.md.',
    },
  ),
  clockFollowMs: whole(3_600_000, 'time that a jump of the clock must last before the shop follows it', {
    unit: 'ms',
    min: 1000,
    max: 604_800_000,
    when: 'Shorter where a paused virtual machine must have the right time soon: docs/operate/time.md.',
  }),
  clockAheadDaysMax: whole(
    180,
    'days that the clock may be past the last change at a start; beyond, it starts with --accept-time only',
    {
      unit: 'days',
      min: 1,
      max: 36_500,
      when: 'Higher for a shop that rests for longer than half a year.',
    },
  ),
  backgroundSliceMs: whole(
    2,
    'time for which snapshot files, the index of words and clean-up hold the thread at a time',
    {
      unit: 'ms',
      min: 1,
      max: 1000,
      when: 'Higher where snapshot files and the index of words must be ready sooner; calls wait that much longer.',
    },
  ),
  scrubMbPerSecond: whole(4, 'speed at which all that is stored is read and checked in the background; 0 = it is not', {
    unit: 'MB/s',
    max: 1000,
    when: 'Higher for a large store whose damage must be found within a day; 0 where kontor verify runs instead.',
  }),
};
