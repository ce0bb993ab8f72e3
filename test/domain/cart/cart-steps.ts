// What shoppers and the back office do to a shop, each step with what the slow model says it comes to.
import type * as fc from 'fast-check';
import type { Minor, Milli, RateE6 } from '../../../src/domain/money.ts';
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import { setQuantity } from '../../../src/domain/cart/line-quantity.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { agree } from './cart-agreement.ts';
import type { ModelCoupon, ModelOrder, ModelSession, Warehouse } from './cart-model.ts';
import { emptyModelCart, isExact, shownCart, taxedPrice, totalOf, withChildren } from './cart-model.ts';
import type { ModelTerms } from '../coupons/coupon-model.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { ONE, ZERO, compare, fromScaled, minus, plus, rational, scaled } from './rational.ts';
import { same } from '../same.ts';
import type { SeededProduct } from '../seeded-shop.ts';

export interface Model {
  readonly products: readonly SeededProduct[];
  readonly warehouse: Warehouse;
  readonly sessions: ModelSession[];
  readonly orders: ModelOrder[];
  /** The last order number that was given out, to a draft or an order. */
  numbers: number;
  readonly coupons: readonly ModelCoupon[];
  readonly linesMax: number;
}

export const modelSession = (id: number): ModelSession => ({
  id,
  cart: emptyModelCart(),
  note: '',
  paymentMethodId: 0,
  orderNumber: 0,
  placedOrderId: 0,
  showsPlaced: false,
  nextId: 0,
});

export interface AddStep {
  readonly does: 'add';
  readonly session: number;
  /** 0: a free element of price `priceE4`. */
  readonly productId: number;
  readonly priceE4: number;
  readonly quantityMilli: number;
  readonly grouped: boolean;
  /** Which of the lines is its parent; beyond them a line that does not exist, 0 none. */
  readonly parent: number;
  readonly color: string;
  readonly country: string;
  /** Of a free element. */
  readonly taxClass: string;
  readonly language: string;
  readonly backOffice: boolean;
}

export type StepSpec =
  | AddStep
  | { readonly does: 'decrement' | 'remove'; readonly session: number; readonly line: number }
  | { readonly does: 'set'; readonly session: number; readonly line: number; readonly quantityMilli: number }
  | { readonly does: 'clear' | 'checkout'; readonly session: number }
  | {
      readonly does: 'deliver';
      readonly session: number;
      readonly positions: readonly { readonly name: string; readonly minor: number; readonly rateE6: number }[];
    }
  | { readonly does: 'details'; readonly session: number; readonly note: string; readonly payment: boolean }
  | { readonly does: 'cancel' | 'reopen'; readonly order: number }
  /** Places in the list of coupons; one beyond it is a code that nobody made. */
  | { readonly does: 'coupons'; readonly session: number; readonly coupons: readonly number[] }
  | { readonly does: 'next day' };

const nth = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** `CODE param`, or 'done'. */
const outcome = (result: Result<unknown>): string => (result.ok ? 'done' : `${result.code} ${result.param}`);

const renew = (session: ModelSession): void => {
  if (!session.showsPlaced) return;
  session.paymentMethodId = 0;
  session.note = '';
  session.showsPlaced = false;
};

const PRICE_MAX = fromScaled(PRICE_E4_MAX, 4);

const expectAdd = (model: Model, session: ModelSession, step: AddStep, parentId: number): string => {
  const { cart } = session;
  const { productId } = step;
  const quantity = fromScaled(step.quantityMilli, 3);
  const product = productId === 0 ? undefined : model.products[productId - 1]!;
  if (product === undefined) {
    if (step.priceE4 < 0 && !step.backOffice) return 'PERMISSION_DENIED price_field';
  } else {
    const inCart = cart.lines
      .filter((line) => line.productId === productId)
      .reduce((sum, line) => plus(sum, line.quantity), ZERO);
    if (!model.warehouse.has(productId, plus(inCart, quantity))) return `SHOPOBJECT_NOT_AVAILABLE ${productId}`;
  }
  const priceText = product?.price ?? `${step.priceE4}e-4`;
  const { price, rate } = taxedPrice(priceText, product?.taxclass ?? step.taxClass, step.country);
  if (compare(price, PRICE_MAX) > 0 || compare(price, minus(ZERO, PRICE_MAX)) < 0)
    return 'AMOUNT_OUT_OF_RANGE price_field';
  const name =
    product === undefined ? 'free' : step.language === 'en_GB' ? `Goods P${productId}` : `Ware P${productId}`;
  const attributes = step.color === '' ? '' : `color=${step.color}`;
  const parent = parentId === 0 ? undefined : (cart.lines.find(({ id }) => id === parentId) ?? 'none');
  if (parent !== undefined && (parent === 'none' || parent.parentId !== 0))
    return `CART_LINE_${parent === 'none' ? 'NOT_FOUND' : 'PARENT_NOT_VALID'} ${parentId}`;
  const equal = cart.lines.find(
    (line) =>
      step.grouped &&
      line.productId === productId &&
      compare(line.price, price) === 0 &&
      compare(line.rate, rate) === 0 &&
      line.name === name &&
      line.attributes === attributes &&
      line.parentId === parentId,
  );
  const before = { ...cart, lines: cart.lines.map((line) => ({ ...line })) };
  if (equal === undefined) {
    if (cart.lines.length >= model.linesMax) return `CART_LINE_LIMIT_REACHED ${model.linesMax}`;
    cart.lines.push({ id: cart.made + 1, productId, price, rate, name, attributes, parentId, quantity });
  } else {
    equal.quantity = plus(equal.quantity, quantity);
    if (compare(equal.quantity, rational(1_000_000)) > 0) {
      session.cart = before;
      return 'AMOUNT_OUT_OF_RANGE quantity';
    }
  }
  if (!isExact(cart)) {
    session.cart = before;
    return 'AMOUNT_OUT_OF_RANGE quantity';
  }
  if (equal === undefined) cart.made += 1;
  renew(session);
  return 'done';
};

