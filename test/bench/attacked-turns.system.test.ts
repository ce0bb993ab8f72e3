// Would catch a probe that misses a turn that holds the thread, or takes one that waits for one that works.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDirectory } from '../harness/directories.ts';

const PROBE = new URL('../../bench/attacks/probe.js', import.meta.url).href;
/** Holds its thread for 120 ms of its process' CPU, most of them its own, and then for 60 ms without working. */
const HOLDS = `
const work = () => {
  const from = process.cpuUsage();
  for (let used = 0; used < 120000; ) { const { user, system } = process.cpuUsage(from); used = user + system; }
};
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
let turn = 0;
const turns = setInterval(() => {
  turn += 1;
  if (turn === 10) work();
  if (turn === 20) wait();
  if (turn === 30) clearInterval(turns);
}, 2);`;

test.runIf(process.platform === 'linux')('turns that work and turns that wait are told apart', () => {
  const file = join(newDirectory(), 'turns.jsonl');
  execFileSync(process.execPath, ['--import', PROBE, '-e', HOLDS], { env: { ...process.env, ATTACKS_PROBE: file } });
  const turns = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly ms: number; readonly cpuMs: number });
  const worked = turns.filter(({ cpuMs }) => cpuMs > 50);
  expect(worked.length).toBeGreaterThan(0);
  expect(turns.some(({ ms, cpuMs }) => ms >= 55 && cpuMs < 30)).toBe(true);
});
