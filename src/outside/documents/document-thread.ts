// A thread that makes documents, one at a time: the queue in front has a limit, each document a limit of time and one
// of bytes. It is started for the first document, and again should it end.
import { Worker } from 'node:worker_threads';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface ThreadLimits {
  readonly queueMax: number;
  readonly msMax: number;
  readonly bytesMax: number;
}

/** What the thread answers: it alone sees what is too large. */
type Reply =
  | { readonly made: Uint8Array }
  | { readonly refused: 'DOCUMENT_TOO_LARGE' | 'DOCUMENT_TOO_SLOW' }
  | { readonly error: string };

interface Job {
  readonly wanted: object;
  readonly done: (result: Result<Uint8Array>) => void;
  readonly failed: (error: Error) => void;
}

export class DocumentThread {
  private readonly file: URL;
  private readonly limits: ThreadLimits;
  private readonly given: object;
  private readonly queue: Job[] = [];
  private worker: Worker | undefined;
  private current: Job | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** `given`: what the thread has from its start, beside `bytesMax`. */
  constructor(file: URL, limits: ThreadLimits, given: object = {}) {
    this.file = file;
    this.limits = limits;
    this.given = given;
  }

  /** Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE. */
  make(wanted: object): Promise<Result<Uint8Array>> {
    if (this.queue.length >= this.limits.queueMax) return Promise.resolve(refuse('DOCUMENT_BUSY'));
    return new Promise((resolve, reject) => {
      this.queue.push({ wanted, done: resolve, failed: reject });
      this.next();
    });
  }

  private next(): void {
    if (this.current !== undefined) return;
    this.current = this.queue.shift();
    if (this.current === undefined) return;
    this.worker ??= this.start();
    // It keeps the process only while somebody waits.
    this.worker.ref();
    this.timer = setTimeout(() => this.expire(), this.limits.msMax);
    this.worker.postMessage(this.current.wanted);
  }

  private start(): Worker {
    const worker = new Worker(this.file, {
      execArgv: [],
      workerData: { ...this.given, bytesMax: this.limits.bytesMax },
    });
    worker.on('message', (reply: Reply) => {
      if (worker !== this.worker) return;
      this.settle((job) => {
        if ('error' in reply) job.failed(new Error(reply.error));
        else job.done('made' in reply ? ok(reply.made) : refuse(reply.refused));
      });
    });
    const lost = (error: Error): void => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      this.settle((job) => job.failed(error));
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the thread that makes documents has ended')));
    return worker;
  }

  /** Nothing else ends a document that goes on and on. */
  private expire(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
    this.settle((job) => job.done(refuse('DOCUMENT_TOO_SLOW')));
  }

  private settle(tell: (job: Job) => void): void {
    const job = this.current;
    this.current = undefined;
    clearTimeout(this.timer);
    this.worker?.unref();
    if (job !== undefined) tell(job);
    this.next();
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    clearTimeout(this.timer);
    await worker?.terminate();
  }
}
