// Life cycle of a coupon that is redeemed once ever. Checkouts redeem it and cancelled orders free it; nothing forces
// it.
import { Lifecycle } from './lifecycle.ts';

export const COUPON_STATES = ['OPEN', 'REDEEMED', 'FREED'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

const COUPON_EVENTS = ['redeem', 'free'] as const;
export type CouponEvent = (typeof COUPON_EVENTS)[number];

export const couponLifecycle = new Lifecycle<CouponState, CouponEvent>(
  {
    id: 'coupon',
    initial: 'OPEN',
    states: {
      OPEN: { on: { redeem: 'REDEEMED' } },
      REDEEMED: { on: { free: 'FREED' } },
      FREED: { on: { redeem: 'REDEEMED' } },
    },
  },
  COUPON_EVENTS,
);
