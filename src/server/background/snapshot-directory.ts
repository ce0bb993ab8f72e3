// The directory of snapshot files, before a server needs it.
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config/setting.ts';
import { makeDirectory } from '../../engine/disk/make-directory.ts';

/**
 * Makes the directory and tries to write a file in it: without snapshot files the journal is never truncated. Throws
 * ConfigError.
 */
export const prepareSnapshotDirectory = (directory: string): void => {
  makeDirectory(directory);
  const path = join(directory, `kontor-${process.pid}.part`);
  try {
    closeSync(openSync(path, 'w', 0o600));
    rmSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // A full disk is reported with every snapshot, and may have space again.
    if (!['ENOSPC', 'EDQUOT'].includes(code))
      throw new ConfigError(`no snapshot file can be written to ${directory}: ${message}`);
  }
};
