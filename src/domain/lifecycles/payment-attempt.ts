// Life cycle of one attempt to collect the money of an order, as a payment provider reports it. Notices may be repeated
// or late: an event that is not allowed is no news. An attempt that has expired still takes money that comes after all.
import type { Notice } from '../../kernel/payment-provider.ts';
import { Lifecycle } from './lifecycle.ts';

export const PAYMENT_ATTEMPT_STATES = ['started', 'pending', 'received', 'expired'] as const;
export type PaymentAttemptState = (typeof PAYMENT_ATTEMPT_STATES)[number];

/** `promise`: the shopper has paid, and the money is on its way. */
export const PAYMENT_ATTEMPT_EVENTS = ['promise', 'receive', 'expire'] as const;
export type PaymentAttemptEvent = (typeof PAYMENT_ATTEMPT_EVENTS)[number];

export const paymentAttemptLifecycle = new Lifecycle<PaymentAttemptState, PaymentAttemptEvent>(
  {
    id: 'payment_attempt',
    initial: 'started',
    states: {
      started: { on: { promise: 'pending', receive: 'received', expire: 'expired' } },
      pending: { on: { receive: 'received', expire: 'expired' } },
      expired: { on: { receive: 'received' } },
      received: {},
    },
  },
  PAYMENT_ATTEMPT_EVENTS,
);

/** What a provider's notice means. */
export const EVENT_OF_NOTICE: { readonly [Outcome in Notice['outcome']]: PaymentAttemptEvent } = {
  pending: 'promise',
  received: 'receive',
  expired: 'expire',
};
