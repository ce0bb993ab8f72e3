// What carts, orders and stock must be, written with rationals and recomputed from nothing at every look. Slow on
// purpose.
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import type { ModelTerms } from '../coupons/coupon-model.ts';
import { modelDiscounts, taxIn } from '../coupons/coupon-model.ts';
import { RULES } from '../memory-shop.ts';
import type { Rational } from './rational.ts';
import {
  ONE,
  ZERO,
  compare,
  fromDecimal,
  fromScaled,
  minus,
  over,
  plus,
  rational,
  round,
  scaled,
  sumOf,
  times,
} from './rational.ts';
import type { SeededProduct } from '../seeded-shop.ts';

export interface ModelLine {
  readonly id: number;
  readonly productId: number;
  price: Rational;
  rate: Rational;
  readonly name: string;
  readonly attributes: string;
  readonly parentId: number;
  quantity: Rational;
  /** The price as it was given, its tax class, and the country of the call. */
  readonly given: readonly [price: string, taxClass: string, country: string];
}

interface ModelDelivery {
  readonly name: string;
  readonly price: Rational;
  readonly rate: Rational;
}

export interface ModelCart {
  lines: ModelLine[];
  made: number;
  delivery: readonly ModelDelivery[];
  coupons: readonly ModelCoupon[];
}

/** A coupon; carts share it. */
export interface ModelCoupon {
  readonly id: number;
  readonly terms: ModelTerms;
  /** Who has redeemed a unique one; 0 nobody. */
  holder: number;
  state: string;
  uses: number;
}

export interface ModelSession {
  readonly id: number;
  cart: ModelCart;
  note: string;
  paymentMethodId: number;
  /** 0 before the first details of a draft. */
  orderNumber: number;
  placedOrderId: number;
  /** False once a new draft has begun. */
  showsPlaced: boolean;
  nextId: number;
}

export interface ModelOrder {
  readonly id: number;
  readonly cart: ModelCart;
  canceled: boolean;
  /** Stock item → what the order holds of it. */
  taken: Map<string, Rational>;
}

/** What a stock item holds, by `product 1` or `A north`. */
export type ModelStock = Map<string, Rational>;

const LIMIT = fromScaled(999_999_999_999_999n, 2);
export const absolute = (value: Rational): Rational => (value.n < 0n ? minus(ZERO, value) : value);

export const emptyModelCart = (made = 0): ModelCart => ({ lines: [], made, delivery: [], coupons: [] });

type Priced = Pick<ModelLine, 'productId' | 'price' | 'quantity'>;

const CENT = fromScaled(1n, 2);

/** Towards zero. */
const whole = (amount: Rational): Rational => {
  const near = round(amount, 2);
  const isBeyond = compare(absolute(near), absolute(amount)) > 0;
  return !isBeyond ? near : amount.n < 0n ? plus(near, CENT) : minus(near, CENT);
};

/**
 * Sums of lines. Those of one product, with prices on one side of zero, come to their exact sum, rounded: cents that
 * their whole cents lack go to the largest fractions one by one.
 */
const lineTotals = (lines: readonly Priced[]): Rational[] => {
  const exact = lines.map((line) => times(line.price, line.quantity));
  const sums = exact.map((amount) => round(amount, 2));
  const keys = lines.map(({ productId, price }, at) =>
    productId === 0 ? `free ${at}` : `${productId} ${price.n < 0n}`,
  );
  for (const key of new Set(keys)) {
    const group = lines.flatMap((_, at) => (keys[at] === key ? [at] : []));
    for (const at of group) sums[at] = whole(exact[at]!);
    const total = round(sumOf(group.map((at) => exact[at]!)), 2);
    const rest = (at: number): Rational => absolute(minus(exact[at]!, whole(exact[at]!)));
    const size = (at: number): Rational => absolute(exact[at]!);
    const order = group.toSorted((a, b) => compare(rest(b), rest(a)) || compare(size(b), size(a)) || a - b);
    for (const at of order) {
      if (compare(sumOf(group.map((one) => sums[one]!)), total) === 0) break;
      sums[at] = total.n < 0n ? minus(sums[at]!, CENT) : plus(sums[at]!, CENT);
    }
  }
  return sums;
};

/** Whether every sum over some of these amounts can be shown with 15 digits. */
export const isExact = ({ lines, delivery }: ModelCart): boolean =>
  compare(sumOf([...lineTotals(lines), ...delivery.map(({ price }) => price)].map(absolute)), LIMIT) <= 0;

