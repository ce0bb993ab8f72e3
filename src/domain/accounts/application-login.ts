// Login tokens with which an application of the back office signs users in. Only digests of tokens are stored (D152).
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isLiving } from './application.ts';
import type { Application } from './application.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { SECURITY_LEVELS } from './user-fields.ts';
import { userNamed } from './find-user.ts';
import { loginHolds } from './log-in.ts';

const findApplication = (
  shop: Reader,
  key: 'byName' | 'byToken',
  text: string,
): readonly [id: number, state: Application] | undefined => {
  shop.trackAbsence('application');
  const id = shop.index('application')[key].get(text);
  const state = id === undefined ? undefined : shop.read('application', id);
  return id === undefined || state === undefined ? undefined : [id, state];
};

export const applicationNamed = (shop: Reader, name: string): Result<readonly [id: number, state: Application]> => {
  const known = findApplication(shop, 'byName', name);
  return known === undefined ? refuse('APPLICATION_NOT_FOUND', name) : ok(known);
};

/**
 * A token with which an application logs a back-office user in, as often as it likes within a day.
 *
 * Refuses: APPLICATION_NOT_FOUND, USER_NOT_FOUND, PERMISSION_DENIED for a customer.
 */
export const issueLogin = (tx: Transaction, name: string, username: string, digest: string): Result<void> => {
  const known = applicationNamed(tx, name);
  if (!known.ok) return known;
  const [userId, user] = userNamed(tx, username) ?? [];
  if (userId === undefined || user === undefined) return refuse('USER_NOT_FOUND', username);
  if (user.level < SECURITY_LEVELS.manager)
    return refuse('PERMISSION_DENIED', username, 'Only users of the back office log in through applications.');
  return tx.ask('application', known.value[0], {
    type: 'issue_login',
    digest,
    userId,
    loginGeneration: user.loginGeneration,
  });
};

/** What names a login token to those who may revoke it: the beginning of its digest, of which no token can be made. */
export const tokenId = (digest: string): string => digest.slice(0, 16);

/** Login tokens that log their user in now. */
export const livingLogins = (shop: Reader, { logins }: Application): Application['logins'] =>
  logins.filter((login) => isLiving(login, shop.atMs) && loginHolds(shop, login));

interface RevokedLogins {
  /** Absent: those of every user. */
  readonly userId?: number | undefined;
  /** As `tokenId` gives it; absent: all. */
  readonly id?: string | undefined;
}

/**
 * Ends login tokens of an application, and returns how many. Sessions that they opened stay.
 *
 * Refuses: APPLICATION_NOT_FOUND.
 */
export const revokeLogins = (tx: Transaction, name: string, { userId, id }: RevokedLogins): Result<number> => {
  const known = applicationNamed(tx, name);
  if (!known.ok) return known;
  const [applicationId, state] = known.value;
  const digests = livingLogins(tx, state)
    .filter(
      (login) => (userId ?? login.userId) === login.userId && (id ?? tokenId(login.digest)) === tokenId(login.digest),
    )
    .map(({ digest }) => digest);
  return mapOk(tx.ask('application', applicationId, { type: 'revoke_logins', digests }), () => digests.length);
};

/** Ends an application and its login tokens; its name may be used again. Refuses: APPLICATION_NOT_FOUND. */
export const deleteApplication = (tx: Transaction, name: string): Result<void> => {
  const known = applicationNamed(tx, name);
  return known.ok ? tx.ask('application', known.value[0], { type: 'delete_application' }) : known;
};

/** The user that a token stands for. Refuses: LOGIN_TOKEN_INVALID. */
export const userOfToken = (shop: Reader, digest: string, applicationDigest: string): Result<number> => {
  const [, state] = findApplication(shop, 'byToken', applicationDigest) ?? [];
  const login = state?.logins.find((candidate) => candidate.digest === digest && isLiving(candidate, shop.atMs));
  if (login === undefined || !loginHolds(shop, login)) return refuse('LOGIN_TOKEN_INVALID', 'token');
  return ok(login.userId);
};
