// Delays logins after failed ones; an account is never locked.
//
// Names and addresses are counted as callers send them, whether or not an account has them, so a delay does not show
// which accounts exist.
// Not promised: that counts survive a restart. They are kept in memory only.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface ThrottleSettings {
  /** Names kept at a time, and as many addresses; the one that failed longest ago is forgotten first. */
  readonly loginFailuresTrackedMax: number;
  /** Failures of one name from one address that cause no delay. */
  readonly loginFailuresFree: number;
  readonly loginFailuresFreePerAddress: number;
  readonly loginDelayMsMax: number;
}

/** Delay after the first failure beyond the free ones; it doubles with each further one. */
const DELAY_MS = 1000;
/** Time since the last failure after which the failures of a name no longer count. */
const FORGET_MS = 900_000;
const KEY_LENGTH_MAX = 64;

interface Failures {
  count: number;
  lastMs: number;
}

class Delays {
  private readonly free: number;
  private readonly settings: ThrottleSettings;
  /** By time of the last failure, oldest first. */
  private readonly failures = new Map<string, Failures>();

  constructor(free: number, settings: ThrottleSettings) {
    this.free = free;
    this.settings = settings;
  }

  private current(key: string, atMs: number): Failures | undefined {
    const known = this.failures.get(key);
    if (known === undefined || atMs - known.lastMs >= FORGET_MS) return undefined;
    // Time was stepped back since: how long ago that was is not known any more.
    return known.lastMs > atMs ? undefined : known;
  }

  /** Milliseconds until the next attempt is allowed; 0: now. */
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

  /** Uncounts an attempt; `lastMs`: time of the failure before it. */
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

/** A login whose password is being checked; it counts as failed until one of these is called. */
export interface Attempt {
  /** The password was right. */
  succeeded(): void;
  /** The password was never checked. */
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
   * Counts an attempt as failed until its password is known to be right, so that parallel attempts do not avoid the
   * delay. `address` '': unknown. The failures of a name are counted for each address separately, so that somebody who
   * guesses from elsewhere does not delay the owner.
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

  /** Names and addresses with failures that still count. */
  get size(): number {
    return this.names.size + this.addresses.size;
  }
}
