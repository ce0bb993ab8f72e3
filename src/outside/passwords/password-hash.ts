// Passwords are hashed on threads of their own (Decision 39): neither the loop nor libuv's pool, in which the journal
// commits, ever waits for a hash. The queue in front of them has a limit, so that a flood of logins slows logins only.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface Checked {
  readonly matches: boolean;
  /** It was hashed under weaker settings than today's. */
  readonly stale: boolean;
}

/** What accounts need of hashing. */
export interface Passwords {
  /** PHC text. Refuses: LOGIN_BUSY. */
  hash(password: string): Promise<Result<string>>;
  /** Where there is nothing to check against, the same work is done for nothing. Refuses: LOGIN_BUSY. */
  check(phc: string | undefined, password: string): Promise<Result<Checked>>;
}

export interface HashSettings {
  /** 0: one less than the cores, at least one. */
  readonly passwordThreads: number;
  readonly passwordQueueMax: number;
  readonly passwordMemoryKib: number;
  readonly passwordPasses: number;
}

/** What the thread is told (password-worker.js). */
export interface HashJob extends Required<Pick<Options, 'memoryCost' | 'timeCost'>> {
  /** Undefined: make one. */
  readonly phc: string | undefined;
  readonly password: string;
}

interface HashReply {
  readonly phc: string;
  readonly matches: boolean;
}

interface Waiting {
  readonly job: HashJob;
  done(reply: HashReply): void;
  failed(error: Error): void;
}

/** One thread, one job at a time; started at its first. */
class HashThread {
  private worker: Worker | undefined;
  private current: Waiting | undefined;
  private readonly free: (thread: HashThread) => void;

  constructor(free: (thread: HashThread) => void) {
    this.free = free;
  }

  run(waiting: Waiting): void {
    this.current = waiting;
    this.worker ??= this.start();
    // It keeps the process only while somebody waits.
    this.worker.ref();
    this.worker.postMessage(waiting.job);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./password-worker.js', import.meta.url), { execArgv: [] });
    worker.on('message', (reply: HashReply) => this.settle((waiting) => waiting.done(reply)));
    const lost = (error: Error): void => {
      // After an error comes the exit; by then another thread may have the next job.
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.settle((waiting) => waiting.failed(error));
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the thread that hashes passwords has ended')));
    return worker;
  }

  private settle(tell: (waiting: Waiting) => void): void {
    const waiting = this.current;
    this.current = undefined;
    if (waiting === undefined) return;
    this.worker?.unref();
    tell(waiting);
    this.free(this);
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }
}

/** The parameters in a PHC text: `$argon2id$v=19$m=19456,t=2,p=1$…`. */
const PARAMETERS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

export class PasswordHashing implements Passwords {
  private readonly settings: HashSettings;
  private readonly queue: Waiting[] = [];
  private readonly idle: HashThread[];
  private readonly threads: readonly HashThread[];

  constructor(settings: HashSettings) {
    this.settings = settings;
    const count = settings.passwordThreads || Math.max(1, availableParallelism() - 1);
    this.threads = Array.from({ length: count }, () => new HashThread((thread) => this.freed(thread)));
    this.idle = [...this.threads];
  }

  async hash(password: string): Promise<Result<string>> {
    const reply = await this.work(undefined, password);
    return reply.ok ? ok(reply.value.phc) : reply;
  }

  async check(phc: string | undefined, password: string): Promise<Result<Checked>> {
    const reply = await this.work(phc, password);
    return reply.ok ? ok({ matches: reply.value.matches, stale: phc !== undefined && this.isStale(phc) }) : reply;
  }

  private isStale(phc: string): boolean {
    const [, memoryKib = '0', passes = '0'] = PARAMETERS.exec(phc) ?? [];
    return Number(memoryKib) < this.settings.passwordMemoryKib || Number(passes) < this.settings.passwordPasses;
  }

  private work(phc: string | undefined, password: string): Promise<Result<HashReply>> {
    const { passwordQueueMax, passwordMemoryKib: memoryCost, passwordPasses: timeCost } = this.settings;
    const thread = this.idle.pop();
    if (thread === undefined && this.queue.length >= passwordQueueMax) return Promise.resolve(refuse('LOGIN_BUSY'));
    return new Promise((resolve, reject) => {
      const waiting = {
        job: { phc, password, memoryCost, timeCost },
        done: (reply: HashReply) => resolve(ok(reply)),
        failed: reject,
      };
      if (thread === undefined) this.queue.push(waiting);
      else thread.run(waiting);
    });
  }

  private freed(thread: HashThread): void {
    const next = this.queue.shift();
    if (next === undefined) this.idle.push(thread);
    else thread.run(next);
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}
