// What is lost or left over on the disk is said in one line, and never served as a new, empty shop.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readIdentity, writeIdentity } from '../../src/engine/store/identity.ts';
import { Place } from '../harness/program.ts';

const START = ['serve', '--port', '0'];

/** With a store that was started and killed: every test has a copy of it. */
const killed = new Place();
beforeAll(async () => {
  const program = killed.start(START);
  await program.ready();
  await program.kill();
});
afterAll(() => killed.clean());

const place = new Place();
afterEach(() => place.clean());

/** What a kill at this moment would leave; sockets of a dead process are nothing. */
const copied = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (name) => !name.endsWith('.sock') });
const started = (): void => copied(killed.path('data'), place.path('data'));

test('a journal that is gone is a loss, also before the first snapshot file', async () => {
  started();
  rmSync(place.path('data', 'journal'), { recursive: true });
  const { code, err } = await place.run(START);
  expect(code).toBe(1);
  expect(err).toEqual([expect.stringMatching(/^kontor: the journal is gone from /)]);
});

test('a damaged store.json names its path', async () => {
  started();
  writeFileSync(place.path('data', 'store.json'), '{');
  const { err } = await place.refusedHere(START);
  expect(err).toEqual([expect.stringMatching(/^kontor: .*store\.json is damaged/)]);
});

test('a store.json that cannot be read is not called damaged', async () => {
  started();
  rmSync(place.path('data', 'store.json'));
  mkdirSync(place.path('data', 'store.json'));
  for (const command of [START, ['verify'], ['log']]) {
    expect(await (command === START ? place.refusedHere(command) : place.run(command))).toMatchObject({
      code: 1,
      err: [
        expect.stringMatching(/^kontor: .*data\/store\.json cannot be read: EISDIR: illegal operation on a directory$/),
      ],
    });
  }
});

test('a restore from what is no snapshot file names it', async () => {
  mkdirSync(place.path(), { recursive: true });
  writeFileSync(place.path('notes.txt'), 'to buy: milk\n');
  expect(await place.run(['restore', 'notes.txt'])).toMatchObject({
    code: 1,
    err: ['kontor: notes.txt: it is no snapshot file'],
  });
  expect(await place.run(['restore', '.'])).toMatchObject({
    code: 1,
    err: ['kontor: . is a directory: one of the snapshot files is wanted'],
  });
  expect(existsSync(place.path('data', 'journal'))).toBe(false);
});

test('what a killed process left of a snapshot file goes at the next start, another store’s and a clone’s stay', async () => {
  started();
  const { id, timeline } = JSON.parse(readFileSync(place.path('data', 'store.json'), 'utf8')) as {
    id: string;
    timeline: string;
  };
  mkdirSync(place.path('snapshots'), { recursive: true });
  const others = [`${'0'.repeat(32)}-${timeline}.ab12cd34.part`, `${id}-00000000.ab12cd34.part`];
  for (const name of [`${id}-${timeline}.ab12cd34.part`, ...others])
    writeFileSync(place.path('snapshots', name), 'cut short');
  await (await place.serveHere(START)).stop();
  const left = readdirSync(place.path('snapshots'));
  expect(left.filter((name) => name.endsWith('.part'))).toEqual(others.sort());
});

const CREDENTIALS = {
  KONTOR_LICENCE_USERNAME: 'u_1',
  KONTOR_LICENCE_PASSWORD: 'loss-password',
  KONTOR_LICENCE_SECRET_KEY: 'loss-secret-key',
};
const LICENCE = { licence_username: 'u_1', licence_password: 'loss-password' };

const call = async (
  url: string,
  fields: { readonly [name: string]: string },
): Promise<{ readonly [name: string]: unknown }> => {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ ...LICENCE, ...fields }) });
  return (await reply.json()) as { readonly [name: string]: unknown };
};

test('a lost disk is restored from what the README says to back up, sessions included', async () => {
  const server = await place.serveHere(START, CREDENTIALS);
  const { code: session } = await call(server.url, { request: 'get_new_session' });
  expect(await server.stop()).toBe(0);
  cpSync(place.path('data', 'store.json'), place.path('store.json'));
  rmSync(place.path('data'), { recursive: true });
  mkdirSync(place.path('data'));
  cpSync(place.path('store.json'), place.path('data', 'store.json'));
  const file = readdirSync(place.path('snapshots')).sort().at(-1)!;
  const restored = await place.run(['restore', place.path('snapshots', file)]);
  expect(restored).toMatchObject({ code: 0, out: [expect.stringMatching(/is the store as of record \d+$/)] });
  // The file may lie anywhere; that there is nothing to compare it with yet is no damage.
  expect(await place.run(['verify', '--snapshots', 'elsewhere'])).toMatchObject({
    code: 0,
    out: [expect.stringMatching(/ alone: a restored store/), 'kontor: the store is sound'],
  });
  const again = await place.serveHere(START, CREDENTIALS);
  expect(await call(again.url, { request: 'get_cart', session: String(session) })).toMatchObject({ object: 'cart' });
  await again.stop();
  expect(await place.run(['restore', place.path('snapshots', file)])).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/holds a store already/)],
  });
  expect((await place.run(['verify'])).code).toBe(0);
});

test('what a power failure took is told in the log, and to the back office in get_status', async () => {
  const SERVE = [...START, '--durability', 'commit'];
  const server = await place.serveHere(SERVE, CREDENTIALS);
  const { url } = server;
  await expect.poll(() => server.out.filter((line) => line.includes('snapshot of record')).length).toBe(1);
  const { code: session } = await call(url, { request: 'get_new_session' });
  const line = {
    id_shopobject: '0',
    element_type: 'FREE_ELEMENT',
    quantity: '2',
    price_field: '1.50',
    name_field: 'thing',
  };
  await call(url, { request: 'add_to_cart', session: String(session), ...line });
  const { id_order: order } = await call(url, { request: 'checkout', session: String(session) });
  for (const name of ['data', 'snapshots']) copied(place.path(name), place.path(`left-${name}`));
  await server.stop();
  const data = place.path('left-data');
  writeIdentity(data, { ...readIdentity(data)!, bootId: 'the one before' });
  const left = ['--data', data, '--snapshots', place.path('left-snapshots')];
  const again = await place.serveHere([...SERVE, ...left], CREDENTIALS);
  const next = again.url;
  expect(again.out.join('\n')).toMatch(
    /recovery: the machine went down .*; lost are, .* with 1 orders of 3 EUR, .*: see loss-\S+\.json; the old journal is in/,
  );
  expect(await call(next, { request: 'get_status' })).toMatchObject({ last_loss: null });
  const { last_loss: loss } = await call(next, { request: 'get_status', licence_secret_key: 'loss-secret-key' });
  expect(loss).toMatchObject({ orders: 1, money: { EUR: '3' } });
  const { order_numbers: numbers } = loss as { order_numbers: readonly number[] };
  expect(numbers[0]).toBe(order);
  const { code: other } = await call(next, { request: 'get_new_session' });
  await call(next, { request: 'add_to_cart', session: String(other), ...line });
  expect(await call(next, { request: 'checkout', session: String(other) })).toMatchObject({
    id_order: numbers[1]! + 1,
  });
});
