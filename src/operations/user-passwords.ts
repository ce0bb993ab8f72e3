// Changing a password, and setting a forgotten one.
import { lacksPassword, resetHolds } from '../domain/accounts/user.ts';
import { SECURITY_LEVELS, checkEmail, checkNewPassword } from '../domain/accounts/user-fields.ts';
import { attach } from '../domain/accounts/log-in.ts';
import { userOf, userWithEmail } from '../domain/accounts/find-user.ts';
import type { DeviceUser } from '../engine/codes/device-tokens.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { CommandOf } from '../domain/kind-types.ts';
import type { Transaction } from '../domain/transaction.ts';
import { messageSubject } from '../domain/webhooks/message.ts';
import type { AccountServices } from './context/account-services.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { mayChangeAccount } from './access/levels.ts';
import { deviceOf, deviceTokenOf } from './access/device-token.ts';
import { checkPassword } from './access/password-check.ts';
import { guesserInSession } from './access/second-factor.ts';
import { digestOf, newToken } from './access/tokens.ts';
import { deviceTokens, password, resetArgs } from './params/user-params.ts';
import { sendToken } from './access/user-messages.ts';
import { PasswordChanged, PasswordReset } from './replies/users.ts';
import { viewReset, viewWithheldReset } from './views/user.ts';
import { verdict } from './replies/failures.ts';

/** null: of an older version, which a repeated call finds under its key. */
type Changed = (DeviceUser & { readonly device: string }) | null;

export const set_user_password = write({
  isForAll: true,
  area: 'users',
  summary:
    'Changes the password, and ends the logins of all other sessions and the tokens of all devices; this one gets ' +
    'a new token.',
  credential: 'licence',
  session: 'required',
  slow: 'passwords',
  params: {
    old_passwd: password('old password'),
    new_passwd1: password('new password'),
    new_passwd2: password('new password again'),
    device_token: deviceTokens,
  },
  prepare: ({ old_passwd: old, new_passwd1: first, new_passwd2: second }, ctx) => {
    const { accounts } = ctx.service;
    const { userId } = ctx.session;
    const user = userOf(ctx.shop, userId);
    if (!user.ok) return refuse('USER_NOT_LOGGED_IN', 'session');
    const checked = checkNewPassword(first, second, accounts.passwordCharset, 'new_passwd1');
    if (!checked.ok) return checked;
    // Its login is what makes it known: guesses of others do not delay it, nor its own a login.
    const guesser = guesserInSession(ctx);
    const { username } = user.value;
    const check = checkPassword(ctx, { username, known: [userId, user.value], password: old, guesser });
    return Promise.resolve(check).then((proof) =>
      proof.ok
        ? proof.value.matches
          ? accounts.passwords.hash(first)
          : refuse('OLD_PASSWORD_IS_WRONG', 'old_passwd')
        : proof,
    );
  },
  handle: ({ device_token: sent }, ctx, passwordHash) => {
    const { shop, sessionId } = ctx;
    const { userId } = ctx.session;
    // A password that was changed meanwhile has ended this login, too.
    if (userId === 0) return refuse('USER_NOT_LOGGED_IN', 'session');
    const { loginGeneration: before } = shop.read('user', userId)!;
    const changed = shop.ask('user', userId, { type: 'set_password', passwordHash, isByStaff: false });
    if (!changed.ok) return changed;
    return mapOk(attach(shop, userId, sessionId), (session): Changed => ({
      userId,
      // Earlier tokens end with the logins.
      device: deviceOf(ctx, sent, { userId, loginGeneration: before }, session),
      loginGeneration: shop.read('user', userId)!.loginGeneration,
    }));
  },
  refusals: [
    'PASSWORD_IS_INVALID',
    'PASSWORDS_DOES_NOT_MATCH',
    'OLD_PASSWORD_IS_WRONG',
    'USER_NOT_LOGGED_IN',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
  ],
  reply: PasswordChanged,
  view: (changed, ctx) => {
    const token = changed === null ? '' : deviceTokenOf(ctx, changed.device, changed);
    return { object: 'set_user_password', status: 'SUCCESS', device_token: token } as const;
  },
  failure: verdict(),
});

/** The same for an unknown user and a wrong token: ids are not confirmed to strangers. */
const TOKEN_REFUSED: Refusal = refuse('SESSION_INVALID', 'session_id');

interface Reset {
  /** 0 where the reply must not show whether the address has an account. */
  readonly userId: number;
  /** '' once it is used, and where it is withheld. */
  readonly token: string;
}

/**
 * Counts the call for every address, so that a refusal does not show which have an account, and for the address first,
 * so that bombing one takes nothing from the channel's others. Refuses: EMAIL_IS_INVALID, LOGIN_THROTTLED.
 */
