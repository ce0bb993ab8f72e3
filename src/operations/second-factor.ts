// The second factor of an account: set up by its person, ended by them, or taken away by somebody who manages people
// (docs/sell/second-factor.md).
//
// Guaranteed: secret and recovery codes are shown once. A page that is left open sets up no factor, which wants the
// password, and ends none, which wants a code.
import { endLogins } from '../domain/accounts/office-logins.ts';
import { userOf } from '../domain/accounts/find-user.ts';
import { isErased } from '../domain/accounts/user.ts';
import type { User } from '../domain/accounts/user.ts';
import { int, text } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { OneTimeCodes } from '../outside/passwords/one-time-codes.ts';
import { isOfOther, mayChangeAccount } from './access/levels.ts';
import { checkPassword } from './access/password-check.ts';
import { guesserInSession, newRecoveryCodes, stepOf, tryCode, tryTyped, useCode } from './access/second-factor.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { password } from './params/user-params.ts';
import { SUCCESS, list, reply, text as textMember } from './replies/members.ts';
import { done } from './replies/plain.ts';

const OWN = {
  area: 'users',
  isExtension: true,
  credential: 'licence',
  session: 'required',
  isForAll: true,
} as const;

/** As many as the hash of the codes has, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const CODE = text('code of the app, or a recovery code', { max: 100, empty: true });

/** The account that is logged in to the session. Refuses: USER_NOT_LOGGED_IN. */
const ownAccount = ({ shop, session }: Context): Result<readonly [id: number, user: User]> => {
  const user = shop.read('user', session.userId);
  return user === undefined || isErased(user) ? refuse('USER_NOT_LOGGED_IN', 'session') : ok([session.userId, user]);
};

/** Name under which an app lists the secret. */
const issuerOf = ({ rules }: Context['shop']): string => rules.company[0] ?? 'Kontor';

export const begin_second_factor = write({
  ...OWN,
  summary:
    'Begins a second factor for the account that is logged in: a secret for an app, shown this once; ' +
    'confirm_second_factor sets it up.',
  slow: 'passwords',
  secret: true,
  params: { password: password('password of the account') },
  prepare: ({ password: given }, ctx) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const [userId, user] = own.value;
    if (user.hasSecondFactor) return refuse('SECOND_FACTOR_ALREADY_SET');
    const { username } = user;
    const guesser = guesserInSession(ctx);
    const check = checkPassword(ctx, { username, known: [userId, user], password: given, guesser });
    return Promise.resolve(check).then((proof) =>
      proof.ok && !proof.value.matches ? refuse('OLD_PASSWORD_IS_WRONG', 'password') : proof,
    );
  },
  handle: (_args, ctx) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const [userId, { username }] = own.value;
    const { oneTimeCodes: codes } = ctx.service.accounts;
    const secret = codes.base32Of(ctx.shop.random(SECRET_BYTES));
    const offered = ctx.shop.ask('user', userId, { type: 'offer_second_factor', secret });
    return mapOk(offered, () => ({ secret, address: codes.setUpAddress(secret, issuerOf(ctx.shop), username) }));
  },
  refusals: [
    'USER_NOT_LOGGED_IN',
    'OLD_PASSWORD_IS_WRONG',
    'SECOND_FACTOR_ALREADY_SET',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
  ],
  reply: reply('begin_second_factor', {
    secret: textMember('the secret in Base32; it is shown this once'),
    url: textMember('the same for a QR code: otpauth://totp/…'),
  }),
  view: ({ secret, address }) => ({ object: 'begin_second_factor', secret, url: address }) as const,
});

const offeredStep = (codes: OneTimeCodes, { secondFactor }: User, code: string, atMs: number): Result<number> => {
  if (secondFactor.offered === '') return refuse('SECOND_FACTOR_NOT_SET');
  const step = stepOf(codes, secondFactor.offered, code, atMs);
  return step === undefined ? refuse('SECOND_FACTOR_CODE_NOT_CORRECT', 'code') : ok(step);
};

