// Life cycle of a price list. It is planned until its first day and ends with its last one, or when somebody ends it; a
// list whose days are changed may be planned again.
import { DATED_STATES } from './dated.ts';
import { Lifecycle } from './lifecycle.ts';

export const PRICE_LIST_STATES = DATED_STATES;
export type PriceListState = (typeof PRICE_LIST_STATES)[number];

const PRICE_LIST_EVENTS = ['begin', 'postpone', 'end'] as const;
type PriceListEvent = (typeof PRICE_LIST_EVENTS)[number];

export const priceListLifecycle = new Lifecycle<PriceListState, PriceListEvent>(
  {
    id: 'price_list',
    initial: 'planned',
    states: {
      planned: { on: { begin: 'running', end: 'ended' } },
      running: { on: { postpone: 'planned', end: 'ended' } },
      ended: { type: 'final' },
    },
  },
  PRICE_LIST_EVENTS,
);