const mayBegin = (ctx: Context, email: string): Result<void> => {
  const { requests } = ctx.service.accounts;
  const valid = checkEmail(email);
  const allowed = valid.ok ? requests.takeMessage(email, ctx.shop.atMs) : valid;
  return allowed.ok ? requests.takeCall('begin_reset', ctx, ctx.shop.atMs) : allowed;
};

const WITHHELD: Reset = { userId: 0, token: '' };

/** An account for an address that has none, which is never kept. */
const nobody = (tx: Transaction, email: string): CommandOf<'user'> => ({
  type: 'register',
  // Its key is there, as that of an account is.
  subject: messageSubject(tx.atMs),
  username: '',
  email,
  passwordHash: '',
  language: tx.rules.language,
  classId: 0,
  level: SECURITY_LEVELS.customer,
  verifyDigest: '',
});

/** With the token withheld, neither reply nor duration shows whether the address has an account. */
const begin = (tx: Transaction, ctx: Context<Transaction>, email: string): Result<Reset> => {
  const { service, backOffice, person } = ctx;
  const known = userWithEmail(tx, email);
  // The token opens the account: no person of the back office gets the token of another person, and no storefront that
  // of an account which opens the back office.
  const opensBackOffice = known !== undefined && known[1].level >= SECURITY_LEVELS.manager;
  // Nobody has shown yet that an account of another system is theirs; reading the mailbox shows it.
  const isForMailbox = opensBackOffice || (known !== undefined && lacksPassword(known[1]));
  const isBelow = known === undefined || mayChangeAccount(ctx, ...known).ok;
  const isShown = backOffice ? person === undefined && isBelow : service.accounts.resetTokenInReply && !isForMailbox;
  if (isShown) return known === undefined ? refuse('USER_NOT_FOUND', 'email') : beginOf(tx, service.accounts, known[0]);
  tx.recordAnyway();
  if (known === undefined) {
    tx.imitate('user', nobody(tx, email), (unit, userId) => beginOf(unit, service.accounts, userId));
    return ok(WITHHELD);
  }
  return mapOk(beginOf(tx, service.accounts, known[0]), () => WITHHELD);
};

const beginOf = (tx: Transaction, accounts: AccountServices, userId: number): Result<Reset> => {
  const { token, digest } = newToken(tx);
  // The message holds a token of its own: using it shows that the mailbox was read.
  const mailed = newToken(tx);
  const begun = tx.ask('user', userId, { type: 'begin_reset', digest, mailDigest: mailed.digest });
  const sent = begun.ok ? sendToken(tx, accounts, { reason: 'reset', userId, token: mailed.token }) : begun;
  return mapOk(sent, () => ({ userId, token }));
};

export const reset_user_password = write({
  area: 'users',
  roles: ['support'],
  // By it an address is known to have an account.
  leaks: ['contacts'],
  summary:
    'Begins or finishes the setting of a forgotten password; the token lives one hour and works once; ' +
    'the one in the message verifies the address, too; the one in the reply may be withheld (resetTokenInReply).',
  credential: 'licence',
  session: 'none',
  slow: 'passwords',
  secret: ({ args }) => args.token === '',
  params: { args: resetArgs },
  prepare: ({ args: { email, token, userId, first, second } }, ctx) => {
    const { shop, service } = ctx;
    const { accounts } = service;
    if (token === '') return mapOk(mayBegin(ctx, email), () => '');
    const allowed = accounts.requests.takeCall('finish_reset', ctx, shop.atMs);
    if (!allowed.ok) return allowed;
    const user = userOf(shop, userId);
    if (!user.ok || !resetHolds(user.value, digestOf(token), shop.atMs)) return TOKEN_REFUSED;
    const checked = checkNewPassword(first, second, accounts.passwordCharset, 'new_passwd1');
    return checked.ok ? accounts.passwords.hash(first) : checked;
  },
  handle: ({ args: { email, token, userId } }, ctx, passwordHash) => {
    const { shop } = ctx;
    if (token === '') return begin(shop, ctx, email);
    if (!userOf(shop, userId).ok) return TOKEN_REFUSED;
    const finished = shop.ask('user', userId, { type: 'finish_reset', digest: digestOf(token), passwordHash });
    return mapOk<void, Reset>(finished, () => ({ userId, token: '' }));
  },
  refusals: [
    'SESSION_INVALID',
    'EMAIL_IS_INVALID',
    'PASSWORD_IS_INVALID',
    'PASSWORDS_DOES_NOT_MATCH',
    'USER_NOT_FOUND',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
  ],
  reply: PasswordReset,
  view: ({ userId, token }, { shop }, { args: { email } }) =>
    userId === 0 ? viewWithheldReset(email, shop.rules.language) : viewReset(userId, shop.read('user', userId)!, token),
});
