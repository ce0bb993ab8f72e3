// A retailer's invoices and what their buyers took back, sold again. It would catch a return that finds another order
// than its own, a credit that is not what was paid to the penny, a month whose sales less credit notes are not those of
// the rows, and credit notes with a gap. Rows of a real retailer are in the long tests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retailPlan, retailRows } from './retail-rows.ts';
import { RetailShop } from './retail-shop.ts';

const ROWS = [
  'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country',
  '1,A1,"LANTERN, RED",6,2010-12-01 08:26:00,2.55,17.0,United Kingdom',
  '1,A1,"LANTERN, RED",2,2010-12-01 08:26:00,2.55,17.0,United Kingdom',
  '1,B2,PAD,5,2010-12-01 08:26:00,0.85,17.0,United Kingdom',
  '2,A1,"LANTERN, RED",3,2010-12-30 10:00:00,2.55,17.0,United Kingdom',
  '3,A1,"LANTERN, RED",3,2010-12-30 11:00:00,2.10,18.0,United Kingdom',
  '11,B2,PAD,4,2011-01-03 08:00:00,0.85,,United Kingdom',
  // Of invoice 2 three, and of invoice 1 four of its two rows.
  'C4,A1,"LANTERN, RED",-7,2011-01-04 09:00:00,2.55,17.0,United Kingdom',
  'C5,B2,PAD,-5,2011-01-05 09:00:00,0.85,17.0,United Kingdom',
  'C6,A1,"LANTERN, RED",-5,2011-01-06 09:00:00,2.55,17.0,United Kingdom',
  'C7,A1,"LANTERN, RED",-1,2011-01-06 09:00:00,2.10,17.0,United Kingdom',
  'C8,A1,"LANTERN, RED",-1,2011-01-06 09:00:00,2.10,,United Kingdom',
  'C12,B2,PAD,-1,2011-01-06 09:00:00,0.85,,United Kingdom',
  '9,A1,thrown away,-9,2011-01-06 09:00:00,0.0,,United Kingdom',
  'C10,A1,"LANTERN, RED",-3,2011-02-01 09:00:00,2.10,18.0,United Kingdom',
  '',
].join('\n');

test('returns belong to sales of their buyer, product and price, and the rest are named', () => {
  const plan = retailPlan(retailRows(ROWS));
  expect(plan.returns.map(({ of, row, pieces }) => [row.invoice, of.invoice, pieces])).toEqual([
    ['C4', '2', 3],
    ['C4', '1', 4],
    ['C5', '1', 5],
    ['C12', '11', 1],
    ['C10', '3', 3],
  ]);
  const why = [...plan.unmatched].map(([reason, rows]) => [reason, rows.map(({ invoice }) => invoice)]);
  expect(why).toEqual([
    ['no price', ['9']],
    ['no sale of it before', ['C8']],
    ['sold at another price', ['C7']],
    ['more than was sold', ['C6']],
  ]);
});

describe('sold again', () => {
  const plan = retailPlan(retailRows(ROWS));
  let shop: RetailShop;
  // The first document loads its templates.
  beforeAll(async () => {
    shop = await RetailShop.open(plan);
    await shop.replay(plan);
  });
  afterAll(() => shop.close());

  test('sales less credit notes are the rows of each month', async () => {
    expect(await shop.differences(plan)).toEqual([]);
    expect(shop.notes).toHaveLength(5);
    expect(new Set(shop.notes.map((note) => Number(/\d+$/.exec(note)))).size).toBe(5);
  });

  test('rows that were changed are found', async () => {
    const changed = retailPlan(retailRows(ROWS.replace('-5,2011-01-05', '-4,2011-01-05')));
    expect(await shop.differences(changed)).toEqual([
      '2011-01: credits are 2295, and 2210 in the rows',
      '2011-01: net_sales are -1955, and -1870 in the rows',
    ]);
  });
});
