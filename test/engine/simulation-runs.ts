// Runs of the simulation of the engine for its tests.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { newDirectory } from '../harness/directories.ts';
import { Simulation, Violation } from './simulation.ts';
import type { Claim, Counts, SimulationOptions } from './simulation.ts';

const STEPS = 1500;
const COUPONS = 6;

type Given = Partial<SimulationOptions> & { readonly seed: number };

export const simulate = async (given: Given): Promise<Counts> => {
  const snapshots = mkdtempSync(join(newDirectory(), `${given.seed}-`));
  try {
    const usual = { steps: STEPS, gated: true, snapshots, coupons: COUPONS, without: [] };
    return await new Simulation({ ...usual, ...given }).run();
  } catch (error) {
    if (error instanceof Violation) throw error;
    throw new Error(`the simulation broke: ${String((error as Error).message)}`, { cause: error });
  }
};

/** The sums of what has happened in runs with consecutive seeds. */
export const simulateAll = async (count: number, given: Given): Promise<Counts> => {
  const sum: { [name: string]: number } = {};
  for (let seed = given.seed; seed < given.seed + count; seed += 1) {
    const counts = await simulate({ ...given, seed }).catch((error: unknown) => {
      const pair = `seed ${seed}, ${given.steps ?? STEPS} steps (simulation-seeds.json keeps such a pair for ever)`;
      throw new Error(`${pair}: ${(error as Error).message}`, { cause: error });
    });
    for (const [name, value] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + (value as number);
  }
  return sum as unknown as Counts;
};

interface EarlyCase {
  /** What finds an engine that answers early, while other claims are not made. */
  readonly claim: Claim;
  readonly without: readonly Claim[];
}

/** Each way to see it alone. The first one is found soonest. */
export const EARLY: readonly EarlyCase[] = [
  { claim: 'early', without: [] },
  { claim: 'lost', without: ['early'] },
  { claim: 'once', without: ['early', 'lost'] },
];

/** In how many of so many runs the claim finds an engine that answers early. */
export const timesFound = async ({ claim, without }: EarlyCase, count: number): Promise<number> => {
  let found = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    // With the traffic that the thresholds were set with: coupons that are used up make checkouts fail.
    await simulate({ seed, gated: false, without, coupons: 0 }).catch((error: unknown) => {
      if ((error as Violation).claim === claim) found += 1;
    });
  }
  return found;
};
