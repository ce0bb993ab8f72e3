// The replay end to end, compared to the penny: a small file against the built server, which is killed in the middle
// and started again, and real invoices against a shop in memory.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { replay } from '../../bench/replay/run.ts';
import type { Summary } from '../../bench/replay/run.ts';
import type { ReplayOptions } from '../../bench/replay/options.ts';
import { testShop } from '../../src/testing/test-shop.ts';
import { newDirectory } from '../harness/directories.ts';
import { THROUGH_STANDBY } from '../harness/variant.ts';
import { soldThroughStandbys } from './replay-standby.ts';

const REAL = fileURLToPath(new URL('../../../shared/data/online-retail.csv.gz', import.meta.url));
/** Of the gzipped file: a few thousand rows, so that no time goes into rows that nobody sells. */
const READ_BYTES = 40_000;

let directory: string;
beforeAll(() => {
  directory = newDirectory();
});
if (THROUGH_STANDBY) soldThroughStandbys();

const run = (file: string, limit: number, more: Partial<ReplayOptions>): Promise<Summary> =>
  replay({
    file,
    mode: 'sell',
    statePath: `${file}.jsonl`,
    store: `${file}-store`,
    shoppers: 8,
    limit,
    kill: false,
    print: () => {},
    ...more,
  });

// Two prices of one stock code, a price whose line rounds, a cancelled part, an invoice that sells nothing.
const ROWS = [
  'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country',
  ...Array.from({ length: 40 }, (_, at) => [
    `${1000 + at},A1,LANTERN,${at + 1},2010-12-01 08:26:00,2.55,17850.0,United Kingdom`,
    `${1000 + at},A1,LANTERN,3,2010-12-01 08:26:00,2.10,17850.0,United Kingdom`,
    `${1000 + at},B2,"PAD, SMALL",5,2010-12-01 08:26:00,0.001,17850.0,United Kingdom`,
  ]).flat(),
  'C2000,A1,LANTERN,-1,2010-12-01 09:00:00,2.55,17850.0,United Kingdom',
  // An order that is cancelled as a whole, and what nothing is left for.
  '1040,C3,CLOCK,4,2010-12-01 09:00:00,9.99,17850.0,United Kingdom',
  'C2002,C3,CLOCK,-4,2010-12-01 09:00:00,9.99,17850.0,United Kingdom',
  'C2003,C3,CLOCK,-1,2010-12-01 09:00:00,9.99,17850.0,United Kingdom',
  '2001,A1,LANTERN,0,2010-12-01 09:00:00,2.55,17850.0,United Kingdom',
];

test('a small file is sold to the penny, through a kill and two restarts', async () => {
  const file = join(directory, 'small.csv.gz');
  writeFileSync(file, gzipSync(`${ROWS.join('\n')}\n`));
  const summary = await run(file, 0, { kill: true });
  expect(summary.differences).toBe(0);
  expect(summary.ordersCompared).toBe(41);
  expect(summary.plan.returns).toMatchObject({ matched: 2, unmatched: 1, canceledMinor: 3996n });
  expect(summary.plan.returns.placements).toHaveLength(1);
  expect(summary.shopCanceledMinor).toBe(3996n);
  // 40 × (3 × 2.10 + round(5 × 0.001)) + 2.55 × (1 + … + 40) + 4 × 9.99, in pence.
  expect(summary.expectedMinor).toBe(40n * (630n + 1n) + 255n * 820n + 3996n);
  expect(summary.shopMinor).toBe(summary.expectedMinor);
});

/** A busy machine makes it refuse no call that has waited. */
const PATIENT = { callWaitMsMax: 60_000, checkoutWaitMsMax: 60_000 };

/** The first rows of the real file. */
const beginningOfReal = (): Buffer => {
  const bytes = gunzipSync(readFileSync(REAL).subarray(0, READ_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  return bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
};

if (existsSync(REAL)) {
  test('real invoices are sold to the penny', async () => {
    const file = join(directory, 'real.csv');
    writeFileSync(file, beginningOfReal());
    // Nothing is killed here: a shop in this process sells as well, unless it is to be asked through a standby.
    const shop = THROUGH_STANDBY ? undefined : await testShop({ settings: PATIENT });
    try {
      const at = shop && { shop: { url: await shop.listen(), credentials: shop.credentials } };
      const summary = await run(file, 60, { ...at });
      expect(summary.differences).toBe(0);
      expect(summary.ordersCompared).toBe(60);
    } finally {
      await shop?.close();
    }
  });
} else {
  console.log(`the replay of real invoices does not run: ${REAL} is not here`);
}
