// Work in steps: a generator that yields where it may be interrupted, about every 256 values that it tests, and a
// millisecond of reading texts.
//
// Run to its end it is an ordinary function. A driver that has other work to do stops between two steps and goes on in
// a later turn of the event loop. Not promised here: that what the work has read stays as it was meanwhile.

/** Yields the field whose values were tested since the last step, `STEPS.testsMax` or long ones; '' for fewer. */
export type Steps<T> = Generator<string, T, void>;

/** Values that are tested between two steps, and the estimated time to read their texts; tests lower both. */
export const STEPS = { testsMax: 256, readNsMax: 1_000_000 };

export const runToEnd = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
