// Makes a directory with its parents. Node's own function loops forever on a file system such as /proc, which takes no
// directory and reports a missing parent.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

const ADVICE: { readonly [code: string]: string } = {
  EACCES: 'the user of this process may not write there',
  EPERM: 'the user of this process may not write there',
  EROFS: 'the file system takes no changes',
  ENOENT: 'the file system takes no directories',
  ENOSPC: 'the disk is full',
};

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Makes a directory for its owner alone, synced. Throws one line that says which path cannot be made, and why. */
export const makeDirectory = (path: string): void => {
  const missing: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    let stat;
    try {
      stat = statSync(at, { throwIfNoEntry: false });
    } catch {
      // A parent of the path is a file.
    }
    if (stat?.isDirectory() === true) break;
    if (stat !== undefined) throw new Error(`${path} cannot be made: ${at} is not a directory`);
    missing.unshift(at);
  }
  for (const directory of missing) {
    try {
      mkdirSync(directory, { mode: 0o700 });
      syncDirectory(dirname(directory));
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      // Another process has made it meanwhile.
      if (code === 'EEXIST' && isDirectory(directory)) continue;
      throw new Error(`${path} cannot be made: ${ADVICE[code] ?? message} (${directory})`, { cause: error });
    }
  }
};
