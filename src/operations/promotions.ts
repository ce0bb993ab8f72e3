// Promotions: what they take off carts, for whom and when (docs/sell/promotions.md).
import { PROMOTION_KINDS } from '../domain/calculation/promote.ts';
import { inCurrency } from '../domain/currencies.ts';
import { dayText } from '../domain/date-time.ts';
import { PROMOTION_STATES } from '../domain/lifecycles/promotion.ts';
import { checkGoods } from '../domain/listing/goods.ts';
import { decimal, parseDecimal, toMinor, toPercent } from '../domain/money.ts';
import { changePromotion, endPromotion, makePromotion } from '../domain/promotions/change-promotions.ts';
import type { ChangeGiven, PromotionGiven } from '../domain/promotions/change-promotions.ts';
import { promotionIds } from '../domain/promotions/promotion.ts';
import type { PromotionTerms } from '../domain/promotions/promotion.ts';
import { parseConstraint } from '../domain/search/parse-constraint.ts';
import type { Reader } from '../domain/transaction.ts';
import { FlagShape, Type, flag, flagMember, int, json, map, oneOf, optional, text } from '../kernel/params.ts';
import type { Json } from '../kernel/json.ts';
import type { Static } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { countryCodes } from './params/audience-params.ts';
import { changedDay, dayOrNone } from './params/coupon-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import {
  SUCCESS,
  anything,
  bit,
  dateTime as dateTimeMember,
  day,
  group,
  id,
  list,
  maybe,
  money,
  oneOf as oneOfMember,
  orNull,
  quantity,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const OF_PROMOTIONS = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
const ID_PROMOTION = { id_promotion: int('promotion id') };

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

const USES = {
  uses_max: optional(int('orders that may have it; 0: any number', { max: 1_000_000_000 }), undefined),
  uses_per_person_max: optional(
    int('orders of one account, or of one e-mail address of guests, that may have it; 0: any number', {
      max: 1_000_000_000,
    }),
    undefined,
  ),
};
const BUDGET = 'what it may take off all orders together; 0: any sum';
const [FIRST_DAY, LAST_DAY] = ['first day of the shop on which it counts', 'last day of the shop on which it counts'];

/** As JSON; '' for none. Refuses: CONSTRAINT_INVALID. */
const goodsOf = (goods: Static<typeof Goods> | undefined): Result<string> => {
  if (goods === undefined) return ok('');
  const constraint = parseConstraint(goods);
  if (!constraint.ok) return constraint;
  return mapOk(checkGoods(constraint.value), () => JSON.stringify(goods));
};

const minorOf = (value: number | string | undefined, digits: number, param: string): Result<number> => {
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

const viewMade = (promotionId: number) =>
  ({ object: 'create_promotion', status: 'success', id_promotion: promotionId }) as const;

export const create_promotion = write({
  ...OF_PROMOTIONS,
  summary: 'Makes a promotion: what it takes off carts, for whom and on which days.',
  params: {
    name: text('name, as shoppers read it', { max: 255 }),
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
    start_date: dayOrNone(`${FIRST_DAY}, YYYY-MM-DD; none: no bound`),
    end_date: dayOrNone(`${LAST_DAY}, YYYY-MM-DD; none: no bound`),
    ...USES,
    budget_max: optional(text(BUDGET, { max: 40 }), '', '0'),
    dry_run: dryRunParam,
  },
  handle: (args, ctx) => {
    const { shop } = ctx;
    const { currencyDigits: digits } = inCurrency(shop.rules, args.currency);
    const condition = conditionOf(ctx, args.when, digits);
    if (!condition.ok) return condition;
    const gift = giftOf(args.gives, digits);
    if (!gift.ok) return gift;
    const budget = minorOf(args.budget_max, digits, 'budget_max');
    if (!budget.ok) return budget;
    return makePromotion(shop, {
      ...condition.value,
      ...gift.value,
      name: args.name.trim(),
      isByCode: args.by === 'code',
      currency: args.currency,
      priority: args.priority,
      stack: args.stack,
      isExclusive: args.exclusive,
      startDay: args.start_date ?? null,
      endDay: args.end_date ?? null,
      usesMax: args.uses_max ?? 0,
      usesPerPersonMax: args.uses_per_person_max ?? 0,
      budgetMinor: budget.value,
    });
  },
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'CONSTRAINT_INVALID',
    'COUNTRY_NOT_FOUND',
    'CURRENCY_NOT_FOUND',
    'GROUP_NOT_FOUND',
    'CHANNEL_NOT_FOUND',
    'PROMOTION_LIMIT_REACHED',
  ],
  dryRun: (_ctx, promotionId) => viewMade(promotionId),
  reply: reply('create_promotion', { status: SUCCESS, id_promotion: id('promotion id') }),
  view: viewMade,
});

