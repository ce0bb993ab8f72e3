// A delivery rule as a carrier's price list says it: where to, for which carts, what it costs, when it arrives.
import type { DeliveryRule } from '../../src/client/operations.ts';
import { count, money } from '../format.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import type { Gap } from './delivery-parts.ts';
import { goodsText } from './promotion-words.ts';
import type { Names } from './promotion-words.ts';
import { countryName } from './shop-preview.ts';

/** What the words say; a rule that is not made yet has it as well. */
export type Said = Omit<DeliveryRule, 'id' | 'seq' | 'creation_date' | 'id_delivery_method'>;

/** Countries by name, or postal codes, that a row shows. */
const SHOWN = 4;

const listed = (all: readonly string[]): string =>
  all.length <= SHOWN ? all.join(', ') : `${all.slice(0, SHOWN).join(', ')} … (${count(all.length)})`;

export const placeText = ({ countries, zips }: Pick<Said, 'countries' | 'zips'>): string => {
  const where = countries.length > SHOWN ? listed(countries) : listed(countries.map(countryName));
  if (zips.length === 0) return where === '' ? deliveryTexts().everywhere : where;
  return where === '' ? listed(zips) : `${where}: ${listed(zips)}`;
};

type Bounds = readonly (number | null)[];

/** `unit` writes a value with what it is; `bare` without, where the other one has it. '' for no bounds. */
const boundsText = (
  [from = null, to = null]: Bounds,
  unit: (value: string) => string,
  bare: (value: number) => string,
): string => {
  const texts = deliveryTexts();
  if (from === null) return to === null ? '' : texts.below(unit(bare(to)));
  return to === null ? texts.from(unit(bare(from))) : texts.between(bare(from), unit(bare(to)));
};

const exact =
  (digits: number) =>
  (value: number): string =>
    count(value, digits);
const asIs = (text: string): string => text;

/** '' for no bounds. */
const oneRange = (range: Gap['range'], bounds: Bounds, currency: string): string => {
  const texts = deliveryTexts();
  if (range === 'weight') return boundsText(bounds, texts.kg, exact(3));
  if (range === 'volume') return boundsText(bounds, texts.litres, exact(6));
  if (range === 'pieces') return boundsText(bounds, texts.pieces, exact(3));
  const sum = boundsText(bounds, asIs, (value) => money(value, currency));
  return sum === '' ? '' : texts.worth(sum);
};

export const rangeText = (rule: Said, names: Names): string => {
  const texts = deliveryTexts();
  const { currency, basis, goods, unless, storage } = rule;
  const sum = oneRange('sum', rule.sum, currency);
  const parts = [
    oneRange('weight', rule.weight, currency),
    sum === '' || basis === 'after' ? sum : `${sum} (${texts.before})`,
    oneRange('pieces', rule.pieces, currency),
    oneRange('volume', rule.volume, currency),
    goods === undefined ? '' : texts.onlyGoods(goodsText(goods, names)),
    unless === undefined ? '' : texts.unless(goodsText(unless, names)),
    storage === '' ? '' : texts.fetched(storage),
  ].filter((part) => part !== '');
  return parts.length === 0 ? texts.anyCart : parts.join(', ');
};

/** Unit prices have up to four decimals. */
const PRICE_DIGITS = 4;

export const priceText = ({ price, per_kg: perKg, per_piece: perPiece, currency }: Said): string => {
  const texts = deliveryTexts();
  const shown = (value: number): string => money(value, currency, undefined, PRICE_DIGITS);
  const parts = [
    ...(price === 0 ? [] : [shown(price)]),
    ...(perKg === 0 ? [] : [texts.perKg(shown(perKg))]),
    ...(perPiece === 0 ? [] : [texts.perPiece(shown(perPiece))]),
  ];
  return parts.length === 0 ? texts.free : parts.join(' + ');
};

/** '' where it is never free. */
export const freeText = ({ free_from: freeFrom, currency }: Said): string =>
  freeFrom === 0 ? '' : money(freeFrom, currency);

/** '' where nothing is said. */
export const daysText = ({ days_min: least, days_max: most, cutoff }: Said): string => {
  if (most === 0) return '';
  const days = least === most ? count(most) : `${count(least)}–${count(most)}`;
  return cutoff === '' ? days : `${days}, ${deliveryTexts().until(cutoff)}`;
};

/** '' for everybody. */
export const whomText = ({ groups, channels }: Said, names: Names): string =>
  [
    ...groups.map((id) => names.groups.get(id) ?? `#${id}`),
    ...channels.map((id) => names.channels.get(id) ?? `#${id}`),
  ].join(', ');

/** The row in one sentence, for what is not a row yet. */
export const ruleText = (rule: Said, names: Names): string => {
  const texts = deliveryTexts();
  const [free, days, whom] = [freeText(rule), daysText(rule), whomText(rule, names)];
  const parts = [
    `${rule.name}: ${placeText(rule)}`,
    rangeText(rule, names),
    priceText(rule),
    ...(free === '' ? [] : [`${texts.freeFrom} ${free}`]),
    ...(days === '' ? [] : [`${texts.days}: ${days}`]),
    ...(whom === '' ? [] : [`${texts.whom} ${whom}`]),
  ];
  return `${parts.join('; ')}.`;
};

/** `numberOf`: the row of a rule; `rules`: those of the method. */
export const gapText = (
  { range, from, to, below, above }: Gap,
  rules: readonly DeliveryRule[],
  numberOf: (id: number) => string,
): string => {
  const beside = rules.find(({ id }) => id === below);
  const place = beside === undefined ? '' : placeText(beside);
  const between = oneRange(range, [from, to], beside?.currency ?? '');
  return deliveryTexts().gap(between, place, numberOf(below), numberOf(above));
};
