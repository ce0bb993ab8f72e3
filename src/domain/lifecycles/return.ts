// Life cycle of a return: announced, then received or withdrawn. What was received stays so: pieces that come later are
// another return.
import { Lifecycle } from './lifecycle.ts';

export const RETURN_STATES = ['announced', 'received', 'withdrawn'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

const RETURN_EVENTS = ['receive', 'withdraw'] as const;
type ReturnEvent = (typeof RETURN_EVENTS)[number];

export const returnLifecycle = new Lifecycle<ReturnState, ReturnEvent>(
  {
    id: 'return',
    initial: 'announced',
    states: {
      announced: { on: { receive: 'received', withdraw: 'withdrawn' } },
      received: { type: 'final' },
      withdrawn: { type: 'final' },
    },
  },
  RETURN_EVENTS,
);
