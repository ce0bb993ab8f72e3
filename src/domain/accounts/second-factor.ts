// The second factor of an account: a secret of which an app of the person makes a code every 30 seconds (RFC 6238), and
// ten codes for the day on which the app is lost. Whether a code is right is found out before the decision, at the time
// of the call (operations/access/second-factor.ts); the decision is whether it was used before.
//
// Guaranteed: a code is used once. Secret and digests are encrypted under the keys of the person.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { EventOf } from '../actor.ts';
import { field } from '../schema.ts';

export interface SecondFactor {
  /** In Base32; '': there is none. */
  readonly secret: string;
  /** Shown to the person, and not confirmed by a code yet; '': none. */
  readonly offered: string;
  /** Number of the 30 seconds since 1970 whose code was used last; 0: none was. */
  readonly usedStep: number;
  /** Digests of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

/** The part of an account that this file decides about. */
interface Protected {
  readonly subject: number;
  hasSecondFactor: boolean;
  secondFactor: SecondFactor;
  wrongCodes: number;
}

export type SecondFactorCommand =
  | { readonly type: 'offer_second_factor'; readonly secret: string }
  /** `step`: that of the code which confirms the offered secret. */
  | { readonly type: 'set_second_factor'; readonly step: number; readonly recovery: readonly string[] }
  /** `step`: of a code of the app; `digest`: of a recovery code, with '' for a code of the app. */
  | { readonly type: 'use_second_factor'; readonly step: number; readonly digest: string }
  /** `count` more codes were wrong, each with the right password. */
  | { readonly type: 'note_wrong_codes'; readonly count: number }
  | { readonly type: 'remove_second_factor' };

const NO_DIGESTS: readonly string[] = [];
export const NO_SECOND_FACTOR: SecondFactor = { secret: '', offered: '', usedStep: 0, recovery: NO_DIGESTS };

const SECRET = { personal: 'contact', erased: '' } as const;
const DIGESTS = { personal: 'contact', erased: NO_DIGESTS } as const;
export const PROTECTED = { personal: 'contact', erased: NO_SECOND_FACTOR } as const;

export const SECOND_FACTOR_EVENTS = {
  user_second_factor_offered: { subject: 0, secret: field('', SECRET) },
  user_second_factor_set: { subject: 0, step: 0, recovery: field(NO_DIGESTS, DIGESTS) },
  /** `digest`: that of a recovery code; '': a code of the app was used. */
  user_second_factor_used: { subject: 0, step: 0, digest: field('', SECRET) },
  user_second_factor_removed: {},
  /** `count`: since a code was right. */
  user_wrong_codes_noted: { count: 0 },
};
export type SecondFactorEvent = EventOf<typeof SECOND_FACTOR_EVENTS>;

const STEP_MS = 30_000;

/** Number of the 30 seconds that a time is in. */
const stepAt = (atMs: number): number => Math.floor(atMs / STEP_MS);

/** Steps before and after the present one whose codes count: clocks of telephones are off by some seconds. */
export const STEPS_AROUND = 1;

/**
 * Whether the code of a step may be used now. A step that was used ahead of the present time, before a step back of
 * time, counts no more: else nobody would log in until then.
 */
export const isFreshStep = ({ usedStep }: SecondFactor, step: number, atMs: number): boolean =>
  step > usedStep || usedStep > stepAt(atMs) + STEPS_AROUND;

type Decided = Result<readonly SecondFactorEvent[]>;

const CODE_WRONG = refuse('SECOND_FACTOR_CODE_NOT_CORRECT', 'code');

export const offerSecret = ({ subject, hasSecondFactor }: Protected, secret: string): Decided =>
  hasSecondFactor
    ? refuse('SECOND_FACTOR_ALREADY_SET')
    : decided({ type: 'user_second_factor_offered', subject, secret });

export const setOffered = (
  { subject, hasSecondFactor, secondFactor }: Protected,
  step: number,
  recovery: readonly string[],
): Decided => {
  if (hasSecondFactor) return refuse('SECOND_FACTOR_ALREADY_SET');
  return secondFactor.offered === ''
    ? refuse('SECOND_FACTOR_NOT_SET')
    : decided({ type: 'user_second_factor_set', subject, step, recovery });
};

export const useFactor = (
  { subject, secondFactor }: Protected,
  { step, digest }: { readonly step: number; readonly digest: string },
  atMs: number,
): Decided => {
  const isFresh = digest === '' ? isFreshStep(secondFactor, step, atMs) : secondFactor.recovery.includes(digest);
  return isFresh ? decided({ type: 'user_second_factor_used', subject, step, digest }) : CODE_WRONG;
};

export const noteWrongCodes = ({ wrongCodes }: Protected, count: number): Decided =>
  decided({ type: 'user_wrong_codes_noted', count: wrongCodes + count });

export const removeFactor = ({ hasSecondFactor }: Protected): Decided =>
  hasSecondFactor ? decided({ type: 'user_second_factor_removed' }) : refuse('SECOND_FACTOR_NOT_SET');

export const applySecondFactor = (state: Protected, event: SecondFactorEvent): void => {
  const { secondFactor: before } = state;
  switch (event.type) {
    case 'user_second_factor_offered':
      state.secondFactor = { ...before, offered: event.secret };
      return;
    case 'user_second_factor_set':
      state.hasSecondFactor = true;
      state.secondFactor = { secret: before.offered, offered: '', usedStep: event.step, recovery: event.recovery };
      return;
    case 'user_second_factor_used':
      state.wrongCodes = 0;
      state.secondFactor =
        event.digest === ''
          ? { ...before, usedStep: event.step }
          : { ...before, recovery: before.recovery.filter((digest) => digest !== event.digest) };
      return;
    case 'user_second_factor_removed':
      state.hasSecondFactor = false;
      state.wrongCodes = 0;
      state.secondFactor = NO_SECOND_FACTOR;
      return;
    case 'user_wrong_codes_noted':
      state.wrongCodes = event.count;
      return;
    default:
      event satisfies never;
  }
};
