// Delivery rules as the back office reads them.
import { inCurrency } from '../../domain/currencies.ts';
import type { Gap, RangeName, TableCheck } from '../../domain/delivery/gaps.ts';
import { decimal, decimalText } from '../../domain/money.ts';
import { nameIn } from '../../domain/rules.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Json } from '../../kernel/json.ts';
import { dateTime } from './format.ts';

const bounds = (from: number, to: number, digits: number): (number | null)[] => [
  from === 0 ? null : decimal(from, digits),
  to === 0 ? null : decimal(to, digits),
];

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minute: number): string => (minute < 0 ? '' : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
const constraint = (json: string): Json | undefined => (json === '' ? undefined : (JSON.parse(json) as Json));

export const viewRule = (shop: Reader, ruleId: number) => {
  const { terms, createdMs } = shop.read('delivery_rule', ruleId)!;
  const { currencyDigits: digits } = inCurrency(shop.rules, terms.currency);
  const [goods, unless] = [constraint(terms.goods), constraint(terms.unless)];
  return {
    id: ruleId,
    name: terms.name,
    id_delivery_method: terms.methodId,
    countries: terms.countries,
    zips: terms.zips,
    sum: bounds(terms.sumFromMinor, terms.sumToMinor, digits),
    basis: terms.basis,
    weight: bounds(terms.weightFromG, terms.weightToG, 3),
    volume: bounds(terms.volumeFromMm3, terms.volumeToMm3, 6),
    pieces: bounds(terms.piecesFromMilli, terms.piecesToMilli, 3),
    ...(goods !== undefined && { goods }),
    ...(unless !== undefined && { unless }),
    channels: terms.channels,
    groups: terms.groups,
    currency: terms.currency,
    price: decimal(terms.priceE4, 4),
    per_kg: decimal(terms.perKgE4, 4),
    per_piece: decimal(terms.perPieceE4, 4),
    free_from: decimal(terms.freeFromMinor, digits),
    taxclass: terms.taxClass,
    days_min: terms.daysMin,
    days_max: terms.daysMax,
    cutoff: clock(terms.cutoffMinute),
    storage: terms.storageId === 0 ? '' : (shop.read('storage', terms.storageId)?.name ?? ''),
    priority: terms.priority,
    creation_date: dateTime(createdMs),
    seq: shop.seqOf('delivery_rule', ruleId),
  };
};

const UNITS: { readonly [R in RangeName]: readonly [digits: number, unit: string] } = {
  weight: [3, 'kg'],
  volume: [6, 'l'],
  pieces: [3, 'pieces'],
  sum: [0, ''],
};

const viewGap = (shop: Reader, { range, from, to, below, above }: Gap) => {
  const { currency, currencyDigits } = inCurrency(shop.rules, below.currency);
  const [digits, unit] = range === 'sum' ? [currencyDigits, currency] : UNITS[range];
  return {
    range,
    from: decimal(from, digits),
    to: decimal(to, digits),
    below: below.id,
    above: above.id,
    text: `${decimalText(from, digits)} to ${decimalText(to, digits)} ${unit} has no price.`,
  };
};

export const viewMethod = (shop: Reader, methodId: number, { gaps, overlaps }: TableCheck) => {
  const { deliveryMethods, language } = shop.rules;
  const method = deliveryMethods.find(({ id }) => id === methodId);
  return {
    id: methodId,
    name: method === undefined ? '' : nameIn(method.name, language, language),
    gone: method === undefined ? (1 as const) : (0 as const),
    rules: shop.index('delivery_rule').tableOf(methodId)?.rules.length ?? 0,
    gaps: gaps.map((gap) => viewGap(shop, gap)),
    overlaps: overlaps.map(({ rule, beats }) => ({ rule: rule.id, beats: beats.id })),
  };
};
