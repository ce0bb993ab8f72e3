// Connects sessions and accounts: logging in, and whose keys encrypt what is entered in a session. Whether the password
// is right was decided before; here only the account's state counts.
import type { Session } from '../cart/session.ts';
import type { SessionRef } from '../cart/session-commands.ts';
import { reprice } from '../cart/line-price.ts';
import { settleCart } from '../cart/settle-cart.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { userOf } from './find-user.ts';

type Shopper = Pick<Session, 'userId' | 'subject' | 'preparedFor' | 'showsPlacedOrder'>;

/** The data subject of what a guest entered in a session; 0 where nobody entered anything, or it is a user's. */
const guestOf = (tx: Transaction, { userId, subject }: Pick<Shopper, 'userId' | 'subject'>): number =>
  userId !== 0 || tx.index('user').subjects.has(subject) ? 0 : subject;

const NONCE_BYTES = 12;

const given = (done: Result<void>, id: number): Result<number> => (done.ok ? ok(id) : done);

interface Attaching {
  /** The guest whom the session belonged to before; 0: nobody. */
  readonly guest?: number;
  readonly renewsCode?: boolean;
  /** Whose call begins a new session; absent: nobody's. */
  readonly channelId?: number;
}

/** Puts the user's present login into a session. */
export const attach = (
  tx: Transaction,
  userId: number,
  sessionId: number,
  { guest = 0, renewsCode = false, channelId = 0 }: Attaching = {},
): Result<SessionRef> => {
  const { username, loginGeneration, subject } = tx.read('user', userId)!;
  const login = { userId, username, loginGeneration, subject };
  const { sessionTtlMs: lifeMs } = tx.rules;
  const id =
    sessionId === 0
      ? tx.create('session', { type: 'start', nonce: tx.random(NONCE_BYTES), lifeMs, ...login, channelId })
      : given(
          tx.ask('session', sessionId, {
            type: 'log_in',
            keepsDraft: guest !== 0 && !tx.isErased(guest),
            nonce: renewsCode ? tx.random(NONCE_BYTES) : '',
            ...login,
          }),
          sessionId,
        );
  if (!id.ok) return id;
  // A price that would be out of range stays: nobody is kept from a login by it.
  if (sessionId !== 0) {
    reprice(tx, sessionId, { why: 'login' });
    settleCart(tx, sessionId, { isLogin: true });
  }
  const { generation, nonce, createdMs } = tx.read('session', id.value)!;
  return ok({ id: id.value, generation, nonce, createdMs });
};

/**
 * Logs a user in to a session, or to a new one where `sessionId` is 0. `renewsCode`: the session's code of before opens
 * nothing any more, so that nobody who knew it is logged in with the user.
 *
 * Refuses: USER_NOT_VERIFIED, USER_LOCKED, SESSION_LIMIT_REACHED; SESSION_INVALID for the session of a draft.
 */
export const logIn = (
  tx: Transaction,
  userId: number,
  sessionId: number,
  { renewsCode, channelId }: Omit<Attaching, 'guest'> = {},
): Result<SessionRef> => {
  const session = tx.read('session', sessionId);
  if (session?.isPrepared === true)
    return refuse('SESSION_INVALID', 'session', 'An order is prepared in this session: nobody logs in to it.');
  const guest = session === undefined ? 0 : guestOf(tx, session);
  // What was entered there before belongs to the user, too: the erasure of the user finds it by its number.
  const recorded = tx.ask('user', userId, { type: 'record_login', guest });
  return recorded.ok
    ? attach(tx, userId, sessionId, { guest, renewsCode: renewsCode ?? false, channelId: channelId ?? 0 })
    : recorded;
};

/** Ends the login of a session; its cart stays, at the prices of a guest. */
export const logOut = (tx: Transaction, sessionId: number): Result<void> => {
  const ended = tx.ask('session', sessionId, { type: 'log_out' });
  if (ended.ok) {
    reprice(tx, sessionId, { why: 'logout' });
    settleCart(tx, sessionId, { isLogin: true });
  }
  return ended;
};

/** The data subject of what is entered in a session now: the user it is for, or a guest, a new subject at first. */
export const enteringSubject = (tx: Transaction, session: Shopper): number => {
  const { userId, preparedFor, showsPlacedOrder, subject } = session;
  const isForUser = userId !== 0 || (preparedFor !== 0 && !showsPlacedOrder);
  const known = isForUser ? subject : guestOf(tx, session);
  return known === 0 || tx.isErased(known) ? tx.newSubject() : known;
};

/** Whether the login that a session remembers still counts. */
export const loginHolds = (
  shop: Reader,
  { userId, loginGeneration }: { readonly userId: number; readonly loginGeneration: number },
): boolean => {
  const user = userOf(shop, userId);
  return user.ok && user.value.loginGeneration === loginGeneration;
};
