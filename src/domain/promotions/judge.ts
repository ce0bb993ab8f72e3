// What promotions give one cart, and what became of each: first whom they are for (audience.ts), then their goods
// (promote.ts).
import { isGoods } from '../calculation/goods.ts';
import { promote } from '../calculation/promote.ts';
import type { Candidate, CandidateGoods, Judged, Promotable, Promoted } from '../calculation/promote.ts';
import type { Constraint } from '../search/constraint.ts';
import { keptOut } from './audience.ts';
import type { AudienceVerdict, PromotionContext } from './audience.ts';
import { countedBy, takenOffBy } from './goods.ts';
import type { CartGoods, GoodsTest } from './goods.ts';
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

/** Products of a cart, by the goods of promotions that they are among. */
type Products = ReadonlyMap<Constraint, ReadonlySet<number>>;

const NO_PRODUCTS: ReadonlySet<number> = new Set();

const productsOf = (
  promotions: readonly RunningPromotion[],
  lines: JudgedCart['lines'],
  { metBy }: CartGoods,
): Products => {
  const products = new Map<Constraint, Set<number>>();
  for (const productId of new Set(lines.map((line) => line.productId))) {
    if (productId === 0) continue;
    for (const goods of metBy(promotions, productId)) {
      const known = products.get(goods);
      if (known === undefined) products.set(goods, new Set([productId]));
      else known.add(productId);
    }
  }
  return products;
};

const candidateOf = (
  one: RunningPromotion,
  spentMinor: number,
  isAmong: GoodsTest,
  products: Products | undefined,
): Candidate => {
  const { id, priority, stack, isExclusive, minSumMinor, minMilli, budgetMinor } = one;
  const goodsOf = (goods: Constraint | undefined): CandidateGoods | undefined =>
    goods && (products === undefined ? (productId) => isAmong(goods, productId) : (products.get(goods) ?? NO_PRODUCTS));
  const [counts, takesOff] = [goodsOf(countedBy(one)), goodsOf(takenOffBy(one))];
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

/**
 * `promotions`: in the order in which `all` has them. `goods`: with what is known of the goods of a list that is asked
 * for again and again, or as a test alone.
 */
export const judge = (
  promotions: readonly RunningPromotion[],
  { lines, deliveryPositions }: JudgedCart,
  context: PromotionContext,
  goods: CartGoods | GoodsTest,
): Considered => {
  const isAmong = 'isAmong' in goods ? goods.isAmong : goods;
  const products = 'isAmong' in goods ? productsOf(promotions, lines, goods) : undefined;
  const out = new Map<number, AudienceVerdict>();
  const candidates: Candidate[] = [];
  for (const one of promotions) {
    const verdict = keptOut(one, context);
    if (verdict === undefined) candidates.push(candidateOf(one, context.spentMinor(one), isAmong, products));
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
