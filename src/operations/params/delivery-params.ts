// What a delivery rule says, as calls say it: to make one, or to change one.
import { inCurrency } from '../../domain/currencies.ts';
import type { RuleChange } from '../../domain/delivery/change-rules.ts';
import { BASES } from '../../domain/delivery/terms.ts';
import { QUANTITY_MILLI_MAX, parseDecimal, toPrice } from '../../domain/money.ts';
import type { Param } from '../../kernel/params.ts';
import { Type, int, json, map, oneOf, optional, text } from '../../kernel/params.ts';
import type { ArgsOf, Static } from '../../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader } from '../../domain/transaction.ts';
import { countryCodes, ids } from './audience-params.ts';
import type { KnowsCountries } from './audience-params.ts';
import { goodsOf, minorOf } from './promotion-params.ts';

const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 }), Type.Null()]);
const range = (what: string) =>
  json(
    Type.Array(Amount, {
      minItems: 2,
      maxItems: 2,
      description: `[from, to]: ${what} from the first on, to below the second; null = no end`,
    }),
  );
type Sent = readonly Static<typeof Amount>[];
const Goods = Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]);
const amount = (what: string) => text(what, { max: 40 });

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Minutes since midnight. Refuses: PARAMETER_INVALID. */
const cutoffMinute = (sent: string, param: string): Result<number> => {
  const [, hours, minutes] = CLOCK.exec(sent) ?? [];
  return hours === undefined
    ? refuse('PARAMETER_INVALID', param, `${param}: ${shown(sent)} is no time such as 14:00.`)
    : ok(Number(hours) * 60 + Number(minutes));
};
const cutoff = map(text('until when an order counts as of that day, HH:MM in the shop’s time zone'), cutoffMinute);

/** A year is more than any carrier takes. */
const DAYS_MAX = 365;

const BASE = {
  name: text('name of the delivery position, as shoppers read it', { max: 255 }),
  id_delivery_method: int('delivery method id'),
  countries: json(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 300,
      description: 'countries, as in addresses; none = all',
    }),
  ),
  zips: json(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: 1000,
      description: 'postal codes: one, a range such as 10000-19999, or a beginning such as SW1*; none = all',
    }),
  ),
  sum: range('what the goods come to'),
  basis: oneOf('which sum counts, for sum and free_from: before, or after promotions and coupons', BASES),
  weight: range('kilograms of all goods'),
  volume: range('litres of all goods, whose sides are centimetres'),
  pieces: range('pieces of all goods'),
  goods: json(Goods),
  unless: json(Goods),
  channels: ids('channel ids; none = all'),
  groups: ids('group ids of customers; none = everybody'),
  currency: text('currency of its amounts: ISO 4217', { max: 3 }),
  price: amount('what delivery costs, as the tax class takes it'),
  per_kg: amount('what each kilogram costs besides'),
  per_piece: amount('what each piece costs besides'),
  free_from: amount('sum of the goods from which delivery is free; 0 = none'),
  taxclass: text('tax class, or goods: the price is spread over the tax rates of the goods by value'),
  days_min: int('working days until it arrives, at least', { max: DAYS_MAX }),
  days_max: int('working days until it arrives, at most', { max: DAYS_MAX }),
  cutoff,
  storage: text('storage where the buyer fetches the goods, which must be there', { max: 255 }),
  priority: int('of several rules that are for a cart the highest decides, then the oldest', {
    min: -1_000_000,
    max: 1_000_000,
  }),
};

const NO_TEXTS: readonly string[] = [];
const NO_IDS: readonly number[] = [];
const OPEN: Sent = [null, null];
const NO_GOODS: Static<typeof Goods> = [];
const described = (base: typeof BASE.goods, description: string): typeof BASE.goods => ({
  ...base,
  schema: { ...base.schema, description },
});
const GOODS = described(BASE.goods, 'constraint of search_products that every product of the cart meets; [] = none');
const UNLESS = described(BASE.unless, 'constraint of search_products that no product of the cart meets; [] = none');

