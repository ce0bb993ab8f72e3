// System calls that fail or are traced, by a layer that is loaded before the C library (io-faults.c). Catches an order
// that was answered and is gone, a fault without its reason, and one that ends more than it must.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/outside/system-clock.ts';
import { sample } from '../harness/effort.ts';
import { Place } from '../harness/program.ts';
import type { Env, Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { open } from '../engine/store/stores.ts';
import { Client, must } from '../kill/client.ts';
import { buildLayer } from './io-layer.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const SERVE = ['serve', '--demo', '--port', '0', '--data', 'data'];

let layer: string | undefined;
beforeAll(() => {
  layer = buildLayer('system calls that fail are not tested');
});

/** The file `fault` of the place says which call fails, while it is there. */
const layered = (place: Place): Env => ({ LD_PRELOAD: layer!, KONTOR_TEST_FAULT: place.path('fault') });

const clientOf = async (program: Program): Promise<Client> =>
  new Client(Number(new URL(await program.ready()).port), DEMO);

describe('a server that goes on', () => {
  let place: Place;
  let program: Program;
  let client: Client;
  beforeAll(async () => {
    place = new Place();
    if (layer === undefined) return;
    writeFileSync(place.path('fault'), 'write:store.json.part:1:EINTR');
    program = place.start(SERVE, { ...layered(place), KONTOR_TEST_TRACE: place.path('trace') });
    client = await clientOf(program);
    await until('there is a snapshot file', () => made() === 1);
  });
  afterEach(() => rmSync(place.path('fault'), { force: true }));
  afterAll(async () => {
    client?.hangUp();
    await place.clean();
  });

  const made = (): number => program.out.filter((line) => line.includes('snapshot of record')).length;
  const traced = (): readonly string[] => readFileSync(place.path('trace'), 'utf8').split('\n');

  test('the directory of a new journal is synced after its file is made', () => {
    if (layer === undefined) return;
    const calls = traced();
    const first = calls.findIndex((call) => /^create .*journal\/data\.mdb$/.test(call));
    expect(first).toBeGreaterThan(-1);
    expect(calls.slice(first).some((call) => /^sync .*\/data\/new\.part\/journal$/.test(call))).toBe(true);
    expect(calls.slice(first).some((call) => /^sync .*\/data\/new\.part$/.test(call))).toBe(true);
  });

  test('a write of its identity that is interrupted is made again', () => {
    if (layer === undefined) return;
    expect(traced()).toContainEqual(expect.stringMatching(/^fault write .*\/store\.json\.part$/));
    expect(readFileSync(place.path('data', 'store.json'), 'utf8')).toMatch(/^\{.*\}\s*$/s);
  });

  test('a write of the journal that is interrupted is made again', async () => {
    if (layer === undefined) return;
    const before = traced().length;
    writeFileSync(place.path('fault'), 'pwrite:data.mdb:2:EINTR');
    for (let call = 0; call < 10; call += 1) expect((await must(client.call('get_new_session'))).refusal).toBe('');
    const interrupted = traced()
      .slice(before - 1)
      .filter((call) => call.startsWith('fault '));
    expect(interrupted).toEqual([expect.stringMatching(/^fault pwrite .*\/data\.mdb$/)]);
  });

  test.each(sample(['write:.part:2:EIO', 'sync:.part:1:EIO', 'open:.part:1:ENOSPC', 'write:.part:1:short']))(
    '%s while a snapshot file is written ends nothing: it is told, and made again',
    async (fault) => {
      if (layer === undefined) return;
      const [files, lines] = [made(), program.err.length];
      await must(client.call('get_new_session'));
      writeFileSync(place.path('fault'), fault);
      program.signal('SIGUSR2');
      const isShort = fault.endsWith('short');
      if (isShort) await expect.poll(made).toBe(files + 1);
      else {
        await expect.poll(() => program.err.slice(lines)).toEqual([expect.stringMatching(/^kontor: no snapshot: /)]);
        expect((await must(client.call('get_status'))).body).toMatchObject({
          snapshot_failures: 1,
          write_status: 'ready',
        });
      }
      rmSync(place.path('fault'));
      await must(client.call('get_new_session'));
      program.signal('SIGUSR2');
      await expect.poll(made).toBe(files + (isShort ? 2 : 1));
    },
  );

  test('it ends when it is asked to, and its store is sound', async () => {
    if (layer === undefined) return;
    client.hangUp();
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    const verified = await place.run(['verify', 'data']);
    expect(verified.code, verified.out.join('\n')).toBe(0);
  });
});

const canReplaceProcess = (): boolean => 'execve' in process;

interface Failing {
  readonly fault: string;
  readonly reason: string;
}

describe('a journal that cannot be written', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.clean());

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
    if (layer === undefined) return;
    const program = place.start(SERVE, layered(place));
    const client = await clientOf(program);
    const ids: number[] = [];
    let refused: number | undefined;
    writeFileSync(place.path('fault'), fault);
    for (let call = 0; call < 50 && refused === undefined; call += 1) {
      const answer = await client.office('create_category', { id_parent: 0, name: `category ${call}` });
      if (answer?.refusal === '') ids.push(Number(answer.body['id']));
      else refused = answer?.status ?? 0;
    }
    expect(refused).toBe(503);
    client.hangUp();
    const ended = await program.ended;
    // What LMDB does to its heap when a write fails can be avoided only where Node can replace its process.
    if (canReplaceProcess() || ended.signal !== 'SIGABRT')
      expect(ended, program.said).toEqual({ code: 1, signal: null });
    // Rows that are stored in that moment find LMDB in its last state.
    const said = program.err.filter((line) => line.startsWith('kontor: ') && !line.startsWith('kontor: stored rows: '));
    expect(said).toEqual([
      `kontor: the journal could not be written: data/journal: ${reason}; stopping, a restart recovers`,
    ]);
    const verified = await place.run(['verify', 'data']);
    expect(verified.code, verified.out.join('\n')).toBe(0);
    expect(await restarted(ids)).toEqual(ids);
  });

  /** Those that are there when its store is opened again, as the next start does. */
  const restarted = async (ids: readonly number[]): Promise<readonly number[]> => {
    const [directory, snapshots] = [place.path('data'), place.path('snapshots')];
    const store = await open({ directory, snapshots, durability: 'fsync', bootId: '' }, { clock: SYSTEM_CLOCK });
    const there = ids.filter((id) => store.engine.tables.category.peek(id) !== undefined);
    await store.close();
    return there;
  };
});

