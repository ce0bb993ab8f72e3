// Counts who used the thread lately: a token bucket of milliseconds for each caller, filled evenly up to a burst.
//
// An empty bucket refuses nothing. It only makes a dear call go on in slices from its first millisecond on, so that one
// caller alone can use all idle time of the thread, and no caller takes it from others. Not promised: the balances of
// callers without calls for long; they begin anew with a full bucket.
import type { IncomingCall } from './incoming-call.ts';

export interface BalanceOptions {
  /** Milliseconds of the thread that a caller gets in each second. */
  readonly refillMs: number;
  /** Milliseconds that a bucket holds. */
  readonly burstMs: number;
  readonly nowMs: () => number;
}

interface Bucket {
  ms: number;
  atMs: number;
}

/** Callers that are remembered. */
const CALLERS_MAX = 10_000;

/** `channelId`: 0 for somebody unknown. */
export const nameOfCaller = (channelId: number, clientAddress: string): string =>
  clientAddress === '' ? String(channelId) : `${channelId} ${clientAddress}`;

/** The channel, and the client where a trusted header names it. */
export const callerOf = ({ channelId, origin: { clientAddress } }: IncomingCall): string =>
  nameOfCaller(channelId, clientAddress);

export class WorkBalance {
  private readonly options: BalanceOptions;
  /** Buckets by caller; the caller charged last is last. */
  private readonly buckets = new Map<string, Bucket>();

  constructor(options: BalanceOptions) {
    this.options = options;
  }

  hasCredit(caller: string): boolean {
    const bucket = this.buckets.get(caller);
    return bucket === undefined || this.filled(bucket) > 0;
  }

  /** A bucket may be owed as much as it holds, and no more: a caller is not made to pay for minutes. */
  charge(caller: string, ms: number): void {
    const { nowMs, burstMs } = this.options;
    const bucket = this.buckets.get(caller);
    const before = bucket === undefined ? burstMs : this.filled(bucket);
    this.buckets.delete(caller);
    this.buckets.set(caller, { ms: Math.max(before - ms, -burstMs), atMs: nowMs() });
    if (this.buckets.size > CALLERS_MAX) this.buckets.delete(this.buckets.keys().next().value!);
  }

  private filled({ ms, atMs }: Bucket): number {
    const { nowMs, refillMs, burstMs } = this.options;
    return Math.min(ms + ((nowMs() - atMs) / 1000) * refillMs, burstMs);
  }
}
