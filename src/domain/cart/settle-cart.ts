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
import type { Delivery } from './deliver-cart.ts';
import type { PriceE4 } from '../money.ts';
import type { Session } from './session.ts';

/** Whether promotions or delivery can change anything of a cart, whatever its draft comes to say. */
export const maySettle = (shop: Reader, cart: Cart): boolean =>
  hasPromotions(shop, cart) || hasDeliveryRules(shop, cart);

/** Whether they can as its draft is. Asked before a change, because a session that is read after it is copied first. */
export const needsSettling = (shop: Reader, session: Pick<Session, 'cart' | 'draft'>): boolean =>
  hasPromotions(shop, session.cart) || mayDeliver(shop, session);

const NOTHING: Considered = { uses: [], judged: [], all: [] };

const isFreeDelivery = ({ promotion }: Considered['all'][number]): boolean => promotion.kind === 'free_delivery';

/** Notes which extension has said what the delivery costs, where that was another one. */
const noteQuoted = (tx: Transaction, sessionId: number, { answered }: Cart, said: Delivery['said']): Result<void> => {
  const [, nameBefore = '', versionBefore = '', ownBefore = 0] = answered.find(([lineId]) => lineId === 0) ?? [];
  const [name, version] = said?.by ?? ['', ''];
  const ownE4 = said?.ownE4 ?? (0 as PriceE4);
  return name === nameBefore && version === versionBefore && ownE4 === ownBefore
    ? DONE
    : tx.ask('session', sessionId, { type: 'note_price', lineId: 0, name, version, ownE4, listed: null });
};

/**
 * Gives the cart of a session what promotions give it and delivery costs it now. `isLogin`: a login or its end, which
 * waits for no extension: a delivery that one would be asked about stays until the next change, or the checkout.
 */
export const settleCart = (tx: Transaction, sessionId: number, { isLogin = false } = {}): Result<void> => {
  if (tx.settlesLater === true) return DONE;
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  const isPromoted = hasPromotions(tx, cart);
  const delivers = mayDeliver(tx, session);
  if (!isPromoted && !delivers) return DONE;
  const before = isPromoted ? considered(tx, session) : NOTHING;
  const delivery = delivers ? deliveryOf(tx, session, sessionId, before.uses, isLogin) : undefined;
  if (delivery === undefined) return isPromoted ? setPromotions(tx, sessionId, cart, before) : DONE;
  const { positions: deliveryPositions, undelivered, said } = delivery;
  const stays = sameValue(deliveryPositions, cart.deliveryPositions) && sameValue(undelivered, cart.undelivered);
  const set = stays
    ? DONE
    : tx.ask('session', sessionId, { type: 'set_delivery', positions: deliveryPositions, undelivered });
  const noted = set.ok ? noteQuoted(tx, sessionId, cart, said) : set;
  if (!noted.ok || !isPromoted) return noted;
  const after =
    stays || !before.all.some(isFreeDelivery)
      ? before
      : considered(tx, { ...session, cart: { ...cart, deliveryPositions } });
  return setPromotions(tx, sessionId, cart, after);
};

/** Makes changes after which the caller settles the cart, once for all of them. */
export const settledLater = <T>(tx: Transaction, change: () => T): T => {
  tx.settlesLater = true;
  const made = change();
  tx.settlesLater = false;
  return made;
};
