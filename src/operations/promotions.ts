// Promotions: what they take off carts, for whom and when (docs/sell/promotions.md).
import { PROMOTION_KINDS } from '../domain/calculation/promote.ts';
import { inCurrency } from '../domain/currencies.ts';
import { PROMOTION_STATES } from '../domain/lifecycles/promotion.ts';
import { changePromotion, endPromotion, makePromotion } from '../domain/promotions/change-promotions.ts';
import type { ChangeGiven } from '../domain/promotions/change-promotions.ts';
import { promotionIds } from '../domain/promotions/promotion.ts';
import { manyIds } from '../kernel/many.ts';
import { Type, guard, int, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { changedDay, dayOrNone } from './params/coupon-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { BUDGET, TERMS_PARAMS, TERMS_REFUSALS, USES, labels, minorOf, termsOf } from './params/promotion-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import {
  SUCCESS,
  anything,
  bit,
  dateTime as dateTimeMember,
  day,
  group,
  id,
  keyed,
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
import { viewPromotion } from './views/promotions.ts';
import { plainRecords } from './views/view-context.ts';

const OF_PROMOTIONS = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
const ID_PROMOTION = { id_promotion: int('promotion id') };

const [FIRST_DAY, LAST_DAY] = ['first day of the shop on which it counts', 'last day of the shop on which it counts'];

const NAME = 'name, as shoppers read it who have no label';

const viewMade = (promotionId: number) =>
  ({ object: 'create_promotion', status: 'success', id_promotion: promotionId }) as const;

export const create_promotion = write({
  ...OF_PROMOTIONS,
  summary: 'Makes a promotion: what it takes off carts, for whom and on which days.',
  params: {
    name: text(NAME, { max: 255 }),
    labels: optional(labels, {}, 'the name'),
    ...TERMS_PARAMS,
    start_date: dayOrNone(`${FIRST_DAY}, YYYY-MM-DD`, 'no bound'),
    end_date: dayOrNone(`${LAST_DAY}, YYYY-MM-DD`, 'no bound'),
    dry_run: dryRunParam,
  },
  handle: (args, ctx) => {
    const terms = termsOf(args, ctx);
    if (!terms.ok) return terms;
    const days = { startDay: args.start_date ?? null, endDay: args.end_date ?? null };
    return makePromotion(ctx.shop, { ...terms.value, ...days, name: args.name.trim(), labels: args.labels });
  },
  refusals: [...TERMS_REFUSALS, 'PROMOTION_LIMIT_REACHED'],
  dryRun: (_ctx, promotionId) => viewMade(promotionId),
  reply: reply('create_promotion', { status: SUCCESS, id_promotion: id('promotion id') }),
  view: viewMade,
});

export const update_promotion = write({
  ...OF_PROMOTIONS,
  summary: 'Changes the name, the days and the limits of a promotion; what it takes off never changes.',
  params: {
    ...ID_PROMOTION,
    name: optional(text(NAME, { max: 255 }), undefined, 'it stays'),
    labels: optional(labels, undefined, 'they stay'),
    start_date: changedDay(FIRST_DAY),
    end_date: changedDay(LAST_DAY),
    uses_max: guard(USES.uses_max, undefined, 'it stays'),
    uses_per_person_max: guard(USES.uses_per_person_max, undefined, 'it stays'),
    budget_max: guard(text(BUDGET, { max: 40 }), undefined, 'it stays'),
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
      ...(args.labels !== undefined && { labels: args.labels }),
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

export const end_promotion = writeSeen(
  { kind: 'promotion', id: (args) => args.id_promotion, called: 'promotion', shownBy: 'get_promotions' },
  {
    ...OF_PROMOTIONS,
    summary: 'Ends a promotion for good; orders that have it keep it.',
    params: { ...ID_PROMOTION, dry_run: dryRunParam },
    handle: ({ id_promotion: promotionId }, { shop }) => endPromotion(shop, promotionId),
    refusals: ['PROMOTION_NOT_FOUND'],
    dryRun: () => ({ object: 'end_promotion', status: 'success' }) as const,
    ...done('end_promotion'),
  },
);

const Promotion = record('Promotion', 'A promotion, with how often it was used.', {
  id: id('promotion id'),
  name: textMember(NAME),
  labels: keyed(textMember('label'), 'what shoppers read for the name, by language'),
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
      revenue: money('what they come to, tax and delivery included'),
    }),
    'by currency; orders in different currencies are never added up',
  ),
  creation_date: dateTimeMember('when it was made'),
  seq: id('number of the record that changed it last'),
});

export const get_promotions = read({
  ...OF_PROMOTIONS,
  roles: ['support'],
  summary: 'All promotions with how often they were used, ended ones included.',
  params: {},
  reply: reply('promotions', { promotions: list(Promotion, 'in the order in which they were made') }),
  view: (_args, { shop }) => {
    shop.track(shop.index('order').promotions);
    const promotions = plainRecords(shop, 'promotion', manyIds(promotionIds(shop)), (id) => viewPromotion(shop, id));
    return ok({ object: 'promotions', promotions } as const);
  },
});
