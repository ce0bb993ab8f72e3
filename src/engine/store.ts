// A store on disk: its lock, its key, the decision whether its file can be trusted, and recovery by named outcome.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from './engine.ts';
import type { EngineOptions } from './engine.ts';
import type { Journal, Meta } from './journal.ts';
import { openLmdb } from './lmdb-journal.ts';
import type { Durability } from './lmdb-journal.ts';
import { lockStore } from './lock.ts';
import type { StoreLock } from './lock.ts';
import { StoreDamage, recover } from './recovery.ts';
import type { Replayed } from './recovery.ts';
import { importSnapshot, listSnapshots } from './snapshot.ts';
import type { SnapshotFile } from './snapshot.ts';

/** `refused` is thrown as StoreDamage. */
export type RecoveryOutcome = 'clean' | 'torn_tail_cut' | 'snapshot_fallback';

export interface RecoveryReport {
  readonly outcome: RecoveryOutcome;
  /** What the outcome means for this store; '' for `clean`. */
  readonly detail: string;
  readonly rows: number;
  readonly records: number;
  readonly events: number;
  readonly tookMs: number;
}

/** What a store keeps beside its journal; readable by its owner alone. */
export interface StoreIdentity {
  readonly id: string;
  /** Session codes and idempotency digests are keyed with it; never in the journal or a snapshot. */
  readonly key: string;
  /** Whether every commit since the last clean end was synced to the disk. */
  readonly synced: boolean;
}

export interface StorePlace {
  readonly directory: string;
  readonly snapshots: string;
  readonly durability: Durability;
  readonly bootId: string;
}

export interface Store {
  readonly engine: Engine;
  readonly identity: StoreIdentity;
  readonly report: RecoveryReport;
  close(): Promise<void>;
}

const identityPath = (directory: string): string => join(directory, 'store.json');

/** Undefined for a directory that holds no store. */
export const readIdentity = (directory: string): StoreIdentity | undefined => {
  const path = identityPath(directory);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoreIdentity) : undefined;
};

const writeIdentity = (directory: string, identity: StoreIdentity): void => {
  const path = identityPath(directory);
  writeFileSync(`${path}.part`, `${JSON.stringify(identity, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
};

const journalPath = (directory: string): string => join(directory, 'journal');

/**
 * Whether a power cut since the last commit can have hurt the file: LMDB without sync may then be corrupt, and only
 * a snapshot file is known to be whole.
 */
const doubtful = (meta: Meta | undefined, bootId: string): boolean =>
  meta !== undefined && !meta.synced && !meta.clean && meta.bootId !== bootId;

interface Opened {
  readonly journal: Journal;
  readonly replayed: Replayed;
  readonly outcome: RecoveryOutcome;
  readonly detail: string;
}

const fallBack = async (place: StorePlace, identity: StoreIdentity, why: string): Promise<Opened> => {
  const { directory, snapshots, durability } = place;
  const files = listSnapshots(snapshots, identity.id);
  for (const file of files.toReversed()) {
    const fresh = join(directory, 'journal.part');
    try {
      const filling = openLmdb(fresh, 'fsync');
      await importSnapshot(file.path, filling);
      await filling.close();
    } catch (error) {
      if (error instanceof StoreDamage) continue;
      throw error;
    }
    const aside = `journal.distrusted-${Date.now()}`;
    renameSync(journalPath(directory), join(directory, aside));
    renameSync(fresh, journalPath(directory));
    const journal = openLmdb(journalPath(directory), durability);
    const detail = `${why}; the state is that of ${file.path}, record ${file.seqTo}; the old journal is in ${aside}`;
    return { journal, replayed: recover(journal), outcome: 'snapshot_fallback', detail };
  }
  throw new StoreDamage(`${why}, and ${snapshots} holds no whole snapshot file of this store`);
};

/** Only where commits were not synced can a damaged tail be one that no caller was promised to keep. */
const cutTail = async (journal: Journal, tailSeq: number): Promise<Replayed> => {
  const meta = journal.meta!;
  const head = tailSeq - 1;
  await journal.commit({
    batch: undefined,
    rows: [],
    cut: [tailSeq],
    buried: [],
    meta: { ...meta, commit: meta.commit + 1, head },
  });
  return recover(journal);
};

const openAndRecover = async (place: StorePlace, identity: StoreIdentity): Promise<Opened> => {
  let journal: Journal;
  try {
    journal = openLmdb(journalPath(place.directory), place.durability);
  } catch (error) {
    const why = `the journal cannot be opened (${(error as Error).message})`;
    if (identity.synced) throw new StoreDamage(why);
    return fallBack(place, identity, why);
  }
  const { meta } = journal;
  if (doubtful(meta, place.bootId)) {
    await journal.close();
    return fallBack(place, identity, 'the machine went down while commits were not synced');
  }
  try {
    return { journal, replayed: recover(journal), outcome: 'clean', detail: '' };
  } catch (error) {
    if (!(error instanceof StoreDamage) || meta === undefined || meta.synced) {
      await journal.close();
      throw error;
    }
    if (error.tailSeq !== undefined && meta.low < error.tailSeq) {
      const detail = `${error.message}; it was cut off`;
      return { journal, replayed: await cutTail(journal, error.tailSeq), outcome: 'torn_tail_cut', detail };
    }
    await journal.close();
    return fallBack(place, identity, error.message);
  }
};

/** Throws StoreLocked, StoreDamage, and what the file system says. */
export const openStore = async (
  place: StorePlace,
  options: Omit<EngineOptions, 'gated' | 'synced' | 'bootId'>,
): Promise<Store> => {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const lock = await lockStore(place.directory);
  try {
    return await openLocked(place, options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

const openLocked = async (
  place: StorePlace,
  options: Omit<EngineOptions, 'gated' | 'synced' | 'bootId'>,
  lock: StoreLock,
): Promise<Store> => {
  const startedMs = performance.now();
  const { directory, durability, bootId } = place;
  const synced = durability === 'fsync';
  const known = readIdentity(directory);
  if (known === undefined && existsSync(journalPath(directory))) {
    throw new StoreDamage(`${identityPath(directory)} is missing: without its key the store cannot be opened`);
  }
  const identity = known ?? { id: randomBytes(16).toString('hex'), key: randomBytes(32).toString('hex'), synced };
  if (known === undefined) writeIdentity(directory, identity);
  const { replayed, outcome, detail } = await openAndRecover(place, identity);
  // From here on an unsynced commit may come; the note outlives it.
  if (identity.synced !== synced) writeIdentity(directory, { ...identity, synced });
  const engine = new Engine({ ...options, gated: durability !== 'relaxed', synced, bootId }, replayed);
  const [oldest] = listSnapshots(place.snapshots, identity.id);
  engine.cutFloor = (oldest as SnapshotFile | undefined)?.seqTo ?? 0;
  const { rows, records, events } = replayed;
  return {
    engine,
    identity,
    report: { outcome, detail, rows, records, events, tookMs: performance.now() - startedMs },
    close: async () => {
      await engine.close();
      await lock.release();
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
