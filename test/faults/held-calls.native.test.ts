// A disk that does not answer: catches a system call on the deciding thread that waits for it. The layer of io-faults.c
// holds a call until the test lets it go; meanwhile other callers must be answered.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { Client, must } from '../kill/client.ts';

const SOURCE = fileURLToPath(new URL('io-faults.c', import.meta.url));
const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };

let place: Place;
let isBuilt: boolean;
beforeEach(() => {
  place = new Place();
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', place.path('io-faults.so'), SOURCE, '-ldl']);
  isBuilt = process.platform === 'linux' && status === 0;
});
afterEach(() => place.clean());

const canInject = (): boolean => {
  if (!isBuilt) console.log('no C compiler here: system calls that wait are not tested');
  return isBuilt;
};

/** A shop whose calls of that kind on a file of that name wait from `hold` to `letGo`. */
const shopWith = async (call: string, name: string): Promise<[Program, Client]> => {
  const program = place.start(['serve', '--demo', '--port', '0', '--data', 'data'], {
    LD_PRELOAD: place.path('io-faults.so'),
    KONTOR_TEST_HOLD: `${call}:${name}:${place.path('hold')}`,
  });
  return [program, new Client(Number(new URL(await program.ready()).port), DEMO)];
};
const hold = (): void => writeFileSync(place.path('hold'), '');
const held = (): Promise<unknown> => until('a call is held', () => existsSync(place.path('hold.held')));
const letGo = (): void => rmSync(place.path('hold'));

const made = ({ out }: Program): number => out.filter((line) => line.includes('snapshot of record')).length;

const stopped = async (program: Program, client: Client): Promise<void> => {
  client.hangUp();
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
};

test.each([
  ['open', '.part'],
  ['write', '.part'],
  ['pwrite', '.part'],
  ['sync', '.part'],
  ['rename', '.snapshot'],
  ['sync', '/snapshots'],
])('%s of %s holds up a snapshot file, and nobody else', async (call, name) => {
  if (!canInject()) return;
  const [program, client] = await shopWith(call, name);
  await until('there is a snapshot file', () => made(program) === 1);
  await must(client.call('get_new_session'));
  hold();
  program.signal('SIGUSR2');
  await held();
  expect((await must(client.call('get_new_session'))).refusal).toBe('');
  expect((await must(client.office('get_status'))).refusal).toBe('');
  expect(made(program)).toBe(1);
  letGo();
  await until('the file is there', () => made(program) === 2);
  await stopped(program, client);
});

test('the sync of the journal holds up changes, and no reads of what is on the disk', async () => {
  if (!canInject()) return;
  const [program, client] = await shopWith('sync', 'data.mdb');
  const session = String((await must(client.call('get_new_session'))).body['code']);
  const other = new Client(Number(new URL(await program.ready()).port), DEMO);
  hold();
  const change = client.call('get_new_session');
  await held();
  expect((await must(other.call('get_cart', { session }))).refusal).toBe('');
  expect((await must(other.office('get_status'))).refusal).toBe('');
  letGo();
  expect((await must(change)).refusal).toBe('');
  other.hangUp();
  await stopped(program, client);
});
