// Life cycle of a process that shares its shop with others over a log. It never goes back from leading to following:
// its memory may be ahead of the log, and a fresh start is the way that is taken every day.
import { Lifecycle } from './lifecycle.ts';

const NODE_STATES = ['JOINING', 'FOLLOWING', 'CAMPAIGNING', 'LEADING', 'STALLED', 'ENDED'] as const;
export type NodeState = (typeof NODE_STATES)[number];

/**
 * `fall_behind`: the log no longer holds what comes next. `lose`: another one leads, or the log moved. `stall`: the log
 * says nothing of a write; nothing new is begun meanwhile.
 */
const NODE_EVENTS = ['catch_up', 'fall_behind', 'campaign', 'win', 'lose', 'stall', 'resume', 'end'] as const;
export type NodeEvent = (typeof NODE_EVENTS)[number];

export const nodeLifecycle = new Lifecycle<NodeState, NodeEvent>(
  {
    id: 'node',
    initial: 'JOINING',
    states: {
      JOINING: { on: { catch_up: 'FOLLOWING', end: 'ENDED' } },
      FOLLOWING: { on: { fall_behind: 'JOINING', campaign: 'CAMPAIGNING', end: 'ENDED' } },
      CAMPAIGNING: { on: { win: 'LEADING', lose: 'FOLLOWING', end: 'ENDED' } },
      LEADING: { on: { stall: 'STALLED', end: 'ENDED' } },
      STALLED: { on: { resume: 'LEADING', end: 'ENDED' } },
      ENDED: { type: 'final' },
    },
  },
  NODE_EVENTS,
);
