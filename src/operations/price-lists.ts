// Price lists: for whom, where and when which prices count (docs/sell/prices.md).
import { dayText } from '../domain/date-time.ts';
import { PRICE_LIST_STATES } from '../domain/lifecycles/price-list.ts';
import { changeList, endList, makeList } from '../domain/prices/change-lists.ts';
import type { ListGiven } from '../domain/prices/change-lists.ts';
import { listIds } from '../domain/prices/price-list.ts';
import { standardPriceField } from '../domain/rules.ts';
import { Type, int, json, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { countryCodes, ids } from './params/audience-params.ts';
import { changedDay, dayOrNone } from './params/coupon-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import {
  SUCCESS,
  dateTime as dateTimeMember,
  day,
  id,
  list,
  oneOf,
  orNull,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const OF_LISTS = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
const ID_LIST = { id_price_list: int('price list id') };

const countries = json(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 300,
    description: 'delivery countries that it is for, as in addresses; none: all',
  }),
);
const newDay = (what: string) => dayOrNone(`${what}, YYYY-MM-DD`, 'no bound');
const [FIRST_DAY, LAST_DAY] = ['first day of the shop on which it counts', 'last day of the shop on which it counts'];

const TERMS = {
  groups: optional(ids('groups of customers that it is for; none: everybody'), undefined),
  channels: optional(ids('ids of channels that it is for; none: all'), undefined),
  countries: optional(countries, undefined),
  priority: optional(int('of several lists that fit, the highest counts', { min: -1000, max: 1000 }), undefined),
};

interface TermsSent {
  readonly groups: readonly number[] | undefined;
  readonly channels: readonly number[] | undefined;
  readonly countries: readonly string[] | undefined;
  readonly priority: number | undefined;
  readonly start_date: number | null | undefined;
  readonly end_date: number | null | undefined;
}

/** What was sent of the terms, countries as codes. Refuses: COUNTRY_NOT_FOUND. */
const termsOf = (ctx: Context, sent: TermsSent): Result<Partial<ListGiven>> => {
  const codes = countryCodes(ctx, sent.countries ?? []);
  if (!codes.ok) return codes;
  return ok({
    ...(sent.groups !== undefined && { groups: sent.groups }),
    ...(sent.channels !== undefined && { channels: sent.channels }),
    ...(sent.countries !== undefined && { countries: codes.value }),
    ...(sent.priority !== undefined && { priority: sent.priority }),
    ...(sent.start_date !== undefined && { startDay: sent.start_date }),
    ...(sent.end_date !== undefined && { endDay: sent.end_date }),
  });
};

const NEW: Omit<ListGiven, 'name' | 'field' | 'currency'> = {
  groups: [],
  channels: [],
  countries: [],
  priority: 0,
  startDay: null,
  endDay: null,
};

const LIST_REFUSALS = [
  'CURRENCY_NOT_FOUND',
  'PRICE_LIST_NAME_ALREADY_IN_USE',
  'GROUP_NOT_FOUND',
  'CHANNEL_NOT_FOUND',
  'COUNTRY_NOT_FOUND',
] as const;

const viewMade = (listId: number) =>
  ({ object: 'create_price_list', status: 'success', id_price_list: listId }) as const;

export const create_price_list = write({
  ...OF_LISTS,
  summary: 'Makes a price list: for which customers, channels, countries and days its prices count.',
  params: {
    name: text('name, as people of the shop read it', { max: 255 }),
    field: optional(
      text('FLOAT attribute whose price the list gives', { max: 100 }),
      '',
      'the first of the setting priceFields, or price',
    ),
    currency: optional(text('currency of its prices: ISO 4217', { max: 3 }), '', 'that of the shop'),
    ...TERMS,
    start_date: newDay(FIRST_DAY),
    end_date: newDay(LAST_DAY),
    dry_run: dryRunParam,
  },
  handle: ({ name, field, currency, ...sent }, ctx) => {
    const terms = termsOf(ctx, sent);
    if (!terms.ok) return terms;
    const { shop } = ctx;
    return makeList(shop, {
      ...NEW,
      ...terms.value,
      name: name.trim(),
      field: field || standardPriceField(shop.rules),
      currency: currency || shop.rules.currency,
    });
  },
  refusals: [...LIST_REFUSALS, 'PRICE_LIST_LIMIT_REACHED'],
  dryRun: (_ctx, listId) => viewMade(listId),
  reply: reply('create_price_list', { status: SUCCESS, id_price_list: id('price list id') }),
  view: viewMade,
});

