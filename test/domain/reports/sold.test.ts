// Lists of what was sold, in a shop that has sold very many products. Catches a loop over all of them that lets nobody
// else have a turn, and a product that is counted twice because its order changed while the list was made.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { ProductSales } from '../../../src/domain/orders/product-sales.ts';
import { planSold } from '../../../src/domain/reports/sold.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { must } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { RULES } from '../memory-shop.ts';
import { good } from '../seeded-shop.ts';

const DAY = 20_000;
const SCOPE = { channelId: 1, currency: 'EUR', digits: 2 };
const WANTED = { channelId: undefined, currency: 'EUR' };
/** Products that any loop may read before others have their turn. */
const SLICE = 4096;

test.each([
  ['all on one day', (): number => DAY],
  ['each on one of very many days', (product: number): number => DAY - product],
])('no step of the list of products sold reads more than a slice of them: %s', (_how, dayOf) => {
  const reports = new OrderReports();
  const products = 5 * SLICE;
  for (let id = 1; id <= products; id += 1) reports.products.change(SCOPE, dayOf(id), id, 1000, id);
  const reader = { rules: RULES, atMs: DAY * 86_400_000, index: () => ({ reports }), read: () => undefined };
  const range = { fromDay: DAY - products, toDay: DAY, channel: '', currency: 'EUR' };
  const planned = planSold(reader as unknown as Reader, 'products_sold', range);
  must(planned.ok, 'the report can be made');
  const steps = planned.value.steps();
  let turns = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) turns += 1;
  const { records, sum, amountSum } = good(step.value);
  expect([records.count, records.at(0).id, sum]).toEqual([1000, products, products * 1000]);
  expect(amountSum).toBe((products * (products + 1)) / 2);
  // They are read, added up, and the best of them are found.
  expect(turns).toBeGreaterThanOrEqual(3 * 5);
});

test('a product is counted once, whatever changes while the list is made', () => {
  const change = fc.record({ turn: fc.nat({ max: 3 }), product: fc.integer({ min: 1, max: 3 * SLICE }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.boolean(), (changes, isPacked) => {
      const sales = new ProductSales();
      for (let id = 1; id <= 3 * SLICE; id += 1) sales.change(SCOPE, DAY, id, 1000, 100);
      // The day is packed once there are many others.
      const others = isPacked ? 70 : 0;
      for (let other = 1; other <= others; other += 1) sales.change(SCOPE, DAY - other, 1, 1000, 100);
      const steps = sales.sold(WANTED, [DAY, DAY], 2);
      let step = steps.next();
      for (let turn = 0; step.done !== true; turn += 1, step = steps.next())
        for (const { product } of changes.filter((one) => one.turn === turn))
          // As an order that is changed: it is taken out, and put in again.
          for (const sign of [-1, 1]) sales.change(SCOPE, DAY, product, sign * 1000, sign * 100);
      expect(step.value.size).toBe(3 * SLICE);
      expect(new Set([...step.value.values()].map(({ milli, minor }) => `${milli} ${minor}`))).toEqual(
        new Set(['1000 100']),
      );
    }),
    { numRuns: runs(10) },
  );
});

test('a day whose only order goes and comes back while it is read is read to its end', () => {
  const sales = new ProductSales();
  const products = Array.from({ length: 2 * SLICE }, (_, at) => at + 1);
  const change = (sign: 1 | -1): void => {
    for (const product of products) sales.change(SCOPE, DAY, product, sign * 1000, sign * 100);
  };
  change(1);
  const steps = sales.sold(WANTED, [DAY, DAY], 2);
  steps.next();
  change(-1);
  change(1);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value.size).toBe(products.length);
});

test('a day of which nothing is left is gone', () => {
  const sales = new ProductSales();
  sales.change(SCOPE, DAY, 1, 1000, 100);
  sales.change(SCOPE, DAY, 2, 1000, 100);
  sales.change(SCOPE, DAY, 1, -1000, -100);
  expect([...sales.figures()].map(([, value]) => value)).toEqual([1000, 100, 2000, 200]);
  sales.change(SCOPE, DAY, 2, -1000, -100);
  expect([...sales.figures()]).toEqual([]);
});
