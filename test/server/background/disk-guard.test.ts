// Catches a shop that goes on selling until its disk is full, and one that does not come back when there is space.
import { expect, test, vi } from 'vitest';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { DiskGuard } from '../../../src/server/background/disk-guard.ts';
import { closeAndVerify, engineOn } from '../../engine/store/stores.ts';

const MIB = 1_048_576;

const guarded = (reserveMb = 64) => {
  const engine = engineOn(new MemoryJournal());
  const disk = { free: 65 * MIB, asked: 0, nowMs: 0 };
  const guard = new DiskGuard(engine, {
    directory: '/shop',
    reserveMb,
    nowMs: () => disk.nowMs,
    freeBytes: () => {
      disk.asked += 1;
      return Promise.resolve(disk.free);
    },
  });
  return { engine, disk, guard };
};

test('below the reserve changes are refused, at it they are taken again, and each is one line', async () => {
  const [warned, told] = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')].map((spy) => spy.mockReturnValue());
  const { engine, disk, guard } = guarded();
  await guard.check();
  expect(engine.writeRefusal).toBeUndefined();
  disk.free = 64 * MIB - 1;
  for (let again = 0; again < 3; again += 1) await guard.check();
  expect(engine.writeRefusal).toMatchObject({ code: 'DISK_FULL' });
  expect(warned!.mock.calls).toEqual([
    ['kontor: the disk of /shop has 63 MiB left, less than diskReserveMb (64): changes are refused, reads go on'],
  ]);
  disk.free = 64 * MIB;
  for (let again = 0; again < 3; again += 1) await guard.check();
  expect(engine.writeRefusal).toBeUndefined();
  expect(told!.mock.calls).toEqual([['kontor: the disk of /shop has 64 MiB left: changes are taken again']]);
  vi.restoreAllMocks();
  await closeAndVerify(engine);
});

test('the disk is asked once a second, and not while it has not answered', async () => {
  const { engine, disk, guard } = guarded();
  for (let tick = 0; tick < 100; tick += 1) {
    guard.tick();
    await Promise.resolve();
    disk.nowMs += 50;
  }
  expect(disk.asked).toBe(5);
  await closeAndVerify(engine);
});

test('no reserve: nothing is asked', async () => {
  const { engine, disk, guard } = guarded(0);
  disk.free = 0;
  await guard.check();
  expect([disk.asked, engine.mayWrite]).toEqual([0, true]);
  await closeAndVerify(engine);
});
