// The promotions of a cart: found anew by every change of it, in the same record, and by its checkout. What a
// promotion gives is kept with the cart, so that it shows the same until it changes; a promotion that has begun or
// ended meanwhile shows with the next change, or is refused once by the checkout (TOTAL_CHANGED).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { keptOut } from '../promotions/audience.ts';
import type { PromotionContext } from '../promotions/audience.ts';
import { goodsOfCart } from '../promotions/goods.ts';
import { judge } from '../promotions/judge.ts';
import type { Considered, ConsideredPromotion } from '../promotions/judge.ts';
import { sameValue } from '../same-value.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Cart, CartPromotion, Nearly } from './cart.ts';
import { cartRules, countryOf } from './chosen.ts';
import { orderedPromotions } from './edited-order.ts';
import { groupsOf } from './line-price.ts';
import { personOf } from './person.ts';
import type { Session } from './session.ts';

/** What promotions ask of a session. */
export type PromotedSession = Pick<Session, 'userId' | 'preparedFor' | 'chosen' | 'draft' | 'channelId' | 'cart'> &
  Partial<Pick<Session, 'edits'>>;

const contextOf = (shop: Reader, session: PromotedSession): PromotionContext => {
  const { rules } = shop;
  const { userId, preparedFor, draft, channelId, cart } = session;
  const buyer = userId === 0 ? preparedFor : userId;
  const { promotions: tallies, reports } = shop.index('order');
  shop.track(tallies);
  const own = orderedPromotions(shop, session);
  return {
    currency: cartRules(rules, session).currency,
    groups: groupsOf(shop, session),
    channelId,
    country: countryOf(session) || rules.country,
    isFirstOrder: buyer !== 0 && !reports.returning.knows(buyer, session.edits?.orderId),
    opened: new Set(cart.coupons.flatMap(({ terms }) => terms.promotionId || [])),
    uses: (id) => tallies.of(id).uses - Number(own.has(id)),
    usesOfPerson: (id) => {
      const person = personOf({ userId: buyer, details: draft });
      return person === '' ? 0 : tallies.ofPerson(id, person) - Number(own.has(id));
    },
    spentMinor: (one) => tallies.spentMinor(one.id, one.currency) - (own.get(one.id) ?? 0),
  };
};

const judged = (shop: Reader, { cart }: PromotedSession, context: PromotionContext): Considered => {
  shop.trackAbsence('promotion');
  return judge(shop.index('promotion').fittingOf(context), cart, context, goodsOfCart(shop));
};

/** What promotions give a session's cart now, and what became of those that may be for it. */
export const considered = (shop: Reader, session: PromotedSession): Considered =>
  judged(shop, session, contextOf(shop, session));

/** What became of every promotion that runs; the goods of those for others are not asked for. */
export const consideredAll = (shop: Reader, session: PromotedSession): Considered['all'] => {
  const context = contextOf(shop, session);
  const fitting = new Map(judged(shop, session, context).all.map((one) => [one.promotion, one]));
  return shop
    .index('promotion')
    .running.map(
      (promotion) => fitting.get(promotion) ?? { promotion, verdict: keptOut(promotion, context)!, missing: 0 },
    );
};

const nearlyOf = ({ promotion: { id, name, labels }, verdict, missing }: ConsideredPromotion): Nearly[] => {
  if (verdict === 'needs_sum') return [[id, name, 'sum', missing, labels]];
  return verdict === 'needs_pieces' ? [[id, name, 'pieces', missing, labels]] : [];
};

/** What promotions take off, with what they are called now. */
export const namedUses = (uses: Considered['uses'], all: Considered['all']): readonly CartPromotion[] => {
  const known = new Map(all.map(({ promotion: { id, name, labels } }) => [id, { name, labels }]));
  return uses.map((use) => ({ ...use, ...known.get(use.id)! }));
};

/** Whether promotions can change anything of a cart. */
export const hasPromotions = (shop: Reader, { promotions, nearly }: Cart): boolean =>
  promotions.length + nearly.length > 0 || shop.index('promotion').running.length > 0;

/** Gives a session the promotions that were found for its cart, as it was read before. */
export const setPromotions = (
  tx: Transaction,
  sessionId: number,
  cart: Cart,
  { uses, all }: Considered,
): Result<void> => {
  const before = new Map(cart.promotions.map((one) => [one.id, one]));
  // What stays as it was stays the same object, with what is remembered of it.
  const promotions = namedUses(uses, all).map((one) => {
    const known = before.get(one.id);
    return known !== undefined && sameValue(one, known) ? known : one;
  });
  const nearly = cart.lines.length === 0 ? [] : all.flatMap(nearlyOf);
  return sameValue(promotions, cart.promotions) && sameValue(nearly, cart.nearly)
    ? DONE
    : tx.ask('session', sessionId, { type: 'set_promotions', promotions, nearly });
};
