// Coupons.
import { codesOf, createCoupons } from '../domain/coupons/create-coupons.ts';
import { couponTerms } from '../domain/coupons/coupon-terms.ts';
import { int, oneOf, optional, text } from '../kernel/params.ts';
import { refuse } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { COUPON_TYPES, couponAttributes, couponCode } from './params/coupon-params.ts';
import { SUCCESS, group, list, reply, text as textMember } from './replies/members.ts';

export const create_coupons = write({
  area: 'coupons',
  summary: 'Makes coupons of the same terms, all or none.',
  credential: 'secret',
  session: 'none',
  params: {
    count: int('how many, 1 to 10,000; 1 with a code of its own', { min: 1, max: 10_000 }),
    name: text('name, as carts show it'),
    amount: text('percent, more than 0 to 100, or money, more than 0', { max: 40 }),
    type: optional(
      oneOf('unique ones are redeemed once ever; UNIQUE_NOMINAL by default', COUPON_TYPES),
      'UNIQUE_NOMINAL',
    ),
    code: couponCode,
    attributes: couponAttributes,
  },
  handle: ({ count, code: given, ...promised }, { shop }) => {
    if (given !== undefined && count !== 1)
      return refuse('PARAMETER_INVALID', 'count', 'A code of its own needs a count of 1.');
    const terms = couponTerms(promised, shop.rules.currencyDigits);
    return terms.ok ? createCoupons(shop, { terms: terms.value, count, code: given }) : terms;
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'COUPON_CODE_ALREADY_IN_USE'],
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
