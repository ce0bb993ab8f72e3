// The replay end to end against the built server: sold, killed in the middle, resumed, compared to the penny.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { replay } from '../../bench/replay/run.ts';
import type { Summary } from '../../bench/replay/run.ts';
import { THROUGH_STANDBY } from '../harness/variant.ts';
import { soldThroughStandbys } from './replay-standby.ts';

const REAL = fileURLToPath(new URL('../../../shared/data/online-retail.csv.gz', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'kontor-replay-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
if (THROUGH_STANDBY) soldThroughStandbys();

const run = (name: string, file: string, limit: number, kill: boolean): Promise<Summary> =>
  replay({
    file,
    mode: 'sell',
    statePath: join(directory, `${name}.jsonl`),
    store: join(directory, `${name}-store`),
    shoppers: 8,
    limit,
    kill,
    print: () => {},
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
  const summary = await run('small', file, 0, true);
  expect(summary.differences).toBe(0);
  expect(summary.ordersCompared).toBe(41);
  expect(summary.plan.returns).toMatchObject({ matched: 2, unmatched: 1, canceledMinor: 3996n });
  expect(summary.plan.returns.placements).toHaveLength(1);
  expect(summary.shopCanceledMinor).toBe(3996n);
  // 40 × (3 × 2.10 + round(5 × 0.001)) + 2.55 × (1 + … + 40) + 4 × 9.99, in pence.
  expect(summary.expectedMinor).toBe(40n * (630n + 1n) + 255n * 820n + 3996n);
  expect(summary.shopMinor).toBe(summary.expectedMinor);
});

if (existsSync(REAL)) {
  test('real invoices are sold to the penny', async () => {
    const summary = await run('real', REAL, 60, false);
    expect(summary.differences).toBe(0);
    expect(summary.ordersCompared).toBe(60);
  });
} else {
  console.log(`the replay of real invoices does not run: ${REAL} is not here`);
}
