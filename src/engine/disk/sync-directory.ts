import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names that were given or changed in a directory survive a power cut. */
export const syncDirectory = (directory: string): void => {
  const fd = openSync(directory, 'r');
  fsyncSync(fd);
  closeSync(fd);
};
