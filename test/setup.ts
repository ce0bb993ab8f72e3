// Runs before every test file.
//
// - A reply whose memory is used after its release shows as poison, or throws.
// - Each test gets a seed of its own for fast-check; one that failed with a seed that is not committed says how to
//   repeat it.
// - Directories that the file made are removed.
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { configureGlobal } from 'fast-check';
import { afterAll, beforeEach } from 'vitest';
import { useBufferPool } from '../src/kernel/buffer-pool.ts';
import { EFFORT, runs } from './effort.ts';
import { PoisonedBufferPool } from './kernel/poisoned-buffer-pool.ts';
import { BASE_SEED, IS_COMMITTED, seedOf } from './seed.ts';
import { removeDirectories } from './temporary-directories.ts';

useBufferPool(new PoisonedBufferPool());

afterAll(removeDirectories);

beforeEach(({ task, onTestFailed }) => {
  const file = relative(process.cwd(), task.file.filepath);
  if ([tmpdir(), process.cwd()].some((directory) => task.name.includes(directory)))
    throw new Error(`${task.name}: a name that changes draws another seed in each run`);
  configureGlobal({
    seed: seedOf(`${file} ${task.name}`),
    numRuns: runs(25),
    // A mutant that a property kills is dead: nobody reads its smallest counterexample.
    endOnFailure: EFFORT === 'mutation',
  });
  if (!IS_COMMITTED)
    onTestFailed(() =>
      console.error(`KONTOR_TEST_SEED=${BASE_SEED} KONTOR_TEST=${EFFORT} npx vitest run ${file} repeats it`),
    );
});
