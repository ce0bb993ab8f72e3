// Life cycle of a promotion. It is planned until its first day and ends with its last one, or when somebody ends it; a
// promotion whose days are changed may be planned again.
import { Lifecycle } from './lifecycle.ts';

export const PROMOTION_STATES = ['planned', 'running', 'ended'] as const;
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
