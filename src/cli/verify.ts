// `kontor verify`: checks that journal, rows and snapshot files of a store agree. It repairs nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/setting.ts';
import { openLmdbReadOnly } from '../engine/journal/lmdb-journal.ts';
import { checkLmdb } from '../engine/journal/lmdb-file.ts';
import { lockStore } from '../engine/store/store-lock.ts';
import { listSnapshots } from '../engine/store/snapshot-files.ts';
import type { SnapshotOwner } from '../engine/store/snapshot-files.ts';
import { readIdentity } from '../engine/store/identity.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { verifyStore } from '../engine/store/verify.ts';

/** Prints findings; false if there are any. Throws StoreLocked, StoreDamage, ConfigError. */
export const verify = async (directory: string, snapshots: string): Promise<boolean> => {
  const identity = existsSync(directory) ? readIdentity(directory) : undefined;
  if (identity === undefined) throw new ConfigError(`${directory} holds no store`);
  if (!existsSync(join(directory, 'journal', 'data.mdb'))) throw new ConfigError(`${directory} has lost its journal`);
  const lock = await lockStore(directory);
  try {
    // Reads the whole file first: a damaged page is reported here, and would crash the process inside LMDB.
    checkLmdb(join(directory, 'journal'), Infinity);
    return await verifyLocked(directory, snapshots, identity);
  } finally {
    await lock.release();
  }
};

const verifyLocked = async (directory: string, snapshots: string, owner: SnapshotOwner): Promise<boolean> => {
  const journal = openLmdbReadOnly(join(directory, 'journal'), SubjectKeys.read(directory).cipher);
  try {
    const newest = listSnapshots(snapshots, owner).at(-1);
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
