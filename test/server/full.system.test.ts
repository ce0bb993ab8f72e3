// A disk that takes no more: at the first start, in the middle of a stop, under a command.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readIdentity, writeIdentity } from '../../src/engine/store/identity.ts';
import { checkDiskSpace } from '../../src/engine/disk/disk-space.ts';
import { Place } from '../harness/program.ts';
import type { Ended } from '../harness/program.ts';
import { sample } from '../harness/effort.ts';

const SERVE = ['serve', '--port', '0'];

/** With a store that was started and killed: every test has a copy of it. */
const killed = new Place();
beforeAll(async () => {
  const program = killed.start(SERVE);
  await program.ready();
  await program.kill();
});
afterAll(() => killed.clean());

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

/** Bytes that a file may have: enough for the small ones beside the journal. */
const FILE_BYTES = 4000;
const FAILED = /^kontor: the journal could not be written: \S*data\/journal: File too large/;

/**
 * LMDB tells of a write that is refused as a whole with a long text, and may have damaged its heap by that: then the
 * system ends what was ending.
 */
const hasFailed = ({ code, signal }: Ended): boolean => code === 1 || signal === 'SIGABRT';

const started = (): void =>
  cpSync(killed.path('data'), place.path('data'), { recursive: true, filter: (name) => !name.endsWith('.sock') });

const setStarted = (value: boolean): void => {
  const directory = place.path('data');
  writeIdentity(directory, { ...readIdentity(directory)!, started: value });
};

// Catches an exit code of 0 for a stop that has lost what it had to write.
test('a journal that fails during a stop ends it with 1', async () => {
  const program = place.start(SERVE);
  await program.ready();
  expect(spawnSync('prlimit', ['--pid', String(program.pid), `--fsize=${FILE_BYTES}`]).status).toBe(0);
  program.signal('SIGTERM');
  expect(hasFailed(await program.ended), program.said).toBe(true);
  expect(program.out).not.toContain('kontor: stopped');
  expect(
    program.err.filter((line) => FAILED.test(line)),
    program.said,
  ).toHaveLength(1);
  expect(program.err.filter((line) => /^\s+at /.test(line))).toEqual([]);
  expect((await place.run(['verify'])).code).toBe(0);
});

const WRITING_COMMANDS = [
  ['user add', ['user', 'add', 'anna', '--email', 'anna@example.org', '--level', 'customer']],
  ['channel rotate', ['channel', 'rotate']],
  ['webhooks', ['webhooks']],
  ['log', ['log']],
] as const;

test.each(sample(WRITING_COMMANDS))(
  'kontor %s: a commit that fails, the last one included, is one line and 1',
  async (_what, args) => {
    started();
    const { code, signal, err } = await place.runBuilt(args, {}, ['prlimit', `--fsize=${FILE_BYTES}`]);
    // LMDB may end the process itself, before the line is out (docs/operate/disks.md).
    const lines = signal === 'SIGABRT' ? err.filter((line) => FAILED.test(line)).length : 1;
    expect(
      err.filter((line) => FAILED.test(line)),
      err.join('\n'),
    ).toHaveLength(lines);
    expect(lines).toBeLessThanOrEqual(1);
    // Nothing else of ours, and no stack.
    expect(err.filter((line) => line.startsWith('kontor:') || /^\s+at /.test(line))).toHaveLength(lines);
    expect(hasFailed({ code, signal }), err.join('\n')).toBe(true);
    expect((await place.run(['verify'])).code).toBe(0);
  },
);

test('what a full disk left of a store that never answered is put aside', async () => {
  started();
  setStarted(false);
  truncateSync(place.path('data', 'journal', 'data.mdb'), 4096);
  const server = await place.serveHere(SERVE);
  expect(
    server.out.filter((line) => /ends within its second page; nothing had been answered from it yet/.test(line)),
  ).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(place.path('data')).filter((name) => name.startsWith('journal.half-made-'))).toHaveLength(1);
  expect((await place.run(['verify'])).code).toBe(0);
});

test('one that has answered is never begun anew', async () => {
  started();
  expect(JSON.parse(readFileSync(place.path('data', 'store.json'), 'utf8'))).toMatchObject({ started: true });
  truncateSync(place.path('data', 'journal', 'data.mdb'), 4096);
  expect(await place.refusedHere(SERVE)).toMatchObject({
    err: [expect.stringMatching(/^kontor: the journal cannot be opened \(.* ends within its second page\)$/)],
  });
});

test('one that was killed before it was noted as started goes on with its journal', async () => {
  started();
  setStarted(false);
  const server = await place.serveHere(SERVE);
  expect(server.out.filter((line) => /first start:/.test(line))).toEqual([]);
  expect(JSON.parse(readFileSync(place.path('data', 'store.json'), 'utf8'))).toMatchObject({ started: true });
});

// Catches a first start that was killed before it made its journal, and is then called a store that has lost it.
test('one that was killed before it had a journal begins, and is sound before and after', async () => {
  started();
  rmSync(place.path('data', 'journal'), { recursive: true });
  // It has answered: it is never begun anew.
  expect(await place.run(['verify'])).toMatchObject({ code: 1, err: ['kontor: ./data has lost its journal'] });
  expect((await place.refusedHere(SERVE)).err).toEqual([expect.stringMatching(/^kontor: the journal is gone from /)]);
  expect(existsSync(place.path('data', 'journal', 'data.mdb'))).toBe(false);
  setStarted(false);
  expect(await place.run(['verify'])).toMatchObject({
    code: 0,
    out: ['kontor: ./data holds a store that has answered nothing yet; the next start makes its journal'],
  });
  await (await place.serveHere(SERVE)).stop();
  expect((await place.run(['verify'])).code).toBe(0);
});

test('a new store wants some room', () => {
  expect(() => checkDiskSpace('/shop', 16_384)).toThrow('/shop has 16 KiB free, a new store needs 1024 KiB');
  expect(() => checkDiskSpace('/shop', 1_048_576)).not.toThrow();
});
