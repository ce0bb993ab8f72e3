// The long runs of log-simulation.test.ts, and every way to break a node: each must be found.
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { BROKEN, holds, runsToFind } from './log-runs.ts';

test('each append once and in order, one leader of an epoch, one lease', async () => {
  const count = runs(30);
  const total = await holds(count);
  // That all of it happens.
  expect(total.acknowledged).toBeGreaterThan(count * 20);
  expect(total.epochs).toBeGreaterThan(count * 2);
  expect(total.handOvers).toBeGreaterThan(0);
  expect(total.stalls).toBeGreaterThan(0);
  expect(total.fenced).toBeGreaterThan(0);
});

test.each(BROKEN)('finds %s', async (_, broken, Made) => {
  expect(await runsToFind(broken, Made, 300)).toBeLessThan(Infinity);
});
