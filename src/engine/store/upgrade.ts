// Store of a process that shall replace a server (`kontor upgrade`): a copy in a directory within the data directory,
// which follows that server like a standby and becomes its store at the end.
//
// Guaranteed: nothing changes until store.json names the record after which the copy goes on; from then on every start
// finishes the upgrade. The journal of the old server is renamed and kept until the next upgrade.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../disk/disk-space.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { journalPath, readIdentity, writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import { lockUnlessServed } from './store-lock.ts';

/** Space required beyond the size of the copy. */
const MORE_BYTES = 67_108_864;

/** Path of the copy of the store in `directory`. */
export const upgradePath = (directory: string): string => join(directory, 'upgrade');

const OLD_JOURNAL = /^journal\.before-\d+$/;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

/** Removes the copy of an interrupted upgrade. Resolves with false if its process still has it open. */
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
 * Resolves with the megabytes to be copied. Rejects if there is no space for them, or another upgrade is under way.
 * `reserveBytes`: free space below which changes are refused. `free`: bytes.
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

/** Steps of an upgrade in order. Each may be repeated; the last but one ends the upgrade. */
export const upgradeSteps = (directory: string, seq: number): readonly (() => void)[] => {
  const copy = upgradePath(directory);
  return [
    () => {
      if (!existsSync(journalPath(copy)) || !existsSync(journalPath(directory))) return;
      const aside = join(directory, oldJournal(seq));
      // A journal from an upgrade since which no record was made.
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

/** Name of the old server's journal. */
const oldJournal = (seq: number): string => `journal.before-${seq}`;

/** Finishes an upgrade interrupted after its decision; the caller has the lock. */
export const finishUpgrade = (directory: string): void => {
  const seq = readIdentity(directory)?.upgradedAt;
  if (seq !== undefined) for (const step of upgradeSteps(directory, seq)) step();
};

/**
 * Makes the copy, which has everything up to `seq` on its disk, the store in `directory`, which the caller has locked.
 * Returns its identity there.
 */
export const upgraded = (directory: string, seq: number): StoreIdentity => {
  const [identity, copy] = [readIdentity(directory), upgradePath(directory)];
  if (identity === undefined) throw new StoreDamage(`${directory} holds no store`);
  // From here on there is no way back.
  if (readIdentity(copy)?.id !== identity.id || !existsSync(join(journalPath(copy), 'data.mdb')))
    throw new StoreDamage(`${copy} is no copy of the store any more`);
  SubjectKeys.read(copy, true).mustBeOf(identity.id);
  writeIdentity(directory, { ...identity, upgradedAt: seq });
  finishUpgrade(directory);
  return readIdentity(directory)!;
};
