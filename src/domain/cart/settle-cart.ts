// What follows from a change of a cart, in the same record: promotions, then delivery by rules. Promotions on goods
// come first, delivery sees what they leave, and only free delivery sees the delivery: no cost of it feeds a condition.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Considered } from '../promotions/judge.ts';
import { sameValue } from '../same-value.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Cart } from './cart.ts';
import { considered, hasPromotions, setPromotions } from './cart-promotions.ts';
import { deliveryOf, hasDeliveryRules, mayDeliver } from './deliver-cart.ts';
import type { Session } from './session.ts';

/** Whether promotions or delivery can change anything of a cart, whatever its draft comes to say. */
export const maySettle = (shop: Reader, cart: Cart): boolean =>
  hasPromotions(shop, cart) || hasDeliveryRules(shop, cart);

/** Whether they can as its draft is. Asked before a change, because a session that is read after it is copied first. */
export const needsSettling = (shop: Reader, session: Pick<Session, 'cart' | 'draft'>): boolean =>
  hasPromotions(shop, session.cart) || mayDeliver(shop, session);

const NOTHING: Considered = { uses: [], judged: [], all: [] };

const isFreeDelivery = ({ promotion }: Considered['all'][number]): boolean => promotion.kind === 'free_delivery';

/** Gives the cart of a session what promotions give it and delivery costs it now. */
export const settleCart = (tx: Transaction, sessionId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  const isPromoted = hasPromotions(tx, cart);
  const delivers = mayDeliver(tx, session);
  if (!isPromoted && !delivers) return DONE;
  const before = isPromoted ? considered(tx, session) : NOTHING;
  if (!delivers) return setPromotions(tx, sessionId, cart, before);
  const { positions: deliveryPositions, undelivered } = deliveryOf(tx, session, sessionId, before.uses);
  const stays = sameValue(deliveryPositions, cart.deliveryPositions) && sameValue(undelivered, cart.undelivered);
  const set = stays
    ? DONE
    : tx.ask('session', sessionId, { type: 'set_delivery', positions: deliveryPositions, undelivered });
  if (!set.ok || !isPromoted) return set;
  const after =
    stays || !before.all.some(isFreeDelivery)
      ? before
      : considered(tx, { ...session, cart: { ...cart, deliveryPositions } });
  return setPromotions(tx, sessionId, cart, after);
};
