// Catches a server that starts with a clock that its records contradict, one that cannot be started any more after its
// clock was wrong, and an operator's word that does not reach a running server.
import { rmSync } from 'node:fs';
import { afterAll, afterEach, expect, test } from 'vitest';
import { SetClock } from '../engine/seeded.ts';
import { buy, fillShop, make, startSession } from '../engine/shop.ts';
import { LIMITS, findingsOf, newPlace, open, untilWritten } from '../engine/store/stores.ts';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const DAY = 86_400_000;
const place = new Place();
afterEach(() => {
  for (const name of ['data', 'snapshots']) rmSync(place.path(name), { recursive: true, force: true });
});
afterAll(() => place.clean());

const START = ['serve', '--port', '0'];
const SECRET = 'time-secret-key-of-the-shop';
const CREDENTIALS = {
  KONTOR_LICENCE_USERNAME: 'shop',
  KONTOR_LICENCE_PASSWORD: 'time-password-of-the-shop',
  KONTOR_LICENCE_SECRET_KEY: SECRET,
};

const LICENCE = { licence_username: 'shop', licence_password: CREDENTIALS.KONTOR_LICENCE_PASSWORD };

const call = async (
  url: string,
  fields: { readonly [name: string]: string },
): Promise<{ readonly [name: string]: unknown }> => {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ ...LICENCE, ...fields }) });
  return (await reply.json()) as { readonly [name: string]: unknown };
};

/** A store with two orders and a session, the last of them so far from now. */
const stored = async (offMs: number) => {
  const at = newPlace({ directory: place.path('data'), snapshots: place.path('snapshots') });
  const clock = new SetClock(Date.now() + Math.min(offMs, 0) - DAY);
  const store = await open(at, { clock, limits: { ...LIMITS, clockConfirmMs: DAY } });
  fillShop(store.engine);
  buy(store.engine, 1);
  clock.ms = Date.now() + offMs;
  buy(store.engine, 2);
  make(store.engine, startSession);
  await untilWritten(store.engine);
  await store.close();
  return at;
};

test('a clock that is far from the last record refuses the start, and changes nothing', async () => {
  await stored(3650 * DAY);
  const early = await place.refusedHere(START, CREDENTIALS);
  expect(early.err).toEqual([
    expect.stringMatching(
      /^kontor: the system's clock says \S+, 36(49|50) d \d+ h before the last record, .*`kontor time repair`.*--accept-time$/,
    ),
  ]);
  expect((await place.run(['verify'])).code).toBe(0);
  rmSync(place.path('data'), { recursive: true });
  await stored(-200 * DAY);
  const late = await place.refusedHere(START, CREDENTIALS);
  expect(late).toMatchObject({ err: [expect.stringMatching(/200 d 0 h after the last record/)] });
  const accepted = await place.serveHere([...START, '--accept-time'], CREDENTIALS);
  expect(await accepted.stop()).toBe(0);
});

test('ordinary downtime is no jump', async () => {
  const at = await stored(-100 * DAY);
  const server = await place.serveHere(START, CREDENTIALS);
  expect(server.err).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect((await place.run(['time'])).out.filter((line) => line.includes('stepped'))).toEqual([]);
  expect(await findingsOf(at)).toEqual([]);
});

test('a store that ran ahead is repaired, and a running server takes the word that its clock is right', async () => {
  await stored(3650 * DAY);
  const told = await place.run(['time']);
  expect(told).toMatchObject({ code: 0, err: [] });
  expect(told.out[1]).toMatch(/^kontor: the last record was made at 20\S+, 36(49|50) d \d+ h after the clock$/);
  expect(told.out[2]).toMatch(/^kontor: no time is confirmed yet/);
  const repaired = await place.run(['time', 'repair']);
  expect(repaired).toMatchObject({ code: 0, err: [] });
  expect(repaired.out[0]).toMatch(/^kontor: from record \d+ on the time is that of the clock: /);
  expect(repaired.out[1]).toBe('kontor: 1 orders are stamped later than that, and stay so');
  expect((await place.run(['time', 'repair'])).out).toEqual([
    'kontor: there is nothing to repair: the last record is not ahead of the clock',
  ]);
  const server = await place.serveHere(START, CREDENTIALS);
  const { url } = server;
  const status = { request: 'get_status' };
  expect(await call(url, status)).toMatchObject({ clock_status: 'agreed', clock_jump: 0 });
  const report = { request: 'get_report', statistic: 'SALES', licence_secret_key: SECRET };
  const { uncertain_times: uncertain } = await call(url, report);
  expect(uncertain).toEqual([{ from: expect.stringMatching(/^20/), to: expect.stringMatching(/^20/) }]);
  const before = (await call(url, status))['confirmed_time'];
  // It is shown in seconds: the word is given in a later one.
  const second = Math.floor(Date.now() / 1000);
  await until('it is a later second', () => Date.now() / 1000 >= second + 1);
  expect(await place.run(['time', 'confirm'])).toMatchObject({
    code: 0,
    out: [expect.stringMatching(/^kontor: the time is confirmed: /)],
  });
  const after = (await call(url, status))['confirmed_time'];
  expect(await place.run(['time', 'repair'])).toMatchObject({
    code: 0,
    out: [expect.stringMatching(/^kontor: the time is that of the clock: /)],
  });
  expect([typeof before, typeof after, String(after) > String(before)]).toEqual(['string', 'string', true]);
  const shown = await place.run(['time']);
  expect(shown.out.filter((line) => / stepped from .* repaired$/.test(line))).toHaveLength(1);
  expect(shown.out.filter((line) => line.startsWith('kontor: uncertain: '))).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  expect((await place.run(['verify'])).code).toBe(0);
});

test('a directory without a store has no time', async () => {
  for (const command of [['time'], ['time', 'confirm'], ['time', 'repair']])
    expect(await place.run(command)).toMatchObject({ code: 1, err: [expect.stringMatching(/holds no store/)] });
});
