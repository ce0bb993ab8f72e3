// Coupons as the back office finds them: batches by name or code, and the codes of a batch with their uses.
import type { CouponBatch, CouponTerms } from '../domain/coupons/coupon.ts';
import { couponsOf, findBatches } from '../domain/coupons/find-coupons.ts';
import { dayText } from '../domain/date-time.ts';
import { decimal } from '../domain/money.ts';
import { COUPON_STATES } from '../domain/lifecycles/coupon.ts';
import { int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { COUPON_TYPES } from './params/coupon-params.ts';
import { Type } from '../kernel/params.ts';
import { bit, dateTime as dateTimeMember, day, id, list, oneOf, orNull, record } from './replies/members.ts';
import { reply, text as textMember, whole } from './replies/members.ts';
import { dateTime } from './views/format.ts';

const LIMIT_MAX = 1000;
const limit = optional(int(`at most so many, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100);

const Batch = record('CouponBatch', 'Coupons that were made together, with the same terms.', {
  id: id('batch id'),
  name: textMember('name, as carts show it'),
  type: oneOf('unique ones are redeemed once ever', COUPON_TYPES),
  amount: Type.Number({ description: 'percent, or money' }),
  start_date: orNull(day('first day'), 'first day on which they are valid; null: any'),
  end_date: orNull(day('last day'), 'last day on which they are valid; null: any'),
  combineable: bit('1: they may stand beside others'),
  count: whole('coupons in it'),
  creation_date: dateTimeMember('when it was made'),
});

const typeOf = ({ unique, percentage }: CouponTerms): (typeof COUPON_TYPES)[number] =>
  `${unique ? 'UNIQUE' : 'MULTIPLE'}_${percentage ? 'PERCENTAGE' : 'NOMINAL'}`;

const viewBatch = (batchId: number, { terms, count, createdMs }: CouponBatch, currencyDigits: number) =>
  ({
    id: batchId,
    name: terms.name,
    type: typeOf(terms),
    amount: decimal(terms.amount, terms.percentage ? 4 : currencyDigits),
    start_date: terms.startDay === null ? null : dayText(terms.startDay),
    end_date: terms.endDay === null ? null : dayText(terms.endDay),
    combineable: terms.combineable ? 1 : 0,
    count,
    creation_date: dateTime(createdMs),
  }) as const;

export const search_coupons = read({
  area: 'coupons',
  isExtension: true,
  summary: 'Batches of coupons by a code or a part of their name, newest first, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    code: optional(text('code of one of the coupons, in any case'), '', 'any'),
    name: optional(text('part of the name, in any case'), '', 'any'),
    before: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit,
  },
  reply: reply('coupon_batches', {
    next: whole('`before` of the next page; 0: there is none'),
    batches: list(Batch, 'batches, newest first'),
  }),
  view: (args, { shop }) => {
    const { ids, next } = findBatches(shop, args);
    const { currencyDigits } = shop.rules;
    const batches = ids.map((batchId) => viewBatch(batchId, shop.read('coupon_batch', batchId)!, currencyDigits));
    return ok({ object: 'coupon_batches', next, batches } as const);
  },
});

const Coupon = record('Coupon', 'A coupon of a batch.', {
  id: id('coupon id'),
  code: textMember('what shoppers enter'),
  state: oneOf('one without a limit of uses stays OPEN', COUPON_STATES),
  uses: whole('orders placed with it; of a unique one those that are not cancelled'),
});

export const get_coupons = read({
  area: 'coupons',
  isExtension: true,
  summary: 'The coupons of a batch, in the order in which they were made, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    id_batch: int('batch id'),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit,
  },
  refusals: ['COUPON_NOT_VALID'],
  reply: reply('coupons', {
    next: whole('`after` of the next page; 0: there is none'),
    coupons: list(Coupon, 'coupons of the batch'),
  }),
  view: ({ id_batch: batchId, after, limit: max }, { shop }) => {
    if (shop.read('coupon_batch', batchId) === undefined) return refuse('COUPON_NOT_VALID', batchId);
    const { ids, next } = couponsOf(shop, batchId, after, max);
    const coupons = ids.map((couponId) => {
      const { code, state, uses } = shop.read('coupon', couponId)!;
      return { id: couponId, code, state, uses };
    });
    return ok({ object: 'coupons', next, coupons } as const);
  },
});
