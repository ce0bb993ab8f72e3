// Life cycle of an order's payment: whether the money is there. A single attempt to collect it has a life cycle of its
// own (payment-attempt.ts).
import { Lifecycle } from './lifecycle.ts';

export const PAYMENT_STATES = ['PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** `revoke`: the money was sent back, or never came. */
export const PAYMENT_EVENTS = ['revoke', 'pay'] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

export type PaymentEffect = 'fire_payment_change';

/** The event that leads to each state, wherever it is allowed. */
export const PAYMENT_EVENT_TO: { readonly [State in PaymentState]: PaymentEvent } = {
  PAYMENT_NOT_RECEIVED: 'revoke',
  PAYMENT_RECEIVED: 'pay',
};

export const paymentLifecycle = new Lifecycle<PaymentState, PaymentEvent, PaymentEffect>(
  {
    id: 'payment',
    initial: 'PAYMENT_NOT_RECEIVED',
    forcedBy: PAYMENT_EVENT_TO,
    states: {
      PAYMENT_NOT_RECEIVED: { entry: ['fire_payment_change'], on: { pay: 'PAYMENT_RECEIVED' } },
      PAYMENT_RECEIVED: { entry: ['fire_payment_change'], on: { revoke: 'PAYMENT_NOT_RECEIVED' } },
    },
  },
  PAYMENT_EVENTS,
);
