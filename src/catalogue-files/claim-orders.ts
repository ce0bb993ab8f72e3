// Gives the account of a customer the past orders of its address that the record of the customer had no place for: of
// all that came before the customer, the first ones come with its own record (bring-past-order.ts).
//
// Guaranteed: a bounded number with each record, others are served in between, and each is on the disk before the next.
// An import that ends in between is finished by the same import again: what has an account by then stays as it is.
// Not promised: that a customer whose import is under way sees all of them.
import { userWithEmail } from '../domain/accounts/find-user.ts';
import { CLAIMED, claimPastOrders } from '../domain/history/bring-past-order.ts';
import { pastOrdersWithEmail } from '../domain/history/find-past-orders.ts';
import type { Engine } from '../engine/engine.ts';
import type { Cause } from '../engine/journal/record.ts';

interface Claiming {
  readonly cause: Cause;
  readonly pause: () => Promise<void>;
  /** Nothing is changed. */
  readonly dryRun: boolean;
}

/** Whether there are some that the account gets, or would get. */
export const claimOthers = async (
  engine: Engine,
  email: string,
  { cause, pause, dryRun }: Claiming,
): Promise<boolean> => {
  const shop = engine.readContext();
  const [ids, known] = [pastOrdersWithEmail(shop, email), userWithEmail(shop, email)];
  if (known === undefined) return false;
  const [userId] = known;
  const { headSeq } = engine;
  for (let from = CLAIMED.max; from < ids.length; from += CLAIMED.max) {
    await pause();
    const some = ids.slice(from, from + CLAIMED.max);
    if (dryRun) {
      const unit = engine.begin();
      claimPastOrders(unit, userId, some);
      if (unit.events.length > 0) return true;
      continue;
    }
    engine.transact(cause, (tx) => claimPastOrders(tx, userId, some));
    await engine.whenDurable(engine.headSeq);
  }
  return engine.headSeq > headSeq;
};
