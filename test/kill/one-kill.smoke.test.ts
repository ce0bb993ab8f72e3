// One kill and its recovery, in `npm test`: catches a server that loses something acknowledged. kill.system.test.ts has
// many.
import { expect, test } from 'vitest';
import { killed } from './kill-run.ts';

test('a killed server has everything that it acknowledged', async () => {
  const { kills, acknowledged } = await killed(1);
  expect(kills).toBe(1);
  expect(acknowledged).toBeGreaterThan(0);
});
