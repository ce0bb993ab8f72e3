// Life cycle of a forgotten password, beside the account's own. A later request replaces an earlier one.
import { Lifecycle } from './lifecycle.ts';

export type ResetState = 'none' | 'pending';

const RESET_EVENTS = ['request', 'finish'] as const;
export type ResetEvent = (typeof RESET_EVENTS)[number];

export const passwordResetLifecycle = new Lifecycle<ResetState, ResetEvent>(
  {
    id: 'password_reset',
    initial: 'none',
    states: {
      none: { on: { request: 'pending' } },
      pending: { on: { request: 'pending', finish: 'none' } },
    },
  },
  RESET_EVENTS,
);
