// A thread that hashes and verifies passwords with Argon2id, at a lower priority than the thread that serves.
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { platform } from 'node:process';
import { hashSync, verifySync } from '@node-rs/argon2';
import { lowerPriority, runJobs } from '../threads/job-thread.ts';
import type { HashJob, HashReply } from './hash-job.ts';

lowerPriority();
if (platform === 'linux') {
  // A nice thread still keeps its core for some milliseconds when a commit's thread wakes up; one with SCHED_IDLE gives
  // it up at once. Without `chrt` in the path the lower priority is all.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  spawnSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore' });
}

runJobs(({ phc, password, memoryCost, timeCost }: HashJob): HashReply =>
  phc === undefined
    ? { phc: hashSync(password, { memoryCost, timeCost, parallelism: 1 }), matches: false }
    : { phc, matches: verifySync(phc, password) },
);
