// Hashing that takes no time, and counts: what a path costs is how often it asks.
import { createHash, randomBytes } from 'node:crypto';
import { ok, refuse } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { Checked, Passwords } from '../../../src/outside/passwords/password-hash.ts';

export class CountedPasswords implements Passwords {
  hashes = 0;
  checks = 0;
  /** What every call answers instead. */
  busy = false;
  /** Of hashes made from now on. */
  passes = 2;
  /** Called once, while a password is being checked. */
  meanwhile: (() => Promise<unknown>) | undefined;

  async hash(password: string): Promise<Result<string>> {
    if (this.busy) return refuse('LOGIN_BUSY');
    this.hashes += 1;
    await Promise.resolve();
    return ok(this.phc(password, randomBytes(6).toString('base64url')));
  }

  async check(phc: string | undefined, password: string): Promise<Result<Checked>> {
    if (this.busy) return refuse('LOGIN_BUSY');
    this.checks += 1;
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    const [, , , parameters = '', salt = ''] = phc?.split('$') ?? [];
    const matches = phc !== undefined && phc.endsWith(digest(password, salt));
    return ok({ matches, stale: phc !== undefined && parameters !== this.parameters });
  }

  private phc(password: string, salt: string): string {
    return `$argon2id$v=19$${this.parameters}$${salt}$${digest(password, salt)}`;
  }

  private get parameters(): string {
    return `m=8,t=${this.passes},p=1`;
  }
}

const digest = (password: string, salt: string): string =>
  createHash('sha256').update(`${salt} ${password}`).digest('base64url');
