// `kontor verify`: checks that journal, rows and snapshot files of a store agree, also while it is served. It repairs
// nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import type { Journal } from '../engine/journal/journal.ts';
import { openLmdbMoment, openLmdbReadOnly } from '../engine/journal/lmdb-journal.ts';
import { StoreLocked, lockStore } from '../engine/store/store-lock.ts';
import type { StoreLock } from '../engine/store/store-lock.ts';
import { listSnapshots } from '../engine/store/snapshot-files.ts';
import { readIdentity } from '../engine/store/identity.ts';
import type { StoreIdentity } from '../engine/store/identity.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { verifyStore } from '../engine/store/verify.ts';

/** Prints findings; false if there are any. Throws StoreDamage, WrongFormat, ConfigError. */
export const verify = async (directory: string, snapshots: string): Promise<boolean> => {
  const identity = existsSync(directory) ? readIdentity(directory) : undefined;
  if (identity === undefined) throw new ConfigError(`${directory} holds no store`);
  if (!existsSync(join(directory, 'journal', 'data.mdb'))) {
    if (identity.started) throw new ConfigError(`${directory} has lost its journal`);
    console.log(`kontor: ${directory} holds a store that has answered nothing yet; the next start makes its journal`);
    return true;
  }
  const lock = await lockOrServed(directory);
  // Destroyed keys stay: what is verified is not written.
  const { cipher } = SubjectKeys.read(directory, true);
  const path = join(directory, 'journal');
  try {
    if (lock === undefined) return await verifyJournal(openLmdbMoment(path, cipher), directory, snapshots, identity);
    return await verifyJournal(openLmdbReadOnly(path, cipher), directory, snapshots, identity);
  } finally {
    await lock?.release();
  }
};

/** Undefined while another process serves the store: it is verified as of this moment. */
const lockOrServed = async (directory: string): Promise<StoreLock | undefined> => {
  try {
    return await lockStore(directory);
  } catch (error) {
    if (!(error instanceof StoreLocked)) throw error;
    console.log(`kontor: ${directory} is served by another process, and verified as of now`);
    return undefined;
  }
};

const verifyJournal = async (
  journal: Journal,
  directory: string,
  snapshots: string,
  owner: StoreIdentity,
): Promise<boolean> => {
  try {
    if (journal.meta === undefined && owner.started) throw new ConfigError(`${directory} has lost its journal`);
    const headSeq = journal.meta?.headSeq ?? 0;
    // A server may write a file meanwhile.
    const newest = listSnapshots(snapshots, owner).findLast(({ seqTo }) => seqTo <= headSeq);
    const { findings, actors, records, basis } = await verifyStore(journal, newest, owner.parent?.upToSeq);
    const second =
      basis === ''
        ? ` alone: a restored store, ${snapshots} holds no snapshot file to compare it with`
        : `, and by ${records} records since ${basis}`;
    console.log(`kontor: ${directory}: ${actors} actors by rows and journal${second}`);
    for (const finding of findings) console.log(`kontor: ${finding}`);
    console.log(findings.length === 0 ? 'kontor: the store is sound' : `kontor: findings: ${findings.length}`);
    return findings.length === 0;
  } finally {
    await journal.close();
  }
};
