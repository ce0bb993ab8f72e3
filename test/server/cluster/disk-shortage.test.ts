// Catches a shop that sells nothing although nodes with room are there, and one that asks them all the time.
import { expect, test } from 'vitest';
import { DiskShortage } from '../../../src/server/cluster/disk-shortage.ts';

test('the lead is given away once the disk is short, and tried again after a while', () => {
  const now = { isShort: false, nowMs: 0 };
  let tried = 0;
  const handOver = (): Promise<string> => {
    tried += 1;
    return Promise.reject(new Error('no other node is alive'));
  };
  const disk = new DiskShortage({ isShort: () => now.isShort, handOver, nowMs: () => now.nowMs });
  disk.tick();
  expect(tried).toBe(0);
  now.isShort = true;
  for (let ticks = 0; ticks < 3; ticks += 1) disk.tick();
  expect(tried).toBe(1);
  now.nowMs += 6_000;
  for (let ticks = 0; ticks < 3; ticks += 1) disk.tick();
  expect(tried).toBe(2);
});
