// A store on disk: its lock, its key, the decision whether its file can be trusted, and recovery by named outcome.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KIND_NAMES } from '../../domain/kinds.ts';
import { messageSubject } from '../../domain/webhooks/message.ts';
import { objectsOf } from '../audit-log.ts';
import { unpack } from '../disk/codec.ts';
import { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine.ts';
import type { Journal } from '../journal/journal.ts';
import { openLmdb, syncLmdb } from '../journal/lmdb-journal.ts';
import type { Durability } from '../journal/lmdb-journal.ts';
import { lockStore } from './store-lock.ts';
import type { StoreLock } from './store-lock.ts';
import { recover } from './recovery.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Replayed } from './recovery.ts';
import { branchOf, importSnapshot, isOwn, listSnapshots, readSnapshotHeader, removeUnfinished } from './snapshot.ts';
import type { Imported, SnapshotFile, SnapshotHeader, SnapshotOwner } from './snapshot.ts';
import { checkDiskSpace } from '../disk/disk-space.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { isSystemError, systemReason } from '../disk/system-error.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

/** `refused` is thrown as StoreDamage. */
type RecoveryOutcome = 'clean' | 'torn_tail_cut' | 'snapshot_fallback';

interface RecoveryReport {
  readonly outcome: RecoveryOutcome;
  /** What the outcome means for this store; '' for `clean`. */
  readonly detail: string;
  readonly rows: number;
  readonly records: number;
  readonly events: number;
  readonly tookMs: number;
}

/** What a store keeps beside its journal; readable by its owner alone. */
export interface StoreIdentity extends SnapshotOwner {
  /** Session codes and idempotency digests are keyed with it; never in the journal or a snapshot. */
  readonly key: string;
  /** False from before the first commit without sync until all of them were synced at a clean end. */
  readonly synced: boolean;
  /** The boot of the machine on which the commits without sync were made. */
  readonly bootId: string;
  /** A record was durable once: without a journal this is then a loss and no new store. */
  readonly started: boolean;
  /** Named anew where records may be told a second time with other contents: whoever remembers one must know which. */
  readonly line: string;
}

export interface StorePlace {
  readonly directory: string;
  readonly snapshots: string;
  readonly durability: Durability;
  readonly bootId: string;
}

interface OpenPlace extends StorePlace {
  readonly cipher: SubjectCipher;
}

export interface Store {
  readonly engine: Engine;
  readonly identity: StoreIdentity;
  readonly report: RecoveryReport;
  readonly keys: SubjectKeys;
  /** Resolves when the store is noted as one that may have answered; never for one without a record. */
  readonly started: Promise<void>;
  /** Throws the reason where the journal failed, then or before: a restart recovers. */
  close(): Promise<void>;
}

/** Hours: an erasure takes the key of an hour away, and its messages then have the next one's. */
const MESSAGE_KEYS_SKIPPED = 24;

const identityPath = (directory: string): string => join(directory, 'store.json');

/** Undefined for a directory that holds no store. Throws StoreDamage, and what the file system says. */
export const readIdentity = (directory: string): StoreIdentity | undefined => {
  const path = identityPath(directory);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${path} cannot be read: ${systemReason(error)}`, { cause: error });
  }
  try {
    const { id, branch = '', parent, key, synced, bootId, started, line = '' } = JSON.parse(text) as StoreIdentity;
    if (/^[0-9a-f]{32}$/.test(id) && /^[0-9a-f]{64}$/.test(key)) {
      return { id, branch, ...(parent !== undefined && { parent }), key, synced, bootId, started, line };
    }
  } catch {
    // Said below.
  }
  throw new StoreDamage(`${path} is damaged: without its key the store cannot be opened`);
};

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

const writeIdentity = (directory: string, identity: StoreIdentity): void => {
  const path = identityPath(directory);
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(identity, undefined, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
    syncDirectory(directory);
  } catch (error) {
    throw new Error(`${path} cannot be written: ${systemReason(error)}`, { cause: error });
  }
};

const journalPath = (directory: string): string => join(directory, 'journal');

/**
 * Whether a power cut since the last sync can have hurt the file: LMDB without sync may then be corrupt, so that not
 * even its own meta row can be asked, and only a snapshot file is known to be whole.
 */
const mayBeCorrupt = (identity: StoreIdentity, bootId: string): boolean =>
  !identity.synced && identity.bootId !== bootId;

interface Opened {
  readonly journal: Journal;
  readonly replayed: Replayed;
  readonly outcome: RecoveryOutcome;
  readonly detail: string;
  /** What the outcome changes of the identity. */
  readonly change: Partial<StoreIdentity>;
}

/** Brings a file into `journal.part`, sealed values as they are; undefined when it is damaged. */
const importIntoNewJournal = async (directory: string, path: string): Promise<Imported | undefined> => {
  const fresh = join(directory, 'journal.part');
  // Nothing of an attempt that failed may be in the next one.
  rmSync(fresh, { recursive: true, force: true });
  const filling = openLmdb(fresh, 'fsync', undefined);
  try {
    return await importSnapshot(path, filling);
  } catch (error) {
    if (!(error instanceof StoreDamage)) throw error;
    return undefined;
  } finally {
    await filling.close();
  }
};

/** Throws StoreDamage that names the file. */
const headerOf = (path: string): SnapshotHeader => {
  try {
    return readSnapshotHeader(path);
  } catch (error) {
    if (error instanceof StoreDamage) error.message = `${path}: ${error.message}`;
    throw error;
  }
};

const publishJournal = (directory: string): void => {
  renameSync(join(directory, 'journal.part'), journalPath(directory));
  syncDirectory(directory);
};

/**
 * Makes a store from one snapshot file. With the `store.json` of its store beside it the sessions go on; without, they
 * end, because their codes are keyed with it.
 *
 * Throws StoreDamage when the directory holds a journal already, or the `store.json` of another store.
 */
export const restoreStore = async (directory: string, path: string): Promise<SnapshotHeader> => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = await lockStore(directory);
  try {
    if (existsSync(journalPath(directory))) throw new StoreDamage(`${directory} holds a store already`);
    const header = headerOf(path);
    const known = readIdentity(directory);
    if (known !== undefined && known.id !== header.storeId) {
      throw new StoreDamage(`${identityPath(directory)} belongs to another store than ${path}`);
    }
    const filled = await importIntoNewJournal(directory, path);
    if (filled === undefined) throw new StoreDamage(`${path} is damaged`);
    // What lost keys sealed reads as erased; nobody new may be given their numbers.
    if (SubjectKeys.readIfPresent(directory) === undefined)
      SubjectKeys.create(directory, filled.nextSubject, messageSubject(Date.now()) + MESSAGE_KEYS_SKIPPED);
    const key = known?.key ?? randomHex(32);
    const from = branchOf(path, header.storeId);
    const parent = { ...(from !== undefined && { branch: from }), upTo: header.seqTo };
    writeIdentity(directory, {
      id: header.storeId,
      branch: randomHex(4),
      parent,
      key,
      synced: true,
      bootId: '',
      started: true,
      line: randomHex(4),
    });
    publishJournal(directory);
    return header;
  } finally {
    await lock.release();
  }
};

const fallBack = async (place: OpenPlace, identity: StoreIdentity, why: string): Promise<Opened> => {
  const { directory, snapshots, durability, cipher } = place;
  const files = listSnapshots(snapshots, identity);
  const damaged: SnapshotFile[] = [];
  for (const file of files.toReversed()) {
    if ((await importIntoNewJournal(directory, file.path)) === undefined) {
      damaged.push(file);
      continue;
    }
    const aside = `journal.distrusted-${Date.now()}`;
    if (existsSync(journalPath(directory))) renameSync(journalPath(directory), join(directory, aside));
    publishJournal(directory);
    // New records take the numbers that these files hold, too: they must never be taken for the store's newest.
    // Another branch's stay as they are: what of them counts as this store's history ends with the file that was taken.
    for (const one of damaged) if (isOwn(identity, one)) renameSync(one.path, `${one.path}.damaged`);
    const change = {
      line: randomHex(4),
      ...(!isOwn(identity, file) && { parent: { branch: file.branch, upTo: file.seqTo } }),
    };
    const journal = openLmdb(journalPath(directory), durability, cipher);
    const detail = `${why}; the state is that of ${file.path}, record ${file.seqTo}; the old journal is in ${aside}`;
    return { journal, replayed: recover(journal), outcome: 'snapshot_fallback', detail, change };
  }
  throw new StoreDamage(`${why}, and ${snapshots} holds no whole snapshot file of this store`);
};

/** Whether something other than the journal holds records of its damaged tail already: cutting would fork history. */
const isTailReferenced = (journal: Journal, tailSeq: number, files: readonly SnapshotFile[]): boolean => {
  const reaches = ([, bytes]: readonly [number, Buffer]): boolean => (unpack(bytes) as [number])[0] >= tailSeq;
  if (files.some(({ seqTo }) => seqTo >= tailSeq)) return true;
  return KIND_NAMES.some(
    (kind) => [...journal.rows(kind)].some(reaches) || [...journal.tombstones(kind)].some(reaches),
  );
};

/** Only where commits were not synced can a damaged tail be one that no caller was promised to keep. */
const truncateTail = async (journal: Journal, tailSeq: number): Promise<Replayed> => {
  const meta = journal.meta!;
  const head = tailSeq - 1;
  await journal.commit({
    batch: undefined,
    rows: [],
    truncatedBatches: [tailSeq],
    droppedTombstones: [],
    audit: { add: [], remove: [...journal.audit(tailSeq)].map(([seq, bytes]) => ({ seq, objects: objectsOf(bytes) })) },
    meta: { ...meta, commit: meta.commit + 1, head },
  });
  return recover(journal);
};

/** Before the first reply there is nothing to lose: what a full disk or a kill has left half made is put aside. */
const openUnstarted = async (
  { directory, durability, bootId, cipher }: OpenPlace,
  identity: StoreIdentity,
): Promise<Opened> => {
  const path = journalPath(directory);
  const open = async (): Promise<Pick<Opened, 'journal' | 'replayed'>> => {
    const journal = openLmdb(path, durability, cipher);
    try {
      return { journal, replayed: recover(journal) };
    } catch (error) {
      await journal.close();
      throw error;
    }
  };
  let why = 'the machine went down during the first start';
  try {
    if (!mayBeCorrupt(identity, bootId)) return { ...(await open()), outcome: 'clean', detail: '', change: {} };
  } catch (error) {
    if (isSystemError(error)) throw error;
    why = (error as Error).message;
  }
  const aside = `journal.half-made-${Date.now()}`;
  if (existsSync(path)) renameSync(path, join(directory, aside));
  const detail = `${why}; nothing had been answered from it yet: the journal begins anew, the old one is in ${aside}`;
  return { ...(await open()), outcome: 'clean', detail, change: {} };
};

const openAndRecover = async (place: OpenPlace, identity: StoreIdentity): Promise<Opened> => {
  if (!identity.started) return openUnstarted(place, identity);
  const files = listSnapshots(place.snapshots, identity);
  if (mayBeCorrupt(identity, place.bootId)) {
    return fallBack(place, identity, 'the machine went down while commits were not synced');
  }
  let journal: Journal;
  try {
    journal = openLmdb(journalPath(place.directory), place.durability, place.cipher);
  } catch (error) {
    const why = `the journal cannot be opened (${(error as Error).message})`;
    // It may be whole: neither another state nor the word damage.
    if (isSystemError(error)) throw new Error(why, { cause: error });
    if (identity.synced) throw new StoreDamage(why);
    return fallBack(place, identity, why);
  }
  const { meta } = journal;
  if (meta === undefined) {
    await journal.close();
    const why = `the journal is gone from ${journalPath(place.directory)}`;
    if (identity.synced) throw new StoreDamage(why);
    return fallBack(place, identity, why);
  }
  try {
    return { journal, replayed: recover(journal), outcome: 'clean', detail: '', change: {} };
  } catch (error) {
    if (!(error instanceof StoreDamage) || identity.synced) {
      await journal.close();
      throw error;
    }
    const { tailSeq } = error;
    if (tailSeq !== undefined && meta.low < tailSeq && !isTailReferenced(journal, tailSeq, files)) {
      const detail = `${error.message}; it was cut off`;
      return {
        journal,
        replayed: await truncateTail(journal, tailSeq),
        outcome: 'torn_tail_cut',
        detail,
        change: { line: randomHex(4) },
      };
    }
    await journal.close();
    return fallBack(place, identity, error.message);
  }
};

/** Throws StoreLocked, StoreDamage, and what the file system says. */
export const openStore = async (place: StorePlace, options: Omit<EngineOptions, 'gated'>): Promise<Store> => {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const lock = await lockStore(place.directory);
  try {
    return await openLocked(place, options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

const newIdentity = (bootId: string): StoreIdentity => ({
  id: randomHex(16),
  branch: randomHex(4),
  key: randomHex(32),
  synced: true,
  bootId,
  started: false,
  line: randomHex(4),
});

/**
 * What the journal is kept from; a parent's files count only until there is an own one, because nobody here removes
 * them.
 */
const cutFloorOf = (snapshots: string, owner: SnapshotOwner): number => {
  const files = listSnapshots(snapshots, owner);
  return (files.find((file) => isOwn(owner, file)) ?? files[0])?.seqTo ?? 0;
};

const openLocked = async (
  place: StorePlace,
  options: Omit<EngineOptions, 'gated'>,
  lock: StoreLock,
): Promise<Store> => {
  const startedMs = performance.now();
  const { directory, durability, bootId } = place;
  const synced = durability === 'fsync';
  const known = readIdentity(directory);
  if (known === undefined && existsSync(journalPath(directory))) {
    throw new StoreDamage(`${identityPath(directory)} is missing: without its key the store cannot be opened`);
  }
  const identity = known ?? newIdentity(bootId);
  if (!identity.started) checkDiskSpace(directory);
  if (known === undefined) writeIdentity(directory, identity);
  const keys = identity.started
    ? SubjectKeys.read(directory)
    : (SubjectKeys.readIfPresent(directory) ?? SubjectKeys.create(directory));
  keys.destroyDue(options.clock.nowMs());
  const {
    replayed,
    outcome,
    detail,
    change: recovered,
  } = await openAndRecover({ ...place, cipher: keys.cipher }, identity);
  if (synced && !identity.synced) syncLmdb(journalPath(directory));
  // From here on an unsynced commit may come; the note outlives it.
  let noted: StoreIdentity = { ...identity, bootId, ...recovered };
  const note = (change: Partial<StoreIdentity>): void => writeIdentity(directory, (noted = { ...noted, ...change }));
  note({ synced });
  let failure: string | undefined;
  const fatal: EngineOptions['fatal'] = (reason, error) => {
    failure ??= error instanceof Error ? `${reason}: ${error.message}` : reason;
    options.fatal(reason, error);
  };
  const engine = new Engine({ ...options, fatal, gated: durability !== 'relaxed' }, replayed);
  const started = identity.started ? Promise.resolve() : engine.whenDurable(1).then(() => note({ started: true }));
  started.catch((error: unknown) => (failure ??= (error as Error).message));
  removeUnfinished(place.snapshots, noted);
  engine.truncatableSeq = cutFloorOf(place.snapshots, noted);
  const { rows, records, events } = replayed;
  return {
    engine,
    identity: noted,
    keys,
    report: { outcome, detail, rows, records, events, tookMs: performance.now() - startedMs },
    started,
    close: async () => {
      await engine.close();
      if (!synced && failure === undefined) {
        syncLmdb(journalPath(directory));
        note({ synced: true });
      }
      await lock.release();
      if (failure !== undefined) throw new Error(failure);
    },
  };
};

/** The machine's boot; '' where the system does not tell, which then counts as the same boot. */
export const machineBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};
