// Would catch a failed test that says nothing of its servers because they were ended before anybody asked, an
// interrupted run that leaves processes or directories, and a temporary folder without room that shows as hundreds of
// faults. Where only the run's own process is the subject it runs without vitest, which takes a twentieth.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { newDirectory } from './directories.ts';
import { endProcesses } from './run.ts';
import { until } from './until.ts';

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const CONFIG = join(import.meta.dirname, 'example-run/config.ts');
const PROCESS = join(import.meta.dirname, 'example-run/process.ts');

let compiled: string;
beforeAll(async () => {
  compiled = join(newDirectory(), 'process.mjs');
  const how = { bundle: true, platform: 'node', format: 'esm' } as const;
  await build({ ...how, entryPoints: [PROCESS], outfile: compiled, logLevel: 'warning' });
});

/**
 * A process in this temporary folder, once it has said `wanted` or has ended. With the test it ends, and whatever it
 * has started: a test that fails leaves none of them.
 */
const start = async (args: readonly string[], temporary: string, wanted?: RegExp) => {
  const env = Object.entries(process.env).filter(
    ([variable]) => !/^(?:VITEST|NODE_OPTIONS|KONTOR_TEST)/.test(variable),
  );
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(env), TMPDIR: temporary, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    endProcesses(temporary);
  });
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => (hasEnded = true));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
  await until(`${args[0]} has said ${String(wanted)} or has ended`, () => hasEnded || wanted?.test(said) === true);
  return { child, ended, said: () => said };
};

/** Tests of the example, by vitest. */
const run = (name: string, temporary: string, wanted?: RegExp) =>
  start([VITEST, 'run', '--config', CONFIG, '-t', name], temporary, wanted);

const BESIDE = /runs in (.+) beside process (\d+)/;

/** Where a process runs beside it, and which. */
const beside = (started: Awaited<ReturnType<typeof start>>) => {
  const [, directory = '', pid] = BESIDE.exec(started.said()) ?? [];
  return { ...started, directory, pid: Number(pid) };
};

/** Without vitest, once a process runs beside it. */
const runBeside = async (temporary: string, ...args: readonly string[]) =>
  beside(await start([compiled, ...args], temporary, BESIDE));

/** By vitest, which has handlers of its own for signals. */
const runVitestBeside = async (temporary: string) => beside(await run('^goes on$', temporary, BESIDE));

const isOfRun = (name: string): boolean => name.startsWith('kt-');

test.each([
  ['SIGTERM', 143, 'vitest', runVitestBeside],
  ['SIGHUP', 129, 'the run alone', runBeside],
] as const)('%s ends with %i, and leaves neither a process nor a folder: %s', async (signal, code, _what, begin) => {
  const temporary = newDirectory();
  const { child, ended, directory, pid, said } = await begin(temporary);
  expect([existsSync(directory), isRunning(pid)], said()).toEqual([true, true]);
  child.kill(signal);
  expect(await ended, said()).toBe(code);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a run that ends by itself leaves neither, and removes what a killed one has left', async () => {
  const temporary = newDirectory();
  const killed = await runBeside(temporary);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(readdirSync(temporary).filter(isOfRun)).toEqual([basename(killed.directory)]);
  expect(isRunning(killed.pid)).toBe(true);

  const { ended, pid } = await runBeside(temporary, 'ends');
  expect(await ended).toBe(0);
  await expect.poll(() => [killed.pid, pid].filter(isRunning)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a failed test says how it is repeated, what its server said, where its data are; SIGINT leaves nothing else', async () => {
  const temporary = newDirectory();
  const { child, ended, said } = await run('^(fails|passes|goes on)$', temporary, BESIDE);
  const [, directory, pid] = BESIDE.exec(said())!;
  expect([existsSync(directory!), isRunning(Number(pid))]).toEqual([true, true]);
  child.kill('SIGINT');
  expect(await ended, said()).not.toBe(0);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
  expect(said()).toMatch(
    /repeat it: KONTOR_TEST=quick npx vitest run test\/harness\/example-run\/example\.ts -t 'fails'\nwhat its server said last\n/,
  );
  const kept = [...said().matchAll(/its directory is kept as (.+)/g)].map(([, path]) => path!);
  expect(kept.map(dirname)).toEqual([temporary]);
  expect(readdirSync(temporary)).toEqual(kept.map((path) => basename(path)));
  expect(readFileSync(join(kept[0]!, 'data'), 'utf8')).toBe('of a failed test');
});

const NO_ROOM = /^temporary folder .+: (.*); the variable TMPDIR names another folder$/;

test('a temporary folder that is not there is one line', async () => {
  const missing = await run('^passes$', join(newDirectory(), 'none'));
  expect(await missing.ended).toBe(1);
  expect(missing.said().trim().split('\n')).toEqual([expect.stringMatching(NO_ROOM)]);
});

test('a temporary folder that has no room is one line', async () => {
  const small = newDirectory();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', small]).status !== 0)
    return console.log('no tmpfs can be mounted here: a full temporary folder is not tested');
  try {
    const { ended, said } = await start([compiled], small);
    expect(await ended).toBe(1);
    expect(NO_ROOM.exec(said().trim())?.[1]).toBe('67 MB are free, the tests need 500 MB');
    expect(readdirSync(small)).toEqual([]);
  } finally {
    spawnSync('umount', ['-l', small]);
  }
});
