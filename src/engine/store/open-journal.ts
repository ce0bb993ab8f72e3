// Decides which state a store starts from, by named outcome: `clean`, `rows_restored`, `torn_tail_truncated`,
// `snapshot_fallback`; all else is refused as StoreDamage.
//
// With `fsync` the journal is trusted, and any damage is refused, because every commit was promised to a caller.
// Without sync a power failure may have damaged the file: a damaged last batch may then be truncated if nothing else
// holds its records; otherwise the newest whole snapshot file becomes the journal. A journal that is put aside is
// renamed, never deleted.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { OrderIndex } from '../../domain/orders/order-index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { objectsOf } from '../audit/audit-log.ts';
import { seqOf } from '../disk/checksummed.ts';
import { STORE_FORMAT, WrongFormat, mustWrite } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { isSystemError } from '../disk/system-error.ts';
import { commitWith } from '../journal/journal.ts';
import type { Journal } from '../journal/journal.ts';
import { openLmdb } from '../journal/lmdb-journal.ts';
import type { Durability } from '../journal/lmdb-journal.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';
import { journalPath, newEpoch, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { importSnapshot } from '../snapshots/import-snapshot.ts';
import type { Imported } from '../snapshots/import-snapshot.ts';
import { RowDamage, RowsDamaged } from '../journal/row-damage.ts';
import { lossOf, lossPhrase, writeLoss } from '../recovery/loss.ts';
import type { Loss } from '../recovery/loss.ts';
import { migrated } from './migration.ts';
import { allNumbers, highest, nextNumbers } from '../recovery/number-reservation.ts';
import type { Numbers } from '../recovery/number-reservation.ts';
import { recover } from '../recovery/recovery.ts';
import { checkRows } from '../recovery/row-check.ts';
import { repairRows } from '../recovery/row-repair.ts';
import type { Replayed } from '../recovery/recovery.ts';
import { NOTHING_FOUND, salvage } from '../recovery/salvage.ts';
import type { Salvaged } from '../recovery/salvage.ts';
import { readSnapshotHeader } from '../snapshots/snapshot-format.ts';
import { isOwn, listSnapshots, mustReadNewest } from '../snapshots/snapshot-files.ts';
import type { SnapshotFile } from '../snapshots/snapshot-files.ts';
import type { KeepMoment } from './beside.ts';

export type RecoveryOutcome = 'clean' | 'rows_restored' | 'torn_tail_truncated' | 'snapshot_fallback';

export interface StoreLocation {
  readonly directory: string;
  readonly snapshots: string;
  readonly durability: Durability;
  readonly bootId: string;
  /** Why the store is opened for reading only; absent or '': it is not. */
  readonly readOnly?: string;
  /** Called once the store is locked, before it is read; an error ends the opening. */
  readonly locked?: (() => Promise<void>) | undefined;
  /** How long to wait for another process to release the store; 0 by default. */
  readonly lockWaitMs?: number | undefined;
  /** The data directory of the server that the store follows; absent: it is served by itself. */
  readonly follows?: string | undefined;
  /** Asks that server to keep what is copied; absent: no process has that store open. */
  readonly keepMoment?: KeepMoment;
  /** Makes a node's journal, behind the shared log, from the one on its disk. The node follows at first. */
  readonly replicate?: ((disk: Journal) => Journal) | undefined;
  /** How an operator confirmed the system's clock, however far it is from the last record; absent: not confirmed. */
  readonly acceptTime?: 'accepted' | 'repaired';
}

export interface OpenLocation extends StoreLocation {
  readonly cipher: SubjectCipher;
  readonly clock: Clock;
  /** Called before the first commit to the journal that is there. */
  readonly beforeFirstCommit: () => void;
}

export interface OpenedJournal {
  readonly journal: Journal;
  readonly replayed: Replayed;
  readonly outcome: RecoveryOutcome;
  /** Meaning of the outcome for this store, as a line for its operator; '' for nothing to say. */
  readonly detail: string;
  /** Changes of the identity by the outcome. */
  readonly change: Partial<StoreIdentity>;
}

/**
 * Whether a power failure since the last sync may have damaged the file. Without sync LMDB may then be corrupt, even
 * its meta row, and only a snapshot file is known to be whole.
 */
export const mayBeCorrupt = (identity: StoreIdentity, bootId: string): boolean =>
  !identity.synced && identity.bootId !== bootId;

export const newJournalPath = (directory: string): string => join(directory, 'journal.part');

/** Imports a file into `journal.part`; undefined when the file is damaged. Throws WrongFormat. */
export const importIntoNewJournal = async (
  directory: string,
  path: string,
  goOn: (journal: Journal) => Promise<unknown> = () => Promise.resolve(),
): Promise<Imported | undefined> => {
  // A failed attempt must leave nothing for the next one.
  rmSync(newJournalPath(directory), { recursive: true, force: true });
  const journal = openLmdb(newJournalPath(directory), 'fsync', undefined);
  try {
    const imported = await importWhole(path, journal);
    if (imported !== undefined) await goOn(journal);
    return imported;
  } finally {
    await journal.close();
  }
};

/** Imports a whole file; undefined where it is damaged. */
const importWhole = async (path: string, journal: Journal): Promise<Imported | undefined> => {
  try {
    mustWrite(path, readSnapshotHeader(path).format);
    return await importSnapshot(path, journal);
  } catch (error) {
    if (!(error instanceof StoreDamage)) throw error;
    return undefined;
  }
};

/** Makes `journal.part` the store's journal. */
export const publishJournal = (directory: string): void => {
  renameSync(newJournalPath(directory), journalPath(directory));
  syncDirectory(directory);
};

/** What the old journal holds after a record; nothing where it does not exist or cannot be read. */
const salvageOld = (path: string, seq: number, cipher: SubjectCipher): Salvaged => {
  try {
    return salvage(path, seq, cipher);
  } catch {
    return { ...NOTHING_FOUND, lastSeq: seq };
  }
};

/** Next numbers after those that may have been given, by the reservation and by the old journal. */
const nextAfter = ({ orders, reservedOrderId }: Salvaged, reserved: Numbers): Numbers =>
  orders.reduce<Numbers>(
    (next, { id, order: { invoice, cancellation } }) =>
      highest(next, { order: id + 1, invoice: invoice.number + 1, cancellation: cancellation.number + 1 }),
    highest(reserved, allNumbers({ order: reservedOrderId + 1 })),
  );

/** Makes the new journal skip numbers that may have been given. Returns the next ones that it had itself. */
const skipNumbers = async (path: string, cipher: SubjectCipher, next: Numbers): Promise<Numbers> => {
  const journal = openLmdb(path, 'fsync', cipher);
  try {
    const kept = nextNumbers(recover(journal).tables);
    const meta = journal.meta!;
    await journal.commit(
      commitWith({
        ...meta,
        commitNumber: meta.commitNumber + 1,
        nextIds: { ...meta.nextIds, ...highest(kept, next) },
      }),
    );
    return kept;
  } finally {
    await journal.close();
  }
};

const fallBack = async (location: OpenLocation, identity: StoreIdentity, why: string): Promise<OpenedJournal> => {
  const { directory, snapshots, durability, cipher, clock } = location;
  const files = listSnapshots(snapshots, identity);
  mustReadNewest(snapshots, identity, files);
  const damaged: SnapshotFile[] = [];
  for (const file of files.toReversed()) {
    if ((await importIntoNewJournal(directory, file.path)) === undefined) {
      damaged.push(file);
      continue;
    }
    const old = journalPath(directory);
    const nowMs = clock.nowMs();
    const aside = existsSync(old) ? `journal.distrusted-${nowMs}` : null;
    const salvaged = salvageOld(old, file.seqTo, cipher);
    const next = nextAfter(salvaged, allNumbers(identity.reserved));
    const kept = await skipNumbers(newJournalPath(directory), cipher, next);
    const told = { why, nowMs, snapshot: file.path, record: file.seqTo, journal: aside, salvaged, kept };
    const loss = lossOf({ ...told, next: highest(kept, next) });
    const change = {
      ...migrated(identity),
      feedEpoch: newEpoch(),
      ...(!isOwn(identity, file) && { parent: { timeline: file.timeline, upToSeq: file.seqTo } }),
    };
    // Everything that the next start must know is on the disk before the old journal is renamed; after an interruption
    // the fall back begins again.
    const name = writeLoss(directory, loss);
    writeIdentity(directory, change);
    if (aside !== null) renameSync(old, join(directory, aside));
    publishJournal(directory);
    // New records reuse the numbers in these files, which must never count as the store's newest. Files of another
    // timeline stay, because their part of this store's history ends with the file that was used.
    for (const own of damaged) if (isOwn(identity, own)) renameSync(own.path, `${own.path}.damaged`);
    const journal = openLmdb(journalPath(directory), durability, cipher);
    const where = aside === null ? '' : `; the old journal is in ${aside}`;
    const state = `the state is that of ${file.path}, record ${file.seqTo}`;
    const detail = `${why}; ${state}; ${lossPhrase(loss)}: see ${name}${where}`;
    return { journal, replayed: recover(journal), outcome: 'snapshot_fallback', detail, change };
  }
  throw new StoreDamage(`${why}, and ${snapshots} holds no whole snapshot file of this store`);
};

/**
 * Whether a row, a tombstone or a snapshot file holds records of the damaged tail, so that truncating it would leave
 * states of lost records.
 */
const isTailReferenced = (journal: Journal, tailSeq: number, files: readonly SnapshotFile[]): boolean => {
  const reachesTail = ([, bytes]: readonly [id: number, bytes: Buffer]): boolean =>
    (seqOf(bytes) ?? Infinity) >= tailSeq;
  if (files.some(({ seqTo }) => seqTo >= tailSeq)) return true;
  return KIND_NAMES.some(
    (kind) => [...journal.rows(kind)].some(reachesTail) || [...journal.tombstones(kind)].some(reachesTail),
  );
};

/**
 * Truncates a damaged tail; allowed only where commits were not synced, because other records were promised to a
 * caller.
 */
const truncateTail = async (journal: Journal, tailSeq: number): Promise<Replayed> => {
  const meta = journal.meta!;
  // `nextIds` stays as of the tail, so that no number of a lost order is given again.
  const lost = [...journal.audit(tailSeq)].map(([seq, bytes]) => ({ seq, objects: objectsOf(seq, bytes) }));
  await journal.commit(
    commitWith(
      { ...meta, ...STORE_FORMAT, commitNumber: meta.commitNumber + 1, headSeq: tailSeq - 1 },
      { truncatedBatches: [tailSeq], audit: { add: [], remove: lost } },
    ),
  );
  return recover(journal);
};

/** Loss of an unreadable tail: records and invoice numbers are known, orders are not. */
const lossOfTail = ({ tables, headSeq }: Replayed, why: string, tailSeq: number, nowMs: number): Loss => {
  const next = nextNumbers(tables);
  const { invoices, cancellations } = tables.order.index as OrderIndex;
  const kept = { ...next, invoice: invoices.last + 1, cancellation: cancellations.last + 1 };
  const salvaged = { ...NOTHING_FOUND, lastSeq: headSeq, gaps: [[headSeq + 1, tailSeq] as const] };
  return lossOf({ why, nowMs, snapshot: null, record: headSeq, journal: null, salvaged, kept, next });
};

/**
 * Opens a store that never answered. Nothing can be lost, so a half-made journal of a full disk or a kill is put aside.
 */
const openUnstarted = async (
  { directory, durability, bootId, cipher, clock, beforeFirstCommit }: OpenLocation,
  identity: StoreIdentity,
): Promise<OpenedJournal> => {
  const path = journalPath(directory);
  const open = async (): Promise<Pick<OpenedJournal, 'journal' | 'replayed'>> => {
    const journal = openLmdb(path, durability, cipher, beforeFirstCommit);
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
    if (isSystemError(error) || error instanceof WrongFormat) throw error;
    why = (error as Error).message;
  }
  const aside = `journal.half-made-${clock.nowMs()}`;
  if (existsSync(path)) renameSync(path, join(directory, aside));
  const detail = `${why}; nothing had been answered from it yet: the journal begins anew, the old one is in ${aside}`;
  return { ...(await open()), outcome: 'clean', detail, change: {} };
};

/** Recovers, after restoring damaged rows. */
const recoverRows = async (
  journal: Journal,
  identity: StoreIdentity,
  newest: SnapshotFile | undefined,
): Promise<OpenedJournal> => {
  const change = { rowsSuspect: false };
  try {
    const damage = identity.rowsSuspect === true ? checkRows(journal) : [];
    if (damage.length > 0) throw new RowsDamaged(damage);
    return { journal, replayed: recover(journal), outcome: 'clean', detail: '', change };
  } catch (error) {
    if (!(error instanceof RowsDamaged) && !(error instanceof RowDamage)) throw error;
    const detail = await repairRows(journal, newest, identity.parent?.upToSeq ?? 0);
    return { journal, replayed: recover(journal), outcome: 'rows_restored', detail, change };
  }
};

/** Falls back to a snapshot file, only where commits were not synced, because synced records were promised. */
const unlessSynced = (location: OpenLocation, identity: StoreIdentity, why: string): Promise<OpenedJournal> => {
  if (identity.synced) throw new StoreDamage(why);
  return fallBack(location, identity, why);
};

/** Opens and recovers the journal. Throws StoreDamage, WrongFormat, and errors of the file system. */
export const openAndRecover = async (location: OpenLocation, identity: StoreIdentity): Promise<OpenedJournal> => {
  if (!identity.started) return openUnstarted(location, identity);
  const files = listSnapshots(location.snapshots, identity);
  if (mayBeCorrupt(identity, location.bootId)) {
    return fallBack(location, identity, 'the machine went down while commits were not synced');
  }
  const gone = `the journal is gone from ${journalPath(location.directory)}`;
  // Opening it would create an empty journal.
  if (!existsSync(join(journalPath(location.directory), 'data.mdb'))) return unlessSynced(location, identity, gone);
  let journal: Journal;
  try {
    const { directory, durability, cipher, beforeFirstCommit } = location;
    journal = openLmdb(journalPath(directory), durability, cipher, beforeFirstCommit);
  } catch (error) {
    const why = `the journal cannot be opened (${(error as Error).message})`;
    // The file may be whole, so it is neither called damaged nor replaced by an older state.
    if (isSystemError(error)) throw new Error(why, { cause: error });
    return unlessSynced(location, identity, why);
  }
  const { meta } = journal;
  if (meta === undefined) {
    await journal.close();
    return unlessSynced(location, identity, gone);
  }
  try {
    mustWrite('the journal', meta);
    return await recoverRows(journal, identity, files.at(-1));
  } catch (error) {
    if (!(error instanceof StoreDamage) || identity.synced) {
      await journal.close();
      throw error;
    }
    const { tailSeq } = error;
    if (tailSeq !== undefined && meta.checkpointSeq < tailSeq && !isTailReferenced(journal, tailSeq, files)) {
      const replayed = await truncateTail(journal, tailSeq);
      const loss = lossOfTail(replayed, error.message, meta.headSeq, location.clock.nowMs());
      const name = writeLoss(location.directory, loss);
      const detail = `${error.message}; it was truncated; ${lossPhrase(loss)}: see ${name}`;
      return { journal, replayed, outcome: 'torn_tail_truncated', detail, change: { feedEpoch: newEpoch() } };
    }
    await journal.close();
    return fallBack(location, identity, error.message);
  }
};
