// Disk space: checked before a store is made or opened, because LMDB reports a full disk as an I/O error, and while it
// is served (src/server/background/disk-guard.ts).
import { statfsSync } from 'node:fs';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Space required for a new store; it takes a tenth of this with its first records. */
const NEW_STORE_BYTES = 1_048_576;

const kibibytes = (bytes: number): number => Math.floor(bytes / 1024);

const bytesOf = ({ bavail, bsize, blocks }: StatsFs): number => (blocks === 0 ? Infinity : bavail * bsize);

/** Free bytes; Infinity where the system does not tell. */
export const freeBytes = (directory: string): number => {
  try {
    return bytesOf(statfsSync(directory));
  } catch {
    return Infinity;
  }
};

/** As `freeBytes`, on another thread, because a disk may answer slowly. */
export const freeBytesSoon = (directory: string): Promise<number> => statfs(directory).then(bytesOf, () => Infinity);

/** Throws where a new store would be left half made. `free`: bytes. */
export const checkDiskSpace = (directory: string, free = freeBytes(directory)): void => {
  if (free < NEW_STORE_BYTES)
    throw new Error(
      `${directory} has ${kibibytes(free)} KiB free, a new store needs ${kibibytes(NEW_STORE_BYTES)} KiB`,
    );
};

/** A hint to add to the reason of a failed write; '' while there is disk space. */
export const diskSpaceHint = (directory: string): string => {
  const free = freeBytes(directory);
  return free < NEW_STORE_BYTES ? `, ${kibibytes(free)} KiB are free` : '';
};

/** Why a store on this disk cannot be opened for writing; '' where it can. */
export const whyFull = (directory: string): string => {
  const free = freeBytes(directory);
  return free < NEW_STORE_BYTES ? `the disk of ${directory} is full: ${kibibytes(free)} KiB are left` : '';
};
