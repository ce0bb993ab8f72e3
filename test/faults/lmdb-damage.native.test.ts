// Damage in the structures of a journal's file: copies taken while another process writes it, and single bits. LMDB
// gets to see only what `checkLmdb` lets pass, and must read it and write on without ending its process by a signal.
import { spawnSync, fork } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLmdb } from '../../src/engine/journal/lmdb-file.ts';
import { runs } from '../harness/effort.ts';
import { lull, until } from '../harness/until.ts';
import { seeded } from '../kill/model.ts';
import { seedOf } from '../harness/seed.ts';

const PROCESS = fileURLToPath(new URL('lmdb-process.ts', import.meta.url));
const TSX = ['--import', 'tsx'];
const PAGE_BYTES = 4096;
const HEADER_BYTES = 24;
const COPIES_AT_ONCE = 50;

const seed = seedOf('damage in the structures of LMDB');
const random = seeded(seed);
const upTo = (most: number): number => Math.floor(random() * most);

let directory: string;
/** A copy that was taken between two commits. */
let whole: Buffer;
let stopWriting: () => Promise<void>;

/** Resolves when another commit has been written since: however busy the machine is, the writer gets so far. */
const anotherCommit = async (fd: number): Promise<void> => {
  const [before, now] = [Buffer.alloc(2 * PAGE_BYTES), Buffer.alloc(2 * PAGE_BYTES)];
  readSync(fd, before, 0, before.length, 0);
  await until('the writer commits', async () => {
    await lull(1);
    readSync(fd, now, 0, now.length, 0);
    return !now.equals(before);
  });
};

const copy = async (name: string, isTorn: boolean): Promise<string> => {
  const to = join(directory, name);
  mkdirSync(to);
  const fd = openSync(join(directory, 'journal', 'data.mdb'), 'r');
  const chunks: Buffer[] = [];
  const size = fstatSync(fd).size;
  for (let position = 0; position < size;) {
    const chunk = Buffer.alloc(Math.min(1 << (14 + upTo(6)), size - position));
    position += readSync(fd, chunk, 0, chunk.length, position);
    chunks.push(chunk);
    // It is written meanwhile: how far, is a matter of chance.
    if (isTorn && random() < 0.2) await anotherCommit(fd);
  }
  closeSync(fd);
  writeFileSync(join(to, 'data.mdb'), Buffer.concat(chunks));
  return to;
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kontor-torn-'));
  const child = fork(PROCESS, ['write', join(directory, 'journal')], {
    execArgv: TSX,
    env: { ...process.env, KONTOR_TEST_SEED: String(seed) },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stopWriting = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  await new Promise((resolve) => child.once('message', resolve));
});
afterAll(async () => {
  await stopWriting();
  rmSync(directory, { recursive: true, force: true });
});

/** '' when the check lets it pass; else what it says. Throws when it says anything but that the file is damaged. */
const checked = (path: string): string => {
  try {
    checkLmdb(path);
    return '';
  } catch (error) {
    const { message } = error as Error;
    expect(message).toMatch(/data\.mdb is damaged: /);
    return message;
  }
};

/** How many the process of LMDB held, and how many it named. */
const probe = (paths: readonly string[]): { held: number; named: number } => {
  if (paths.length === 0) return { held: 0, named: 0 };
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...TSX, PROCESS, 'probe', ...paths], {
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  expect({ status, signal }, `${lines.at(-1)}: ${stderr.slice(-500)}`).toEqual({ status: 0, signal: null });
  const count = (word: string): number => lines.filter((line) => line === word).length;
  return { held: count('held'), named: count('named') };
};

/** Makes copies in groups, and probes those that pass; returns how many were refused, held and named. */
const tally = async (
  prefix: string,
  count: number,
  make: (name: string) => Promise<string>,
): Promise<{ refused: number; held: number; named: number }> => {
  const total = { refused: 0, held: 0, named: 0 };
  for (let made = 0; made < count;) {
    const passed: string[] = [];
    const group: string[] = [];
    for (; made < count && group.length < COPIES_AT_ONCE; made += 1) {
      const path = await make(`${prefix}-${made}`);
      group.push(path);
      if (checked(path) === '') passed.push(path);
      else total.refused += 1;
    }
    const { held, named } = probe(passed);
    total.held += held;
    total.named += named;
    for (const path of group) rmSync(path, { recursive: true, force: true });
  }
  return total;
};

test('copies taken while it is written are refused, or LMDB reads them and writes on', async () => {
  const count = runs(40);
  const { refused, held, named } = await tally('copy', count, (name) => copy(name, random() < 0.9));
  expect(refused + held + named).toBe(count);
  expect(refused).toBeGreaterThan(count / 4);
  // The check is complete: LMDB itself finds nothing in what it lets pass.
  expect(named).toBe(0);
});

/** The place of a byte in a page's header, in its offsets, or in the head of a node. */
const structureOf = (bytes: Buffer, page: number): number => {
  const start = page * PAGE_BYTES;
  const count = Math.min(bytes.readUInt16LE(start + 20) >> 1, 1000);
  const part = upTo(3);
  if (part === 0 || count === 0) return start + upTo(HEADER_BYTES);
  const offset = start + HEADER_BYTES + upTo(count) * 2;
  if (part === 1) return offset + upTo(2);
  return Math.min(start + HEADER_BYTES + bytes.readUInt16LE(offset) + upTo(16), start + PAGE_BYTES - 1);
};

const flipped = (name: string, at: number, bit: number): string => {
  const bytes = Buffer.from(whole);
  bytes[at] = bytes[at]! ^ (1 << bit);
  mkdirSync(join(directory, name));
  writeFileSync(join(directory, name, 'data.mdb'), bytes);
  return join(directory, name);
};

describe('one flipped bit', () => {
  beforeAll(async () => {
    await stopWriting();
    // The process was killed: what its last whole commit left is sound.
    expect(checked(join(directory, 'journal'))).toBe('');
    whole = readFileSync(join(directory, 'journal', 'data.mdb'));
  });

  test.each<readonly [string, () => number]>([
    ['headers, offsets and nodes', () => structureOf(whole, 2 + upTo(whole.length / PAGE_BYTES - 2))],
    ['anywhere', () => upTo(whole.length)],
  ])('of %s is refused, or LMDB reads the file and writes on', async (what, place) => {
    const count = runs(24);
    const { refused, held, named } = await tally(what.replaceAll(' ', '-'), count, (name) =>
      Promise.resolve(flipped(name, place(), upTo(8))),
    );
    expect(refused + held + named).toBe(count);
  });

  test('of the first two pages is refused, or LMDB reads the file and writes on', async () => {
    const META_BYTES = HEADER_BYTES + 136;
    const bits = 2 * META_BYTES * 8;
    // Each of them, at night.
    const count = runs(32, 32, bits);
    const first = upTo(bits);
    let made = 0;
    const { refused, held, named } = await tally('meta', count, (name) => {
      const bit = (first + Math.floor((made * bits) / count)) % bits;
      made += 1;
      const byte = Math.floor(bit / 8);
      const at = (byte % 2) * PAGE_BYTES + Math.floor(byte / 2);
      return Promise.resolve(flipped(name, at, bit % 8));
    });
    expect(refused + held + named).toBe(count);
  });
});
