// All that a shop and the slow model of it must have in common between two steps.
import { fieldOf } from '../../../src/domain/cart/order-details.ts';
import type { ModelCart } from './cart-model.ts';
import { expectedCart, shownCart } from './cart-model.ts';
import type { Model } from './cart-step.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { ZERO, scaled } from './rational.ts';
import { same } from '../same.ts';

const stockKey = (shop: MemoryShop, id: number): string => {
  const { storageId, holderId } = shop.state('stock', id);
  if (storageId === 0) return `product ${holderId}`;
  return `${shop.state('warehouse_entity', holderId).metadata.element_number} ${shop.state('storage', storageId).name}`;
};

const known = new WeakMap<ModelCart, { readonly parts: readonly unknown[]; readonly expected: unknown }>();

/** What the model says of a cart, computed anew whenever a part of it is another than before. */
const expectedNow = (cart: ModelCart, ordered = false): unknown => {
  const { lines, delivery, coupons } = cart;
  const parts = [ordered, delivery, coupons, ...lines, ...lines.map(({ quantity }) => quantity)];
  const before = known.get(cart);
  if (before?.parts.length === parts.length && parts.every((part, at) => part === before.parts[at]))
    return before.expected;
  const expected = expectedCart(cart, ordered);
  known.set(cart, { parts, expected });
  return expected;
};

/** All that must hold between two steps. */
export const agree = (model: Model, shop: MemoryShop): void => {
  for (const { id, cart, note, paymentMethodId, orderNumber, placedOrderId, showsPlaced } of model.sessions) {
    const session = shop.state('session', id);
    same(shownCart(session.cart), expectedNow(cart));
    const { draft } = session;
    same(
      [
        fieldOf(draft, 'note'),
        draft.paymentMethodId,
        session.reservedOrderId,
        session.placedOrderId,
        session.showsPlacedOrder,
      ],
      [note, paymentMethodId, orderNumber, placedOrderId, showsPlaced],
    );
  }
  for (const { id, state, uses } of model.coupons) {
    const coupon = shop.state('coupon', id);
    same([id, coupon.state, coupon.uses], [id, state, uses]);
  }
  const holding = new Map<number, number>();
  for (const { id, cart, canceled } of model.orders) {
    const order = shop.state('order', id);
    same(shownCart(order.cart), expectedNow(cart, true));
    same(order.states.order, canceled ? 'CANCELED' : 'OPEN');
    for (const { stockId, quantityMilli } of order.taken)
      holding.set(stockId, (holding.get(stockId) ?? 0) + quantityMilli);
  }
  for (const id of shop.ids('stock')) {
    const { quantityMilli, placedMilli, takenMilli, soldMilli, returnedMilli } = shop.state('stock', id);
    same(quantityMilli, placedMilli - takenMilli - soldMilli + returnedMilli);
    same(quantityMilli >= 0, true);
    // What orders hold is what was sold and not returned: nothing is lost between order and ledger.
    same(holding.get(id) ?? 0, soldMilli - returnedMilli);
    same(BigInt(quantityMilli), scaled(model.warehouse.stock.get(stockKey(shop, id)) ?? ZERO, 3));
  }
};
