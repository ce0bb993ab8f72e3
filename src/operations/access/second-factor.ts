// Second factors of logins: which code somebody has sent, and that it counts once.
import { STEPS_AROUND, isFreshStep } from '../../domain/accounts/second-factor.ts';
import type { User } from '../../domain/accounts/user.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { OneTimeCodes } from '../../outside/passwords/one-time-codes.ts';
import type { CodeGuesser } from '../context/code-throttle.ts';
import type { Guesser } from '../context/login-throttle.ts';
import type { Context } from '../context/operation.ts';
import { digestOf } from './tokens.ts';

const RECOVERY_CODES = 10;
/** 16 characters. */
const RECOVERY_BYTES = 10;

const WRONG = refuse('SECOND_FACTOR_CODE_NOT_CORRECT', 'code');

/** People type spaces, hyphens and capitals as they like. */
const typed = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** Six digits; whatever is longer is a recovery code. */
const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

interface RecoveryCodes {
  /** In groups of four. */
  readonly codes: readonly string[];
  readonly digests: readonly string[];
}

export const newRecoveryCodes = (tx: Transaction, { base32Of }: OneTimeCodes): RecoveryCodes => {
  const plain = Array.from({ length: RECOVERY_CODES }, () => base32Of(tx.random(RECOVERY_BYTES)));
  const codes = plain.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-').toLowerCase());
  return { codes, digests: plain.map(digestOf) };
};

/** The step of a code of the app at the time of the call; undefined: it is none. */
export const stepOf = (codes: OneTimeCodes, secret: string, code: string, atMs: number): number | undefined =>
  secret !== '' && isOfApp(typed(code)) ? codes.stepOf(secret, typed(code), atMs, STEPS_AROUND) : undefined;

interface Sent {
  readonly code: string;
  /** When it was sent. */
  readonly atMs: number;
}

/**
 * Whether the account needs no code, or this is one that was not used: of its app, or a recovery code. Refuses:
 * SECOND_FACTOR_CODE_REQUIRED, SECOND_FACTOR_CODE_NOT_CORRECT.
 */
const checkCode = (
  codes: OneTimeCodes,
  { hasSecondFactor, secondFactor }: User,
  { code, atMs }: Sent,
): Result<void> => {
  if (!hasSecondFactor) return DONE;
  if (typed(code) === '') return refuse('SECOND_FACTOR_CODE_REQUIRED', 'code');
  const step = stepOf(codes, secondFactor.secret, code, atMs);
  const isRight =
    step === undefined ? secondFactor.recovery.includes(digestOf(typed(code))) : isFreshStep(secondFactor, step, atMs);
  return isRight ? DONE : WRONG;
};

/**
 * As `checkCode`, of a code that somebody sends: wrong ones delay the next. Whether one is wanted is asked as often as
 * one likes. Refuses: LOGIN_THROTTLED, and what the check refuses.
 */
export const tryCode = (
  { service: { accounts } }: Pick<Context, 'service'>,
  guesser: CodeGuesser,
  user: User,
  sent: Sent,
): Result<void> => {
  const check = (): Result<void> => checkCode(accounts.oneTimeCodes, user, sent);
  return !user.hasSecondFactor || typed(sent.code) === ''
    ? check()
    : accounts.codeThrottle.try(guesser, sent.atMs, check);
};

/** Uses the code up; the same refusals as `checkCode`. */
export const useCode = (tx: Transaction, codes: OneTimeCodes, userId: number, sent: Sent): Result<void> => {
  const user = tx.read('user', userId)!;
  const checked = checkCode(codes, user, sent);
  if (!checked.ok || !user.hasSecondFactor) return checked;
  const step = stepOf(codes, user.secondFactor.secret, sent.code, sent.atMs);
  const digest = step === undefined ? digestOf(typed(sent.code)) : '';
  return tx.ask('user', userId, { type: 'use_second_factor', step: step ?? 0, digest });
};

/** Who guesses under a login: the session, whose guesses delay no others, and nobody else's the own ones. */
export const guesserInSession = ({ sessionId, session }: Context): Extract<Guesser, { device: string }> => ({
  device: `session ${sessionId} ${session.generation}`,
});

/**
 * Checks a code that somebody has typed under a login, as often as an old password may be tried there. They are counted
 * apart, because a right password forgets wrong ones alone. Refuses: LOGIN_THROTTLED, and what the check refuses.
 */
export const tryTyped = <T>(ctx: Context, { username }: User, check: () => Result<T>): Result<T> => {
  const guesser = { device: `code in ${guesserInSession(ctx).device}` };
  const attempt = ctx.service.accounts.throttle.begin(username, guesser, ctx.shop.atMs);
  if (!attempt.ok) return attempt;
  const checked = check();
  if (checked.ok) attempt.value.succeeded();
  return checked;
};
