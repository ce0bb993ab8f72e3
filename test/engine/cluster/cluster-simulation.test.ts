// Catches what only several nodes can do wrong: an acknowledged record that is gone, a read that goes back in time, two
// leaders, nodes whose shops differ, a slot given twice after a promotion.
import { describe, expect, test } from 'vitest';
import { size } from '../../harness/effort.ts';
import { CLUSTER_CANARIES } from './cluster-canaries.ts';
import { CLUSTER_CLAIMS } from './cluster-claims.ts';
import { isFoundOut, runOne, seldom } from './cluster-runs.ts';
import type { Sum } from './cluster-runs.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

/** In runs from the first two happens all that must; full runs try the others, and engines that draw otherwise. */
const SEEDS = [111, 408, 240, 300, 247, 97, 314, 15, 1, 2, 3, 4];
const TRIED = SEEDS.slice(0, size(2, SEEDS.length));
const SECONDS = 5;
const CALM_MS = 5_000;

describe('three nodes over one log', () => {
  test('repeat from a seed', async () => {
    const run = (): Promise<ClusterSimulation['counts']> => new ClusterSimulation(3).run(1, 3_000);
    expect(await run()).toEqual(await run());
  });

  const sum: Sum = {};
  const left = new Set(SEEDS);
  const runNext = async (seed: number): Promise<void> => {
    left.delete(seed);
    await runOne(seed, sum, SECONDS, CALM_MS);
  };

  // A run each: a test has a second.
  test.each(TRIED)('keep what they answered, in one order, and are the same shop, seed %i', runNext);

  test('have everything happen in these runs', async () => {
    for (const seed of left) if (seldom(sum, 0).length > 0) await runNext(seed);
    expect(seldom(sum, 0)).toEqual([]);
  });

  test('make no claim without a canary', () => {
    const found = new Set(Object.values(CLUSTER_CANARIES).flatMap(({ claims }) => claims));
    expect(CLUSTER_CLAIMS.filter((claim) => !found.has(claim))).toEqual([]);
  });

  // Others in the long runs.
  test.each(Object.entries(CLUSTER_CANARIES).slice(0, 1))('are found out when %s', (_, canary) => isFoundOut(canary));
});
