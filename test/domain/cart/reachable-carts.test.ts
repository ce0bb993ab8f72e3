// Every cart that commands can lead to, by the bare actor: thousands of them, each compared with the slow model.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryPosition } from '../../../src/domain/cart/cart.ts';
import type { CartCoupon } from '../../../src/domain/coupons/coupon.ts';
import type { PricedLine } from '../../../src/domain/cart/cart-lines.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { PRICE_E4_MAX, mulDiv } from '../../../src/domain/money.ts';
import { session } from '../../../src/domain/cart/session.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { SessionCommand } from '../../../src/domain/cart/session-commands.ts';
import { explanation } from '../../../src/domain/cart/explanation.ts';
import { viewExplainedCart, viewCartWithLine } from '../../../src/operations/views/cart.ts';
import type { ModelCart, ModelCoupon } from './cart-model.ts';
import { emptyModelCart, expectedCart, isExact, shownCart, withChildren } from './cart-model.ts';
import { ONE, compare, fromScaled, minus, plus, rational } from './rational.ts';
import { runs } from '../../harness/effort.ts';

const EURO = { currency: 'EUR', currencyDigits: 2 };

const LINES_MAX = 1000;
const rate = fc.constantFrom(190_000, 190_000, 70_000, 0, 55_000, 1_000_000);
const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -20_000, max: 300_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(1_199_000, 1000, 50, 49, -50, 0, 1) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      100_000_000_000,
      -100_000_000_000,
      99_999_999_999,
      PRICE_E4_MAX,
      1 - PRICE_E4_MAX,
      120_000_000_000,
    ),
  },
);
const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<number>(1000, 2000, 3000, 1500, 333, 1) },
  { weight: 1, arbitrary: fc.constantFrom<number>(1_000_000_000, 999_999_999, 900_000_000) },
);

