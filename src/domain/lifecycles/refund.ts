// Life cycle of money that goes back. Notices may be repeated or late: an event that is not allowed is no news. What is
// done may fail after all: a bank sends it back, or a dispute is won. What its provider says has failed stays so
// (refund.ts sees to that); what a person said has failed may be done after all, where the provider says so.
import { Lifecycle } from './lifecycle.ts';

/** `pending`: the provider has taken it, and the money is on its way. */
export const REFUND_STATES = ['asked', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_EVENTS = ['accept', 'complete', 'fail'] as const;
export type RefundEvent = (typeof REFUND_EVENTS)[number];

export const refundLifecycle = new Lifecycle<RefundState, RefundEvent>(
  {
    id: 'refund',
    initial: 'asked',
    states: {
      asked: { on: { accept: 'pending', complete: 'done', fail: 'failed' } },
      pending: { on: { complete: 'done', fail: 'failed' } },
      done: { on: { fail: 'failed' } },
      failed: { on: { complete: 'done' } },
    },
  },
  REFUND_EVENTS,
);
