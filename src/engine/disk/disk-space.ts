// Room on the disk: what a full one leaves half made is looked at before, because LMDB does not say it clearly.
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

/** What to say behind the reason of a failed write: a short one is told as an I/O error. '' while there is room. */
export const diskSpaceHint = (directory: string): string => {
  const free = freeBytes(directory);
  return free < NEW_STORE_BYTES ? `, ${kibibytes(free)} KiB are free` : '';
};
