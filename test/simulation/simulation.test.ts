// Would catch a reply that denies a durable change, a lost order, a number given twice, damage that is served as truth:
// anything that only the whole shop can do wrong, among power cuts, failing commits, old rows and clocks that jump.
import { describe, expect, test } from 'vitest';
import { CANARIES } from './canaries.ts';
import { noCounts } from './counts.ts';
import { isFoundOut, runOne, seldom } from './shop-runs.ts';

/** In a run from the first happens all that must; the others are for shops that draw otherwise. */
const SEEDS = [90, 53, 15, 13, 105, 61, 50, 142];
const STEPS = 160;

describe('the whole shop', () => {
  test('keeps its claims on a disk that is up to eight commits behind its log', async () => {
    await runOne(7, noCounts(), { steps: STEPS, lateMax: 8 });
  });

  test('keeps its claims', async () => {
    const sum = noCounts();
    for (const seed of SEEDS) if (seldom(sum, 3).length > 0) await runOne(seed, sum, { steps: STEPS, damaged: 1 });
    expect(seldom(sum, 3)).toEqual([]);
  });

  // Others in the long runs.
  test.each(Object.entries(CANARIES).slice(0, 1))('is found out when %s', (_, canary) => isFoundOut(canary));
});
