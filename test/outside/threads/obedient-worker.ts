// A thread for worker-pool.test.ts that does what its jobs say.
import { threadId, workerData } from 'node:worker_threads';
import { runJobs } from '../../../src/outside/threads/job-thread.ts';

export interface Order {
  readonly name: string;
  readonly act?: 'throw' | 'exit' | 'crash' | 'loop' | 'wait';
}

export interface Done {
  readonly name: string;
  readonly threadId: number;
  readonly data: unknown;
}

runJobs(({ name, act }: Order): Done | Promise<Done> => {
  if (act === 'throw') throw new TypeError(`no ${name}`);
  if (act === 'exit') process.exit(3);
  if (act === 'crash') setImmediate(() => Promise.reject(new Error('crashed')));
  if (act === 'loop') for (;;);
  if (act === 'wait' || act === 'crash') return new Promise(() => undefined);
  return { name, threadId, data: workerData };
});
