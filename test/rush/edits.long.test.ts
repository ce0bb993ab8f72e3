// Offices that race to edit the same orders. It would catch an edit that is made of an order which another one has
// changed: pieces that are in no stock and no order, a credit of what is gone, a total that nobody was shown.
import { expect, test } from 'vitest';
import type { Session } from '../../src/domain/cart/session.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import { allCredits } from '../../src/domain/orders/past-carts.ts';
import { UnitOfWork } from '../../src/engine/transactions/unit-of-work.ts';
import { runs } from '../harness/effort.ts';
import { replaced } from '../harness/replaced.ts';
import { seedOf } from '../harness/seed.ts';
import { seeded } from '../kill/model.ts';
import { rushForEdits } from './edits.ts';

const SEED = seedOf('edit rush');
const RUSH = { orders: 10, offices: 6, calls: runs(50, 10, 2_000) };

test('offices edit one order at a time, and no piece gets lost', async () => {
  const { edited, late, credited } = await rushForEdits({ ...RUSH, random: seeded(SEED) });
  // They must have raced for what others had already.
  for (const count of [edited, late, credited]) expect(count).toBeGreaterThan(0);
});

test('a shop whose edits forget what they began from is found out', async () => {
  const mend = replaced(
    UnitOfWork.prototype,
    'read',
    (own) =>
      function (this: UnitOfWork, ...given: Parameters<UnitOfWork['read']>) {
        const state = own.apply(this, given);
        const { edits } = (state ?? {}) as Partial<Session>;
        if (given[0] !== 'session' || edits === undefined || edits === null) return state;
        const { orderId } = edits;
        const credits = allCredits(own.call(this, 'order', orderId) as unknown as Order).length;
        return {
          ...(state as unknown as object),
          edits: { ...edits, credits, orderSeq: this.seqOf('order', orderId) },
        };
      } as UnitOfWork['read'],
  );
  try {
    await expect(rushForEdits({ ...RUSH, random: seeded(SEED) })).rejects.toThrow(/two edits were made/);
  } finally {
    mend();
  }
});
