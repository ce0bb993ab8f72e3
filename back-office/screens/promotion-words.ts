// A promotion as one sentence: what it gives on which goods, what a cart needs, for whom, where, when and how often.
import type { Promotion } from '../../src/client/operations.ts';
import { count, day, money } from '../format.ts';
import { t } from '../texts/texts.ts';
import { goodsIn } from './promotion-draft.ts';

/** Names of what promotions name. */
export interface Names {
  readonly groups: ReadonlyMap<number, string>;
  readonly channels: ReadonlyMap<number, string>;
  readonly categories: ReadonlyMap<number, string>;
  readonly products: ReadonlyMap<number, string>;
}

/** What the sentence says; a promotion that is not made yet has it as well. */
export type Said = Pick<
  Promotion,
  'by' | 'when' | 'gives' | 'currency' | 'start_date' | 'end_date' | 'uses_max' | 'uses_per_person_max' | 'budget_max'
>;

const named = (names: ReadonlyMap<number, string>, ids: readonly number[]): string =>
  ids.map((id) => names.get(id) ?? `#${id}`).join(', ');

/** Which goods a constraint names; undefined: all. */
export const goodsText = (constraint: unknown, names: Names): string => {
  const texts = t().promotions.sentence;
  if (constraint === undefined) return texts.allGoods;
  const goods = goodsIn(constraint);
  if (goods === undefined) return texts.otherGoods;
  if ('category' in goods) return texts.inCategory(named(names.categories, [goods.category]));
  return 'products' in goods ? named(names.products, goods.products) : texts.numbered(goods.numbers);
};

const moneyText = (value: number, { currency }: Said): string => money(value, currency === '' ? undefined : currency);

const giftText = (said: Said, names: Names): string => {
  const texts = t().promotions.sentence;
  const { kind, value, per, buy, get, times_max: times } = said.gives;
  const goods = goodsText(said.gives.goods ?? said.when.goods, names);
  const isOfOrder = per === 'order';
  switch (kind) {
    case 'percent':
      return (isOfOrder ? texts.percentOrder : texts.percent)(count(value, 4), goods);
    case 'amount':
      return (isOfOrder ? texts.amountOrder : texts.amount)(moneyText(value, said), goods);
    case 'price':
      return (isOfOrder ? texts.priceOrder : texts.price)(moneyText(value, said), goods);
    case 'buy_get': {
      const sets = value === 100 ? texts.buyGet : texts.buyGetPart;
      const once = times === 0 ? '' : texts.sets(times, count(times));
      return sets(count(buy), count(get), goods, count(value, 4)) + once;
    }
    case 'free_delivery':
      return texts.freeDelivery;
  }
};

/** '' where a cart needs nothing. */
const needsText = (said: Said, names: Names): string => {
  const texts = t().promotions.sentence;
  const { min_sum: sum, min_quantity: pieces, goods } = said.when;
  const needs = [
    ...(sum > 0 ? [moneyText(sum, said)] : []),
    ...(pieces > 0 ? [texts.pieces(pieces, count(pieces, 3))] : []),
  ];
  if (needs.length === 0) return '';
  // The gift has named them.
  const isNamed = said.gives.kind !== 'free_delivery' && said.gives.goods === undefined;
  return texts.needs(needs.join(texts.and), isNamed ? '' : goodsText(goods, names));
};

const daysText = ({ start_date: from, end_date: until }: Said): string => {
  const texts = t().promotions.sentence;
  if (from !== null && until !== null)
    return from === until ? texts.on(day(from)) : texts.between(day(from), day(until));
  if (from !== null) return texts.from(day(from));
  return until === null ? texts.always : texts.until(day(until));
};

export const sentenceOf = (said: Said, names: Names): string => {
  const texts = t().promotions.sentence;
  const { groups, channels, countries, first_order: first } = said.when;
  const { uses_max: uses, uses_per_person_max: perPerson, budget_max: budget } = said;
  const places = [...channels.map((id) => names.channels.get(id) ?? `#${id}`), ...countries];
  const parts = [
    giftText(said, names) + needsText(said, names),
    groups.length === 0 ? texts.everybody : texts.groups(named(names.groups, groups)),
    ...(first === 1 ? [texts.firstOrder] : []),
    ...(said.by === 'code' ? [texts.code] : []),
    ...(places.length === 0 ? [] : [texts.places(places.join(', '))]),
    daysText(said),
    ...(uses > 0 ? [texts.usesMax(uses, count(uses))] : []),
    ...(perPerson > 0 ? [texts.perPerson(perPerson, count(perPerson))] : []),
    ...(budget > 0 ? [texts.budget(moneyText(budget, said))] : []),
  ];
  return `${parts.join(', ')}.`;
};
