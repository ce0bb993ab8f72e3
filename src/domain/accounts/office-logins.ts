// Logins of a person in the back office: where and when they began, so that the person sees a stranger's, and ends it.
// Each is a session; what names it stands in the row of the account, under the keys of the person.
import { mapOk, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Session } from '../cart/session.ts';
import type { SessionRef } from '../cart/session-commands.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { userOf } from './find-user.ts';
import { attach, logOut, loginHolds } from './log-in.ts';
import type { User } from './user.ts';
import type { OfficeLogin } from './user-commands.ts';

/** Most logins of one person at a time; one more ends the oldest. */
const LOGINS_MAX = 20;

const isOf = (login: OfficeLogin, { id, generation }: Pick<SessionRef, 'id' | 'generation'>): boolean =>
  login.sessionId === id && login.generation === generation;

export interface LivingLogin {
  readonly login: OfficeLogin;
  readonly session: Readonly<Session>;
}

/** The session of a login that holds now. */
const sessionOf = (shop: Reader, userId: number, login: OfficeLogin): Readonly<Session> | undefined => {
  const session = shop.read('session', login.sessionId);
  if (session === undefined || !isOf(login, { id: login.sessionId, generation: session.generation })) return undefined;
  return session.userId === userId && shop.atMs < session.expiresMs && loginHolds(shop, session) ? session : undefined;
};

const livingOf = (shop: Reader, userId: number, { officeLogins }: User): readonly LivingLogin[] =>
  officeLogins.flatMap((login) => {
    const session = sessionOf(shop, userId, login);
    return session === undefined ? [] : [{ login, session }];
  });

/** Logins of a person that hold now, the oldest first. Refuses: USER_NOT_FOUND. */
export const livingOfficeLogins = (shop: Reader, userId: number): Result<readonly LivingLogin[]> =>
  mapOk(userOf(shop, userId), (user) => livingOf(shop, userId, user));

interface Origin {
  /** Network of the browser; '': unknown. */
  readonly address: string;
  /** Such as `Firefox, Linux`; '': unknown. */
  readonly browser: string;
}

/** Remembers where a login of an account that there is began, and forgets those that are over. */
export const noteOfficeLogin = (
  tx: Transaction,
  userId: number,
  { id: sessionId, generation }: SessionRef,
  origin: Origin,
): Result<void> => {
  const user = tx.read('user', userId)!;
  const known = livingOf(tx, userId, user);
  const kept = known.slice(-(LOGINS_MAX - 1)).map(({ login }) => login);
  for (const { login } of known) {
    const ended = kept.includes(login) ? undefined : logOut(tx, login.sessionId);
    if (ended?.ok === false) return ended;
  }
  const over = user.officeLogins.filter((login) => !kept.includes(login)).map(({ id }) => id);
  return tx.ask('user', userId, { type: 'begin_office_login', over, sessionId, generation, ...origin });
};

/** Ends one login. Refuses: USER_NOT_FOUND, LOGIN_NOT_FOUND. */
export const endOfficeLogin = (tx: Transaction, userId: number, loginId: number): Result<void> => {
  const known = livingOfficeLogins(tx, userId);
  if (!known.ok) return known;
  const found = known.value.find(({ login }) => login.id === loginId);
  if (found === undefined) return refuse('LOGIN_NOT_FOUND', loginId);
  const ended = logOut(tx, found.login.sessionId);
  return ended.ok ? tx.ask('user', userId, { type: 'end_office_login', loginId }) : ended;
};

/**
 * Ends every login of an account, those of storefronts among them, and the tokens of its devices. `keptSession`: the
 * session of the one that stays; 0: none. Refuses: USER_NOT_FOUND.
 */
export const endLogins = (tx: Transaction, userId: number, keptSession: number): Result<void> => {
  const user = userOf(tx, userId);
  if (!user.ok) return user;
  const session = keptSession === 0 ? undefined : tx.read('session', keptSession);
  const kept = session && user.value.officeLogins.find((login) => isOf(login, { id: keptSession, ...session }));
  const ended = tx.ask('user', userId, { type: 'end_logins', kept: kept?.id ?? 0 });
  return ended.ok && session !== undefined ? mapOk(attach(tx, userId, keptSession), () => undefined) : ended;
};
