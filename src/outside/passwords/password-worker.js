// A thread that does nothing but hash passwords, with less claim to the processor than the thread that serves. Plain
// JavaScript, because a thread starts from a file as it stands on the disk, in tests as well as in the build.
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** More than the thread that serves has. */
const NICE = 10;
const NICE_MAX = 19;

if (platform === 'linux') {
  // On Linux the number belongs to the thread; elsewhere it would slow the whole process.
  setPriority(Math.min(NICE_MAX, getPriority() + NICE));
  // A nice thread still keeps its core for some milliseconds when a commit's thread wakes up; an idle one gives it up
  // at once (bench/README.md). Where there is no chrt, nice is all.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  spawnSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore' });
}

/** @param {import('./password-hash.ts').HashJob} job */
const reply = ({ phc, password, memoryCost, timeCost }) =>
  phc === undefined
    ? { phc: hashSync(password, { memoryCost, timeCost, parallelism: 1 }), matches: false }
    : { phc, matches: verifySync(phc, password) };

parentPort?.on('message', (job) => parentPort?.postMessage(reply(job)));