export const update_price_list = write({
  ...OF_LISTS,
  summary: 'Changes for whom, where and when a price list counts; lines of open carts keep their prices.',
  params: {
    ...ID_LIST,
    name: optional(text('name', { max: 255 }), undefined, 'it stays'),
    ...TERMS,
    start_date: changedDay(FIRST_DAY),
    end_date: changedDay(LAST_DAY),
    if_seq: ifSeq('price list', 'get_price_lists'),
    dry_run: dryRunParam,
  },
  handle: ({ id_price_list: listId, name, if_seq: seen, ...sent }, ctx) => {
    const terms = termsOf(ctx, sent);
    if (!terms.ok) return terms;
    const change = { ...terms.value, ...(name !== undefined && { name: name.trim() }) };
    return changeList(ctx.shop, listId, change, seen);
  },
  refusals: [...LIST_REFUSALS, 'PRICE_LIST_NOT_FOUND', 'PRICE_LIST_ENDED', 'CHANGED_MEANWHILE'],
  dryRun: () => ({ object: 'update_price_list', status: 'success' }) as const,
  ...done('update_price_list'),
});

export const end_price_list = writeSeen(
  { kind: 'price_list', id: (args) => args.id_price_list, called: 'price list', shownBy: 'get_price_lists' },
  {
    ...OF_LISTS,
    summary: 'Ends a price list for good; lines of open carts keep their prices.',
    params: { ...ID_LIST, dry_run: dryRunParam },
    handle: ({ id_price_list: listId }, { shop }) => endList(shop, listId),
    refusals: ['PRICE_LIST_NOT_FOUND'],
    dryRun: () => ({ object: 'end_price_list', status: 'success' }) as const,
    ...done('end_price_list'),
  },
);

const PriceList = record('PriceList', 'A price list.', {
  id: id('price list id'),
  name: textMember('name'),
  field: textMember('FLOAT attribute whose price it gives'),
  currency: textMember('currency of its prices: ISO 4217'),
  state: oneOf('whether its days are to come, have come, or are over', PRICE_LIST_STATES),
  groups: list(whole('group id'), 'groups of customers that it is for; none: everybody'),
  channels: list(whole('channel id'), 'channels that it is for; none: all'),
  countries: list(textMember('two letters'), 'delivery countries that it is for; none: all'),
  priority: whole('of several lists that fit, the highest counts'),
  start_date: orNull(day('day of the shop'), 'first day'),
  end_date: orNull(day('day of the shop'), 'last day'),
  products: whole('products and variations that have a price in it'),
  creation_date: dateTimeMember('when it was made'),
  seq: id('number of the record that changed it last'),
});

export const get_price_lists = read({
  ...OF_LISTS,
  summary: 'All price lists, ended ones included.',
  params: {},
  reply: reply('price_lists', { price_lists: list(PriceList, 'in the order in which they were made') }),
  view: (_args, { shop }) => {
    shop.trackAbsence('product_prices');
    const lists = listIds(shop).map((listId) => {
      const { terms, state, createdMs } = shop.read('price_list', listId)!;
      return {
        id: listId,
        name: terms.name,
        field: terms.field,
        currency: terms.currency,
        state,
        groups: terms.groups,
        channels: terms.channels,
        countries: terms.countries,
        priority: terms.priority,
        start_date: terms.startDay === null ? null : dayText(terms.startDay),
        end_date: terms.endDay === null ? null : dayText(terms.endDay),
        products: shop.index('product_prices').inList(listId)?.size ?? 0,
        creation_date: dateTime(createdMs),
        seq: shop.seqOf('price_list', listId),
      };
    });
    return ok({ object: 'price_lists', price_lists: lists } as const);
  },
});
