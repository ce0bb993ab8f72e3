// Delivery rules: which delivery method a cart may choose, and what that costs (docs/sell/delivery.md).
import { isWholeZipOf } from '../domain/cart/address-form.ts';
import { changeRule, deleteRule, makeRule, ruleIds } from '../domain/delivery/change-rules.ts';
import { RANGES, checkTable } from '../domain/delivery/gaps.ts';
import type { TableCheck } from '../domain/delivery/gaps.ts';
import { AS_GOODS, BASES } from '../domain/delivery/terms.ts';
import { NEW_RULE } from '../domain/delivery/rule.ts';
import { int, optional } from '../kernel/params.ts';
import type { Reader } from '../domain/transaction.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { CHANGED_RULE_PARAMS, RULE_PARAMS, RULE_REFUSALS, ruleChange } from './params/delivery-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import {
  SUCCESS,
  anything,
  bit,
  dateTime,
  group,
  id,
  list,
  maybe,
  money,
  oneOf,
  orNull,
  price,
  quantity,
  record,
  reply,
  text,
  whole,
} from './replies/members.ts';
import { Type } from '../kernel/params.ts';
import { done } from './replies/plain.ts';
import { viewMethod, viewRule } from './views/delivery-rules.ts';

const OF_DELIVERY = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
const ID_RULE = { id_delivery_rule: int('delivery rule id') };
/** Rules of one reply. */
const PAGE_MAX = 1000;

const viewMade = (ruleId: number) =>
  ({ object: 'create_delivery_rule', status: 'success', id_delivery_rule: ruleId }) as const;

export const create_delivery_rule = write({
  ...OF_DELIVERY,
  summary: 'Makes a delivery rule: for which carts a delivery method is offered, and what it costs them.',
  params: { ...RULE_PARAMS, dry_run: dryRunParam },
  handle: (args, ctx) => {
    const given = ruleChange(ctx, args, args.currency);
    if (!given.ok) return given;
    const daysMax = args.days_max === 0 ? args.days_min : args.days_max;
    return makeRule(ctx.shop, { ...NEW_RULE, ...given.value, daysMax }, { zipForm: isWholeZipOf });
  },
  refusals: RULE_REFUSALS,
  dryRun: (_ctx, ruleId) => viewMade(ruleId),
  reply: reply('create_delivery_rule', { status: SUCCESS, id_delivery_rule: id('delivery rule id') }),
  view: viewMade,
});

export const update_delivery_rule = write({
  ...OF_DELIVERY,
  summary: 'Changes a delivery rule; carts follow with their next change, orders stay.',
  params: {
    ...ID_RULE,
    ...CHANGED_RULE_PARAMS,
    if_seq: ifSeq('delivery rule', 'get_delivery_rules'),
    dry_run: dryRunParam,
  },
  handle: ({ id_delivery_rule: ruleId, if_seq: seen, ...args }, ctx) => {
    const before = ctx.shop.read('delivery_rule', ruleId)?.terms.currency ?? '';
    const given = ruleChange(ctx, args, args.currency ?? before);
    return given.ok ? changeRule(ctx.shop, ruleId, given.value, { seen, zipForm: isWholeZipOf }) : given;
  },
  refusals: [...RULE_REFUSALS, 'DELIVERY_RULE_NOT_FOUND', 'CHANGED_MEANWHILE'],
  dryRun: () => ({ object: 'update_delivery_rule', status: 'success' }) as const,
  ...done('update_delivery_rule'),
});

export const delete_delivery_rule = write({
  ...OF_DELIVERY,
  summary: 'Deletes a delivery rule; carts follow with their next change, orders stay.',
  params: { ...ID_RULE, if_seq: ifSeq('delivery rule', 'get_delivery_rules'), dry_run: dryRunParam },
  handle: ({ id_delivery_rule: ruleId, if_seq: seen }, { shop }) => deleteRule(shop, ruleId, seen),
  refusals: ['DELIVERY_RULE_NOT_FOUND', 'CHANGED_MEANWHILE'],
  dryRun: () => ({ object: 'delete_delivery_rule', status: 'success' }) as const,
  ...done('delete_delivery_rule'),
});

const bounds = (what: string) =>
  list(orNull(Type.Number(), 'a bound'), `[from, to]: ${what} from the first on, to below the second; null: no bound`);

