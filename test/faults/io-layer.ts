// Builds the preload layer (io-faults.c) that fails, holds or records the system calls of a process.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newDirectory } from '../harness/directories.ts';

const SOURCE = fileURLToPath(new URL('io-faults.c', import.meta.url));

/** Its path, for LD_PRELOAD, until the test file ends; undefined, and a line that says so, without a C compiler. */
export const buildLayer = (untested: string): string | undefined => {
  const layer = join(newDirectory(), 'io-faults.so');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', layer, SOURCE, '-ldl']);
  if (process.platform === 'linux' && status === 0) return layer;
  console.log(`no C compiler here: ${untested}`);
  return undefined;
};
