// Offices that race for refunds and pieces of the same orders. It would catch a decision on what another call has
// changed meanwhile: money that goes back twice, pieces that are cancelled twice.
import { expect, test } from 'vitest';
import { UnitOfWork } from '../../src/engine/transactions/unit-of-work.ts';
import { runs } from '../harness/effort.ts';
import { replaced } from '../harness/replaced.ts';
import { seedOf } from '../harness/seed.ts';
import { seeded } from '../kill/model.ts';
import { rushForRefunds } from './offices.ts';

const SEED = seedOf('refund rush');
const RUSH = { orders: 6, offices: 8, calls: runs(75, 15, 4_000) };

test('offices give back no more than came, and cancel no piece twice', async () => {
  const { refunded, credited, refused } = await rushForRefunds({ ...RUSH, random: seeded(SEED) });
  // They must have raced for what others had already.
  for (const count of [refunded, credited, refused]) expect(count).toBeGreaterThan(0);
});

test('a shop that decides by what had gone back before is found out', async () => {
  const mend = replaced(
    UnitOfWork.prototype,
    'read',
    (own) =>
      function (this: UnitOfWork, ...given: Parameters<UnitOfWork['read']>) {
        const state = own.apply(this, given);
        return given[0] === 'order' && state !== undefined ? { ...(state as object), refundedMinor: 0 } : state;
      } as UnitOfWork['read'],
  );
  try {
    await expect(rushForRefunds({ ...RUSH, random: seeded(SEED) })).rejects.toThrow(/"refunded"/);
  } finally {
    mend();
  }
});
