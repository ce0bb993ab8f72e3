// Documents as PDF, laid out on a thread of their own: a document of a thousand lines takes a second, and the loop none
// of it. One at a time; the queue in front has a limit, each document a time limit.
import { Worker } from 'node:worker_threads';
import type * as NotoSans from '@expo-google-fonts/noto-sans';
import type PDFDocument from 'pdfkit';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

/** The faces that the thread embeds (pdf-worker.js). */
export type Face = Extract<keyof typeof NotoSans, 'NotoSans_400Regular' | 'NotoSans_700Bold'>;
export type Page = InstanceType<typeof PDFDocument>;

export interface PdfSettings {
  readonly pdfQueueMax: number;
  readonly pdfMsMax: number;
}

interface Job {
  readonly data: object;
  readonly done: (result: Result<Uint8Array>) => void;
  readonly failed: (error: Error) => void;
}

type Reply = { readonly pdf: Uint8Array } | { readonly error: string };

export class PdfMaker {
  private readonly settings: PdfSettings;
  private readonly queue: Job[] = [];
  private worker: Worker | undefined;
  private current: Job | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(settings: PdfSettings) {
    this.settings = settings;
  }

  /** Shape of `data`: what `documentData` gives. Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW. */
  make(data: object): Promise<Result<Uint8Array>> {
    if (this.queue.length >= this.settings.pdfQueueMax) return Promise.resolve(refuse('DOCUMENT_BUSY'));
    return new Promise((resolve, reject) => {
      this.queue.push({ data, done: resolve, failed: reject });
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
    this.timer = setTimeout(() => this.expire(), this.settings.pdfMsMax);
    this.worker.postMessage(this.current.data);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./pdf-worker.js', import.meta.url), { execArgv: [] });
    worker.on('message', (reply: Reply) => {
      if (worker !== this.worker) return;
      this.settle((job) => ('pdf' in reply ? job.done(ok(reply.pdf)) : job.failed(new Error(reply.error))));
    });
    const lost = (error: Error): void => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      this.settle((job) => job.failed(error));
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the thread that makes PDF documents has ended')));
    return worker;
  }

  /** Nothing else ends a layout that goes on and on. */
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
