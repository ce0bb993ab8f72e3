// System calls that fail or are traced, by a layer that is loaded before the C library (io-faults.c).
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { sample } from '../harness/effort.ts';
import { Client, must } from '../kill/client.ts';

const SOURCE = fileURLToPath(new URL('io-faults.c', import.meta.url));
const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const SERVE = ['serve', '--demo', '--port', '0', '--data', 'data'];

let place: Place;
let isBuilt: boolean;
beforeEach(() => {
  place = new Place();
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', place.path('io-faults.so'), SOURCE, '-ldl']);
  isBuilt = process.platform === 'linux' && status === 0;
});
afterEach(() => place.clean());

const canInject = (): boolean => {
  if (!isBuilt) console.log('no C compiler here: system calls that fail are not tested');
  return isBuilt;
};

/** The fault is there from when the file `now` exists. */
const injected = (fault: string): { readonly [name: string]: string } => ({
  LD_PRELOAD: place.path('io-faults.so'),
  KONTOR_TEST_FAULT: fault,
  KONTOR_TEST_FAULT_FROM: place.path('now'),
});

test('the directory of a new journal is synced after its file is made', async () => {
  if (!canInject()) return;
  const program = place.start(SERVE, {
    LD_PRELOAD: place.path('io-faults.so'),
    KONTOR_TEST_TRACE: place.path('trace'),
  });
  await program.ready();
  await program.kill();
  const calls = readFileSync(place.path('trace'), 'utf8').split('\n');
  const made = calls.findIndex((call) => /^create .*journal\/data\.mdb$/.test(call));
  expect(made).toBeGreaterThan(-1);
  expect(calls.slice(made).some((call) => /^sync .*\/data\/new\.part\/journal$/.test(call))).toBe(true);
  expect(calls.slice(made).some((call) => /^sync .*\/data\/new\.part$/.test(call))).toBe(true);
});

const canReplaceProcess = (): boolean => 'execve' in process;

interface Failing {
  readonly fault: string;
  readonly reason: string;
}

test.each<Failing>(
  sample<Failing>([
    { fault: 'sync:data.mdb:3:EIO', reason: 'Input/output error' },
    { fault: 'sync:data.mdb:1:ENOSPC', reason: 'No space left on device' },
    // Linux never interrupts a sync, and LMDB does not expect it.
    { fault: 'sync:data.mdb:3:EINTR', reason: 'Interrupted system call' },
    { fault: 'pwrite:data.mdb:1:EIO', reason: 'Input/output error' },
    { fault: 'pwrite:data.mdb:3:ENOSPC', reason: 'No space left on device' },
    // LMDB calls a write that ends early an error of the device.
    { fault: 'pwrite:data.mdb:3:short', reason: 'Input/output error' },
  ]),
)('$fault ends the server with its reason, and nothing that was answered is lost', async ({ fault, reason }) => {
  if (!canInject()) return;
  const program = place.start(SERVE, injected(fault));
  const client = new Client(Number(new URL(await program.ready()).port), DEMO);
  const codes: string[] = [];
  let refused: number | undefined;
  writeFileSync(place.path('now'), '');
  for (let call = 0; call < 50 && refused === undefined; call += 1) {
    const answer = await client.call('get_new_session');
    if (answer?.refusal === '') codes.push(String(answer.body['code']));
    else refused = answer?.status ?? 0;
  }
  expect(refused).toBe(503);
  const ended = await program.ended;
  // What LMDB does to its heap when a write fails can be avoided only where Node can replace its process.
  if (canReplaceProcess() || ended.signal !== 'SIGABRT') expect(ended, program.said).toEqual({ code: 1, signal: null });
  // Rows that are stored in that moment find LMDB in its last state.
  const said = program.err.filter((line) => line.startsWith('kontor: ') && !line.startsWith('kontor: stored rows: '));
  expect(said).toEqual([
    `kontor: the journal could not be written: data/journal: ${reason}; stopping, a restart recovers`,
  ]);
  client.hangUp();
  const verified = await place.run(['verify', 'data']);
  expect(verified.code, verified.out.join('\n')).toBe(0);
  const again = place.start(SERVE);
  const after = new Client(Number(new URL(await again.ready()).port), DEMO);
  for (const session of codes) expect((await must(after.call('get_cart', { session }))).refusal).toBe('');
  after.hangUp();
  await again.kill();
});

