// Two projects: `unit` runs in the test process, `system` starts the built program or waits for the clock. In both, the
// files of a worker share one copy of src: loading it anew for each of 200 files would take longer than the tests.
import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { EFFORT } from './test/effort.ts';
import { withoutLongForm } from './test/long-forms.ts';

if (process.env['KONTOR_TEST_SEED'] === 'random') {
  process.env['KONTOR_TEST_SEED'] = String(randomInt(2 ** 31));
  console.log(`KONTOR_TEST_SEED=${process.env['KONTOR_TEST_SEED']} repeats this run`);
}

const SYSTEM = ['test/{back-office,bench,cli,cluster,faults,kill,package,rush,server}/**/*.test.ts', 'test/*.test.ts'];
/** Nothing of them is about listeners, or it compares settings with their defaults: not in `check:threads`. */
const NOT_OF_THREADS = process.env['KONTOR_TEST_IO_THREADS'] && [
  'test/server/{background-tasks,backup,command-*,control-socket,credentials,crowd,disk-guard}.test.ts',
  'test/server/{erase-online,first-start-refusals,full,images,standby,standby/*}.test.ts',
  'test/server/cluster/*.test.ts',
  'test/server/{formats,loss,settings,small-disk,snapshots,standby-*,time,upgrade}.test.ts',
];
/** It replaces a module for whatever is loaded after it. */
const ISOLATED = ['test/http/transport/no-uws.test.ts'];
/** In `npm run check`, which comes behind `npm test`. */
const ELSEWHERE = process.env['KONTOR_TEST_LONG_FORMS'] === undefined ? [] : withoutLongForm();
const TIMEOUT_MS = { short: 60_000, long: 600_000, nightly: 6 * 3_600_000, mutation: 60_000 }[EFFORT];

const project = (name: string, include: string[], exclude: string[] = [], more = {}) => ({
  test: {
    name,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    include,
    exclude: [...exclude, ...ELSEWHERE],
    pool: 'forks' as const,
    isolate: false,
    setupFiles: ['test/setup.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // A server that other tests leave little of the machine takes seconds for what it usually does at once.
    expect: { poll: { timeout: 30_000 } },
    ...more,
  },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/**/*.test.ts'], [...SYSTEM, ...ISOLATED], { globalSetup: ['test/native-binaries.ts'] }),
      project('isolated', ISOLATED, [], { isolate: true }),
      // It waits much of its time, so that three workers keep two cores busy.
      project('system', SYSTEM, NOT_OF_THREADS || [], {
        globalSetup: ['test/build.ts'],
        // A cluster is six processes, beside those of two other workers.
        testTimeout: 2 * TIMEOUT_MS,
        hookTimeout: 2 * TIMEOUT_MS,
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
