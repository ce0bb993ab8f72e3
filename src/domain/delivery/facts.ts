// What delivery rules ask of a cart, and whether one is for it.
import type { Constraint } from '../search/constraint.ts';
import type { DeliveryTerms } from './terms.ts';
import { isWithin } from './zips.ts';
import type { ZipKeys, ZipSpan } from './zips.ts';

/** A rule with its constraints and postal codes read. */
export interface ReadRule extends DeliveryTerms {
  readonly id: number;
  /** Every product of the cart meets it; undefined: any. */
  readonly every: Constraint | undefined;
  /** No product of the cart meets it; undefined: nothing is left out. */
  readonly none: Constraint | undefined;
  /** None: all postal codes. */
  readonly spans: readonly ZipSpan[];
}

/** More than a rule can ask for: what weighs or takes up more has this. */
export const MEASURED_MAX = Number.MAX_SAFE_INTEGER;
/** Parts of a gram in which weights are added up: milligrams of thousandths of a piece. */
export const GRAM = 1_000_000;
const MM3 = 1000;

/** What the products of a cart weigh in millionths of a gram, or take up in thousandths of a cubic millimetre. */
export interface Measured {
  readonly total: number;
  /** The first product that does not say it, and leaves the total open; 0: each does; -1: nobody names the goods. */
  readonly lacking: number;
}

export interface DeliveryFacts {
  readonly currency: string;
  /** Two letters. */
  readonly country: string;
  readonly zip: ZipKeys;
  readonly channelId: number;
  readonly groups: readonly number[];
  /** What the goods come to before promotions and coupons, and after them. */
  readonly sumBeforeMinor: number;
  readonly sumAfterMinor: number;
  readonly piecesMilli: number;
  /** Products of the cart, each once. */
  readonly goods: readonly number[];
  weight(): Measured;
  volume(): Measured;
  isAmong(goods: Constraint, productId: number): boolean;
  /** The first product that a storage has too few pieces of; 0: it has all. */
  lackingIn(storageId: number): number;
}

/** Why a rule is not for a cart, in the order in which it is asked. */
export const WHY_NOT = [
  'other_country',
  'needs_zip',
  'other_zip',
  'other_currency',
  'other_channels',
  'other_groups',
  'excluded_goods',
  'other_goods',
  'volume_unknown',
  'below_volume',
  'above_volume',
  'weight_unknown',
  'below_weight',
  'above_weight',
  'below_pieces',
  'above_pieces',
  'below_sum',
  'above_sum',
  'not_in_storage',
] as const;
export type WhyNot = (typeof WHY_NOT)[number];

/** `about`: the product; or the bound of the range, in its unit; else 0. */
export interface NotFor {
  readonly why: WhyNot;
  readonly about: number;
}

const not = (why: WhyNot, about = 0): NotFor => ({ why, about });

/** A bound of 0 is none: goods from which staff took more than they cost come to less than that (D685). */
const outside = (value: number, from: number, to: number, scale: number): 'below' | 'above' | undefined =>
  from > 0 && value < from * scale ? 'below' : to > 0 && value >= to * scale ? 'above' : undefined;

const lacksAudience = (rule: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const { currency, channels, groups } = rule;
  if (currency !== facts.currency) return not('other_currency');
  if (channels.length > 0 && !channels.includes(facts.channelId)) return not('other_channels');
  return groups.length > 0 && !groups.some((group) => facts.groups.includes(group)) ? not('other_groups') : undefined;
};

/** By constraint, for one cart: the first of its goods that meets it, and the first that does not; 0: none. */
const firstGoods = new WeakMap<DeliveryFacts, Map<Constraint, { readonly meets: number; readonly misses: number }>>();

/** Ten thousand rules with the same constraint ask a cart of a thousand goods once. */
const firstOf = (facts: DeliveryFacts, constraint: Constraint) => {
  const { goods, isAmong } = facts;
  let known = firstGoods.get(facts);
  if (known === undefined) firstGoods.set(facts, (known = new Map()));
  let first = known.get(constraint);
  if (first === undefined) {
    const meets = goods.find((id) => isAmong(constraint, id)) ?? 0;
    first = { meets, misses: goods.find((id) => !isAmong(constraint, id)) ?? 0 };
    known.set(constraint, first);
  }
  return first;
};

const lacksGoods = ({ every, none }: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const excluded = none === undefined ? 0 : firstOf(facts, none).meets;
  if (excluded !== 0) return not('excluded_goods', excluded);
  const other = every === undefined ? 0 : firstOf(facts, every).misses;
  return other === 0 ? undefined : not('other_goods', other);
};

/** Whether a rule asks what goods weigh. */
export const asksWeight = ({ weightFromG, weightToG, perKgE4 }: DeliveryTerms): boolean =>
  weightFromG > 0 || weightToG > 0 || perKgE4 > 0;

const lacksMeasures = (rule: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const { volumeFromMm3, volumeToMm3, weightFromG, weightToG } = rule;
  if (volumeFromMm3 > 0 || volumeToMm3 > 0) {
    const { total, lacking } = facts.volume();
    if (lacking !== 0) return not('volume_unknown', lacking);
    const side = outside(total, volumeFromMm3, volumeToMm3, MM3);
    if (side !== undefined) return not(`${side}_volume`, side === 'below' ? volumeFromMm3 : volumeToMm3);
  }
  if (!asksWeight(rule)) return undefined;
  const { total, lacking } = facts.weight();
  if (lacking !== 0) return not('weight_unknown', lacking);
  const side = outside(total, weightFromG, weightToG, GRAM);
  return side === undefined ? undefined : not(`${side}_weight`, side === 'below' ? weightFromG : weightToG);
};

/** The sum that a rule counts. */
export const sumFor = ({ basis }: Pick<DeliveryTerms, 'basis'>, facts: DeliveryFacts): number =>
  basis === 'before' ? facts.sumBeforeMinor : facts.sumAfterMinor;

const lacksAmount = (rule: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const { piecesFromMilli, piecesToMilli, sumFromMinor, sumToMinor } = rule;
  const pieces = outside(facts.piecesMilli, piecesFromMilli, piecesToMilli, 1);
  if (pieces !== undefined) return not(`${pieces}_pieces`, pieces === 'below' ? piecesFromMilli : piecesToMilli);
  const sum = outside(sumFor(rule, facts), sumFromMinor, sumToMinor, 1);
  return sum === undefined ? undefined : not(`${sum}_sum`, sum === 'below' ? sumFromMinor : sumToMinor);
};

/** The first reason why a rule is not for a cart to a place that it is for; undefined: it is. */
export const whyNotThere = (rule: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const lacks =
    lacksAudience(rule, facts) ?? lacksGoods(rule, facts) ?? lacksMeasures(rule, facts) ?? lacksAmount(rule, facts);
  if (lacks !== undefined) return lacks;
  const missing = rule.storageId === 0 ? 0 : facts.lackingIn(rule.storageId);
  return missing === 0 ? undefined : not('not_in_storage', missing);
};

/** The first reason why a rule is not for a cart; undefined: it is. */
export const whyNot = (rule: ReadRule, facts: DeliveryFacts): NotFor | undefined => {
  const { countries, spans } = rule;
  if (countries.length > 0 && !countries.includes(facts.country)) return not('other_country');
  if (spans.length > 0 && facts.zip.whole === '') return not('needs_zip');
  return spans.length > 0 && !spans.some((span) => isWithin(span, facts.zip))
    ? not('other_zip')
    : whyNotThere(rule, facts);
};
