// Catches what no single case shows: appends that happen twice or never, two leaders of one epoch, and leases that
// overlap, among three nodes whose clocks drift and whose requests are lost, late and doubled.
import { expect, test } from 'vitest';
import { BROKEN, holds, runsToFind } from './log-runs.ts';

const RUNS = 2;
const SECONDS = 25;

test('each append once and in order, one leader of an epoch, one lease', async () => {
  const total = await holds(RUNS, SECONDS);
  // That it happens: the rest of it in the long runs.
  expect(total.acknowledged).toBeGreaterThan(RUNS * 20);
  expect(total.epochs).toBeGreaterThan(RUNS * 2);
});

// Others in the long runs.
test.each(BROKEN.slice(0, 1))('finds %s', async (_, broken, Made) => {
  expect(await runsToFind(broken, Made, 5)).toBeLessThan(Infinity);
});
