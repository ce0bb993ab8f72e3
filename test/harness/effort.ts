// How often the random tests try: one setting for every property, simulation, kill and rush test.
//
// KONTOR_TEST is `quick` (the default: what `npm test` runs), `full` (`npm run test:all`) or `nightly` (with fresh
// seeds: `npm run test:nightly`). In a full run, tests that start programs try as often as `usual` (vitest.config.ts).
// `mutation` is for test/mutation: as often as `quick`, without shrinking (setup.ts).
const EFFORTS = ['quick', 'usual', 'full', 'nightly', 'mutation'] as const;
export type Effort = (typeof EFFORTS)[number];

const wanted = process.env['KONTOR_TEST'] ?? 'quick';
const effort = EFFORTS.find((known) => known === wanted);
if (effort === undefined) throw new Error(`KONTOR_TEST: "${wanted}" is not one of ${EFFORTS.join(', ')}`);

export const EFFORT: Effort = effort;

/** `often`: what a law deserves. Quick runs try a fifth of it, full ones twice as much, nights a hundred times. */
export const runs = (often: number, full = often * 2, nightly = Math.max(often * 100, full * 10)): number => {
  switch (EFFORT) {
    case 'quick':
    case 'mutation':
      return Math.max(1, Math.round(often / 5));
    case 'usual':
      return often;
    case 'full':
      return full;
    case 'nightly':
      return nightly;
  }
};

const IS_SHORT = EFFORT === 'quick' || EFFORT === 'mutation';

/** How long, large or many: the first in a quick run, the second in a full one and in the nights. */
export const size = (quick: number, full: number): number => (IS_SHORT ? quick : full);

/** Like cases that are dear: every third of them, and all in a full run. */
export const sample = <T>(cases: readonly T[]): readonly T[] =>
  IS_SHORT || EFFORT === 'usual' ? cases.filter((_, index) => index % 3 === 0) : cases;
