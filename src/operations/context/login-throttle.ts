// Delays guesses of passwords; an account is never locked.
//
// A failed login counts for its name and its guesser: the address that it comes from, or a device that the same user
// has logged in from before. So nobody delays a login from elsewhere, and nobody one from a known device. With the
// default settings a name has at most 20 tries in any hour from one address, and as many from one device. What many
// addresses try for one name together delays unknown devices alone (docs/sell/logins.md).
// Names and addresses are counted as callers send them, whether or not an account has them, so a delay does not show
// which accounts exist.
// Not promised: that counts survive a restart, which are kept in memory only; that an unknown device at the address of
// a guesser is let in.
import { caseless } from '../../kernel/text.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface ThrottleSettings {
  /** Entries of each count at a time; the one that failed longest ago is forgotten first. */
  readonly loginFailuresTrackedMax: number;
  /** Failures of one name from one address, or one device, that cause no delay. */
  readonly loginFailuresFree: number;
  readonly loginFailuresFreePerAddress: number;
  readonly loginFailuresFreePerName: number;
  readonly loginDelayMsMax: number;
}

/** Delay after the first failure beyond the free ones; it doubles with each further one. */
const DELAY_MS = 1000;
/** Longest delay of a name at all addresses together: an owner at a new device should get a turn. */
const NAME_DELAY_MS_MAX = 30_000;
/** Time since the last failure after which failures no longer count; less would give a guesser free tries again. */
const FORGET_MS = 3_600_000;
const KEY_LENGTH_MAX = 64;

interface Failures {
  count: number;
  lastMs: number;
  /** Failures that may have been at `lastMs` and are not withdrawn. */
  atLast: number;
  /** Time of the last failure before those. */
  beforeMs: number;
}

/** Failures by key, and how long the next attempt of each key waits. */
export class Delays {
  private readonly free: number;
  private readonly delayMsMax: number;
  private readonly trackedMax: number;
  private readonly forgetMs: number;
  /** Failures by key, the oldest last time first. */
  private readonly failures = new Map<string, Failures>();

  constructor(free: number, delayMsMax: number, trackedMax: number, forgetMs = FORGET_MS) {
    this.free = free;
    this.delayMsMax = delayMsMax;
    this.trackedMax = trackedMax;
    this.forgetMs = forgetMs;
  }

  private current(key: string, atMs: number): Failures | undefined {
    const known = this.failures.get(key);
    if (known === undefined || atMs - known.lastMs >= this.forgetMs) return undefined;
    // Time was stepped back since: how long ago that was is not known any more.
    return known.lastMs > atMs ? undefined : known;
  }

  /** Milliseconds until the next attempt is allowed; 0: now. */
  waitMs(key: string, atMs: number): number {
    const known = this.current(key, atMs);
    if (known === undefined || known.count < this.free) return 0;
    const delayMs = Math.min(this.delayMsMax, DELAY_MS * 2 ** Math.min(known.count - this.free, 30));
    return Math.max(0, known.lastMs + delayMs - atMs);
  }

  /** What the attempt is counted in, for `withdraw`. */
  add(key: string, atMs: number): Failures {
    const known = this.current(key, atMs) ?? { count: 0, lastMs: 0, atLast: 0, beforeMs: 0 };
    if (known.count === 0 || known.lastMs !== atMs) {
      known.beforeMs = known.lastMs;
      known.lastMs = atMs;
      known.atLast = 0;
    }
    known.count += 1;
    known.atLast += 1;
    this.failures.delete(key);
    this.failures.set(key, known);
    if (this.failures.size > this.trackedMax) this.failures.delete(this.failures.keys().next().value!);
    return known;
  }

  /**
   * Uncounts an attempt. A failure of the same millisecond keeps its time, and one that is counted after the others of
   * its name were forgotten is another count. Among attempts at three or more times that are under way together, the
   * time of a withdrawn one may go on to count: the delay is then longer by the difference.
   */
  withdraw(key: string, failures: Failures, atMs: number): void {
    if (this.failures.get(key) !== failures) return;
    failures.count -= 1;
    if (failures.count === 0) return void this.failures.delete(key);
    if (failures.lastMs !== atMs) return;
    failures.atLast -= 1;
    if (failures.atLast > 0) return;
    failures.lastMs = failures.beforeMs;
    failures.atLast = failures.count;
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

/** Whose tries are counted together. */
export type Guesser =
  | { readonly device: string }
  | {
      readonly device?: never;
      /** Logins at different places are counted apart. */
      readonly place: string;
      /** Address of one person or one network; a storefront that tells none has its channel instead. */
      readonly address: string;
      /** Any number of persons have this address, so that failures at different names say nothing. */
      readonly isShared: boolean;
    };

interface Counted {
  readonly counts: Delays;
  readonly key: string;
  readonly failures: Failures;
}

const cut = (text: string): string => text.slice(0, KEY_LENGTH_MAX);

export class LoginThrottle {
  private readonly devices: Delays;
  private readonly namesAtAddresses: Delays;
  private readonly addresses: Delays;
  private readonly names: Delays;

  constructor(settings: ThrottleSettings) {
    const { loginFailuresFree, loginFailuresFreePerAddress, loginFailuresFreePerName } = settings;
    const { loginDelayMsMax, loginFailuresTrackedMax: max } = settings;
    this.devices = new Delays(loginFailuresFree, loginDelayMsMax, max);
    this.namesAtAddresses = new Delays(loginFailuresFree, loginDelayMsMax, max);
    this.addresses = new Delays(loginFailuresFreePerAddress, loginDelayMsMax, max);
    this.names = new Delays(loginFailuresFreePerName, Math.min(NAME_DELAY_MS_MAX, loginDelayMsMax), max);
  }

  /**
   * Counts an attempt as failed until its password is known to be right, so that parallel attempts do not avoid the
   * delay. The first count that applies is that of the guesser and the name, which a right password ends; from the
   * others it takes back itself alone, so that nobody ends by an own account what guesses at others have made.
   *
   * Refuses: LOGIN_THROTTLED.
   */
  begin(username: string, guesser: Guesser, atMs: number): Result<Attempt> {
    const keys = this.keysOf(caseless(cut(username)), guesser);
    const waitMs = Math.max(...keys.map(([counts, key]) => counts.waitMs(key, atMs)));
    if (waitMs > 0)
      return refuse('LOGIN_THROTTLED', '', `Too many logins failed; try again in ${Math.ceil(waitMs / 1000)} s.`);
    const counted = keys.map(([counts, key]): Counted => ({ counts, key, failures: counts.add(key, atMs) }));
    const withdraw = (those: readonly Counted[]): void => {
      for (const { counts, key, failures } of those) counts.withdraw(key, failures, atMs);
    };
    return ok({
      succeeded: () => {
        counted[0]!.counts.forget(counted[0]!.key);
        withdraw(counted.slice(1));
      },
      withdrawn: () => withdraw(counted),
    });
  }

  private keysOf(name: string, guesser: Guesser): readonly (readonly [Delays, string])[] {
    if (guesser.device !== undefined) return [[this.devices, guesser.device]];
    const address = cut(guesser.address);
    const at = `${guesser.place} ${name}`;
    const keys = [[this.namesAtAddresses, `${at} ${address}`] as const, [this.names, at] as const];
    return guesser.isShared ? keys : [...keys, [this.addresses, `${guesser.place} ${address}`]];
  }

  /** Names, addresses and devices with failures that still count. */
  get size(): number {
    return this.devices.size + this.namesAtAddresses.size + this.addresses.size + this.names.size;
  }
}