/** Price and rate that a line carries (D74). */
export const taxedPrice = (price: string, className: string, country: string): { price: Rational; rate: Rational } => {
  const found = RULES.taxClasses.find(({ name }) => name === className) ?? RULES.taxClasses[0];
  const rate = fromScaled(found.rates[country] ?? found.rates['DE'] ?? 0, 6);
  const given = round(fromDecimal(price), 4);
  if (found.calculation === 'included') return { price: given, rate };
  const factor = plus(ONE, rate);
  return found.calculation === 'added'
    ? { price: round(times(given, factor), 4), rate }
    : { price: round(over(given, factor), 4), rate: ZERO };
};

/** What the shop's own country makes of a cart that calls of several countries have taxed. */
export const taxedByShop = (cart: ModelCart): ModelCart => {
  const countries = new Set(cart.lines.map(({ given: [, , country] }) => country));
  if (countries.size < 2) return cart;
  const lines = cart.lines.map((line) => ({ ...line, ...taxedPrice(line.given[0], line.given[1], 'DE') }));
  return { ...cart, lines };
};

export const withChildren = ({ lines }: ModelCart, id: number): Set<number> => {
  const found = new Set([id]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const line of lines) if (found.has(line.parentId)) found.add(line.id);
  }
  return found;
};

const discountsOf = ({ lines, coupons }: ModelCart) => {
  const sums = lineTotals(lines);
  return modelDiscounts(
    lines.map(({ rate }, at) => ({ sum: sums[at]!, rate })),
    coupons.map(({ terms }) => terms),
  );
};

export const totalOf = (cart: ModelCart): Rational =>
  sumOf([...discountsOf(cart).left, ...cart.delivery.map(({ price }) => price)]);

const shownLine = (line: Line): unknown => ({
  id: line.id,
  type: line.type,
  productId: line.productId,
  quantity: line.quantityMilli,
  price: line.priceE4,
  sum: line.sumMinor,
  rate: line.rateE6,
  tax: line.taxMinor,
  sumTax: line.sumTaxMinor,
  name: line.name,
  attributes: line.attributes.map((pair) => pair.join('=')).join(),
  parentId: line.parentId,
});

const number = (value: Rational, digits: number): number => Number(scaled(value, digits));

const expectedLine = (line: ModelLine, sum: Rational): unknown => {
  return {
    id: line.id,
    type: line.productId === 0 ? 'FREE_ELEMENT' : 'PRODUCT',
    productId: line.productId,
    quantity: number(line.quantity, 3),
    price: number(line.price, 4),
    sum: number(sum, 2),
    rate: number(line.rate, 6),
    tax: number(taxIn(line.price, line.rate), 2),
    sumTax: number(taxIn(sum, line.rate), 2),
    name: line.name,
    attributes: line.attributes,
    parentId: line.parentId,
  };
};

const deliveryLine = ({ name, price, rate }: ModelDelivery, id: number): unknown => ({
  id,
  type: 'DELIVERY_COSTS',
  productId: 0,
  quantity: 1000,
  price: number(price, 4),
  sum: number(price, 2),
  rate: number(rate, 6),
  tax: number(taxIn(price, rate), 2),
  sumTax: number(taxIn(price, rate), 2),
  name,
  attributes: '',
  parentId: 0,
});

/** Everything about a cart that a view may show. */
export const shownCart = (cart: Cart): unknown => ({
  sum: cart.sumMinor,
  lines: cart.lines.map(shownLine),
  delivery: cart.deliveryPositions.map(({ name, priceMinor: price, rateE6: rate }) => [name, price, rate]),
  coupons: cart.coupons.map(({ couponId, code, name }) => [couponId, code, name]),
  totals: calculate(cart),
});

