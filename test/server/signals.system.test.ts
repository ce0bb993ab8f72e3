// Signals at any moment, and outputs that nobody reads any more.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const ENV = {
  KONTOR_LICENCE_USERNAME: 'u_1',
  KONTOR_LICENCE_PASSWORD: 'signals-password',
  KONTOR_LICENCE_SECRET_KEY: 'signals-secret-key',
};
const start = (): Program => place.start(['serve', '--port', '0'], ENV);

const session = async (url: string): Promise<unknown> => {
  const body = new URLSearchParams({
    request: 'get_new_session',
    licence_username: 'u_1',
    licence_password: 'signals-password',
  });
  return ((await (await fetch(url, { method: 'POST', body })).json()) as { readonly object: string }).object;
};

const snapshotFiles = (): string[] => readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.snapshot'));
const newFiles = (before: readonly string[]): string[] => snapshotFiles().filter((name) => !before.includes(name));

/**
 * A store with a snapshot file of its own and a record behind it, as a kill leaves it: no start on it writes a file
 * that nobody has asked for, as the first one does. Resolves with its files.
 */
const storeWithNews = async (): Promise<string[]> => {
  const program = start();
  const first = program.line(/snapshot of record/);
  const url = await program.ready();
  await first;
  expect(await session(url)).toBe('session');
  await program.kill();
  return snapshotFiles();
};

test('during the start SIGTERM and SIGINT are a clean stop, and SIGUSR2 makes a snapshot file once there is something to write', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const program = start();
    await program.line(/effective settings/);
    program.signal(signal);
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect(program.out).toContain('kontor: stopping');
    expect(program.out.at(-1)).toBe('kontor: stopped');
    expect(program.err).toEqual([]);
  }
  const before = await storeWithNews();
  const program = start();
  await program.line(/effective settings/);
  program.signal('SIGUSR2');
  const url = await program.ready();
  await expect.poll(() => newFiles(before)).toHaveLength(1);
  expect(await session(url)).toBe('session');
  expect(program.running).toBe(true);
});

// Catches a shop that dies of the second line which it says to nobody.
test('SIGUSR2 right behind the ready line makes one as well, and so it goes on when nobody reads the outputs', async () => {
  const atFirst = await storeWithNews();
  const program = start();
  const made = program.line(/snapshot of record/);
  const url = await program.ready();
  expect(newFiles(atFirst)).toEqual([]);
  program.signal('SIGUSR2');
  await made;
  expect(newFiles(atFirst)).toHaveLength(1);
  program.closeOutputs();
  for (let times = 0; times < 2; times += 1) {
    const before = snapshotFiles();
    expect(await session(url)).toBe('session');
    program.signal('SIGUSR2');
    await expect.poll(() => newFiles(before)).not.toEqual([]);
  }
  expect(await session(url)).toBe('session');
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
});
