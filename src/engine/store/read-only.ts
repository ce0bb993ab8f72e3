// Opens a store on a disk that takes no writes. Records are replayed in memory only, and nothing in the data directory
// is changed, made or removed. The engine refuses every change.
//
// Where the journal cannot be trusted and commits were not synced, the newest whole snapshot file is read into memory,
// as the next start that can write does on the disk. Not promised: truncation of a torn tail, which that start does.
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../kernel/result.ts';
import { whyFull } from '../disk/disk-space.ts';
import { WrongFormat, whyNotWritten } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { Engine } from '../engine.ts';
import { openLmdbReadOnly } from '../journal/lmdb-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';
import { isSystemError } from '../disk/system-error.ts';
import { importSnapshot } from '../snapshots/import-snapshot.ts';
import { listSnapshots, mustReadNewest } from '../snapshots/snapshot-files.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { journalPath, newEpoch, readIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { mayBeCorrupt } from './open-journal.ts';
import type { RecoveryOutcome, StoreLocation } from './open-journal.ts';
import type { Store, StoreOptions } from './opened-store.ts';
import { stepTime } from '../step-time.ts';
import { ClockRefused, startTime } from './start-time.ts';
import { recover } from '../recovery/recovery.ts';
import type { Replayed } from '../recovery/recovery.ts';
import type { StoreLock } from './store-lock.ts';

const whyNotWritable = (path: string): string => {
  try {
    accessSync(path, constants.W_OK);
    return '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EROFS' ? `${path} is on a read-only file system` : `${path} may not be written`;
  }
};

/** Why the format prevents writing: a later program wrote the store, and this one would lose what it does not know. */
const whyFormat = (directory: string): string => {
  const identity = readIdentity(directory);
  if (identity === undefined) return '';
  const keys = SubjectKeys.readIfPresent(directory, true);
  return whyNotWritten(`the store in ${directory}`, identity.format) || (keys?.whyNotWritten ?? '');
};

/**
 * Why a store that has answered can be opened for reading only, in one phrase; '' if it can be written, or there is
 * none. Throws StoreDamage, and WrongFormat if it cannot be read either.
 */
export const whyReadOnly = (directory: string): string => {
  const journal = journalPath(directory);
  const file = join(journal, 'data.mdb');
  if (!existsSync(file)) return '';
  for (const path of [directory, journal, file]) {
    const why = whyNotWritable(path);
    if (why !== '') return why;
  }
  return whyFormat(directory) || whyFull(directory);
};

interface Readable {
  readonly journal: Journal;
  readonly replayed: Replayed;
  readonly outcome: RecoveryOutcome;
  readonly detail: string;
}

/** Throws StoreDamage. */
const readSnapshot = async (
  { snapshots }: StoreLocation,
  identity: StoreIdentity,
  cipher: SubjectCipher,
  why: string,
): Promise<Readable> => {
  const files = listSnapshots(snapshots, identity);
  mustReadNewest(snapshots, identity, files);
  for (const file of files.toReversed()) {
    const journal = new MemoryJournal(cipher);
    try {
      await importSnapshot(file.path, journal);
    } catch (error) {
      if (error instanceof StoreDamage) continue;
      throw error;
    }
    const detail =
      `${why}; the state is that of ${file.path}, record ${file.seqTo}, in memory: ` +
      'the next start on a disk that takes writes recovers the store';
    return { journal, replayed: recover(journal), outcome: 'snapshot_fallback', detail };
  }
  throw new StoreDamage(`${why}, and ${snapshots} holds no whole snapshot file of this store`);
};

const readJournal = async (
  location: StoreLocation,
  identity: StoreIdentity,
  cipher: SubjectCipher,
): Promise<Readable> => {
  if (mayBeCorrupt(identity, location.bootId))
    return readSnapshot(location, identity, cipher, 'the machine went down while commits were not synced');
  let journal: Journal | undefined;
  try {
    journal = openLmdbReadOnly(journalPath(location.directory), cipher);
    return { journal, replayed: recover(journal), outcome: 'clean', detail: '' };
  } catch (error) {
    await journal?.close();
    if (identity.synced || isSystemError(error) || error instanceof WrongFormat) throw error;
    return readSnapshot(location, identity, cipher, (error as Error).message);
  }
};

/**
 * Opens a store for reading. `why`: result of `whyReadOnly`. Throws StoreDamage, WrongFormat, and errors of the file
 * system.
 */
export const openReadOnly = async (
  location: StoreLocation,
  options: StoreOptions,
  lock: StoreLock,
  why: string,
): Promise<Store> => {
  const { stopwatch, clock, limits } = options;
  const startedMs = stopwatch.nowMs();
  const { directory, acceptTime } = location;
  const identity = readIdentity(directory);
  if (identity?.started !== true) throw new Error(`${why}, and no store was ever served from ${directory}`);
  const keys = SubjectKeys.read(directory, true);
  keys.mustBeOf(identity.id);
  keys.destroyDue(identity.time?.confirmedMs ?? 0);
  const { replayed, outcome, detail } = await readJournal(location, identity, keys.cipher);
  const { time, why: whyClock } = startTime(clock, limits, replayed.lastMs, {});
  if (whyClock !== '' && acceptTime === undefined) {
    await replayed.journal.close();
    throw new ClockRefused(whyClock);
  }
  const engine = new Engine({ ...options, time, gated: true }, replayed);
  const refusal = refuse('STORE_READ_ONLY');
  engine.writeRefusals.add(() => refusal);
  if (acceptTime !== undefined) stepTime(engine, acceptTime, true);
  const { rows, records, events } = replayed;
  return {
    engine,
    // Records known to readers of the change feed may be missing.
    identity: outcome === 'clean' ? identity : { ...identity, feedEpoch: newEpoch() },
    keys,
    promoted: () => {},
    saveCluster: () => {},
    moveTo: () => Promise.resolve(),
    saveTime: () => Promise.resolve(),
    report: { outcome, detail, rows, records, events, tookMs: stopwatch.nowMs() - startedMs },
    started: Promise.resolve(),
    close: async () => {
      await engine.close();
      await lock.release();
    },
  };
};
