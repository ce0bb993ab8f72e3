// What a promotion takes off, for whom and how often, as calls say it: to make one, or to try it.
import { PROMOTION_KINDS } from '../../domain/calculation/promote.ts';
import { inCurrency } from '../../domain/currencies.ts';
import { checkGoods } from '../../domain/listing/goods.ts';
import { parseDecimal, toMinor, toPercent } from '../../domain/money.ts';
import type { PromotionGiven } from '../../domain/promotions/change-promotions.ts';
import { parseConstraint } from '../../domain/search/parse-constraint.ts';
import {
  FlagShape,
  Type,
  flag,
  flagMember,
  guard,
  int,
  json,
  map,
  oneOf,
  optional,
  text,
} from '../../kernel/params.ts';
import type { ArgsOf, Static } from '../../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { countryCodes } from './audience-params.ts';
import { perLanguage } from './shop-params.ts';

const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);
const Ids = Type.Array(Type.Integer(), { maxItems: 1000 });
const Goods = Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]);
const When = Type.Object(
  {
    min_sum: Type.Optional(Amount),
    min_quantity: Type.Optional(Amount),
    goods: Type.Optional(Goods),
    groups: Type.Optional(Ids),
    channels: Type.Optional(Ids),
    countries: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })),
    first_order: Type.Optional(FlagShape),
  },
  {
    additionalProperties: false,
    description:
      'what a cart needs: min_sum and min_quantity of goods (a constraint, all by default), groups and channels by id, ' +
      'delivery countries, first_order (1 or 0: of an account)',
  },
);
const Gives = Type.Object(
  {
    kind: Type.Union(PROMOTION_KINDS.map((kind) => Type.Literal(kind))),
    value: Type.Optional(Amount),
    per: Type.Optional(Type.Union([Type.Literal('piece'), Type.Literal('order')])),
    goods: Type.Optional(Goods),
    buy: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    get: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    times_max: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  {
    additionalProperties: false,
    description:
      'kind: percent, amount, price, buy_get or free_delivery; value: percent, or money; per: piece or order; goods: a ' +
      'constraint, those of when by default; of buy_get: buy, get and times_max sets, value is the percent off the got ' +
      'ones, 100 by default',
  },
);

type Conditions = Omit<Static<typeof When>, 'first_order'> & { readonly first_order: boolean };

const when = map(json(When), (given, param) =>
  mapOk(flagMember(given.first_order, param, `${param}.first_order`, false), (first_order): Conditions => ({
    ...given,
    first_order,
  })),
);

export const USES = {
  uses_max: int('orders that may have it; 0: any number', { max: 1_000_000_000 }),
  uses_per_person_max: int(
    'orders of one account, or of one e-mail address of guests, that may have it; 0: any number',
    {
      max: 1_000_000_000,
    },
  ),
};
export const BUDGET = 'what it may take off all orders together; 0: any sum';
/** As JSON; '' for none. Refuses: CONSTRAINT_INVALID. */
export const goodsOf = (goods: Static<typeof Goods> | undefined): Result<string> => {
  if (goods === undefined) return ok('');
  const constraint = parseConstraint(goods);
  if (!constraint.ok) return constraint;
  return mapOk(checkGoods(constraint.value), () => JSON.stringify(goods));
};

export const minorOf = (value: number | string | undefined, digits: number, param: string): Result<number> => {
  if (value === undefined || value === '') return ok(0);
  const minor = toMinor(value, digits, param);
  if (!minor.ok || minor.value >= 0) return minor;
  return refuse('PARAMETER_INVALID', param, `${param}: ${shown(String(value))} is below 0.`);
};

type Condition = Pick<
  PromotionGiven,
  'minSumMinor' | 'minMilli' | 'countedGoods' | 'groups' | 'channels' | 'countries' | 'isFirstOrder'
>;

const sorted = (given: readonly number[] = []): readonly number[] => [...new Set(given)].sort((a, b) => a - b);

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, CONSTRAINT_INVALID, COUNTRY_NOT_FOUND. */
const conditionOf = (ctx: Context, when: Conditions, digits: number): Result<Condition> => {
  const sum = minorOf(when.min_sum, digits, 'when');
  if (!sum.ok) return sum;
  const minMilli = parseDecimal(when.min_quantity ?? 0, 3);
  if (minMilli === undefined || minMilli < 0)
    return refuse('PARAMETER_INVALID', 'when', 'when.min_quantity: it is no quantity.');
  const goods = goodsOf(when.goods);
  if (!goods.ok) return goods;
  const countries = countryCodes(ctx, when.countries ?? []);
  if (!countries.ok) return countries;
  return ok({
    minSumMinor: sum.value,
    minMilli,
    countedGoods: goods.value,
    groups: sorted(when.groups),
    channels: sorted(when.channels),
    countries: countries.value,
    isFirstOrder: when.first_order,
  });
};

type Given = Pick<PromotionGiven, 'kind' | 'value' | 'per' | 'buy' | 'get' | 'timesMax' | 'goods'>;

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, CONSTRAINT_INVALID. */
const giftOf = (gives: Static<typeof Gives>, digits: number): Result<Given> => {
  const { kind, per = 'piece', buy = 0, get = 0, times_max: timesMax = 0 } = gives;
  const isRate = kind === 'percent' || kind === 'buy_get';
  const sent = gives.value ?? (kind === 'buy_get' ? 100 : 0);
  const value = isRate ? toPercent(sent, 'gives') : minorOf(sent, digits, 'gives');
  if (!value.ok) return value;
  return mapOk(goodsOf(gives.goods), (goods) => ({ kind, value: value.value, per, buy, get, timesMax, goods }));
};

const LABELS = perLanguage(Type.String({ maxLength: 255 }), {
  description: 'what shoppers read for the name, by language',
  maxProperties: 100,
});

/** Blank ones are none. */
export const labels = map(json(LABELS), (sent) => {
  const given = Object.entries(sent).map(([language, label]) => [language, label.trim()] as const);
  return ok(Object.fromEntries(given.filter(([, label]) => label !== '')));
});

/** What a promotion is made of, beside what it is called and its days. */
export const TERMS_PARAMS = {
  by: optional(
    oneOf('automatic: every cart that meets it; code: one with a coupon that opens it', ['automatic', 'code']),
    'automatic',
  ),
  when: optional(when, { first_order: false }),
  gives: json(Gives),
  currency: optional(text('currency of its amounts: ISO 4217', { max: 3 }), '', 'that of the shop'),
  priority: optional(int('promotions are taken from the highest on', { min: -1000, max: 1000 }), 0),
  stack: optional(text('a piece is discounted by one promotion of a stack', { max: 64 }), '', 'that of all others'),
  exclusive: optional(flag('1: nothing else takes anything off its pieces, no coupon either'), false),
  uses_max: guard(USES.uses_max, 0),
  uses_per_person_max: guard(USES.uses_per_person_max, 0),
  budget_max: guard(text(BUDGET, { max: 40 }), '', '0'),
};

/** What `termsOf` refuses. */
export const TERMS_REFUSALS = [
  'AMOUNT_OUT_OF_RANGE',
  'CONSTRAINT_INVALID',
  'COUNTRY_NOT_FOUND',
  'CURRENCY_NOT_FOUND',
  'GROUP_NOT_FOUND',
  'CHANNEL_NOT_FOUND',
] as const;

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, CONSTRAINT_INVALID, COUNTRY_NOT_FOUND. */
export const termsOf = (
  args: ArgsOf<typeof TERMS_PARAMS>,
  ctx: Context,
): Result<Omit<PromotionGiven, 'name' | 'labels' | 'startDay' | 'endDay'>> => {
  const { currencyDigits: digits } = inCurrency(ctx.shop.rules, args.currency);
  const condition = conditionOf(ctx, args.when, digits);
  if (!condition.ok) return condition;
  const gift = giftOf(args.gives, digits);
  if (!gift.ok) return gift;
  return mapOk(minorOf(args.budget_max, digits, 'budget_max'), (budgetMinor) => ({
    ...condition.value,
    ...gift.value,
    isByCode: args.by === 'code',
    currency: args.currency,
    priority: args.priority,
    stack: args.stack,
    isExclusive: args.exclusive,
    usesMax: args.uses_max,
    usesPerPersonMax: args.uses_per_person_max,
    budgetMinor,
  }));
};
