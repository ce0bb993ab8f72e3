// Runs of the cluster simulation for its tests.
import { expect } from 'vitest';
import type { ClusterCanary } from './cluster-canaries.ts';
import { ClusterViolation } from './cluster-claims.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

/** Of the time of its nodes. */
const SECONDS = 60;
const CANARY_STEPS_MAX = 1_000_000;

export type Sum = { [Count in keyof ClusterSimulation['counts']]?: number };

/** Adds what has happened in one run. */
export const runOne = async (seed: number, sum: Sum, seconds = SECONDS, calmMs?: number): Promise<void> => {
  const counts = await new ClusterSimulation(seed).run(seconds, calmMs).catch((error: unknown) => {
    throw new Error(`npm run sim -- cluster --seed ${seed}: ${(error as Error).message}`, { cause: error });
  });
  for (const [name, count] of Object.entries(counts) as [keyof Sum, number][]) sum[name] = (sum[name] ?? 0) + count;
};

/** What never happens would prove nothing. Of `often` more than that, of the others at least one. */
export const seldom = (sum: Sum, often: number): string[] => [
  ...(['leaders', 'acknowledged', 'reads', 'confirmed', 'orders', 'pauses', 'boots'] as const).filter(
    (name) => (sum[name] ?? 0) <= often,
  ),
  ...(['handOvers', 'joins', 'burnt', 'fellBehind'] as const).filter((name) => (sum[name] ?? 0) === 0),
];

/** A claim that cannot fail proves nothing. */
export const isFoundOut = async ({ install, claims, copiesMin }: ClusterCanary): Promise<void> => {
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
};
