// Carts whose every number was derived without the engine, in test/domain/cart/known-carts.json, with the derivation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import type { ShopRules, TaxCalculation } from '../../../src/domain/rules.ts';
import type { Cart, CartLine, Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';

interface Known {
  readonly name: string;
  readonly lines: readonly { readonly class: string; readonly price: string; readonly quantity: string }[];
  readonly coupons: readonly { readonly type: string; readonly amount: string }[];
  readonly delivery: readonly (readonly [name: string, amount: string, tax: string])[];
  readonly expected: {
    readonly sum: number;
    readonly lines: readonly (readonly [sumPrice: number, sumTax: number])[];
    readonly coupons: readonly (readonly [used: number, tax: number])[];
    readonly coupon_sum: number;
    readonly delivery_sum: number;
    readonly total: number;
    readonly sum_tax: number;
    readonly tax_positions: readonly (readonly [rate: number, net: number, tax: number, gross: number])[];
  };
  readonly derivation: readonly string[];
}

const KNOWN = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../domain/cart/known-carts.json'), 'utf8'),
) as readonly Known[];

const taxClass = (name: string, calculation: TaxCalculation, rate: number) => ({
  name,
  calculation,
  rates: { DE: rate as RateE6 },
});
const RULES: Partial<ShopRules> = {
  taxClasses: [
    taxClass('full', 'included', 190_000),
    taxClass('reduced', 'included', 70_000),
    taxClass('zero', 'included', 0),
    taxClass('odd', 'included', 55_000),
    taxClass('net', 'added', 190_000),
    taxClass('export', 'subtracted', 190_000),
  ],
};

/** The numbers of a cart, in the shape of the file. */
const numbersOf = (cart: Cart, lines: readonly CartLine[] = cart.contents): Known['expected'] => ({
  sum: cart.sum,
  lines: lines.map(({ sum_price, sum_tax }) => [sum_price, sum_tax]),
  coupons: (cart.coupons.positions as unknown as { used_amount: number; tax: number }[]).map(({ used_amount, tax }) => [
    used_amount,
    tax,
  ]),
  coupon_sum: cart.coupons.sum,
  delivery_sum: cart.delivery_costs.sum,
  total: cart.total,
  sum_tax: cart.sum_tax,
  tax_positions: cart.tax_positions.map(({ rate, net, tax, gross }) => [rate, net, tax, gross]),
});

test('there are at least 40, of names of their own, each with its derivation', () => {
  expect(KNOWN.length).toBeGreaterThanOrEqual(40);
  expect(new Set(KNOWN.map(({ name }) => name)).size).toBe(KNOWN.length);
  for (const { derivation, lines, coupons } of KNOWN)
    expect(derivation.length).toBeGreaterThan(lines.length + coupons.length);
});

// Catches another order of operations, another rounding point or rule, and an order that is not the cart it was made
// from.
test.each(KNOWN)('$name', async ({ lines, coupons, delivery, expected }) => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const session = await shop.session();
  for (const { class: taxclass, price, quantity } of lines) {
    await shop.call(
      'add_to_cart',
      line(session, await goods.product(price, { metadata: { taxclass, quantity_step: 0.001 } }), {
        element_type: 'PRODUCT',
        quantity,
      }),
    );
  }
  for (const given of coupons) {
    const made = await shop.admin<{ coupons: readonly { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'known',
      ...given,
      attributes: { combineable: true },
    });
    expect(await shop.call('add_coupons', { session, coupons: [[made.coupons[0]!.code]] })).toMatchObject({
      status: 'SUCCESS',
    });
  }
  expect(await shop.admin('add_delivery_costs', { session, delivery_costs: delivery })).toMatchObject({
    status: 'SUCCESS',
  });
  const cart = await shop.call<Cart>('get_cart', { session });
  expect(numbersOf(cart)).toEqual(expected);
  const { id_order, status, message } = await shop.call<Checkout>('checkout', { session });
  if (expected.total < 0) expect(message).toBe('CART_TOTAL_NEGATIVE');
  else {
    expect(status).toBe('success');
    const { cart: ordered } = await shop.call<{ cart: Cart }>('get_order_by_id', { id_order });
    expect(numbersOf(ordered, ordered.contents.slice(0, lines.length))).toEqual(expected);
  }
});
