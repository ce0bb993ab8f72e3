// Password hashing (Argon2id) on threads of its own: neither the event loop nor libuv's pool, in which the journal
// commits, ever waits for a hash. The queue in front of the threads has a limit, so that a flood of logins slows logins
// only.
//
// Not promised: that a name without an account takes exactly as long as one with it; the same work is done for both.
import { availableParallelism } from 'node:os';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { HashJob, HashReply } from './hash-job.ts';
import { WorkerPool } from '../threads/worker-pool.ts';

export interface Checked {
  readonly matches: boolean;
  /** The hash was made with weaker settings than today's. */
  readonly stale: boolean;
}

/** Hashing as accounts need it. */
export interface Passwords {
  /** Returns the hash as PHC text. Refuses: LOGIN_BUSY. */
  hash(password: string): Promise<Result<string>>;
  /**
   * Checks a password. Without `phc` the same work is done, so that time does not tell whether there is a hash.
   * Refuses: LOGIN_BUSY.
   */
  check(phc: string | undefined, password: string): Promise<Result<Checked>>;
}

export interface HashSettings {
  /** 0: one less than the cores, at least one. */
  readonly passwordThreads: number;
  readonly passwordQueueMax: number;
  readonly passwordMemoryKib: number;
  readonly passwordPasses: number;
}

/** The parameters in a PHC text: `$argon2id$v=19$m=19456,t=2,p=1$…`. */
const PARAMETERS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

export class PasswordHashing implements Passwords {
  private readonly settings: HashSettings;
  private readonly pool: WorkerPool<HashJob, HashReply>;

  constructor(settings: HashSettings) {
    this.settings = settings;
    this.pool = new WorkerPool({
      file: new URL('./password-worker.ts', import.meta.url),
      task: 'hashes passwords',
      threads: settings.passwordThreads || Math.max(1, availableParallelism() - 1),
      queueMax: settings.passwordQueueMax,
    });
  }

  async hash(password: string): Promise<Result<string>> {
    const reply = await this.run(undefined, password);
    return reply.ok ? ok(reply.value.phc) : reply;
  }

  async check(phc: string | undefined, password: string): Promise<Result<Checked>> {
    const reply = await this.run(phc, password);
    return reply.ok ? ok({ matches: reply.value.matches, stale: phc !== undefined && this.isStale(phc) }) : reply;
  }

  private isStale(phc: string): boolean {
    const [, memoryKib = '0', passes = '0'] = PARAMETERS.exec(phc) ?? [];
    return Number(memoryKib) < this.settings.passwordMemoryKib || Number(passes) < this.settings.passwordPasses;
  }

  private async run(phc: string | undefined, password: string): Promise<Result<HashReply>> {
    const { passwordMemoryKib: memoryCost, passwordPasses: timeCost } = this.settings;
    const outcome = await this.pool.run({ phc, password, memoryCost, timeCost });
    if (outcome.ok) return ok(outcome.reply);
    if (outcome.failure === 'queue_full') {
      const detail = `As many passwords wait for their hash as may, ${this.settings.passwordQueueMax}; try again.`;
      return refuse('LOGIN_BUSY', '', detail);
    }
    throw outcome.error;
  }

  /** Hashes under way fail. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
