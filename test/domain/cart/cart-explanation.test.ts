// What an explanation says of a cart beside its lines and coupons: promotions, extensions, deliveries and the worth of
// lines. It would catch a promotion that is named to nobody or too long, an amount without its sign, and a long list
// that holds up every other call.
import { describe, expect, test } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Cart, CartPromotion } from '../../../src/domain/cart/cart.ts';
import {
  cartExplanation,
  explanation,
  orderExplanation,
  promotionSentences,
} from '../../../src/domain/cart/explanation.ts';
import type { Explanation } from '../../../src/domain/cart/explanation.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { makeRule } from '../../../src/domain/delivery/change-rules.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';
import { makePromotion } from '../../../src/domain/promotions/change-promotions.ts';
import { promotion, runningAs } from '../../../src/domain/promotions/promotion.ts';
import type { Promotion, PromotionTerms } from '../../../src/domain/promotions/promotion.ts';
import { ok } from '../../../src/kernel/result.ts';
import { ONE_OFF } from '../coupons/one-off.ts';
import { cartOf } from '../orders/simple-cart.ts';
import { good, openSession, seeded, seededShop } from '../seeded-shop.ts';
import { PIECE } from './plain-elements.ts';

const TERMS = promotion.state.initial().terms;

const taken = (more: Partial<CartPromotion> = {}): CartPromotion => ({
  id: 1,
  usedMinor: 130 as Minor,
  taxMinor: 0 as Minor,
  parts: [],
  delivery: [],
  kept: [],
  name: 'Ten',
  labels: {},
  ...more,
});

const PARTS = {
  parts: [
    [1, 2500, 100],
    [2, 1000, 20],
  ],
  delivery: [[0, 0, 10]],
} as never;

const TAKEN =
  'Promotion Ten: takes 1.30 off, line 1 bears 1.00 for 2.5, line 2 bears 0.20 for 1, delivery bears 0.10; tax contained 0.00.';

describe('an amount', () => {
  test('has its sign, and a discount of the staff is a line', () => {
    expect(explanation(cartOf([1000], [-50]), 2).lines).toEqual([
      'Line 1: 10.00 × 1 = 10.00, no tax.',
      'Line 2: -0.50 × 1 = -0.50, no tax.',
    ]);
  });

  test('is said to be rounded with other lines where it is not what its own product comes to', () => {
    const cart = cartOf([3]);
    const own = { ...cart.lines[0]!, priceE4: 125 as never, quantityMilli: 2500 as Milli };
    const line = (sumMinor: number) =>
      explanation({ ...cart, lines: [{ ...own, sumMinor: sumMinor as Minor }] }, 2).lines;
    expect([line(3), line(4)]).toEqual([
      ['Line 1: 0.0125 × 2.5 = 0.03 rounded half up, no tax.'],
      ['Line 1: 0.0125 × 2.5 = 0.04 rounded half up together with the lines of this product, no tax.'],
    ]);
  });

  test('of a line that is a delivery is among the deliveries alone', () => {
    const cart = cartOf([1000], [500]);
    Object.assign(cart.lines[1]!, { type: 'DELIVERY_COSTS' });
    expect(explanation(cart, 2).lines.length).toBe(1);
  });

  test('that an extension has said names it, for its line or the delivery', () => {
    const cart = cartOf([1000], [500]);
    cart.answered = [
      [2, 'tariff', '1.2'],
      [0, 'post', '3'],
    ] as never;
    cart.deliveryPositions = [{ name: '', priceMinor: 5 as Minor, rateE6: 0 as RateE6, basis: null, ruleId: 0 }];
    const { lines, delivery_costs: costs } = explanation(cart, 2);
    expect([lines[0], lines[1]]).toEqual([
      'Line 1: 10.00 × 1 = 10.00, no tax.',
      'Line 2: 5.00 × 1 = 5.00, no tax. The extension tariff 1.2 has said this price.',
    ]);
    expect(costs).toEqual(['Delivery: 0.05, 0 % tax contained 0.00. The extension post 3 has said this price.']);
  });

  test('of a coupon that finds nothing left is nothing', () => {
    const coupon = (code: string, amount: number) => ({ couponId: 1, code, name: '', terms: { ...ONE_OFF, amount } });
    const cart = { ...cartOf([1000]), coupons: [coupon('all', 1000), coupon('more', 100)] };
    expect(explanation(cart, 2).coupons[1]).toBe('Coupon more: nothing is left of the goods, so it takes 0.');
  });
});

describe('promotions', () => {
  test('say what they take off and who bears it, in the total, too', () => {
    const post = { name: 'Post', priceMinor: 100 as Minor, rateE6: 0 as RateE6, basis: null, ruleId: 0 };
    const cart: Cart = { ...cartOf([1000], [500]), promotions: [taken(PARTS)], deliveryPositions: [post] };
    const { promotions, total } = explanation(cart, 2);
    expect(promotions).toEqual([TAKEN]);
    expect(total).toBe(
      'Total: goods 15.00 - promotions 1.30 - coupons 0.00 + delivery 1.00 = 14.70, tax contained 0.00.',
    );
    expect(explanation(cart, 2, 'de_DE').promotions![0]).toMatch(/^Aktion Ten: zieht 1,30 ab, Position 1 trägt 1,00/);
    expect('promotions' in explanation(cartOf([1000]), 2)).toBe(false);
  });

  test('say why they give nothing, with what is missing', () => {
    const about = (name: string, verdict: string, missing: number) => {
      return { promotion: runningAs(2, { ...TERMS, name }), verdict, missing } as never;
    };
    const all = [about('Ten', 'gives', 0), about('A', 'needs_sum', 250), about('B', 'needs_pieces', 1500)];
    expect(promotionSentences([taken(PARTS)], [...all, about('C', 'taken', 0)], 2, 'en_GB')).toEqual([
      TAKEN,
      'Promotion A: nothing, because goods for 2.50 more are needed.',
      'Promotion B: nothing, because 1.5 more of its goods are needed.',
      'Promotion C: nothing, because another promotion has these pieces.',
    ]);
  });
});

