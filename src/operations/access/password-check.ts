// One attempt at a password (Decision 39, 40).
import { isPassword } from '../../domain/accounts/user-fields.ts';
import type { Known } from '../../domain/accounts/find-user.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

/** What was found out about a password, and of which login generation. */
export interface PasswordCheck {
  readonly matches: boolean;
  readonly userId: number;
  readonly loginGeneration: number;
  /** The hash under today's settings, where the kept one is weaker. */
  readonly rehash: string;
}

/**
 * One attempt at a password: throttled, and the same work whether there is such a user or not.
 *
 * Refuses: LOGIN_THROTTLED, LOGIN_BUSY.
 */
export const checkPassword = (
  { shop, service: { accounts }, address }: Context,
  username: string,
  known: Known | undefined,
  given: string,
): Result<PasswordCheck> | Promise<Result<PasswordCheck>> => {
  const attempt = accounts.throttle.begin(username, address, shop.atMs);
  if (!attempt.ok) return attempt;
  const possible = isPassword(given, 'any');
  const [userId, { passwordHash, loginGeneration }] = known ?? [0, { passwordHash: undefined, loginGeneration: 0 }];
  const proof = { userId, loginGeneration, matches: false, rehash: '' };
  return accounts.passwords
    .check(possible ? passwordHash : undefined, possible ? given : '')
    .then((checked): Result<PasswordCheck> | Promise<Result<PasswordCheck>> => {
      if (!checked.ok) {
        attempt.value.withdrawn();
        return checked;
      }
      if (!checked.value.matches) return ok(proof);
      attempt.value.succeeded();
      if (!checked.value.stale) return ok({ ...proof, matches: true });
      return accounts.passwords
        .hash(given)
        .then((hash) => ok({ ...proof, matches: true, rehash: hash.ok ? hash.value : '' }));
    });
};

/** Refuses: LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT, also where the password has changed since it was looked at. */
export const matchingUser = (
  known: Known | undefined,
  { matches, userId, loginGeneration }: PasswordCheck,
): Result<number> =>
  matches && known?.[0] === userId && known[1].loginGeneration === loginGeneration
    ? ok(userId)
    : refuse('LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT');
