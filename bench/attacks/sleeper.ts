// The control beside a measurement: a process that sleeps, writes a page and waits for the disk, over and over. What it
// is late by, the machine owes and no shop.
import { fork } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 15;
const PAGE = Buffer.alloc(4096, 1);

export interface Sleeper {
  /** Milliseconds that 99 of 100 rounds were at most late since the last question. */
  readonly lateP99Ms: () => Promise<number>;
  readonly end: () => Promise<void>;
}

export const startSleeper = (): Sleeper => {
  const child = fork(new URL(import.meta.url));
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)));
  return {
    lateP99Ms: async () => {
      const told = new Promise<number>((resolve) => child.once('message', (lateMs) => resolve(lateMs as number)));
      child.send('report');
      const lateMs = await Promise.race([told, ended]);
      if (lateMs === undefined) throw new Error('the sleeper has ended');
      return lateMs;
    },
    end: async () => {
      child.disconnect();
      await ended;
    },
  };
};

/** What the child process does. */
const run = async (): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-sleeper-'));
  const file = openSync(join(directory, 'page'), 'w');
  let late: number[] = [];
  process.on('message', () => {
    late.sort((a, b) => a - b);
    process.send!(late[Math.floor(late.length * 0.99)] ?? 0);
    late = [];
  });
  while (process.connected) {
    const beganMs = performance.now();
    await sleep(PAUSE_MS);
    writeSync(file, PAGE, 0, PAGE.length, 0);
    fdatasyncSync(file);
    late.push(performance.now() - beganMs - PAUSE_MS);
  }
  closeSync(file);
  rmSync(directory, { recursive: true });
};

if (process.send !== undefined) await run();
