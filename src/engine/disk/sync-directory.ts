import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Makes new and renamed entries of a directory survive a power failure. */
export const syncDirectory = (directory: string): void => {
  const fd = openSync(directory, 'r');
  fsyncSync(fd);
  closeSync(fd);
};

/** Syncs a directory, or a file that may be written, on a thread of the pool: the disk holds up nobody. */
export const syncAside = async (path: string, flags: 'r' | 'r+' = 'r'): Promise<void> => {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
};
