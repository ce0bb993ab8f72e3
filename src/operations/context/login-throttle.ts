// Failed logins delay the next ones and never lock an account. It knows names and addresses as callers
// send them, those included that nobody has: nobody learns here which exist. Lost at a restart, and never journaled.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface ThrottleSettings {
  /** Names, and addresses, that are remembered at a time. */
  readonly loginFailuresTrackedMax: number;
  /** Failures of one name that delay nothing. */
  readonly loginFailuresFree: number;
  readonly loginFailuresFreePerAddress: number;
  readonly loginDelayMsMax: number;
}

/** Doubles with every failure beyond the free ones. */
const DELAY_MS = 1000;
/** So long after its last failure a name begins anew. */
const FORGET_MS = 900_000;
const KEY_LENGTH_MAX = 64;

interface Failures {
  count: number;
  lastMs: number;
}

class Delays {
  private readonly free: number;
  private readonly settings: ThrottleSettings;
  /** The one that failed last comes last. */
  private readonly failures = new Map<string, Failures>();

  constructor(free: number, settings: ThrottleSettings) {
    this.free = free;
    this.settings = settings;
  }

  private current(key: string, atMs: number): Failures | undefined {
    const known = this.failures.get(key);
    return known === undefined || atMs - known.lastMs >= FORGET_MS ? undefined : known;
  }

  /** Milliseconds until the next attempt. */
  waitMs(key: string, atMs: number): number {
    const known = this.current(key, atMs);
    if (known === undefined || known.count < this.free) return 0;
    const delayMs = Math.min(this.settings.loginDelayMsMax, DELAY_MS * 2 ** Math.min(known.count - this.free, 30));
    return Math.max(0, known.lastMs + delayMs - atMs);
  }

  add(key: string, atMs: number): void {
    const { count = 0 } = this.current(key, atMs) ?? {};
    this.failures.delete(key);
    this.failures.set(key, { count: count + 1, lastMs: atMs });
    if (this.failures.size > this.settings.loginFailuresTrackedMax)
      this.failures.delete(this.failures.keys().next().value!);
  }

  /** Takes an attempt back; `lastMs`: of the failure before it. */
  withdraw(key: string, atMs: number, lastMs: number): void {
    const known = this.failures.get(key);
    if (known === undefined) return;
    known.count -= 1;
    if (known.lastMs === atMs) known.lastMs = lastMs;
    if (known.count <= 0) this.failures.delete(key);
  }

  lastMs(key: string): number {
    return this.failures.get(key)?.lastMs ?? 0;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  get size(): number {
    return this.failures.size;
  }
}

/** One attempt at a password, under way. */
export interface Attempt {
  /** The password was right. */
  succeeded(): void;
  /** Nobody looked at the password. */
  withdrawn(): void;
}

export class LoginThrottle {
  private readonly names: Delays;
  private readonly addresses: Delays;

  constructor(settings: ThrottleSettings) {
    this.names = new Delays(settings.loginFailuresFree, settings);
    this.addresses = new Delays(settings.loginFailuresFreePerAddress, settings);
  }

  /**
   * Counts an attempt as failed until it is known to be right, so that many at once are no way around the delay.
   * `address` '' is nobody's. With an address the failures of a name are counted apart for each: whoever guesses from
   * elsewhere does not delay its owner.
   *
   * Refuses: LOGIN_THROTTLED.
   */
  begin(username: string, address: string, atMs: number): Result<Attempt> {
    const name = `${username.slice(0, KEY_LENGTH_MAX).toLowerCase()} ${address.slice(0, KEY_LENGTH_MAX)}`;
    const from = address.slice(0, KEY_LENGTH_MAX);
    const waitMs = Math.max(this.names.waitMs(name, atMs), from === '' ? 0 : this.addresses.waitMs(from, atMs));
    if (waitMs > 0)
      return refuse('LOGIN_THROTTLED', '', `Too many logins failed; try again in ${Math.ceil(waitMs / 1000)} s.`);
    const [nameMs, fromMs] = [this.names.lastMs(name), this.addresses.lastMs(from)];
    this.names.add(name, atMs);
    if (from !== '') this.addresses.add(from, atMs);
    return ok({
      succeeded: () => {
        this.names.forget(name);
        this.addresses.withdraw(from, atMs, fromMs);
      },
      withdrawn: () => {
        this.names.withdraw(name, atMs, nameMs);
        this.addresses.withdraw(from, atMs, fromMs);
      },
    });
  }

  /** Names and addresses that are remembered. */
  get size(): number {
    return this.names.size + this.addresses.size;
  }
}
