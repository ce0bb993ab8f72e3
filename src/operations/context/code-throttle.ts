// Delays guesses of codes of a second factor by those who have the password already; an account is never locked.
//
// Wrong codes count for the account, from whatever address they come; a device that its person has logged in from
// before, and a session that is logged in, have a count of their own. After five the next one waits for a second, and
// each further one for twice as long, up to 17 minutes: at most 100 are tried in a day. A right code begins anew.
// Nobody without the password, or a session of the person, gets here, so nobody else delays them.
// Not promised: that counts survive a restart, which are kept in memory only; that somebody with the password does not
// delay the person at an unknown device.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { Delays } from './login-throttle.ts';
import type { ThrottleSettings } from './login-throttle.ts';

/** Wrong codes that cause no delay: people mistype, and clocks are off. */
const FREE = 5;
const DELAY_MS_MAX = 1_024_000;
/** Time since the last wrong code after which they no longer count; less would give a guesser free tries again. */
const FORGET_MS = 86_400_000;
/** A code waits for its password: one that was sent later may be checked before it, which is no step of the clock. */
const LATE_MS = 60_000;

/** Who tries codes of an account. */
export interface CodeGuesser {
  readonly userId: number;
  /** A known device or a session; '': all others together. */
  readonly own: string;
}

/** Receives the number of wrong codes since it was called last for this guesser. */
export type WrongCodesObserver = (userId: number, count: number) => void;

/** The account is told at the fifth wrong code, and at each doubling from there. */
const isTold = (count: number): boolean => count % FREE === 0 && Number.isInteger(Math.log2(count / FREE));

export class CodeThrottle {
  private readonly wrong: Delays;
  private readonly observe: WrongCodesObserver;
  /** When the latest code that was checked was sent. */
  private latestMs = 0;

  constructor({ loginFailuresTrackedMax }: ThrottleSettings, observe: WrongCodesObserver) {
    this.wrong = new Delays(FREE, DELAY_MS_MAX, loginFailuresTrackedMax, FORGET_MS);
    this.observe = observe;
  }

  /** `check`: of a code that was sent. Refuses: LOGIN_THROTTLED, without checking, and what the check refuses. */
  try<T>({ userId, own }: CodeGuesser, sentMs: number, check: () => Result<T>): Result<T> {
    const key = `${userId} ${own}`;
    const isLate = sentMs < this.latestMs && this.latestMs - sentMs <= LATE_MS;
    const atMs = isLate ? this.latestMs : sentMs;
    this.latestMs = atMs;
    const waitMs = this.wrong.waitMs(key, atMs);
    if (waitMs > 0)
      return refuse('LOGIN_THROTTLED', 'code', `Too many wrong codes; try again in ${Math.ceil(waitMs / 1000)} s.`);
    const checked = check();
    if (checked.ok) this.wrong.forget(key);
    else if (checked.code === 'SECOND_FACTOR_CODE_NOT_CORRECT') {
      const { count } = this.wrong.add(key, atMs);
      if (isTold(count)) this.observe(userId, count === FREE ? count : count / 2);
    }
    return checked;
  }
}
