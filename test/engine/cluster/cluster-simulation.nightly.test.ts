// The long runs of cluster-simulation.test.ts, and every canary: each must be found.
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../../harness/seed.ts';
import { CLUSTER_CANARIES } from './cluster-canaries.ts';
import { isFoundOut, runOne, seldom } from './cluster-runs.ts';
import type { Sum } from './cluster-runs.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

const RUNS = runs(8);
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('cluster');

describe('three nodes over one log', () => {
  test('keep what they answered, in one order, and are the same shop', { timeout: 3_600_000 }, async () => {
    const sum: Sum = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await runOne(seed, sum);
    expect(seldom(sum, RUNS * 2)).toEqual([]);
  });

  test('repeat from a seed', async () => {
    expect(await new ClusterSimulation(3).run(20)).toEqual(await new ClusterSimulation(3).run(20));
  });

  test.each(Object.entries(CLUSTER_CANARIES))('are found out when %s', { timeout: 600_000 }, (_, canary) =>
    isFoundOut(canary),
  );
});
