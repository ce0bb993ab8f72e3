// Half a year of a real retailer, sold and taken back again: what real-returns.long.test.ts does with its first weeks.
import { expect, test } from 'vitest';
import { realRows } from './real-rows.ts';
import { monthsOf, retailPlan } from './retail-rows.ts';
import { RetailShop } from './retail-shop.ts';

test('all sales and returns of a real retailer balance to the penny, month by month', async () => {
  const rows = realRows();
  if (rows === undefined) return;
  const plan = retailPlan(rows);
  const shop = await RetailShop.open(plan);
  try {
    await shop.replay(plan);
    expect(await shop.differences(plan)).toEqual([]);
    expect(new Set(shop.notes).size).toBe(plan.returns.length);
    for (const [why, unmatched] of plan.unmatched)
      console.log(
        `${why}: ${unmatched.length} rows, such as ${unmatched.slice(0, 3).map(({ invoice, product }) => `${product} of ${invoice}`)}`,
      );
    for (const [month, { sold, back }] of monthsOf(plan)) console.log(`${month}: ${sold} pence sold, ${back} back`);
    console.log(`${plan.sales.length} invoices, ${plan.returns.length} returns`);
  } finally {
    await shop.close();
  }
});
