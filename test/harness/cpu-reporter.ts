// Ends a run with what it took of the processors: the sum, and tests of `npm test` that take more than one may. Where
// KONTOR_TEST_CPU=limit, those of twice as much fail the run (`npm run test:all`) if they take it in a second run of
// their files as well; KONTOR_TEST_CPU=files tells the sum of each folder and of the files that take most.
// KONTOR_TEST_COUNTS names a file that gets a line with how many tests passed, failed and were skipped, and then a line
// for each that failed or was too long, and for each error outside of tests: the last lines of CI.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { FAILS_ABOVE_MS, TEST_MS_MAX } from './cpu.ts';
import { countsOf, isLonger, shareMsOf } from './cpu-shares.ts';

const SHOWN = 10;
const FILES_SHOWN = 60;

const name = (test: TestCase): string => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;

const messageOf = (errors: readonly { readonly message: string }[] | undefined): string =>
  (errors?.[0]?.message ?? '').split('\n')[0]!.slice(0, 200);

const stackOf = ({ stack = '' }: SerializedError): string =>
  stack
    .split('\n')
    .slice(1, 4)
    .map((line) => line.trim())
    .join(' ');

/**
 * A line with counts, and one for each failure: a test, a file that could not be loaded, a test that was too long, an
 * error that nothing caught (vitest ends with 1 for it, and no test has failed).
 */
const countsAndFailures = (
  tests: readonly TestCase[],
  modules: readonly TestModule[],
  tooLong: readonly TestCase[],
  outside: readonly SerializedError[],
): string[] => [
  `${countsOf(tests.map((test) => test.result().state)).join(' ')}\n`,
  ...tests
    .filter((test) => test.result().state === 'failed')
    .map((test) => `failed: ${name(test)}: ${messageOf(test.result().errors)}\n`),
  ...modules
    .filter((module) => module.errors().length > 0)
    .map((module) => `failed: ${relative(process.cwd(), module.moduleId)}: ${messageOf(module.errors())}\n`),
  ...tooLong.map((test) => `too long: ${name(test)}: ${shareMsOf(test.meta()).toFixed(0)} ms\n`),
  ...outside.map((error) => `not caught: ${messageOf([error])}: ${stackOf(error)}\n`),
];

/** Seconds by name, the most first. */
const sums = (parts: readonly (readonly [name: string, ms: number])[]): string[] => {
  const sum = new Map<string, number>();
  for (const [part, ms] of parts) sum.set(part, (sum.get(part) ?? 0) + ms);
  return [...sum].sort(([, one], [, other]) => other - one).map(([part, ms]) => `${(ms / 1000).toFixed(1)} s  ${part}`);
};

/**
 * Which of the tests that were too long are so again in a run of their files by themselves, one at a time: what ran
 * beside the first run, or was collected of its memory, is counted to whichever test was running. All of them where
 * that run fails otherwise.
 */
const longAgain = async (tests: readonly TestCase[]): Promise<readonly TestCase[]> => {
  const files = new Set(tests.map((test) => relative(process.cwd(), test.module.moduleId)));
  const directory = mkdtempSync(join(tmpdir(), 'kontor-long-'));
  const counts = join(directory, 'counts');
  console.log(`Once more: ${[...files].join(', ')}`);
  const run = ['vitest', 'run', '--maxWorkers', '1', '--project', 'core', '--project', 'isolated', ...files];
  const env = { ...process.env, KONTOR_TEST_CPU: 'again', KONTOR_TEST_COUNTS: counts };
  try {
    const child = spawn('npx', run, { stdio: 'inherit', env });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return [];
    const said = existsSync(counts) ? readFileSync(counts, 'utf8') : '';
    if (said === '' || said.includes('failed: ')) return tests;
    return tests.filter((test) => said.includes(`too long: ${name(test)}: `));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

export default class CpuReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const sum = tests.reduce((total, test) => total + (test.meta().cpuMs ?? 0), 0);
    console.log(
      `CPU of ${tests.length} tests: ${(sum / 1000).toFixed(0)} s, beside the build and what loads the files`,
    );
    const asked = process.env['KONTOR_TEST_CPU'];
    if (asked === 'files') {
      const files = tests.map((test) => {
        return [relative(process.cwd(), test.module.moduleId), test.meta().cpuMs ?? 0] as const;
      });
      const folders = files.map(([file, ms]) => [file.split('/').slice(0, -1).join('/'), ms] as const);
      console.log([...sums(folders), ...sums(files).slice(0, FILES_SHOWN)].join('\n'));
    }
    const long = tests.filter((test) => isLonger(TEST_MS_MAX, test.project.name, test.meta()));
    long.sort((one, other) => shareMsOf(other.meta()) - shareMsOf(one.meta()));
    const isQuick = (process.env['KONTOR_TEST'] ?? 'quick') === 'quick';
    const isLimit = isQuick && (asked === 'limit' || asked === 'again');
    for (const test of isLimit ? long : long.slice(0, SHOWN))
      console.log(`  ${shareMsOf(test.meta()).toFixed(0)} ms: ${name(test)}`);
    if (long.length > 0)
      console.log(`A test of npm test takes ${TEST_MS_MAX} ms at most; longer ones are *.long.test.ts`);
    let tooLong: readonly TestCase[] = isLimit
      ? long.filter((test) => isLonger(FAILS_ABOVE_MS, test.project.name, test.meta()))
      : [];
    if (asked === 'limit' && tooLong.length > 0) tooLong = await longAgain(tooLong);
    if (tooLong.length > 0) process.exitCode = 1;
    const counts = process.env['KONTOR_TEST_COUNTS'];
    if (counts !== undefined) appendFileSync(counts, countsAndFailures(tests, modules, tooLong, outside).join(''));
  }
}