export const update_promotion = write({
  ...OF_PROMOTIONS,
  summary: 'Changes the name, the days and the limits of a promotion; what it takes off never changes.',
  params: {
    ...ID_PROMOTION,
    name: optional(text('name, as shoppers read it', { max: 255 }), undefined, 'it stays'),
    start_date: changedDay(FIRST_DAY),
    end_date: changedDay(LAST_DAY),
    ...USES,
    budget_max: optional(text(BUDGET, { max: 40 }), undefined, 'it stays'),
    if_seq: ifSeq('promotion', 'get_promotions'),
    dry_run: dryRunParam,
  },
  handle: (args, { shop }) => {
    const { terms } = shop.read('promotion', args.id_promotion) ?? {};
    const { currencyDigits: digits } = inCurrency(shop.rules, terms?.currency ?? '');
    const budget = args.budget_max === undefined ? ok(undefined) : minorOf(args.budget_max, digits, 'budget_max');
    if (!budget.ok) return budget;
    const change: ChangeGiven = {
      ...(args.name !== undefined && { name: args.name.trim() }),
      ...(args.start_date !== undefined && { startDay: args.start_date }),
      ...(args.end_date !== undefined && { endDay: args.end_date }),
      ...(args.uses_max !== undefined && { usesMax: args.uses_max }),
      ...(args.uses_per_person_max !== undefined && { usesPerPersonMax: args.uses_per_person_max }),
      ...(budget.value !== undefined && { budgetMinor: budget.value }),
    };
    return changePromotion(shop, args.id_promotion, change, args.if_seq);
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'PROMOTION_NOT_FOUND', 'PROMOTION_ENDED', 'CHANGED_MEANWHILE'],
  dryRun: () => ({ object: 'update_promotion', status: 'success' }) as const,
  ...done('update_promotion'),
});

export const end_promotion = write({
  ...OF_PROMOTIONS,
  summary: 'Ends a promotion for good; orders that have it keep it.',
  params: { ...ID_PROMOTION, dry_run: dryRunParam },
  handle: ({ id_promotion: promotionId }, { shop }) => endPromotion(shop, promotionId),
  refusals: ['PROMOTION_NOT_FOUND'],
  dryRun: () => ({ object: 'end_promotion', status: 'success' }) as const,
  ...done('end_promotion'),
});

