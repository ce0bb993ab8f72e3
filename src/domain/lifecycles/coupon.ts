// Life cycle of a coupon that is redeemed once ever. Checkouts redeem it and cancelled orders free it, the back office
// ends it; nothing forces it. A coupon that was ended stays so, also when the order that has it is cancelled.
import { Lifecycle } from './lifecycle.ts';

export const COUPON_STATES = ['OPEN', 'REDEEMED', 'FREED', 'ENDED'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

const COUPON_EVENTS = ['redeem', 'free', 'end'] as const;
export type CouponEvent = (typeof COUPON_EVENTS)[number];

export const couponLifecycle = new Lifecycle<CouponState, CouponEvent>(
  {
    id: 'coupon',
    initial: 'OPEN',
    states: {
      OPEN: { on: { redeem: 'REDEEMED', end: 'ENDED' } },
      REDEEMED: { on: { free: 'FREED', end: 'ENDED' } },
      FREED: { on: { redeem: 'REDEEMED', end: 'ENDED' } },
      ENDED: { on: { free: 'ENDED' } },
    },
  },
  COUPON_EVENTS,
);
