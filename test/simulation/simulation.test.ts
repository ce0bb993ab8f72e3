// Would catch a reply that denies a durable change, a lost order, a number given twice, damage that is served as truth:
// anything that only the whole shop can do wrong, among power cuts, failing commits, old rows and clocks that jump.
import { describe, expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../harness/seed.ts';
import { ShopSimulation } from './simulation.ts';
import { CANARIES } from './canaries.ts';
import { Violation } from './claims.ts';
import type { Counts } from './counts.ts';

const STEPS = 2000;
const RUNS = runs(3, 12);
// Encrypted rows differ in every run, so that a seed repeats all but where a flipped bit hits.
const CANARY_RUNS = 25;
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('whole shop');

/** What breaks otherwise is no finding of the claims. */
const firstViolation = async (lateMax?: number): Promise<Violation | undefined> => {
  for (let seed = 1; seed <= CANARY_RUNS; seed += 1) {
    try {
      await new ShopSimulation({ seed, steps: STEPS, damaged: 1, ...(lateMax !== undefined && { lateMax }) }).run();
    } catch (error) {
      if (error instanceof Violation) return error;
    }
  }
  return undefined;
};

describe('the whole shop', () => {
  test('keeps its claims', { timeout: 3_600_000 }, async () => {
    const sum: { [count: string]: number } = {};
    for (let run = 0; run < RUNS; run += 1) {
      const seed = FIRST_SEED + run;
      const counts: Counts = await new ShopSimulation({ seed, steps: STEPS }).run().catch((error: unknown) => {
        throw new Error(`npm run sim -- shop --seed ${seed}: ${(error as Error).message}`, { cause: error });
      });
      for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + (count as number);
    }
    // Traffic that never gets there would prove nothing.
    for (const name of ['orders', 'restarts']) expect(sum[name], name).toBeGreaterThan(RUNS * 5);
    for (const name of ['failedCommits', 'damages', 'repaired', 'snapshots', 'erasures'])
      expect(sum[name], name).toBeGreaterThan(0);
  });

  test('keeps its claims on a disk that is up to eight commits behind its log', { timeout: 3_600_000 }, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1)
      await new ShopSimulation({ seed, steps: STEPS, lateMax: 8 }).run().catch((error: unknown) => {
        throw new Error(`npm run sim -- shop --late 8 --seed ${seed}: ${(error as Error).message}`, { cause: error });
      });
  });

  // Each within so many runs: a claim that cannot fail proves nothing.
  test.each(Object.entries(CANARIES))('is found out when %s', { timeout: 600_000 }, async (_, canary) => {
    const { install, claims, lateMax } = canary;
    const mend = install();
    try {
      const violation = await firstViolation(lateMax);
      expect(claims, violation?.message).toContain(violation?.claim);
    } finally {
      mend();
    }
  });
});
