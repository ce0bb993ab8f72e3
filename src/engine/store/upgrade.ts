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
import { lockUnlessServed } from './store-lock.ts';

/** Of what is copied and folded, about. */
const MORE_BYTES = 67_108_864;

/** Where the copy of the store in `directory` is. */
export const upgradePath = (directory: string): string => join(directory, 'upgrade');

const OLD_JOURNAL = /^journal\.before-\d+$/;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

/** Removes what an upgrade that was cut short has left. False where its process still has it open. */
export const removeCopy = async (directory: string): Promise<boolean> => {
  const copy = upgradePath(directory);
  if (!existsSync(copy)) return true;
  const lock = await lockUnlessServed(copy);
  if (lock === undefined) return false;
  rmSync(copy, { recursive: true });
  await lock.release();
  return true;
};

/**
 * `reserveBytes`: below which changes are refused. `free`: bytes. Resolves with the megabytes to be copied. Rejects
 * where there is no room for them, and where another upgrade is under way.
 */
export const prepareUpgrade = async (
  directory: string,
  reserveBytes: number,
  free = freeBytes(directory),
): Promise<number> => {
  if (!(await removeCopy(directory))) throw new Error(`another process has ${upgradePath(directory)} open`);
  const bytes = statSync(join(journalPath(directory), 'data.mdb')).size;
  const wanted = bytes + MORE_BYTES + reserveBytes;
  if (free < wanted)
    throw new Error(
      `an upgrade copies the journal, ${megabytes(bytes)} MB, and needs ${megabytes(wanted)} MB: ` +
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
  const [identity, copy] = [readIdentity(directory), upgradePath(directory)];
  if (identity === undefined) throw new StoreDamage(`${directory} holds no store`);
  // From then on there is no way back.
  if (readIdentity(copy)?.id !== identity.id || !existsSync(join(journalPath(copy), 'data.mdb')))
    throw new StoreDamage(`${copy} is no copy of the store any more`);
  SubjectKeys.read(copy, true).mustBeOf(identity.id);
  writeIdentity(directory, { ...identity, upgradedAt: seq });
  finishUpgrade(directory);
  return readIdentity(directory)!;
};
