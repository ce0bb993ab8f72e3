// Limits how many messages one e-mail address gets, and how many calls about accounts one channel makes: token buckets
// that fill again with time.
//
// Addresses are counted as callers send them, whether or not an account has them, so a refusal does not show which
// accounts exist. Calls with the secret key do not count for their channel: a migration registers as fast as it can.
// Not promised: that counts survive a restart. They are kept in memory only.
import { caseless } from '../../kernel/text.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

export interface RequestThrottleSettings {
  readonly messagesPerAddressBurst: number;
  readonly messagesPerAddressPerHour: number;
  readonly accountCallsPerChannelBurst: number;
  readonly accountCallsPerChannelPerMinute: number;
  /** Addresses kept at a time; the one that was used longest ago is forgotten first. */
  readonly throttledAddressesMax: number;
}

/** What counts of a caller. */
interface Counted {
  readonly channelId: number;
  readonly backOffice: boolean;
}

export type AccountCall = 'register' | 'verify' | 'begin_reset' | 'finish_reset' | 'accept_invitation';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Channels times calls; there are at most a million channels, and few of them make such calls. */
const CHANNEL_BUCKETS_MAX = 100_000;

interface Bucket {
  readonly level: number;
  readonly atMs: number;
}

class TokenBuckets {
  private readonly burst: number;
  private readonly perMs: number;
  private readonly bucketsMax: number;
  /** By time of use, oldest first; a key that is not here has a full bucket. */
  private readonly buckets = new Map<string, Bucket>();

  constructor(burst: number, perMs: number, bucketsMax: number) {
    this.burst = burst;
    this.perMs = perMs;
    this.bucketsMax = bucketsMax;
  }

  /** Takes one token. Returns 0, or the milliseconds until there is one, and takes none then. */
  take(key: string, atMs: number): number {
    const known = this.buckets.get(key);
    const filled = known === undefined ? this.burst : known.level + Math.max(0, atMs - known.atMs) * this.perMs;
    const level = Math.min(this.burst, filled);
    // A thousandth is what rounding may cost a token that has just been filled.
    if (level < 0.999) return (1 - level) / this.perMs;
    this.buckets.delete(key);
    this.buckets.set(key, { level: Math.max(0, level - 1), atMs });
    if (this.buckets.size > this.bucketsMax) this.buckets.delete(this.buckets.keys().next().value!);
    return 0;
  }

  get size(): number {
    return this.buckets.size;
  }
}

const seconds = (waitMs: number): number => Math.ceil(waitMs / 1000);

export class RequestThrottle {
  private readonly addresses: TokenBuckets;
  private readonly channels: TokenBuckets;

  constructor(settings: RequestThrottleSettings) {
    this.addresses = new TokenBuckets(
      settings.messagesPerAddressBurst,
      settings.messagesPerAddressPerHour / HOUR_MS,
      settings.throttledAddressesMax,
    );
    this.channels = new TokenBuckets(
      settings.accountCallsPerChannelBurst,
      settings.accountCallsPerChannelPerMinute / MINUTE_MS,
      CHANNEL_BUCKETS_MAX,
    );
  }

  /** Counts a message to this address. Refuses: LOGIN_THROTTLED. */
  takeMessage(email: string, atMs: number): Result<void> {
    const waitMs = this.addresses.take(caseless(email), atMs);
    if (waitMs === 0) return DONE;
    const detail = `Too many messages to this address were asked for; try again in ${seconds(waitMs)} s.`;
    return refuse('LOGIN_THROTTLED', 'email', detail);
  }

  /** Counts a call of a channel. Refuses: LOGIN_THROTTLED. */
  takeCall(call: AccountCall, { channelId, backOffice }: Counted, atMs: number): Result<void> {
    const waitMs = backOffice ? 0 : this.channels.take(`${call} ${channelId}`, atMs);
    if (waitMs === 0) return DONE;
    const detail = `Too many such calls came from this channel; try again in ${seconds(waitMs)} s.`;
    return refuse('LOGIN_THROTTLED', '', detail);
  }

  /** Addresses that are counted. */
  get size(): number {
    return this.addresses.size;
  }
}
