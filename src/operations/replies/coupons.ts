// Batches of coupons and their coupons in replies.
import { COUPON_STATES } from '../../domain/lifecycles/coupon.ts';
import { Type } from '../../kernel/params.ts';
import { COUPON_TYPES } from '../../domain/coupons/coupon-terms.ts';
import { bit, dateTime, day, id, maybe, oneOf, orNull, record, text, whole } from './members.ts';

export const CouponBatch = record('CouponBatch', 'Coupons that were made together, with the same terms.', {
  id: id('batch id'),
  name: text('name, as carts show it'),
  type: oneOf('unique ones are redeemed once ever', COUPON_TYPES),
  amount: Type.Number({ description: 'percent, or money' }),
  currency: text('of money: ISO 4217; empty: percent'),
  start_date: orNull(day('first day'), 'first day on which they are valid; null: any'),
  end_date: orNull(day('last day'), 'last day on which they are valid; null: any'),
  id_promotion: maybe(id('the promotion that they open, instead of an amount')),
  combineable: bit('1: they may stand beside others'),
  count: whole('coupons in it'),
  creation_date: dateTime('when it was made'),
  ended: orNull(dateTime('when'), 'when end_coupons ended all of them; null: they were not'),
  first_code: text('code of the coupon that was made first'),
  seq: whole('record that changed it last, for if_seq'),
});

export const Coupon = record('Coupon', 'A coupon of a batch.', {
  id: id('coupon id'),
  code: text('what shoppers enter'),
  state: oneOf('one without a limit of uses stays OPEN until it is ENDED', COUPON_STATES),
  uses: whole('orders placed with it; of a unique one those that are not cancelled'),
});
