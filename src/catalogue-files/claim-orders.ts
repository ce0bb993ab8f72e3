// Gives the account of a customer the past orders of its address that the record of the customer had no place for: of
// all that came before the customer, some come with its own record (bring-past-order.ts).
//
// Guaranteed: a bounded number with each record, others are served in between, and each is on the disk before the next.
// An account that gets another address in between still gets those of the address that it came with, and no others.
// The same import again finishes what ended in between. Until then, reading or erasing the orders of the account also
// finds those that it will get (find-past-orders.ts).
import { customerOf } from '../domain/accounts/find-user.ts';
import { CLAIMED, claimPastOrders } from '../domain/history/bring-past-order.ts';
import { hasUnclaimed } from '../domain/history/find-past-orders.ts';
import type { Engine } from '../engine/engine.ts';
import type { Cause } from '../engine/journal/record.ts';
import { must } from '../kernel/result.ts';

interface Claiming {
  readonly cause: Cause;
  readonly pause: () => Promise<void>;
  /** Asked before each record; the rest stays where it is once it says no. */
  readonly mayGoOn: () => boolean;
}

/** To be called for a customer whose record is applied. */
export const claimOthers = async (
  engine: Engine,
  email: string,
  { cause, pause, mayGoOn }: Claiming,
): Promise<void> => {
  const shop = engine.readContext();
  const known = customerOf(shop, email);
  if (known === undefined) return;
  const [userId, user] = known;
  if (!hasUnclaimed(shop.index('past_order'), user)) return;
  for (let isDone = false; !isDone;) {
    await pause();
    if (!mayGoOn()) return;
    const claimed = engine.transact(cause, (tx) => claimPastOrders(tx, userId));
    must(claimed.ok, 'an order that nobody has can be given');
    isDone = claimed.value < CLAIMED.max;
    await engine.whenDurable(engine.headSeq);
  }
};
