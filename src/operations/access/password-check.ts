// Checks a password: throttled, and with the same work whether or not the user exists.
import { isPassword } from '../../domain/accounts/user-fields.ts';
import type { Known } from '../../domain/accounts/find-user.ts';
import { lacksPassword } from '../../domain/accounts/user.ts';
import { BACK_OFFICE_CHANNEL } from '../../domain/channels/back-office.ts';
import type { LoginPlace } from '../../engine/codes/device-tokens.ts';
import { clientNetwork } from '../../kernel/client-network.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import type { Guesser } from '../context/login-throttle.ts';

/** The outcome, valid for one login generation of the user. */
export interface PasswordCheck {
  readonly matches: boolean;
  readonly userId: number;
  readonly loginGeneration: number;
  /** A new hash of the password if the stored one has weaker parameters than the settings; '' otherwise. */
  readonly rehash: string;
}

export const loginPlaceOf = ({ channelId }: Pick<Context, 'channelId'>): LoginPlace =>
  channelId === BACK_OFFICE_CHANNEL ? 'back office' : 'shop';

/**
 * Who tries to log in. `deviceTokens`: see DeviceTokens.deviceIn. At a storefront that tells no addresses all shoppers
 * are its channel.
 */
export const guesserAtLogin = (ctx: Context, known: Known | undefined, deviceTokens: string): Guesser => {
  const place = loginPlaceOf(ctx);
  const user = known && { userId: known[0], loginGeneration: known[1].loginGeneration };
  const device = user === undefined ? '' : ctx.service.accounts.devices.deviceIn(deviceTokens, place, user);
  // Who logs in right elsewhere on the same device says nothing about who guesses here.
  if (device !== '') return { device: `${known![0]} ${device}` };
  const isShared = ctx.address === '';
  return { place, address: isShared ? `channel ${ctx.channelId}` : clientNetwork(ctx.address), isShared };
};

interface Given {
  readonly username: string;
  readonly known: Known | undefined;
  readonly password: string;
  readonly guesser: Guesser;
  /** What is wanted besides the right password; absent: nothing. */
  readonly checkMore?: () => Result<void>;
}

/**
 * A login with the right password and without the code that it needs as well is no failed one: the page asks for it.
 * Nor is one whose code is not checked, because others were wrong.
 * Refuses: LOGIN_THROTTLED, LOGIN_BUSY, and what `checkMore` refuses.
 */
export const checkPassword = (
  { shop, service: { accounts } }: Context,
  { username, known, password: given, guesser, checkMore = () => DONE }: Given,
): Result<PasswordCheck> | Promise<Result<PasswordCheck>> => {
  const attempt = accounts.throttle.begin(username, guesser, shop.atMs);
  if (!attempt.ok) return attempt;
  const possible = isPassword(given, 'any');
  const [userId, { passwordHash, loginGeneration }] = known ?? [0, { passwordHash: undefined, loginGeneration: 0 }];
  // An account without a password is refused after the work of a check, as one that does not exist.
  const hash = !possible || (known !== undefined && lacksPassword(known[1])) ? undefined : passwordHash;
  const proof = { userId, loginGeneration, matches: false, rehash: '' };
  return accounts.passwords
    .check(hash, possible ? given : '')
    .then((checked): Result<PasswordCheck> | Promise<Result<PasswordCheck>> => {
      if (!checked.ok) {
        attempt.value.withdrawn();
        return checked;
      }
      if (!checked.value.matches) return ok(proof);
      const more = checkMore();
      if (!more.ok) {
        if (more.code === 'SECOND_FACTOR_CODE_REQUIRED' || more.code === 'LOGIN_THROTTLED') attempt.value.withdrawn();
        return more;
      }
      attempt.value.succeeded();
      if (!checked.value.stale) return ok({ ...proof, matches: true });
      return accounts.passwords
        .hash(given)
        .then((hash) => ok({ ...proof, matches: true, rehash: hash.ok ? hash.value : '' }));
    });
};

/** The user's id. Refuses: LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT, also if the password has changed since the check. */
export const matchingUser = (
  known: Known | undefined,
  { matches, userId, loginGeneration }: PasswordCheck,
): Result<number> =>
  matches && known?.[0] === userId && known[1].loginGeneration === loginGeneration
    ? ok(userId)
    : refuse('LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT');
