// Laws of delivery over random tables and carts, by the operations: the price offered is that of the cart, of its order
// and of the explanation, whatever the order of the lines; taxes add up; what the goods come to is never touched.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Given } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';
import type { Delivered } from './delivery-shop.ts';

const bound = (values: readonly number[]) => fc.constantFrom(null, ...values);
const range = (values: readonly number[]) =>
  fc.tuple(bound(values), bound(values)).filter(([from, to]) => to === null || (from ?? 0) < to);

const rule = fc.record({
  price: fc.constantFrom('0', '4.90', '3.333'),
  per_kg: fc.constantFrom('0', '0', '0.777'),
  per_piece: fc.constantFrom('0', '0', '0.25'),
  free_from: fc.constantFrom('0', '60'),
  sum: range([20, 45.5]),
  weight: range([1, 2.5]),
  basis: fc.constantFrom('before', 'after'),
  taxclass: fc.constantFrom('', 'books', 'goods', 'goods'),
  priority: fc.integer({ min: 0, max: 1 }),
});
const sale = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
  lines: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 4,
  }),
  hasCoupon: fc.boolean(),
});

const cents = (amount: number): number => Math.round(amount * 100);

test('what is offered is charged, whatever the order of the lines', async () => {
  const shopper = await openDelivery();
  const { goods, shop, add, choose, cart, fresh, offered, order, orderCart, session } = shopper;
  const products = [
    await goods.product('9.99', { metadata: { weight: 0.333 } }),
    await goods.product('20', { metadata: { weight: 0.5, taxclass: 'books' } }),
    await goods.product('15.50', { metadata: { weight: 1 } }),
  ];
  await shop.admin('create_coupons', { count: 1, name: 'ten', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'TEN' });
  await shop.admin('create_promotion', {
    name: 'over 50',
    when: { min_sum: 50 },
    gives: { kind: 'amount', value: 5, per: 'order' },
  });
  const filled = async (lines: readonly (readonly [number, number])[], hasCoupon: boolean): Promise<Delivered> => {
    await fresh();
    await choose();
    if (hasCoupon) await shop.call('add_coupons', { session: session(), coupons: [['TEN', '']] });
    for (const [at, pieces] of lines) await add(products[at]!, pieces);
    return cart();
  };
  await fc.assert(
    fc.asyncProperty(sale, async ({ rules, lines, hasCoupon }) => {
      const ids: number[] = [];
      for (const terms of rules) ids.push(await shopper.rule(terms as Given));
      const turned = await filled(lines.toReversed(), hasCoupon);
      const shown = await filled(lines, hasCoupon);
      expect(turned.delivery_costs).toEqual(shown.delivery_costs);
      expect([turned.total, turned.sum]).toEqual([shown.total, shown.sum]);
      const [quote] = await offered();
      const isOffered = shown.delivery_not_available === undefined;
      expect([quote!.available, quote!.price, quote!.why]).toEqual(
        isOffered ? [1, shown.delivery_costs.sum, undefined] : [0, undefined, shown.delivery_not_available.why],
      );
      const left = cents(shown.sum) - cents(shown.coupons.sum) + cents(shown.delivery_costs.sum);
      expect(cents(shown.total)).toBe(left);
      const of = (member: 'gross' | 'tax'): number =>
        shown.tax_positions.reduce((sum, position) => sum + cents(position[member]), 0);
      expect([of('gross'), of('tax')]).toEqual([cents(shown.total), cents(shown.sum_tax)]);
      if (isOffered) {
        const ordered = await orderCart((await order({ expected_total: shown.total })).id_order);
        const { total, delivery_costs, tax_positions } = shown;
        expect(ordered).toMatchObject({ total, delivery_costs, tax_positions });
      }
      for (const id of ids) await shop.admin('delete_delivery_rule', { id_delivery_rule: id });
    }),
    { numRuns: runs(25) },
  );
});
