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

const snapshotFiles = (): number =>
  readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.snapshot')).length;

test.each(['SIGTERM', 'SIGINT'] as const)('%s during the start is a clean stop', async (signal) => {
  for (let round = 0; round < 2; round += 1) {
    const program = start();
    await program.line(/effective settings/);
    program.signal(signal);
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect(program.out).toContain('kontor: stopping');
    expect(program.out.at(-1)).toBe('kontor: stopped');
    expect(program.err).toEqual([]);
  }
  const program = start();
  expect(await session(await program.ready())).toBe('session');
});

test('SIGUSR2 during the start makes a snapshot file once there is something to write', async () => {
  const program = start();
  await program.line(/effective settings/);
  program.signal('SIGUSR2');
  await program.ready();
  await expect.poll(() => program.out.filter((line) => line.includes('snapshot of record')).length).toBe(1);
  expect(program.running).toBe(true);
});

test('SIGUSR2 right behind the ready line makes one as well', async () => {
  for (let round = 0; round < 3; round += 1) {
    const program = start();
    const made = program.line(/snapshot of record/);
    expect(await session(await program.ready())).toBe('session');
    program.signal('SIGUSR2');
    await made;
    expect(program.running).toBe(true);
    await program.kill();
  }
});

// Catches a shop that dies of the second line which it says to nobody.
test('outputs that nobody reads any more do not end the shop', async () => {
  const program = start();
  const url = await program.ready();
  program.closeOutputs();
  for (let made = 1; made <= 3; made += 1) {
    expect(await session(url)).toBe('session');
    program.signal('SIGUSR2');
    await expect.poll(snapshotFiles).toBe(made);
  }
  expect(await session(url)).toBe('session');
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
});
