// The long runs of simulation.test.ts, and every canary: each must be found.
import { describe, expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../harness/seed.ts';
import { CANARIES } from './canaries.ts';
import { noCounts } from './counts.ts';
import { isFoundOut, runOne, seldom, seldomAfterSale, seldomAsked } from './shop-runs.ts';

/** In fewer not all of it happens. */
const RUNS = Math.max(3, runs(3));
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('whole shop');

describe('the whole shop', () => {
  test('keeps its claims', { timeout: 3_600_000 }, async () => {
    const sum = noCounts();
    for (let run = 0; run < RUNS; run += 1) await runOne(FIRST_SEED + run, sum);
    expect([...seldom(sum, RUNS * 5), ...seldomAfterSale(sum)]).toEqual([]);
  });

  test('keeps its claims on a disk that is up to eight commits behind its log', { timeout: 3_600_000 }, async () => {
    for (let run = 0; run < RUNS; run += 1) await runOne(FIRST_SEED + run, noCounts(), { lateMax: 8 });
  });

  test('keeps its claims with extensions that lie and hang', { timeout: 3_600_000 }, async () => {
    const sum = noCounts();
    for (let run = 0; run < RUNS; run += 1) await runOne(FIRST_SEED + run, sum, { asks: true });
    expect(seldomAsked(sum)).toEqual([]);
  });

  test.each(Object.entries(CANARIES))('is found out when %s', { timeout: 600_000 }, (_, canary) => isFoundOut(canary));
});