const Rule = record('DeliveryRule', 'For which carts a delivery method is offered, and what it costs them.', {
  id: id('delivery rule id'),
  name: text('name of the delivery position, as shoppers read it'),
  id_delivery_method: id('delivery method id'),
  countries: list(text('two letters'), 'countries; none: all'),
  zips: list(text('a postal code, a range or a beginning'), 'postal codes; none: all'),
  sum: bounds('what the goods come to'),
  basis: oneOf('which sum counts: before, or after promotions and coupons', BASES),
  weight: bounds('kilograms of all goods'),
  volume: bounds('litres of all goods'),
  pieces: bounds('pieces of all goods'),
  goods: maybe(anything('constraint that every product of the cart meets; absent: none')),
  unless: maybe(anything('constraint that no product of the cart meets; absent: none')),
  channels: list(whole('channel id'), 'channels; none: all'),
  groups: list(whole('group id'), 'groups of customers; none: everybody'),
  currency: text('currency of its amounts: ISO 4217'),
  price: price('what delivery costs, as the tax class takes it'),
  per_kg: price('what each kilogram costs besides'),
  per_piece: price('what each piece costs besides'),
  free_from: money('sum of the goods from which it is free; 0: none'),
  taxclass: text(`tax class, or ${AS_GOODS}: at the tax rates of the goods; empty: the first class`),
  days_min: whole('working days until it arrives, at least'),
  days_max: whole('working days until it arrives, at most'),
  cutoff: text('until when an order counts as of that day, HH:MM; empty: none'),
  storage: text('storage where the buyer fetches the goods; empty: they are sent'),
  priority: whole('of several rules that are for a cart the highest decides, then the oldest'),
  creation_date: dateTime('when it was made'),
  seq: id('number of the record that changed it last'),
});

const Method = group('A delivery method that has rules, and what is to be said of them.', {
  id: id('delivery method id'),
  name: text('name in the shop’s language; empty: the shop has the method no more'),
  gone: bit('1: the shop has the method no more, and nobody can choose it'),
  rules: whole('rules'),
  gaps: list(
    group('Carts between two rules that no rule is for.', {
      range: oneOf('what is left open', RANGES),
      from: quantity('from this on'),
      to: quantity('to below this'),
      below: id('the rule that ends there'),
      above: id('the rule that begins there'),
      text: text('the same in a sentence'),
    }),
    'at most 100',
  ),
  overlaps: list(
    group('Two rules of one place that are for the same carts.', {
      rule: id('the rule that decides'),
      beats: id('the other one'),
    }),
    'at most 100',
  ),
});

/** What is to be said of the table of a method, or of all; 0: of all. Refuses: TOO_EXPENSIVE. */
const tablesChecked = (
  shop: Reader,
  methodId: number,
): Result<readonly (readonly [methodId: number, check: TableCheck])[]> =>
  shop.inSteps('tables', () => {
    let asOf = 0;
    return {
      doing: 'the gaps and overlaps of delivery rules',
      *steps() {
        asOf = shop.seqOfKind('delivery_rule');
        const index = shop.index('delivery_rule');
        const checked: (readonly [number, TableCheck])[] = [];
        for (const one of index.methodIds()) {
          if (methodId !== 0 && one !== methodId) continue;
          yield '';
          checked.push([one, yield* checkTable(index.tableOf(one)!)]);
        }
        return ok(checked);
      },
      isCurrent: () => shop.seqOfKind('delivery_rule') === asOf,
    };
  });

export const get_delivery_rules = read({
  ...OF_DELIVERY,
  roles: ['support'],
  summary: 'The delivery rules, a page at a time, with the gaps and overlaps of each method’s table.',
  params: {
    id_delivery_method: optional(int('delivery method id'), 0, 'all methods'),
    skip: optional(int('rules to skip', { min: 0 }), 0),
    limit: optional(int(`rules to show, 1 to ${PAGE_MAX}`, { min: 1, max: PAGE_MAX }), 100),
  },
  reply: reply('delivery_rules', {
    count: whole('rules of these methods'),
    rules: list(Rule, 'in the order in which they were made'),
    methods: list(Method, 'methods that have rules, by rising id'),
  }),
  refusals: ['TOO_EXPENSIVE'],
  view: ({ id_delivery_method: methodId, skip, limit }, { shop }) => {
    const index = shop.index('delivery_rule');
    const checked = tablesChecked(shop, methodId);
    if (!checked.ok) return checked;
    const ids =
      methodId === 0
        ? ruleIds(shop)
        : (index.tableOf(methodId)?.rules ?? []).map((rule) => rule.id).sort((a, b) => a - b);
    shop.trackAbsence('delivery_rule');
    return ok({
      object: 'delivery_rules',
      count: ids.length,
      rules: ids.slice(skip, skip + limit).map((ruleId) => viewRule(shop, ruleId)),
      methods: checked.value.map(([one, check]) => viewMethod(shop, one, check)),
    } as const);
  },
});