const runAdd = (model: Model, shop: MemoryShop, step: AddStep): void => {
  const session = nth(model.sessions, step.session);
  const { lines } = session.cart;
  const parentId = step.parent === 0 ? 0 : (lines[step.parent - 1]?.id ?? 999_999);
  const free = step.productId === 0;
  const result = shop.transact((tx) =>
    addToCart(tx, {
      sessionId: session.id,
      productId: step.productId,
      free,
      grouped: step.grouped,
      quantityMilli: step.quantityMilli as Milli,
      priceField: free ? `${step.priceE4}e-4` : 'price',
      nameField: free ? 'free' : 'title',
      descriptionField: free ? '' : 'text',
      language: step.language,
      country: step.country,
      taxClass: free ? step.taxClass : '',
      parentId,
      attributes: step.color === '' ? [] : [['color', step.color]],
      negativeAllowed: step.backOffice,
    }),
  );
  same(outcome(result), expectAdd(model, session, step, parentId));
  if (!result.ok) return;
  // add_to_cart names the line it made or raised.
  const { cart } = shop.state('session', session.id);
  same(
    cart.lines.some(({ id }) => id === cart.lastLineId),
    true,
  );
};

const runLine = (model: Model, shop: MemoryShop, does: 'decrement' | 'remove', at: number, nthLine: number): void => {
  const session = nth(model.sessions, at);
  const { cart } = session;
  const line = cart.lines[nthLine];
  const lineId = line?.id ?? 999_999;
  const result =
    does === 'remove'
      ? shop.ask('session', session.id, { type: 'remove_line', lineId })
      : shop.ask('session', session.id, { type: 'decrement_line', lineId, currencyDigits: 2 });
  same(outcome(result), line === undefined ? 'CART_LINE_NOT_FOUND 999999' : 'done');
  if (line === undefined) return;
  if (does === 'decrement' && compare(line.quantity, ONE) > 0) line.quantity = minus(line.quantity, ONE);
  else {
    const gone = withChildren(cart, lineId);
    cart.lines = cart.lines.filter(({ id }) => !gone.has(id));
  }
};

const expectSet = (model: Model, session: ModelSession, lineId: number, quantityMilli: number): string => {
  const { cart } = session;
  const line = cart.lines.find(({ id }) => id === lineId);
  if (line === undefined) return `CART_LINE_NOT_FOUND ${lineId}`;
  const { productId, quantity: before } = line;
  line.quantity = fromScaled(quantityMilli, 3);
  const inCart = cart.lines
    .filter((one) => one.productId === productId)
    .reduce((sum, one) => plus(sum, one.quantity), ZERO);
  const lacks = productId !== 0 && compare(line.quantity, before) > 0 && !model.warehouse.has(productId, inCart);
  const refused = lacks
    ? `SHOPOBJECT_NOT_AVAILABLE ${productId}`
    : isExact(cart)
      ? 'done'
      : 'AMOUNT_OUT_OF_RANGE quantity';
  if (refused !== 'done') line.quantity = before;
  return refused;
};

const runSet = (
  model: Model,
  shop: MemoryShop,
  { session: at, line: nthLine, quantityMilli }: Extract<StepSpec, { does: 'set' }>,
): void => {
  const session = nth(model.sessions, at);
  const lineId = session.cart.lines[nthLine]?.id ?? 999_999;
  const result = shop.transact((tx) =>
    setQuantity(tx, { sessionId: session.id, lineId, quantityMilli: quantityMilli as Milli }),
  );
  same(outcome(result), expectSet(model, session, lineId, quantityMilli));
};

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

