// The long runs of simulation.test.ts, every claim that finds an engine which answers early, and seeds that once found
// a bug.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../harness/seed.ts';
import { EARLY, simulate, simulateAll, timesFound } from './simulation-runs.ts';

// Each with what it found.
const REGRESSIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'simulation-seeds.json'), 'utf8')) as {
  readonly seed: number;
  readonly steps: number;
  readonly found: string;
}[];

const RUNS = runs(12);
const HELD_RUNS = runs(2);
const LATE_RUNS = runs(6);
const EARLY_RUNS = Math.max(6, runs(6));
/** The first of as many consecutive ones. */
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('simulation');

describe('the engine on a disk that loses its power', () => {
  test(
    'keeps what it answered, sells nothing twice and replays to the same bytes',
    { timeout: 3_600_000 },
    async () => {
      const sum = await simulateAll(RUNS, { seed: FIRST_SEED });
      for (const name of ['cuts', 'replies', 'orders', 'redeemed', 'snapshots', 'slotsReused'] as const)
        expect(sum[name], name).toBeGreaterThan(RUNS);
    },
  );

  test('with carts that hold stock for some seconds', { timeout: 600_000 }, async () => {
    const { held } = await simulateAll(HELD_RUNS, { seed: 1, cartHoldMs: 20_000 });
    expect(held).toBeGreaterThan(HELD_RUNS * 32);
  });

  test('on a disk that is up to eight commits behind its log', { timeout: 600_000 }, async () => {
    const { cuts, slotsReused } = await simulateAll(LATE_RUNS, { seed: 1, lateMax: 8 });
    expect(Math.min(cuts, slotsReused)).toBeGreaterThan(LATE_RUNS);
  });

  test.each(REGRESSIONS)('seed $seed: $found', async ({ seed, steps }) => {
    await simulateAll(1, { seed, steps, coupons: 0 });
  });

  test('repeats from a seed', async () => {
    const given = { seed: 77, steps: 400 };
    expect(await simulate(given)).toEqual(await simulate(given));
  });

  test.each(EARLY)('catches an engine that answers early by the claim $claim', async (given) => {
    expect(await timesFound(given, EARLY_RUNS)).toBeGreaterThan(EARLY_RUNS / 4);
  });
});
