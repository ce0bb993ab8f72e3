// Runs of the simulation of the whole shop for its tests.
import { expect } from 'vitest';
import type { Canary } from './canaries.ts';
import { Violation } from './claims.ts';
import { noCounts } from './counts.ts';
import type { Counts } from './counts.ts';
import type { ShopSimulationOptions } from './options.ts';
import { ShopSimulation } from './simulation.ts';

const STEPS = 2000;
// Encrypted rows differ in every run, so that a seed repeats all but where a flipped bit hits.
const CANARY_RUNS = 25;

/** Adds what has happened in one run. */
export const runOne = async (
  seed: number,
  sum: Counts = noCounts(),
  options: Partial<ShopSimulationOptions> = {},
): Promise<void> => {
  const counts = await new ShopSimulation({ seed, steps: STEPS, ...options }).run().catch((error: unknown) => {
    const late = options.lateMax === undefined ? '' : ` --late ${options.lateMax}`;
    throw new Error(`npm run sim -- shop${late} --seed ${seed}: ${(error as Error).message}`, { cause: error });
  });
  for (const [name, count] of Object.entries(counts) as [keyof Counts, number][]) sum[name] += count;
};

/** As `seldom`, of a shop with extensions. */
export const seldomAsked = (sum: Counts): string[] =>
  (['orders', 'asked', 'lies', 'saidPrices'] as const).filter((name) => sum[name] === 0);

/** Traffic that never gets there would prove nothing. Of `often` more than that, of the others at least one. */
export const seldom = (sum: Counts, often: number): string[] => [
  ...(['orders', 'restarts'] as const).filter((name) => sum[name] <= often),
  ...(
    [
      'failedCommits',
      'damages',
      'repaired',
      'snapshots',
      'erasures',
      'promoted',
      'delivered',
      'words',
      'boxes',
      'credits',
      'edits',
    ] as const
  ).filter((name) => sum[name] === 0),
];

/** As `seldom`, of what needs several steps after a sale, and so long runs. */
export const seldomAfterSale = (sum: Counts): string[] =>
  (
    [
      'returns',
      'refunds',
      'paidBack',
      'settled',
      'creditNotes',
      'restored',
      'meanwhile',
      'exchanged',
      'suggested',
    ] as const
  ).filter((name) => sum[name] === 0);

/** What breaks otherwise is no finding of the claims. */
const firstViolation = async ({ lateMax, asks }: Canary): Promise<Violation | undefined> => {
  for (let seed = 1; seed <= CANARY_RUNS; seed += 1) {
    try {
      const more = { ...(lateMax !== undefined && { lateMax }), ...(asks !== undefined && { asks }) };
      await new ShopSimulation({ seed, steps: STEPS, damaged: 1, ...more }).run();
    } catch (error) {
      if (error instanceof Violation) return error;
    }
  }
  return undefined;
};

/** Within so many runs: a claim that cannot fail proves nothing. */
export const isFoundOut = async (canary: Canary): Promise<void> => {
  const { install, claims } = canary;
  const mend = install();
  try {
    const violation = await firstViolation(canary);
    expect(claims, violation?.message).toContain(violation?.claim);
  } finally {
    mend();
  }
};
