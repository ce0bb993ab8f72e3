// Whom a promotion is for: what of a cart's context it asks for, beside the goods (promote.ts judges those).
import { lacks } from './promotion.ts';
import type { CartPlace, RunningPromotion } from './promotion.ts';

/** What promotions ask of a cart beside its goods. */
export interface PromotionContext extends CartPlace {
  /** An account that has no order that counts. */
  readonly isFirstOrder: boolean;
  /** Orders that have it, and those of this person. */
  uses(promotionId: number): number;
  usesOfPerson(promotionId: number): number;
  /** What it has taken off them, in the currency of its money. */
  spentMinor(one: RunningPromotion): number;
}

export type AudienceVerdict =
  | 'other_currency'
  | 'needs_code'
  | 'other_groups'
  | 'other_channels'
  | 'other_countries'
  | 'not_first_order'
  | 'used_up'
  | 'used_by_person';

/** Why a promotion is not for a cart; the first that is true of it; undefined: it is. */
export const keptOut = (one: RunningPromotion, context: PromotionContext): AudienceVerdict | undefined => {
  const { id, currency, groups, usesMax, usesPerPersonMax } = one;
  if (currency !== '' && currency !== context.currency) return 'other_currency';
  if (one.isByCode && !context.opened.has(id)) return 'needs_code';
  if (groups.length > 0 && !groups.some((group) => context.groups.includes(group))) return 'other_groups';
  if (lacks(one.channels, context.channelId)) return 'other_channels';
  if (lacks(one.countries, context.country)) return 'other_countries';
  if (one.isFirstOrder && !context.isFirstOrder) return 'not_first_order';
  if (usesMax !== 0 && context.uses(id) >= usesMax) return 'used_up';
  return usesPerPersonMax !== 0 && context.usesOfPerson(id) >= usesPerPersonMax ? 'used_by_person' : undefined;
};
