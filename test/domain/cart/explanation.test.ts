// Catches an explanation of an amount that does not add up to the amount, in every currency.
import { ONE_OFF } from '../coupons/one-off.ts';
import { expect, it } from 'vitest';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { applyLine, decideLine } from '../../../src/domain/cart/cart-lines.ts';
import { explanation } from '../../../src/domain/cart/explanation.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';

const line = (cart: Cart, price: number, quantity: number, rate: number, currencyDigits: number): void => {
  const [type, name, description, elementNumber] = ['FREE_ELEMENT' as const, 'n', '', ''];
  const priced = {
    type,
    productId: 0,
    elementNumber,
    priceE4: price as PriceE4,
    rateE6: rate as RateE6,
    taxMinor: 0 as Minor,
    name,
    description,
    attributes: [],
    parentId: 0,
    measures: [],
    markup: 0,
  };
  const events = decideLine(cart, {
    type: 'add_line',
    line: priced,
    quantityMilli: quantity as Milli,
    grouped: false,
    linesMax: 10,
    currencyDigits,
  });
  if (events.ok) for (const event of events.value) applyLine(cart, event);
};
const coupon = (code: string, percentage: boolean, amount: number) => {
  const terms = { ...ONE_OFF, name: '', unique: false, percentage, amount };
  return { couponId: 1, code, name: '', terms };
};
const full = (digits: number, minor: number): Cart => {
  const cart = emptyCart(0);
  line(cart, 123_400, 3000, 190_000, digits);
  line(cart, 12_345, 500, 0, digits);
  cart.coupons = [coupon('SHARE', true, 105_000), coupon('EXACT', false, minor)];
  cart.deliveryPositions = [{ name: 'Post', priceMinor: 5 as Minor, rateE6: 55_000 as RateE6, basis: null, ruleId: 0 }];
  return cart;
};

// Catches a decimal point in a currency without cents, one in the wrong place, and a rounding that is not told.
it('shows amounts with the decimals of the currency, unit prices with all they have', () => {
  expect(explanation(full(0, 34), 0)).toEqual({
    lines: [
      'Line 1: 12.3400 × 3 = 37 rounded half up, 19 % tax contained 6.',
      'Line 2: 1.2345 × 0.5 = 1 rounded half up, no tax.',
    ],
    coupons: [
      'Coupon SHARE: 10.5 % of 38 left = 4, line 1 bears 4; tax contained 1.',
      'Coupon EXACT: 34 of 34 left = 34, line 1 bears 33, line 2 bears 1; tax contained 5.',
    ],
    delivery_costs: ['Delivery Post: 5, 5.5 % tax contained 0.'],
    total: 'Total: goods 38 - coupons 38 + delivery 5 = 5, tax contained 0.',
  });
  expect(explanation(full(3, 10), 3)).toMatchObject({
    lines: [
      'Line 1: 12.340 × 3 = 37.020, 19 % tax contained 5.911.',
      'Line 2: 1.2345 × 0.5 = 0.617 rounded half up, no tax.',
    ],
    total: 'Total: goods 37.637 - coupons 3.962 + delivery 0.005 = 33.680, tax contained 5.289.',
  });
  expect(explanation(full(4, 10), 4).lines).toEqual([
    'Line 1: 12.3400 × 3 = 37.0200, 19 % tax contained 5.9108.',
    'Line 2: 1.2345 × 0.5 = 0.6173 rounded half up, no tax.',
  ]);
});

// Catches a word of one language in the sentences of another, and an amount that only one of them has.
it('says the same in German', () => {
  expect(explanation(full(3, 10), 3, 'de_AT')).toEqual({
    lines: [
      'Position 1: 12,340 × 3 = 37,020, darin 19 % Steuer 5,911.',
      'Position 2: 1,2345 × 0,5 = 0,617 kaufmännisch gerundet, keine Steuer.',
    ],
    coupons: [
      'Gutschein SHARE: 10,5 % von 37,637, die übrig sind, = 3,952, Position 1 trägt 3,887, Position 2 trägt 0,065; darin Steuer 0,621.',
      'Gutschein EXACT: 0,010 von 33,685, die übrig sind, = 0,010, Position 1 trägt 0,010; darin Steuer 0,001.',
    ],
    delivery_costs: ['Lieferung Post: 0,005, darin 5,5 % Steuer 0,000.'],
    total: 'Summe: Waren 37,637 - Gutscheine 3,962 + Lieferung 0,005 = 33,680, darin Steuer 5,289.',
  });
  const figures = (language: string): unknown =>
    JSON.stringify(explanation(full(2, 10), 2, language))
      .replaceAll(',', '.')
      .match(/[\d.]*\d/g);
  expect(figures('de_DE')).toEqual(figures('en_GB'));
});

// Catches a cap that is told of where the coupon took just what it promised, and the other way round.
it('says of a coupon that it was capped only where it would have taken more', () => {
  const cart = emptyCart(0);
  line(cart, 50_000, 1000, 70_000, 2);
  const told = (amount: number): string => {
    cart.coupons = [coupon('C', false, amount)];
    return explanation(cart, 2).coupons[0]!;
  };
  expect(told(499)).toBe('Coupon C: 4.99 of 5.00 left = 4.99, line 1 bears 4.99; tax contained 0.33.');
  expect(told(500)).toBe('Coupon C: 5.00 of 5.00 left = 5.00, line 1 bears 5.00; tax contained 0.33.');
  expect(told(501)).toBe('Coupon C: 5.01, capped by the 5.00 left = 5.00, line 1 bears 5.00; tax contained 0.33.');
});
