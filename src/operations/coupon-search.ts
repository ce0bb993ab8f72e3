// Coupons as the back office finds them: batches by name or code, and the codes of a batch with their uses.
import { couponsOf, findBatches, trackBatches } from '../domain/coupons/find-coupons.ts';
import { int, optional, text } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { Coupon, CouponBatch } from './replies/coupons.ts';
import { list, reply, whole } from './replies/members.ts';
import { viewBatch, viewCoupon } from './views/coupons.ts';

const LIMIT_MAX = 1000;
const limit = optional(int(`coupons at most, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 100);

export const search_coupons = read({
  area: 'coupons',
  isExtension: true,
  summary: 'Batches of coupons by a code, a part of their name, or their promotion, newest first, page by page.',
  credential: 'secret',
  session: 'none',
  params: {
    code: optional(text('code of one of the coupons, in any case'), '', 'any'),
    name: optional(text('part of the name, in any case'), '', 'any'),
    id_promotion: optional(int('the promotion that they open'), 0, 'any, or none'),
    before: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit,
  },
  refusals: ['TOO_EXPENSIVE'],
  reply: reply('coupon_batches', {
    next: whole('`before` of the next page; 0: there is none'),
    batches: list(CouponBatch, 'batches, newest first'),
  }),
  view: (args, { shop }) => {
    trackBatches(shop);
    const found = shop.inSteps('batches', () => ({
      doing: 'the search for batches',
      steps: () => findBatches(shop, { ...args, promotionId: args.id_promotion }),
    }));
    return mapOk(found, ({ ids, next }) => {
      const batches = ids.map((batchId) => viewBatch(shop, batchId));
      return { object: 'coupon_batches', next, batches } as const;
    });
  },
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
    const coupons = ids.map((couponId) => viewCoupon(shop, couponId));
    return ok({ object: 'coupons', next, coupons } as const);
  },
});
