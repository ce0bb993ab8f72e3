// Catches a reply that a power cut makes untrue, a thing sold twice, and a replay that is not byte for byte the same.
import { runs } from '../harness/effort.ts';
import { IS_COMMITTED, seedOf } from '../harness/seed.ts';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Simulation, Violation } from './simulation.ts';
import type { Claim, Counts } from './simulation.ts';
import { newDirectory } from '../harness/directories.ts';

// Seeds that once found a bug, each with what it found.
const REGRESSIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'simulation-seeds.json'), 'utf8')) as {
  readonly seed: number;
  readonly steps: number;
  readonly found: string;
}[];

const RUNS = runs(12, 120);
/** The first of as many consecutive ones. */
const FIRST_SEED = IS_COMMITTED ? 1 : seedOf('simulation');
const STEPS = 1500;

const directory = newDirectory();

const COUPONS = 6;

const simulate = async (
  seed: number,
  steps: number,
  gated = true,
  without: readonly Claim[] = [],
  coupons = COUPONS,
): Promise<Counts> => {
  const snapshots = mkdtempSync(join(directory, `${seed}-`));
  try {
    return await new Simulation({ seed, steps, gated, snapshots, coupons, without }).run();
  } catch (error) {
    if (error instanceof Violation) throw error;
    throw new Error(`the simulation broke: ${String((error as Error).message)}`, { cause: error });
  }
};

const reported = async (seed: number, steps: number, coupons = COUPONS): Promise<Counts> =>
  simulate(seed, steps, true, [], coupons).catch((error: unknown) => {
    throw new Error(
      `seed ${seed}, ${steps} steps (simulation-seeds.json keeps such a pair for ever): ${(error as Error).message}`,
      { cause: error },
    );
  });

describe('the engine on a disk that loses its power', () => {
  test(
    'keeps what it answered, sells nothing twice and replays to the same bytes',
    { timeout: 3_600_000 },
    async () => {
      const sum: { [count: string]: number } = {};
      for (let run = 0; run < RUNS; run += 1) {
        const counts = await reported(FIRST_SEED + run, STEPS);
        for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + (count as number);
      }
      // Traffic that never gets there would prove nothing.
      for (const name of ['cuts', 'replies', 'orders', 'redeemed', 'snapshots', 'slotsReused'])
        expect(sum[name], name).toBeGreaterThan(RUNS);
    },
  );

  test('with carts that hold stock for some seconds', { timeout: 600_000 }, async () => {
    let held = 0;
    for (let seed = 1; seed <= runs(2, 8); seed += 1) {
      const snapshots = mkdtempSync(join(directory, `held-${seed}-`));
      held += (
        await new Simulation({
          seed,
          steps: STEPS,
          gated: true,
          snapshots,
          coupons: COUPONS,
          without: [],
          cartHoldMs: 20_000,
        }).run()
      ).held;
    }
    expect(held).toBeGreaterThan(runs(60, 250));
  });

  test('on a disk that is up to eight commits behind its log', { timeout: 600_000 }, async () => {
    let [cuts, reused] = [0, 0];
    for (let seed = 1; seed <= runs(6, 60); seed += 1) {
      const snapshots = mkdtempSync(join(directory, `late-${seed}-`));
      const options = { seed, steps: STEPS, gated: true, snapshots, coupons: COUPONS, without: [], lateMax: 8 };
      const counts = await new Simulation(options).run();
      cuts += counts.cuts;
      reused += counts.slotsReused;
    }
    expect(Math.min(cuts, reused)).toBeGreaterThan(runs(6, 60));
  });

  test.each(REGRESSIONS)('seed $seed: $found', async ({ seed, steps }) => {
    await reported(seed, steps, 0);
  });

  test('repeats from a seed', async () => {
    expect(await simulate(77, 400)).toEqual(await simulate(77, 400));
  });

  // Would show that the claims prove nothing: an engine that answers early must break them, each way to see it alone.
  test.each<{ claim: Claim; without: Claim[] }>([
    { claim: 'early', without: [] },
    { claim: 'lost', without: ['early'] },
    { claim: 'once', without: ['early', 'lost'] },
  ])('catches an engine that answers early by the claim $claim', async ({ claim, without }) => {
    const caught: string[] = [];
    for (let seed = 1; seed <= runs(6, 20); seed += 1) {
      // With the traffic that the thresholds were set with: coupons that are used up make checkouts fail.
      await simulate(seed, STEPS, false, without, 0).catch((error: unknown) => caught.push((error as Violation).claim));
    }
    expect(caught.filter((one) => one === claim).length).toBeGreaterThan(runs(1, 5));
  });
});
