// Catches what only several nodes can do wrong: an acknowledged record that is gone, a read that goes back in time, two
// leaders, nodes whose shops differ, a slot given twice after a promotion.
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../../harness/seed.ts';
import { CLUSTER_CANARIES } from './cluster-canaries.ts';
import { ClusterViolation } from './cluster-claims.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

const RUNS = runs(8, 60);
const SECONDS = 60;
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('cluster');
const CANARY_STEPS_MAX = 1_000_000;

describe('three nodes over one log', () => {
  test('keep what they answered, in one order, and are the same shop', { timeout: 3_600_000 }, async () => {
    const sum: { [count: string]: number } = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const counts = await new ClusterSimulation(seed).run(SECONDS).catch((error: unknown) => {
        throw new Error(`npm run sim -- cluster --seed ${seed}: ${(error as Error).message}`, { cause: error });
      });
      for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
    }
    // What never happens would prove nothing.
    for (const name of ['leaders', 'acknowledged', 'reads', 'confirmed', 'orders', 'pauses', 'boots'])
      expect(sum[name], name).toBeGreaterThan(RUNS * 2);
    for (const name of ['handOvers', 'joins', 'burnt', 'fellBehind']) expect(sum[name], name).toBeGreaterThan(0);
  });

  test('repeat from a seed', async () => {
    expect(await new ClusterSimulation(3).run(20)).toEqual(await new ClusterSimulation(3).run(20));
  });

  // A claim that cannot fail proves nothing.
  test.each(Object.entries(CLUSTER_CANARIES))('are found out when %s', { timeout: 600_000 }, async (_, canary) => {
    const { install, claims, copiesMin } = canary;
    const mend = install();
    let violation: unknown;
    try {
      for (let seed = 1, steps = 0; violation === undefined && steps < CANARY_STEPS_MAX; seed += 1) {
        const simulation = new ClusterSimulation(seed, copiesMin);
        violation = await simulation.run(SECONDS).then(
          () => undefined,
          (error: unknown) => error,
        );
        steps += simulation.counts.steps;
      }
    } finally {
      mend();
    }
    expect(violation).toBeInstanceOf(ClusterViolation);
    const { claim, message } = violation as ClusterViolation;
    expect(claims, message).toContain(claim);
  });
});
