// Limits on calls that wait for something slow outside the engine.
//
// Each kind has a limit of its own, so that an application or a payment provider that hangs never blocks logins. One
// channel may have three quarters of it, so that the others always find a place.
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';

/**
 * `applications`: calls forwarded to them, and extensions that are loaded again. `payments`: answers of payment
 * providers. `webhooks`: tests of them. `walks`: through the whole store.
 */
export type SlowWork = 'passwords' | 'applications' | 'documents' | 'payments' | 'webhooks' | 'walks';

/** Calls that may wait at a time, by kind. */
export type SlowLimits = { readonly [kind in SlowWork]: number };

/** Each of these calls may hold an answer of one MiB for ten seconds. */
const APPLICATIONS_MAX = 200;
/** Persons start them, one at a time. */
const WEBHOOK_TESTS_MAX = 10;
/** Two walks take as long as one after the other. */
const WALKS_MAX = 2;

export const slowLimits = (slowCallsMax: number): SlowLimits => ({
  passwords: slowCallsMax,
  applications: Math.min(slowCallsMax, APPLICATIONS_MAX),
  documents: slowCallsMax,
  payments: slowCallsMax,
  webhooks: Math.min(slowCallsMax, WEBHOOK_TESTS_MAX),
  walks: Math.min(slowCallsMax, WALKS_MAX),
});

const WAITED_FOR: { readonly [kind in SlowWork]: string } = {
  passwords: 'passwords to be hashed',
  applications: 'applications and extensions to answer',
  documents: 'documents to be made',
  payments: 'payment providers to answer',
  webhooks: 'webhooks that are tested to answer',
  walks: 'walks through the whole store to end',
};

export const CHANNEL_SHARE = 0.75;

export class SlowCalls {
  private readonly limits: SlowLimits;
  private readonly waiting: { readonly [kind in SlowWork]: Waiting } = {
    passwords: new Waiting(),
    applications: new Waiting(),
    documents: new Waiting(),
    payments: new Waiting(),
    webhooks: new Waiting(),
    walks: new Waiting(),
  };

  constructor(limits: SlowLimits) {
    this.limits = limits;
  }

  /** Undefined if one more call of the channel may wait, or if the work is not slow. Refuses: OVERLOADED. */
  refusal(kind: SlowWork | undefined, channelId: number): Refusal | undefined {
    if (kind === undefined) return undefined;
    const { all, byHolder } = this.waiting[kind];
    const limit = this.limits[kind];
    const isFull = all >= limit;
    if (!isFull && (byHolder.get(channelId) ?? 0) < Math.ceil(limit * CHANNEL_SHARE)) return undefined;
    const whose = isFull ? `${all} calls` : `${byHolder.get(channelId)} calls of this channel`;
    const max = isFull ? limit : Math.ceil(limit * CHANNEL_SHARE);
    const detail = `${whose} wait for ${WAITED_FOR[kind]}, of at most ${max}; try again.`;
    return refuseAt('slowCallsMax', 'OVERLOADED', '', detail);
  }

  begin(kind: SlowWork | undefined, channelId: number): void {
    if (kind !== undefined) this.waiting[kind].add(channelId, 1);
  }

  end(kind: SlowWork | undefined, channelId: number): void {
    if (kind !== undefined) this.waiting[kind].add(channelId, -1);
  }
}

/** By holder: here a channel. */
export class Waiting {
  all = 0;
  readonly byHolder = new Map<number, number>();

  add(holder: number, calls: number): void {
    this.all += calls;
    const now = (this.byHolder.get(holder) ?? 0) + calls;
    if (now === 0) this.byHolder.delete(holder);
    else this.byHolder.set(holder, now);
  }
}
