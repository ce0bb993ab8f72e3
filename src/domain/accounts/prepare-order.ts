// Orders that the shop prepares for customers: a person who has a customer on the phone fills a session that nobody is
// logged in to, so that neither its code nor the person has the customer's login. Carts, prices, coupons and the
// checkout are those of every session.
import type { Reader, Transaction } from '../transaction.ts';
import { userOf } from './find-user.ts';
import { releaseRest } from '../cart/cart-hold.ts';
import { openPrepared, preparedNamed, refTo } from '../cart/prepared-session.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { SessionRef } from '../cart/session-commands.ts';

interface Preparing {
  /** The user who prepares it; 0: a channel does. */
  readonly by: number;
  /** Whose order it will be; 0: a guest's. */
  readonly userId: number;
  /** It tries the shop out. */
  readonly isTrial: boolean;
}

/** Opens the session of a draft. Refuses: USER_NOT_FOUND, SESSION_LIMIT_REACHED. */
export const prepareOrder = (tx: Transaction, { by, userId, isTrial }: Preparing): Result<SessionRef> => {
  const user = userId === 0 ? undefined : userOf(tx, userId);
  if (user?.ok === false) return user;
  const id = openPrepared(tx);
  if (!id.ok) return id;
  const subject = user?.value.subject ?? 0;
  const kept = tx.ask('session', id.value, { type: 'prepare', by, userId, subject, isTrial });
  return kept.ok ? ok(refTo(tx, id.value)) : kept;
};

/** Returns the session of a draft. Refuses: DRAFT_NOT_FOUND, also for one that was ordered, or has expired. */
export const draftNamed = (shop: Reader, name: string): Result<SessionRef> => {
  const found = preparedNamed(shop, name);
  return found === undefined || found.session.edits !== null
    ? refuse('DRAFT_NOT_FOUND', 'id_draft')
    : ok(refTo(shop, found.id));
};

/** Begins a draft's life anew, as its use does. Refuses: DRAFT_NOT_FOUND. */
export const continueDraft = (tx: Transaction, name: string): Result<SessionRef> => {
  const found = draftNamed(tx, name);
  if (!found.ok) return found;
  const touched = tx.ask('session', found.value.id, { type: 'touch', lifeMs: tx.rules.draftTtlMs });
  return touched.ok ? found : touched;
};

/** Throws a draft away; what it held of the stock is free. Refuses: DRAFT_NOT_FOUND. */
export const discardDraft = (tx: Transaction, name: string): Result<void> => {
  const found = draftNamed(tx, name);
  if (!found.ok) return found;
  const { id } = found.value;
  const released = releaseRest(tx, tx.read('session', id)!, id, []);
  return released.ok ? tx.ask('session', id, { type: 'end' }) : released;
};