test('an order says what each line is worth once all is taken off', () => {
  const cart: Cart = {
    ...cartOf([1190, 190_000], [500]),
    promotions: [taken({ parts: [[1, 1000, 119, 19]] as never })],
  };
  const { worth, ...rest } = orderExplanation(cart, 2, '');
  expect(rest).toEqual(explanation(cart, 2, ''));
  expect(worth).toEqual([
    'Line 1 is worth 11.90 - 1.19 taken off = 10.71, tax contained 1.71.',
    'Line 2 is worth 5.00 - 0.00 taken off = 5.00, tax contained 0.00.',
  ]);
});

describe('a cart that is not ordered yet', () => {
  const shop = () => seededShop({}, [seeded('10', 'default')], []);
  const made = (...terms: readonly Partial<PromotionTerms>[]) => {
    const one = shop();
    const sessionId = openSession(one);
    good(one.transact((tx) => addToCart(tx, { ...PIECE, productId: 1, sessionId })));
    for (const more of terms) {
      const { fromMs: _from, untilMs: _until, ...given } = { ...TERMS, value: 100_000, ...more };
      good(one.transact((tx) => makePromotion(tx, given)));
    }
    return { shop: one, sessionId };
  };
  /** Its explanation, and in how many steps it came. */
  const explained = ({ shop: one, sessionId }: ReturnType<typeof made>, language?: string) =>
    good(
      one.transact((tx) => {
        const steps = cartExplanation(tx, tx.read('session', sessionId)!, sessionId, tx.rules, language);
        for (let many = 1; ; many += 1) {
          const { done, value } = steps.next();
          if (done === true) return ok({ ...(value as Explanation), steps: many });
          expect(value).toBe('');
        }
      }),
    );

  test('says what became of every promotion that runs, and no more', () => {
    expect('promotions' in explained(made())).toBe(false);
    const one = made({ name: 'Ten' }, { name: 'Big', minSumMinor: 10_000, stack: 'a' });
    good(one.shop.transact((tx) => addToCart(tx, { ...PIECE, productId: 1, sessionId: one.sessionId })));
    const { promotions } = explained(one);
    expect(promotions).toEqual([
      'Promotion Ten: takes 2.00 off, line 1 bears 1.00 for 1, line 2 bears 1.00 for 1; tax contained 0.32.',
      'Promotion Big: nothing, because goods for 82.00 more are needed.',
    ]);
    expect(explained(one, 'de_DE').promotions![0]).toMatch(/^Aktion Ten/);
  });

  test('names a promotion for a week after its days were over', () => {
    const one = made({ name: 'Ten' });
    const atMs = one.shop.nowMs + 7;
    const week = 7 * 86_400_000;
    const after = (state: Promotion['state'], terms: Partial<PromotionTerms>) => {
      const known = one.shop.state('promotion', 1);
      Object.assign(known, { state, terms: { ...known.terms, name: 'Old', ...terms } });
      Object.assign(one.shop, { nowMs: atMs - 7 });
      return explained(one).promotions?.at(-1) ?? '';
    };
    const over = 'Promotion Old: nothing, because it ended on 2023-11-14.';
    const endDay = 19_675;
    Object.assign(one.shop.index('promotion'), { running: [] });
    expect(after('ended', { endDay, untilMs: atMs })).toBe(over);
    expect(after('ended', { endDay, untilMs: atMs + 1 })).toBe('');
    expect(after('ended', { endDay, untilMs: atMs - week + 1 })).toBe(over);
    expect(after('ended', { endDay, untilMs: atMs - week })).toBe('');
    expect(after('running', { endDay, untilMs: atMs })).toBe('');
    expect(after('ended', { endDay: null, untilMs: atMs })).toBe('');
  });

  test('comes step by step, where there are many promotions', () => {
    const few = explained(made({ name: 'Ten' })).steps;
    const many = explained(made(...Array.from({ length: 130 }, (_, at) => ({ name: `p${at}`, minSumMinor: 1e9 }))));
    expect(many.promotions!.length).toBe(130);
    expect([few < 10, many.steps]).toEqual([true, few + 2 + 2]);
  });

  test('says of a coupon that its checkout would refuse it', () => {
    const one = made();
    const terms = { ...ONE_OFF, endDay: Math.floor(one.shop.nowMs / 86_400_000) };
    good(one.shop.transact((tx) => createCoupons(tx, { terms, count: 1, code: 'old' })));
    good(one.shop.transact((tx) => addCoupons(tx, one.sessionId, [{ code: 'old', name: '' }])));
    const [before] = explained(one).coupons;
    one.shop.nowMs += 86_400_000;
    expect(explained(one).coupons).toEqual([`${before} The checkout refuses this coupon: COUPON_EXPIRED.`]);
  });

  test('names the delivery rules that were asked, where a method has some', () => {
    const one = made();
    expect('delivery_rules' in explained(one)).toBe(false);
    good(one.shop.transact((tx) => makeRule(tx, { ...NEW_RULE, name: 'Parcel', methodId: 1 }, { madeBefore: 0 })));
    const session = one.shop.state('session', one.sessionId);
    Object.assign(session, { draft: { ...session.draft, deliveryMethodId: 1 } });
    expect(explained(one).delivery_rules).toHaveLength(1);
  });
});
