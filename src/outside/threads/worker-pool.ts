// Worker threads that run jobs: at most `threads` of them, each started by the first job that needs it.
//
// - The queue in front has a limit; jobs wait in the order in which they came.
// - A job has a limit of time, counted from when a thread has it (the thread's start included). A thread that exceeds
//   it is terminated, because nothing else ends an endless loop; the next job starts another.
// - A thread that ends by itself fails its jobs; the next job starts another.
// - An idle thread is kept and does not keep the process alive.
//
// Not promised: a limit of memory, and that a job which failed had no effect.
//
// Not `piscina` (5.3.2, tried): a limit of time needs its abortable tasks, which bypass `maxQueue` and run out of
// order, and whose signal cannot begin with the run.
import type { Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

export interface PoolSettings {
  /** Program of a thread, by its name in the source: `new URL('./http-worker.ts', import.meta.url)`. */
  readonly file: URL;
  /** Task of its threads, for error messages: 'hashes passwords'. */
  readonly task: string;
  readonly threads: number;
  /** Highest number of waiting jobs, without those that threads have. */
  readonly queueMax: number;
  /** Jobs of a thread at a time; absent: 1. */
  readonly jobsPerThread?: number;
  /** Milliseconds; absent: no limit. Other jobs of a terminated thread fail as well. */
  readonly timeoutMs?: number;
  /** `workerData` of each thread. */
  readonly data?: object;
}

/** Why a job has no reply. `failed`: its handler threw. `lost`: its thread ended. `closed`: the pool was closed. */
type JobFailure = 'queue_full' | 'timed_out' | 'failed' | 'lost' | 'closed';

export type JobOutcome<R> =
  | { readonly ok: true; readonly reply: R }
  | { readonly ok: false; readonly failure: JobFailure; readonly error: Error };

/** Message to a thread (job-thread.ts). */
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

  /** Returns a free thread, started ones first; undefined where all are busy. */
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
    // The job timed out while its reply was under way.
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