/** Parameters of a rule that is made. */
export const RULE_PARAMS = {
  name: BASE.name,
  id_delivery_method: BASE.id_delivery_method,
  countries: optional(BASE.countries, NO_TEXTS, 'all'),
  zips: optional(BASE.zips, NO_TEXTS, 'all'),
  sum: optional(BASE.sum, OPEN, 'any'),
  basis: optional(BASE.basis, 'after'),
  weight: optional(BASE.weight, OPEN, 'any'),
  volume: optional(BASE.volume, OPEN, 'any'),
  pieces: optional(BASE.pieces, OPEN, 'any'),
  goods: optional(GOODS, NO_GOODS, 'none'),
  unless: optional(UNLESS, NO_GOODS, 'none'),
  channels: optional(BASE.channels, NO_IDS, 'all'),
  groups: optional(BASE.groups, NO_IDS, 'everybody'),
  currency: optional(BASE.currency, '', 'that of the shop'),
  price: optional(BASE.price, '0'),
  per_kg: optional(BASE.per_kg, '0'),
  per_piece: optional(BASE.per_piece, '0'),
  free_from: optional(BASE.free_from, '0'),
  taxclass: optional(BASE.taxclass, '', 'the first one'),
  days_min: optional(BASE.days_min, 0),
  days_max: optional(BASE.days_max, 0, 'those of days_min, and nothing is said where both are 0'),
  cutoff: optional(BASE.cutoff, -1, 'none'),
  storage: optional(BASE.storage, '', 'none: the goods are sent'),
  priority: optional(BASE.priority, 0),
};

const stays = <T>(base: Param<T>) => optional(base, undefined, 'it stays');

/** JSON null takes it away. */
const clearable = <T>(base: Param<T>, none: T): Param<T | undefined> => ({ ...stays(base), cleared: { value: none } });

/** Parameters of a rule that is changed. */
export const CHANGED_RULE_PARAMS = {
  name: stays(BASE.name),
  id_delivery_method: stays(BASE.id_delivery_method),
  countries: stays(BASE.countries),
  zips: stays(BASE.zips),
  sum: stays(BASE.sum),
  basis: stays(BASE.basis),
  weight: stays(BASE.weight),
  volume: stays(BASE.volume),
  pieces: stays(BASE.pieces),
  goods: stays(GOODS),
  unless: stays(UNLESS),
  channels: stays(BASE.channels),
  groups: stays(BASE.groups),
  currency: stays(BASE.currency),
  price: stays(BASE.price),
  per_kg: stays(BASE.per_kg),
  per_piece: stays(BASE.per_piece),
  free_from: stays(BASE.free_from),
  taxclass: clearable(BASE.taxclass, ''),
  days_min: stays(BASE.days_min),
  days_max: stays(BASE.days_max),
  cutoff: clearable(BASE.cutoff, -1),
  storage: clearable(BASE.storage, ''),
  priority: stays(BASE.priority),
};

export const RULE_REFUSALS = [
  'AMOUNT_OUT_OF_RANGE',
  'CONSTRAINT_INVALID',
  'COUNTRY_NOT_FOUND',
  'CURRENCY_NOT_FOUND',
  'GROUP_NOT_FOUND',
  'CHANNEL_NOT_FOUND',
  'DELIVERY_METHOD_NOT_FOUND',
  'STORAGE_NOT_FOUND',
  'DELIVERY_RULE_LIMIT_REACHED',
] as const;

type Made = ArgsOf<typeof RULE_PARAMS>;
type Changed = ArgsOf<typeof CHANGED_RULE_PARAMS>;
export type RuleArgs = { readonly [P in keyof Made]?: Made[P] | Changed[P] };
interface Context extends KnowsCountries {
  readonly shop: Reader;
}
type Part = Result<RuleChange>;

/** `most`: the largest bound. Refuses: PARAMETER_INVALID. */
const boundsOf = (sent: Sent, digits: number, most: number, param: string): Result<readonly [number, number]> => {
  const [from, to] = sent.map((bound) => (bound === null ? 0 : parseDecimal(bound, digits)));
  for (const bound of [from, to])
    if (bound === undefined || bound < 0 || bound > most)
      return refuse('PARAMETER_INVALID', param, `${param}: [from, to] are two amounts of 0 or more, or null.`);
  return to === 0 && sent[1] !== null
    ? refuse('PARAMETER_INVALID', param, `${param}: it ends at 0; null is no end.`)
    : ok([from!, to!]);
};

const SUM_MAX = 999_999_999_999_999;
const GRAMS_MAX = 1_000_000_000;
/** Cubic millimetres. */
const VOLUME_MAX = 1_000_000_000_000_000;

