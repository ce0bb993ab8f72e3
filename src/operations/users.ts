// Registration, verification, login and logout.
import type { SessionRef } from '../domain/cart/session-commands.ts';
import { SECURITY_LEVELS, checkEmail, checkNewPassword, checkUsername } from '../domain/accounts/user-fields.ts';
import { checkFree, registerUser } from '../domain/accounts/register-user.ts';
import { logIn, logOut } from '../domain/accounts/log-in.ts';
import { unverifiedAs, userNamed, userOf } from '../domain/accounts/find-user.ts';
import type { Known } from '../domain/accounts/find-user.ts';
import type { Transaction } from '../domain/transaction.ts';
import { int, text } from '../kernel/params.ts';
import { DONE, mapOk, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { deviceOf, deviceTokenOf } from './access/device-token.ts';
import { isOfficeLogin, noteLogin } from './access/office-login.ts';
import { checkPassword, guesserAtLogin, matchingUser } from './access/password-check.ts';
import type { PasswordCheck } from './access/password-check.ts';
import { tryCode, useCode } from './access/second-factor.ts';
import { digestOf, newToken } from './access/tokens.ts';
import { deviceTokens, loginCode, password, registration, username } from './params/user-params.ts';
import { sendToken } from './access/user-messages.ts';
import { UPPER_SUCCESS, id, reply, text as textMember } from './replies/members.ts';
import { LoggedIn } from './replies/users.ts';
import { viewLogin } from './views/user.ts';
import { doneInCapitals } from './replies/plain.ts';
import { verdict } from './replies/failures.ts';

/** The hash of a new account's password, or the check of a password against an account that waits for verification. */
type Registering = { readonly passwordHash: string } | { readonly again: PasswordCheck };

/**
 * Gives an account that still waits for its verification a new token. Refuses: USERNAME_IN_USE if it no longer waits,
 * or has another password by now.
 */
const renewVerification = (
  shop: Transaction,
  waiting: Known | undefined,
  proof: PasswordCheck,
  digest: string,
): Result<number> => {
  const userId = matchingUser(waiting, proof);
  if (!userId.ok) return refuse('USERNAME_IN_USE', 'username');
  return mapOk(shop.ask('user', userId.value, { type: 'renew_verification', digest }), () => userId.value);
};

const Registered = reply('register_user', {
  status: UPPER_SUCCESS,
  id_user: id('user id'),
  session_id: textMember('token that verifies the account'),
});

export const register_user = write({
  area: 'users',
  roles: ['support'],
  summary: 'Makes an account that waits for its verification; the same again while it waits gives a new token.',
  credential: 'licence',
  session: 'none',
  slow: 'passwords',
  secret: () => true,
  params: { language, args: registration },
  prepare: ({ args }, ctx): Result<Registering> | Promise<Result<Registering>> => {
    const { shop, service } = ctx;
    const { accounts } = service;
    const { email, passwd1, passwd2 } = args;
    const checks = [
      checkUsername(args.username),
      checkEmail(email),
      checkNewPassword(passwd1, passwd2, accounts.passwordCharset, 'passwd1'),
    ];
    const wrong = checks.find((check) => !check.ok);
    if (wrong !== undefined) return wrong;
    const allowed = accounts.requests.takeCall('register', ctx, shop.atMs);
    if (!allowed.ok) return allowed;
    const free = checkFree(shop, args.username, email);
    // Only what would send a message counts for the address: a name that is taken costs nobody a try.
    const mayMail = (): Result<void> => accounts.requests.takeMessage(email, shop.atMs);
    if (free.ok) {
      const mailed = mayMail();
      if (!mailed.ok) return mailed;
      return Promise.resolve(accounts.passwords.hash(passwd1)).then((hashed) =>
        mapOk(hashed, (passwordHash): Registering => ({ passwordHash })),
      );
    }
    // The same work for every name, so that the duration does not show which accounts wait for verification.
    const waiting = unverifiedAs(shop, args.username, email);
    const guesser = guesserAtLogin(ctx, waiting, '');
    const check = checkPassword(ctx, { username: args.username, known: waiting, password: passwd1, guesser });
    return Promise.resolve(check).then((proof) => {
      if (!proof.ok) return proof;
      return proof.value.matches ? mapOk(mayMail(), (): Registering => ({ again: proof.value })) : free;
    });
  },
  handle: ({ language: spoken, args }, { shop, service }, prepared) => {
    const { token, digest: verifyDigest } = newToken(shop);
    const { username: name, email, className } = args;
    const language = spoken || shop.rules.language;
    const userId =
      'again' in prepared
        ? renewVerification(shop, unverifiedAs(shop, name, email), prepared.again, verifyDigest)
        : registerUser(shop, {
            username: name,
            email,
            className,
            passwordHash: prepared.passwordHash,
            language,
            level: 0,
            verifyDigest,
          });
    if (!userId.ok) return userId;
    const sent = sendToken(shop, service.accounts, { reason: 'verify', userId: userId.value, token });
    return mapOk(sent, () => ({ userId: userId.value, token }));
  },
  refusals: [
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'USERNAME_IS_INVALID',
    'USERNAME_IN_USE',
    'EMAIL_IS_INVALID',
    'EMAIL_IS_IN_USE',
    'PASSWORD_IS_INVALID',
    'PASSWORDS_DOES_NOT_MATCH',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
  ],
  reply: Registered,
  view: ({ userId, token }) =>
    ({ object: 'register_user', status: 'SUCCESS', id_user: userId, session_id: token }) as const,
  failure: verdict(),
});

export const verify_user = write({
  area: 'users',
  summary: 'Makes an account active; following the same link again is no harm.',
  credential: 'licence',
  session: 'none',
  params: { id_user: int('user id'), session_id: text('session_id of the registration') },
  handle: ({ id_user: id, session_id: token }, ctx) => {
    const { shop, service } = ctx;
    const allowed = service.accounts.requests.takeCall('verify', ctx, shop.atMs);
    if (!allowed.ok) return allowed;
    // An unknown id is refused like a wrong token: callers cannot find out which ids exist.
    return userOf(shop, id).ok
      ? shop.ask('user', id, { type: 'verify', digest: digestOf(token) })
      : refuse('SESSION_INVALID', 'session_id');
  },
  refusals: ['SESSION_INVALID', 'USER_LOCKED', 'LOGIN_THROTTLED'],
  ...doneInCapitals('verify_user'),
  failure: verdict('verify_user'),
});

interface Login {
  readonly userId: number;
  readonly session: SessionRef;
  /** Login generation of the user when the password was right. */
  readonly loginGeneration: number;
}

/**
 * The account that may log in here. At the login of the back office the account of a customer is as one that does not
 * exist: no answer, delay or count of failures tells that its password was right.
 */
const accountNamed = (ctx: Context, name: string): Known | undefined => {
  const known = userNamed(ctx.shop, name);
  return isOfficeLogin(ctx) && known !== undefined && known[1].level < SECURITY_LEVELS.manager ? undefined : known;
};

export const login_user = write({
  area: 'users',
  summary: 'Logs a user in to the session sent, or to a new one; renewSessionAtLogin gives the former a new code.',
  credential: 'licence',
  session: 'optional',
  slow: 'passwords',
  params: { username, password: password('password'), device_token: deviceTokens, code: loginCode },
  prepare: ({ username: name, password: given, device_token: sent, code }, ctx) => {
    const known = accountNamed(ctx, name);
    const guesser = guesserAtLogin(ctx, known, sent);
    const { atMs } = ctx.shop;
    const checkMore = () =>
      known === undefined
        ? DONE
        : tryCode(ctx, { userId: known[0], own: guesser.device ?? '' }, known[1], { code, atMs });
    const check = checkPassword(ctx, { username: name, known, password: given, guesser, checkMore });
    return Promise.resolve(check).then((checked) => mapOk(checked, (proof) => ({ ...proof, atMs })));
  },
  handle: (args, ctx, proof) => {
    const { shop, sessionId, service, channelId } = ctx;
    const userId = matchingUser(accountNamed(ctx, args.username), proof);
    if (!userId.ok) return userId;
    const used = useCode(shop, service.accounts.oneTimeCodes, userId.value, { code: args.code, atMs: proof.atMs });
    if (!used.ok) return used;
    const session = logIn(shop, userId.value, sessionId, {
      renewsCode: service.accounts.renewSessionAtLogin,
      channelId,
    });
    if (!session.ok) return session;
    const noted = noteLogin(ctx, userId.value, session.value);
    if (!noted.ok) return noted;
    const kept =
      proof.rehash === ''
        ? session
        : shop.ask('user', userId.value, { type: 'rehash_password', passwordHash: proof.rehash });
    const { loginGeneration } = proof;
    return mapOk<unknown, Login>(kept, () => ({ userId: userId.value, session: session.value, loginGeneration }));
  },
  refusals: [
    'USER_NOT_VERIFIED',
    'USER_LOCKED',
    'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
    'SECOND_FACTOR_CODE_REQUIRED',
    'SECOND_FACTOR_CODE_NOT_CORRECT',
  ],
  reply: LoggedIn,
  view: (login, ctx, { device_token: sent }) => {
    const { userId, session } = login;
    const state = ctx.shop.read('user', userId)!;
    return {
      ...viewLogin(userId, state, ctx.service.codes.code(session)),
      security_level: state.level,
      device_token: deviceTokenOf(ctx, deviceOf(ctx, sent, login, session), login),
    };
  },
});

export const logout_user = write({
  isForAll: true,
  area: 'users',
  summary: 'Takes the user out of a session, and what was entered in the draft order; the cart stays.',
  credential: 'licence',
  session: 'required',
  params: {},
  handle: (_args, { shop, sessionId }) => logOut(shop, sessionId),
  ...doneInCapitals('logout_user'),
});