/** Prints, for each fault of a first start: why it ended, and whether the next one of the same kind sells. */
const FIRST_STARTS = `
import { rmSync, writeFileSync } from 'node:fs';
const [, , program, fault, ...specs] = process.argv;
const { startServer } = await import(program);
const { username, password } = ${JSON.stringify(DEMO)};
for (const [at, spec] of specs.entries()) {
  const settings = { port: 0, data: 'data-' + at, snapshots: 'snapshots-' + at };
  writeFileSync(fault, spec);
  const said = await startServer(settings, { demo: true }).then(() => 'it started', ({ message }) => message);
  rmSync(fault);
  const server = await startServer(settings, { demo: true });
  const body = new URLSearchParams({ licence_username: username, licence_password: password, request: 'get_shop' });
  const { object } = await (await fetch(server.url + '/srv/service/', { method: 'POST', body })).json();
  await server.stop();
  console.log(JSON.stringify({ said, object }));
}
`;

const FIRST: readonly (readonly [fault: string, line: RegExp])[] = [
  ['write:store.json.part:1:EIO', /\/new\.part\/store\.json cannot be written: .*(EIO|i\/o error)/i],
  ['rename:store.json:1:EIO', /\/new\.part\/store\.json cannot be written: .*(EIO|i\/o error)/i],
  ['sync:store.json.part:1:ENOSPC', /\/new\.part\/store\.json cannot be written: .*(ENOSPC|no space)/i],
  ['write:subject-keys.json.part:1:EIO', /\/new\.part\/subject-keys\.json cannot be written: .*(EIO|i\/o error)/i],
  ['open:subject-keys.json.part:1:ENOSPC', /\/new\.part\/subject-keys\.json cannot be written: .*(ENOSPC|no space)/i],
];

describe('a first start that cannot write its store', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.clean());

  test('ends with one line', async () => {
    if (layer === undefined) return;
    const [fault, line] = FIRST[0]!;
    writeFileSync(place.path('fault'), fault);
    const ran = await place.runBuilt(SERVE, layered(place));
    expect(ran.code).toBe(1);
    expect(ran.err).toEqual([expect.stringMatching(line)]);
  });

  test('says why, whatever the call, and the next one is a first start as well', async () => {
    if (layer === undefined) return;
    const script = place.path('first-starts.mjs');
    writeFileSync(script, FIRST_STARTS);
    const program = new URL('../../dist/server/start-server.js', import.meta.url).href;
    const faults = sample(FIRST);
    const args = [program, place.path('fault'), ...faults.map(([fault]) => fault)];
    const ran = place.start(args, layered(place), [], script);
    expect(await ran.ended, ran.said).toEqual({ code: 0, signal: null });
    const told = ran.out.filter((line) => line.startsWith('{"said":')).map((line) => JSON.parse(line) as unknown);
    expect(told).toEqual(faults.map(([, line]) => ({ said: expect.stringMatching(line), object: 'shop' })));
  });
});
