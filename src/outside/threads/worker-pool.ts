// Worker threads that run jobs: at most `threads` of them, each started by the first job that needs it.
//
// - The queue in front has a limit; jobs wait in the order in which they came.
// - A job has a limit of time, counted from when a thread has it (the thread's start included). A thread that exceeds
//   it is terminated, and the next job starts another: nothing else ends a loop that goes on.
// - A thread that ends by itself fails the jobs that it had; the next job starts another.
// - An idle thread is kept and does not keep the process alive.
//
// Not promised: a limit of memory, and that a job which failed had no effect.
//
// Not `piscina` (5.3.2, tried): its tasks that may be aborted, which a limit of time needs, pass its `maxQueue` by and
// are not run in order, and its signal cannot begin with the run.
import type { Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

export interface PoolSettings {
  /** What a thread runs, as it is called in the source: `new URL('./http-worker.ts', import.meta.url)`. */
  readonly file: URL;
  /** What its threads do, for error messages: 'hashes passwords'. */
  readonly task: string;
  readonly threads: number;
  /** Jobs that wait beside those that threads have. */
  readonly queueMax: number;
  /** Jobs that a thread has at a time; 1 where absent. */
  readonly jobsPerThread?: number;
  /** Milliseconds; no limit where absent. The other jobs of a thread that is terminated fail as well. */
  readonly timeoutMs?: number;
  /** `workerData` of each thread. */
  readonly data?: object;
}

/** Why a job has no reply. `failed`: its handler threw. `lost`: its thread ended. `closed`: the pool did. */
type JobFailure = 'queue_full' | 'timed_out' | 'failed' | 'lost' | 'closed';

export type JobOutcome<R> =
  | { readonly ok: true; readonly reply: R }
  | { readonly ok: false; readonly failure: JobFailure; readonly error: Error };

/** What a thread receives and answers (job-thread.ts). */
export interface JobMessage<J> {
  readonly id: number;
  readonly job: J;
}
export type JobReply<R> = { readonly id: number; readonly reply: R } | { readonly id: number; readonly error: string };

interface Pending<J, R> {
  readonly job: J;
  readonly resolve: (outcome: JobOutcome<R>) => void;
}

interface Running<J, R> extends Pending<J, R> {
  readonly timer: NodeJS.Timeout | undefined;
}

interface Thread<J, R> {
  worker: Worker | undefined;
  readonly running: Map<number, Running<J, R>>;
}

export class WorkerPool<J, R> {
  private readonly settings: PoolSettings;
  private readonly threads: readonly Thread<J, R>[];
  private readonly queue: Pending<J, R>[] = [];
  private lastId = 0;
  private closed = false;

  constructor(settings: PoolSettings) {
    this.settings = settings;
    this.threads = Array.from({ length: settings.threads }, () => ({ worker: undefined, running: new Map() }));
  }

  run(job: J): Promise<JobOutcome<R>> {
    return new Promise((resolve) => {
      const pending = { job, resolve };
      const thread = this.freeThread();
      if (this.closed) this.fail(pending, 'closed', new Error('the pool is closed'));
      else if (thread !== undefined) this.start(thread, pending);
      else if (this.queue.length < this.settings.queueMax) this.queue.push(pending);
      else this.fail(pending, 'queue_full', new Error(`${this.settings.queueMax} jobs wait already`));
    });
  }

  /** Starts a thread before there is a job. */
  warm(): void {
    const [thread] = this.threads;
    if (thread === undefined || this.closed || thread.worker !== undefined) return;
    thread.worker = this.newWorker(thread);
    thread.worker.unref();
  }

  /** Fails all jobs; settles when the threads have ended. */
  async close(): Promise<void> {
    this.closed = true;
    const error = new Error('the pool is closed');
    for (const pending of this.queue.splice(0)) this.fail(pending, 'closed', error);
    await Promise.all(this.threads.map((thread) => this.end(thread, 'closed', error)));
  }

  /** Undefined where all are busy. A thread that was started already comes first. */
  private freeThread(): Thread<J, R> | undefined {
    const { jobsPerThread = 1 } = this.settings;
    const free = this.threads.filter(({ running }) => running.size < jobsPerThread);
    return free.find(({ worker }) => worker !== undefined) ?? free[0];
  }

  private start(thread: Thread<J, R>, pending: Pending<J, R>): void {
    const { timeoutMs } = this.settings;
    thread.worker ??= this.newWorker(thread);
    thread.worker.ref();
    const id = (this.lastId += 1);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            void this.end(thread, 'timed_out', new Error(`the job took longer than ${timeoutMs} ms`));
            this.next();
          }, timeoutMs);
    thread.running.set(id, { ...pending, timer });
    thread.worker.postMessage({ id, job: pending.job } satisfies JobMessage<J>);
  }

  private next(): void {
    for (let thread = this.freeThread(); thread !== undefined && this.queue.length > 0; thread = this.freeThread())
      this.start(thread, this.queue.shift()!);
  }

  private newWorker(thread: Thread<J, R>): Worker {
    const { file, task, data } = this.settings;
    const worker = startThread(file, data);
    const lost = (error: Error): void => {
      // An error is followed by an exit; by then the jobs may be another worker's.
      if (thread.worker !== worker) return;
      void this.end(thread, 'lost', error);
      this.next();
    };
    worker.on('message', (message: JobReply<R>) => this.receive(thread, message));
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error(`the thread that ${task} has ended`)));
    return worker;
  }

  private receive(thread: Thread<J, R>, message: JobReply<R>): void {
    const running = thread.running.get(message.id);
    // A job that timed out as its reply was under way.
    if (running === undefined) return;
    thread.running.delete(message.id);
    clearTimeout(running.timer);
    if (thread.running.size === 0) thread.worker?.unref();
    if ('error' in message) this.fail(running, 'failed', new Error(message.error));
    else running.resolve({ ok: true, reply: message.reply });
    this.next();
  }

  /** Terminates the thread's worker and fails the jobs that it had. */
  private async end(thread: Thread<J, R>, failure: JobFailure, error: Error): Promise<void> {
    const { worker } = thread;
    thread.worker = undefined;
    for (const running of thread.running.values()) {
      clearTimeout(running.timer);
      this.fail(running, failure, error);
    }
    thread.running.clear();
    await worker?.terminate();
  }

  private fail({ resolve }: Pending<J, R>, failure: JobFailure, error: Error): void {
    resolve({ ok: false, failure, error });
  }
}
