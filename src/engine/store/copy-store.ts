// Copies the store of a running server, so that another process can follow it from there.
//
// Guaranteed: the copy is the journal as of one commit, with keys of that moment or later, so data erased before the
// copy began cannot be read from it. An interrupted copy is begun again. Not promised: snapshot files, which a follower
// makes itself.
import { existsSync, rmSync } from 'node:fs';
import { STORE_FORMAT, mustWrite } from '../disk/format.ts';
import { makeDirectory } from '../disk/make-directory.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { copyLmdb } from '../journal/lmdb-journal.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { readBeside } from './beside.ts';
import type { KeepMoment } from './beside.ts';
import { identityPath, journalPath, readIdentity, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { newJournalPath, publishJournal } from './open-journal.ts';

/** Identity of a store that may be followed. Throws StoreDamage. */
export const identityToFollow = (directory: string): StoreIdentity => {
  const leader = readIdentity(directory);
  if (leader === undefined) throw new StoreDamage(`${directory} holds no store that could be followed`);
  if (!leader.started) throw new StoreDamage(`the store in ${directory} has no record yet: start its server first`);
  mustWrite(`the store in ${directory}`, leader.format);
  return leader;
};

/**
 * Makes `directory`, which the caller has locked, a copy of the store in `from` that follows it. Throws StoreDamage if
 * it holds another store.
 */
export const copyStore = async (from: string, directory: string, keepMoment: KeepMoment): Promise<void> => {
  const known = readIdentity(directory);
  if (known !== undefined && known.isCopying !== true) throw new StoreDamage(`${directory} holds a store already`);
  if (known === undefined && existsSync(journalPath(directory)))
    throw new StoreDamage(`${identityPath(directory)} is missing: without its key the store cannot be opened`);
  const { id, timeline, key, bootId, feedEpoch, parent, reserved, time, rowsSuspect } = identityToFollow(from);
  makeDirectory(directory);
  const identity: StoreIdentity = {
    format: STORE_FORMAT,
    id,
    timeline,
    key,
    synced: true,
    bootId,
    started: true,
    feedEpoch,
    ...(parent !== undefined && { parent }),
    ...(reserved !== undefined && { reserved }),
    // The copy also has the leader's saved time, as of its boot, and the same suspicion of rows.
    ...(time !== undefined && { time }),
    ...(rowsSuspect === true && { rowsSuspect }),
    follows: from,
  };
  writeIdentity(directory, { ...identity, isCopying: true });
  for (const path of [newJournalPath(directory), journalPath(directory)])
    rmSync(path, { recursive: true, force: true });
  await readBeside(from, keepMoment, (isServed) => copyLmdb(journalPath(from), newJournalPath(directory), isServed));
  publishJournal(directory);
  SubjectKeys.copy(from, directory);
  writeIdentity(directory, identity);
};
