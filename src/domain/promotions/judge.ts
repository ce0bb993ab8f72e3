// What promotions give one cart, and what became of each: first whom they are for (audience.ts), then their goods
// (promote.ts).
import { isGoods } from '../calculation/goods.ts';
import { promote } from '../calculation/promote.ts';
import type { Candidate, Judged, Promotable, Promoted } from '../calculation/promote.ts';
import type { Constraint } from '../search/constraint.ts';
import { keptOut } from './audience.ts';
import type { AudienceVerdict, PromotionContext } from './audience.ts';
import type { GoodsTest } from './goods.ts';
import type { RunningPromotion } from './promotion.ts';

/** Why a promotion gives something to a cart or not. */
export interface ConsideredPromotion {
  readonly promotion: RunningPromotion;
  readonly verdict: AudienceVerdict | Judged['verdict'];
  readonly missing: number;
}

export interface Considered extends Promoted {
  readonly all: readonly ConsideredPromotion[];
}

/** Its lines may have others than goods among them. */
interface JudgedCart extends Pick<Promotable, 'deliveryPositions'> {
  readonly lines: readonly (Promotable['lines'][number] & { readonly type: string })[];
}

const candidateOf = (one: RunningPromotion, spentMinor: number, isAmong: GoodsTest): Candidate => {
  const { id, priority, stack, isExclusive, minSumMinor, minMilli, budgetMinor } = one;
  const test = (goods: Constraint | undefined) => goods && ((productId: number): boolean => isAmong(goods, productId));
  const [counts, takesOff] = [test(one.counted), test(one.takenOff ?? one.counted)];
  return {
    id,
    priority,
    stack,
    isExclusive,
    gift: one,
    minSumMinor,
    minMilli,
    leftMinor: budgetMinor === 0 ? Infinity : budgetMinor - spentMinor,
    ...(counts && { counts }),
    ...(takesOff && { takesOff }),
  };
};

/** `promotions`: in the order in which `all` has them. */
export const judge = (
  promotions: readonly RunningPromotion[],
  { lines, deliveryPositions }: JudgedCart,
  context: PromotionContext,
  isAmong: GoodsTest,
): Considered => {
  const out = new Map<number, AudienceVerdict>();
  const candidates: Candidate[] = [];
  for (const one of promotions) {
    const verdict = keptOut(one, context);
    if (verdict === undefined) candidates.push(candidateOf(one, context.spentMinor(one), isAmong));
    else out.set(one.id, verdict);
  }
  const promoted = promote({ lines: lines.filter(isGoods), deliveryPositions }, candidates);
  const judged = new Map(promoted.judged.map((one) => [one.id, one]));
  const all = promotions.map((promotion): ConsideredPromotion => {
    const kept = out.get(promotion.id);
    return kept === undefined ? { promotion, ...judged.get(promotion.id)! } : { promotion, verdict: kept, missing: 0 };
  });
  return { ...promoted, all };
};