const Promotion = record('Promotion', 'A promotion, with how often it was used.', {
  id: id('promotion id'),
  name: textMember('name, as shoppers read it'),
  state: oneOfMember('whether its days are to come, have come, or are over', PROMOTION_STATES),
  by: oneOfMember('automatic: every cart that meets it; code: one with a coupon that opens it', ['automatic', 'code']),
  when: group('What a cart needs.', {
    min_sum: money('what the counted goods come to at least'),
    min_quantity: quantity('pieces of them at least'),
    goods: maybe(anything('constraint of the goods that are counted; absent: all')),
    groups: list(whole('group id'), 'groups of customers; none: everybody'),
    channels: list(whole('channel id'), 'channels; none: all'),
    countries: list(textMember('two letters'), 'delivery countries; none: all'),
    first_order: bit('1: only the first order of an account'),
  }),
  gives: group('What it takes off.', {
    kind: oneOfMember('how', PROMOTION_KINDS),
    value: Type.Number({ description: 'percent, or money' }),
    per: oneOfMember('what it is taken off', ['piece', 'order']),
    goods: maybe(anything('constraint of the goods that it is taken off; absent: those of when')),
    buy: whole('pieces of a set that keep their price'),
    get: whole('pieces of a set that do not'),
    times_max: whole('sets of one order; 0: as many as there are'),
  }),
  currency: textMember('currency of its amounts: ISO 4217; empty: it names none'),
  priority: whole('promotions are taken from the highest on'),
  stack: textMember('a piece is discounted by one promotion of a stack'),
  exclusive: bit('1: nothing else takes anything off its pieces'),
  start_date: orNull(day('day of the shop'), 'first day'),
  end_date: orNull(day('day of the shop'), 'last day'),
  uses_max: whole('orders that may have it; 0: any number'),
  uses_per_person_max: whole('orders of one person that may have it; 0: any number'),
  budget_max: money('what it may take off all orders together; 0: any sum'),
  uses: whole('orders that have it and are not cancelled'),
  spent: list(
    group('What it has taken off orders in one currency.', {
      currency: textMember('ISO 4217'),
      amount: money('what it has taken off them, tax included'),
    }),
    'by currency; orders in different currencies are never added up',
  ),
  creation_date: dateTimeMember('when it was made'),
  seq: id('number of the record that changed it last'),
});

const goodsShown = (goods: string): { readonly goods?: Json } =>
  goods === '' ? {} : { goods: JSON.parse(goods) as Json };
const asBit = (is: boolean): 0 | 1 => (is ? 1 : 0);
const dayShown = (given: number | null): string | null => (given === null ? null : dayText(given));

const whenShown = (terms: PromotionTerms, digits: number) => ({
  min_sum: decimal(terms.minSumMinor, digits),
  min_quantity: decimal(terms.minMilli, 3),
  ...goodsShown(terms.countedGoods),
  groups: terms.groups,
  channels: terms.channels,
  countries: terms.countries,
  first_order: asBit(terms.isFirstOrder),
});

const givesShown = (terms: PromotionTerms, digits: number) => ({
  kind: terms.kind,
  value: decimal(terms.value, terms.kind === 'percent' || terms.kind === 'buy_get' ? 4 : digits),
  per: terms.per,
  ...goodsShown(terms.goods),
  buy: terms.buy,
  get: terms.get,
  times_max: terms.timesMax,
});

const shownPromotion = (shop: Reader, promotionId: number) => {
  const { terms, state, createdMs } = shop.read('promotion', promotionId)!;
  const { currencyDigits: digits } = inCurrency(shop.rules, terms.currency);
  const { uses, spent } = shop.index('order').promotions.of(promotionId);
  return {
    id: promotionId,
    name: terms.name,
    state,
    by: terms.isByCode ? ('code' as const) : ('automatic' as const),
    when: whenShown(terms, digits),
    gives: givesShown(terms, digits),
    currency: terms.currency,
    priority: terms.priority,
    stack: terms.stack,
    exclusive: asBit(terms.isExclusive),
    start_date: dayShown(terms.startDay),
    end_date: dayShown(terms.endDay),
    uses_max: terms.usesMax,
    uses_per_person_max: terms.usesPerPersonMax,
    budget_max: decimal(terms.budgetMinor, digits),
    uses,
    spent: [...spent]
      .filter(([, { minor }]) => minor !== 0)
      .map(([currency, sum]) => ({ currency, amount: decimal(sum.minor, sum.digits) })),
    creation_date: dateTime(createdMs),
    seq: shop.seqOf('promotion', promotionId),
  };
};

export const get_promotions = read({
  ...OF_PROMOTIONS,
  roles: ['support'],
  summary: 'All promotions with how often they were used, ended ones included.',
  params: {},
  reply: reply('promotions', { promotions: list(Promotion, 'in the order in which they were made') }),
  view: (_args, { shop }) => {
    shop.track(shop.index('order').promotions);
    const promotions = promotionIds(shop).map((promotionId) => shownPromotion(shop, promotionId));
    return ok({ object: 'promotions', promotions } as const);
  },
});
