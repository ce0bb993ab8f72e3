// Disk space: checked before a new store is made, because LMDB reports a full disk as an I/O error.
import { statfsSync } from 'node:fs';

/** A new store with its first records takes a tenth of it. */
const NEW_STORE_BYTES = 1_048_576;

const kibibytes = (bytes: number): number => Math.floor(bytes / 1024);

/** Bytes; Infinity where the system does not tell. */
const freeBytes = (directory: string): number => {
  try {
    const { bavail, bsize, blocks } = statfsSync(directory);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
};

/** `free`: bytes. Throws where a new store would be left half made. */
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
