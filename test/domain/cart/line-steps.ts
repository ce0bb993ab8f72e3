// Steps that add, change or remove lines of a cart, each with what the slow model says it comes to.
import type { Milli } from '../../../src/domain/money.ts';
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import { setQuantity } from '../../../src/domain/cart/line-quantity.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { ModelSession } from './cart-model.ts';
import { isExact, taxedPrice, withChildren } from './cart-model.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { ONE, ZERO, compare, fromScaled, minus, plus, rational } from './rational.ts';
import { same } from '../same.ts';
import { nth, outcome, renew } from './cart-step.ts';
import type { Model, AddStep, StepSpec } from './cart-step.ts';

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
  const given = [priceText, product?.taxclass ?? step.taxClass, step.country] as const;
  const { price, rate } = taxedPrice(...given);
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
    cart.lines.push({ id: cart.made + 1, productId, price, rate, name, attributes, parentId, quantity, given });
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

export const runAdd = (model: Model, shop: MemoryShop, step: AddStep): void => {
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
      backOffice: step.backOffice,
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

export const runLine = (
  model: Model,
  shop: MemoryShop,
  does: 'decrement' | 'remove',
  at: number,
  nthLine: number,
): void => {
  const session = nth(model.sessions, at);
  const { cart } = session;
  const line = cart.lines[nthLine];
  const lineId = line?.id ?? 999_999;
  const result =
    does === 'remove'
      ? shop.ask('session', session.id, { type: 'remove_line', lineId, currencyDigits: 2 })
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

export const runSet = (
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