/** The same from the model; `ordered` adds a line per delivery position, as a placed order has it. */
export const expectedCart = (cart: ModelCart, ordered = false): unknown => {
  const { uses, left } = discountsOf(cart);
  const sums = lineTotals(cart.lines);
  const parts = [
    ...cart.lines.map(({ rate }, at) => ({ gross: left[at]!, rate })),
    ...cart.delivery.map(({ price, rate }) => ({ gross: price, rate })),
  ].map(({ gross, rate }) => ({ gross, rate: number(rate, 6), tax: taxIn(gross, rate) }));
  const rates = [...new Set(parts.map(({ rate }) => rate))].sort((a, b) => b - a);
  const taxPositions = rates.map((rate) => {
    const same = parts.filter((one) => one.rate === rate);
    const gross = sumOf(same.map((one) => one.gross));
    const tax = sumOf(same.map((one) => one.tax));
    return {
      rateE6: rate,
      netMinor: number(minus(gross, tax), 2),
      taxMinor: number(tax, 2),
      grossMinor: number(gross, 2),
    };
  });
  return {
    sum: number(sumOf(sums), 2),
    lines: [
      ...cart.lines.map((line, at) => expectedLine(line, sums[at]!)),
      ...(ordered ? cart.delivery.map((one, at) => deliveryLine(one, cart.made + at + 1)) : []),
    ],
    delivery: cart.delivery.map(({ name, price, rate }) => [name, number(price, 2), number(rate, 6)]),
    coupons: cart.coupons.map(({ id, terms: { code, name } }) => [id, code, name]),
    totals: {
      promotionsMinor: 0,
      couponsMinor: number(sumOf(uses.map(({ used }) => used)), 2),
      couponUses: uses.map(({ used, tax, base, parts: borne }) => ({
        usedMinor: number(used, 2),
        taxMinor: number(tax, 2),
        baseMinor: number(base, 2),
        parts: borne.map(({ at, part, tax: partTax }) => [at, number(part, 2), number(partTax, 2)]),
      })),
      deliveryMinor: number(sumOf(cart.delivery.map(({ price }) => price)), 2),
      totalMinor: number(totalOf(cart), 2),
      sumTaxMinor: number(sumOf(parts.map(({ tax }) => tax)), 2),
      taxPositions,
    },
  };
};

type Placed = readonly (readonly [storage: string, elementNumber: string, pieces: number])[];

/** The stock items a product sells from and how much of them one piece needs. */
const sources = (
  products: readonly SeededProduct[],
  placed: Placed,
  id: number,
): { keys: string[]; per: Rational }[] => {
  const { bindings } = products[id - 1]!;
  if (Object.keys(bindings).length === 0) return [{ keys: [`product ${id}`], per: ONE }];
  return Object.entries(bindings).map(([entity, pieces]) => ({
    keys: placed.filter(([, element]) => element === entity).map(([storage]) => `${entity} ${storage}`),
    per: rational(pieces),
  }));
};

const least = (values: readonly Rational[]): Rational => values.reduce((a, b) => (compare(a, b) <= 0 ? a : b));

export class Warehouse {
  stock: ModelStock = new Map();
  private readonly products: readonly SeededProduct[];
  private readonly placed: Placed;

  constructor(products: readonly SeededProduct[], placed: Placed) {
    this.products = products;
    this.placed = placed;
    for (const [at, { stock, managed }] of products.entries()) {
      if (managed) this.stock.set(`product ${at + 1}`, fromDecimal(stock || '0'));
    }
    for (const [storage, entity, pieces] of placed) this.stock.set(`${entity} ${storage}`, rational(pieces));
  }

  private held(keys: readonly string[]): Rational {
    return sumOf(keys.map((key) => this.stock.get(key) ?? ZERO));
  }

  has(id: number, quantity: Rational): boolean {
    const { active, managed, override, bindings } = this.products[id - 1]!;
    if (!active) return false;
    if (!managed || override) return true;
    const each = sources(this.products, this.placed, id).map(({ keys, per }) => over(this.held(keys), per));
    const bound = Object.keys(bindings).length > 0;
    const available = bound ? least(each.map((one) => rational(one.n / one.d))) : least(each);
    return compare(available, quantity) >= 0;
  }

  /** What a set of lines takes; a number is the product that could not be sold. Changes nothing. */
  wanted(lines: readonly ModelLine[]): Map<string, Rational> | number {
    const needs = new Map<string, { keys: string[]; need: Rational; insists: number }>();
    for (const { productId, quantity } of lines) {
      if (productId === 0 || !this.products[productId - 1]!.managed) continue;
      for (const { keys, per } of sources(this.products, this.placed, productId)) {
        const known = needs.get(keys.join()) ?? { keys, need: ZERO, insists: 0 };
        known.need = plus(known.need, times(quantity, per));
        if (!this.products[productId - 1]!.override) known.insists ||= productId;
        needs.set(keys.join(), known);
      }
    }
    const taken = new Map<string, Rational>();
    for (const { keys, need, insists } of needs.values()) {
      if (insists !== 0 && compare(need, this.held(keys)) > 0) return insists;
      let rest = need;
      for (const key of keys) {
        const part = least([rest, this.stock.get(key) ?? ZERO]);
        if (part.n > 0n) taken.set(key, part);
        rest = minus(rest, part);
      }
    }
    return taken;
  }

  move(taken: ReadonlyMap<string, Rational>, sign: 1 | -1): void {
    for (const [key, quantity] of taken)
      this.stock.set(key, plus(this.stock.get(key)!, times(quantity, rational(sign))));
  }
}
