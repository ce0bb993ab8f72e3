// Would catch a failed test that says nothing of its servers because they were ended before anybody asked, an
// interrupted run that leaves processes or directories, and a temporary folder without room that shows as hundreds of
// faults.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { newDirectory } from './directories.ts';

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const CONFIG = join(import.meta.dirname, 'example-run/config.ts');

const start = (name: string, temporary: string): ChildProcess => {
  const env = Object.entries(process.env).filter(
    ([variable]) => !/^(?:VITEST|NODE_OPTIONS|KONTOR_TEST)/.test(variable),
  );
  return spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, '-t', name], {
    env: { ...Object.fromEntries(env), TMPDIR: temporary, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** A run of a test of the example, in a temporary folder of its own, once it has said `until` or has ended. */
const run = async (name: string, until?: RegExp, temporary = newDirectory()) => {
  const child = start(name, temporary);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let said = '';
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (piece: Buffer) => {
        said += piece.toString();
        if (until?.test(said) === true) resolve();
      });
  });
  await Promise.race([heard, ended]);
  return { temporary, child, ended, said: () => said };
};

const isOfRun = (name: string): boolean => name.startsWith('kt-');

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves neither a process nor a folder', async (signal) => {
  const { temporary, child, ended, said } = await run('^goes on$', /beside process \d+/);
  const [, directory, pid] = /runs in (.+) beside process (\d+)/.exec(said())!;
  expect([existsSync(directory!), isRunning(Number(pid))]).toEqual([true, true]);
  child.kill(signal);
  await ended;
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a failed test says how it is repeated, what its server said, where its data are; the killed run before is cleaned', async () => {
  const { temporary, child, ended: killed, said: before } = await run('^goes on$', /beside process \d+/);
  const pid = Number(/beside process (\d+)/.exec(before())![1]);
  child.kill('SIGKILL');
  await killed;
  expect(readdirSync(temporary).filter(isOfRun)).toHaveLength(1);

  const { ended, said } = await run('^(fails|passes)$', undefined, temporary);
  expect(await ended, said()).toBe(1);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(readdirSync(temporary).filter(isOfRun)).toEqual([]);
  expect(said()).toMatch(
    /repeat it: KONTOR_TEST=quick npx vitest run test\/harness\/example-run\/example\.ts -t 'fails'\nwhat its server said last\n/,
  );
  const kept = [...said().matchAll(/its directory is kept as (.+)/g)].map(([, path]) => path!);
  expect(kept.map(dirname)).toEqual([temporary]);
  expect(readFileSync(join(kept[0]!, 'data'), 'utf8')).toBe('of a failed test');
});

const NO_ROOM = /^temporary folder .+: (.*); the variable TMPDIR names another folder$/;

test('a temporary folder that is not there, or has no room, is one line', async () => {
  const missing = await run('^passes$', undefined, join(newDirectory(), 'none'));
  expect(await missing.ended).toBe(1);
  expect(missing.said().trim().split('\n')).toEqual([expect.stringMatching(NO_ROOM)]);

  const small = newDirectory();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', small]).status !== 0)
    return console.log('no tmpfs can be mounted here: a full temporary folder is not tested');
  try {
    const { ended, said } = await run('^passes$', undefined, small);
    expect(await ended).toBe(1);
    expect(NO_ROOM.exec(said().trim())?.[1]).toBe('67 MB are free, the tests need 500 MB');
    expect(readdirSync(small)).toEqual([]);
  } finally {
    spawnSync('umount', ['-l', small]);
  }
});
