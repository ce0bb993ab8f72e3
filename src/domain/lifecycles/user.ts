// Life cycle of an account. Erasing an account is no step of it: keys are destroyed, and the state stays.
import { Lifecycle } from './lifecycle.ts';

export const USER_STATES = ['unverified', 'active', 'locked'] as const;
export type UserState = (typeof USER_STATES)[number];

const USER_EVENTS = ['verify', 'lock', 'unlock'] as const;
export type UserEvent = (typeof USER_EVENTS)[number];

export const userLifecycle = new Lifecycle<UserState, UserEvent>(
  {
    id: 'user',
    initial: 'unverified',
    states: {
      unverified: { on: { verify: 'active', lock: 'locked' } },
      active: { on: { lock: 'locked' } },
      locked: { on: { unlock: 'active' } },
    },
  },
  USER_EVENTS,
);
