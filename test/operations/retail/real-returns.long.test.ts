// The first weeks of a real retailer: invoices of which something came back, sold and taken back again. It would catch
// what made-up rows do not have: hundreds of lines, prices of a penny, buyers who take the same thing back twice.
import { expect, test } from 'vitest';
import { realRows } from './real-rows.ts';
import { retailPlan } from './retail-rows.ts';
import { RetailShop } from './retail-shop.ts';

/** Of the gzipped file: returns for two seconds of a processor. */
const READ_BYTES = 250_000;

test('the first returns of a real retailer balance to the penny, month by month', async () => {
  const rows = realRows(READ_BYTES);
  if (rows === undefined) return;
  const plan = retailPlan(rows, true);
  expect(plan.returns.length).toBeGreaterThan(5);
  const shop = await RetailShop.open(plan);
  try {
    await shop.replay(plan);
    expect(await shop.differences(plan)).toEqual([]);
    expect(new Set(shop.notes).size).toBe(plan.returns.length);
  } finally {
    await shop.close();
  }
});
