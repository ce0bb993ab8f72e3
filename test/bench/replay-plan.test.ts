// Catches a plan that loses a line or sells it twice, stock that does not cover what is sold, and a cancellation that
// gives back what was not sold.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineSumMinor } from '../../bench/replay/decimal.ts';
import { planOf } from '../../bench/replay/plan.ts';
import { HEADER, row, salesOf } from './sales-rows.ts';

const codes = fc.constantFrom('A', 'B', 'a', 'A 1.00');
const line = fc.record({
  stockCode: codes,
  description: fc.constant(''),
  priceE4: fc.bigInt({ min: 1n, max: 50_000n }),
  quantityMilli: fc.bigInt({ min: 1n, max: 9_000n }),
  row: fc.constant(1),
});
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const invoices = fc
  .array(lines, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((lines, index) => ({ number: String(index), customer: '', lines })));

describe('the plan', () => {
  // Catches a line lost or sold twice where an invoice is cut, and stock that does not cover what is sold.
  test('every line is sold once, in its order, from stock that leaves the surplus', () => {
    fc.assert(
      fc.property(invoices, fc.integer({ min: 1, max: 12 }), (invoices, cartLinesMax) => {
        const plan = planOf(invoices, cartLinesMax);
        const sold = plan.sales.flatMap(({ lines }) => lines);
        expect(sold.map(({ product, quantityMilli }) => [product.stockCode, product.priceE4, quantityMilli])).toEqual(
          invoices.flatMap(({ lines }) =>
            lines.map(({ stockCode, priceE4, quantityMilli }) => [stockCode, priceE4, quantityMilli]),
          ),
        );
        expect(plan.sales.every(({ lines }) => lines.length <= cartLinesMax)).toBe(true);
        expect(plan.sumMinor).toBe(
          sold.reduce((sum, line) => sum + lineSumMinor(line.product.priceE4, line.quantityMilli), 0n),
        );
        expect(new Set(plan.products.map(({ name }) => name)).size).toBe(plan.products.length);
        expect(new Set(plan.sales.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(plan.sales.length);
        for (const { demandMilli, placedUnits, leftUnits } of plan.stocks) {
          const leftMilli = placedUnits * 1_000n - demandMilli;
          expect(leftMilli >= 1_000n && leftMilli < 2_000n && leftUnits === 1n).toBe(true);
        }
      }),
    );
  });

  test('a stock code at two prices is two products of one stock', async () => {
    const plan = planOf(
      (await salesOf(HEADER + row('1', 'A', '2', '2.5') + row('1', 'A', '3', '2.55') + row('1', 'A', '1', '2.50')))
        .invoices,
      2,
    );
    expect(plan.products.map(({ name }) => name)).toEqual(['A 2.50', 'A 2.55']);
    expect(plan.stocks).toEqual([{ stockCode: 'A', demandMilli: 6_000n, placedUnits: 7n, leftUnits: 1n }]);
    expect(plan.sales.map(({ id, note, idempotencyKey, sumMinor }) => [id, note, idempotencyKey, sumMinor])).toEqual([
      ['1', 'invoice 1', 'invoice-1', 1_265n],
      ['1/2', 'invoice 1/2', 'invoice-1/2', 250n],
    ]);
    expect(plan.splitInvoices).toBe(1);
  });
});

describe('cancellations', () => {
  const planned = async (...rows: string[]) => {
    const sales = await salesOf(HEADER + rows.join(''));
    const { returns, stocks } = planOf(sales.invoices, undefined, sales.cancelled);
    const { canceled, placements, matched, unmatched } = returns;
    return {
      canceled: canceled.map(({ id }) => id),
      placements: placements.map(({ id, units }) => [id, units]),
      matched,
      unmatched,
      left: stocks.map(({ leftUnits }) => leftUnits),
    };
  };

  test('a part goes back into the storage, the whole order is cancelled', async () => {
    const rows = [row('1', 'A', '5', '2.55'), row('2', 'A', '3', '2.55'), row('2', 'B', '1', '1')];
    expect(await planned(...rows, row('C3', 'A', '-2', '2.55'))).toEqual({
      canceled: [],
      placements: [['C3-4', 2n]],
      matched: 1,
      unmatched: 0,
      left: [3n, 1n],
    });
    expect(await planned(...rows, row('C3', 'A', '-3', '2.55'), row('C3', 'B', '-1', '1'))).toEqual({
      canceled: ['2'],
      placements: [],
      matched: 2,
      unmatched: 0,
      left: [4n, 2n],
    });
  });

  test('the latest sale before it with enough left is taken, once', async () => {
    const rows = [row('1', 'A', '5', '2.55'), row('2', 'A', '3', '2.55')];
    const cancel = (quantity: string): string => row('C3', 'A', quantity, '2.55');
    // Four fit into the first only; three empty the second; the second has nothing left for another one.
    expect(await planned(...rows, cancel('-4'), cancel('-3'), cancel('-1'))).toMatchObject({
      canceled: ['1', '2'],
      matched: 3,
      left: [9n],
    });
    expect(await planned(...rows, cancel('-3'), cancel('-6'))).toMatchObject({
      canceled: ['2'],
      matched: 1,
      unmatched: 1,
      left: [4n],
    });
    expect(await planned(cancel('-1'), ...rows)).toMatchObject({ matched: 0, unmatched: 1, left: [1n] });
  });

  test('another price, code or customer, no customer and parts of a piece match nothing', async () => {
    const sold = row('1', 'A', '5', '2.55');
    for (const cancelled of [
      row('C2', 'A', '-1', '2.56'),
      row('C2', 'B', '-1', '2.55'),
      row('C2', 'A', '-0.5', '2.55'),
      row('C2', 'A', '-1', '2.55').replace('17850.0', '17851'),
    ]) {
      expect(await planned(sold, cancelled)).toMatchObject({ matched: 0, unmatched: 1, left: [1n] });
    }
    expect(
      await planned(sold.replace('17850.0', ''), row('C2', 'A', '-5', '2.55').replace('17850.0', '')),
    ).toMatchObject({ canceled: [], unmatched: 1 });
  });

  // Catches a sale that gives back more than it sold, and stock that is not what was placed, less what was sold, plus
  // what came back.
  test('no sale gives back more than it sold', () => {
    const cancellation = fc.record({ invoice: fc.nat(4), quantity: fc.bigInt({ min: 1n, max: 9n }) });
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 5 }),
        fc.array(cancellation, { maxLength: 8 }),
        (quantities, cancelled) => {
          const article = { stockCode: 'A', description: '', priceE4: 10_000n };
          const invoices = quantities.map((quantity, at) => ({
            number: String(at),
            customer: 'x',
            lines: [{ ...article, quantityMilli: quantity * 1000n, row: at }],
          }));
          const { returns, stocks } = planOf(
            invoices,
            undefined,
            cancelled.map(({ quantity }, at) => ({
              ...article,
              number: `C${at}`,
              customer: 'x',
              quantityMilli: quantity * 1000n,
              row: 100 + at,
            })),
          );
          const back =
            returns.placements.reduce((sum, { units }) => sum + units, 0n) +
            returns.canceled.reduce((sum, { lines }) => sum + lines[0]!.quantityMilli / 1000n, 0n);
          expect(back).toBeLessThanOrEqual(quantities.reduce((sum, one) => sum + one, 0n));
          expect(stocks[0]!.leftUnits).toBe(1n + back);
          expect(returns.matched + returns.unmatched).toBe(cancelled.length);
        },
      ),
    );
  });
});
