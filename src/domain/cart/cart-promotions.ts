// The promotions of a cart: found anew by every change of it, in the same record, and by its checkout. What a
// promotion gives is kept with the cart, so that it shows the same until it changes; a promotion that has begun or
// ended meanwhile shows with the next change, or is refused once by the checkout (TOTAL_CHANGED).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { PromotionContext } from '../promotions/audience.ts';
import { goodsOfCart } from '../promotions/goods.ts';
import { judge } from '../promotions/judge.ts';
import type { Considered, ConsideredPromotion } from '../promotions/judge.ts';
import { sameValue } from '../same-value.ts';
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
  return {
    currency: cartRules(rules, session).currency,
    groups: groupsOf(shop, session),
    channelId,
    country: countryOf(session) || rules.country,
    isFirstOrder: buyer !== 0 && !reports.returning.knows(buyer),
    opened: new Set(cart.coupons.flatMap(({ terms }) => terms.promotionId || [])),
    uses: (id) => tallies.of(id).uses,
    usesOfPerson: (id) => {
      const person = personOf({ userId: buyer, details: draft });
      return person === '' ? 0 : tallies.ofPerson(id, person);
    },
    spentMinor: (one) => tallies.spentMinor(one.id, one.currency),
  };
};

/** What promotions give a session's cart now, and what became of each. `among`: all, or those that may be for it. */
export const considered = (shop: Reader, session: PromotedSession, among: 'all' | 'fitting'): Considered => {
  const context = contextOf(shop, session);
  shop.trackAbsence('promotion');
  const index = shop.index('promotion');
  const promotions = among === 'all' ? index.running : index.fittingOf(context);
  return judge(promotions, session.cart, context, goodsOfCart(shop));
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

/** Gives the cart of a session what promotions give it now. */
export const promoteCart = (tx: Transaction, sessionId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  if (!hasPromotions(tx, cart)) return DONE;
  const { uses, all } = considered(tx, session, 'fitting');
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
