// Batches of coupons and their coupons as the back office reads them, in replies and in commands of the administration.
import type { CouponTerms } from '../../domain/coupons/coupon.ts';
import { presentState } from '../../domain/coupons/usable-coupon.ts';
import { dayText } from '../../domain/date-time.ts';
import { decimal } from '../../domain/money.ts';
import { inCurrency } from '../../domain/currencies.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { COUPON_TYPES } from '../../domain/coupons/coupon-terms.ts';
import { dateTime } from './format.ts';

const typeOf = ({ unique, percentage }: CouponTerms): (typeof COUPON_TYPES)[number] =>
  `${unique ? 'UNIQUE' : 'MULTIPLE'}_${percentage ? 'PERCENTAGE' : 'NOMINAL'}`;

export const viewBatch = (shop: Reader, batchId: number) => {
  const { terms, count, firstCouponId, createdMs, endedMs } = shop.read('coupon_batch', batchId)!;
  const { currency, currencyDigits } = inCurrency(shop.rules, terms.currency);
  return {
    id: batchId,
    name: terms.name,
    type: typeOf(terms),
    amount: decimal(terms.amount, terms.percentage ? 4 : currencyDigits),
    currency: terms.percentage ? '' : currency,
    start_date: terms.startDay === null ? null : dayText(terms.startDay),
    end_date: terms.endDay === null ? null : dayText(terms.endDay),
    ...(terms.promotionId !== 0 && { id_promotion: terms.promotionId }),
    combineable: terms.combineable ? 1 : 0,
    count,
    creation_date: dateTime(createdMs),
    ended: endedMs === 0 ? null : dateTime(endedMs),
    first_code: shop.read('coupon', firstCouponId)!.code,
    seq: shop.seqOf('coupon_batch', batchId),
  } as const;
};

export const viewCoupon = (shop: Reader, couponId: number) => {
  const { code, uses } = shop.read('coupon', couponId)!;
  return { id: couponId, code, state: presentState(shop, couponId), uses };
};
