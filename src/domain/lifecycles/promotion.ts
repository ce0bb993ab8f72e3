// Life cycle of a promotion. It is planned until its first day and ends with its last one, or when somebody ends it; a
// promotion whose days are changed may be planned again.
import { DATED_STATES } from './dated.ts';
import { Lifecycle } from './lifecycle.ts';

export const PROMOTION_STATES = DATED_STATES;
export type PromotionState = (typeof PROMOTION_STATES)[number];

const PROMOTION_EVENTS = ['begin', 'postpone', 'end'] as const;
type PromotionEvent = (typeof PROMOTION_EVENTS)[number];

export const promotionLifecycle = new Lifecycle<PromotionState, PromotionEvent>(
  {
    id: 'promotion',
    initial: 'planned',
    states: {
      planned: { on: { begin: 'running', end: 'ended' } },
      running: { on: { postpone: 'planned', end: 'ended' } },
      ended: { type: 'final' },
    },
  },
  PROMOTION_EVENTS,
);
