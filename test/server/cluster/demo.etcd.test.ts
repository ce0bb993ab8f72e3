// `npm run sim -- cluster-demo` as an operator runs it: would catch a cluster that loses an order with its leader,
// makes callers fail in a failover, or whose nodes differ afterwards, and a demo that leaves something behind.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HAS_NODES } from './cluster-shop.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SCRIPT = join(ROOT, 'examples', 'cluster', 'main.ts');
/** It starts ten programs, one after the other. */
const DEMO_MS_MAX = 300_000;

const directory = mkdtempSync(join(tmpdir(), 'kontor-test-'));
const temporary = join(directory, 'tmp');
mkdirSync(temporary);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What it prints, and its exit code. */
const demo = (etcd: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> =>
  new Promise((resolve) => {
    const env = { ...process.env, KONTOR_ETCD: etcd, TMPDIR: temporary };
    const child = execFile(process.execPath, ['--import', 'tsx', SCRIPT], { cwd: ROOT, env }, (_error, out, err) =>
      resolve({ code: child.exitCode!, lines: `${out}${err}`.trim().split('\n') }),
    );
  });

test('without etcd it says in one line what to do', async () => {
  const missing = join(directory, 'no-etcd');
  const { code, lines } = await demo(missing);
  expect(lines).toEqual([
    `etcd is missing (${missing}): install it, as etcd-server in Debian, or set KONTOR_ETCD to its path`,
  ]);
  expect(code).toBe(2);
  expect(readdirSync(temporary).filter((name) => name.startsWith('kontor-'))).toEqual([]);
});

test.skipIf(!HAS_NODES)(
  'its leader is killed, nothing that was answered is missing, and the nodes are equal',
  async () => {
    const { code, lines } = await demo(process.env['KONTOR_TEST_ETCD'] ?? 'etcd');
    const told = lines.map((line) => line.replace(/^ *\d+\.\d s {2}/, ''));
    expect(told.at(-1), lines.join('\n')).toBe('all of it came true');
    expect(code).toBe(0);
    const pause = told.find((line) => line.startsWith('order 10002 is placed at node c: pause '));
    // One attempt: the call waited at node c, and was not refused.
    expect(pause).toMatch(/ attempts 1$/);
    expect(told).toContain('orders 10001 and 10002 are read at node b; nothing that was answered is missing');
    const rows = told.filter((line) => /^ *[abc] +(leading|following) /.test(line));
    expect(rows.map((row) => row.trim().split(/ +/)[1]).toSorted()).toEqual(['following', 'following', 'leading']);
    expect(told.join('\n')).toMatch(/kontor: \d+ records are the same on a, b, c\n/);
    expect(readdirSync(temporary).filter((name) => name.startsWith('kontor-'))).toEqual([]);
  },
  DEMO_MS_MAX,
);
