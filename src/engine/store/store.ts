// A store on disk: takes its lock, opens and recovers its journal, and gives the engine that serves it.
//
// One process has a store open at a time. From before the first commit without sync until all commits were synced at a
// clean end, store.json says that the file may not survive a power failure. A first start writes the key file before
// store.json: a directory with the key file alone is an interrupted first start, and store.json without it is damage.
import { existsSync } from 'node:fs';
import { pick } from '../../kernel/pick.ts';
import { makeDirectory } from '../disk/make-directory.ts';
import { checkDiskSpace } from '../disk/disk-space.ts';
import { FORMAT, KEYS_FORMAT, mustWrite } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { recordDestroyedDue } from '../maintenance/due-keys.ts';
import { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import { JournalTime } from '../time/journal-time.ts';
import type { SavedTime } from '../time/journal-time.ts';
import type { Journal } from '../journal/journal.ts';
import { syncLmdb } from '../journal/lmdb-journal.ts';
import { stepTime } from '../step-time.ts';
import type { Tables } from '../actors/tables.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { Home } from './home.ts';
import { identityPath, journalPath, newIdentity, readIdentity, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { openAndRecover } from './open-journal.ts';
import type { StoreLocation } from './open-journal.ts';
import type { Store, StoreOptions } from './opened-store.ts';
import { migrated } from './migration.ts';
import { NumberReservation, allNumbers, blockAfter, highest, nextNumbers } from '../recovery/number-reservation.ts';
import type { Numbers } from '../recovery/number-reservation.ts';
import type { KeepMoment } from './beside.ts';
import { mustBeServable, prepareToFollow } from './following.ts';
import { openReadOnly } from './read-only.ts';
import { ClockRefused, startTime } from './start-time.ts';
import { removeUnfinished, snapshotsUpTo } from '../snapshots/snapshot-files.ts';
import { lockStore } from './store-lock.ts';
import { finishUpgrade, removeCopy } from './upgrade.ts';
import type { StoreLock } from './store-lock.ts';

export type { Store } from './opened-store.ts';

const NOBODY_ANSWERS: KeepMoment = () => Promise.resolve(undefined);

/** Opens a store. Throws StoreLocked, StoreDamage, WrongFormat, and errors of the file system. */
export const openStore = async (location: StoreLocation, options: StoreOptions): Promise<Store> => {
  makeDirectory(location.directory);
  const lock = await lockStore(location.directory, location.lockWaitMs);
  try {
    await location.locked?.();
    const { directory, readOnly = '', follows, keepMoment = NOBODY_ANSWERS } = location;
    if (readOnly === '') {
      finishUpgrade(directory);
      await removeCopy(directory);
    }
    if (follows !== undefined) await prepareToFollow(directory, follows, readOnly, keepMoment);
    mustBeServable(directory, follows, location.replicate !== undefined);
    return readOnly === ''
      ? await openLocked(location, options, lock)
      : await openReadOnly(location, options, lock, readOnly);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** Time saved by the last run; without its offset if the machine was restarted since. */
const savedTime = ({ time, bootId: then }: StoreIdentity, bootId: string): Partial<SavedTime> => {
  if (time === undefined || (then === bootId && bootId !== '')) return time ?? {};
  const { offsetMs: _, ...rest } = time;
  return rest;
};

const reservedAfter = ({ reserved }: StoreIdentity, tables: Tables): Numbers => {
  const next = nextNumbers(tables);
  return highest(allNumbers(reserved), blockAfter(next));
};

/** Reads identity and keys of the store, or makes them for a new one. Throws StoreDamage, and WrongFormat. */
const identified = (
  directory: string,
  bootId: string,
): { readonly first: StoreIdentity; readonly keys: SubjectKeys } => {
  const known = readIdentity(directory);
  if (known === undefined && existsSync(journalPath(directory))) {
    throw new StoreDamage(`${identityPath(directory)} is missing: without its key the store cannot be opened`);
  }
  // Keys of an interrupted first start name the store for which they were made.
  const present = known === undefined ? SubjectKeys.readIfPresent(directory) : SubjectKeys.read(directory);
  const first = known ?? newIdentity(bootId, present?.storeId || undefined);
  mustWrite(`the store in ${directory}`, first.format);
  if (!first.started) checkDiskSpace(directory);
  const keys = present ?? SubjectKeys.create(directory, first.id);
  keys.mustBeOf(first.id);
  mustWrite(`the key file in ${directory}`, keys.format);
  if (known === undefined) writeIdentity(directory, first);
  return { first, keys };
};

const suspectRows = (save: (change: Partial<StoreIdentity>) => void): void => {
  try {
    save({ rowsSuspect: true });
  } catch {
    // The next start checks what it reads, and its scrub the rest.
  }
};

const openLocked = async (location: StoreLocation, options: StoreOptions, lock: StoreLock): Promise<Store> => {
  const { clock, stopwatch, limits } = options;
  const startedMs = stopwatch.nowMs();
  const { directory, durability, bootId, snapshots, acceptTime, replicate = (disk: Journal) => disk } = location;
  const synced = durability === 'fsync';
  const { first, keys } = identified(directory, bootId);
  const saved = savedTime(first, bootId);
  // Only the leader destroys due keys; a follower follows its records.
  const leads = location.follows === undefined && location.replicate === undefined;
  let due: readonly number[] = [];
  if (leads) keys.followed = () => void (due = keys.destroyDue(new JournalTime(clock, limits, saved).confirmedMs));
  const home = new Home(directory, first, lock);
  const save = (change: Partial<StoreIdentity>): void => home.save(change);
  const beforeFirstCommit = (): void => {
    if (home.identity.format.version !== FORMAT) save(migrated(home.identity));
    keys.format = KEYS_FORMAT;
  };
  const opened = await openAndRecover({ ...location, cipher: keys.cipher, clock, beforeFirstCommit }, first);
  const { time, why } = startTime(clock, limits, opened.replayed.lastMs, saved);
  if (synced && !first.synced) syncLmdb(journalPath(directory));
  const reserved = synced ? first.reserved && allNumbers(first.reserved) : reservedAfter(first, opened.replayed.tables);
  // This is saved before the first commit without sync.
  save({ bootId, ...opened.change, synced, time: time.saved, ...(reserved !== undefined && { reserved }) });
  if (why !== '' && acceptTime === undefined) {
    await opened.journal.close();
    throw new ClockRefused(why);
  }
  let failure: string | undefined;
  const fatal: EngineOptions['fatal'] = (reason, error) => {
    failure ??= error instanceof Error ? `${reason}: ${error.message}` : reason;
    if (error instanceof StoreDamage) suspectRows(save);
    options.fatal(reason, error);
  };
  const numbers = synced
    ? undefined
    : new NumberReservation(reserved!, options.rules, (given) => save({ reserved: given }));
  const engine = new Engine(
    {
      ...options,
      time,
      fatal,
      gated: durability !== 'relaxed',
      follows: !leads,
      ...(numbers !== undefined && { numbers }),
    },
    { ...opened.replayed, journal: replicate(opened.journal) },
  );
  if (acceptTime !== undefined) {
    stepTime(engine, acceptTime, true);
    save({ time: time.saved });
  }
  if (leads) recordDestroyedDue(engine, due);
  const started = first.started ? Promise.resolve() : engine.whenStored(1).then(() => save({ started: true }));
  started.catch((error: unknown) => (failure ??= (error as Error).message));
  // A follower may share the directory in which its leader writes files.
  if (location.follows === undefined) removeUnfinished(snapshots, home.identity);
  engine.snapshotsUpTo = snapshotsUpTo(snapshots, home.identity);
  const replayed = pick(opened.replayed, ['rows', 'records', 'events']);
  return {
    engine,
    identity: home.identity,
    keys,
    promoted: (from) => save({ follows: undefined, promotedFrom: from }),
    saveCluster: (cluster) => save({ cluster }),
    moveTo: (to, itsLock) => home.moveTo(to, itsLock, keys, engine.headSeq),
    saveTime: () => home.saveAside({ time: time.saved }),
    report: { ...pick(opened, ['outcome', 'detail']), ...replayed, tookMs: stopwatch.nowMs() - startedMs },
    started,
    close: async () => {
      await engine.close();
      if (!synced && failure === undefined) {
        syncLmdb(journalPath(home.directory));
        save({ synced: true });
      }
      await home.release();
      if (failure !== undefined) throw new Error(failure);
    },
  };
};
