// Would catch a reply that denies a durable change, a lost order, a number given twice, damage that is served as truth:
// anything that only the whole shop can do wrong, among power cuts, failing commits, old rows and clocks that jump.
import { beforeAll, describe, expect, test } from 'vitest';
import { CANARIES } from './canaries.ts';
import { CLAIMS } from './claims.ts';
import { noCounts } from './counts.ts';
import { isFoundOut, runOne, seldom } from './shop-runs.ts';

/** In the runs of the first happens all that must; the others are for shops that draw otherwise. */
const SEEDS = [52, 147, 121, 11, 12, 71, 101, 82, 5, 43, 9, 14, 18, 67, 68, 157];
const STEPS = 100;

describe('the whole shop', () => {
  // What the first run loads is needed by all: templates of documents among it.
  beforeAll(() => runOne(SEEDS[0]!, noCounts(), { steps: STEPS, damaged: 1 }));

  test('keeps its claims on a disk that is up to eight commits behind its log', async () => {
    await runOne(7, noCounts(), { steps: STEPS, lateMax: 8 });
  });

  const sum = noCounts();
  const left = new Set(SEEDS);
  const runNext = async (seed: number): Promise<void> => {
    if (seldom(sum, 3).length > 0 && left.delete(seed)) await runOne(seed, sum, { steps: STEPS, damaged: 1 });
  };

  // A run each: in how many all of it has happened changes with whatever draws from chance.
  test.each(SEEDS)('keeps its claims, seed %i', runNext);

  test('had everything happen in these runs', async () => {
    for (const seed of left) await runNext(seed);
    expect(seldom(sum, 3)).toEqual([]);
  });

  test('makes no claim without a canary', () => {
    const found = new Set(Object.values(CANARIES).flatMap(({ claims }) => claims));
    expect(CLAIMS.filter((claim) => !found.has(claim))).toEqual([]);
  });

  // Others in the long runs.
  test.each(Object.entries(CANARIES).slice(0, 1))('is found out when %s', (_, canary) => isFoundOut(canary));
});
