// The store of a process that is to take the place of a server, `kontor upgrade`: a copy in a directory within the data
// directory, which follows that server like a standby, and becomes its store at the end.
//
// Guaranteed: until store.json names the record behind which the copy goes on, nothing has changed; from then on every
// start finishes what was begun. The journal of the old server is renamed, and kept until the next upgrade.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../disk/disk-space.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { journalPath, readIdentity, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';

/** Of what is copied and folded, about. */
const MORE_BYTES = 67_108_864;

/** Where the copy of the store in `directory` is. */
export const upgradePath = (directory: string): string => join(directory, 'upgrade');

const OLD_JOURNAL = /^journal\.before-\d+$/;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

/**
 * Removes what is left of an upgrade that was cut short. `free`: bytes. Returns the megabytes to be copied. Throws
 * where there is no room for them.
 */
export const prepareUpgrade = (directory: string, free = freeBytes(directory)): number => {
  rmSync(upgradePath(directory), { recursive: true, force: true });
  const bytes = statSync(join(journalPath(directory), 'data.mdb')).size;
  if (free < bytes + MORE_BYTES)
    throw new Error(
      `an upgrade copies the journal, ${megabytes(bytes)} MB, and needs ${megabytes(bytes + MORE_BYTES)} MB: ` +
        `the disk of ${directory} has ${megabytes(free)} MB free`,
    );
  return megabytes(bytes);
};

/** In their order; each may be done again, and the last but one says that the upgrade is over. */
export const upgradeSteps = (directory: string, seq: number): readonly (() => void)[] => {
  const copy = upgradePath(directory);
  return [
    () => {
      if (!existsSync(journalPath(copy)) || !existsSync(journalPath(directory))) return;
      const aside = join(directory, oldJournal(seq));
      // Of an upgrade since when no record was made.
      rmSync(aside, { recursive: true, force: true });
      renameSync(journalPath(directory), aside);
    },
    () => {
      if (existsSync(journalPath(copy))) renameSync(journalPath(copy), journalPath(directory));
      syncDirectory(directory);
    },
    () => SubjectKeys.move(copy, directory),
    () => {
      const [own, next] = [readIdentity(directory), readIdentity(copy)];
      if (own === undefined || next === undefined) throw new StoreDamage(`${copy} holds no store`);
      const { promotedFrom, replaced } = own;
      writeIdentity(directory, {
        ...next,
        follows: undefined,
        ...(promotedFrom !== undefined && { promotedFrom }),
        ...(replaced !== undefined && { replaced }),
      });
    },
    () => {
      for (const name of readdirSync(directory))
        if (OLD_JOURNAL.test(name) && name !== oldJournal(seq)) rmSync(join(directory, name), { recursive: true });
      rmSync(copy, { recursive: true, force: true });
    },
  ];
};

/** Name of the journal that the old server has left. */
const oldJournal = (seq: number): string => `journal.before-${seq}`;

/** Finishes an upgrade that was cut short behind its decision; the caller has the lock. */
export const finishUpgrade = (directory: string): void => {
  const seq = readIdentity(directory)?.upgradedAt;
  if (seq !== undefined) for (const step of upgradeSteps(directory, seq)) step();
};

/**
 * The copy, which has everything up to `seq` on its disk, becomes the store in `directory`, whose lock the caller has.
 * Returns its identity there.
 */
export const upgraded = (directory: string, seq: number): StoreIdentity => {
  const identity = readIdentity(directory);
  if (identity === undefined) throw new StoreDamage(`${directory} holds no store`);
  writeIdentity(directory, { ...identity, upgradedAt: seq });
  finishUpgrade(directory);
  return readIdentity(directory)!;
};
