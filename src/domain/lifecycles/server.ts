// Life cycle of a process that serves a shop, from its start to its end. It may go on after a successor has died; it
// never leads again once it has given its store away.
import { Lifecycle } from './lifecycle.ts';

const SERVER_STATES = [
  'STARTING',
  'OPEN',
  'FOLLOWING',
  'LEADING',
  'RETIRING',
  'HANDING_OVER',
  'STOPPING',
  'ENDED',
] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/**
 * `open`: ports and store are open. `lead`: it decides; a node also says so when its log answers again, whatever the
 * server does meanwhile. `retire`: it accepts no more where a successor listens. `follow_on`, `lead_on`: the successor
 * has died. `hand_over`: the successor gets the store.
 */
const SERVER_EVENTS = [
  'open',
  'follow',
  'lead',
  'retire',
  'follow_on',
  'lead_on',
  'hand_over',
  'stop',
  'end',
  'fail',
] as const;
export type ServerEvent = (typeof SERVER_EVENTS)[number];

const FAIL = { fail: 'ENDED' } as const;

export const serverLifecycle = new Lifecycle<ServerState, ServerEvent>(
  {
    id: 'server',
    initial: 'STARTING',
    states: {
      STARTING: { on: { open: 'OPEN', stop: 'STOPPING', ...FAIL } },
      OPEN: { on: { follow: 'FOLLOWING', lead: 'LEADING', ...FAIL } },
      FOLLOWING: { on: { lead: 'LEADING', retire: 'RETIRING', ...FAIL } },
      LEADING: { on: { lead: 'LEADING', retire: 'RETIRING', ...FAIL } },
      RETIRING: {
        on: {
          lead: 'RETIRING',
          follow_on: 'FOLLOWING',
          lead_on: 'LEADING',
          hand_over: 'HANDING_OVER',
          stop: 'STOPPING',
          ...FAIL,
        },
      },
      HANDING_OVER: { on: { lead: 'HANDING_OVER', end: 'ENDED', ...FAIL } },
      STOPPING: { on: { lead: 'STOPPING', end: 'ENDED', ...FAIL } },
      ENDED: { type: 'final' },
    },
  },
  SERVER_EVENTS,
);
