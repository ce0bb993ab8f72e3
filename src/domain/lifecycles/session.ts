// Life cycle of a session: whether somebody is logged in, and whether it still shows the order that it placed. A
// session that has placed an order goes on: the next line or the next details begin a new draft.
import { Lifecycle } from './lifecycle.ts';

export type SessionState = 'open' | 'logged_in' | 'ordered' | 'ordered_logged_in' | 'ended';

/** `evict`: it makes room for another session. `end`: its shopper is erased. */
const SESSION_LIFE_EVENTS = ['log_in', 'log_out', 'place', 'begin_draft', 'expire', 'evict', 'end'] as const;
export type SessionLifeEvent = (typeof SESSION_LIFE_EVENTS)[number];

const ENDS = { expire: 'ended', end: 'ended' } as const;

export const sessionLifecycle = new Lifecycle<SessionState, SessionLifeEvent>(
  {
    id: 'session',
    initial: 'open',
    states: {
      open: { on: { log_in: 'logged_in', place: 'ordered', evict: 'ended', ...ENDS } },
      logged_in: { on: { log_in: 'logged_in', log_out: 'open', place: 'ordered_logged_in', ...ENDS } },
      ordered: { on: { log_in: 'ordered_logged_in', begin_draft: 'open', ...ENDS } },
      ordered_logged_in: {
        on: { log_in: 'ordered_logged_in', log_out: 'ordered', begin_draft: 'logged_in', ...ENDS },
      },
      ended: { type: 'final' },
    },
  },
  SESSION_LIFE_EVENTS,
);
