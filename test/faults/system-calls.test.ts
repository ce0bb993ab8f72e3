// System calls that fail or are traced, by a layer that is loaded before the C library (io-faults.c).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../cli/program.ts';
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

test('the directory of a new journal is synced after its file is made', async () => {
  if (!canInject()) return;
  const program = place.start(SERVE, { LD_PRELOAD: place.path('io-faults.so'), KONTOR_TRACE: place.path('trace') });
  await program.ready();
  await program.kill();
  const calls = readFileSync(place.path('trace'), 'utf8').split('\n');
  const made = calls.findIndex((call) => /^create .*journal\/data\.mdb$/.test(call));
  expect(made).toBeGreaterThan(-1);
  expect(calls.slice(made).some((call) => /^sync .*\/data\/journal$/.test(call))).toBe(true);
  expect(calls.slice(made).some((call) => /^sync .*\/data$/.test(call))).toBe(true);
});

test.each(['sync:data.mdb:3:EIO', 'pwrite:data.mdb:3:short'])(
  '%s ends the server with its reason, and nothing that was answered is lost',
  async (fault) => {
    if (!canInject()) return;
    const program = place.start(SERVE, {
      LD_PRELOAD: place.path('io-faults.so'),
      KONTOR_FAULT: fault,
      KONTOR_FAULT_FROM: place.path('now'),
    });
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
    expect(await program.ended, program.said).toEqual({ code: 1, signal: null });
    // A snapshot file that was being written says for itself that it is not there.
    const lines = program.err.filter((line) => !line.startsWith('kontor: no snapshot: '));
    expect(lines).toEqual([
      'kontor: the journal could not be written: data/journal: Input/output error; stopping, a restart recovers',
    ]);
    client.hangUp();
    const verified = await place.run(['verify', 'data']);
    expect(verified.code, verified.out.join('\n')).toBe(0);
    const again = place.start(SERVE);
    const after = new Client(Number(new URL(await again.ready()).port), DEMO);
    for (const session of codes) expect((await must(after.call('get_cart', { session }))).refusal).toBe('');
    after.hangUp();
    await again.kill();
  },
);
