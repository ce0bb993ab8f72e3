import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes new and renamed entries of a directory survive a power failure. */
export const syncDirectory = (directory: string): void => {
  const fd = openSync(directory, 'r');
  fsyncSync(fd);
  closeSync(fd);
};
