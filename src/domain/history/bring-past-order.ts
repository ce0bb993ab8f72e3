// Brings an order of another system in as history.
//
// It belongs to the account that came with its address, whichever address that has by now. An account that somebody has
// registered here gets none, and a customer none of an address entered later: nobody checks it, and anyone who enters
// another person's would read what that person has bought.
//
// An order that comes again with another address belongs to another person: the account of the former one loses it, and
// the keys of what it said of them are destroyed.
import { DONE, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { caseless } from '../../kernel/text.ts';
import { vouchedEmail } from '../accounts/user.ts';
import { dayIn } from '../date-time.ts';
import { scheduleKeys } from '../privacy/destroy-keys.ts';
import { keyNumberOf } from '../privacy/key-number.ts';
import { checkOpenDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { mayClaim, pastOrderOf } from './find-past-orders.ts';
import type { PastOrderContent, PastPerson } from './past-order.ts';

/** The account of the address that came from another system; 0: there is none. */
const ownerOf = (tx: Transaction, email: string): number => {
  const id = email === '' ? 0 : (tx.index('user').byVouchedEmail.get(caseless(email)) ?? 0);
  return mayClaim(tx.read('user', id)) ? id : 0;
};

/** The keys are destroyed with the next that are due. */
const endSubject = (tx: Transaction, subject: number): Result<void> =>
  scheduleKeys(tx, [
    [keyNumberOf(subject, 'contact'), tx.atMs],
    [keyNumberOf(subject, 'invoice'), tx.atMs],
  ]);

interface Brought extends PastOrderContent {
  readonly person: PastPerson;
}

type Dated = Pick<PastOrderContent, 'placedMs' | 'canceledMs'>;

/** Nothing comes into a closed month, nor leaves it. Refuses: MONTH_CLOSED. */
const checkDated = (tx: Transaction, before: Dated | undefined, after: Dated): Result<void> => {
  for (const name of ['placedMs', 'canceledMs'] as const) {
    if (before?.[name] === after[name]) continue;
    for (const ms of [before?.[name] ?? 0, after[name]]) {
      const open = ms === 0 ? DONE : checkOpenDay(tx, dayIn(tx.rules.timeZone, ms));
      if (!open.ok) return open;
    }
  }
  return DONE;
};

/**
 * One of its number and system becomes what is said; that of an erased person stays as it is. Refuses: MONTH_CLOSED.
 */
export const bringPastOrder = (tx: Transaction, content: Brought): Result<void> => {
  const type = 'bring_past_order';
  const userId = ownerOf(tx, content.person.email);
  const known = pastOrderOf(tx, content.source, content.number);
  const before = known === undefined ? undefined : tx.read('past_order', known);
  const open = checkDated(tx, before, content);
  if (!open.ok) return open;
  if (known === undefined || before === undefined) {
    const made = tx.create('past_order', { type, subject: tx.newSubject(), userId, ...content });
    return made.ok ? DONE : made;
  }
  if (before.person === null || tx.isErased(before.subject)) return DONE;
  if (caseless(before.person.email) === caseless(content.person.email))
    return tx.ask('past_order', known, { type, subject: before.subject, userId: before.userId || userId, ...content });
  const brought = tx.ask('past_order', known, { type, subject: tx.newSubject(), userId, ...content });
  return brought.ok ? endSubject(tx, before.subject) : brought;
};

/** Orders that one record gives to an account, each with some ten bytes. Tests lower it. */
export const CLAIMED = { max: 500 };

/**
 * Gives an account that came from another system at most CLAIMED.max of the orders that have that address and are
 * nobody's account yet; how many. `tx` must not have changed a past order.
 */
export const claimPastOrders = (tx: Transaction, userId: number): Result<number> => {
  const user = tx.read('user', userId);
  if (!mayClaim(user)) return ok(0);
  tx.trackAbsence('past_order');
  const ids = tx.index('past_order').unclaimed.someOf(caseless(vouchedEmail(user)), CLAIMED.max);
  for (const id of ids) {
    const claimed = tx.ask('past_order', id, { type: 'assign_past_order', userId });
    if (!claimed.ok) return claimed;
  }
  return ok(ids.length);
};