test.each(sample(['pwrite:data.mdb:2:EINTR', 'write:store.json.part:1:EINTR']))(
  '%s is a call that is made again',
  async (fault) => {
    if (!canInject()) return;
    writeFileSync(place.path('now'), '');
    const program = place.start(SERVE, injected(fault));
    const client = new Client(Number(new URL(await program.ready()).port), DEMO);
    for (let call = 0; call < 10; call += 1) expect((await must(client.call('get_new_session'))).refusal).toBe('');
    client.hangUp();
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect((await place.run(['verify', 'data'])).code).toBe(0);
  },
);

test.each(
  sample<[string, RegExp]>([
    ['write:store.json.part:1:EIO', /data\/new\.part\/store\.json cannot be written: .*(EIO|i\/o error)/i],
    ['rename:store.json:1:EIO', /data\/new\.part\/store\.json cannot be written: .*(EIO|i\/o error)/i],
    ['sync:store.json.part:1:ENOSPC', /data\/new\.part\/store\.json cannot be written: .*(ENOSPC|no space)/i],
    [
      'write:subject-keys.json.part:1:EIO',
      /data\/new\.part\/subject-keys\.json cannot be written: .*(EIO|i\/o error)/i,
    ],
    [
      'open:subject-keys.json.part:1:ENOSPC',
      /data\/new\.part\/subject-keys\.json cannot be written: .*(ENOSPC|no space)/i,
    ],
  ]),
)('%s ends a first start with one line, and the next one is a first start as well', async (fault, line) => {
  if (!canInject()) return;
  writeFileSync(place.path('now'), '');
  const ran = await place.runBuilt(SERVE, injected(fault));
  expect(ran.code).toBe(1);
  expect(ran.err).toEqual([expect.stringMatching(line)]);
  const again = place.start(SERVE);
  const client = new Client(Number(new URL(await again.ready()).port), DEMO);
  expect((await must(client.call('get_new_session'))).refusal).toBe('');
  client.hangUp();
  await again.kill();
});

test.each(sample(['write:.part:2:EIO', 'sync:.part:1:EIO', 'open:.part:1:ENOSPC', 'write:.part:1:short']))(
  '%s while a snapshot file is written ends nothing: it is told, and made again',
  async (fault) => {
    if (!canInject()) return;
    const program = place.start(SERVE, injected(fault));
    const client = new Client(Number(new URL(await program.ready()).port), DEMO);
    await expect.poll(() => program.out.some((line) => line.includes('snapshot of record'))).toBe(true);
    writeFileSync(place.path('now'), '');
    await must(client.call('get_new_session'));
    program.signal('SIGUSR2');
    const isShort = fault.endsWith('short');
    if (isShort) await expect.poll(() => made(program.out)).toBe(2);
    else {
      await expect.poll(() => program.err).toEqual([expect.stringMatching(/^kontor: no snapshot: /)]);
      expect((await must(client.call('get_status'))).body).toMatchObject({
        snapshot_failures: 1,
        write_status: 'ready',
      });
    }
    rmSync(place.path('now'));
    await must(client.call('get_new_session'));
    program.signal('SIGUSR2');
    await expect.poll(() => made(program.out)).toBe(isShort ? 3 : 2);
    client.hangUp();
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    const verified = await place.run(['verify', 'data']);
    expect(verified.code, verified.out.join('\n')).toBe(0);
  },
);

const made = (lines: readonly string[]): number => lines.filter((line) => line.includes('snapshot of record')).length;
