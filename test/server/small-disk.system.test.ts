// A disk that fills up while the shop is served, on a real file system of 32 MB.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Client, must } from '../kill/client.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Program } from '../harness/program.ts';

const LICENCE = { username: 'small_disk', password: 'small-disk-password', secretKey: 'small-disk-secret-key' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
  KONTOR_DISK_RESERVE_MB: '8',
};
const MIB = 1_048_576;

let place: Place;
let port: number;
let isMounted: boolean;
beforeEach(async () => {
  place = new Place();
  port = await reservePort();
  mkdirSync(place.path('disk'), { recursive: true });
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', place.path('disk')]).status === 0;
});
afterEach(async () => {
  if (isMounted) spawnSync('umount', ['-l', place.path('disk')]);
  await place.clean();
});

/** Where no file system can be mounted there is nothing to test with. */
const canMount = (): boolean => {
  if (!isMounted) console.log('no tmpfs can be mounted here: a disk that fills up is not tested');
  return isMounted;
};

const args = (): string[] => {
  const stores = ['--data', place.path('disk', 'data'), '--snapshots', place.path('disk', 'snapshots')];
  return ['serve', '--port', String(port), ...stores];
};
const serve = async (): Promise<Program> => {
  const program = place.start(args(), ENV);
  await program.ready();
  return program;
};

/** Takes all space but so many bytes. */
const fill = (left: number): void => {
  const path = place.path('disk', 'ballast');
  rmSync(path, { force: true });
  const { stdout } = spawnSync('df', ['--output=avail', '-B1', place.path('disk')], { encoding: 'utf8' });
  writeFileSync(path, Buffer.alloc(Math.max(0, Number(stdout.split('\n')[1]) - left)));
};
const free = (): void => rmSync(place.path('disk', 'ballast'));

const statusOf = async (client: Client): Promise<unknown> =>
  (await must(client.call('get_status'))).body['write_status'];

const FREE = { id_shopobject: 0, element_type: 'FREE_ELEMENT', quantity: 1, price_field: '1.50', name_field: 'thing' };

test('a disk that fills up refuses changes, answers reads, and takes changes again without a restart', async () => {
  if (!canMount()) return;
  const program = await serve();
  const client = new Client(port, LICENCE);
  const session = String((await must(client.call('get_new_session'))).body['code']);
  await must(client.call('add_to_cart', { ...FREE, session }));
  for (let round = 0; round < 2; round += 1) {
    fill(6 * MIB);
    await expect.poll(() => statusOf(client)).toBe('disk_full');
    const refused = await client.call('add_to_cart', { ...FREE, session });
    expect(refused).toMatchObject({ status: 503, refusal: 'DISK_FULL' });
    expect((await must(client.call('get_cart', { session }))).body['contents']).toHaveLength(1);
    free();
    await expect.poll(() => statusOf(client)).toBe('ready');
  }
  await must(client.call('add_to_cart', { ...FREE, session }));
  // A file would take what is reserved: it is not begun, and the status counts that.
  fill(6 * MIB);
  program.signal('SIGUSR2');
  const failures = async (): Promise<unknown> => (await must(client.call('get_status'))).body['snapshot_failures'];
  await expect.poll(failures).toBe(1);
  free();
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect((await place.run(['verify', place.path('disk', 'data')])).code).toBe(0);
});

/**
 * What the next starts, and `verify`, may not change while the disk takes no writes. Without the socket that commands
 * come by: it is there while a server is.
 */
const names = (): string[] =>
  readdirSync(place.path('disk'), { recursive: true })
    .map(String)
    .filter((name) => !name.endsWith('control.sock'))
    .sort();

const readOnly = async (program: Program, session: string, why: RegExp): Promise<void> => {
  const client = new Client(port, LICENCE);
  expect(program.err, program.said).toEqual([expect.stringMatching(why)]);
  expect((await must(client.call('get_cart', { session }))).body['contents']).toHaveLength(2);
  expect(await statusOf(client)).toBe('read_only');
  for (const operation of ['get_new_session', 'add_to_cart'])
    expect(await client.call(operation, { ...FREE, session })).toMatchObject({
      status: 503,
      refusal: 'STORE_READ_ONLY',
    });
  program.signal('SIGUSR2');
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
};

test('a start on a full or read-only disk serves what is durable, changes nothing, and the next one goes on', async () => {
  if (!canMount()) return;
  const first = await place.serveHere(args(), ENV);
  const client = new Client(port, LICENCE);
  const session = String((await must(client.call('get_new_session'))).body['code']);
  for (let line = 0; line < 2; line += 1) await must(client.call('add_to_cart', { ...FREE, session }));
  await expect.poll(() => first.out.filter((line) => line.includes('snapshot of record')).length).toBe(1);
  client.hangUp();
  // What a kill leaves there.
  const copied = (from: string, to: string): void =>
    cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.sock') });
  copied(place.path('disk'), place.path('killed'));
  expect(await first.stop()).toBe(0);
  for (const name of readdirSync(place.path('disk'))) rmSync(place.path('disk', name), { recursive: true });
  copied(place.path('killed'), place.path('disk'));
  const data = place.path('disk', 'data');
  const digest = (): string => hash('sha256', readFileSync(join(data, 'journal', 'data.mdb')));

  fill(100 * 1024);
  const [before, file] = [names(), digest()];
  await readOnly(await serve(), session, /^kontor: the disk of .+ is full: 100 KiB are left: reads are answered, /);
  expect([names(), digest()]).toEqual([before, file]);
  expect((await place.run(['verify', data])).out.at(-1)).toBe('kontor: the store is sound');
  free();

  // Without its lock file, which LMDB may not make there.
  rmSync(join(data, 'journal', 'lock.mdb'));
  const lacking = names();
  expect(spawnSync('mount', ['-o', 'remount,ro', place.path('disk')]).status).toBe(0);
  await readOnly(await serve(), session, /^kontor: .+ is on a read-only file system: reads are answered, /);
  expect((await place.run(['verify', data])).out.at(-1)).toBe('kontor: the store is sound');
  const why = expect.stringMatching(
    /^kontor: .+ is on a read-only file system: the store is read, and cannot be changed$/,
  );
  expect(await place.run(['channel', 'list', '--data', data])).toMatchObject({ code: 0, err: [why] });
  expect(await place.run(['channel', 'rotate', '--data', data])).toMatchObject({
    code: 1,
    err: [why, expect.stringMatching(/^kontor: STORE_READ_ONLY: /)],
  });
  expect([names(), digest()]).toEqual([lacking, file]);
  expect(spawnSync('mount', ['-o', 'remount,rw', place.path('disk')]).status).toBe(0);

  const server = await place.serveHere(args(), ENV);
  const again = new Client(port, LICENCE);
  await must(again.call('add_to_cart', { ...FREE, session }));
  expect((await must(again.call('get_cart', { session }))).body['contents']).toHaveLength(3);
  again.hangUp();
  expect(await server.stop()).toBe(0);
});
