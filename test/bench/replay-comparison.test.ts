// Catches a comparison that overlooks a difference between an order and its invoice, or reports one that is none.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareOrder, quantityIs } from '../../bench/replay/compare.ts';
import { planOf } from '../../bench/replay/plan.ts';
import { HEADER, row, salesOf } from './sales-rows.ts';

describe('the comparison', () => {
  const orderOf = async () => {
    const sale = planOf((await salesOf(HEADER + row('1', 'A', '3', '2.55') + row('1', 'B', '1.5', '0.333'))).invoices)
      .sales[0];
    if (sale === undefined) throw new Error('no sale');
    const contents = [
      { type: 'PRODUCT', id_product: 7, name: 'A 2.55', quantity: 3, price: 2.55, sum_price: 7.65 },
      { type: 'PRODUCT', id_product: 8, name: 'B 0.333', quantity: 1.5, price: 0.333, sum_price: 0.5 },
    ];
    const ids = new Map([
      ['A 2.55', 7],
      ['B 0.333', 8],
    ]);
    return {
      sale,
      order: { order_note: 'invoice 1', order_state: 'OPEN', cart: { sum: 8.15, total: 8.15, contents } },
      ids,
    };
  };

  test('an order that is the invoice has no difference', async () => {
    const { sale, order, ids } = await orderOf();
    expect(compareOrder(order, sale, ids)).toEqual({ sumMinor: 815n, differences: [] });
  });

  // Catches a comparison that overlooks a member.
  test.each([
    ['cart', 'sum', 8.16],
    ['cart', 'sum', 8.150000000000002],
    ['cart', 'sum', null],
    ['cart', 'total', 8.14],
    ['cart', 'contents', []],
    ['line', 'type', 'DELIVERY_COSTS'],
    ['line', 'id_product', 8],
    ['line', 'name', 'A 2.56'],
    ['line', 'quantity', 2],
    ['line', 'price', 2.5501],
    ['line', 'sum_price', 7.66],
    ['order', 'order_note', 'invoice 2'],
    ['order', 'order_state', 'CANCELED'],
  ] as const)('%s.%s = %j is a difference', async (where, member, value) => {
    const { sale, order, ids } = await orderOf();
    const at: Record<string, unknown> =
      where === 'order' ? order : where === 'cart' ? order.cart : (order.cart.contents[0] ?? {});
    at[member] = value;
    const { differences } = compareOrder(order, sale, ids);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(member === 'contents' ? 'number of lines' : member);
  });

  test('anything may come as an order', async () => {
    const { sale, ids } = await orderOf();
    fc.assert(
      fc.property(fc.jsonValue(), (read) => {
        expect(compareOrder(read, sale, ids).differences.length).toBeGreaterThan(0);
      }),
    );
  });

  test('stock is compared exactly', () => {
    expect(quantityIs({ availability: { quantity: 1 } }, 1n)).toBe(true);
    for (const quantity of [0, 2, 1.001, null, '']) expect(quantityIs({ availability: { quantity } }, 1n)).toBe(false);
  });
});
