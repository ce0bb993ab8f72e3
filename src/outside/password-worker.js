// A thread that does nothing but hash passwords, with less claim to the processor than the thread that serves. Plain
// JavaScript, because a thread starts from a file as it stands on the disk, in tests as well as in the build.
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

const NICE = 10;

// On Linux the number belongs to the thread; elsewhere it would slow the whole process.
if (platform === 'linux') setPriority(NICE);

/** @param {import('./password-hash.ts').HashJob} job */
const reply = ({ phc, password, memoryCost, timeCost }) =>
  phc === undefined
    ? { phc: hashSync(password, { memoryCost, timeCost, parallelism: 1 }), matches: false }
    : { phc, matches: verifySync(phc, password) };

parentPort?.on('message', (job) => parentPort?.postMessage(reply(job)));
