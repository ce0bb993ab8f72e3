// Would catch a program that lets its logs or other users read what it made, keeps an old key alive while it runs, or
// does not come back from a start that was killed. All else about credentials: first-channel.test.ts.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Env, Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

const SERVE = ['serve', '--port', '0'];
const DEMO: Credentials = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };

const file = (data = 'data'): string => place.path(data, 'credentials.json');
const saved = (data?: string): Credentials => JSON.parse(readFileSync(file(data), 'utf8')) as Credentials;

/** All that it has said. */
const stopped = async (server: Program): Promise<string> => {
  expect(await server.stop()).toBe(0);
  return [...server.out, ...server.err].join('\n');
};

/** What get_status and an operation that needs the secret key say. */
const opens = async (
  { url }: Program,
  { username, password, secretKey }: Credentials,
): Promise<readonly [boolean, boolean]> => {
  const ask = async (fields: Env): Promise<boolean> => {
    const body = new URLSearchParams({ licence_username: username, licence_password: password, ...fields });
    const reply = (await (await fetch(url, { method: 'POST', body })).json()) as { readonly message?: string };
    return reply.message !== 'PERMISSION_DENIED';
  };
  return [await ask({ request: 'get_status' }), await ask({ request: 'create_class', licence_secret_key: secretKey })];
};
const BOTH = [true, true];
const NEITHER = [false, false];

test('the first start makes credentials for the owner alone, and `rotate` ends them while it serves', async () => {
  const server = await place.serveHere(SERVE);
  const made = saved();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(place.path('data')).mode & 0o777).toBe(0o700);
  expect(await opens(server, made)).toEqual(BOTH);
  expect(await place.run(['channel', 'rotate'])).toMatchObject({ code: 0, err: [] });
  const rotated = saved();
  expect(rotated).not.toEqual(made);
  expect([await opens(server, made), await opens(server, rotated)]).toEqual([NEITHER, BOTH]);
  // An overlap begins and ends at once as well, and a channel that is off opens nothing.
  expect((await place.run(['channel', 'rotate', '1', '--overlap', '48'])).code).toBe(0);
  const fresh = saved();
  expect([await opens(server, rotated), await opens(server, fresh)]).toEqual([BOTH, BOTH]);
  expect((await place.run(['channel', 'end-overlap', '1'])).code).toBe(0);
  expect([await opens(server, rotated), await opens(server, fresh)]).toEqual([NEITHER, BOTH]);
  expect((await place.run(['channel', 'set', '1', '--off'])).code).toBe(0);
  expect(await opens(server, fresh)).toEqual(NEITHER);
  const text = await stopped(server);
  expect(text).toContain(`first start: the credentials of the first channel stand in ${file()}`);
  for (const secret of [made, rotated, fresh].flatMap((one) => Object.values(one))) expect(text).not.toContain(secret);
});

test('a start that dies leaves nothing that the next one trips over; credentials of the environment stay out of logs', async () => {
  // Before anything is written, and when the first and the last file of a store are there: each time in a directory in
  // which nothing is, or a file of an earlier start would be taken for one of this start.
  for (const written of ['', 'subject-keys.json', 'credentials.json']) {
    const data = written === '' ? 'data' : `until ${written}`;
    expect(existsSync(place.path(data))).toBe(false);
    const serve = [...SERVE, '--data', data, '--snapshots', `${data} snapshots`];
    const dying = place.start(serve);
    if (written !== '') await until(`the start has written ${written}`, () => existsSync(place.path(data, written)));
    expect(await dying.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    const next = await place.serveHere(serve);
    expect(await opens(next, saved(data))).toEqual(BOTH);
    await stopped(next);
  }
  const ours: Credentials = { username: 'shop', password: 'a long password', secretKey: 'a long secret' };
  const server = await place.serveHere(SERVE, {
    KONTOR_LICENCE_USERNAME: ours.username,
    KONTOR_LICENCE_PASSWORD: ours.password,
    KONTOR_LICENCE_SECRET_KEY: ours.secretKey,
  });
  expect(await opens(server, ours)).toEqual(BOTH);
  const text = await stopped(server);
  expect(text).toContain('the credentials of the environment');
  for (const secret of [ours.password, ours.secretKey]) expect(text).not.toContain(secret);
});

test('a demo shop has its own directory, printed credentials and something to buy, and is no real shop', async () => {
  const server = await place.serveHere([...SERVE, '--demo']);
  expect(await opens(server, DEMO)).toEqual(BOTH);
  expect(existsSync(place.path('data', 'demo', 'store.json'))).toBe(true);
  expect(existsSync(place.path('data', 'store.json'))).toBe(false);
  const body = new URLSearchParams({
    request: 'get_products_in_category',
    id_category: '1',
    licence_username: DEMO.username,
    licence_password: DEMO.password,
  });
  const reply = (await (await fetch(server.url, { method: 'POST', body })).json()) as { count: number };
  expect(reply.count).toBeGreaterThan(0);
  const text = await stopped(server);
  for (const word of Object.values(DEMO)) expect(text).toContain(word);
  const data = place.path('data', 'demo');
  expect((await place.refusedHere([...SERVE, '--data', 'data/demo'])).err).toEqual([
    `kontor: ${data} is a demo shop with printed credentials: run "kontor channel rotate --data ${data}" first`,
  ]);
});
