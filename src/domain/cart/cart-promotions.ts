// The promotions of a cart: found anew by every change of it, in the same record, and by its checkout. What a
// promotion gives is kept with the cart, so that it shows the same until it changes; a promotion that has begun or
// ended meanwhile shows with the next change, or is refused once by the checkout (TOTAL_CHANGED).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isGoods } from '../calculation/goods.ts';
import { promote } from '../calculation/promote.ts';
import type { Candidate, Judged, Promoted } from '../calculation/promote.ts';
import { keptOut } from '../promotions/audience.ts';
import type { AudienceVerdict, PromotionContext } from '../promotions/audience.ts';
import { goodsOfCart } from '../promotions/goods.ts';
import type { RunningPromotion } from '../promotions/promotion.ts';
import { sameValue } from '../same-value.ts';
import type { Constraint } from '../search/constraint.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Cart, CartPromotion, Nearly } from './cart.ts';
import { cartRules, countryOf } from './chosen.ts';
import { groupsOf } from './line-price.ts';
import { personOf } from './person.ts';
import type { Session } from './session.ts';

/** What promotions ask of a session. */
export type PromotedSession = Pick<Session, 'userId' | 'preparedFor' | 'chosen' | 'draft' | 'channelId' | 'cart'>;

const contextOf = (shop: Reader, session: PromotedSession): PromotionContext => {
  const { rules } = shop;
  const { userId, preparedFor, draft, channelId, cart } = session;
  const buyer = userId === 0 ? preparedFor : userId;
  const { promotions: tallies, reports } = shop.index('order');
  shop.track(tallies);
  const person = personOf({ userId: buyer, details: draft });
  return {
    currency: cartRules(rules, session).currency,
    groups: groupsOf(shop, session),
    channelId,
    country: countryOf(session) || rules.country,
    isFirstOrder: buyer !== 0 && !reports.returning.knows(buyer),
    opened: new Set(cart.coupons.flatMap(({ terms }) => terms.promotionId || [])),
    uses: (id) => tallies.of(id).uses,
    usesOfPerson: (id) => (person === '' ? 0 : tallies.ofPerson(id, person)),
    spentMinor: (one) => tallies.spentMinor(one.id, one.currency),
  };
};

/** Why a promotion that runs gives something to a cart or not. */
export interface ConsideredPromotion {
  readonly promotion: RunningPromotion;
  readonly verdict: AudienceVerdict | Judged['verdict'];
  readonly missing: number;
}

export interface Considered extends Promoted {
  readonly all: readonly ConsideredPromotion[];
}

/** What promotions give a session's cart now, and what became of each. */
export const considered = (shop: Reader, session: PromotedSession): Considered => {
  const context = contextOf(shop, session);
  shop.trackAbsence('promotion');
  const isAmong = goodsOfCart(shop);
  const test = (goods: Constraint | undefined) => goods && ((productId: number): boolean => isAmong(goods, productId));
  const out = new Map<number, AudienceVerdict>();
  const candidates: Candidate[] = [];
  const { running } = shop.index('promotion');
  for (const one of running) {
    const verdict = keptOut(one, context);
    if (verdict !== undefined) {
      out.set(one.id, verdict);
      continue;
    }
    const { id, priority, stack, isExclusive, minSumMinor, minMilli, budgetMinor } = one;
    const [counts, takesOff] = [test(one.counted), test(one.takenOff ?? one.counted)];
    candidates.push({
      id,
      priority,
      stack,
      isExclusive,
      gift: one,
      minSumMinor,
      minMilli,
      leftMinor: budgetMinor === 0 ? Infinity : budgetMinor - context.spentMinor(one),
      ...(counts && { counts }),
      ...(takesOff && { takesOff }),
    });
  }
  const { lines, deliveryPositions } = session.cart;
  const promoted = promote({ lines: lines.filter(isGoods), deliveryPositions }, candidates);
  const judged = new Map(promoted.judged.map((one) => [one.id, one]));
  const all = running.map((promotion): ConsideredPromotion => {
    const kept = out.get(promotion.id);
    return kept === undefined ? { promotion, ...judged.get(promotion.id)! } : { promotion, verdict: kept, missing: 0 };
  });
  return { ...promoted, all };
};

const nearlyOf = ({ promotion: { id, name }, verdict, missing }: ConsideredPromotion): Nearly[] => {
  if (verdict === 'needs_sum') return [[id, name, 'sum', missing]];
  return verdict === 'needs_pieces' ? [[id, name, 'pieces', missing]] : [];
};

/** Whether promotions can change anything of a cart. */
export const hasPromotions = (shop: Reader, { promotions, nearly }: Cart): boolean =>
  promotions.length + nearly.length > 0 || shop.index('promotion').running.length > 0;

/** Gives the cart of a session what promotions give it now. */
export const promoteCart = (tx: Transaction, sessionId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  if (!hasPromotions(tx, cart)) return DONE;
  const { uses, all } = considered(tx, session);
  const names = new Map(all.map(({ promotion: { id, name } }) => [id, name]));
  const promotions = uses.map((use): CartPromotion => ({ ...use, name: names.get(use.id)! }));
  const nearly = cart.lines.length === 0 ? [] : all.flatMap(nearlyOf);
  return sameValue(promotions, cart.promotions) && sameValue(nearly, cart.nearly)
    ? DONE
    : tx.ask('session', sessionId, { type: 'set_promotions', promotions, nearly });
};
