// Catches a reply that a power cut makes untrue, a thing sold twice, and a replay that is not byte for byte the same.
import { describe, expect, test } from 'vitest';
import { EARLY, simulate, simulateAll, timesFound } from './simulation-runs.ts';

const STEPS = 400;
const LESS_STEPS = 350;

describe('the engine on a disk that loses its power', () => {
  test('keeps what it answered, sells nothing twice and replays to the same bytes', async () => {
    const sum = await simulateAll(1, { seed: 14, steps: STEPS });
    // Traffic that never gets there would prove nothing.
    for (const name of ['cuts', 'replies', 'orders', 'redeemed', 'snapshots', 'slotsReused'] as const)
      expect(sum[name], name).toBeGreaterThan(1);
  });

  test('with carts that hold stock for some seconds', async () => {
    const { held } = await simulateAll(1, { seed: 1, steps: LESS_STEPS, cartHoldMs: 20_000 });
    expect(held).toBeGreaterThan(30);
  });

  test('on a disk that is up to eight commits behind its log', async () => {
    const { cuts, slotsReused } = await simulateAll(1, { seed: 18, steps: LESS_STEPS, lateMax: 8 });
    expect(Math.min(cuts, slotsReused)).toBeGreaterThan(1);
  });

  test('repeats from a seed', async () => {
    const given = { seed: 77, steps: 200 };
    expect(await simulate(given)).toEqual(await simulate(given));
  });

  // Would show that the claims prove nothing: an engine that answers early must break them. Others in the long runs.
  test.each(EARLY.slice(0, 1))('catches an engine that answers early by the claim $claim', async (given) => {
    expect(await timesFound(given, 6)).toBeGreaterThan(1);
  });
});
