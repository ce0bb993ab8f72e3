// Terms of coupons in which nothing is special, for tests to vary.
import type { CouponTerms } from '../../../src/domain/coupons/coupon.ts';

/** 1.00 off, once, at any time, beside other coupons. */
export const ONE_OFF: CouponTerms = {
  name: 'Thanks',
  unique: true,
  percentage: false,
  amount: 100,
  startDay: null,
  endDay: null,
  combineable: true,
  currency: '',
  promotionId: 0,
};
