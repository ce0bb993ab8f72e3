// Directories that last as long as the test file that makes them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directories: string[] = [];

export const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'd-'));
  directories.push(directory);
  return directory;
};

/** Called after every test file (setup.ts): files of a worker share this module. */
export const removeDirectories = (): void => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
};
