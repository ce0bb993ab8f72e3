// Projects by what a test file needs, which its suffix says (test/README.md). The files of a worker share one copy of
// src: loading it anew for each of 300 files would take longer than the tests.
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { EFFORT } from './test/harness/effort.ts';
import { beginRun } from './test/harness/run.ts';
import StuckReporter from './test/harness/stuck-reporter.ts';
import { DEADLINE_MS } from './test/harness/until.ts';

if (process.env['KONTOR_TEST_SEED'] === 'random') {
  process.env['KONTOR_TEST_SEED'] = String(randomInt(2 ** 31));
  console.log(`KONTOR_TEST_SEED=${process.env['KONTOR_TEST_SEED']} repeats this run`);
}
const TIMEOUT_MS = { quick: 2, full: 10, mutation: 1, nightly: 6 * 60 }[EFFORT] * 60_000;

/** Where a run finds modules that an earlier one has compiled, by their content. CI names a directory of its own. */
const MODULES = process.env['KONTOR_TEST_MODULES'] ?? 'node_modules/.vitest-modules';
const compiledOnce = { experimental: { fsModuleCache: true, fsModuleCachePath: MODULES } };

/**
 * Each worker has a core to itself at most: threads of V8 that optimise beside it take it from the other one, for code
 * that the test has left by then.
 */
const COMPILED_IN_LINE = ['--no-concurrent-recompilation'];

/** The package by its own name, as its users write it: examples of extensions. */
const sourceOf = (path: string): string => fileURLToPath(new URL(`src/${path}.ts`, import.meta.url));
const OWN_NAMES = {
  'kontor/client': sourceOf('client/client'),
  'kontor/extension': sourceOf('extension/extension'),
  'kontor/testing': sourceOf('testing/test-shop'),
};

const project = (kind: string, more: object = {}) => ({
  resolve: { alias: OWN_NAMES },
  test: {
    name: kind,
    maxWorkers: EFFORT === 'full' ? 4 : 2,
    include: [`test/**/*.${kind}.test.ts`],
    pool: 'forks' as const,
    execArgv: COMPILED_IN_LINE,
    isolate: false,
    setupFiles: ['test/harness/setup.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: DEADLINE_MS } },
    ...compiledOnce,
    ...more,
  },
});

/** Most of its time such a test waits for processes: beside them are tests that compute, so that no core idles. */
const OF_PROCESSES = {
  globalSetup: ['test/harness/build.ts'],
  testTimeout: 2 * TIMEOUT_MS,
  hookTimeout: 2 * TIMEOUT_MS,
};
/** What `npm run test:all` adds to `npm test`: one project, because each loads src anew in each worker. */
const REST = ['long', 'system', 'browser', 'etcd', 'native'];

export default defineConfig({
  plugins: [beginRun()],
  test: {
    // No test waits longer for anything than this (OF_PROCESSES).
    reporters: ['default', './test/harness/cpu-reporter.ts', new StuckReporter({ limitMs: 2 * TIMEOUT_MS })],
    projects: [
      project('core', {
        include: ['test/**/*.test.ts'],
        exclude: ['test/**/*.*.test.ts'],
        setupFiles: ['test/harness/setup.ts', 'test/harness/setup-core.ts'],
        globalSetup: ['test/harness/native-binaries.ts'],
      }),
      project('isolated', { isolate: true }),
      project('smoke', { globalSetup: ['test/harness/build.ts'] }),
      project('rest', { include: REST.map((kind) => `test/**/*.${kind}.test.ts`), ...OF_PROCESSES }),
      project('nightly', OF_PROCESSES),
    ],
  },
});