const runCoupons = (model: Model, shop: MemoryShop, at: number, places: readonly number[]): void => {
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
    const terms = { ...rest, amount: Number(scaled(amount, rest.percentage ? 4 : 2)) };
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
  if (totalOf(cart).n < 0n) return 'CART_TOTAL_NEGATIVE session';
  const taken = model.warehouse.wanted(cart.lines);
  if (typeof taken === 'number') return `SHOPOBJECT_NOT_AVAILABLE ${taken}`;
  const why = cart.coupons.map((coupon) => unusable(coupon, today)).find((one) => one !== '');
  if (why !== undefined) return why;
  model.warehouse.move(taken, -1);
  const id = session.orderNumber === 0 ? (model.numbers += 1) : session.orderNumber;
  session.orderNumber = 0;
  model.orders.push({ id, cart, canceled: false, taken });
  for (const coupon of cart.coupons) redeem(coupon, id);
  session.cart = emptyModelCart();
  session.placedOrderId = id;
  session.showsPlaced = true;
  session.nextId = model.sessions.length + 1;
  model.sessions.push(modelSession(session.nextId));
  return `${id} ${session.nextId}`;
};

const runCheckout = (model: Model, shop: MemoryShop, at: number): void => {
  const session = nth(model.sessions, at);
  const before = shop.state('session', session.id);
  const shown = shownCart(before.cart);
  const result = shop.transact((tx) => checkout(tx, session.id));
  const said = expectCheckout(model, session, dayNow(shop));
  same(result.ok ? `${result.value.orderId} ${result.value.next.id}` : outcome(result), said);
  // A checkout that failed changed nothing.
  if (!result.ok) same(shownCart(shop.state('session', session.id).cart), shown);
};

const runState = (model: Model, shop: MemoryShop, does: 'cancel' | 'reopen', at: number): void => {
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

const runDeliver = (model: Model, shop: MemoryShop, step: Extract<StepSpec, { does: 'deliver' }>): void => {
  const session = nth(model.sessions, step.session);
  const result = shop.ask('session', session.id, {
    type: 'set_delivery_costs',
    positions: step.positions.map(({ name, minor, rateE6 }) => ({
      name,
      priceMinor: minor as Minor,
      rateE6: rateE6 as RateE6,
    })),
  });
  const delivery = step.positions.map(({ name, minor, rateE6 }) => ({
    name,
    price: fromScaled(minor, 2),
    rate: fromScaled(rateE6, 6),
  }));
  const exact = isExact({ ...session.cart, delivery });
  if (exact) session.cart.delivery = delivery;
  same(outcome(result), exact ? 'done' : 'AMOUNT_OUT_OF_RANGE delivery_costs');
};

export const run = (model: Model, shop: MemoryShop, step: StepSpec): void => {
  switch (step.does) {
    case 'add':
      return runAdd(model, shop, step);
    case 'decrement':
    case 'remove':
      return runLine(model, shop, step.does, step.session, step.line);
    case 'set':
      return runSet(model, shop, step);
    case 'clear': {
      const session = nth(model.sessions, step.session);
      session.cart = emptyModelCart(session.cart.made);
      same(outcome(shop.ask('session', session.id, { type: 'clear_cart' })), 'done');
      return;
    }
    case 'checkout':
      return runCheckout(model, shop, step.session);
    case 'deliver':
      return runDeliver(model, shop, step);
    case 'coupons':
      return runCoupons(model, shop, step.session, step.coupons);
    case 'next day':
      shop.nowMs += 86_400_000;
      return;
    case 'details': {
      const session = nth(model.sessions, step.session);
      renew(session);
      session.note = step.note;
      if (step.payment) session.paymentMethodId = 2;
      if (session.orderNumber === 0) session.orderNumber = model.numbers += 1;
      const change = { fields: { note: step.note }, attributes: {}, ...(step.payment && { paymentMethodId: 2 }) };
      const set = shop.transact((tx) =>
        tx.ask('session', session.id, {
          type: 'set_details',
          subject: 1,
          reservedOrderId: tx.nextId('order'),
          ...change,
        }),
      );
      same(outcome(set), 'done');
      return;
    }
    case 'cancel':
    case 'reopen':
      return runState(model, shop, step.does, step.order);
    default:
      step satisfies never;
  }
};

export class Step implements fc.Command<Model, MemoryShop> {
  private readonly spec: StepSpec;
  constructor(spec: StepSpec) {
    this.spec = spec;
  }
  check(): boolean {
    return true;
  }
  run(model: Model, shop: MemoryShop): void {
    run(model, shop, this.spec);
    agree(model, shop);
  }
  toString(): string {
    return JSON.stringify(this.spec);
  }
}
