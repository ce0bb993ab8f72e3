// Copies the store of a server that goes on, so that another process can follow it from there.
//
// Guaranteed: the copy is the journal as of one commit, with the keys of its own moment or a later one: what was erased
// before the copy began cannot be read from it. A copy that was cut short is begun again. Not promised: snapshot files,
// which a follower makes itself.
import { existsSync, rmSync } from 'node:fs';
import { STORE_FORMAT, mustWrite } from '../disk/format.ts';
import { makeDirectory } from '../disk/make-directory.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { copyLmdb } from '../journal/lmdb-journal.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { identityPath, journalPath, readIdentity, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { newJournalPath, publishJournal } from './open-journal.ts';

/** The identity of a store that may be followed. Throws StoreDamage. */
export const identityToFollow = (directory: string): StoreIdentity => {
  const leader = readIdentity(directory);
  if (leader === undefined) throw new StoreDamage(`${directory} holds no store that could be followed`);
  if (!leader.started) throw new StoreDamage(`the store in ${directory} has no record yet: start its server first`);
  mustWrite(`the store in ${directory}`, leader.format);
  return leader;
};

/**
 * Makes `directory` a copy of the store in `from` that follows it; the caller has locked it. Throws StoreDamage where
 * it holds another store.
 */
export const copyStore = async (from: string, directory: string): Promise<void> => {
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
    // It has the leader's line of time, too, as of the boot in which that was written, and the same rows.
    ...(time !== undefined && { time }),
    ...(rowsSuspect === true && { rowsSuspect }),
    follows: from,
  };
  writeIdentity(directory, { ...identity, isCopying: true });
  for (const path of [newJournalPath(directory), journalPath(directory)])
    rmSync(path, { recursive: true, force: true });
  await copyLmdb(journalPath(from), newJournalPath(directory));
  publishJournal(directory);
  SubjectKeys.copy(from, directory);
  writeIdentity(directory, identity);
};
