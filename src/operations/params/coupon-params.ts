// Parameters of coupons: their terms when they are made, and the codes attached to a cart.
import type { GivenCoupon } from '../../domain/coupons/attach-coupons.ts';
import { CART_COUPONS_MAX } from '../../domain/coupons/attach-coupons.ts';
import { toDay } from '../../domain/coupons/coupon-terms.ts';
import type { Param } from '../../kernel/params.ts';
import { FlagShape, Type, flagMember, json, map, optional, text } from '../../kernel/params.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';

const CouponDate = Type.Union([Type.String({ maxLength: 40 }), Type.Null()]);

/** Days on which a coupon is valid, and whether it may be combined; nothing sent means no limit and no. */
export const couponAttributes = optional(
  map(
    json(
      Type.Object(
        {
          start_date: Type.Optional(CouponDate),
          end_date: Type.Optional(CouponDate),
          combineable: Type.Optional(FlagShape),
        },
        {
          description:
            'start_date and end_date (YYYY-MM-DD), both days included; combineable (1 or 0: ' +
            'whether they may stand beside others)',
        },
      ),
    ),
    ({ start_date: start, end_date: end, combineable: sent }, param) =>
      mapOk(flagMember(sent, param, `${param}.combineable`, false), (combineable) => ({
        startDate: start?.trim() ?? '',
        endDate: end?.trim() ?? '',
        combineable,
      })),
  ),
  { startDate: '', endDate: '', combineable: false },
);

/** A day in days since 1970-01-01; null for `none`; undefined where it is left out. */
/** `meaning`: of none, which `none` says as well. */
export const dayOrNone = (description: string, meaning?: string) =>
  optional(
    map(text(description, { max: 40 }), (sent, param) =>
      toDay(sent.trim().toLowerCase() === 'none' ? '' : sent.trim(), param),
    ),
    undefined,
    meaning,
  );

/** A day in days since 1970-01-01; null: no bound; undefined: it stays. */
export const changedDay = (what: string): Param<number | null | undefined> => ({
  ...dayOrNone(`${what}, YYYY-MM-DD; none, or null, takes it away; stays when it is left out`),
  cleared: { value: null },
});

export const couponCode = optional(
  map(text('code of a single coupon; generated otherwise', { max: 64 }), (value, param) =>
    value.trim() === '' ? refuse('PARAMETER_INVALID', param, 'A code is not blank.') : ok(value.trim()),
  ),
  undefined,
);

const CouponCode = Type.String({ maxLength: 255 });
const CouponName = Type.Union([Type.String({ maxLength: 255 }), Type.Null()]);
const CouponPair = Type.Union([CouponCode, Type.Tuple([CouponCode]), Type.Tuple([CouponCode, CouponName])]);
export const couponPairs = map(
  json(
    Type.Array(CouponPair, { description: 'pairs [code, name]; [] removes all coupons', maxItems: CART_COUPONS_MAX }),
  ),
  (given, param) => {
    // Clients also send a single pair flat: ["code","name"].
    const flat = given.every((entry) => typeof entry === 'string');
    if (flat && given.length > 2)
      return refuse('PARAMETER_INVALID', param, `${param}: pairs are wanted: [["code","name"], …].`);
    const pairs = flat
      ? given.length === 0
        ? []
        : [given]
      : given.map((entry) => (typeof entry === 'string' ? [entry] : entry));
    return ok(
      pairs.map(([code, name]): GivenCoupon => ({ code: (code as string).trim(), name: (name ?? '') as string })),
    );
  },
);
