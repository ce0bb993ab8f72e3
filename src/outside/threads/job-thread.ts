// The other end of worker-pool.ts: a thread that runs the jobs it is sent and answers each.
import { getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { JobMessage, JobReply } from './worker-pool.ts';

const NICE = 10;
const NICE_MAX = 19;

/**
 * Runs `handle` for each job; an error fails that job alone. `transferOf`: memory of a reply that is moved to the
 * pool's thread instead of copied; nothing else may use it.
 */
export const runJobs = <J, R>(
  handle: (job: J) => R | Promise<R>,
  transferOf: (reply: R) => readonly ArrayBuffer[] = () => [],
): void => {
  const run = async ({ id, job }: JobMessage<J>): Promise<void> => {
    try {
      const reply = await handle(job);
      parentPort?.postMessage({ id, reply } satisfies JobReply<R>, transferOf(reply));
    } catch (error) {
      const text = String((error as { readonly stack?: unknown } | undefined)?.stack ?? error);
      parentPort?.postMessage({ id, error: text } satisfies JobReply<R>);
    }
  };
  parentPort?.on('message', (message: JobMessage<J>) => void run(message));
};

/**
 * Gives this thread a lower priority than the serving thread. Only on Linux: elsewhere the number belongs to the whole
 * process.
 */
export const lowerPriority = (): void => {
  if (platform === 'linux') setPriority(Math.min(NICE_MAX, getPriority() + NICE));
};