/** Refuses: PARAMETER_INVALID. */
const rangesOf = ({ sum, weight, volume, pieces }: RuleArgs, digits: number): Part => {
  const change: { -readonly [K in keyof RuleChange]: RuleChange[K] } = {};
  const parts = [
    [sum, digits, SUM_MAX, 'sum', 'sumFromMinor', 'sumToMinor'],
    [weight, 3, GRAMS_MAX, 'weight', 'weightFromG', 'weightToG'],
    [volume, 6, VOLUME_MAX, 'volume', 'volumeFromMm3', 'volumeToMm3'],
    [pieces, 3, QUANTITY_MILLI_MAX, 'pieces', 'piecesFromMilli', 'piecesToMilli'],
  ] as const;
  for (const [sent, decimals, most, param, from, to] of parts) {
    if (sent === undefined) continue;
    const bounds = boundsOf(sent, decimals, most, param);
    if (!bounds.ok) return bounds;
    [change[from], change[to]] = bounds.value;
  }
  return ok(change);
};

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
const pricesOf = ({ price, per_kg, per_piece, free_from }: RuleArgs, digits: number): Part => {
  const change: { -readonly [K in keyof RuleChange]: RuleChange[K] } = {};
  const parts = [
    [price, 'price', 'priceE4'] as const,
    [per_kg, 'per_kg', 'perKgE4'] as const,
    [per_piece, 'per_piece', 'perPieceE4'] as const,
  ];
  for (const [sent, param, member] of parts) {
    if (sent === undefined) continue;
    const amountE4 = toPrice(sent, param);
    if (!amountE4.ok) return amountE4;
    change[member] = amountE4.value;
  }
  if (free_from === undefined) return ok(change);
  return mapOk(minorOf(free_from, digits, 'free_from'), (freeFromMinor) => ({ ...change, freeFromMinor }));
};

const isNone = (goods: Static<typeof Goods>): boolean => Array.isArray(goods) && goods.length === 0;

/** Refuses: CONSTRAINT_INVALID, COUNTRY_NOT_FOUND. */
const placesOf = (ctx: Context, { countries, zips, goods, unless, channels, groups }: RuleArgs): Part => {
  const change: { -readonly [K in keyof RuleChange]: RuleChange[K] } = {};
  if (countries !== undefined) {
    const codes = countryCodes(ctx, countries);
    if (!codes.ok) return codes;
    change.countries = codes.value;
  }
  for (const [member, sent] of [['goods', goods] as const, ['unless', unless] as const]) {
    if (sent === undefined) continue;
    const read = isNone(sent) ? ok('') : goodsOf(sent);
    if (!read.ok) return read;
    change[member] = read.value;
  }
  if (zips !== undefined) change.zips = zips.map((zip) => zip.trim());
  if (channels !== undefined) change.channels = channels;
  if (groups !== undefined) change.groups = groups;
  return ok(change);
};

/** Refuses: STORAGE_NOT_FOUND. */
const storageId = ({ shop }: Context, storage: string): Result<number> => {
  if (storage === '') return ok(0);
  shop.trackAbsence('storage');
  const known = shop.index('storage').get(storage);
  return known === undefined ? refuse('STORAGE_NOT_FOUND', storage) : ok(known);
};

/** Returns what a call says of a rule; what it leaves out is not there. `currency`: of its amounts. */
export const ruleChange = (ctx: Context, args: RuleArgs, currency: string): Part => {
  const { currencyDigits: digits } = inCurrency(ctx.shop.rules, currency);
  const parts = [rangesOf(args, digits), pricesOf(args, digits), placesOf(ctx, args)];
  let change: RuleChange = {};
  for (const part of parts) {
    if (!part.ok) return part;
    change = { ...change, ...part.value };
  }
  const storage = args.storage === undefined ? undefined : storageId(ctx, args.storage);
  if (storage?.ok === false) return storage;
  return ok({
    ...change,
    ...(storage !== undefined && { storageId: storage.value }),
    ...(args.name !== undefined && { name: args.name.trim() }),
    ...(args.id_delivery_method !== undefined && { methodId: args.id_delivery_method }),
    ...(args.basis !== undefined && { basis: args.basis }),
    ...(args.currency !== undefined && { currency: args.currency }),
    ...(args.taxclass !== undefined && { taxClass: args.taxclass }),
    ...(args.days_min !== undefined && { daysMin: args.days_min }),
    ...(args.days_max !== undefined && { daysMax: args.days_max }),
    ...(args.cutoff !== undefined && { cutoffMinute: args.cutoff }),
    ...(args.priority !== undefined && { priority: args.priority }),
  });
};
