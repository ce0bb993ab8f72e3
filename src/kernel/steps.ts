// Work in steps: a generator that yields where it may be interrupted, after a fraction of a millisecond.
//
// A function whose loop is as long as the shop is large returns its steps and no value: to have the value, somebody
// must drive them. For a call that is `Reader.inSteps`, which counts them against what the call may use of the thread,
// and goes on in later turns of the event loop. Not promised here: that what was read stays as it was meanwhile.
import type { Result } from './result.ts';

/** Yields, in a search, the field whose values were tested since the last step; '' otherwise. */
export type Steps<T> = Generator<string, T, void>;

/** Drives them in one go: where nobody waits beside, and for what is short. */
export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** Work of a call that may take several turns. */
export interface Work<T> {
  /** Begins it. Called again where the result is outdated: what is known and still so need not be found again. */
  steps(): Steps<Result<T>>;
  /** Whether what the result was made from is still so. Absent: each part of it is as it was when it was read. */
  isCurrent?(): boolean;
  /** What it holds between two turns, roughly. */
  readonly bytes?: number;
}