export const confirm_second_factor = write({
  ...OWN,
  summary:
    'Sets up the second factor that was begun, with a code of the app, and ends all other logins; shows ten recovery ' +
    'codes this once, each of which stands for one code.',
  secret: true,
  params: { code: CODE },
  prepare: ({ code }, ctx) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const { atMs } = ctx.shop;
    const { oneTimeCodes } = ctx.service.accounts;
    return mapOk(
      tryTyped(ctx, own.value[1], () => offeredStep(oneTimeCodes, own.value[1], code, atMs)),
      () => ({ atMs }),
    );
  },
  handle: ({ code }, ctx, { atMs }) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const [userId, user] = own.value;
    const { oneTimeCodes } = ctx.service.accounts;
    const step = offeredStep(oneTimeCodes, user, code, atMs);
    if (!step.ok) return step;
    const { codes, digests } = newRecoveryCodes(ctx.shop, oneTimeCodes);
    const set = ctx.shop.ask('user', userId, { type: 'set_second_factor', step: step.value, recovery: digests });
    // Who has logged in elsewhere has shown no code.
    const ended = set.ok ? endLogins(ctx.shop, userId, ctx.sessionId) : set;
    return mapOk(ended, () => ({ codes }));
  },
  refusals: [
    'USER_NOT_LOGGED_IN',
    'SECOND_FACTOR_NOT_SET',
    'SECOND_FACTOR_ALREADY_SET',
    'SECOND_FACTOR_CODE_NOT_CORRECT',
    'LOGIN_THROTTLED',
  ],
  reply: reply('confirm_second_factor', {
    status: SUCCESS,
    recovery_codes: list(textMember('a code that stands for one of the app'), 'ten of them; they are shown this once'),
  }),
  view: ({ codes }) => ({ object: 'confirm_second_factor', status: 'success', recovery_codes: codes }) as const,
});

export const end_second_factor = write({
  ...OWN,
  summary: 'Ends the second factor of the account that is logged in, with a code of the app or a recovery code.',
  params: { code: CODE },
  prepare: ({ code }, ctx) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const [, user] = own.value;
    if (!user.hasSecondFactor) return refuse('SECOND_FACTOR_NOT_SET');
    const { atMs } = ctx.shop;
    const guesser = { userId: ctx.session.userId, own: guesserInSession(ctx).device };
    return mapOk(tryCode(ctx, guesser, user, { code, atMs }), () => ({ atMs }));
  },
  handle: ({ code }, ctx, { atMs }) => {
    const own = ownAccount(ctx);
    if (!own.ok) return own;
    const [userId] = own.value;
    const used = useCode(ctx.shop, ctx.service.accounts.oneTimeCodes, userId, { code, atMs });
    return used.ok ? ctx.shop.ask('user', userId, { type: 'remove_second_factor' }) : used;
  },
  refusals: [
    'USER_NOT_LOGGED_IN',
    'SECOND_FACTOR_NOT_SET',
    'SECOND_FACTOR_CODE_REQUIRED',
    'SECOND_FACTOR_CODE_NOT_CORRECT',
    'LOGIN_THROTTLED',
  ],
  ...done('end_second_factor'),
});

export const reset_second_factor = write({
  area: 'roles',
  isExtension: true,
  summary:
    'Takes the second factor away from somebody who has lost app and recovery codes; all logins of the account end.',
  credential: 'secret',
  session: 'none',
  params: { id_user: int('user id') },
  handle: ({ id_user: id }, ctx) => {
    const known = userOf(ctx.shop, id);
    if (!known.ok) return known;
    const own = 'You end your own second factor by end_second_factor.';
    const allowed = [isOfOther(ctx, id, own), mayChangeAccount(ctx, id, known.value)].find((one) => !one.ok);
    if (allowed !== undefined) return allowed;
    const removed = ctx.shop.ask('user', id, { type: 'remove_second_factor' });
    return removed.ok ? endLogins(ctx.shop, id, 0) : removed;
  },
  refusals: ['USER_NOT_FOUND', 'SECOND_FACTOR_NOT_SET'],
  ...done('reset_second_factor'),
});
