// A disk that does not answer: catches a system call on the deciding thread that waits for it. The layer of io-faults.c
// holds a call until the test lets it go; meanwhile other callers must be answered. All tests ask one server.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { Client, must } from '../kill/client.ts';
import { buildLayer } from './io-layer.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };

let place: Place;
let layer: string | undefined;
let program: Program;
let client: Client;

const newClient = async (): Promise<Client> => new Client(Number(new URL(await program.ready()).port), DEMO);
const made = (): number => program.out.filter((line) => line.includes('snapshot of record')).length;

beforeAll(async () => {
  place = new Place();
  layer = buildLayer('system calls that wait are not tested');
  if (layer === undefined) return;
  program = place.start(['serve', '--demo', '--port', '0', '--data', 'data'], {
    LD_PRELOAD: layer,
    KONTOR_TEST_HOLD: place.path('hold'),
  });
  client = await newClient();
  await until('there is a snapshot file', () => made() === 1);
});
afterAll(async () => {
  client?.hangUp();
  await place.clean();
});

let holds = 0;

interface Hold {
  /** Resolves once a call waits. */
  readonly isHeld: () => Promise<unknown>;
  readonly letGo: () => void;
}

/** From now on calls of that kind on files of that name wait. */
const hold = (call: string, name: string): Hold => {
  holds += 1;
  const mark = `held-${holds}`;
  writeFileSync(place.path('hold'), `${call}:${name}:${mark}`);
  return {
    isHeld: () => until('a call is held', () => existsSync(place.path(`hold.${mark}`))),
    letGo: () => rmSync(place.path('hold'), { force: true }),
  };
};
afterEach(() => rmSync(place.path('hold'), { force: true }));

test.each([
  ['open', '.part'],
  ['write', '.part'],
  ['pwrite', '.part'],
  ['sync', '.part'],
  ['rename', '.snapshot'],
  ['sync', '/snapshots'],
])('%s of %s holds up a snapshot file, and nobody else', async (call, name) => {
  if (layer === undefined) return;
  const before = made();
  await must(client.call('get_new_session'));
  const { isHeld, letGo } = hold(call, name);
  program.signal('SIGUSR2');
  await isHeld();
  expect((await must(client.call('get_new_session'))).refusal).toBe('');
  expect((await must(client.office('get_status'))).refusal).toBe('');
  expect(made()).toBe(before);
  letGo();
  await until('the file is there', () => made() === before + 1);
});

test('the sync of the journal holds up changes, and no reads of what is on the disk', async () => {
  if (layer === undefined) return;
  const session = String((await must(client.call('get_new_session'))).body['code']);
  const other = await newClient();
  const { isHeld, letGo } = hold('sync', 'data.mdb');
  const change = client.call('get_new_session');
  await isHeld();
  expect((await must(other.call('get_cart', { session }))).refusal).toBe('');
  expect((await must(other.office('get_status'))).refusal).toBe('');
  letGo();
  expect((await must(change)).refusal).toBe('');
  other.hangUp();
});

test('what was held for a while stops nothing: the server ends when it is asked to', async () => {
  if (layer === undefined) return;
  client.hangUp();
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
});
