// The thread of one extension, as the server sees it.
//
// - A question has a deadline. A thread that misses one is asked for a sign of life, and is ended where none comes:
//   nothing else ends an endless loop.
// - Its heap has a limit, and memory beside the heap is looked at with each answer and sign of life. A thread that
//   exceeds its limit, or ends itself, fails the questions that it had; the process goes on.
// - Questions that it has have a limit.
//
// Not promised: containment of a module that means harm. It has the rights of the process.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import type { ExtensionData, FromThread, Loaded, ToThread } from './messages.ts';

export interface ThreadOptions extends ExtensionData {
  readonly memoryMb: number;
  /** Writes a line of the extension to the log. */
  readonly log: (line: string) => void;
  /** Called once, when the thread has ended by itself or was ended for a fault, after it was loaded. */
  readonly lost: (why: string) => void;
}

export type ThreadAnswer =
  | { readonly ok: true; readonly answer: unknown }
  /** `isBusy`: it was not asked, and is well. `hasThrown`: the module has, in time. */
  | { readonly ok: false; readonly why: string; readonly isBusy?: true; readonly hasThrown?: true };

interface Waiting {
  readonly settle: (answer: ThreadAnswer) => void;
  readonly timer: NodeJS.Timeout;
}

const LOAD_MS = 10_000;
const SIGN_OF_LIFE_MS = 1000;
const CALLS_MAX = 100;
const MB = 1_048_576;

export class ExtensionThread {
  /** Resolves with the extension, or with why there is none; the thread has ended then. */
  readonly loaded: Promise<Loaded | string>;
  private readonly options: ThreadOptions;
  private readonly worker: Worker;
  private readonly calls = new Map<number, Waiting>();
  private lastId = 0;
  private alarm: NodeJS.Timeout | undefined;
  private hasEnded = false;
  private isLoaded = false;
  private settleLoaded!: (loaded: Loaded | string) => void;

  constructor(options: ThreadOptions) {
    this.options = options;
    const { module, memoryMb } = options;
    this.loaded = new Promise((resolve) => (this.settleLoaded = resolve));
    this.worker = startThread(new URL('./extension-worker.ts', import.meta.url), { module } satisfies ExtensionData, {
      maxOldGenerationSizeMb: memoryMb,
    });
    this.worker.unref();
    this.worker.on('message', (message: FromThread) => this.receive(message));
    this.worker.on('error', (error) => this.fail(`its thread failed: ${String(error.message)}`));
    this.worker.on('exit', (code) => this.fail(`its thread has ended itself with ${code}`));
    this.watch(LOAD_MS, `it was not loaded within ${LOAD_MS} ms`);
  }

  /** `call`: a point, or a part of one. `leftMs`: of the deadline, some of which may have gone for the start. */
  ask(call: string, question: string, deadlineMs: number, leftMs: number): Promise<ThreadAnswer> {
    return new Promise((settle) => {
      if (this.hasEnded) return settle({ ok: false, why: 'its thread has ended' });
      if (this.calls.size >= CALLS_MAX)
        return settle({ ok: false, isBusy: true, why: `it has ${CALLS_MAX} questions already` });
      const id = (this.lastId += 1);
      const timer = setTimeout(() => this.miss(id, deadlineMs), leftMs);
      this.calls.set(id, { settle, timer });
      return this.post({ id, call, question });
    });
  }

  /** Questions that it has not answered. */
  get asked(): number {
    return this.calls.size;
  }

  /** Fails the questions that it has. */
  async end(): Promise<void> {
    this.close('its thread was ended');
    await this.worker.terminate();
  }

  private post(message: ToThread): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromThread): void {
    // The module can post what it likes.
    if (typeof message !== 'object' || message === null || this.hasEnded) return;
    if ('loaded' in message) {
      this.unwatch();
      this.isLoaded = true;
      return this.settleLoaded(message.loaded);
    }
    if ('unfit' in message) return this.fail(message.unfit);
    if ('line' in message) return this.options.log(message.line);
    if ('pong' in message) return this.live(message.externalBytes);
    if ('id' in message) this.take(message);
  }

  private take(message: Extract<FromThread, { id: number }>): void {
    const waiting = this.calls.get(message.id);
    // It came after its deadline.
    if (waiting === undefined) return;
    this.calls.delete(message.id);
    clearTimeout(waiting.timer);
    if ('error' in message) return waiting.settle({ ok: false, why: message.error, hasThrown: true });
    const { answer, externalBytes } = message;
    waiting.settle({ ok: true, answer: answer === undefined ? undefined : JSON.parse(answer) });
    this.weigh(externalBytes);
  }

  private live(externalBytes: number): void {
    this.unwatch();
    this.weigh(externalBytes);
  }

  private weigh(externalBytes: number): void {
    if (externalBytes > this.options.memoryMb * MB)
      this.fail(`it has ${Math.round(externalBytes / MB)} MiB beside its heap, of at most ${this.options.memoryMb}`);
  }

  private miss(id: number, deadlineMs: number): void {
    const waiting = this.calls.get(id)!;
    this.calls.delete(id);
    waiting.settle({ ok: false, why: `it did not answer within ${deadlineMs} ms` });
    this.post({ cancel: id });
    if (this.alarm !== undefined) return;
    this.post({ ping: true });
    this.watch(SIGN_OF_LIFE_MS, `its thread gave no sign of life within ${SIGN_OF_LIFE_MS} ms`);
  }

  private watch(ms: number, why: string): void {
    // What the thread has said while the store was read, which lets no message in, is heard first.
    const alarm = setTimeout(() => setImmediate(() => this.alarm === alarm && this.fail(why)), ms).unref();
    this.alarm = alarm;
  }

  private unwatch(): void {
    clearTimeout(this.alarm);
    this.alarm = undefined;
  }

  private fail(why: string): void {
    if (this.hasEnded) return;
    this.close(why);
    void this.worker.terminate();
    if (this.isLoaded) this.options.lost(why);
  }

  private close(why: string): void {
    this.hasEnded = true;
    this.unwatch();
    this.settleLoaded(why);
    for (const { settle, timer } of this.calls.values()) {
      clearTimeout(timer);
      settle({ ok: false, why });
    }
    this.calls.clear();
  }
}
