import * as fc from 'fast-check';
import { test } from 'vitest';
import { bringRecords, bringTable, drawCatalogue, newEngine, tableText } from '../cli/catalogue-shop.ts';
test('x', async () => {
  let n = 0;
  await fc.assert(fc.asyncProperty(fc.gen(), async (draw) => {
    const e = newEngine();
    const records = drawCatalogue(draw);
    await bringRecords(e, records);
    const table = tableText(e, ',');
    const t0 = Date.now();
    const r = await Promise.race([bringTable(e, table), new Promise<string>((ok) => setTimeout(() => ok('HANG'), 1500))]);
    console.log(n++, records.length, table.length, typeof r === 'string' ? r : r.listed, Date.now() - t0);
    if (r === 'HANG') { console.log(JSON.stringify(table)); throw new Error('hang'); }
  }), { numRuns: 15, endOnFailure: true });
});
