// Runs before every test file.
//
// - A reply whose memory is used after its release shows as poison, or throws.
// - Each test gets a seed of its own for fast-check.
// - A failed test says how to repeat it, what its servers said last, and where their data is.
// - What a test opened ends with it (endings.ts); directories and ports of the file end with the file.
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { configureGlobal } from 'fast-check';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { useBufferPool } from '../../src/kernel/buffer-pool.ts';
import { PoisonedBufferPool } from '../kernel/poisoned-buffer-pool.ts';
import { TEST_MS_MAX, controlMs, cpuMs } from './cpu.ts';
import { removeDirectories } from './directories.ts';
import { EFFORT, runs } from './effort.ts';
import { fileEnds, testBegins, testEnds } from './endings.ts';
import { beginTest, failureReport } from './failure.ts';
import { releasePorts } from './ports.ts';
import { BASE_SEED, IS_COMMITTED, seedOf } from './seed.ts';

useBufferPool(new PoisonedBufferPool());

afterAll(async () => {
  await fileEnds();
  removeDirectories();
  releasePorts();
});

/** Once per worker. */
const worker = globalThis as { kontorControlMs?: number };
worker.kontorControlMs ??= controlMs();

/** What a test needs does not change what it draws. */
const withoutKind = (file: string): string => file.replace(/\.[a-z]+\.test\.ts$/, '.test.ts');

let beganMs = 0;

beforeEach(({ task, onTestFailed }) => {
  const file = relative(process.cwd(), task.file.filepath);
  if ([tmpdir(), process.cwd()].some((directory) => task.name.includes(directory)))
    throw new Error(`${task.name}: a name that changes draws another seed in each run`);
  configureGlobal({
    seed: seedOf(`${withoutKind(file)} ${task.name}`),
    numRuns: runs(25),
    // A mutant that a property kills is dead: nobody reads its smallest counterexample.
    endOnFailure: EFFORT === 'mutation',
  });
  beginTest(() => task.result?.state === 'fail');
  onTestFailed(() => {
    const seed = IS_COMMITTED ? '' : `KONTOR_TEST_SEED=${BASE_SEED} `;
    const name = task.name.replaceAll(/[^\w ,]+/g, '.*');
    console.error(`repeat it: ${seed}KONTOR_TEST=${EFFORT} npx vitest run ${file} -t '${name}'\n${failureReport()}`);
  });
  beganMs = cpuMs();
  testBegins();
});

afterEach(({ task }) => {
  const takenMs = cpuMs() - beganMs;
  const nowMs = takenMs > TEST_MS_MAX ? controlMs() : 0;
  Object.assign(task.meta, { cpuMs: takenMs, controlMs: Math.max(nowMs, worker.kontorControlMs ?? 0) });
});

// Before the hook above it, which counts the time that this takes.
afterEach(testEnds);
