// Would catch a program that lets its logs or other users read what it made, keeps an old key alive while it runs, or
// does not come back from a start that was killed. All else about credentials: first-channel.test.ts.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Env, Program } from '../harness/program.ts';
import { sample } from '../harness/effort.ts';
import { lull } from '../harness/until.ts';

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

const file = (): string => place.path('data', 'credentials.json');
const saved = (): Credentials => JSON.parse(readFileSync(file(), 'utf8')) as Credentials;

const stopped = async (program: Program): Promise<string> => {
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  return program.out.join('\n');
};

const served = async (args: readonly string[], env: Env = {}): Promise<Program> => {
  const program = place.start(args, env);
  await program.ready();
  return program;
};

/** What get_status and an operation that needs the secret key say. */
const opens = async (
  program: Program,
  { username, password, secretKey }: Credentials,
): Promise<readonly [boolean, boolean]> => {
  const url = await program.ready();
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
  const program = await served(SERVE);
  const made = saved();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(place.path('data')).mode & 0o777).toBe(0o700);
  expect(await opens(program, made)).toEqual(BOTH);
  expect(await place.run(['channel', 'rotate'])).toMatchObject({ code: 0, err: [] });
  const rotated = saved();
  expect(rotated).not.toEqual(made);
  expect([await opens(program, made), await opens(program, rotated)]).toEqual([NEITHER, BOTH]);
  // An overlap begins and ends at once as well, and a channel that is off opens nothing.
  expect((await place.run(['channel', 'rotate', '1', '--overlap', '48'])).code).toBe(0);
  const fresh = saved();
  expect([await opens(program, rotated), await opens(program, fresh)]).toEqual([BOTH, BOTH]);
  expect((await place.run(['channel', 'end-overlap', '1'])).code).toBe(0);
  expect([await opens(program, rotated), await opens(program, fresh)]).toEqual([NEITHER, BOTH]);
  expect((await place.run(['channel', 'set', '1', '--off'])).code).toBe(0);
  expect(await opens(program, fresh)).toEqual(NEITHER);
  const text = await stopped(program);
  expect(text).toContain('first start: the credentials of the first channel stand in data/credentials.json');
  for (const secret of [made, rotated, fresh].flatMap((one) => Object.values(one))) expect(text).not.toContain(secret);
});

test('a start that dies leaves nothing that the next one trips over; credentials of the environment stay out of logs', async () => {
  // Any moment before the store is written, and some behind it.
  for (const afterMs of sample([0, 60, 120, 180, 240, 300])) {
    const dying = place.start(SERVE);
    await lull(afterMs);
    await dying.kill();
  }
  const next = await served(SERVE);
  expect(await opens(next, saved())).toEqual(BOTH);
  await stopped(next);
  const ours: Credentials = { username: 'shop', password: 'a long password', secretKey: 'a long secret' };
  const program = await served(SERVE, {
    KONTOR_LICENCE_USERNAME: ours.username,
    KONTOR_LICENCE_PASSWORD: ours.password,
    KONTOR_LICENCE_SECRET_KEY: ours.secretKey,
  });
  expect(await opens(program, ours)).toEqual(BOTH);
  const text = await stopped(program);
  expect(text).toContain('the credentials of the environment');
  for (const secret of [ours.password, ours.secretKey]) expect(text).not.toContain(secret);
});

test('a demo shop has its own directory, printed credentials and something to buy, and is no real shop', async () => {
  const program = await served([...SERVE, '--demo']);
  expect(await opens(program, DEMO)).toEqual(BOTH);
  expect(existsSync(place.path('data', 'demo', 'store.json'))).toBe(true);
  expect(existsSync(place.path('data', 'store.json'))).toBe(false);
  const body = new URLSearchParams({
    request: 'get_products_in_category',
    id_category: '1',
    licence_username: DEMO.username,
    licence_password: DEMO.password,
  });
  const reply = (await (await fetch(await program.ready(), { method: 'POST', body })).json()) as { count: number };
  expect(reply.count).toBeGreaterThan(0);
  const text = await stopped(program);
  for (const word of Object.values(DEMO)) expect(text).toContain(word);
  expect(await place.run([...SERVE, '--data', 'data/demo'])).toMatchObject({
    code: 1,
    err: [
      'kontor: data/demo is a demo shop with printed credentials: run "kontor channel rotate --data data/demo" first',
    ],
  });
});
