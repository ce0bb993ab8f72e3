// Coupons: making, changing and ending them.
import { endCoupons, updateCoupons } from '../domain/coupons/change-coupons.ts';
import { codesOf, createCoupons } from '../domain/coupons/create-coupons.ts';
import { COUPON_TYPES, couponTerms } from '../domain/coupons/coupon-terms.ts';
import { promotionOf } from '../domain/promotions/change-promotions.ts';
import { flag, int, oneOf, optional, text } from '../kernel/params.ts';
import { refuse } from '../kernel/result.ts';
import { dryRunParam } from './params/dry-run.ts';
import { write } from './context/operation.ts';
import { ifSeq } from './params/seen-param.ts';
import { couponAttributes, couponCode, changedDay } from './params/coupon-params.ts';
import { writeSeen } from './params/seen-write.ts';
import { SUCCESS, group, list, reply, text as textMember } from './replies/members.ts';
import { done } from './replies/plain.ts';

export const create_coupons = write({
  area: 'coupons',
  summary: 'Makes coupons of the same terms, all or none.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    count: int('how many, 1 to 10,000; 1 with a code of its own', { min: 1, max: 10_000 }),
    name: text('name, as carts show it'),
    amount: optional(
      text('percent, more than 0 to 100, or money, more than 0; left out with id_promotion', { max: 40 }),
      '',
    ),
    id_promotion: optional(int('extra: the promotion by code that they open, instead of an amount'), 0),
    type: optional(
      oneOf('unique ones are redeemed once ever; UNIQUE_NOMINAL by default', COUPON_TYPES),
      'UNIQUE_NOMINAL',
    ),
    code: couponCode,
    currency: optional(text('extra: currency of an amount, ISO 4217', { max: 3 }), '', 'that of the shop'),
    attributes: couponAttributes,
  },
  handle: ({ count, code: given, id_promotion: promotionId, ...promised }, { shop }) => {
    if (promotionId === 0 && promised.amount === '')
      return refuse('PARAMETER_MISSING', 'amount', 'The parameter amount is required.');
    if (given !== undefined && count !== 1)
      return refuse('PARAMETER_INVALID', 'count', 'A code of its own needs a count of 1.');
    const opened = promotionId === 0 ? undefined : promotionOf(shop, promotionId);
    if (opened?.ok === false) return opened;
    if (opened !== undefined && !opened.value.terms.isByCode)
      return refuse('PARAMETER_INVALID', 'id_promotion', 'id_promotion: it is automatic, and needs no code.');
    const terms = couponTerms({ ...promised, promotionId }, shop.rules);
    return terms.ok ? createCoupons(shop, { terms: terms.value, count, code: given }) : terms;
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'CURRENCY_NOT_FOUND', 'COUPON_CODE_ALREADY_IN_USE', 'PROMOTION_NOT_FOUND'],
  reply: reply('create_coupons', {
    status: SUCCESS,
    coupons: list(group('A coupon.', { code: textMember('what shoppers enter') }), 'the coupons'),
  }),
  view: (batchId, { shop }) =>
    ({
      object: 'create_coupons',
      status: 'success',
      coupons: codesOf(shop, batchId).map((code) => ({ code })),
    }) as const,
});

export const update_coupons = write({
  area: 'coupons',
  isExtension: true,
  summary:
    'Changes the name, the days and the combining of a batch; what is left out stays. Amount and type never change.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_batch: int('batch id'),
    name: optional(text('name, as carts show it from then on; stays when it is left out'), undefined),
    start_date: changedDay('first day on which they are valid'),
    end_date: changedDay('last day on which they are valid'),
    combineable: optional(flag('1: they may stand beside others; stays when it is left out'), undefined),
    if_seq: ifSeq('batch', 'search_coupons'),
  },
  handle: ({ id_batch: batchId, name, start_date: startDay, end_date: endDay, combineable, if_seq: seen }, { shop }) =>
    updateCoupons(shop, batchId, { name, startDay, endDay, combineable }, seen),
  refusals: ['COUPON_NOT_VALID', 'CHANGED_MEANWHILE'],
  ...done('update_coupons'),
});

export const end_coupons = writeSeen(
  { kind: 'coupon_batch', id: (args) => args.id_batch, called: 'batch', shownBy: 'search_coupons' },
  {
    area: 'coupons',
    isExtension: true,
    summary:
      'Ends all coupons of a batch for good, or one of them; orders that were placed with them stay as they are.',
    credential: 'secret',
    level: 'manager',
    session: 'none',
    params: {
      id_batch: int('batch id'),
      code: optional(text('code of one of its coupons, in any case'), undefined, 'all of them'),
      dry_run: dryRunParam,
    },
    handle: ({ id_batch: batchId, code }, { shop }) => endCoupons(shop, batchId, code?.trim()),
    refusals: ['COUPON_NOT_VALID'],
    dryRun: () => ({ object: 'end_coupons', status: 'success' }) as const,
    ...done('end_coupons'),
  },
);
