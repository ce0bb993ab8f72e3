// Would catch a backup that is not whole, that is of no single moment, or that stops the shop.
import { lstatSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program, Ran } from '../harness/program.ts';

const CREDENTIALS = {
  licence_username: 'demo_kontor',
  licence_password: 'demo-password',
  licence_secret_key: 'demo-secret-key',
};
const place = new Place();
let server: Program;
const serve = async (data: string): Promise<void> => {
  const stores = ['--data', data, '--snapshots', `${data}-snapshots`];
  server = await place.serveHere(['serve', '--demo', '--port', '0', ...stores]);
};
beforeAll(() => serve('data'));
afterAll(() => place.clean());

const call = async (request: string, params: { readonly [name: string]: string } = {}): Promise<unknown> => {
  const body = new URLSearchParams({ ...CREDENTIALS, request, ...params });
  return (await fetch(server.url, { method: 'POST', body })).json();
};

const done = async (...args: string[]): Promise<Ran> => {
  const ran = await place.run(args);
  expect(ran.code, ran.err.join('\n')).toBe(0);
  return ran;
};

const record = async (data: string): Promise<number> => {
  const { out } = await done('status', '--data', data, '--snapshots', `${data}-snapshots`, '--json');
  return (JSON.parse(out[0]!) as { record: number }).record;
};

test('a backup of a shop that sells is the whole shop as of one record, and brings its sessions along', async () => {
  const sessions: string[] = [];
  const state = { isOver: false };
  const shopping = (async () => {
    while (!state.isOver) sessions.push(((await call('get_new_session')) as { code: string }).code);
  })();
  const { out } = await done('backup', 'shop.backup', '--keys', 'shop.keys', '--data', 'data', '--json');
  state.isOver = true;
  await shopping;
  const { record: seq, bytes, name } = JSON.parse(out[0]!) as { record: number; bytes: number; name: string };
  expect([statSync(place.path('shop.backup')).size, statSync(place.path('shop.keys')).mode & 0o777]).toEqual([
    bytes,
    0o600,
  ]);
  expect(readdirSync(place.path('data-snapshots'))).toContain(name);
  const head = await record('data');
  expect(head).toBeGreaterThanOrEqual(seq);

  const { out: made } = await done('restore', 'shop.backup', '--keys', 'shop.keys', '--data', 'again');
  expect(made).toEqual([`kontor: again is the store as of record ${seq}`]);
  writeFileSync(place.path(name), readFileSync(place.path('shop.backup')));
  const forwards = ['restore', name, '--keys', 'shop.keys', '--records', 'data', '--data', 'newest'];
  const { out: forward } = await done(...forwards);
  expect(forward).toEqual([`kontor: newest is the store as of record ${await record('data')}`]);
  const { out: was } = await done('as-of', String(seq), 'channel/1', '--data', 'data', '--snapshots', 'data-snapshots');
  expect(JSON.parse(was.join('\n'))).toMatchObject({ object: 'channel/1', record: seq, state: { name: 'default' } });

  expect(await server.stop()).toBe(0);
  await serve('again');
  expect(await call('get_cart', { session: sessions[0]! })).toMatchObject({ object: 'cart' });
  expect(await server.stop()).toBe(0);
  await done('verify', 'newest', '--snapshots', 'none');
});

test.each([
  [['restore', 'shop.backup', '--to-seq', '5'], '--records: the data directory that has kept the records is wanted'],
  [['restore', 'shop.backup', '--records', 'data', '--to-seq', '0'], '--to-seq: 0 is no number of a record'],
  [['restore', 'shop.backup', '--records', 'data', '--to-time', 'now'], '--to-time: now is not of the form'],
  [['restore', 'shop.backup', '--to-seq', '5', '--to-time', '2026-01-01'], 'either --to-seq or --to-time is wanted'],
  [['restore', 'shop.backup', '--keys', 'shop.backup'], 'shop.backup holds no keys: '],
  [['restore', 'nothing'], 'there is no snapshot file nothing'],
  [['as-of', 'x', 'channel/1'], 'x is no number of a record'],
  [['as-of', '1', 'nothing/1'], 'names no object'],
  [['as-of', '999999', 'channel/1'], 'the newest record is '],
  [['backup', 'data'], 'data is a directory'],
  [['backup', '/dev/full'], '/dev/full is no regular file'],
  [['backup', 'same', '--keys', './same'], './same is the file that the command writes'],
])('%j is refused by one line', async (args, why) => {
  const data = args[0] === 'restore' ? 'nowhere' : 'again';
  const { code, err } = await place.run([...args, '--data', data]);
  expect([code, err]).toEqual([1, [expect.stringContaining(why)]]);
});

test('behind a symbolic link the file is written that it leads to, and one is not its own keys', async () => {
  writeFileSync(place.path('target'), 'before');
  symlinkSync('target', place.path('link'));
  expect((await place.run(['backup', 'link', '--data', 'again'])).code).toBe(0);
  expect(lstatSync(place.path('link')).isSymbolicLink()).toBe(true);
  const written = readFileSync(place.path('target'));
  expect(written.subarray(0, 8).toString()).toBe('KONTORS1');
  expect((await place.run(['backup', 'target', '--keys', 'link', '--data', 'again'])).code).toBe(1);
  expect(readFileSync(place.path('target'))).toEqual(written);
  expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
});
