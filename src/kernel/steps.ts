// Work in steps: a generator that yields where it may be interrupted, after a fraction of a millisecond.
//
// A function whose loop grows with the shop returns its steps; the value comes to the caller that drives them. For a
// call, `Reader.inSteps` drives them: it counts them against the call's time on the thread, and goes on in later turns
// of the event loop. Not promised here: that what was read stays as it was meanwhile.
import type { Result } from './result.ts';

/** Yields, in a search, the field whose values were tested since the last step; '' otherwise. */
export type Steps<T> = Generator<string, T, void>;

/** Drives the steps in one go, for short work and where no other call waits. */
export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** Work of a call that may take several turns. */
export interface Work<T> {
  /** Begins the work. Called again where the result is outdated; what still holds need not be found again. */
  steps(): Steps<Result<T>>;
  /** Whether nothing that the result was made from has changed. Absent: each part is as it was when it was read. */
  isCurrent?(): boolean;
  /** What it is at, as the object of a sentence; a refusal says it. */
  readonly doing?: string;
  /** Memory held between two turns, roughly. */
  readonly bytes?: number;
}
