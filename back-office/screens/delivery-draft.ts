// What is typed of a delivery rule, as fields of text, and what is sent of it: all of a new rule, and what has changed
// of one that is there.
import type { DeliveryRule } from '../../src/client/operations.ts';
import type { Params } from '../api/call.ts';
import { currencyDigits } from '../format.ts';
import type { Fields } from '../seen.ts';
import { figure, numberIn, quantity, whole, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { idIn } from '../wire-number.ts';
import { idsOf, partsOf } from './audience.tsx';
import { unitRule } from './price-rows.ts';
import { isRead } from './promotion-draft.ts';
import type { Constraint } from './promotion-draft.ts';

const KILOGRAMS = quantity(0, 1_000_000);
const LITRES: NumberRule = { usualDecimals: 3, decimalsMax: 6, min: 0, max: 1_000_000_000 };
const PIECES = quantity(0);
export const DAYS = whole(0, 365);
export const PRIORITY = whole(-1_000_000, 1_000_000);
/** Sums of goods. */
export const sumRule = (): NumberRule => ({ ...figure(currencyDigits.value), min: 0, max: 99_999_999_999 });

/** The fields of each range, and how they are read. */
export const RANGES = {
  weight: ['weightFrom', 'weightTo', () => KILOGRAMS],
  sum: ['sumFrom', 'sumTo', sumRule],
  pieces: ['piecesFrom', 'piecesTo', () => PIECES],
  volume: ['volumeFrom', 'volumeTo', () => LITRES],
} as const;
export type RangeName = keyof typeof RANGES;
const RANGE_NAMES = Object.keys(RANGES) as readonly RangeName[];

/** Goods of a kind, of which none is chosen yet. */
export const UNCHOSEN = '?';

export const NEW_RULE: Fields = {
  name: '',
  method: '',
  countries: '',
  zips: '',
  weightFrom: '',
  weightTo: '',
  sumFrom: '',
  sumTo: '',
  piecesFrom: '',
  piecesTo: '',
  volumeFrom: '',
  volumeTo: '',
  basis: 'after',
  goods: '',
  unless: '',
  price: '',
  perKg: '',
  perPiece: '',
  freeFrom: '',
  currency: '',
  taxclass: '',
  daysMin: '',
  daysMax: '',
  cutoff: '',
  storage: '',
  groups: '',
  channels: '',
  priority: '0',
};

/** '' for nothing. */
const written = (value: number | null | undefined, rule: NumberRule): string =>
  value === null || value === undefined ? '' : writeNumber(value, rule);
const unlessZero = (value: number, rule: NumberRule): string => (value === 0 ? '' : writeNumber(value, rule));
const textOf = (constraint: unknown): string => (constraint === undefined ? '' : JSON.stringify(constraint));

export const fieldsOf = (rule: DeliveryRule): Fields => {
  const ranges = RANGE_NAMES.flatMap((name) => {
    const [from, to, ruleOf] = RANGES[name];
    return [
      [from, written(rule[name][0], ruleOf())],
      [to, written(rule[name][1], ruleOf())],
    ] as const;
  });
  const saysDays = rule.days_max > 0;
  return {
    ...NEW_RULE,
    ...Object.fromEntries(ranges),
    name: rule.name,
    method: String(rule.id_delivery_method),
    countries: rule.countries.join(','),
    zips: rule.zips.join(', '),
    basis: rule.basis,
    goods: textOf(rule.goods),
    unless: textOf(rule.unless),
    price: writeNumber(rule.price, unitRule()),
    perKg: unlessZero(rule.per_kg, unitRule()),
    perPiece: unlessZero(rule.per_piece, unitRule()),
    freeFrom: unlessZero(rule.free_from, sumRule()),
    currency: rule.currency,
    taxclass: rule.taxclass,
    daysMin: saysDays ? String(rule.days_min) : '',
    daysMax: saysDays ? String(rule.days_max) : '',
    cutoff: rule.cutoff,
    storage: rule.storage,
    groups: rule.groups.join(','),
    channels: rule.channels.join(','),
    priority: String(rule.priority),
  };
};

const read = (fields: Fields, field: string, rule: NumberRule): number | undefined =>
  numberIn(fields[field] ?? '', rule);
const isRangeRead = (fields: Fields, name: RangeName): boolean => {
  const [from, to, ruleOf] = RANGES[name];
  if (!isRead(fields[from] ?? '', ruleOf()) || !isRead(fields[to] ?? '', ruleOf())) return false;
  const end = read(fields, to, ruleOf());
  return end === undefined || end > (read(fields, from, ruleOf()) ?? 0);
};

const isReadPrice = (fields: Fields, field: string): boolean => isRead(fields[field] ?? '', unitRule());

/** Whether all that is typed can be read. */
export const isComplete = (fields: Fields): boolean => {
  const [least, most] = [read(fields, 'daysMin', DAYS), read(fields, 'daysMax', DAYS)];
  return (
    (fields['name'] ?? '').trim() !== '' &&
    idIn(fields['method'] ?? '') !== undefined &&
    RANGE_NAMES.every((name) => isRangeRead(fields, name)) &&
    fields['goods'] !== UNCHOSEN &&
    fields['unless'] !== UNCHOSEN &&
    read(fields, 'price', unitRule()) !== undefined &&
    isReadPrice(fields, 'perKg') &&
    isReadPrice(fields, 'perPiece') &&
    isRead(fields['freeFrom'] ?? '', sumRule()) &&
    isRead(fields['daysMin'] ?? '', DAYS) &&
    isRead(fields['daysMax'] ?? '', DAYS) &&
    (least === undefined || most === undefined || most >= least) &&
    read(fields, 'priority', PRIORITY) !== undefined
  );
};

const zipsIn = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(/[,;\n]+/)
    .map((zip) => zip.trim())
    .filter((zip) => zip !== '');

const boundsOf = (fields: Fields, name: RangeName): readonly (number | null)[] => {
  const [from, to, ruleOf] = RANGES[name];
  // From nothing on is no bound.
  return [read(fields, from, ruleOf()) || null, read(fields, to, ruleOf()) ?? null];
};

/** Undefined: none. */
const constraintIn = (text = ''): Constraint | undefined =>
  text === '' ? undefined : (JSON.parse(text) as Constraint);

/** The terms of what is complete. */
export const termsOf = (fields: Fields) => {
  const priceIn = (field: string): number => read(fields, field, unitRule()) ?? 0;
  const least = read(fields, 'daysMin', DAYS) ?? read(fields, 'daysMax', DAYS) ?? 0;
  return {
    name: (fields['name'] ?? '').trim(),
    id_delivery_method: idIn(fields['method'] ?? '') ?? 0,
    countries: partsOf(fields['countries']),
    zips: zipsIn(fields['zips']),
    sum: boundsOf(fields, 'sum'),
    basis: fields['basis'] === 'before' ? ('before' as const) : ('after' as const),
    weight: boundsOf(fields, 'weight'),
    volume: boundsOf(fields, 'volume'),
    pieces: boundsOf(fields, 'pieces'),
    goods: constraintIn(fields['goods']),
    unless: constraintIn(fields['unless']),
    channels: idsOf(fields['channels']),
    groups: idsOf(fields['groups']),
    currency: fields['currency'] ?? '',
    price: priceIn('price'),
    per_kg: priceIn('perKg'),
    per_piece: priceIn('perPiece'),
    free_from: read(fields, 'freeFrom', sumRule()) ?? 0,
    taxclass: fields['taxclass'] ?? '',
    days_min: least,
    days_max: read(fields, 'daysMax', DAYS) ?? least,
    cutoff: fields['cutoff'] ?? '',
    storage: (fields['storage'] ?? '').trim(),
    priority: read(fields, 'priority', PRIORITY) ?? 0,
  };
};

/** All parameters of a rule that is made. */
export const makeParams = (fields: Fields): Params<'create_delivery_rule'> => {
  const terms = termsOf(fields);
  return { ...terms, goods: terms.goods ?? [], unless: terms.unless ?? [] };
};

/** Which parameters a field is sent in, where they have other names; days go together. */
const PARAMS: { readonly [field: string]: readonly string[] } = {
  method: ['id_delivery_method'],
  perKg: ['per_kg'],
  perPiece: ['per_piece'],
  freeFrom: ['free_from'],
  daysMin: ['days_min', 'days_max'],
  daysMax: ['days_min', 'days_max'],
  ...Object.fromEntries(
    RANGE_NAMES.flatMap((name) => [[RANGES[name][0], [name]] as const, [RANGES[name][1], [name]] as const]),
  ),
};

/** A text that was emptied goes as null: an empty one would leave it as it was. */
const CLEARED = ['cutoff', 'storage', 'taxclass'];

/** What is sent of a rule that is changed, by parameter. */
export const changeParams = (fields: Fields, changed: Fields): { readonly [param: string]: unknown } => {
  const names = new Set(Object.keys(changed).flatMap((field) => PARAMS[field] ?? [field]));
  return Object.fromEntries(
    Object.entries(makeParams(fields))
      .filter(([param]) => names.has(param))
      .map(([param, value]) => [param, CLEARED.includes(param) && value === '' ? null : value]),
  );
};