const add = fc.record({
  does: fc.constant('add' as const),
  priceE4: price,
  rateE6: rate,
  milli: quantity,
  grouped: fc.boolean(),
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  parent: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 6 }) }),
});
const nominal = fc.record({
  percentage: fc.constant(false),
  amount: fc.constantFrom(9_999_999_999_999, 8_999_999_999_999),
});
const usual = fc.record({
  percentage: fc.boolean(),
  amount: fc.oneof(
    fc.integer({ min: 1, max: 1000 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.constantFrom(1_000_000, 100_000, 500_000),
  ),
});
const coupon = fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: nominal });
const position = fc.record({
  minor: fc.oneof(fc.integer({ min: -500, max: 2000 }), fc.constantFrom(1_000_000_000, 9_999_999_999_999, 0)),
  rateE6: rate,
});
const step = fc.oneof(
  { weight: 10, arbitrary: add },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('decrement' as const, 'remove' as const), line: fc.nat({ max: 8 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('coupons' as const), coupons: fc.array(coupon, { maxLength: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('deliver' as const), positions: fc.array(position, { maxLength: 3 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const lineOf = (one: Extract<Step, { does: 'add' }>, parentId: number): PricedLine => ({
  type: 'FREE_ELEMENT',
  productId: 0,
  elementNumber: '',
  priceE4: one.priceE4 as PriceE4,
  rateE6: one.rateE6 as RateE6,
  taxMinor: mulDiv(one.priceE4, one.rateE6, (1_000_000 + one.rateE6) * 100) as Minor,
  name: one.name,
  description: '',
  attributes: [],
  parentId,
  measures: [],
  markup: 0,
});

/** The actor and its model, moved together. */
class Pair {
  readonly state: Session = session.state.initial();
  cart: ModelCart = emptyModelCart();

  ask(command: SessionCommand): boolean {
    const decision = session.decide(this.state, command, 1);
    if (decision.ok) for (const event of decision.value) session.apply(this.state, event, 1);
    return decision.ok;
  }

  private add(one: Extract<Step, { does: 'add' }>): void {
    const { cart } = this;
    const parent = one.parent === 0 ? undefined : cart.lines[one.parent - 1];
    const parentId = parent?.parentId === 0 ? parent.id : 0;
    const line = lineOf(one, parentId);
    const asked = this.ask({
      type: 'add_line',
      line,
      quantityMilli: one.milli as Milli,
      grouped: one.grouped,
      linesMax: LINES_MAX,
      bytesMax: 1_048_576,
      currencyDigits: 2,
    });
    const [priceOf, rateOf, many] = [fromScaled(one.priceE4, 4), fromScaled(one.rateE6, 6), fromScaled(one.milli, 3)];
    const equal = cart.lines.find(
      (known) =>
        one.grouped &&
        known.name === one.name &&
        known.parentId === parentId &&
        compare(known.price, priceOf) === 0 &&
        compare(known.rate, rateOf) === 0,
    );
    const before = equal?.quantity;
    if (equal === undefined)
      cart.lines.push({
        id: cart.made + 1,
        productId: 0,
        price: priceOf,
        rate: rateOf,
        name: one.name,
        attributes: '',
        parentId,
        quantity: many,
        given: ['0', '', ''],
      });
    else equal.quantity = plus(equal.quantity, many);
    const fits = isExact(cart) && compare(equal?.quantity ?? many, rational(1_000_000)) <= 0;
    expect(asked).toBe(fits);
    if (fits && equal === undefined) cart.made += 1;
    else if (!fits && equal === undefined) cart.lines.pop();
    else if (!fits) equal!.quantity = before!;
  }

  private take(does: 'decrement' | 'remove', at: number): void {
    const line = this.cart.lines[at];
    if (line === undefined) return;
    expect(
      this.ask(
        does === 'remove'
          ? { type: 'remove_line', lineId: line.id, currencyDigits: 2 }
          : { type: 'decrement_line', lineId: line.id, currencyDigits: 2 },
      ),
    ).toBe(true);
    if (does === 'decrement' && compare(line.quantity, ONE) > 0) line.quantity = minus(line.quantity, ONE);
    else {
      const gone = withChildren(this.cart, line.id);
      this.cart.lines = this.cart.lines.filter(({ id }) => !gone.has(id));
    }
  }

  run(one: Step): void {
    switch (one.does) {
      case 'add':
        return this.add(one);
      case 'decrement':
      case 'remove':
        return this.take(one.does, one.line);
      case 'coupons': {
        const common = { unique: false, startDay: null, endDay: null, combineable: true, currency: '', promotionId: 0 };
        const real = one.coupons.map(({ percentage, amount }, at): CartCoupon => {
          return {
            couponId: at + 1,
            code: `c${at}`,
            name: `n${at}`,
            terms: { ...common, name: '', percentage, amount },
          };
        });
        const model = one.coupons.map(({ percentage, amount }, at): ModelCoupon => {
          const terms = {
            ...common,
            code: `c${at}`,
            name: `n${at}`,
            percentage,
            amount: fromScaled(amount, percentage ? 4 : 2),
          };
          return { id: at + 1, terms, holder: 0, state: 'OPEN', uses: 0 };
        });
        expect(this.ask({ type: 'set_coupons', coupons: real })).toBe(true);
        this.cart.coupons = model;
        return;
      }
      case 'deliver': {
        const positions = one.positions.map(({ minor, rateE6 }): DeliveryPosition => ({
          name: 'd',
          priceMinor: minor as Minor,
          rateE6: rateE6 as RateE6,
          basis: null,
          ruleId: 0,
        }));
        const delivery = one.positions.map(({ minor, rateE6 }) => ({
          name: 'd',
          price: fromScaled(minor, 2),
          rate: fromScaled(rateE6, 6),
        }));
        const fits = isExact({ ...this.cart, delivery });
        expect(this.ask({ type: 'set_delivery_costs', positions })).toBe(fits);
        if (fits) this.cart.delivery = delivery;
        return;
      }
      default:
        one satisfies never;
    }
  }
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/;

describe('a reachable cart', () => {
  // Catches any sum, tax, allocation or total that is not what recomputing everything with fractions gives, through any
  // sequence of commands; and a command that is let in or refused where exactness says otherwise.
  it('has every total that the slow model has, after every step', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const pair = new Pair();
        for (const one of steps) {
          pair.run(one);
          expect(shownCart(pair.state.cart)).toEqual(expectedCart(pair.cart));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  // Catches NaN, −0, 1e21 and 0.30000000000000004 in a reply, a member that does not add up, and an explanation that
  // fails.
  it('is shown in decimals that add up', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const pair = new Pair();
        for (const one of steps) pair.run(one);
        const text = viewCartWithLine(pair.state.cart, EURO).bytes.toString();
        for (const [, shown] of text.matchAll(/:(-?[\d.eE+-]+|NaN|Infinity)[,}\]]/g)) expect(shown).toMatch(NUMBER);
        const cart = JSON.parse(text) as {
          sum: number;
          total: number;
          sum_tax: number;
          coupons: { sum: number; positions: { used_amount: number }[] };
          delivery_costs: { sum: number };
          tax_positions: { net: number; tax: number; gross: number }[];
        };
        const cents = (amount: number): bigint => BigInt(amount.toFixed(2).replace('.', ''));
        const sum = (all: readonly number[]): bigint => all.reduce((total, one) => total + cents(one), 0n);
        expect(cents(cart.total)).toBe(cents(cart.sum) - cents(cart.coupons.sum) + cents(cart.delivery_costs.sum));
        expect(sum(cart.coupons.positions.map(({ used_amount }) => used_amount))).toBe(cents(cart.coupons.sum));
        expect(sum(cart.tax_positions.map(({ gross }) => gross))).toBe(cents(cart.total));
        expect(sum(cart.tax_positions.map(({ tax }) => tax))).toBe(cents(cart.sum_tax));
        for (const { net, tax, gross } of cart.tax_positions) expect(cents(net) + cents(tax)).toBe(cents(gross));
        const explained = JSON.parse(
          viewExplainedCart(pair.state.cart, explanation(pair.state.cart, 2), EURO).bytes.toString(),
        ) as {
          explain: { [part: string]: unknown };
        };
        expect(Object.keys(explained.explain)).toEqual(['lines', 'coupons', 'delivery_costs', 'total']);
      }),
      { numRuns: runs(200) },
    );
  });

  // Catches an amount that coupons leave behind when they go.
  it('is without its coupons what it was before them', () => {
    fc.assert(
      fc.property(
        fc.array(
          step.filter(({ does }) => does !== 'coupons'),
          { maxLength: 15 },
        ),
        fc.array(coupon, { minLength: 1, maxLength: 4 }),
        (steps, coupons) => {
          const pair = new Pair();
          for (const one of steps) pair.run(one);
          const before = shownCart(pair.state.cart);
          pair.run({ does: 'coupons', coupons });
          pair.run({ does: 'coupons', coupons: [] });
          expect(shownCart(pair.state.cart)).toEqual(before);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  // Catches a discount that depends on where lines stand by more than who bears the odd cent.
  it('has the same sum, coupons and total in whatever order its lines were added', () => {
    const lines = fc.array(
      add.map((one) => ({
        ...one,
        parent: 0,
        grouped: false,
        milli: one.milli % 10_000 || 1,
        priceE4: one.priceE4 % 1_000_000,
      })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(lines, fc.array(coupon, { maxLength: 3 }), (adds, coupons) => {
        const [one, other] = [adds, adds.toReversed()].map((list) => {
          const pair = new Pair();
          for (const each of list) pair.run(each);
          pair.run({ does: 'coupons', coupons });
          const { sum, totals } = shownCart(pair.state.cart) as {
            sum: number;
            totals: { coupons: number; total: number };
          };
          return [sum, totals.coupons, totals.total];
        });
        expect(one).toEqual(other);
      }),
      { numRuns: runs(200) },
    );
  });
});
