// Steps with coupons, the checkout and the state of an order, each with what the slow model says it comes to.
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import type { ModelCoupon, ModelSession } from './cart-model.ts';
import { absolute, emptyModelCart, isExact, shownCart, taxedByShop, totalOf } from './cart-model.ts';
import type { ModelTerms } from '../coupons/coupon-model.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { compare, fromScaled, scaled } from './rational.ts';
import { same } from '../same.ts';
import { modelSession, nth, outcome } from './cart-step.ts';
import type { Model } from './cart-step.ts';

const PRICE_MAX = fromScaled(PRICE_E4_MAX, 4);

const dayNow = (shop: MemoryShop): number => Math.floor(shop.nowMs / 86_400_000);

/** Why a coupon cannot be used; '' when it can. */
const unusable = (
  { terms: { code: made, startDay, endDay }, holder }: ModelCoupon,
  today: number,
  code = made,
): string => {
  if (startDay !== null && today < startDay) return `COUPON_NOT_YET_VALID ${code}`;
  if (endDay !== null && today > endDay) return `COUPON_EXPIRED ${code}`;
  return holder === 0 ? '' : `COUPON_USED ${code}`;
};

/** Codes in the spellings that shoppers type. */
const spelled = (code: string, at: number): string =>
  at % 2 === 0 ? code : at % 4 === 1 ? code.toUpperCase() : code.toLowerCase();

const expectCoupons = (model: Model, session: ModelSession, wanted: readonly number[], today: number): string => {
  const attached = wanted.length === 0 ? [] : [...session.cart.coupons];
  for (const [at, place] of wanted.entries()) {
    const coupon = model.coupons[place];
    if (coupon === undefined) return `COUPON_NOT_VALID ${spelled(`nobody${place}`, at)}`;
    const code = spelled(coupon.terms.code, at);
    if (attached.includes(coupon)) return `COUPON_ALREADY_ADDED ${code}`;
    const why = unusable(coupon, today, code);
    if (why !== '') return why;
    attached.push(coupon);
    if (attached.length > 1 && attached.some(({ terms }) => !terms.combineable))
      return `COUPON_NOT_COMBINEABLE ${code}`;
  }
  session.cart.coupons = attached;
  return 'done';
};

export const runCoupons = (model: Model, shop: MemoryShop, at: number, places: readonly number[]): void => {
  const session = nth(model.sessions, at);
  const given = places.map((place, at) => ({
    code: spelled(model.coupons[place]?.terms.code ?? `nobody${place}`, at),
    name: '',
  }));
  const result = shop.transact((tx) => addCoupons(tx, session.id, given));
  same(outcome(result), expectCoupons(model, session, places, dayNow(shop)));
};

/** Makes the coupons in the shop, with the codes that the model gives them. */
export const makeCoupons = (shop: MemoryShop, all: readonly ModelTerms[]): void => {
  for (const { code, amount, ...rest } of all) {
    const terms = { ...rest, currency: '', promotionId: 0, amount: Number(scaled(amount, rest.percentage ? 4 : 2)) };
    same(outcome(shop.transact((tx) => createCoupons(tx, { terms, count: 1, code }))), 'done');
  }
};

const redeem = (coupon: ModelCoupon, orderId: number): void => {
  coupon.uses += 1;
  if (!coupon.terms.unique) return;
  coupon.holder = orderId;
  coupon.state = 'REDEEMED';
};

const expectCheckout = (model: Model, session: ModelSession, today: number): string => {
  const { cart } = session;
  if (cart.lines.length === 0)
    return session.placedOrderId === 0 ? 'CART_EMPTY session' : `${session.placedOrderId} ${session.nextId}`;
  const ordered = taxedByShop(cart);
  if (ordered.lines.some(({ price }) => compare(absolute(price), PRICE_MAX) > 0) || !isExact(ordered))
    return 'AMOUNT_OUT_OF_RANGE delivery_country';
  if (compare(totalOf(ordered), totalOf(cart)) !== 0) return 'TOTAL_CHANGED expected_total';
  if (totalOf(ordered).n < 0n) return 'CART_TOTAL_NEGATIVE session';
  const taken = model.warehouse.wanted(cart.lines);
  if (typeof taken === 'number') return `SHOPOBJECT_NOT_AVAILABLE ${taken}`;
  const why = cart.coupons.map((coupon) => unusable(coupon, today)).find((one) => one !== '');
  if (why !== undefined) return why;
  model.warehouse.move(taken, -1);
  const id = session.orderNumber === 0 ? (model.numbers += 1) : session.orderNumber;
  session.orderNumber = 0;
  model.orders.push({ id, cart: ordered, canceled: false, taken });
  for (const coupon of cart.coupons) redeem(coupon, id);
  session.cart = emptyModelCart();
  session.placedOrderId = id;
  session.showsPlaced = true;
  session.nextId = model.sessions.length + 1;
  model.sessions.push(modelSession(session.nextId));
  return `${id} ${session.nextId}`;
};

export const runCheckout = (model: Model, shop: MemoryShop, at: number): void => {
  const session = nth(model.sessions, at);
  const before = shop.state('session', session.id);
  const shown = shownCart(before.cart);
  const result = shop.transact((tx) => checkout(tx, session.id));
  const said = expectCheckout(model, session, dayNow(shop));
  same(result.ok ? `${result.value.orderId} ${result.value.next.id}` : outcome(result), said);
  // A checkout that failed changed nothing.
  if (!result.ok) same(shownCart(shop.state('session', session.id).cart), shown);
};

export const runState = (model: Model, shop: MemoryShop, does: 'cancel' | 'reopen', at: number): void => {
  if (model.orders.length === 0) return;
  const order = nth(model.orders, at);
  const to = does === 'cancel' ? 'CANCELED' : 'OPEN';
  const details = { fields: {}, attributes: {} };
  const result = shop.transact((tx) =>
    updateOrder(tx, { by: 0, invoiceText: () => '', orderId: order.id, details, states: { order: to } }),
  );
  let expected = 'done';
  if (does === 'cancel' && !order.canceled) {
    model.warehouse.move(order.taken, 1);
    order.taken = new Map();
    order.canceled = true;
    for (const coupon of order.cart.coupons.filter(({ terms }) => terms.unique)) {
      coupon.holder = 0;
      coupon.state = 'FREED';
      coupon.uses -= 1;
    }
  } else if (does === 'reopen' && order.canceled) {
    const taken = model.warehouse.wanted(order.cart.lines);
    const uniques = order.cart.coupons.filter(({ terms }) => terms.unique);
    const lost = uniques.find(({ holder }) => holder !== 0);
    if (typeof taken === 'number') expected = `SHOPOBJECT_NOT_AVAILABLE ${taken}`;
    else if (lost !== undefined) expected = `COUPON_USED ${lost.terms.code}`;
    else {
      model.warehouse.move(taken, -1);
      order.taken = taken;
      order.canceled = false;
      for (const coupon of uniques) redeem(coupon, order.id);
    }
  }
  same(outcome(result), expected);
};
